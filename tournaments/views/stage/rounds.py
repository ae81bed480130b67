"""A round of a tournament: drawn, changed by hand, published, timed and taken back; and who will not sit down in it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.functional import Promise
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from tournaments.forms.stage.entrants import ByesForm, LeaveForm
from tournaments.forms.stage.rounds import (
    ClockForm,
    ExchangeForm,
    ExtraForm,
    PickForm,
    PinForm,
    PreviewForm,
    ProvisionalForm,
    PublishForm,
    SeatForm,
)
from tournaments.models import ByeRequest, Entrant, Event, Round
from tournaments.permissions import Right, round_to_direct, stage_to_direct, table_to_direct, tournament_to_direct
from tournaments.selectors.stage.entrants import byes_page, leaving_page, still_sits_at
from tournaments.selectors.stage.history import why_page
from tournaments.selectors.stage.rounds import PlacedSeat, PreviewTable, RoundPreview, round_preview
from tournaments.services.desk.undo import status_back
from tournaments.services.refusals import Refused
from tournaments.services.stage import entrants, rounds
from tournaments.services.stage import preview as services
from tournaments.services.stage.planning import request_byes
from tournaments.views.desk import Done, attempt, tell
from tournaments.views.requests import Request, SignedInRequest, actor_of, visited
from tournaments.words import done
from tournaments.words.done import DRAW_DISCARDED, SAVED, plays_no_more
from tournaments.words.refusals import refusal_text
from tournaments.words.stage.plans import bye_limits
from tournaments.words.stage.rounds import fault_words, leaving_rows, step_words
from tournaments.words.stage.why import stage_words


@require_POST
def draw(request: SignedInRequest, pk: int) -> HttpResponse:
    stage = stage_to_direct(request.user, pk)
    counted = ProvisionalForm(request.POST).counted
    try:
        round_ = rounds.draw_round(stage_id=stage.pk, actor=actor_of(request), provisional=counted)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("desk", stage.event_id)
    return redirect("round", round_.pk)


@require_POST
def publish(request: SignedInRequest, pk: int) -> HttpResponse:
    round_ = round_to_direct(request.user, pk)
    form = PublishForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors.get("minutes", ()))))
        return redirect("round", pk)
    try:
        rounds.publish_round(round_id=pk, actor=actor_of(request), **form.cleaned_data)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("round", pk)
    tell(request, round_.stage.event, Done(done.round_published(round_.number), [("unpublish", (pk,))]))
    return redirect("desk", round_.stage.event_id)


@require_POST
def undo(request: SignedInRequest, pk: int) -> HttpResponse:
    round_ = round_to_direct(request.user, pk)

    def act() -> Done:
        rounds.undo_round(round_id=pk, actor=actor_of(request))
        return Done(done.round_taken_back(round_.number))

    return attempt(request, round_.stage.event, None, act)


@require_POST
def clock(request: SignedInRequest, pk: int) -> HttpResponse:
    """Minutes written beside the buttons count whichever of them is pressed."""
    round_ = round_to_direct(request.user, pk)
    form = ClockForm(request.POST)

    def act() -> Done:
        before = rounds.clock_marks(round_) if round_.published_at else ()
        left = rounds.change_clock(round_id=pk, actor=actor_of(request), **form.cleaned_data)
        back = [("clock", (pk, *before, *left))] if before else []
        return Done(done.CLOCK[form.cleaned_data["action"]], back)

    return attempt(request, round_.stage.event, form, act)


@require_POST
def extra_time(request: SignedInRequest, pk: int) -> HttpResponse:
    table = table_to_direct(request.user, pk, right=Right.RULE)
    form = ExtraForm(request.POST)

    def act() -> Done:
        minutes, before = form.cleaned_data["minutes"], int(table.extra_minutes)
        rounds.give_extra_time(table_id=pk, minutes=minutes, actor=actor_of(request))
        return Done(done.extra_time(table.number, minutes), [("extra-time", (pk, before, minutes))])

    return attempt(request, table.event, form, act, table=pk)


@require_safe
def preview(request: SignedInRequest, pk: int) -> HttpResponse:
    return _show(request, round_to_direct(request.user, pk), PickForm(request.GET))


@require_POST
def exchange(request: SignedInRequest, pk: int) -> HttpResponse:
    return _change(request, pk, ExchangeForm(request.POST), services.exchange_in_preview)


@require_POST
def seat(request: SignedInRequest, pk: int) -> HttpResponse:
    return _change(request, pk, SeatForm(request.POST), services.seat_in_preview)


@require_POST
def pin(request: SignedInRequest, pk: int) -> HttpResponse:
    return _change(request, pk, PinForm(request.POST), services.pin_in_preview)


@require_POST
def redraw(request: SignedInRequest, pk: int) -> HttpResponse:
    return _change(request, pk, PreviewForm(request.POST), services.redraw_preview)


@require_POST
def undo_exchange(request: SignedInRequest, pk: int) -> HttpResponse:
    return _change(request, pk, PreviewForm(request.POST), services.undo_in_preview)


@require_POST
def discard(request: SignedInRequest, pk: int) -> HttpResponse:
    return _change(request, pk, PreviewForm(request.POST), services.discard_preview, message=DRAW_DISCARDED)


@dataclass(frozen=True)
class Selection:
    """Whom the director has in mind: nobody, the first of two, or ``several``."""

    people: list[PlacedSeat]
    several: bool

    @property
    def ids(self) -> list[int]:
        return [person.seat.entrant_id for person in self.people]

    @property
    def query(self) -> str:
        """Of the address at which they are picked."""
        if not self.several:
            return f"?{urlencode({'first': self.ids[0]})}" if self.people else ""
        return "?" + urlencode({"several": 1, "pick": self.ids}, doseq=True)

    @property
    def first(self) -> PlacedSeat | None:
        return self.people[0] if self.people and not self.several else None


def _change(
    request: SignedInRequest, pk: int, form: forms.Form, service: Callable[..., None], *, message: str | Promise = ""
) -> HttpResponse:
    """Who was picked for what is refused stays picked."""
    round_to_direct(request.user, pk)
    picked = PickForm()
    try:
        if not form.is_valid():
            raise Refused("list-changed")  # noqa: TRY301 - said like what the service says
        service(round_id=pk, actor=actor_of(request), **form.cleaned_data)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        picked = PickForm(request.POST)
    else:
        if message:
            messages.success(request, str(message))
    if request.htmx:
        return _show(request, round_to_direct(request.user, pk), picked)
    return redirect("round", pk)


def _show(request: SignedInRequest, round_: Round, picked: PickForm) -> HttpResponse:
    event = round_.stage.event
    if round_.status != Round.Status.PREVIEW:
        desk = resolve_url("desk", event.pk)
        return HttpResponseClientRedirect(desk) if request.htmx else redirect(desk)
    page = round_preview(round_)
    selection = _selection(picked, page)
    context = {
        "page": page,
        "round": round_,
        "selection": selection,
        "tables": [
            (table, [fault_words(fault, page.names) for fault in table.faults], _takes(page, table, selection))
            for table in page.tables
        ],
        "may_go": page.left.issuperset(selection.ids),
        "faults": [fault_words(fault, page.names) for fault in page.faults],
        "last_step": page.last_step and step_words(page.last_step, page.names),
        "event": event,
        "club": event.club,
        "live_event": event,
        "revision": event.revision,
    }
    return render(request, "stage/round_preview.html#preview" if request.htmx else "stage/round_preview.html", context)


def _selection(form: PickForm, page: RoundPreview) -> Selection:
    """Who has no place here any more is passed over."""
    if not form.is_valid():
        return Selection([], several=False)
    data = form.cleaned_data
    several = data["several"] or bool(data["pick"])
    ids = data["pick"] if several else [data["first"]]
    at_table = [
        who for who, person in page.people.items() if several and person.table and person.table == data["table"]
    ]
    toggled = at_table or [data["toggle"]] if several else []
    if set(ids).issuperset(toggled):
        ids = [who for who in ids if who not in toggled]
    else:
        ids = list(dict.fromkeys([*ids, *toggled]))
    return Selection([page.people[who] for who in ids if who in page.people], several=several)


def _takes(page: RoundPreview, table: PreviewTable, selection: Selection) -> bool:
    """Whether those who are picked, or some of them, can come to this table."""
    seated = {seat.entrant_id for seat in table.seats}
    return (
        not page.bracket
        and not seated.issuperset(selection.ids)
        and len(seated.union(selection.ids)) <= page.most_seats
    )


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
    return render(request, "stage/byes.html", context)


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
        initial = {"results": data.get("results", "")}
        given: dict[str, Any] = {"event_id": event, "entrant_id": pk, "actor": actor_of(request), **initial}
        if data["status"] == Entrant.Status.EXPELLED:
            entrants.expel(**given, reason=data["reason"])
        else:
            entrants.withdraw(**given)

    back = [status_back(page.entrant)] if form.is_bound else []
    if _done(form, act):
        table = still_sits_at(page.entrant)
        tell(request, tournament, Done(plays_no_more(page.entrant.player.name, table=table), back))
        return redirect("entrants", event)
    context = {
        "event": tournament,
        "club": tournament.club,
        "page": page,
        "rows": leaving_rows(page.lines),
        "form": form,
    }
    return render(request, "stage/leave.html", context)


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


@login_not_required
@require_safe
@visited("event")
def why(request: Request, event: int, pk: int) -> HttpResponse:
    try:
        page = why_page(event, pk)
    except (Event.DoesNotExist, Entrant.DoesNotExist) as error:
        raise Http404 from error
    context = {
        "event": page.event,
        "club": page.event.club,
        "rights": request.seen.rights,
        "entrant": page.entrant,
        "stages": [stage_words(stage, page.stages) for stage in page.stages],
        "live_event": page.event,
        "revision": page.revision,
    }
    return render(request, "stage/why.html#stages" if request.htmx else "stage/why.html", context)
