"""The director's desk, and its actions on a club night. Every action answers with the desk as it is afterwards."""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from scoring.games import GAMES
from tournaments.forms.night.desk import HereForm, LeftForm, MoveForm, ResumeForm, SitDownForm
from tournaments.models import Event
from tournaments.permissions import event_to_direct, table_to_direct
from tournaments.selectors.club.clubs import players_of
from tournaments.selectors.night.desk import desk as desk_page
from tournaments.selectors.night.seating import size_choices
from tournaments.services.night import nights, seating
from tournaments.services.refusals import Refused
from tournaments.services.table import life
from tournaments.views.desk import asked, show_desk
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.views.tournament.desk import show_tournament
from tournaments.words.games import cards_note
from tournaments.words.refusals import refusal_text


@require_safe
def desk(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    return _desk(request, event)


@require_safe
def table(request: SignedInRequest, pk: int) -> HttpResponse:
    """What can be done at it: fetched when it is opened."""
    return _desk(request, table_to_direct(request.user, pk).event, table=pk)


@require_POST
def here(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = HereForm(request.POST, roster=players_of(event.club))

    def act() -> None:
        nights.mark_here(event_id=event.pk, actor=actor_of(request), **form.cleaned_data)

    return attempt(request, event, form, act)


@require_POST
def left(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = LeftForm(request.POST)

    def act() -> None:
        nights.mark_left(event_id=event.pk, entrant_id=form.cleaned_data["entrant"], actor=actor_of(request))

    return attempt(request, event, form, act)


@require_POST
def sit_down(request: SignedInRequest, pk: int) -> HttpResponse:
    """Who has come late, at a table that has not begun."""
    event = event_to_direct(request.user, pk)
    form = SitDownForm(request.POST)

    def act() -> None:
        seats = seating.sit_down(event_id=event.pk, actor=actor_of(request), **form.cleaned_data["place"])
        if note := cards_note(GAMES[event.game], event.game_rules, seats=seats):
            messages.warning(request, note)

    return attempt(request, event, form, act)


@require_POST
def move(request: SignedInRequest, pk: int) -> HttpResponse:
    """To a free place at another table, or in exchange with somebody."""
    event = event_to_direct(request.user, pk)
    form = MoveForm(request.POST)

    def act() -> None:
        seat, (kind, target), actor = form.cleaned_data["seat"], form.cleaned_data["to"], actor_of(request)
        if kind == "table":
            seating.move_to_table(event_id=event.pk, seat_id=seat, table_id=target, actor=actor)
        else:
            seating.exchange_seats(event_id=event.pk, first_id=seat, second_id=target, actor=actor)

    return attempt(request, event, form, act)


@require_POST
def resume(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = ResumeForm(request.POST)

    def act() -> None:
        life.resume_table(table_id=form.cleaned_data["table"], event_id=event.pk, actor=actor_of(request))

    return attempt(request, event, form, act)


@require_POST
def finish(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    return attempt(request, event, None, lambda: nights.finish_event(event_id=event.pk, actor=actor_of(request)))


@require_POST
def reopen(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    return attempt(request, event, None, lambda: nights.reopen_event(event_id=event.pk, actor=actor_of(request)))


@require_POST
def end(request: SignedInRequest, pk: int) -> HttpResponse:
    return _with_table(request, pk, life.end_table)


@require_POST
def adjourn(request: SignedInRequest, pk: int) -> HttpResponse:
    return _with_table(request, pk, life.adjourn_table)


@require_POST
def take_back(request: SignedInRequest, pk: int) -> HttpResponse:
    return _with_table(request, pk, life.take_back_table)


@require_POST
def reopen_table(request: SignedInRequest, pk: int) -> HttpResponse:
    return _with_table(request, pk, life.reopen_table)


@require_POST
def renew_link(request: SignedInRequest, pk: int) -> HttpResponse:
    return _with_table(request, pk, life.renew_pad_link)


@require_POST
def revoke_link(request: SignedInRequest, pk: int) -> HttpResponse:
    return _with_table(request, pk, life.revoke_pad_link)


def _with_table(request: SignedInRequest, pk: int, service: Callable[..., object]) -> HttpResponse:
    table = table_to_direct(request.user, pk)
    return attempt(request, table.event, None, lambda: service(table_id=table.pk, actor=actor_of(request)), table=pk)


def attempt(
    request: SignedInRequest,
    event: Event,
    form: forms.Form | None,
    act: Callable[[], object],
    *,
    table: int | None = None,
) -> HttpResponse:
    """Do it if the form allows; what stands against it is said above the desk, at which the ``table`` stays open."""
    if form is not None and not form.is_valid():
        for errors in form.errors.values():
            messages.error(request, " ".join(map(str, errors)))
    else:
        try:
            act()
        except Refused as refused:
            messages.error(request, refusal_text(refused))
    if request.htmx:
        return _desk(request, event)
    return redirect(reverse("desk", args=[event.pk]) + (f"?open={table}" if table else ""))


def _desk(request: SignedInRequest, event: Event, *, table: int | None = None) -> HttpResponse:
    """All of it, or what can be done at one table."""
    show = show_tournament if event.kind == Event.Kind.TOURNAMENT else _show_night
    return show(request, event.pk, table=table)


def _show_night(request: SignedInRequest, event_id: int, *, table: int | None) -> HttpResponse:
    page = desk_page(event_id, now=timezone.now(), over=asked(request, "over"))
    context = {
        "desk": page,
        "panel": "night/desk/_table.html",
        "sizes": size_choices(GAMES[page.event.game], len(page.free)),
    }
    return show_desk(request, "night/desk/desk.html#desk", page.event, page.overview, context, table=table)
