"""Second opinions as one phone sees them: what is asked of it, and what it may still correct."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.models import Event
from tournaments.models.table import ENDED
from tournaments.selectors.opinions import Standing, State, deal_standings, table_standing
from tournaments.selectors.rights import correction_rights
from tournaments.selectors.tables import DealLine, TablePage

Json = dict[str, Any]


@dataclass(frozen=True)
class PadOpinions:
    table: Json
    deals: dict[int, Json]  # by number


def pad_opinions(page: TablePage, *, seat: int | None, now: datetime) -> PadOpinions:
    """`seat` is that of the phone, None for the table's own. Who entered a deal cannot confirm it."""
    mode = page.event.second_opinion
    whole = table_standing(page.table)
    rights = correction_rights(page.table, now=now)
    standings = deal_standings(page.table)
    last = last_author(page.deals)
    over = page.table.status in ENDED
    by_table = mode == Event.SecondOpinion.TABLE and over
    return PadOpinions(
        table={
            "mode": mode,
            "state": _state(whole, now),
            "accepted_at": whole.since.isoformat() if whole.state == State.WAITING and whole.since else None,
            "may_confirm": by_table and _may_confirm(whole, seat, last, now),
            "may_dispute": by_table and whole.state != State.DISPUTED and not whole.is_settled(now),
            "right": rights[None],
        },
        deals={
            line.number: _deal(line, standings.get(line.number), seat, now)
            | {"right": rights.get(line.number, rights[None])}
            for line in page.deals
        },
    )


def last_author(deals: list[DealLine]) -> int | None:
    """The seat that entered what was entered last at the table."""
    versions = [line.versions[-1] for line in deals]
    return max(versions, key=lambda each: each.at).seat if versions else None


def _deal(line: DealLine, standing: Standing | None, seat: int | None, now: datetime) -> Json:
    newest = line.versions[-1]
    facts: Json = {"seat": newest.seat, "by": newest.by, "reason": newest.reason, "opinion": "", "may_confirm": False}
    if standing is None:
        return facts | {"may_dispute": False}
    return facts | {
        "opinion": _state(standing, now),
        "may_confirm": _may_confirm(standing, seat, newest.seat, now),
        "may_dispute": standing.state == State.WAITING and not standing.is_settled(now),
    }


def _state(standing: Standing, now: datetime) -> str:
    """Accepted by itself is as good as confirmed."""
    return State.CONFIRMED if standing.is_settled(now) else standing.state


def _may_confirm(standing: Standing, seat: int | None, author: int | None, now: datetime) -> bool:
    return seat is not None and seat != author and standing.state != State.NONE and not standing.is_settled(now)


def open_proposals(page: TablePage, *, seat: int | None) -> list[Json]:
    """Corrections that wait for another seat's consent."""
    return [
        {
            "id": each.pk,
            "change": each.change,
            "seat": each.seat,
            "by": page.names[each.seat] if each.seat is not None and each.seat < len(page.names) else "",
            "reason": each.reason,
            "may_agree": seat is not None and seat != each.seat,
            "may_withdraw": seat == each.seat,
        }
        for each in page.table.proposals.filter(answer="")
    ]
