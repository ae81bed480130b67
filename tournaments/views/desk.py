"""The director's desk on a club night and in a tournament, with all tables at a glance. Every action answers with the
desk as it is afterwards.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from scoring.games import GAMES
from tournaments.backups.copies import copies, has_nodes
from tournaments.backups.spare import spare_now
from tournaments.backups.stored import latest_backup
from tournaments.forms.desk import HereForm, LeftForm, MoveForm, ResumeForm, SitDownForm
from tournaments.models import Event, Seat
from tournaments.permissions import (
    Right,
    event_to_direct,
    is_keeper,
    rights_in,
    rights_of,
    roles_in,
    table_to_direct,
    table_to_resume,
)
from tournaments.selectors.club.clubs import players_of
from tournaments.selectors.coming import registration_list
from tournaments.selectors.night.desk import desk as desk_page
from tournaments.selectors.night.desk import name_of, place_of, size_choices
from tournaments.selectors.night.overview import Overview
from tournaments.selectors.stage.stages import shown_match
from tournaments.selectors.table.cards import MatchScore
from tournaments.selectors.teams import seated_for
from tournaments.selectors.tournament.desk import DeskStep, tournament_desk
from tournaments.services import night
from tournaments.services.desk.undo import Step, changes_event, steps_back
from tournaments.services.refusals import Refused
from tournaments.services.table import life
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words import done
from tournaments.words.bracket.view import match_names
from tournaments.words.club import closed_to
from tournaments.words.games import cards_note
from tournaments.words.night import overview_tiles
from tournaments.words.refusals import refusal_text
from tournaments.words.stage.graph import first_words, leader_words, level_words
from tournaments.words.stage.plans import many_rounds_note, stage_in_short
from tournaments.words.stage.rounds import PROVISIONAL


class Done(NamedTuple):
    """What an action of the director says of itself, and what undoes it."""

    text: str | Promise
    steps: Sequence[Step] = ()


def tell(request: SignedInRequest, event: Event, done: object) -> None:
    """Has the next page, whichever that is, say what was done, with an Undo button for those who may undo it."""
    if isinstance(done, Done):
        needed = Right.RUN if changes_event(done.steps) else Right.DIRECT
        may_undo = done.steps and needed in rights_in(request.user, event.club, event)
        steps = [":".join([key, *map(str, arguments)]) for key, arguments in done.steps if may_undo]
        messages.success(request, str(done.text), extra_tags=" ".join([str(event.pk), *steps]) if steps else "")


def show_desk(
    request: SignedInRequest,
    part: str,
    event: Event,
    overview: Overview,
    context: dict[str, Any],
    *,
    table: int | None,
    rounds: Collection[int] = (),
    rulings: Mapping[int, str] = MappingProxyType({}),
    matches: Mapping[int, MatchScore] = MappingProxyType({}),
    names: Mapping[int, str] = MappingProxyType({}),
) -> HttpResponse:
    """The whole page, its `part` alone for htmx, or the panel of one table. Tables of other rounds than these are drawn
    paler.
    """
    context = context | {"match_names": names}
    if table is not None:
        return _show_panel(request, overview, context | _allowed(request, event), table)
    opened = asked(request, "open")
    line = overview.line_of(int(opened)) if opened.isdecimal() and len(opened) < 10 else None
    tiles = overview_tiles(overview, opened=opened, rounds=rounds, rulings=rulings, matches=matches, names=names)
    common = {
        "club": event.club,
        "overview": overview,
        "tiles": replace(tiles, now=seated_for(event, tiles.now)),
        "line": line,
        "card": line.card if line else None,
        "backup": latest_backup(),
        "spare": spare_now(),
        "lacks_copy": has_nodes() and is_keeper(request.user) and copies() == 0,
        "registration": registration_list(event),
        "live_event": event,
        "revision": event.revision,
    }
    return render(
        request, part if request.htmx else part.partition("#")[0], context | common | _allowed(request, event)
    )


def _allowed(request: SignedInRequest, event: Event) -> dict[str, Any]:
    """What the desk's reader may do; and why most is closed to whoever does not direct."""
    roles = roles_in(request.user, event.club, event)
    rights = rights_of(roles)
    return {
        "event": event,
        "rights": rights,
        "closed": "" if Right.DIRECT in rights else closed_to(roles, Right.DIRECT),
    }


def _show_panel(request: SignedInRequest, overview: Overview, context: dict[str, Any], table: int) -> HttpResponse:
    line = overview.line_of(table)
    if line is None:
        raise Http404
    return render(request, "night/desk/_panel.html", context | {"line": line, "card": line.card})


