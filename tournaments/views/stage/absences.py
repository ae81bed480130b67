"""Who will not sit down: byes on request."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.forms.stage.absences import ByesForm
from tournaments.models import ByeRequest, Entrant
from tournaments.permissions import tournament_to_direct
from tournaments.selectors.stage.absences import byes_page
from tournaments.services.refusals import Refused
from tournaments.services.stage.absences import request_byes
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.done import SAVED
from tournaments.words.refusals import refusal_text


@require_http_methods(["GET", "HEAD", "POST"])
def byes(request: SignedInRequest, event: int, pk: int) -> HttpResponse:
    """The rounds to come of one entrant: whether they play, and what a bye is worth."""
    tournament = tournament_to_direct(request.user, event)
    try:
        page = byes_page(tournament, pk)
    except Entrant.DoesNotExist as error:
        raise Http404 from error
    posted = request.POST if request.method == "POST" else None
    form = ByesForm(posted, asked=page.asked, worths=page.worths)
    if form.is_bound and form.is_valid():
        try:
            request_byes(event_id=event, entrant_id=pk, byes=form.byes, actor=actor_of(request))
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            messages.success(request, SAVED)
            return redirect("entrants", event)
    names = dict(ByeRequest.Worth.choices)
    context = {
        "event": tournament,
        "club": tournament.club,
        "page": page,
        "past": [(number, names[worth]) for number, worth in page.past],
        "form": form,
    }
    return render(request, "stage/absences/byes.html", context)
