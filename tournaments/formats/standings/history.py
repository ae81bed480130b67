"""The rounds behind a draw, as FIDE C.04.1 reads them: what was not played is no game."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import zip_longest

from tournaments.formats.draw import Id, Seating
from tournaments.formats.record import RoundRecord
from tournaments.formats.standings.points import PointRule, table_points


def played_history(
    rounds: Sequence[RoundRecord], floats: Sequence[tuple[Id, ...] | None], *, rule: PointRule, seats: int
) -> list[Seating]:
    """What a draw is to know of ``rounds`` at tables for ``seats``; ``floats`` are those that the draws named.

    Only who played has met, and sat (C.04.2 3.5). Among the byes is everybody who shall not have one again: who had it
    from a draw, and who once got the points of a win without playing (C.04.1 4); a lesser bye on request bars nothing.
    Who got more than nothing without playing has floated down, who forfeited has not (C.04.3 1.4).
    """
    return [_seating(round_, named, rule, seats) for round_, named in zip_longest(rounds, floats)]


def _seating(round_: RoundRecord, named: tuple[Id, ...] | None, rule: PointRule, seats: int) -> Seating:
    played = [tuple(seat.id for seat in table.present) for table in round_.tables if len(table.present) > 1]
    without = {
        table.present[0].id: table_points(rule, table).get(table.present[0].id, Fraction(0))
        for table in round_.tables
        if len(table.present) == 1
    }
    asked = {bye.id: Fraction(bye.points) for bye in round_.byes if bye.requested}
    allocated = [bye.id for bye in round_.byes if not bye.requested]
    barred = [*_worth_a_win(without, rule, seats, unscored=True), *_worth_a_win(asked, rule, seats, unscored=False)]
    if named is None:
        return Seating(tuple(played), (*allocated, *barred))
    there = {who for table in played for who in table}
    gained = (who for who, points in (without | asked).items() if points > 0)
    return Seating(tuple(played), (*allocated, *barred), (*(who for who in named if who in there), *gained))


def _worth_a_win(gained: dict[Id, Fraction], rule: PointRule, seats: int, *, unscored: bool) -> Iterable[Id]:
    """Those who got as much as the first place; ``unscored`` answers where the game's own score counts."""
    if rule.scheme.places is None:
        return gained if unscored else ()
    first = rule.by_place(seats)[0]
    return [who for who, points in gained.items() if points >= first]
