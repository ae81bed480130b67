"""The cells of the director's overview, a table each."""

from dataclasses import dataclass

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.selectors.night.overview import Overview, OverviewTable
from tournaments.selectors.night.scoreboard import LiveRow


@dataclass(frozen=True)
class Cells:
    """Those that need nobody, one of them open: ``opened`` is its row as names and texts."""

    before: list[LiveRow]
    line: OverviewTable | None
    opened: dict[str, str]
    after: list[LiveRow]


def overview_cells(overview: Overview, *, opened: str) -> Cells:
    rows = [overview_row(line) for line in overview.others]
    at = next((index for index, row in enumerate(rows) if row.facts["table"] == opened), None)
    if at is None:
        return Cells(rows, None, {}, [])
    row = rows[at]
    return Cells(rows[:at], overview.others[at], {"key": row.key, **row.facts, **row.cells}, rows[at + 1 :])


def overview_row(line: OverviewTable) -> LiveRow:
    card = line.card
    return LiveRow(
        key=f"t{card.id}",
        flags="",
        cells={"deals": f"{card.deal_count}/{card.deals_total}" if card.deals_total else str(card.deal_count)},
        facts={
            "table": str(card.id),
            "number": str(card.number),
            "kind": f"{line.state} overview-silent" if line.unusual else line.state,
            "anew": "yes" if line.unusual or not card.deal_count else "",
            "heard": line.heard_at.isoformat() if line.heard_at else "",
            "minutes": str(line.minutes),
            "players": " · ".join(seat.player.short_name for seat in card.seats),
            "state": _state(line),
            "corrections": _corrections(line.proposed_corrections),
            "unsent": _unsent(line),
            "due": line.accepted_at.isoformat() if line.accepted_at else "",
        },
    )


def _state(line: OverviewTable) -> str:
    if line.state == "playing":
        return _("silent") if line.unusual else ""
    if line.state != "waiting":
        return line.card.status_text
    if line.accepted_at:
        return _("counts at %(time)s") % {"time": f"{localtime(line.accepted_at):%H:%M}"}
    return _("to be confirmed")


def _corrections(count: int) -> str:
    if not count:
        return ""
    return ngettext("%(n)s correction to agree on", "%(n)s corrections to agree on", count) % {"n": count}


def _unsent(line: OverviewTable) -> str:
    """What the table's phones keep, since the oldest of it was saved."""
    if not line.unsent:
        return ""
    count, since = line.unsent
    sentence = ngettext("%(n)s deal unsent since %(time)s", "%(n)s deals unsent since %(time)s", count)
    return sentence % {"n": count, "time": f"{localtime(since):%H:%M}"}
