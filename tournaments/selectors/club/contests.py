from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import get_args

from scoring.game import Unit
from scoring.games import GAMES
from tournaments.formats.seasons.counting import UNKNOWN, Bounds
from tournaments.models import Club, Event

ContestKey = tuple[str, str]
"""Game and unit (empty where there is none), as tallies are kept by."""


@dataclass(frozen=True)
class Contest:
    """What can be added up over a club's history: a game, and for showdowns what its nights counted."""

    game: str
    unit: Unit | None  # None where the game counts in one way only
    has_others: bool = False  # the same game was played for other units too

    @property
    def key(self) -> str:
        return contest_key(self.kept_by)

    @property
    def kept_by(self) -> ContestKey:
        return self.game, self.unit or ""


def contest_key(kept_by: ContestKey) -> str:
    return "-".join(filter(None, kept_by))


def every_contest() -> list[Contest]:
    """Of all games there are."""
    return contests([key_of_event(Event(game=game, rules=rules)) for game in GAMES for rules in _scored(game)])


def _scored(game: str) -> list[dict[str, object]]:
    """Its own rules, and those that count something else."""
    kinds = [each for each in GAMES[game].choices if each.name == "score"]
    return [{each.name: value} for each in kinds for value in each.values] or [{}]


def key_of_event(event: Event) -> ContestKey:
    return event.game, event.unit or ""


def deal_span(key: str) -> Bounds:
    """What a deal may bring in the contest of this key."""
    contest = next((each for each in every_contest() if each.key == key), None)
    if contest is None:
        return UNKNOWN
    least, most = GAMES[contest.game].deal_span(contest.unit) or (None, None)
    return Bounds(None if least is None else Fraction(least), None if most is None else Fraction(most))


def played_in(club: Club) -> set[ContestKey]:
    """Of all its events; few nights are played by other rules than the one before."""
    chosen = club.events.order_by().values_list("game", "rules").distinct()
    return {key_of_event(Event(game=game, rules=rules)) for game, rules in chosen}


def contests(played: Collection[ContestKey]) -> list[Contest]:
    """In the order of the games. Deals won and cubits are never added up."""
    found = []
    for game in GAMES:
        units = [unit for unit in (None, *get_args(Unit)) if (game, unit or "") in played]
        found += [Contest(game, unit, has_others=len(units) > 1) for unit in units]
    return found
