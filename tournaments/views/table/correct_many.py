"""Correcting several deals of a table from the desk: a preview of what changes, then the director's word."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from scoring.errors import ScoringError
from tournaments.forms.table.correct_many import DoItForm, ExchangedSeatsForm, ForgottenForm, UndoForm
from tournaments.forms.table.deal_form import deal_form
from tournaments.models import Table
from tournaments.permissions import Right, table_to_direct
from tournaments.selectors.table.deal_history import score_table
from tournaments.selectors.table.later_rounds import has_later_round
from tournaments.selectors.table.page import TablePage, table_page
from tournaments.services.refusals import Refused
from tournaments.services.table.correct_many import Insertion, Rearrangement, correct_many, preview, undo
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.done import UNDONE
from tournaments.words.refusals import refusal_text
from tournaments.words.scoring_errors import error_sentence
from tournaments.words.table.correct_many import change_title, impact_words


@dataclass
class CorrectManyRequest:
    """One request about one table."""

    request: SignedInRequest
    table: Table
    page: TablePage

    @property
    def last(self) -> int:
        return max((line.number for line in self.page.deals if line.deal is not None), default=0)

    def expected(self, at: int) -> int | None:
        """Whose turn it was then."""
        sheet = {line.number: line.deal for line in self.page.deals if line.number < at}
        return score_table(self.page.table, sheet, seats=len(self.page.names)).turn

    def show(self, template: str, **more: object) -> HttpResponse:
        page = self.page
        context = {"page": page, "table": page.table, "event": page.event, "club": page.event.club}
        return render(self.request, f"table/{template}.html", context | more)


@require_http_methods(["GET", "HEAD", "POST"])
def table_correct_many(request: SignedInRequest, pk: int) -> HttpResponse:
    table = table_to_direct(request.user, pk, right=Right.SCORE)
    desk = CorrectManyRequest(request, table, table_page(table.pk))
    if has_later_round(desk.page.table) or not desk.last:
        return desk.show("correct_many", rested_on=has_later_round(desk.page.table))
    steps: dict[str, Callable[[CorrectManyRequest], HttpResponse]] = {
        "exchange": _exchange,
        "insert": _insert,
        "apply": _apply,
    }
    if request.method == "POST":
        return steps.get(request.POST.get("step", ""), _choose)(desk)
    return _insert(desk) if "at" in request.GET else _choose(desk)


def _choose(
    desk: CorrectManyRequest, *, exchange: ExchangedSeatsForm | None = None, forgotten: ForgottenForm | None = None
) -> HttpResponse:
    return desk.show(
        "correct_many",
        exchange=exchange or ExchangedSeatsForm(names=desk.page.names, last=desk.last),
        forgotten=forgotten or ForgottenForm(last=desk.last),
    )


def _exchange(desk: CorrectManyRequest) -> HttpResponse:
    form = ExchangedSeatsForm(desk.request.POST, names=desk.page.names, last=desk.last)
    if form.is_valid():
        try:
            return _look(desk, form.as_change())
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
    return _choose(desk, exchange=form)


def _insert(desk: CorrectManyRequest) -> HttpResponse:
    """Which deal it was is asked first, then what was played; what is wrong with it stands at its field."""
    posted = desk.request.POST or None
    which = ForgottenForm(posted or desk.request.GET, last=desk.last)
    if not which.is_valid():
        return _choose(desk, forgotten=which)
    at = which.cleaned_data["at"]
    form = deal_form(desk.page, turn=desk.expected(at), data=posted)
    if form.is_bound and form.is_valid():
        change = Insertion(at, form.as_payload())
        try:
            seen = preview(table_id=desk.table.pk, change=change, actor=actor_of(desk.request))
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            own = [error for error in seen.judged.errors if error.params.get("deal") == at]
            if not own or own[0].code == "playoff-missing":
                return _look(desk, change)
            form.add_scoring_error(own[0], desk.page, number=at)
    return desk.show("correct_many_deal", at=at, form=form)


def _look(desk: CorrectManyRequest, change: Rearrangement, *, form: DoItForm | None = None) -> HttpResponse:
    """What changes, before anything does."""
    seen = preview(table_id=desk.table.pk, change=change, actor=actor_of(desk.request))
    first = {"change": change, "revision": desk.page.table.revision, "client_id": uuid4()}
    return desk.show(
        "correct_many_preview",
        form=form or DoItForm(initial=first),
        words=impact_words(seen, desk.page.names),
        title=change_title(change),
    )


def _apply(desk: CorrectManyRequest) -> HttpResponse:
    form = DoItForm(desk.request.POST)
    valid, change = form.is_valid(), form.cleaned_data.get("change")
    try:
        if change is not None and not valid:
            return _look(desk, change, form=form)
        if change is not None:
            given: dict[str, Any] = {"client_id": form.cleaned_data["client_id"], "reason": form.cleaned_data["reason"]}
            revision, actor = form.cleaned_data["revision"], actor_of(desk.request)
            correct_many(table_id=desk.table.pk, change=change, base_revision=revision, actor=actor, **given)
            return redirect("table", desk.table.pk)
        messages.error(desk.request, " ".join(map(str, form.errors["change"])))
    except ScoringError as error:
        messages.error(desk.request, error_sentence(error, desk.page.names))
    except Refused as refused:
        messages.error(desk.request, refusal_text(refused))
    return redirect("table-correct-many", desk.table.pk)


@require_POST
def table_undo(request: SignedInRequest, pk: int) -> HttpResponse:
    """What was changed at the desk within the last minute is taken back."""
    table = table_to_direct(request.user, pk, right=Right.SCORE)
    form = UndoForm(request.POST)
    if form.is_valid():
        try:
            undo(table_id=table.pk, actor=actor_of(request), **form.cleaned_data)
        except Refused as refused:
            messages.error(request, refusal_text(refused))
        else:
            messages.success(request, UNDONE)
    return redirect("table", table.pk)
