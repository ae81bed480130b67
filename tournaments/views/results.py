"""The pages of an event for everyone: those of a tournament, those that have the same address for events of every kind,
and what a phone or the wall fetches beside them.
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
from tournaments.formats.plan import read_plan
from tournaments.models import Event, Round, Season, Stage
from tournaments.permissions import Right
from tournaments.selectors.bracket import stage_brackets
from tournaments.selectors.coming import is_open
from tournaments.selectors.following import event_version, opened_version, round_version
from tournaments.selectors.night.scoreboard import people
from tournaments.selectors.night.standings import Podium, read_event
from tournaments.selectors.night.wall import opened_deal
from tournaments.selectors.prizes import tournament_places
from tournaments.selectors.report import read_report
from tournaments.selectors.season.page import season_page, shown_for
from tournaments.selectors.stage.beginning import followed_by
from tournaments.selectors.stage.history import cross_tables
from tournaments.selectors.stage.places import StageSection
from tournaments.selectors.stage.rounds import RoundView, newest_round, pairings_page, published_rounds
from tournaments.selectors.teams import standing_of_teams
from tournaments.selectors.tournament.page import (
    TournamentPage,
    read_tournament,
    round_tiles,
    states_of,
    tournament_page,
)
from tournaments.selectors.tournament.page import tournament_wall as read_wall
from tournaments.views.night.event import night_results, night_tables, night_wall
from tournaments.views.prizes import PrizeSheets, prize_sheets, prizes_context
from tournaments.views.requests import (
    Request,
    event_context,
    live_partial,
    seasons_for,
    shared_event,
    shown_moments,
    visited,
)
from tournaments.visibility import with_key
from tournaments.words.bracket.view import knockouts_in_short, matches_in_words, shown_brackets
from tournaments.words.charts.lines import NARROW
from tournaments.words.charts.race import places_picture
from tournaments.words.report.sentences import ToldMoment, deciding_text, from_afar, told_moments
from tournaments.words.season import needed_notes, needed_texts
from tournaments.words.stage.graph import graph_picture
from tournaments.words.stage.plans import stage_in_words
from tournaments.words.standings import now_at, stage_lead
from tournaments.words.table.deals import deal_words
from tournaments.words.teams import shown_teams


def tournament_results(request: Request, event: Event) -> HttpResponse:
    page = tournament_page(event, now=timezone.now())
    teams = shown_teams(standing_of_teams(event), event)
    out_only, of_teams = page.stage is not None and page.stage.counted == "places", bool(teams and teams.people)
    context = event_context(request, event) | {
        **prizes_context(request, event, lambda: tournament_places(page.states)),
        "page": page,
        "teams": teams,
        "shared": shared_event(request, event),
        "seasons": seasons_for(request, event),
        "moments": shown_moments(event),
        "lead": stage_lead(page.ranked, event),
        "now_at": now_at(None if out_only or of_teams else page.now, _following(page)),
        "rounds_to_come": _to_come(page.stage),
        "pictures": [places_picture(places, NARROW) for places in page.by_round],
        "planned": [_planned(stage) for stage in page.planned],
        "knockouts": knockouts_in_short(event, page.states),
        "graph": graph_picture([(stage.format, stage.options) for stage in page.stages]),
        "by_name": request.GET.get("by") == "name",
        "handicaps": any(state.plan.gives_handicap for state in page.states),
        "rounds": [
            (view, round_tiles(view, request.GET.get("tables", ""), matches=matches_in_words(view)))
            for view in page.in_play
        ],
    }
    return render(request, "tournament/event.html#results" if request.htmx else "tournament/event.html", context)


@login_not_required
@require_safe
@visited("event")
@live_partial(event_version)
def cross_table(request: Request, pk: int) -> HttpResponse:
    event = tournament_or_404(pk)
    stages = cross_tables(states_of(event))
    context = event_context(request, event) | {"stages": stages}
    return render(
        request,
        "stage/cross_table.html#stages" if request.htmx else "stage/cross_table.html",
        context,
    )


@login_not_required
@require_safe
@visited("event")
@live_partial(event_version)
def bracket(request: Request, pk: int) -> HttpResponse:
    event = tournament_or_404(pk)
    brackets = stage_brackets(states_of(event))
    context = event_context(request, event) | {
        "brackets": shown_brackets(brackets),
        "chosen": request.GET.get("round", ""),
    }
    return render(request, "bracket/bracket.html#brackets" if request.htmx else "bracket/bracket.html", context)


@login_not_required
@require_safe
@visited("round")
@live_partial(round_version)
def pairings(request: Request, pk: int) -> HttpResponse:
    try:
        page = pairings_page(pk, now=timezone.now())
    except Round.DoesNotExist as error:
        raise Http404 from error
    return _pairings(request, page.event, page.view)


def tournament_tables(request: Request, event: Event) -> HttpResponse:
    """Those of the newest round; before the first there is none."""
    rounds = published_rounds(event)
    return _pairings(
        request, event, pairings_page(newest_round(rounds).pk, now=timezone.now()).view if rounds else None
    )


def tournament_wall(_request: Request, event: Event, story: list[ToldMoment], prizes: PrizeSheets) -> dict[str, Any]:
    page = read_wall(event, now=timezone.now(), words=matches_in_words)
    return {
        "wall": page,
        "sheets": "tournament/_wall.html",
        "teams": shown_teams(standing_of_teams(event), event),
        "brackets": shown_brackets(page.brackets),
        "story": story,
        "prize_sheets": prizes,
    }


def _pairings(request: Request, event: Event, view: RoundView | None) -> HttpResponse:
    title = f"{view.round.title}, {event.name}" if view else ""
    context = event_context(request, event, title=title) | {"now": view, "rounds": published_rounds(event)}
    return render(request, "stage/pairings.html#pairings" if request.htmx else "stage/pairings.html", context)


def tournament_or_404(pk: int) -> Event:
    try:
        return read_tournament(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error


def _to_come(section: StageSection | None) -> range:
    """Numbers of the rounds that a stage plans and has not had, once it has had one."""
    if section is None or not section.rounds or section.stage.status != Stage.Status.RUNNING:
        return range(0)
    planned = read_plan(section.stage.format, section.stage.options).options.rounds or 0
    return range(len(section.rounds) + 1, planned + 1)


def _following(page: TournamentPage) -> Stage | None:
    """The planned stage that takes the best of the one that is shown."""
    following = followed_by(page.stage.stage, page.planned) if page.stage else []
    return next(iter(following), None)


def _planned(stage: Stage) -> dict[str, Any]:
    phrases = stage_in_words(stage.format, stage.options)
    return {"number": stage.number, "name": stage.get_format_display(), "phrases": phrases}


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
