"""Who will not sit down: byes on request, and who leaves a round robin."""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.forms.stage.absences import ByesForm, LeaveForm
from tournaments.models import ByeRequest, Entrant, Event
from tournaments.permissions import tournament_to_direct
from tournaments.selectors.stage.absences import byes_page, leaving_page
from tournaments.services.desk.undo import status_back
from tournaments.services.refusals import Refused
from tournaments.services.stage import registration
from tournaments.services.stage.absences import request_byes
from tournaments.views.desk import Done, tell
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.done import SAVED, plays_no_more
from tournaments.words.refusals import refusal_text
from tournaments.words.stage.leaving import leaving_rows
from tournaments.words.stage.plans import bye_limits

Page = TypeVar("Page")


@require_http_methods(["GET", "HEAD", "POST"])
def byes(request: SignedInRequest, event: int, pk: int) -> HttpResponse:
    """The rounds to come of one entrant: whether they play, and what a bye is worth."""
    tournament = tournament_to_direct(request.user, event)
    page = _page(byes_page, tournament, pk)
    form = ByesForm(request.POST if request.method == "POST" else None, asked=page.asked, worths=page.options.worths)

    def act() -> None:
        request_byes(event_id=event, entrant_id=pk, byes=form.byes, actor=actor_of(request))

    if _done(form, act):
        messages.success(request, SAVED)
        return redirect("entrants", event)
    names = dict(ByeRequest.Worth.choices)
    past = [(number, names[worth]) for number, worth in page.past]
    limits = list(bye_limits(page.options))
    context = {"event": tournament, "club": tournament.club, "page": page, "past": past, "form": form, "limits": limits}
    return render(request, "stage/absences/byes.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: SignedInRequest, event: int, pk: int) -> HttpResponse:
    """What leaving a round robin moves, to be seen before it is chosen."""
    tournament = tournament_to_direct(request.user, event)
    page = _page(leaving_page, tournament, pk)
    status = page.entrant.status if page.entrant.status != Entrant.Status.ACTIVE else Entrant.Status.WITHDRAWN
    usual = page.leaving.usual if page.leaving else ""
    posted = request.POST if request.method == "POST" else None
    first = {"results": page.results or usual, "status": status}
    form = LeaveForm(posted, initial=first, asks=page.leaving is not None)

    def act() -> None:
        data = form.cleaned_data
        said = {"results": data.get("results", "")}
        given: dict[str, Any] = {"event_id": event, "entrant_id": pk, "actor": actor_of(request), **said}
        if data["status"] == Entrant.Status.EXPELLED:
            registration.expel(**given, reason=data["reason"])
        else:
            registration.withdraw(**given)

    back = [status_back(page.entrant)] if form.is_bound else []
    if _done(form, act):
        tell(request, tournament, Done(plays_no_more(page.entrant.player.name), back))
        return redirect("entrants", event)
    context = {
        "event": tournament,
        "club": tournament.club,
        "page": page,
        "rows": leaving_rows(page.lines),
        "form": form,
    }
    return render(request, "stage/absences/leave.html", context)


def _page(selector: Callable[[Event, int], Page], event: Event, pk: int) -> Page:
    try:
        return selector(event, pk)
    except Entrant.DoesNotExist as error:
        raise Http404 from error


def _done(form: forms.Form, act: Callable[[], None]) -> bool:
    """Do it if the form allows; what stands against it is said above the form."""
    if not form.is_bound or not form.is_valid():
        return False
    try:
        act()
    except Refused as refused:
        form.add_error(None, refusal_text(refused))
        return False
    return True
