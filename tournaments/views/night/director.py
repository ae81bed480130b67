"""What the director does for a whole evening: drawing the tables, ending them, undoing the latest step, and messages to
the tables.
"""

import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from scoring.games import GAMES
from tournaments.formats.seating import NotEnoughPeople, seat_at_random, seat_in_order, seat_with_others, table_sizes
from tournaments.forms.desk import (
    AgainForm,
    AnswerForm,
    ClosingForm,
    DrawForm,
    MessageForm,
    SeatingForm,
    StandsForm,
    StepsForm,
)
from tournaments.models import Entrant, Event
from tournaments.permissions import Right, event_to_direct, require, seat_to_direct, table_to_direct
from tournaments.selectors.head_to_head import seat_by_the_year
from tournaments.selectors.night.desk import (
    AdjournedTable,
    DrawnTables,
    adjourned_tables,
    closing,
    free_entrants,
    free_numbers,
    met_lately,
    numbers_in_use,
)
from tournaments.selectors.night.standings import standing_order
from tournaments.selectors.teams import as_mates
from tournaments.services.desk.actions import close_tables, open_again
from tournaments.services.desk.actions import no_show as mark_no_show
from tournaments.services.desk.undo import SHOWN_FIRST, Step, changes_event
from tournaments.services.desk.undo import undo as undo_steps
from tournaments.services.night import answer_call_with, discard_event, open_tables, send_message
from tournaments.services.refusals import Refused
from tournaments.services.table.confirmations import rule
from tournaments.views.desk import Done, attempt, tell
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words import done
from tournaments.words.done import MESSAGE_SENT, at_table, tables_opened
from tournaments.words.night import adjourned_lines
from tournaments.words.refusals import refusal_text
from tournaments.words.table.corrections import director_comes


