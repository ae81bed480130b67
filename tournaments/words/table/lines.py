"""A deal in one line of a list: whose it is, what was played, and what it brought."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.deals import VilniusDeal
from scoring.result import AnnouncementResult, ShowdownResult
from tournaments.selectors.numbers import signed_text
from tournaments.selectors.table.page import DealLine
from tournaments.words.games import category_name
from tournaments.words.table.verdicts import SIGNS


@dataclass(frozen=True)
class InALine:
    whose: tuple[int, ...] = ()  # seats: who announced, or who won
    who: str = ""
    what: str = ""
    brought: str = ""  # to the one it is told of; empty where nothing is known, or it is shared


def in_a_line(line: DealLine, names: Sequence[str], unit: str | None) -> InALine:
    """Of one that was struck out what it was; it brought nothing. ``unit``: of the game (``Event.unit``)."""
    played, result = line.standing, line.result
    if isinstance(played, VilniusDeal):
        trump = f" {SIGNS[played.trump]}" if played.trump in SIGNS else ""
        return InALine(
            whose=(played.declarer,),
            who=names[played.declarer],
            what=f"{played.announced}{trump} → {played.taken}",
            brought=signed_text(result.points) if isinstance(result, AnnouncementResult) else "",
        )
    if not isinstance(result, ShowdownResult):
        return InALine()
    who = ", ".join(names[seat] for seat in result.winners)
    return InALine(whose=result.winners, who=who, what=_won_by(result), brought=_gain(result, unit))


def _won_by(result: ShowdownResult) -> str:
    if result.decided_by in ("tie", "split"):
        return _("a tie")
    best = result.hands.get(result.winners[0])
    return category_name(best.category) if best else _("no cards shown")


def _gain(result: ShowdownResult, unit: str | None) -> str:
    """A deal won is a point, unless cubits count."""
    winner, *others = result.winners
    if others:
        return ""
    if unit == "cubits":
        return "" if result.net is None or winner not in result.net else signed_text(result.net[winner])
    return signed_text(1)
