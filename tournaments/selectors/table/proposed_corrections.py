"""Corrections that wait for another seat's consent, as one phone sees them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from tournaments.models import Deal, Proposal
from tournaments.selectors.table.correction_rights import correction_rights
from tournaments.selectors.table.page import TablePage

Json = dict[str, Any]


def open_proposals(page: TablePage, *, seat: int | None, now: datetime) -> list[Json]:
    """Those that can still be agreed to: nothing else has changed what they change, and there is time for it."""
    waiting = [each for each in page.table.proposals.filter(answer="") if not is_overtaken(each)]
    rights = correction_rights(page.table, now=now) if waiting else {}
    return [
        proposal_facts(each, page, seat=seat)
        for each in waiting
        if rights.get(each.change.get("number"), rights[None]) != "closed"
    ]


def proposal_facts(proposal: Proposal, page: TablePage, *, seat: int | None) -> Json:
    mine = seat == proposal.seat
    return {
        "id": proposal.pk,
        "change": proposal.change,
        "seat": proposal.seat,
        "by": page.names[proposal.seat] if proposal.seat is not None and proposal.seat < len(page.names) else "",
        "reason": proposal.reason,
        "answer": proposal.answer,
        "may_agree": not proposal.answer and seat is not None and not mine,
        "may_withdraw": not proposal.answer and mine,
    }


def is_overtaken(proposal: Proposal) -> bool:
    """Whether what it would change has changed since: the one deal, or, where it is about several, any."""
    later: Iterable[Deal] = Deal.objects.filter(table=proposal.table_id, revision__gt=proposal.revision)
    number = proposal.change.get("number")
    return any(number in (None, deal.number) for deal in later)
