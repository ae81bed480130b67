"""A table announces another winner than its cards give (C13): it calls the director, who alone may uphold him."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from scoring.deals import ShowdownDeal, VilniusDeal, same_deal
from scoring.errors import ScoringError, malformed
from tournaments.audit import Actor, Details
from tournaments.codes import claim_code
from tournaments.models import Claim, PadLink, Table
from tournaments.selectors.pad.state import preview
from tournaments.selectors.table.deal_history import Payload, deal_history, newest_versions, read_deal
from tournaments.selectors.table.messages import deal_claimed, open_claim
from tournaments.services.change import commit_change
from tournaments.services.refusals import Refused
from tournaments.services.table.deals import correct_deal, lock_for, record_deal

Answer = Claim.Answer
MOST_WRONG_CODES = 5  # at a table: who tries them out does not begin anew with another claim
ACTIONS = {
    Answer.UPHELD: "claim-upheld",
    Answer.CARDS: "claim-cards",
    Answer.CORRECTED: "claim-corrected",
    Answer.WITHDRAWN: "claim-withdrawn",
}


@dataclass(frozen=True)
class Claimed:
    """What a phone claims, and why; with a `number` it corrects that deal, of which it has `seen` this version."""

    payload: Payload
    client_id: UUID
    base_revision: int
    reason: str
    number: int | None = None
    seen: int | None = None


@transaction.atomic
def claim_winner(*, claimed: Claimed, link: PadLink, actor: Actor) -> None:
    """Nothing is recorded before the director has ruled. Raises ScoringError, Stale or Refused where he could not
    uphold it either.
    """
    table = lock_for(actor, link.table_id)
    if not claimed.reason:
        raise Refused("reason-needed")
    if sent := Claim.objects.filter(client_id=claimed.client_id).first():
        if sent.table_id != table.pk:
            raise Refused("client-id-taken")
        return
    deal = _read(table, claimed)
    if waiting := open_claim(table.pk):
        if waiting.number == claimed.number and same_deal(_read(table, waiting), deal):
            return
        raise Refused("claim-waits")
    _require_something_to_rule(table, claimed, deal, actor)
    claim = Claim.objects.create(
        table=table,
        number=claimed.number,
        seen=claimed.seen,
        payload=deal.as_payload(),
        client_id=claimed.client_id,
        seat=actor.seat,
        pad_link=link,
        phone=actor.phone,
        reason=claimed.reason,
    )
    commit_change(table.event, actor, "claim", table=table, after=_details(claim))


@transaction.atomic
def withdraw_claim(*, table_id: int, actor: Actor, seen: int | None = None) -> None:
    """By the table, or by the director where the claim that he has `seen` was settled otherwise. Two taps in the same
    moment are one.
    """
    table = lock_for(actor, table_id)
    if claim := open_claim(table_id):
        if seen not in (None, claim.pk):
            raise Refused("claim-answered")
        _close(table, claim, Answer.WITHDRAWN, actor)


@transaction.atomic
def rule_on_claim(
    *, table_id: int, claim_id: int, answer: Answer, actor: Actor, reason: str = "", payload: Payload | None = None
) -> None:
    """The director upholds it with a reason, lets the cards decide, or enters the `payload` that is right."""
    table = lock_for(actor, table_id)
    claim = open_claim(table_id)
    if claim is None or claim.pk != claim_id:
        raise Refused("claim-answered")
    deal = _read(table, claim)
    ruled = {
        Answer.UPHELD: deal.upheld(reason).as_payload(),
        Answer.CARDS: deal.by_the_cards().as_payload(),
        Answer.CORRECTED: payload or claim.payload,
    }
    _require_newest(claim)
    _record(table_id, claim, ruled[answer], actor)
    _close(table, claim, answer, actor, reason)


def uphold_by_code(*, table_id: int, code: str, actor: Actor) -> None:
    """The director, at the table, types what his desk shows. Too many wrong ones, and he rules at the desk."""
    if not _opens(table_id, code, actor):
        raise Refused("code-wrong")


@transaction.atomic
def _opens(table_id: int, code: str, actor: Actor) -> bool:
    table = lock_for(actor, table_id)
    claim = open_claim(table_id)
    if claim is None:
        raise Refused("claim-answered")
    wrong = Claim.objects.filter(table=table).aggregate(typed=Sum("wrong_codes"))["typed"]
    if wrong >= MOST_WRONG_CODES:
        raise Refused("codes-spent")
    if not constant_time_compare(code, claim_code(claim)):
        claim.wrong_codes += 1
        claim.save(update_fields=["wrong_codes"])
        before = _details(claim)
        commit_change(table.event, actor, "claim-code-wrong", table=table, before=before, after=before)
        return False
    author = Actor(pad_link=actor.pad_link, seat=claim.seat, phone=claim.phone)
    _require_newest(claim)
    _record(table_id, claim, _read(table, claim).upheld(claim.reason).as_payload(), author)
    _close(table, claim, Answer.UPHELD, actor, claim.reason)
    return True


def _read(table: Table, claim: Claim | Claimed) -> ShowdownDeal:
    """As the table announces it: a word of the director's is no part of it."""
    deal = read_deal(table.event.game, claim.payload, seats=table.seats.count())
    if deal is None or isinstance(deal, VilniusDeal):
        raise malformed("payload")
    return deal.unruled()


def _require_something_to_rule(table: Table, claimed: Claimed, deal: ShowdownDeal, actor: Actor) -> None:
    """It could be upheld, and without the director it could not be recorded."""
    with transaction.atomic():
        upheld = deal.upheld(claimed.reason).as_payload()
        _record(table.pk, claimed, upheld, actor, base_revision=claimed.base_revision)
        transaction.set_rollback(True)
    with suppress(ScoringError):
        preview(table, deal.as_payload(), number=claimed.number)
        raise Refused("claim-agrees")


def _record(
    table_id: int, claim: Claim | Claimed, payload: Payload, actor: Actor, *, base_revision: int | None = None
) -> None:
    given: dict[str, Any] = {"client_id": claim.client_id, "base_revision": base_revision, "actor": actor}
    number = deal_claimed(claim) if isinstance(claim, Claim) else claim.number
    if number is None:
        record_deal(table_id=table_id, payload=payload, upheld=True, **given)
        return
    correct_deal(
        table_id=table_id,
        number=number,
        payload=payload,
        seen=claim.seen,
        reason=claim.reason,
        consent=True,
        upheld=True,
        **given,
    )


def _require_newest(claim: Claim) -> None:
    """Nobody rules on a version of a deal that has been corrected since."""
    newest = {row.number: row.version for row in newest_versions(deal_history(claim.table_id))}
    if claim.number is not None and claim.seen not in (None, newest[claim.number]):
        raise Refused("proposal-outdated")


def _close(table: Table, claim: Claim, answer: Answer, actor: Actor, reason: str = "") -> None:
    claim.answer, claim.user, claim.answered_at = answer, actor.user, timezone.now()
    claim.save(update_fields=["answer", "user", "answered_at"])
    before = _details(claim)
    commit_change(table.event, actor, ACTIONS[answer], table=table, before=before, after={"reason": reason[:200]})


def _details(claim: Claim) -> Details:
    details: Details = {"payload": claim.payload, "reason": claim.reason}
    return details if claim.number is None else {**details, "deal": claim.number}
