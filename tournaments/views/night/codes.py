"""The codes of an event's pads in one list, for its director."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.night.codes import RenewCodesForm
from tournaments.permissions import event_to_direct, table_to_direct
from tournaments.selectors.pad.codes import event_codes
from tournaments.services.pad.codes import make_codes_good_again, renew_codes
from tournaments.services.refusals import Refused
from tournaments.services.table.life import revoke_pad_link
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words import done
from tournaments.words.refusals import refusal_text


@require_safe
def codes(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    context = {
        "event": event,
        "club": event.club,
        "codes": event_codes(event),
        "ended": event.codes_ended(now=timezone.now()),
    }
    return render(request, "night/codes/codes.html", context)


@require_POST
def renew(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = RenewCodesForm(request.POST)
    if form.is_valid():
        tables, newest = form.cleaned_data["table"], form.cleaned_data["newest"]
        count = renew_codes(event_id=event.pk, tables=tables, newest=newest, actor=actor_of(request))
        messages.success(request, done.codes_renewed(count))
    return redirect("event-codes", event.pk)


@require_POST
def revoke(request: SignedInRequest, pk: int) -> HttpResponse:
    table = table_to_direct(request.user, pk)
    revoke_pad_link(table_id=table.pk, actor=actor_of(request))
    messages.success(request, done.at_table("revoke-link", table.number))
    return redirect("event-codes", table.event_id)


@require_POST
def good_again(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    try:
        make_codes_good_again(event_id=event.pk, actor=actor_of(request))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    else:
        messages.success(request, done.CODES_GOOD_AGAIN)
    return redirect("event-codes", event.pk)
