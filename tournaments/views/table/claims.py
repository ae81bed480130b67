"""The director rules on a winner whom a table announces against its cards."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from tournaments.codes import claim_code
from tournaments.forms.table.claims import ClaimForm, UpholdForm
from tournaments.forms.table.deal_form import DealForm, deal_form
from tournaments.models import Claim
from tournaments.permissions import Right, table_to_direct
from tournaments.selectors.table.messages import open_claim
from tournaments.selectors.table.page import TablePage, table_page
from tournaments.services.refusals import Refused
from tournaments.services.table.claims import rule_on_claim, withdraw_claim
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.refusals import refusal_text
from tournaments.words.scoring_errors import error_sentence
from tournaments.words.table.claims import shown_claim


@dataclass
class ClaimRequest:
    """One request about the claim of one table."""

    request: SignedInRequest
    page: TablePage
    claim: Claim

    def rule(self, answer: Claim.Answer, **given: Any) -> HttpResponse:
        rule_on_claim(
            table_id=self.page.table.pk, claim_id=self.seen, answer=answer, actor=actor_of(self.request), **given
        )
        return redirect("desk", self.page.event.pk)

    @property
    def seen(self) -> int:
        """The claim that the page showed; there may be another by now."""
        form = ClaimForm(self.request.POST)
        return form.cleaned_data["claim"] if form.is_valid() else 0

    def show(self, *, uphold: UpholdForm | None = None, form: DealForm | None = None) -> HttpResponse:
        page, claim = self.page, self.claim
        shown = shown_claim(page, claim)
        context = {
            "page": page,
            "table": page.table,
            "event": page.event,
            "club": page.event.club,
            "claim": claim,
            "shown": shown,
            "code": claim_code(claim),
            "which": ClaimForm(initial={"claim": claim.pk}),
            "uphold": uphold or UpholdForm(initial={"reason": claim.reason}),
            "form": form or deal_form(page, deal=shown.deal),
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
        "off": _off,
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


def _off(desk: ClaimRequest) -> HttpResponse:
    withdraw_claim(table_id=desk.page.table.pk, actor=actor_of(desk.request), seen=desk.seen)
    return redirect("desk", desk.page.event.pk)
