"""Second opinions as one phone sees them: what is asked of it, and what it may still correct."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.models import Event, Table
from tournaments.models.table import ENDED
from tournaments.selectors.table.confirmations import NOTHING_ASKED, Confirmations, ConfirmationStatus, State
from tournaments.selectors.table.correction_rights import Right, correction_rights
from tournaments.selectors.table.deal_history import DealRow
from tournaments.selectors.table.page import DealLine, DealVersion, TablePage

Json = dict[str, Any]


@dataclass(frozen=True)
class PadConfirmations:
    table: Json
    deals: dict[int, Json]  # by number


def pad_confirmations(page: TablePage, *, seat: int | None, now: datetime) -> PadConfirmations:
    """`seat` is that of the phone, None for the table's own. Who entered a deal cannot confirm it."""
    table, names = page.table, page.names
    said = Confirmations(table)
    rights, standings = correction_rights(table, now=now, confirmations=said), said.by_deal
    last = last_author(page.deals)
    return PadConfirmations(
        table=table_opinion(table, said, right=rights[None], last=last, seat=seat, names=names, now=now),
        deals={
            line.number: deal_opinion(
                standings.get(line.number), line.versions[-1], by=line.versions[-1].by, seat=seat, names=names, now=now
            )
            | {"right": rights.get(line.number, rights[None])}
            for line in page.deals
        },
    )


def table_opinion(
    table: Table,
    said: Confirmations,
    *,
    right: Right,
    last: int | None,
    seat: int | None,
    names: Sequence[str],
    now: datetime,
) -> Json:
    """`last`: the seat that entered what was entered last."""
    whole, mode = said.for_table, table.event.confirmation
    by_table = mode == Event.ConfirmationMode.TABLE and table.status in ENDED
    return {
        "mode": mode,
        "state": _state(whole, now),
        "accepted_at": whole.since.isoformat() if whole.state == State.WAITING and whole.since else None,
        "may_confirm": by_table and _may_confirm(whole, seat, last, now),
        "may_dispute": by_table and _may_dispute(whole, now),
        "may_withdraw": by_table and is_disputed_by(whole, seat),
        "opinion_by": opinion_by(whole, names),
        "opinion_reason": whole.said.reason if whole.said else "",
        "right": right,
    }


def last_author(deals: list[DealLine]) -> int | None:
    """The seat that entered what was entered last at the table."""
    versions = [line.versions[-1] for line in deals]
    return max(versions, key=lambda each: each.at).seat if versions else None


def deal_opinion(
    standing: ConfirmationStatus | None,
    newest: DealRow | DealVersion,
    *,
    by: str,
    seat: int | None,
    names: Sequence[str],
    now: datetime,
) -> Json:
    standing = standing or NOTHING_ASKED
    return {
        "seat": newest.seat,
        "by": by,
        "reason": newest.reason,
        "opinion": _state(standing, now),
        "may_confirm": _may_confirm(standing, seat, newest.seat, now),
        "may_dispute": _may_dispute(standing, now),
        "may_withdraw": is_disputed_by(standing, seat),
        "opinion_by": opinion_by(standing, names),
        "opinion_reason": standing.said.reason if standing.said else "",
    }


def _state(standing: ConfirmationStatus, now: datetime) -> str:
    """Accepted by itself is as good as confirmed."""
    return State.CONFIRMED if standing.is_settled(now) else standing.state


def _may_confirm(standing: ConfirmationStatus, seat: int | None, author: int | None, now: datetime) -> bool:
    if seat is None or seat == author:
        return False
    return _may_dispute(standing, now) or is_disputed_by(standing, seat)


def _may_dispute(standing: ConfirmationStatus, now: datetime) -> bool:
    return standing.state == State.WAITING and not standing.is_settled(now)


def is_disputed_by(standing: ConfirmationStatus, seat: int | None) -> bool:
    """By this seat's phone; None: by the table's own, which is anybody's."""
    said = standing.said
    return standing.state == State.DISPUTED and said is not None and bool(said.pad_link_id) and said.seat == seat


def opinion_by(standing: ConfirmationStatus, names: Sequence[str]) -> str:
    """Whose word it was; empty where it was nobody's, or came from the table's own pad."""
    said = standing.said
    if said is None:
        return ""
    if said.user:
        return said.user.get_full_name() or said.user.get_username()
    return names[said.seat] if said.seat is not None and said.seat < len(names) else ""
