"""A table announces another winner than its cards give (C13): it calls the director, who alone may uphold him."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from scoring.deals import same_deal
from tournaments.audit import Actor, Details
from tournaments.models import Claim, PadLink, Table
from tournaments.permissions import claim_code
from tournaments.selectors.pad.state import preview
from tournaments.selectors.table.deal_history import Payload, deal_history, newest_versions, read_deal
from tournaments.selectors.table.messages import open_claim
from tournaments.services.change import commit_change
from tournaments.services.refusals import Refused
from tournaments.services.table.deals import correct_deal, lock_for, record_deal

Answer = Claim.Answer
MOST_WRONG_CODES = 5
ACTIONS = {
    Answer.UPHELD: "claim-upheld",
    Answer.CARDS: "claim-cards",
    Answer.CORRECTED: "claim-corrected",
    Answer.WITHDRAWN: "claim-withdrawn",
}


@dataclass(frozen=True)
class Claimed:
    """What a phone claims; with a `number` it corrects that deal, of which it has `seen` this version."""

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
    if Claim.objects.filter(client_id=claimed.client_id, table=table).exists():
        return
    if waiting := open_claim(table.pk):
        if _says_the_same(table, waiting, claimed):
            return
        raise Refused("claim-waits")
    _require_something_to_rule(table, claimed, actor)
    claim = Claim.objects.create(
        table=table,
        number=claimed.number,
        seen=claimed.seen,
        payload=claimed.payload,
        client_id=claimed.client_id,
        seat=actor.seat,
        pad_link=link,
        phone=actor.phone,
        reason=claimed.reason,
    )
    commit_change(table.event, actor, "claim", table=table, after=_details(claim))


@transaction.atomic
def withdraw_claim(*, table_id: int, actor: Actor) -> None:
    """By the table, or by the director where it was settled otherwise. Two taps in the same moment are one."""
    table = lock_for(actor, table_id)
    if claim := open_claim(table_id):
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
    ruled = {
        Answer.UPHELD: {**claim.payload, "override": reason},
        Answer.CARDS: by_the_cards(claim.payload),
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
    if claim.wrong_codes >= MOST_WRONG_CODES:
        raise Refused("codes-spent")
    if not constant_time_compare(code, claim_code(claim)):
        claim.wrong_codes += 1
        claim.save(update_fields=["wrong_codes"])
        before = _details(claim)
        commit_change(table.event, actor, "claim-code-wrong", table=table, before=before, after=before)
        return False
    author = Actor(pad_link=actor.pad_link, seat=claim.seat, phone=claim.phone)
    _require_newest(claim)
    _record(table_id, claim, {**claim.payload, "override": claim.reason}, author)
    _close(table, claim, Answer.UPHELD, actor, claim.reason)
    return True


def by_the_cards(payload: Payload) -> dict[str, Any]:
    return {name: value for name, value in payload.items() if name not in ("claimed", "override")}


def _says_the_same(table: Table, waiting: Claim, claimed: Claimed) -> bool:
    seats = table.seats.count()
    one, other = (read_deal(table.event.game, each.payload, seats=seats) for each in (waiting, claimed))
    return waiting.number == claimed.number and same_deal(one, other)


def _require_something_to_rule(table: Table, claimed: Claimed, actor: Actor) -> None:
    with transaction.atomic():
        upheld = {**claimed.payload, "override": claimed.reason}
        _record(table.pk, claimed, upheld, actor, base_revision=claimed.base_revision)
        transaction.set_rollback(True)
    _, verdict = preview(table, by_the_cards(claimed.payload), number=claimed.number)
    if sorted(getattr(verdict, "winners", ())) == sorted(claimed.payload.get("claimed", ())):
        raise Refused("claim-agrees")


def _record(
    table_id: int, claim: Claim | Claimed, payload: Payload, actor: Actor, *, base_revision: int | None = None
) -> None:
    given: dict[str, Any] = {"client_id": claim.client_id, "base_revision": base_revision, "actor": actor}
    if claim.number is None:
        record_deal(table_id=table_id, payload=payload, upheld=True, **given)
        return
    correct_deal(
        table_id=table_id,
        number=claim.number,
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
