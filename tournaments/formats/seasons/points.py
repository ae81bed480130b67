"""What an event of a season brings its players."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from tournaments.formats.seasons.counting import SeasonRules


class EventResult(NamedTuple):
    """``place``: among all of the event, None where none was given; ``score``: by the game, of so many deals."""

    player: int
    place: int | None
    score: Fraction = Fraction(0)
    deals: int = 0


def points_of(results: Iterable[EventResult], rules: SeasonRules, *, players: int | None = None) -> dict[int, Fraction]:
    """By player. Who shares a place gets an equal part of what its places bring; who has nothing that counts is not in
    it. ``players``: how many came, where that is more than have a place here.
    """
    if not rules.adds_scores:
        return _by_place(results, rules, players)
    played = [each for each in results if each.deals]
    if rules.points == "average":
        return {each.player: each.score / each.deals for each in played}
    return {each.player: each.score for each in played}


def _by_place(results: Iterable[EventResult], rules: SeasonRules, players: int | None) -> dict[int, Fraction]:
    shared: dict[int, list[int]] = defaultdict(list)
    for each in results:
        if each.place is not None:
            shared[each.place].append(each.player)
    came = max(players or 0, *shared, sum(map(len, shared.values())))
    found = {}
    for place, people in shared.items():
        worth = sum(rules.worth(place + below, players=came) for below in range(len(people)))
        found.update(dict.fromkeys(people, Fraction(worth, len(people))))
    return found
