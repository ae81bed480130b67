"""Who meets whom in a division, in which weeks; and who plays in which division the next time."""

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise

from tournaments.formats.leagues.counting import LeagueRules, exchanged
from tournaments.formats.systems.round_robin import schedule

Fixture = tuple[int, ...]
"""Who is at home first."""


def fixtures(players: Sequence[int], rules: LeagueRules) -> list[list[Fixture]]:
    """Round by round; with an odd number at tables of two one has no fixture in each. Raises NoValidPairing for fewer
    than two players.
    """
    once = schedule(players, seats=rules.seats)
    rounds = once if rules.laps == 1 else schedule(players, seats=rules.seats, rounds=rules.laps * len(once))
    return [[tuple(table) for table in seating.tables] for seating in rounds]


def windows(starts: date, ends: date, rounds: int) -> list[tuple[date, date]]:
    """The first and the last day of each round: shared out evenly, and whoever has fewer days than rounds has days of
    several.
    """
    days = (ends - starts).days + 1
    firsts = [starts + timedelta(days=days * number // rounds) for number in range(rounds + 1)]
    return [(first, max(first, after - timedelta(days=1))) for first, after in pairwise(firsts)]


def next_divisions(divisions: Sequence[Sequence[int]], rules: LeagueRules) -> list[list[int]]:
    """By how each stood in the end, best first: the last of one and the first of the one below change places."""
    found = [list(division) for division in divisions]
    for upper, moving in enumerate(exchanged([len(each) for each in divisions], rules.moving)):
        if moving:
            found[upper][-moving:] = divisions[upper + 1][:moving]
            found[upper + 1][:moving] = divisions[upper][-moving:]
    return found
