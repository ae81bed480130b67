"""Which places of a season are still possible, whatever is to come.

Everything that tells players apart (points, each tie-break) is the most for one who is first alone at all that is to
come, and the least for one who stays away. So the best a player can do is to win everything while the others stay at
home, and another may pass him if that one wins everything while he stays at home. ``tests/formats/seasons`` compares
this with all that can happen.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.seasons.rules import SeasonRules
from tournaments.formats.seasons.standing import Earned, Key, key_of

PLACES_THAT_TELL = 3  # in the tie-break by places


@dataclass(frozen=True)
class Outlook:
    """``best`` is exact; None for who comes too seldom by now. ``worst`` is never too good, and exact where it is 1;
    None where nothing is sure.
    """

    best: int | None
    worst: int | None


def outlooks(
    earned: Mapping[int, Sequence[Earned]], rules: SeasonRules, *, first: int, to_come: int
) -> dict[int, Outlook]:
    """``to_come``: how many events there still are, the ``first`` of which has this number."""
    future = range(first, first + to_come)
    now = {player: _key(own, rules) for player, own in earned.items()}
    highest = {player: _key([*own, *_won(future, rules)], rules) for player, own in earned.items()}
    newcomer = _key(_won(future, rules), rules)
    standing = sorted(key for key in now.values() if key)
    reachable = sorted(key for key in highest.values() if key)
    found = {}
    for player in earned:
        top, low = highest[player], now[player]
        best = 1 + len(standing) - bisect_right(standing, top) if top else None
        if to_come and rules.most is None:
            found[player] = Outlook(1 if top else None, None)
        elif low is None or (newcomer and newcomer > low):
            found[player] = Outlook(best, None)
        else:
            found[player] = Outlook(best, 1 + _above(reachable, low) - bool(top and top > low))
    return found


def place_needed(
    player: int, earned: Mapping[int, Sequence[Earned]], rules: SeasonRules, *, first: int, to_come: int
) -> int | None:
    """The lowest place at the next event (which is one ``to_come``) that makes a champion of the player whatever else
    happens; 0 where it needs none; None where no place is enough.
    """
    if rules.most is None or not to_come:
        return None
    if outlooks(earned, rules, first=first, to_come=to_come)[player].worst == 1:
        return 0
    others = [*(own for other, own in earned.items() if other != player), ()]
    later = _won(range(first + 1, first + to_come), rules)
    for place in range(max(len(rules.table), PLACES_THAT_TELL) + 1, 0, -1):
        mine = _key([*earned[player], _at(first, place, rules)], rules)
        best = _at(first, 2 if place == 1 else 1, rules)
        rivals = (_key([*own, best, *later], rules) for own in others)
        if mine and all(key is None or key <= mine for key in rivals):
            return place
    return None


def _key(earned: Sequence[Earned], rules: SeasonRules) -> Key | None:
    """None for who has no place."""
    return key_of(earned, rules) if earned and len(earned) >= rules.least else None


def _won(events: Iterable[int], rules: SeasonRules) -> list[Earned]:
    return [_at(event, 1, rules) for event in events]


def _at(event: int, place: int, rules: SeasonRules) -> Earned:
    """Alone at this place."""
    return Earned(event, place, rules.worth(place, players=1) if rules.points == "table" else Fraction(0))


def _above(keys: Sequence[Key], key: Key) -> int:
    return len(keys) - bisect_right(keys, key)
