"""Corrections of what has been confirmed: kept as proposed corrections until another seat agrees."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.audit import Actor, Details
from tournaments.limits import LONGEST_REASON
from tournaments.models import Confirmation, Deal, Event, ProposedCorrection, Table
from tournaments.selectors.table.deals import DealRow, deal_history, newest_versions
from tournaments.selectors.table.page import is_overtaken, no_consent_of
from tournaments.services.change import commit_change, keep_confirmation, lock_table
from tournaments.services.refusals import Missing, Refused, fitting
from tournaments.services.table.confirmations import write_confirmations
from tournaments.services.table.deals import Recorded, correct_deal, lock_for, with_own
from tournaments.services.table.several_deals import correct_many, read_change

Change = Mapping[str, Any]
"""What a pad asks for: "kind", and what belongs to it."""

Answer = ProposedCorrection.Answer


@transaction.atomic
def correct_or_propose(
    *,
    table_id: int,
    change: Change,
    client_id: UUID,
    base_revision: int | None,
    actor: Actor,
    reason: str = "",
    after: UUID | None = None,
) -> Recorded | ProposedCorrection:
    """Make the change, or, where it takes the consent of another seat, keep it until somebody there agrees.

    Raises ScoringError, Stale or Refused as the change itself would: what is impossible is not proposed.
    """
    table = lock_for(actor, table_id)
    if proposed := _asked_before(table, change, client_id):
        return proposed
    request: dict[str, Any] = {
        "client_id": client_id,
        "base_revision": with_own(deal_history(table_id) if after else (), after, base_revision),
        "actor": actor,
        "reason": fitting(reason, LONGEST_REASON),
    }
    try:
        with transaction.atomic():
            return _make(table_id, change, **request)
    except Refused as refused:
        if refused.code != "consent-needed":
            raise
    with transaction.atomic():
        _make(table_id, change, **request, consent=True)
        transaction.set_rollback(True)
    return _propose(table, change, client_id, actor, reason)


def answer_proposed_correction(*, proposed_id: int, answer: Answer, actor: Actor) -> None:
    """Another seat agrees, by which the change is made, or declines; or who proposed it takes it back."""
    try:
        _answer(proposed_id, answer, actor)
    except Refused as refused:
        if refused.code == "proposal-outdated":
            _lapse(proposed_id, actor)
        raise


@transaction.atomic
def _answer(proposed_id: int, answer: Answer, actor: Actor) -> None:
    table, proposed = _lock(proposed_id, actor)
    if proposed.answer:
        if (proposed.answer, proposed.answered_seat) == (answer, actor.seat):
            return
        raise Refused("proposal-answered")
    if answer == Answer.WITHDRAWN:
        if actor.seat != proposed.seat:
            raise Refused("proposal-of-another")
    elif code := no_consent_of(actor, proposed, table.event):
        raise Refused(code)
    if answer == Answer.AGREED and proposed.seat is None:
        _stand_for(table, proposed, actor)
        return
    if answer == Answer.AGREED:
        table = _agree(table, proposed, actor)
    _close(table, proposed, answer, actor)


def _stand_for(table: Table, proposed: ProposedCorrection, actor: Actor) -> None:
    """Whose hand proposed it on the table's own address, nobody knows: the first seat that agrees stands for it, and
    another one has to agree.
    """
    proposed.seat, proposed.backed_on = actor.seat, actor.phone
    proposed.save(update_fields=["seat", "backed_on"])
    confirmation: Details = {"confirmation": table.confirmation}
    after: Details = {**_details(proposed), **confirmation}
    commit_change(table.event, actor, "correction-backed", table=table, before=confirmation, after=after)


def _agree(table: Table, proposed: ProposedCorrection, actor: Actor) -> Table:
    """The change, entered by who proposed it and confirmed by who agrees; the table as it is by that."""
    proposer = Actor(pad_link=proposed.pad_link, seat=proposed.seat, phone=proposed.phone)
    revoked = proposed.pad_link is None or proposed.pad_link.revoked_at is not None
    if revoked or is_overtaken(proposed):
        raise Refused("proposal-outdated")
    proposal = _make(
        table.pk,
        proposed.change,
        client_id=proposed.client_id,
        base_revision=None,
        actor=proposer,
        reason=proposed.reason,
        consent=True,
    )
    table = lock_table(table.pk)
    new = [deal for deal in newest_versions(deal_history(table.pk)) if deal.revision == proposal.revision]
    by_deal = table.event.confirmation == Event.ConfirmationMode.DEAL
    confirmed: list[DealRow | None] = [*new] if by_deal else [None]
    write_confirmations(table, confirmed, Confirmation.Verdict.CONFIRMED, "", actor)
    return table


def _close(table: Table, proposed: ProposedCorrection, answer: Answer, actor: Actor) -> None:
    confirmation = table.confirmation
    keep_confirmation(table)
    table.save(update_fields=["confirmation", "accepted_at"])
    proposed.answer, proposed.answered_seat, proposed.answered_at = answer, actor.seat, timezone.now()
    proposed.save(update_fields=["answer", "answered_seat", "answered_at"])
    after: Details = {**_details(proposed), "confirmation": table.confirmation}
    action = f"correction-{answer}"
    commit_change(table.event, actor, action, table=table, before={"confirmation": confirmation}, after=after)


@transaction.atomic
def _lapse(proposed_id: int, actor: Actor) -> None:
    """Kept although the answer was refused: nobody is asked again for what cannot be done any more."""
    table, proposed = _lock(proposed_id, actor)
    if not proposed.answer:
        _close(table, proposed, Answer.OUTDATED, actor)


def _lock(proposed_id: int, actor: Actor) -> tuple[Table, ProposedCorrection]:
    table_id = ProposedCorrection.objects.filter(pk=proposed_id).values_list("table_id", flat=True).first()
    if table_id is None or actor.pad_link is None or actor.pad_link.table_id != table_id:
        raise Missing
    table = lock_for(actor, table_id)
    return table, ProposedCorrection.objects.select_related("pad_link").get(pk=proposed_id)


def _asked_before(table: Table, change: Change, client_id: UUID) -> ProposedCorrection | None:
    """What a resend was answered the first time. Once agreed to, it is in the deals, which know the client_id too."""
    proposed = ProposedCorrection.objects.filter(client_id=client_id).first()
    if proposed is None:
        return None
    if (proposed.table_id, proposed.change) != (table.pk, dict(change)):
        raise Refused("client-id-taken")
    return None if proposed.answer == Answer.AGREED else proposed


def _propose(table: Table, change: Change, client_id: UUID, actor: Actor, reason: str) -> ProposedCorrection:
    proposed = ProposedCorrection(
        table=table,
        change=dict(change),
        client_id=client_id,
        revision=table.event.revision + 1,
        seat=actor.seat,
        pad_link=actor.pad_link,
        phone=actor.phone,
        reason=reason,
    )
    try:
        with transaction.atomic():
            proposed.save()
    except IntegrityError as error:
        raise Refused("client-id-taken") from error
    commit_change(table.event, actor, "correction-proposed", table=table, after=_details(proposed))
    return proposed


def _details(proposed: ProposedCorrection) -> Details:
    details: Details = {"proposed_correction": proposed.pk, "change": proposed.change, "reason": proposed.reason}
    if "number" not in proposed.change:
        return details
    deals = Deal.objects.filter(table=proposed.table_id, number=proposed.change["number"])
    return {**details, "deal": proposed.change["number"], "version": deals.count()}


def _correct(table_id: int, change: Change, **request: Any) -> Recorded:
    number, payload, seen = change["number"], change.get("payload"), change.get("seen")
    return correct_deal(table_id=table_id, number=number, payload=payload, seen=seen, **request)


def _correct_many(table_id: int, change: Change, **request: Any) -> Recorded:
    return correct_many(table_id=table_id, change=read_change(change), **request)


KINDS: Mapping[str, Callable[..., Recorded]] = {
    "deal": _correct,
    "void": _correct,
    "exchange": _correct_many,
    "insert": _correct_many,
}


def _make(table_id: int, change: Change, **request: Any) -> Recorded:
    return KINDS[change["kind"]](table_id, change, **request)
