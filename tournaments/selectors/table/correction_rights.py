"""Who may still correct what was recorded at a table: its players freely, with another seat's consent, or no more."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Literal

from tournaments.models import Event, Ruling, Table
from tournaments.models.table import ENDED
from tournaments.selectors.table.confirmations import Confirmations, ConfirmationStatus
from tournaments.selectors.table.later_rounds import has_later_round

Right = Literal["free", "consent", "closed"]
STRICTNESS: tuple[Right, ...] = ("free", "consent", "closed")


def correction_rights(
    table: Table, *, now: datetime, confirmations: Confirmations | None = None, people: Collection[int] | None = None
) -> dict[int | None, Right]:
    """By number of the deal; None stands for the table as a whole, and for deals not named. `confirmations` and
    `people` (entrants' ids), where they have been read already.
    """
    if has_later_round(table, people=people) or _is_ruled_on(table):
        return {None: "closed"}
    said = confirmations or Confirmations(table)
    by_deal: dict[int | None, Right] = {
        number: _right(table, standing, now) for number, standing in said.by_deal.items()
    }
    return {None: _right(table, said.for_table, now), **by_deal}


def right_to(table: Table, *numbers: int | None, now: datetime) -> Right:
    """To correct all these deals together: as strict as the strictest of them."""
    rights = correction_rights(table, now=now)
    return max((rights.get(number, rights[None]) for number in numbers or (None,)), key=STRICTNESS.index)


def _is_ruled_on(table: Table) -> bool:
    """The director has said how it ended, and no seat is asked, whose consent could open it again."""
    if table.round_id is None or table.status not in ENDED or table.event.confirmation != Event.ConfirmationMode.NONE:
        return False
    ruling = table.rulings.exclude(kind=Ruling.Kind.ADVANCED).order_by("pk").last()
    if ruling is None or ruling.kind == Ruling.Kind.LIFTED:
        return False
    return ruling.kind == Ruling.Kind.DECISION or len(ruling.value) >= table.seats.count() - 1


def _right(table: Table, standing: ConfirmationStatus, now: datetime) -> Right:
    over = table.status in ENDED
    settled = standing.is_settled(now)
    asked = table.event.confirmation != Event.ConfirmationMode.NONE
    if not over or (asked and not settled):
        return "consent" if settled else "free"
    times = [each for each in (table.ended_at, standing.since if settled else None) if each]
    late = bool(times) and now > max(times) + timedelta(minutes=table.event.correction_minutes)
    if late:
        return "closed"
    return "consent" if asked else "free"