@require_POST
def undo(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = StepsForm(request.POST, event_id=pk)
    if not form.is_valid():
        raise Http404
    steps = form.cleaned_data["steps"]
    if steps[0][0] == SHOWN_FIRST:
        return _shown_first(request, steps[0][1][0])
    if changes_event(steps):
        require(Right.RUN, request.user, event.club, event)

    def act() -> Done:
        undo_steps(event_id=event.pk, steps=steps, actor=actor_of(request))
        return Done(done.UNDONE_AT_DESK)

    answer = attempt(request, event, None, act, anew=changes_event(steps))
    page = form.cleaned_data["page"]
    return redirect(page, event.pk) if page in ("entrants", "registration", "teams") else answer


def _shown_first(request: SignedInRequest, table: int) -> HttpResponse:
    page = f"{reverse('table-correct', args=[table])}?undo=1"
    return HttpResponseClientRedirect(page) if request.htmx else redirect(page)


@require_POST
def no_show(request: SignedInRequest, pk: int) -> HttpResponse:
    seat = seat_to_direct(request.user, pk)

    def act() -> Done:
        steps = mark_no_show(seat_id=pk, reason=str(done.NO_SHOW), actor=actor_of(request))
        return Done(done.no_show_told(seat.player.name), steps)

    return attempt(request, seat.table.event, None, act, table=seat.table_id)


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: SignedInRequest, pk: int) -> HttpResponse:
    """Ends all tables, and a club night with them; where something is open it is decided here table by table."""
    event = event_to_direct(request.user, pk)
    closing_page = closing(event, now=timezone.now())
    ends_event = not event.has_rounds
    has_something_to_end = ends_event or closing_page.is_something
    if event.status != Event.Status.OPEN or not has_something_to_end:  # a second click, or another director
        return redirect("desk", event.pk)
    form = ClosingForm(
        request.POST if request.method == "POST" else None, playing=closing_page.playing, stopped=closing_page.stopped
    )
    if form.is_bound and form.is_valid():
        try:
            steps = close_tables(
                event_id=event.pk,
                tables=form.tables,
                stand=form.stand,
                finish=ends_event,
                actor=actor_of(request),
            )
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            tell(request, event, Done(done.tables_closed(len(form.tables), over=ends_event), steps))
            return redirect("desk", event.pk)
    context = {"event": event, "club": event.club, "form": form, "closing": closing_page}
    return render(request, "night/closing.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def again(request: SignedInRequest, pk: int) -> HttpResponse:
    """Opens an event like this one: posted without fields, under its name and today."""
    like = event_to_direct(request.user, pk, right=Right.RUN)
    initial = {"name": like.name, "date": timezone.localdate()}
    form = AgainForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_bound and form.is_valid():
        return redirect("desk", open_again(event_id=pk, actor=actor_of(request), **form.cleaned_data).pk)
    return render(request, "night/again.html", {"event": like, "club": like.club, "form": form})


@require_POST
def discard(request: SignedInRequest, pk: int) -> HttpResponse:
    """Discards an event that was opened by mistake."""
    event = event_to_direct(request.user, pk, right=Right.RUN)
    try:
        tables = discard_event(event_id=event.pk, actor=actor_of(request))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    else:
        back: list[Step] = [("reopen-event", ()), *(("reopen", (table,)) for table in tables)]
        tell(request, event, Done(done.EVENT_DISCARDED, back))
    return redirect("desk", event.pk)


BY_SEED = ("others", "year", "random")


@require_http_methods(["GET", "HEAD", "POST"])
def seating(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    free = free_entrants(event)
    if request.method == "POST":
        return _open(request, event, free)
    draw = DrawForm(request.GET)
    if not draw.is_valid():
        raise Http404
    choice = draw.cleaned_data
    if choice["how"] in BY_SEED and choice["seed"] is None:
        return redirect(_with_seed(event, request.GET))
    try:
        adjourned = adjourned_tables(event, free)
        drawn = _draw_beside(event, free, adjourned, choice)
    except NotEnoughPeople:
        return redirect("desk", event.pk)
    return _show(request, event, drawn, adjourned)


def _open(request: SignedInRequest, event: Event, free: list[Entrant]) -> HttpResponse:
    form = SeatingForm(request.POST, free=free, taken=numbers_in_use(event))
    if form.is_valid():
        data = form.cleaned_data
        how = {"how": data["how"], "seed": data["seed"]}
        arguments = {"groups": data["groups"], "numbers": data["numbers"], "how": how}
        try:
            tables = open_tables(event_id=event.pk, actor=actor_of(request), **arguments)
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            tell(request, event, Done(tables_opened(len(tables)), [("take-back", (table.pk,)) for table in tables]))
            return redirect("desk", event.pk)
    if len(free) < GAMES[event.game].min_seats:  # another director, or a second click, was quicker
        messages.error(request, " ".join(map(str, form.non_field_errors())))
        return redirect("desk", event.pk)
    return _show(request, event, form.drawn(), adjourned_tables(event, free), errors=form.non_field_errors())


def _show(
    request: SignedInRequest,
    event: Event,
    drawn: DrawnTables,
    adjourned: Sequence[AdjournedTable],
    errors: object = (),
) -> HttpResponse:
    game = GAMES[event.game]
    context = {
        "event": event,
        "club": event.club,
        "drawn": drawn,
        "size": request.GET.get("size", game.max_seats),
        "game": game,
        "adjourned": adjourned_lines(adjourned),
        "errors": errors,
    }
    return render(request, "night/desk/seating.html", context)


def _draw_beside(
    event: Event, free: list[Entrant], adjourned: Iterable[AdjournedTable], choice: dict[str, Any]
) -> DrawnTables:
    """Whoever sits at an adjourned table that can play on waits for that."""
    waiting = {entrant.pk for table in adjourned if table.is_ready for entrant in table.free}
    rest = [entrant for entrant in free if entrant.pk not in waiting]
    if not waiting or choice["how"] == "by-hand":
        return _draw(event, free, **choice)
    if len(rest) < GAMES[event.game].min_seats:
        return DrawnTables("by-hand", None, free_numbers(numbers_in_use(event), wanted=1), [], free)
    drawn = _draw(event, rest, **choice)
    return replace(drawn, waiting=[*drawn.waiting, *(entrant for entrant in free if entrant.pk in waiting)])


def _draw(event: Event, free: list[Entrant], *, how: str, size: int, seed: int | None) -> DrawnTables:
    game = GAMES[event.game]
    sizes = table_sizes(len(free), smallest=game.min_seats, largest=game.max_seats, preferred=min(size, game.max_seats))
    numbers = free_numbers(numbers_in_use(event), wanted=len(sizes) + 1)
    if how == "by-hand":
        return DrawnTables(how, None, numbers, [[] for _size in sizes], free)
    if how == "standings":
        order = {player: place for place, player in enumerate(standing_order(event))}
        ranked = sorted(free, key=lambda entrant: order.get(entrant.player_id, len(order)))
        return DrawnTables(how, None, numbers, seat_in_order(ranked, sizes), [])
    if how == "others" or (how == "random" and event.has_teams):
        met = met_lately(event) if how == "others" else Counter[frozenset[int]]()
        seated = seat_with_others(free, sizes, met=partial(_met, met), seed=seed or 0)
        return DrawnTables(how, seed, numbers, seated, [])
    if how == "year":
        return DrawnTables(how, seed, numbers, seat_by_the_year(event, free, sizes, seed=seed or 0), [])
    return DrawnTables(how, seed, numbers, seat_at_random(free, sizes, seed=seed or 0), [])


def _met(met: Mapping[frozenset[int], int], one: Entrant, other: Entrant) -> int:
    return met[frozenset((one.player_id, other.player_id))] + as_mates(one, other)


def _with_seed(event: Event, asked: QueryDict) -> str:
    query = asked.copy()
    query["seed"] = str(secrets.randbelow(2**31))
    return f"{reverse('desk-seating', args=[event.pk])}?{query.urlencode()}"


@require_POST
def answer(request: SignedInRequest, pk: int) -> HttpResponse:
    """Ends a table's call. A director who is on the way says so to the table."""
    table = table_to_direct(request.user, pk, right=Right.RULE)
    form = AnswerForm(request.POST)

    def act() -> Done:
        coming = form.cleaned_data["answer"] == "coming"
        answer_call_with(table_id=table.pk, text=director_comes() if coming else "", actor=actor_of(request))
        return Done(at_table("coming" if coming else "settled", table.number))

    return attempt(request, table.event, form, act, table=pk)


@require_POST
def stands(request: SignedInRequest, pk: int) -> HttpResponse:
    """The ruling on a dispute, or on a table nobody confirms: it stands as recorded."""
    table = table_to_direct(request.user, pk, right=Right.RULE)
    form = StandsForm(request.POST)

    def act() -> Done:
        rule(table_id=table.pk, reason=form.cleaned_data["reason"], actor=actor_of(request))
        return Done(at_table("stands", table.number))

    return attempt(request, table.event, form, act, table=pk)


@require_POST
def message(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = MessageForm(request.POST)

    def act() -> Done:
        send_message(event_id=event.pk, actor=actor_of(request), **form.said)
        return Done(MESSAGE_SENT)

    to = form.said["table_id"] if form.is_valid() else None
    return attempt(request, event, form, act, table=to)
