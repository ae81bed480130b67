"""Confirmations as one phone sees them: what is asked of it, and what it may still correct."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.audit import Actor
from tournaments.models import Confirmation, Event, Table
from tournaments.models.table import ENDED
from tournaments.selectors.table.confirmations import (
    NOTHING_ASKED,
    Confirmations,
    ConfirmationStatus,
    Right,
    State,
    correction_rights,
    objection,
)
from tournaments.selectors.table.deals import DealRow
from tournaments.selectors.table.page import DealVersion, TablePage

Json = dict[str, Any]
Author = Callable[[DealVersion], str]


@dataclass(frozen=True)
class PadConfirmations:
    table: Json
    deals: dict[int, Json]  # by number


def pad_confirmations(page: TablePage, *, by: Author, actor: Actor, now: datetime) -> PadConfirmations:
    """`by` tells who entered a version; `actor`: whose phone this is. Who entered a deal cannot confirm it."""
    table, names = page.table, page.names
    confirmations = Confirmations(table, page.history)
    rights, entered = (
        correction_rights(table, now=now, confirmations=confirmations),
        {row.number: row for row in confirmations.deals},
    )
    return PadConfirmations(
        table=table_opinion(table, confirmations, right=rights[None], actor=actor, names=names, now=now),
        deals={
            line.number: deal_opinion(
                table, confirmations, entered[line.number], by=by(line.versions[-1]), actor=actor, names=names, now=now
            )
            | {"right": rights.get(line.number, rights[None])}
            for line in page.deals
        },
    )


def table_opinion(
    table: Table, confirmations: Confirmations, *, right: Right, actor: Actor, names: Sequence[str], now: datetime
) -> Json:
    whole, mode = confirmations.for_table, table.event.confirmation
    by_table = mode == Event.ConfirmationMode.TABLE and table.status in ENDED and whole.state != State.NONE
    words = confirmations.of_table(confirmations.last) if by_table else []
    return {
        "mode": mode,
        "state": _state(whole, now),
        "accepted_at": whole.since.isoformat() if whole.state == State.WAITING and whole.since else None,
        "may_confirm": by_table and _may_confirm(table, whole, confirmations.deals, words, actor, now),
        "may_dispute": by_table and _may_dispute(whole, now),
        "may_withdraw": by_table and is_disputed_by(whole, actor.seat),
        "opinion_by": opinion_by(whole, names),
        "opinion_reason": whole.said.reason if whole.said else "",
        "right": right,
    }


def deal_opinion(
    table: Table,
    confirmations: Confirmations,
    row: DealRow,
    *,
    by: str,
    actor: Actor,
    names: Sequence[str],
    now: datetime,
) -> Json:
    """`row`: the newest version of the deal."""
    standing = confirmations.by_deal.get(row.number, NOTHING_ASKED)
    words = confirmations.of_deal(row) if standing.state != State.NONE else []
    return {
        "seat": row.seat,
        "by": by,
        "reason": row.reason,
        "opinion": _state(standing, now),
        "may_confirm": _may_confirm(table, standing, [row], words, actor, now),
        "may_dispute": _may_dispute(standing, now),
        "may_withdraw": is_disputed_by(standing, actor.seat),
        "opinion_by": opinion_by(standing, names),
        "opinion_reason": standing.said.reason if standing.said else "",
    }


def _state(standing: ConfirmationStatus, now: datetime) -> str:
    """Accepted by itself is as good as confirmed."""
    return State.CONFIRMED if standing.is_settled(now) else standing.state


def _may_confirm(
    table: Table,
    standing: ConfirmationStatus,
    entered: Sequence[DealRow],
    confirmations: Sequence[Confirmation],
    actor: Actor,
    now: datetime,
) -> bool:
    open_to = _may_dispute(standing, now) or is_disputed_by(standing, actor.seat)
    return open_to and objection(entered, confirmations, actor, shared=table.event.shared_phones) is None


def _may_dispute(standing: ConfirmationStatus, now: datetime) -> bool:
    return standing.state == State.WAITING and not standing.is_settled(now)


def is_disputed_by(standing: ConfirmationStatus, seat: int | None) -> bool:
    """By this seat's phone; None: by the table's own, which is anybody's."""
    confirmation = standing.said
    return (
        standing.state == State.DISPUTED
        and confirmation is not None
        and bool(confirmation.pad_link_id)
        and confirmation.seat == seat
    )


def opinion_by(standing: ConfirmationStatus, names: Sequence[str]) -> str:
    """Whose word it was; empty where it was nobody's or the director's, or came from the table's own pad."""
    confirmation = standing.said
    return (
        names[confirmation.seat]
        if confirmation and confirmation.seat is not None and confirmation.seat < len(names)
        else ""
    )