def asked(request: SignedInRequest, name: str) -> str:
    """What the page says of itself with whatever it asks."""
    return request.POST.get(name) or request.GET.get(name, "")


def _show_tournament(request: SignedInRequest, event_id: int, *, table: int | None) -> HttpResponse:
    """The page, or its changing part for htmx."""
    page = tournament_desk(event_id, now=timezone.now())
    next_stage = page.first_step.next_stage
    stages = [progress.stage for progress in page.in_play] or ([next_stage] if next_stage else [])
    names = {
        table.id: by_match[table.match]
        for progress in page.in_play
        if (by_match := match_names(progress.bracket))
        for table in progress.tables
        if table.match
    }
    context = {
        "desk": page,
        "panel": "tournament/_desk_table.html",
        "progress": page.progress,
        "steps": [_step(number, part) for number, part in enumerate(page.steps)],
        "provisional": PROVISIONAL.items(),
        "plans": [stage_in_short(stage.format, stage.options) for stage in stages],
    }
    return show_desk(
        request,
        "tournament/desk.html#desk",
        page.event,
        page.overview,
        context,
        table=table,
        rounds=[progress.round.pk for progress in page.in_play if progress.round],
        rulings={pk: ruled_table.ruling for pk, ruled_table in page.tables.items()},
        matches={pk: desk_table.score for pk, desk_table in page.tables.items() if desk_table.score},
        names=names,
    )


def _step(number: int, part: DeskStep) -> dict[str, Any]:
    return {
        "part": part,
        "head": f"step-head-{number}" if number else "step-head",
        "level": [level_words(tie) for tie in part.level],
        "first": [(tie, first_words(tie)) for tie in part.first],
        "leader": leader_words(part.leader) if part.leader else "",
        "many_rounds": many_rounds_note(part.progress.meets_all_in) if part.progress else "",
    }


@require_safe
def desk(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk, right=Right.LOOK)
    return _desk(request, event)


@require_safe
def table(request: SignedInRequest, pk: int) -> HttpResponse:
    """What can be done at it: fetched when it is opened."""
    return _desk(request, table_to_direct(request.user, pk, right=Right.LOOK).event, table=pk)


