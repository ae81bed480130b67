"""What people start with by their ratings: for everyone, and on a night for the director, who gives and changes it."""

from collections.abc import Iterable

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.formats.acceleration import Handicap
from tournaments.forms.handicaps import NightHandicapForm
from tournaments.forms.stage.entrants import HandicapsForm
from tournaments.models import Entrant, Event
from tournaments.permissions import event_to_direct
from tournaments.selectors.night.standings import read_event
from tournaments.selectors.stage.handicaps import event_handicaps, given_at_night, usual_terms
from tournaments.selectors.stage.stages import Person, person
from tournaments.services.handicaps import has_begun, set_night_handicap, set_points
from tournaments.services.refusals import Refused
from tournaments.views.requests import Request, SignedInRequest, actor_of, visited
from tournaments.views.shared import event_context
from tournaments.words.done import SAVED
from tournaments.words.refusals import refusal_text
from tournaments.words.stage.handicaps import HandicapLines, handicap_lines


@login_not_required
@require_safe
@visited("event")
def handicaps(request: Request, pk: int) -> HttpResponse:
    """Who starts with how many points, and why; made anew each time, since no revision tells who sees ratings."""
    try:
        event = read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error
    context = event_context(request, event) | {"stages": _stages(event)}
    return render(request, "stage/handicaps.html#stages" if request.htmx else "stage/handicaps.html", context)


def _stages(event: Event) -> list[tuple[object, HandicapLines]]:
    if event.has_rounds:
        return [(of.stage, handicap_lines(of.given, of.plan)) for of in event_handicaps(event)]
    terms = event.handicap_terms
    return [(None, handicap_lines(_people(given_at_night(event)), terms))] if terms else []


def _people(given: Iterable[tuple[Entrant, Handicap, bool]]) -> list[tuple[Person, Handicap, bool]]:
    return [(person(entrant), handicap, explained) for entrant, handicap, explained in given]


@require_http_methods(["GET", "HEAD", "POST"])
def night_handicap(request: SignedInRequest, pk: int) -> HttpResponse:
    """Whether a night gives handicaps, by what they are reckoned, and everybody's."""
    event = _night(request, pk)
    terms = event.handicap_terms or usual_terms(event.club, event.game)
    form = NightHandicapForm(request.POST or None, terms=terms, given=event.handicap is not None)
    if form.is_bound and form.is_valid():
        try:
            set_night_handicap(event_id=event.pk, terms=form.terms, actor=actor_of(request))
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            messages.success(request, SAVED)
            return redirect("night-handicap", event.pk)
    return _page(request, event, form=form)


@require_POST
def night_points(request: SignedInRequest, pk: int) -> HttpResponse:
    event = _night(request, pk)
    entrants = [entrant for entrant, _handicap, _explained in given_at_night(event)]
    changed = HandicapsForm(request.POST, entries=entrants, open_=True)
    if changed.is_valid():
        try:
            set_points(event_id=event.pk, points=changed.points, actor=actor_of(request))
        except Refused as refused:
            changed.add_error(None, refusal_text(refused))
        else:
            messages.success(request, SAVED)
            return redirect("night-handicap", event.pk)
    return _page(request, event, changed=changed)


def _page(
    request: SignedInRequest,
    event: Event,
    *,
    form: NightHandicapForm | None = None,
    changed: HandicapsForm | None = None,
) -> HttpResponse:
    terms, begun = event.handicap_terms, has_begun(event)
    given = given_at_night(event) if terms else []
    entrants = [entrant for entrant, _handicap, _explained in given]
    changed = changed or HandicapsForm(entries=entrants, open_=not begun)
    lines = handicap_lines(_people(given), terms) if terms else None
    context = {
        "event": event,
        "club": event.club,
        "form": form or NightHandicapForm(terms=terms or usual_terms(event.club, event.game), given=terms is not None),
        "begun": begun,
        "changed": changed,
        "lines": [(line, changed.field_of(line.person.id)) for line in lines.given] if lines else [],
        "unrated": [(line, changed.field_of(line.person.id)) for line in lines.unrated] if lines else [],
    }
    return render(request, "night/handicap.html", context)


def _night(request: SignedInRequest, pk: int) -> Event:
    event = event_to_direct(request.user, pk)
    if event.has_rounds:
        raise Http404
    return event
