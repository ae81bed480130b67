"""Correcting a table from the desk: at once where nothing rests on it, else after a preview of what moves."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from tournaments.forms.stage.rounds import ConfirmForm, ForfeitForm, PlacesForm, SaveForm
from tournaments.forms.table import DealForm, deal_form
from tournaments.live.parts import tens_of
from tournaments.models import Table
from tournaments.permissions import Right, table_to_direct
from tournaments.selectors.stage.places import RulingPage, ruling_page
from tournaments.selectors.table.deals import read_deal
from tournaments.selectors.table.page import DealLine
from tournaments.services.refusals import Refused
from tournaments.services.stage.late_corrections import (
    Change,
    DealChange,
    ForfeitChange,
    PlacesChange,
    UndoChange,
    correct_late,
    preview,
)
from tournaments.services.table.deals import correct_deal
from tournaments.simulations import reckoned
from tournaments.views.desk import Done, tell
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.done import CORRECTED, UNDONE_AT_DESK, deal_corrected
from tournaments.words.errors import collision_sentence, error_sentence
from tournaments.words.refusals import refusal_text
from tournaments.words.stage.rounds import late_ruling_words, moves_page
from tournaments.words.table.corrections import ChangedDeal, changed_deal
from tournaments.words.table.deals import entered_words, shown_deals


@dataclass
class CorrectRequest:
    """One request about one table."""

    request: SignedInRequest
    table: Table
    ruling: RulingPage

    @property
    def context(self) -> dict[str, Any]:
        page = self.ruling.page
        return {"ruling": self.ruling, "page": page, "table": page.table, "event": page.event, "club": page.event.club}

    def show(self, template: str, **more: object) -> HttpResponse:
        return render(self.request, f"stage/{template}.html", self.context | more)


@require_http_methods(["GET", "HEAD", "POST"])
def table_correct(request: SignedInRequest, pk: int) -> HttpResponse:
    table = table_to_direct(request.user, pk, right=Right.RULE)
    desk = CorrectRequest(request, table, ruling_page(table.pk))
    if request.method == "POST":
        steps: dict[str, Callable[[CorrectRequest], HttpResponse]] = {
            "deal": _deal,
            "void": _void,
            "places": _places,
            "forfeit": _forfeit,
            "apply": _apply,
        }
        return steps.get(request.POST.get("step", ""), _choose)(desk)
    if "undo" in request.GET:
        return _undo(desk)
    return _deal(desk) if "deal" in request.GET else _choose(desk)


def _choose(
    desk: CorrectRequest, *, places: PlacesForm | None = None, forfeit: ForfeitForm | None = None
) -> HttpResponse:
    page = desk.ruling.page
    return desk.show(
        "correct",
        deals=shown_deals(page, now=timezone.now()),
        tens=tens_of(page),
        save=_save_form(desk),
        places=places or _places_form(desk),
        forfeit=forfeit or ForfeitForm(names=page.names, with_reason=False),
    )


def _deal(desk: CorrectRequest) -> HttpResponse:
    """The form of one deal; posted, the correction of it."""
    page, posted = desk.ruling.page, desk.request.POST or None
    line = _line(desk)
    form = deal_form(page, deal=line.standing, data=posted)
    save = _save_form(desk, posted)
    if form.is_bound and form.is_valid():
        try:
            change = DealChange(line.number, form.as_payload(), uuid4())
            if desk.ruling.has_later_round:
                return _look(desk, change)
            if save.is_valid():
                return _at_once(desk, change, save)
        except ScoringError as error:
            form.add_scoring_error(error, page, number=line.number)
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
    return _show_deal(desk, line, form, save)


def _show_deal(desk: CorrectRequest, line: DealLine, form: DealForm, save: SaveForm) -> HttpResponse:
    shown = next(deal for deal in shown_deals(desk.ruling.page, now=timezone.now()) if deal.number == line.number)
    return desk.show("correct_deal", deal=shown, form=form, save=save)


def _void(desk: CorrectRequest) -> HttpResponse:
    change = DealChange(_line(desk).number, None, uuid4())
    save = _save_form(desk, desk.request.POST)
    try:
        if desk.ruling.has_later_round:
            return _look(desk, change)
        if save.is_valid():
            return _at_once(desk, change, save)
    except ScoringError as error:
        messages.error(desk.request, _collision(desk, error))
    except Refused as refused:
        messages.error(desk.request, refusal_text(refused))
    return redirect("table-correct", desk.table.pk)


def _places(desk: CorrectRequest) -> HttpResponse:
    form = _places_form(desk, desk.request.POST)
    if form.is_valid():
        return _rule(desk, form, PlacesChange(tuple(form.cleaned_data["places"])))
    return _choose(desk, places=form)


def _forfeit(desk: CorrectRequest) -> HttpResponse:
    form = ForfeitForm(desk.request.POST, names=desk.ruling.page.names, with_reason=False)
    if form.is_valid():
        return _rule(desk, form, ForfeitChange(tuple(form.cleaned_data["seats"])))
    return _choose(desk, forfeit=form)


def _undo(desk: CorrectRequest) -> HttpResponse:
    """What undoing the latest change would move."""
    try:
        return _look(desk, UndoChange(desk.ruling.page.table.revision, uuid4()))
    except Refused as refused:
        messages.error(desk.request, refusal_text(refused))
    return redirect("table-correct", desk.table.pk)


def _rule(desk: CorrectRequest, form: PlacesForm | ForfeitForm, change: Change) -> HttpResponse:
    if not desk.ruling.has_later_round:
        return redirect("table-ruling", desk.table.pk)
    try:
        return _look(desk, change)
    except Refused as refused:
        form.add_error(None, refusal_text(refused))
    return _choose(desk, places=form) if isinstance(form, PlacesForm) else _choose(desk, forfeit=form)


def _look(desk: CorrectRequest, change: Change, *, form: ConfirmForm | None = None) -> HttpResponse:
    """What moves, before anything does."""
    impact = preview(table_id=desk.table.pk, change=change, actor=actor_of(desk.request), reckon=reckoned)
    undoes = isinstance(change, UndoChange)
    reason = UNDONE_AT_DESK if undoes else ""
    form = form or ConfirmForm(initial={"change": change, "seen": impact.seal, "reason": reason})
    form.offer(impact)
    return desk.show(
        "correct_moves",
        form=form,
        impact=impact,
        moves=moves_page(impact),
        obstacle=refusal_text(impact.obstacle) if impact.obstacle else "",
        undoes=undoes,
        ruled=late_ruling_words(change, desk.ruling.page.names),
        deals=_changed_deals(desk, change),
    )


def _changed_deals(desk: CorrectRequest, change: Change) -> list[ChangedDeal]:
    if not isinstance(change, DealChange):
        return []
    page = desk.ruling.page
    deal = read_deal(page.event.game, change.payload, seats=len(page.names))
    return [changed_deal(page, change.number, deal)]


def _apply(desk: CorrectRequest) -> HttpResponse:
    """The last word: if what moves is still what was seen, the correction is made."""
    form = ConfirmForm(desk.request.POST)
    valid, change = form.is_valid(), form.cleaned_data.get("change")
    if change is None:
        messages.error(desk.request, " ".join(map(str, form.errors.get("change", []))))
        return redirect("table-correct", desk.table.pk)
    try:
        return _make(desk, form) if valid else _look(desk, change, form=form)
    except ScoringError as error:
        messages.error(desk.request, _collision(desk, error))
    except Refused as refused:
        messages.error(desk.request, refusal_text(refused))
    return redirect("table-correct", desk.table.pk)


def _make(desk: CorrectRequest, form: ConfirmForm) -> HttpResponse:
    try:
        correct_late(table_id=desk.table.pk, actor=actor_of(desk.request), reckon=reckoned, **form.cleaned_data)
    except Refused as refused:
        if refused.code != "stale":
            raise
        messages.error(desk.request, refusal_text(refused))
        return _look(desk, form.cleaned_data["change"])
    tell(desk.request, desk.table.event, Done(CORRECTED, [("correct-back", (desk.table.pk,))]))
    return redirect("desk", desk.table.event_id)


def _at_once(desk: CorrectRequest, change: DealChange, save: SaveForm) -> HttpResponse:
    correct_deal(
        table_id=desk.table.pk,
        number=change.number,
        payload=change.payload,
        client_id=change.client_id,
        base_revision=save.cleaned_data["revision"],
        actor=actor_of(desk.request),
        reason=save.cleaned_data["reason"],
    )
    messages.success(desk.request, deal_corrected(change.number, voided=change.payload is None))
    return redirect("table", desk.table.pk)


def _line(desk: CorrectRequest) -> DealLine:
    """The deal asked for."""
    number = desk.request.POST.get("deal") or desk.request.GET.get("deal")
    line = next((deal for deal in desk.ruling.page.deals if str(deal.number) == number), None)
    if line is None:
        raise Http404
    return line


def _save_form(desk: CorrectRequest, data: Any = None) -> SaveForm:
    return SaveForm(data, initial={"revision": desk.ruling.page.table.revision})


def _places_form(desk: CorrectRequest, data: Any = None) -> PlacesForm:
    ruling = desk.ruling
    return PlacesForm(data, names=ruling.page.names, places=ruling.places, alone=ruling.alone, with_reason=False)


def _collision(desk: CorrectRequest, error: ScoringError) -> str:
    """Why a deal cannot be voided: another would no longer fit."""
    page = desk.ruling.page
    other = next((deal for deal in page.deals if deal.number == error.params.get("deal")), None)
    if other is None:
        return error_sentence(error, page.names)
    return collision_sentence(error, page.names, words=entered_words(other.deal, page.names))
