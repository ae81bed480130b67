"""A deal in one line of a list: whose it is, what was played, and what it brought."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.deals import VilniusDeal
from scoring.result import AnnouncementResult, ShowdownResult
from tournaments.selectors.table.page import DealLine, TablePage
from tournaments.words.games import category_name
from tournaments.words.table.verdicts import SIGNS


@dataclass(frozen=True)
class InALine:
    whose: tuple[int, ...] = ()  # seats: who announced, or who won
    who: str = ""
    what: str = ""
    brought: int | None = None  # to the one it is told of; None where nothing is known, or it is shared


def in_a_line(line: DealLine, page: TablePage) -> InALine:
    """Of one that was struck out what it was; it brought nothing."""
    played, result = line.standing, line.result
    if isinstance(played, VilniusDeal):
        trump = f" {SIGNS[played.trump]}" if played.trump in SIGNS else ""
        return InALine(
            whose=(played.declarer,),
            who=page.names[played.declarer],
            what=f"{played.announced}{trump} → {played.taken}",
            brought=result.points if isinstance(result, AnnouncementResult) else None,
        )
    if not isinstance(result, ShowdownResult):
        return InALine()
    who = ", ".join(page.names[seat] for seat in result.winners)
    return InALine(whose=result.winners, who=who, what=_won_by(result), brought=_gain(result, page))


def _won_by(result: ShowdownResult) -> str:
    if result.decided_by in ("tie", "split"):
        return _("a tie")
    best = result.hands.get(result.winners[0])
    return category_name(best.category) if best else _("no cards shown")


def _gain(result: ShowdownResult, page: TablePage) -> int | None:
    """A deal won is a point, unless cubits count."""
    winner, *others = result.winners
    if others:
        return None
    if page.event.unit == "cubits":
        return None if result.net is None else result.net.get(winner)
    return 1
