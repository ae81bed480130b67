"""What one event has meant for its season: who led before it and leads after it, and for whom it is decided."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.seasons.counting import Bounds, SeasonRules
from tournaments.formats.seasons.outlook import Outlook, outlooks
from tournaments.formats.seasons.standing import Earned, History, Points, SeasonRow, standing


@dataclass(frozen=True)
class Meaning:
    """``apart``: how far the leaders are ahead. ``is_over``: nothing is to come, so they are champions; ``is_sure``:
    they are, whatever is to come. ``out``: who could still be champion before it and cannot any more, the best first.
    """

    before: tuple[int, ...]
    leaders: tuple[int, ...]
    apart: Points
    is_over: bool = False
    is_sure: bool = False
    out: tuple[int, ...] = ()


def meaning(earned: History, rules: SeasonRules, *, event: int, to_come: int | None, span: Bounds) -> Meaning | None:
    """``to_come``: how many events there were after it, None where nobody knew. None where nobody leads."""
    was, now = _until(earned, event), _until(earned, event + 1)
    rows = standing(now, rules)
    leaders = _leaders(rows)
    if not leaders:
        return None
    before = _leaders(standing(was, rules))
    others = [row.points for row in rows if row.rank and row.rank > 1]
    apart = rows[0].points - others[0] if others else 0
    if to_come is None:
        return Meaning(before, leaders, apart)
    reachable = outlooks(now, rules, first=event + 1, to_come=to_come, span=span)
    could = outlooks(was, rules, first=event, to_come=to_come + 1, span=span)
    out = tuple(row.player for row in rows if _may_lead(could.get(row.player)) and not _may_lead(reachable[row.player]))
    return Meaning(
        before,
        leaders,
        apart,
        is_over=to_come == 0,
        is_sure=all(reachable[player].worst == 1 for player in leaders),
        out=out,
    )


def _until(earned: History, event: int) -> dict[int, list[Earned]]:
    """Before this event."""
    found = {player: [each for each in own if each.event < event] for player, own in earned.items()}
    return {player: own for player, own in found.items() if own}


def _leaders(rows: Sequence[SeasonRow]) -> tuple[int, ...]:
    return tuple(row.player for row in rows if row.rank == 1)


def _may_lead(found: Outlook | None) -> bool:
    """Whoever had not come yet might have, and is not told out of reach for having come."""
    return found is not None and found.best == 1
