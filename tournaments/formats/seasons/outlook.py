"""Which places of a season are still possible, whatever is to come.

Everything that tells players apart (points, each tie-break) is the most for one who is first alone at all that is to
come, and the least for one who stays away, or who comes where that brings less than nothing. So the best a player can
do is to win everything while the others do worst, and another may pass him if that one wins everything while he does
worst. ``tests/formats/seasons`` compares this with all that can happen.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.seasons.counting import Bounds, SeasonRules
from tournaments.formats.seasons.standing import Earned, History, Key, Points, key_of, plain, whole

PLACES_THAT_TELL = 3  # in the tie-break by places


@dataclass(frozen=True)
class Outlook:
    """``best`` is never too bad, and exact where coming brings no less than nothing; None for who comes too seldom by
    now. ``worst`` is never too good, and exact where it is 1; None where nothing is sure.
    """

    best: int | None
    worst: int | None


def outlooks(earned: History, rules: SeasonRules, *, first: int, to_come: int, span: Bounds) -> dict[int, Outlook]:
    """``to_come``: how many events there still are, the ``first`` of which has this number."""
    future = range(first, first + to_come)
    if to_come and span.most is None:
        came = {player: len(own) + to_come >= rules.least for player, own in earned.items()}
        return {player: Outlook(1 if often else None, None) for player, often in came.items()}
    earned, one = whole(earned)
    least, won = plain((span.least or Fraction(0)) * one), _won(future, plain((span.most or Fraction(0)) * one))
    lowest = {player: _least(own, future, rules, least) for player, own in earned.items()}
    highest = {player: _key([*own, *won], rules) for player, own in earned.items()}
    newcomer = _key(won, rules)
    standing, reachable = sorted(lowest.values()), sorted(highest.values())
    found = {}
    for player in earned:
        top, low = highest[player], lowest[player]
        best = 1 + _above(standing, top) if top else None
        worst = 1 + _above(reachable, low) - (top > low) if low and newcomer <= low else None
        found[player] = Outlook(best, worst)
    return found


def _least(own: Sequence[Earned], future: range, rules: SeasonRules, least: Points) -> Key:
    """What a player has in the end who does worst. Coming may bring less than nothing, and staying away a gap."""
    away = _key(own, rules)
    if least >= 0:
        return away
    came = ([*own, *(Earned(event, None, least) for event in future[:times])] for times in range(1, len(future) + 1))
    return min([away, *(_key(each, rules) for each in came)])


def _key(earned: Sequence[Earned], rules: SeasonRules) -> Key:
    """Empty, which is less than any other, for who has no place."""
    return key_of(earned, rules) if earned and len(earned) >= rules.least else ()


def _won(events: Iterable[int], most: Points) -> list[Earned]:
    """First alone at all of them."""
    return [Earned(event, 1, most) for event in events]


def _above(keys: Sequence[Key], key: Key) -> int:
    return len(keys) - bisect_right(keys, key)
