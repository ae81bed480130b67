"""A round before it is published: looked at, changed by hand, step by step undone."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.functional import Promise
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from tournaments.forms.stage.preview import ExchangeForm, PickForm, PinForm, PreviewForm, SeatForm
from tournaments.models import Round
from tournaments.permissions import round_to_direct
from tournaments.selectors.stage.round_preview import PlacedSeat, PreviewTable, RoundPreview, round_preview
from tournaments.services.refusals import Refused
from tournaments.services.stage import preview as services
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.done import DRAW_DISCARDED
from tournaments.words.refusals import refusal_text
from tournaments.words.stage.rounds import fault_words, step_words


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
def undo(request: SignedInRequest, pk: int) -> HttpResponse:
    return _change(request, pk, PreviewForm(request.POST), services.undo_in_preview)


@require_POST
def discard(request: SignedInRequest, pk: int) -> HttpResponse:
    return _change(request, pk, PreviewForm(request.POST), services.discard_preview, said=DRAW_DISCARDED)


@dataclass(frozen=True)
class Selection:
    """Whom the director has in mind: nobody, the first of two, or ``several``."""

    people: list[PlacedSeat]
    several: bool

    @property
    def ids(self) -> list[int]:
        return [each.seat.entrant_id for each in self.people]

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
    request: SignedInRequest, pk: int, form: forms.Form, service: Callable[..., None], *, said: str | Promise = ""
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
        if said:
            messages.success(request, str(said))
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
    return render(
        request, "stage/round/round_preview.html#preview" if request.htmx else "stage/round/round_preview.html", context
    )


def _selection(form: PickForm, page: RoundPreview) -> Selection:
    """Who has no place here any more is passed over."""
    if not form.is_valid():
        return Selection([], several=False)
    asked = form.cleaned_data
    several = asked["several"] or bool(asked["pick"])
    ids = asked["pick"] if several else [asked["first"]]
    at_table = [who for who, each in page.people.items() if several and each.table and each.table == asked["table"]]
    toggled = at_table or [asked["toggle"]] if several else []
    if set(ids).issuperset(toggled):
        ids = [who for who in ids if who not in toggled]
    else:
        ids = list(dict.fromkeys([*ids, *toggled]))
    return Selection([page.people[who] for who in ids if who in page.people], several=several)


def _takes(page: RoundPreview, table: PreviewTable, selection: Selection) -> bool:
    """Whether those who are picked, or some of them, can come to this table."""
    there = {seat.entrant_id for seat in table.seats}
    return (
        not page.bracket and not there.issuperset(selection.ids) and len(there.union(selection.ids)) <= page.most_seats
    )
