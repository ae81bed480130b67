"""Corrections of what has been confirmed: kept as proposals until another seat agrees."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone

from tournaments.audit import Actor
from tournaments.models import Deal, Event, Opinion, Proposal, Table
from tournaments.selectors.table.confirmations import newest_versions
from tournaments.selectors.table.proposed_corrections import is_overtaken
from tournaments.services.change import commit_change, keep_opinion, lock_table
from tournaments.services.refusals import Refused
from tournaments.services.table.confirmations import write_opinions
from tournaments.services.table.correct_many import amend, read_amendment
from tournaments.services.table.deals import Recorded, correct_deal, lock_for

Change = Mapping[str, Any]
"""What a pad asks for: "kind", and what belongs to it."""

Answer = Proposal.Answer


@transaction.atomic
def correct_or_propose(
    *, table_id: int, change: Change, client_id: UUID, base_revision: int | None, actor: Actor, reason: str = ""
) -> Recorded | Proposal:
    """Make the change, or, where it takes the consent of another seat, keep it until somebody there agrees.

    Raises ScoringError, Stale or Refused as the change itself would: what is impossible is not proposed.
    """
    table = lock_for(actor, table_id)
    if asked := _asked_before(table, change, client_id):
        return asked
    request: dict[str, Any] = {
        "client_id": client_id,
        "base_revision": base_revision,
        "actor": actor,
        "reason": reason[:200],
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
    return _propose(table, change, client_id, actor, reason[:200])


def answer_proposal(*, proposal_id: int, answer: Answer, actor: Actor) -> None:
    """Another seat agrees, by which the change is made, or declines; or who proposed it takes it back."""
    try:
        _answer(proposal_id, answer, actor)
    except Refused as refused:
        if refused.code == "proposal-outdated":
            _lapse(proposal_id, actor)
        raise


@transaction.atomic
def _answer(proposal_id: int, answer: Answer, actor: Actor) -> None:
    table, proposal = _lock(proposal_id, actor)
    if proposal.answer:
        if (proposal.answer, proposal.answered_seat) == (answer, actor.seat):
            return
        raise Refused("proposal-answered")
    own = actor.seat == proposal.seat
    if answer == Answer.WITHDRAWN:
        if not own:
            raise Refused("proposal-of-another")
    elif actor.seat is None:
        raise Refused("seat-needed")
    elif own:
        raise Refused("own-proposal")
    if answer == Answer.AGREED:
        table = _agree(table, proposal, actor)
    _close(table, proposal, answer, actor)


def _agree(table: Table, proposal: Proposal, actor: Actor) -> Table:
    """The change, entered by who proposed it and confirmed by who agrees; the table as it is by that."""
    proposer = Actor(pad_link=proposal.pad_link, seat=proposal.seat)
    revoked = proposal.pad_link is None or proposal.pad_link.revoked_at is not None
    if revoked or is_overtaken(proposal):
        raise Refused("proposal-outdated")
    made = _make(
        table.pk,
        proposal.change,
        client_id=proposal.client_id,
        base_revision=None,
        actor=proposer,
        reason=proposal.reason,
        consent=True,
    )
    table = lock_table(table.pk)
    new = [deal for deal in newest_versions(table) if deal.revision == made.revision]
    by_deal = table.event.second_opinion == Event.SecondOpinion.DEAL
    confirmed: list[Deal | None] = [*new] if by_deal else [None]
    write_opinions(table, confirmed, Opinion.Verdict.CONFIRMED, "", actor)
    return table


def _close(table: Table, proposal: Proposal, answer: Answer, actor: Actor) -> None:
    opinion = table.opinion
    keep_opinion(table)
    table.save(update_fields=["opinion", "accepted_at"])
    proposal.answer, proposal.answered_seat, proposal.answered_at = answer, actor.seat, timezone.now()
    proposal.save(update_fields=["answer", "answered_seat", "answered_at"])
    before, after = {"opinion": opinion}, {**_told(proposal), "opinion": table.opinion}
    commit_change(table.event, actor, f"proposal-{answer}", table=table, before=before, after=after)


@transaction.atomic
def _lapse(proposal_id: int, actor: Actor) -> None:
    """Kept although the answer was refused: nobody is asked again for what cannot be done any more."""
    table, proposal = _lock(proposal_id, actor)
    if not proposal.answer:
        _close(table, proposal, Answer.OUTDATED, actor)


def _lock(proposal_id: int, actor: Actor) -> tuple[Table, Proposal]:
    table_id = Proposal.objects.filter(pk=proposal_id).values_list("table_id", flat=True).first()
    if table_id is None or actor.pad_link is None or actor.pad_link.table_id != table_id:
        raise Http404
    table = lock_for(actor, table_id)
    return table, Proposal.objects.select_related("pad_link").get(pk=proposal_id)


def _asked_before(table: Table, change: Change, client_id: UUID) -> Proposal | None:
    """What a resend was answered the first time. Once agreed to, it is in the deals, which know the client_id too."""
    proposal = Proposal.objects.filter(client_id=client_id).first()
    if proposal is None:
        return None
    if (proposal.table_id, proposal.change) != (table.pk, dict(change)):
        raise Refused("client-id-taken")
    return None if proposal.answer == Answer.AGREED else proposal


def _propose(table: Table, change: Change, client_id: UUID, actor: Actor, reason: str) -> Proposal:
    proposal = Proposal(
        table=table,
        change=dict(change),
        client_id=client_id,
        revision=table.event.revision + 1,
        seat=actor.seat,
        pad_link=actor.pad_link,
        reason=reason,
    )
    try:
        with transaction.atomic():
            proposal.save()
    except IntegrityError as error:
        raise Refused("client-id-taken") from error
    commit_change(table.event, actor, "proposal", table=table, after=_told(proposal))
    return proposal


def _told(proposal: Proposal) -> dict[str, Any]:
    told = {"proposal": proposal.pk, "change": proposal.change, "reason": proposal.reason}
    if "number" not in proposal.change:
        return told
    deals = Deal.objects.filter(table=proposal.table_id, number=proposal.change["number"])
    return {**told, "deal": proposal.change["number"], "version": deals.count()}


def _correct(table_id: int, change: Change, **request: Any) -> Recorded:
    number, payload, seen = change["number"], change.get("payload"), change.get("seen")
    return correct_deal(table_id=table_id, number=number, payload=payload, seen=seen, **request)


def _amend(table_id: int, change: Change, **request: Any) -> Recorded:
    return amend(table_id=table_id, change=read_amendment(change), **request)


KINDS: Mapping[str, Callable[..., Recorded]] = {
    "deal": _correct,
    "void": _correct,
    "exchange": _amend,
    "insert": _amend,
}


def _make(table_id: int, change: Change, **request: Any) -> Recorded:
    return KINDS[change["kind"]](table_id, change, **request)
