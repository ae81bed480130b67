"""What can be set anew during an event."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.forms.club.visibility import EventVisibilityForm
from tournaments.forms.night.confirmation import ConfirmationForm
from tournaments.permissions import event_to_direct
from tournaments.services.refusals import Refused
from tournaments.services.table.confirmations import set_confirmation
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.done import SAVED
from tournaments.words.refusals import refusal_text


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = ConfirmationForm(request.POST if request.method == "POST" else None, instance=event)
    if form.is_bound and form.is_valid():
        try:
            set_confirmation(event_id=event.pk, actor=actor_of(request), **form.chosen)
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            messages.success(request, SAVED)
            return redirect("desk", event.pk)
    context = {"event": event, "club": event.club, "form": form, "visibility": EventVisibilityForm(event=event)}
    return render(request, "night/desk/settings.html", context)
