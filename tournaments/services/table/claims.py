"""A table's claims and calls: another winner than its cards give (C13), whom the director alone may uphold, and calls
for the director. The sheet is not concerned: no phone's save goes stale by any of this.
"""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Max, Sum
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from scoring.deals import ShowdownDeal, VilniusDeal, same_deal
from scoring.errors import ScoringError, malformed
from tournaments.audit import Actor, Details, read_details
from tournaments.codes import claim_code
from tournaments.limits import LONGEST_NOTE, LONGEST_REASON, MOST_WRONG_CODES
from tournaments.models import AuditEntry, Claim, Event, PadLink, Table, UnsentDeals
from tournaments.selectors.pad.state import preview
from tournaments.selectors.table.deals import Payload, deal_history, newest_versions, read_deal
from tournaments.selectors.table.page import deal_claimed, open_claim
from tournaments.services.change import commit_change, tell_table
from tournaments.services.refusals import Refused, fitting
from tournaments.services.table.deals import correct_deal, lock_for, record_deal

Answer = Claim.Answer
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
    """A table claims a winner against the cards; nothing is recorded before the director rules. Raises ScoringError,
    Stale or Refused where the director could not uphold it either.
    """
    table = lock_for(actor, link.table_id)
    if not claimed.reason:
        raise Refused("reason-needed")
    reason = fitting(claimed.reason, LONGEST_REASON)
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
        reason=reason,
    )
    commit_change(table.event, actor, "claim", table=table, after=_details(claim))


@transaction.atomic
def withdraw_claim(*, table_id: int, actor: Actor, seen: int | None = None) -> None:
    """The table withdraws its claim, or the director does, where the claim they have `seen` was settled otherwise. Two
    taps in the same moment are one.
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
    """The director upholds the claim with a reason, lets the cards decide, or enters the `payload` that is right."""
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
    """Upholds a claim by the code on the director's desk, which they type at the table. After too many wrong codes they
    rule at the desk.
    """
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
        old_facts = _details(claim)
        commit_change(table.event, actor, "claim-code-wrong", table=table, before=old_facts, after=old_facts)
        return False
    author = Actor(pad_link=actor.pad_link, seat=claim.seat, phone=claim.phone)
    _require_newest(claim)
    _record(table_id, claim, _read(table, claim).upheld(claim.reason).as_payload(), author)
    _close(table, claim, Answer.UPHELD, actor, claim.reason)
    return True


def _read(table: Table, claim: Claim | Claimed) -> ShowdownDeal:
    """The deal as the table announces it, without any word of the director's."""
    deal = read_deal(table.event.game, claim.payload, seats=table.seats.count())
    if deal is None or isinstance(deal, VilniusDeal):
        raise malformed("payload")
    return deal.unruled()


def _require_something_to_rule(table: Table, claimed: Claimed, deal: ShowdownDeal, actor: Actor) -> None:
    """Requires that the claim could be upheld, and could not be recorded without the director."""
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
    arguments: dict[str, Any] = {"client_id": claim.client_id, "base_revision": base_revision, "actor": actor}
    number = deal_claimed(claim) if isinstance(claim, Claim) else claim.number
    if number is None:
        record_deal(table_id=table_id, payload=payload, upheld=True, **arguments)
        return
    correct_deal(
        table_id=table_id,
        number=number,
        payload=payload,
        seen=claim.seen,
        reason=claim.reason,
        consent=True,
        upheld=True,
        **arguments,
    )


def _require_newest(claim: Claim) -> None:
    """Refuses a ruling on a version of a deal that has been corrected since."""
    newest = {row.number: row.version for row in newest_versions(deal_history(claim.table_id))}
    if claim.number is not None and claim.seen not in (None, newest[claim.number]):
        raise Refused("proposal-outdated")


def _close(table: Table, claim: Claim, answer: Answer, actor: Actor, reason: str = "") -> None:
    claim.answer, claim.user, claim.answered_at = answer, actor.user, timezone.now()
    claim.save(update_fields=["answer", "user", "answered_at"])
    old_facts = _details(claim)
    after: Details = {"reason": fitting(reason, LONGEST_REASON)}
    commit_change(table.event, actor, ACTIONS[answer], table=table, before=old_facts, after=after)


