"""What a FIDE report says of points: those of a game (record 162) and of a match (362), where they are not the usual
ones, and those that nobody has won (250), from which round to which, by a range of starting numbers.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from operator import itemgetter

from tournaments.formats.options import Options
from tournaments.formats.record import RoundRecord, StageRecord
from tournaments.formats.stages import acceleration_of, starting_of, swiss_length
from tournaments.formats.standings.points import NOTHING, PointRule

USUAL_MATCH = ("2.0", "1.0", "0.0")


def tenths(points: Fraction) -> str:
    """As the format writes points: "1.5"."""
    return f"{float(points):.1f}"


def game_points(rule: PointRule) -> Iterator[str]:
    """Nothing where they are 1, ½ and 0."""
    win, loss = rule.by_place(2)
    worths = {"W": win, "D": rule.level_points(2), "L": loss, "A": Fraction(rule.forfeit_loss), "P": rule.bye_points(2)}
    usual = {"W": Fraction(1), "D": Fraction(1, 2), "L": NOTHING, "A": NOTHING, "P": win}
    if points := "    ".join(f"{key}{tenths(worth):>4}" for key, worth in worths.items() if worth != usual[key]):
        yield f"162  {points}"


def match_points(rule: PointRule) -> Iterator[str]:
    """Nothing where they are 2, 1 and 0."""
    win, loss = rule.by_place(2)
    points = tuple(map(tenths, (win, rule.level_points(2), loss)))
    if points != USUAL_MATCH:
        yield "362 " + "   ".join(f"{key}{worth:>4}" for key, worth in zip(("TW", "TD", "TL"), points, strict=True))


def points_for_the_draw(stage: StageRecord, options: Options) -> Iterator[str]:
    """Of a Swiss, the points that its draws count though nobody has won them: virtual ones, and starting points, which
    the standings count too. What is no tenths below a hundred cannot be told.
    """
    by_round = {number: list(_runs(stage, options, number)) for number in range(1, swiss_length(stage, options) + 1)}
    for runs, numbers in groupby(by_round, key=by_round.__getitem__):
        rounds = list(numbers)
        for points, first, last in runs:
            both = f"{points:0>4} 00.0" if options.boards else f"{'':4} {points:0>4}"
            yield f"250 {both} {rounds[0]:03} {rounds[-1]:03} {first:04} {last:04}"


def _runs(stage: StageRecord, options: Options, number: int) -> Iterator[tuple[str, int, int]]:
    """Points, and the starting numbers from which to which they are given, where the round of this number is drawn."""
    before = replace(stage, rounds=(RoundRecord(()),) * (number - 1))
    points = {**starting_of(stage, options), **acceleration_of(before, options)}
    in_order = [(Fraction(points.get(who, 0)), at) for at, who in enumerate(stage.entrants, start=1)]
    for worth, run in groupby(in_order, key=itemgetter(0)):
        people = [at for _worth, at in run]
        if 0 < worth < 100 and (10 * worth).denominator == 1:
            yield tenths(worth), people[0], people[-1]
