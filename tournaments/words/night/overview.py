"""The tables on the director's desk, a tile each."""

from dataclasses import dataclass

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.selectors.night.overview import Overview, OverviewTable
from tournaments.selectors.night.scoreboard import LiveRow, seat_row

LEFT = gettext_lazy("about %(n)s min left at table %(number)s")


@dataclass(frozen=True)
class Tiles:
    """Of the tables that need nobody: those that are played now, and folded those of ``earlier`` rounds."""

    now: list[LiveRow]
    earlier: list[LiveRow]
    forecast: str

    @property
    def forecast_says(self) -> str:
        """For the page's script, which puts the numbers in."""
        return str(LEFT) % {"n": "{n}", "number": "{number}"}


def overview_tiles(overview: Overview, *, opened: str, round_id: int | None) -> Tiles:
    now: list[LiveRow] = []
    earlier: list[LiveRow] = []
    for line in overview.others:
        is_current = line.round_id == round_id
        round_ = "" if is_current else _("round %(number)s") % {"number": line.round_number}
        tile = overview_row(line, opened=opened, round_=round_)
        (now if is_current or line.state == "playing" else earlier).append(tile)
    return Tiles(now, earlier, _forecast(overview))


def overview_row(line: OverviewTable, *, opened: str = "", round_: str = "") -> LiveRow:
    card = line.card
    return LiveRow(
        key=f"t{card.id}",
        flags="",
        cells={
            "deals": f"{card.deal_count}/{card.deals_total}" if card.deals_total else str(card.deal_count),
            "done": str(card.deal_count),
        },
        facts={
            "table": str(card.id),
            "number": str(card.number),
            "total": str(card.deals_total or ""),
            "kind": f"{line.state} overview-silent" if line.unusual else line.state,
            "anew": "yes" if line.unusual or not card.deal_count else "",
            "began": line.began_at.isoformat() if line.began_at else "",
            "heard": line.heard_at.isoformat() if line.heard_at else "",
            "minutes": str(line.minutes),
            "state": _state(line),
            "round": round_,
            "corrections": _corrections(line.proposed_corrections),
            "unsent": _unsent(line),
            "due": line.accepted_at.isoformat() if line.accepted_at else "",
            "opened": "true" if str(card.id) == opened else "false",
        },
        rows=tuple(seat_row(seat, playing=card.playing) for seat in card.seats),
    )


def _forecast(overview: Overview) -> str:
    """Of the table that will be the last to end."""
    lines = [*overview.urgent, *overview.others]
    ends = [(left, line.card.number) for line in lines if (left := overview.forecast(line)) is not None]
    left, number = max(ends, default=(None, None))
    return "" if left is None else str(LEFT) % {"n": left, "number": number}


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
