"""The page of one table, its cards, and what its director does there: rules on a claim, and corrects several deals
after a preview.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.errors import ScoringError
from tournaments.addresses import phone_address, qr_code
from tournaments.codes import claim_code
from tournaments.forms.night import CardsForm
from tournaments.forms.stage.rounds import OneRoundForm
from tournaments.forms.table import (
    ClaimForm,
    DealForm,
    DoItForm,
    ExchangedSeatsForm,
    ForgottenForm,
    UndoForm,
    UpholdForm,
    deal_form,
)
from tournaments.live.parts import table_context
from tournaments.models import Claim, Event, Table
from tournaments.permissions import Right, event_to_direct, rights_in, table_to_direct
from tournaments.selectors.access import PadCard, SeatCard, pad_cards
from tournaments.selectors.following import table_version
from tournaments.selectors.stage.places import bracket_of
from tournaments.selectors.table.deals import has_later_round, score_table
from tournaments.selectors.table.page import TablePage, open_claim, table_page, undoable
from tournaments.services.refusals import Refused
from tournaments.services.table.claims import rule_on_claim, withdraw_claim
from tournaments.services.table.several_deals import Insertion, Rearrangement, correct_many, preview, undo
from tournaments.views.requests import Request, SignedInRequest, actor_of, live_partial, shared_page, visited
from tournaments.words.bracket.view import match_names
from tournaments.words.done import UNDONE
from tournaments.words.errors import error_sentence
from tournaments.words.refusals import refusal_text
from tournaments.words.report.cards import event_text
from tournaments.words.table.corrections import CARDS, CARDS_ARE_FOR, change_title, impact_words, shown_claim


@dataclass
class ClaimRequest:
    """One request about the claim of one table."""

    request: SignedInRequest
    page: TablePage
    claim: Claim

    def rule(self, answer: Claim.Answer, **ruling: Any) -> HttpResponse:
        rule_on_claim(
            table_id=self.page.table.pk, claim_id=self.seen, answer=answer, actor=actor_of(self.request), **ruling
        )
        return redirect("desk", self.page.event.pk)

    @property
    def seen(self) -> int:
        """The claim that the page showed; there may be another by now."""
        form = ClaimForm(self.request.POST)
        return form.cleaned_data["claim"] if form.is_valid() else 0

    def show(self, *, uphold: UpholdForm | None = None, form: DealForm | None = None) -> HttpResponse:
        page, claim = self.page, self.claim
        claim_shown = shown_claim(page, claim)
        context = {
            "page": page,
            "table": page.table,
            "event": page.event,
            "club": page.event.club,
            "claim": claim,
            "shown": claim_shown,
            "code": claim_code(claim),
            "which": ClaimForm(initial={"claim": claim.pk}),
            "uphold": uphold or UpholdForm(initial={"reason": claim.reason}),
            "form": form or deal_form(page, deal=claim_shown.deal),
            "correcting": form is not None,
        }
        return render(self.request, "table/claim.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def table_claim(request: SignedInRequest, pk: int) -> HttpResponse:
    table = table_to_direct(request.user, pk, right=Right.RULE)
    claim = open_claim(table.pk)
    if claim is None:
        return redirect("desk", table.event_id)
    desk = ClaimRequest(request, table_page(table.pk), claim)
    steps: dict[str, Callable[[ClaimRequest], HttpResponse]] = {
        "uphold": _uphold,
        "cards": _cards,
        "correct": _correct,
        "off": _withdraw,
    }
    step = steps.get(request.POST.get("step", ""), ClaimRequest.show)
    try:
        return step(desk)
    except ScoringError as error:
        messages.error(request, error_sentence(error, desk.page.names))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    return redirect("table-claim", table.pk)


def _uphold(desk: ClaimRequest) -> HttpResponse:
    form = UpholdForm(desk.request.POST)
    if not form.is_valid():
        return desk.show(uphold=form)
    return desk.rule(Claim.Answer.UPHELD, reason=form.cleaned_data["reason"])


def _cards(desk: ClaimRequest) -> HttpResponse:
    return desk.rule(Claim.Answer.CARDS)


def _correct(desk: ClaimRequest) -> HttpResponse:
    form = deal_form(desk.page, data=desk.request.POST)
    if form.is_valid():
        try:
            return desk.rule(Claim.Answer.CORRECTED, payload=form.as_payload())
        except ScoringError as error:
            form.add_scoring_error(error, desk.page, number=desk.claim.number or len(desk.page.deals) + 1)
    return desk.show(form=form)


def _withdraw(desk: ClaimRequest) -> HttpResponse:
    withdraw_claim(table_id=desk.page.table.pk, actor=actor_of(desk.request), seen=desk.seen)
    return redirect("desk", desk.page.event.pk)


@dataclass
class CorrectManyRequest:
    """One request about one table."""

    request: SignedInRequest
    table: Table
    page: TablePage

    @property
    def last(self) -> int:
        return max((line.number for line in self.page.deals if line.deal is not None), default=0)

    def expected(self, number: int) -> int | None:
        """Whose turn it was then."""
        sheet = {line.number: line.deal for line in self.page.deals if line.number < number}
        return score_table(self.page.table, sheet, seats=len(self.page.names)).turn

    def show(self, template: str, **more: object) -> HttpResponse:
        page = self.page
        context = {
            "page": page,
            "table": page.table,
            "event": page.event,
            "club": page.event.club,
            "rights": rights_in(self.request.user, page.event.club, page.event),
        }
        return render(self.request, f"table/{template}.html", context | more)


@require_http_methods(["GET", "HEAD", "POST"])
def table_correct_many(request: SignedInRequest, pk: int) -> HttpResponse:
    table = table_to_direct(request.user, pk, right=Right.SCORE)
    desk = CorrectManyRequest(request, table, table_page(table.pk))
    if has_later_round(desk.page.table) or not desk.last:
        return desk.show("correct_many", later_round=has_later_round(desk.page.table))
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
            return _preview(desk, form.as_change())
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
    return _choose(desk, exchange=form)


def _insert(desk: CorrectManyRequest) -> HttpResponse:
    """Which deal it was is asked first, then what was played; what is wrong with it stands at its field."""
    posted = desk.request.POST or None
    choice = ForgottenForm(posted or desk.request.GET, last=desk.last)
    if not choice.is_valid():
        return _choose(desk, forgotten=choice)
    number = choice.cleaned_data["at"]
    form = deal_form(desk.page, turn=desk.expected(number), data=posted)
    if form.is_bound and form.is_valid():
        change = Insertion(number, form.as_payload())
        try:
            impact = preview(table_id=desk.table.pk, change=change, actor=actor_of(desk.request))
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            own_errors = [error for error in impact.judged.errors if error.params.get("deal") == number]
            if not own_errors or own_errors[0].code == "playoff-missing":
                return _preview(desk, change)
            form.add_scoring_error(own_errors[0], desk.page, number=number)
    return desk.show("correct_many_deal", at=number, form=form)


def _preview(desk: CorrectManyRequest, change: Rearrangement, *, form: DoItForm | None = None) -> HttpResponse:
    """Shows what would change."""
    impact = preview(table_id=desk.table.pk, change=change, actor=actor_of(desk.request))
    initial = {"change": change, "revision": desk.page.table.revision, "client_id": uuid4()}
    return desk.show(
        "correct_many_preview",
        form=form or DoItForm(initial=initial),
        words=impact_words(impact, desk.page.names),
        title=change_title(change),
    )


def _apply(desk: CorrectManyRequest) -> HttpResponse:
    form = DoItForm(desk.request.POST)
    valid, change = form.is_valid(), form.cleaned_data.get("change")
    try:
        if change is not None and not valid:
            return _preview(desk, change, form=form)
        if change is not None:
            correct_many(
                table_id=desk.table.pk,
                change=change,
                base_revision=form.cleaned_data["revision"],
                client_id=form.cleaned_data["client_id"],
                reason=form.cleaned_data["reason"],
                actor=actor_of(desk.request),
            )
            return redirect("table", desk.table.pk)
        messages.error(desk.request, " ".join(map(str, form.errors["change"])))
    except ScoringError as error:
        messages.error(desk.request, error_sentence(error, desk.page.names))
    except Refused as refused:
        messages.error(desk.request, refusal_text(refused))
    return redirect("table-correct-many", desk.table.pk)


@require_POST
def table_undo(request: SignedInRequest, pk: int) -> HttpResponse:
    """Takes back the latest change made at the desk, within a minute."""
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


@login_not_required
@require_safe
@visited("table")
@live_partial(table_version)
def table(request: Request, pk: int) -> HttpResponse:
    try:
        page = table_page(pk)
    except Table.DoesNotExist as error:
        raise Http404 from error
    now, rights = timezone.now(), request.seen.rights
    last = undoable(page, now=now) if Right.SCORE in rights else None
    later_round = last is not None and has_later_round(page.table)
    if later_round and Right.RULE not in rights:
        last = None
    context = table_context(page, now=now) | {
        "undo": UndoForm(initial={"revision": last.revision, "client_id": uuid4()}) if last else None,
        "undoes": last.numbers if last else [],
        "match_name": _match_name(page.table),
        "later_round": later_round,
        "club": page.event.club,
        "shared": shared_page(request, page.event.club, page.event, title=page.event.name, text=event_text(page.event)),
        "rights": rights,
        "live_event": page.event,
        "live_table": page.table,
        "revision": page.table.shown_revision,
    }
    return render(request, "table/table.html#sheets" if request.htmx else "table/table.html", context)


def _match_name(table: Table) -> str:
    bracket = bracket_of(table.round.stage) if table.round and table.match else None
    return match_names(bracket).get(table.match or 0, "")


@require_safe
def table_card(request: SignedInRequest, pk: int) -> HttpResponse:
    table = table_to_direct(request.user, pk, right=Right.SCORE)
    return _printed_cards(request, table.event, pad_cards(table.event, table_id=table.pk))


@require_safe
def event_cards(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk, right=Right.SCORE)
    only = OneRoundForm(request.GET)
    return _printed_cards(
        request, event, pad_cards(event, round_id=only.cleaned_data["round"] if only.is_valid() else None)
    )


@dataclass(frozen=True)
class PrintedCode:
    address: str
    qr: SafeString
    seat: SeatCard | None = None


@dataclass(frozen=True)
class PrintedCard:
    card: PadCard
    codes: list[PrintedCode]  # one for the table, or one for each of its seats
    match: str  # what it is called in its bracket


def _printed_cards(request: SignedInRequest, event: Event, cards: list[PadCard]) -> HttpResponse:
    """Where somebody at another seat is asked to confirm, every seat gets its code; else the table one."""
    form = CardsForm(request.GET)
    usual = "table" if event.confirmation == Event.ConfirmationMode.NONE else "seat"
    kind = (form.is_valid() and form.cleaned_data["each"]) or usual
    stages = {card.stage for card in cards if card.stage and card.match}
    names = {stage: match_names(bracket_of(stage)) for stage in stages}
    context = {
        "event": event,
        "club": event.club,
        "cards": [
            _printed(request, card, kind, names[card.stage].get(card.match or 0, "") if card.stage in names else "")
            for card in cards
        ],
        "each": kind,
        "rights": rights_in(request.user, event.club, event),
        "others": [
            (text, CARDS_ARE_FOR[key], urlencode(request.GET.dict() | {"each": key}))
            for key, text in CARDS
            if key != kind
        ],
    }
    return render(request, "table/cards.html", context)


def _printed(request: SignedInRequest, card: PadCard, kind: str, match: str) -> PrintedCard:
    if kind == "seat":
        return PrintedCard(card, [_code(request, seat.token, seat) for seat in card.seats], match)
    return PrintedCard(card, [_code(request, card.token)], match)


def _code(request: SignedInRequest, token: str, seat: SeatCard | None = None) -> PrintedCode:
    address = phone_address(request, reverse("pad", args=[token]))
    return PrintedCode(address, qr_code(address), seat)