@require_POST
def here(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = HereForm(request.POST, roster=players_of(event.club))

    def act() -> Done:
        came = night.mark_here(event_id=event.pk, actor=actor_of(request), **form.cleaned_data)
        return Done(done.came(len(came)), [("not-here", tuple(came))] if came else [])

    return attempt(request, event, form, act)


@require_POST
def left(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = LeftForm(request.POST)

    def act() -> Done:
        entrant = form.cleaned_data["entrant"]
        night.mark_left(event_id=event.pk, entrant_id=entrant, actor=actor_of(request))
        return Done(done.left(name_of(event.pk, entrant)), [("here", (entrant,))])

    return attempt(request, event, form, act)


@require_POST
def sit_down(request: SignedInRequest, pk: int) -> HttpResponse:
    """Who has come late, at a table that has not begun."""
    event = event_to_direct(request.user, pk)
    form = SitDownForm(request.POST)

    def act() -> Done:
        place = form.cleaned_data["place"]
        seats = night.sit_down(event_id=event.pk, actor=actor_of(request), **place)
        if note := cards_note(GAMES[event.game], event.game_rules, seats=seats):
            messages.warning(request, note)
        entrant, table = place["entrant_id"], place["table_id"]
        return Done(done.sat_down(name_of(event.pk, entrant)), [("get-up", (entrant, table))])

    return attempt(request, event, form, act)


@require_POST
def move(request: SignedInRequest, pk: int) -> HttpResponse:
    """To a free place at another table, or in exchange with somebody."""
    event = event_to_direct(request.user, pk)
    form = MoveForm(request.POST)

    def act() -> Done:
        seat, (kind, target), actor = form.cleaned_data["seat"], form.cleaned_data["to"], actor_of(request)
        if kind == "seat":
            night.exchange_seats(event_id=event.pk, first_id=seat, second_id=target, actor=actor)
            return Done(done.SEATS_EXCHANGED, [("exchange", (seat, target))])
        try:
            back = place_of(event, seat)
        except Seat.DoesNotExist as error:
            raise Http404 from error
        night.move_to_table(event_id=event.pk, seat_id=seat, table_id=target, actor=actor)
        return Done(done.SEATS_EXCHANGED, [("move", (seat, *back))])

    return attempt(request, event, form, act)


@require_POST
def resume(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = ResumeForm(request.POST)

    def act() -> Done:
        table = table_to_resume(request.user, form.cleaned_data["table"], event)
        life.resume_table(table_id=table.pk, event_id=event.pk, actor=actor_of(request))
        return Done(done.AT_TABLE["resume"], [("adjourn", (table.pk,))] if table.event == event else [])

    return attempt(request, event, form, act)


@require_POST
def finish(request: SignedInRequest, pk: int) -> HttpResponse:
    return _with_event(request, pk, night.finish_event, Done(done.EVENT_OVER, [("reopen-event", ())]))


@require_POST
def reopen(request: SignedInRequest, pk: int) -> HttpResponse:
    old_status = event_to_direct(request.user, pk, right=Right.RUN).status
    steps: list[Step] = [("discard-event" if old_status == Event.Status.DISCARDED else "finish-event", ())]
    return _with_event(request, pk, night.reopen_event, Done(done.EVENT_REOPENED, steps))


@require_POST
def end(request: SignedInRequest, pk: int) -> HttpResponse:
    return _with_table(request, pk, life.end_table, "end")


@require_POST
def adjourn(request: SignedInRequest, pk: int) -> HttpResponse:
    return _with_table(request, pk, life.adjourn_table, "adjourn")


@require_POST
def take_back(request: SignedInRequest, pk: int) -> HttpResponse:
    return _with_table(request, pk, life.take_back_table, "take-back")


@require_POST
def reopen_table(request: SignedInRequest, pk: int) -> HttpResponse:
    return _with_table(request, pk, life.reopen_table, "reopen")


@require_POST
def renew_link(request: SignedInRequest, pk: int) -> HttpResponse:
    return _with_table(request, pk, life.renew_pad_link, "renew-link")


@require_POST
def revoke_link(request: SignedInRequest, pk: int) -> HttpResponse:
    return _with_table(request, pk, life.revoke_pad_link, "revoke-link")


def _with_event(request: SignedInRequest, pk: int, service: Callable[..., object], message: Done) -> HttpResponse:
    event = event_to_direct(request.user, pk)

    def act() -> Done:
        service(event_id=event.pk, actor=actor_of(request))
        return message

    return attempt(request, event, None, act, anew=True)


def _with_table(request: SignedInRequest, pk: int, service: Callable[..., object], action: str) -> HttpResponse:
    table = table_to_direct(request.user, pk)
    old_status = str(table.status)

    def act() -> Done:
        service(table_id=table.pk, actor=actor_of(request))
        match = shown_match(table) if action == "end" else None
        text = done.game_ended(table, match) if match else done.at_table(action, table.number)
        return Done(text, steps_back(action, pk, before=old_status))

    return attempt(request, table.event, None, act, table=pk)


def attempt(
    request: SignedInRequest,
    event: Event,
    form: forms.Form | None,
    act: Callable[[], object],
    *,
    table: int | None = None,
    anew: bool = False,
) -> HttpResponse:
    """Do it if the form allows; what stands against it is said over the desk, at which the ``table`` stays open. The
    whole page comes ``anew`` where the event has begun or ended by that.
    """
    if form is not None and not form.is_valid():
        for errors in form.errors.values():
            messages.error(request, " ".join(map(str, errors)))
    else:
        try:
            tell(request, event, act())
        except Refused as refused:
            messages.error(request, refusal_text(refused))
    if request.htmx and anew:
        return HttpResponseClientRefresh()
    if request.htmx:
        return _desk(request, event)
    return redirect(reverse("desk", args=[event.pk]) + (f"?open={table}" if table else ""))


def _desk(request: SignedInRequest, event: Event, *, table: int | None = None) -> HttpResponse:
    """All of it, or what can be done at one table."""
    return DESKS[event.kind](request, event.pk, table=table)


def _show_night(request: SignedInRequest, event_id: int, *, table: int | None) -> HttpResponse:
    page = desk_page(event_id, now=timezone.now(), over=asked(request, "over"))
    game = GAMES[page.event.game]
    context = {
        "desk": page,
        "panel": "night/desk/_table.html",
        "sizes": size_choices(game, len(page.free) - page.held) or size_choices(game, len(page.free)),
    }
    return show_desk(request, "night/desk/desk.html#desk", page.event, page.overview, context, table=table)


class ShowDesk(Protocol):
    """How the desk of one kind of event is shown. Whoever calls has asked whether the user may direct."""

    def __call__(self, request: SignedInRequest, event_id: int, *, table: int | None) -> HttpResponse: ...


DESKS: Mapping[str, ShowDesk] = {Event.Kind.CLUB_NIGHT: _show_night, Event.Kind.TOURNAMENT: _show_tournament}
