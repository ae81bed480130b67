"""The pages of an event for everyone that have the same address for events of every kind.

What a phone or the wall fetches beside them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe

from tournaments.addresses import phone_address, qr_code
from tournaments.codes import registration_code
from tournaments.models import Event, Season
from tournaments.permissions import Right
from tournaments.selectors.night.scoreboard import people
from tournaments.selectors.night.standings import Podium, read_event
from tournaments.selectors.night.wall import opened_deal
from tournaments.selectors.registration import is_open
from tournaments.selectors.report import read_report
from tournaments.selectors.revisions import event_version, opened_version
from tournaments.selectors.season.page import season_page, shown_for
from tournaments.views.night.event import night_results, night_tables, night_wall
from tournaments.views.prizes import PrizeSheets, prize_sheets
from tournaments.views.requests import Request, visited
from tournaments.views.shared import live_partial
from tournaments.views.tournament import tournament_results, tournament_tables, tournament_wall
from tournaments.visibility import with_key
from tournaments.words.report.sentences import ToldMoment, deciding_text, from_afar, told_moments
from tournaments.words.season import needed_notes, needed_texts
from tournaments.words.table.deals import deal_words


@dataclass(frozen=True)
class EventPages:
    """Those of one kind of event. ``wall``: what its wall shows, and in which template, as context; the story told is
    handed to it, and the sheets of prizes.
    """

    results: Callable[[Request, Event], HttpResponse]
    tables: Callable[[Request, Event], HttpResponse]
    wall: Callable[[Request, Event, list[ToldMoment], PrizeSheets], dict[str, Any]]


PAGES: Mapping[str, EventPages] = {
    Event.Kind.CLUB_NIGHT: EventPages(night_results, night_tables, night_wall),
    Event.Kind.TOURNAMENT: EventPages(tournament_results, tournament_tables, tournament_wall),
}


@login_not_required
@require_safe
@visited("event")
@live_partial(event_version)
def event(request: Request, pk: int) -> HttpResponse:
    shown = _event_or_404(pk)
    return PAGES[shown.kind].results(request, shown)


@login_not_required
@require_safe
@visited("event")
@live_partial(event_version)
def tables(request: Request, pk: int) -> HttpResponse:
    """All of a night; of a tournament those of its newest round."""
    event = _event_or_404(pk)
    return PAGES[event.kind].tables(request, event)


@login_not_required
@require_safe
@visited("event")
@live_partial(event_version)
def wall(request: Request, pk: int) -> HttpResponse:
    event = _event_or_404(pk)
    own = PAGES[event.kind].wall(request, event, _story(event), prize_sheets(event))
    address = phone_address(request, with_key(reverse("event", args=[pk]), request.seen.premises))
    key = _key(request, event)
    context = own | {
        "decided": _decided(event),
        "deciding": _deciding(own["wall"].podium, event),
        "event": event,
        "club": event.club,
        "address": address.removeprefix("http://").removeprefix("https://"),
        "qr": qr_code(address),
        "key": key,
        "registration_qr": qr_code(phone_address(request, reverse("enter", args=[key]))) if key else "",
        "live_event": event,
        "revision": own["wall"].revision,
    }
    return render(request, own["sheets"] if request.htmx else "night/wall/wall.html", context)


def _event_or_404(pk: int) -> Event:
    try:
        return read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error


def _story(event: Event) -> list[ToldMoment]:
    report = read_report(event) if event.status == Event.Status.FINISHED else None
    return from_afar(told_moments(report.moments, event)) if report else []


def _deciding(podium: Podium | None, event: Event) -> str:
    """What told the winner from the second; nothing where points did, or several share the place."""
    if podium is None or len(podium.winners) > 1 or podium.second is None:
        return ""
    return deciding_text(podium.winners[0], podium.second, event)


def _decided(event: Event) -> list[tuple[Season, list[str], list[str]]]:
    """What the event can decide in the seasons it counts for, and how that is to be read: in a hall everybody reads it,
    whoever has signed in.
    """
    if event.status != Event.Status.OPEN:
        return []
    seasons = shown_for(event, insider=False)
    pages = [season_page(season, tonight_counts=False) for season in seasons]
    tonight = [page for page in pages if page.can_be_decided and event in page.playing]
    return [(page.season, needed_texts(page), needed_notes(page)) for page in tonight]


def _key(request: Request, event: Event) -> str:
    """The registration's code, where a director looks or somebody who has it: the wall itself is open to everybody."""
    if not is_open(event):
        return ""
    code = registration_code(event)
    if Right.DIRECT in request.seen.rights:
        return code
    return code if constant_time_compare(request.GET.get("key", ""), code) else ""


@login_not_required
@require_safe
@visited("event")
def event_people(request: Request, pk: int) -> JsonResponse:
    """Names and colours, for a page that shows a part of the standings and on which another row comes in."""
    try:
        return JsonResponse(people(pk), headers={"Cache-Control": "private, no-store"})
    except Event.DoesNotExist as error:
        raise Http404 from error


@login_not_required
@require_safe
@visited("event")
@live_partial(opened_version)
def opened(request: Request, pk: int) -> HttpResponse:
    """What the phones of a table have opened together; nothing most of the time."""
    opened_page = opened_deal(pk, now=timezone.now())
    words = deal_words(opened_page.line.deal, opened_page.line.result, opened_page.names) if opened_page else ""
    return render(request, "night/wall/_opened.html", {"opened": opened_page, "words": words})
