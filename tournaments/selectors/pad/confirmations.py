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
        table=confirmation_of_table(table, confirmations, right=rights[None], actor=actor, names=names, now=now),
        deals={
            line.number: confirmation_of_deal(
                table, confirmations, entered[line.number], by=by(line.versions[-1]), actor=actor, names=names, now=now
            )
            | {"right": rights.get(line.number, rights[None])}
            for line in page.deals
        },
    )


def confirmation_of_table(
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
        "opinion_by": author_name(whole, names),
        "opinion_reason": whole.confirmation.reason if whole.confirmation else "",
        "said": _said_by(actor, words),
        "right": right,
    }


def confirmation_of_deal(
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
    status = confirmations.by_deal.get(row.number, NOTHING_ASKED)
    words = confirmations.of_deal(row) if status.state != State.NONE else []
    return {
        "seat": row.seat,
        "by": by,
        "reason": row.reason,
        "opinion": _state(status, now),
        "may_confirm": _may_confirm(table, status, [row], words, actor, now),
        "may_dispute": _may_dispute(status, now),
        "may_withdraw": is_disputed_by(status, actor.seat),
        "opinion_by": author_name(status, names),
        "opinion_reason": status.confirmation.reason if status.confirmation else "",
        "said": _said_by(actor, words),
    }


def _said_by(actor: Actor, words: Sequence[Confirmation]) -> str:
    """This seat's latest verdict; empty where it has said nothing."""
    own = (word.verdict for word in reversed(words) if word.pad_link_id and word.seat == actor.seat)
    return next(own, "")


def _state(status: ConfirmationStatus, now: datetime) -> str:
    """Accepted by itself is as good as confirmed."""
    return State.CONFIRMED if status.is_settled(now) else status.state


def _may_confirm(
    table: Table,
    status: ConfirmationStatus,
    entered: Sequence[DealRow],
    confirmations: Sequence[Confirmation],
    actor: Actor,
    now: datetime,
) -> bool:
    open_to = _may_dispute(status, now) or is_disputed_by(status, actor.seat)
    return open_to and objection(entered, confirmations, actor, shared=table.event.shared_phones) is None


def _may_dispute(status: ConfirmationStatus, now: datetime) -> bool:
    return status.state == State.WAITING and not status.is_settled(now)


def is_disputed_by(status: ConfirmationStatus, seat: int | None) -> bool:
    """By this seat's phone; None: by the table's own, which is anybody's."""
    confirmation = status.confirmation
    return (
        status.state == State.DISPUTED
        and confirmation is not None
        and bool(confirmation.pad_link_id)
        and confirmation.seat == seat
    )


def author_name(status: ConfirmationStatus, names: Sequence[str]) -> str:
    """Whose word it was; empty where it was nobody's or the director's, or came from the table's own pad."""
    confirmation = status.confirmation
    return (
        names[confirmation.seat]
        if confirmation and confirmation.seat is not None and confirmation.seat < len(names)
        else ""
    )