def _details(claim: Claim) -> Details:
    details: Details = {"payload": claim.payload, "reason": claim.reason}
    return details if claim.number is None else {**details, "deal": claim.number}


MOST_PHONES = 20  # of a table that are told of
LONGEST_KEPT = timedelta(days=2)
ONE_CALL = timedelta(minutes=5)  # within which a table that calls and takes it back, again and again, has called once


@transaction.atomic
def call_director(*, table_id: int, note: str, actor: Actor) -> None:
    """A table calls the director. One that calls again keeps its turn; what it adds is appended, as long as there is
    room.
    """
    table = lock_for(actor, table_id)
    text = fitting(note.strip(), LONGEST_NOTE)
    if table.called_at is None:
        is_repeated = any(text in earlier for earlier in _notes_of_late(table))
        _set_call(table, timezone.now(), text, actor, "director-called", is_new=not is_repeated)
    elif text not in table.call_note:
        both = " · ".join(filter(None, [table.call_note, text]))
        if len(both) > LONGEST_NOTE:
            raise Refused("call-long", left=max(0, LONGEST_NOTE - len(both) + len(text)))
        _set_call(table, table.called_at, both, actor, "director-called")


@transaction.atomic
def withdraw_call(*, table_id: int, actor: Actor) -> None:
    """A table takes its call back. Soon after the call that is no entry of its own: the call's stands in the log."""
    table = lock_for(actor, table_id)
    if table.called_at is not None:
        _set_call(table, None, "", actor, "call-withdrawn", is_new=not _notes_of_late(table))


@transaction.atomic
def answer_call(*, table_id: int, actor: Actor) -> bool:
    """Ends a call. Returns whether the table was still calling: two taps in the same moment are one."""
    table = lock_for(actor, table_id)
    if table.called_at is None:
        return False
    _set_call(table, None, "", actor, "call-answered")
    return True


@transaction.atomic
def note_unsent(*, table_id: int, phone: UUID, count: int, kept_for: timedelta, actor: Actor) -> None:
    """Notes how many deals a phone cannot send, for the desk to show. Nothing is recorded by it, so the log has no
    entry.
    """
    table = lock_for(actor, table_id)
    facts = {"count": count, "since": timezone.now() - min(kept_for, LONGEST_KEPT)}
    unsent = table.unsent.filter(phone=phone)
    if not count:
        changed = unsent.delete()[0] > 0
    elif not (changed := unsent.exclude(count=count).update(**facts) > 0) and not unsent.exists():
        changed = table.unsent.count() < MOST_PHONES
        if changed:
            UnsentDeals.objects.create(table=table, phone=phone, **facts)
    if changed:
        following = F("revision") + 1
        Event.objects.filter(pk=table.event_id).update(revision=following, outline=following)


def _notes_of_late(table: Table) -> list[str]:
    """The notes of the table's recent calls in the log, since the director last came: each holds what was said before,
    too.
    """
    entries = AuditEntry.objects.filter(table=table, at__gt=timezone.now() - ONE_CALL)
    answered = entries.filter(action="call-answered").aggregate(last=Max("pk"))["last"] or 0
    calls = entries.filter(action="director-called", pk__gt=answered)
    return [read_details(after).get("note", "") for after in calls.values_list("after", flat=True)]


def _set_call(
    table: Table, called_at: datetime | None, note: str, actor: Actor, action: str, *, is_new: bool = True
) -> None:
    old_facts = _call_details(table)
    table.called_at, table.call_note = called_at, note
    table.save(update_fields=["called_at", "call_note"])
    if is_new:
        commit_change(table.event, actor, action, table=table, before=old_facts, after=_call_details(table))
    else:
        tell_table(table)


def _call_details(table: Table) -> Details | None:
    return {"called_at": table.called_at.isoformat(), "note": table.call_note} if table.called_at else None
