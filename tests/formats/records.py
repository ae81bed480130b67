"""Records for the tests of points, tie-breaks and standings, written as cross-tables."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tournaments.formats.bracket.progress import Bracket, Moved, Results, moved_between, play
from tournaments.formats.record import ByeRecord, EventRecord, RoundRecord, SeatRecord, TableRecord

# The place of the one who writes it, and of the opponent.
PLACES = {"+": (1, 2), "=": (1, 1), "-": (2, 1)}


def table(*ids: str, places: Sequence[int | None] | None = None, forfeited: Sequence[str] = ()) -> TableRecord:
    """A table in the order of its seats; without ``places`` in the order of the result."""
    given = places or [None if who in forfeited else place for place, who in enumerate(ids, start=1)]
    return TableRecord(
        tuple(SeatRecord(who, place) for who, place in zip(ids, given, strict=True)), frozenset(forfeited)
    )


def cross_table(rows: Mapping[str, str], **event: object) -> EventRecord:
    """Rows of ``"+9 =13 -F2 +BYE =BYE --"``: won, drawn, lost, by forfeit (F); a bye of a point, of half a point on
    request, and absent. Every game stands in both rows.
    """
    turns = {who: row.split() for who, row in rows.items()}
    number = len(next(iter(turns.values())))
    rounds = tuple(_round({who: turn[i] for who, turn in turns.items()}) for i in range(number))
    return EventRecord(tuple(rows), rounds, **event)  # type: ignore[arg-type]


def _round(turns: Mapping[str, str]) -> RoundRecord:
    tables, byes = [], []
    for who, turn in turns.items():
        result, opponent = turn[0], turn[1:]
        if opponent == "BYE":
            byes.append(ByeRecord(who, Fraction(1, 2 if result == "=" else 1), requested=result == "="))
        elif opponent.startswith("F") and result == "+":
            tables.append(table(who, opponent[1:], forfeited=[opponent[1:]]))
        elif not opponent.startswith(("F", "-")) and who < opponent:
            tables.append(table(who, opponent, places=PLACES[result]))
    return RoundRecord(tuple(tables), tuple(byes))


def moved_by(
    bracket: Bracket, entrants: Sequence[str], results: Results, *, match: int, order: Sequence[str]
) -> list[Moved]:
    """What moves if the result of ``match`` becomes ``order``."""
    return moved_between(play(bracket, entrants, results), play(bracket, entrants, {**results, match: order}))
