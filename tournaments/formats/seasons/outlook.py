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

from tournaments.formats.seasons.counting import SeasonRules
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
    standing, reachable = sorted(now.values()), sorted(highest.values())
    found = {}
    for player in earned:
        top, low = highest[player], now[player]
        best = 1 + _above(standing, top) if top else None
        worst = 1 + _above(reachable, low) - (top > low) if low and newcomer <= low else None
        unlimited = to_come and rules.most is None
        found[player] = Outlook(1 if top else None, None) if unlimited else Outlook(best, worst)
    return found


def places_needed(
    earned: Mapping[int, Sequence[Earned]], rules: SeasonRules, *, first: int, to_come: int
) -> dict[int, int]:
    """By player, the lowest place at the next event (which is one ``to_come``) that makes a champion of him whatever
    else happens; 0 where he needs none. Whom no place is enough for is not in it.
    """
    if rules.most is None or not to_come:
        return {}
    later = _won(range(first + 1, first + to_come), rules)
    newcomer = max(earned, default=0) + 1  # whoever has not come yet
    everybody = {**earned, newcomer: ()}
    first_or_second = [
        {who: _key([*own, _at(first, at, rules), *later], rules) for who, own in everybody.items()} for at in (1, 2)
    ]
    needed = {}
    for player, each in outlooks(earned, rules, first=first, to_come=to_come).items():
        # Another can be first tonight unless this one is.
        beaten = [max(key for who, key in keys.items() if who != player) for keys in first_or_second]
        needed[player] = 0 if each.worst == 1 else _lowest(earned[player], rules, event=first, beaten=beaten)
    return {player: place for player, place in needed.items() if place is not None}


def _lowest(earned: Sequence[Earned], rules: SeasonRules, *, event: int, beaten: Sequence[Key]) -> int | None:
    """``beaten``: the most that another can reach who is first at the event, and one who is second."""
    enough = None
    for place in range(1, max(len(rules.table), PLACES_THAT_TELL) + 2):
        mine = _key([*earned, _at(event, place, rules)], rules)
        if not mine or mine < beaten[1 if place == 1 else 0]:
            break
        enough = place
    return enough


def _key(earned: Sequence[Earned], rules: SeasonRules) -> Key:
    """Empty, which is less than any other, for who has no place."""
    return key_of(earned, rules) if earned and len(earned) >= rules.least else ()


def _won(events: Iterable[int], rules: SeasonRules) -> list[Earned]:
    return [_at(event, 1, rules) for event in events]


def _at(event: int, place: int, rules: SeasonRules) -> Earned:
    """Alone at this place."""
    return Earned(event, place, rules.worth(place, players=1) if rules.points == "table" else Fraction(0))


def _above(keys: Sequence[Key], key: Key) -> int:
    return len(keys) - bisect_right(keys, key)
