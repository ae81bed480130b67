"""What every round was worth to every entrant: the one reading of a record that all tie-breaks share.

Rounds without a game follow FIDE C.07, article 16, in one of its EDITIONS. "As a draw" is worth the average of what the
tables of that round gave a seat: ½ where two play for a point, and the like of it in every table of points.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import zip_longest
from typing import Any, NamedTuple

from tournaments.formats.draw import Id
from tournaments.formats.record import EventRecord, RoundRecord, SeatRecord, TableRecord, ranked
from tournaments.formats.standings.figures import exact_sum
from tournaments.formats.standings.points import PointRule, table_points
from tournaments.formats.standings.settled import drawn_lots

NOTHING = Fraction(0)
ONE = Fraction(1)
VOLUNTARY = frozenset({"requested-bye", "absent", "forfeit-loss"})
# That of 1 August 2024, and that of 1 March 2026, which limits what a dummy opponent has (16.4).
EDITIONS = ("2024", "2026")


@dataclass(frozen=True, slots=True)
class Meeting:
    """Somebody at the same table, and how it went between the two: 1 above, 0 below, a draw's part of a win for the
    same place."""

    opponent: Id
    result: Fraction


@dataclass(frozen=True, slots=True)
class Turn:
    """One entrant's round.

    ``kind``: "played", "forfeit-win", "forfeit-loss", "bye", "requested-bye", "absent", "free" (nobody to meet in a
    round robin) or "open" (no result yet). ``result`` is what the points come to: 1 a win, ½ a draw, 0 a loss.
    ``above`` and ``equal`` count who at the table was better, and who as good, oneself included. ``due`` are those who
    were to be met where the round was forfeited.
    """

    round: int
    kind: str
    points: Fraction = NOTHING
    result: Fraction = NOTHING
    meetings: tuple[Meeting, ...] = ()
    seat: SeatRecord | None = None
    above: int = 0
    equal: int = 0
    due: tuple[Id, ...] = ()

    @property
    def voluntary(self) -> bool:
        """A round not played by one's own doing, for less than a win (C.07 16.1): its addend is the first to be cut."""
        return self.kind in VOLUNTARY and not self.meetings and self.result < ONE

    @property
    def unplayed(self) -> bool:
        """Whether a dummy opponent stands in (C.07 16.4)."""
        return not self.meetings and self.kind not in ("free", "open")


class Read(NamedTuple):
    """What was read of a table. A draw there is worth ``level``, once it is played, over ``shares``."""

    table: TableRecord
    turns: tuple[tuple[Id, Turn], ...]
    level: Fraction
    shares: int


class Ledger:
    """``turns`` and ``score`` of every entrant, and ``adjusted``: the score as it counts for opponents (C.07 16.3).
    A table that stands in ``before``, by the same rule, is not read again; ``same`` are those whose turns are the same.

    Raises ValueError where a round names nobody's entrant or seats one twice, PointsError as ``table_points`` does.
    """

    def __init__(
        self, record: EventRecord, rule: PointRule, *, edition: str = EDITIONS[0], before: "Ledger | None" = None
    ) -> None:
        self.record = record
        self.rule = rule
        self.edition = edition
        alike = before if before and (before.rule, before.record.scheduled) == (rule, record.scheduled) else None
        known = alike.rounds if alike else []
        self.rounds: list[list[Read]] = [
            self._read(number, round_, known[number - 1] if number <= len(known) else ())
            for number, round_ in enumerate(record.rounds, start=1)
        ]
        self.par = _pars(self.rounds)
        self.turns: dict[Id, list[Turn]] = {who: [] for who in record.entrants}
        for number, round_ in enumerate(record.rounds, start=1):
            self._enter(number, round_, self.rounds[number - 1])
        turns = alike.turns if alike else {}
        self.same = {who for who, own in self.turns.items() if own == turns.get(who)}
        self.score: dict[Id, Fraction] = {
            who: alike.score[who] if alike and who in self.same else _points(own) for who, own in self.turns.items()
        }
        level = alike if alike and alike.par == self.par else None
        self.adjusted: dict[Id, Fraction] = {
            who: level.adjusted[who] if level and who in self.same else self._adjusted(who) for who in record.entrants
        }
        self.addends: dict[tuple[Id, int, bool], Any] = alike.addends if alike else {}
        self._shares: dict[tuple[Id, int], Fraction] = {}

    def _read(self, number: int, round_: RoundRecord, known: Sequence[Read]) -> list[Read]:
        beside = zip_longest(round_.tables, known[: len(round_.tables)])
        return [
            read if read and (read.table is table or read.table == table) else self._table(number, table)
            for table, read in beside
        ]

    def _table(self, number: int, table: TableRecord) -> Read:
        points, draw = table_points(self.rule, table), self.rule.draw_share(len(table.seats))
        turns = tuple(_table_turns(number, table, points, draw=draw, scheduled=self.record.scheduled))
        level = _level(table, points, self.rule) if table.kind == "played" else []
        return Read(table, turns, exact_sum(level), len(level))

    def _enter(self, number: int, round_: RoundRecord, read: Sequence[Read]) -> None:
        turns = dict(self._turns_of(number, round_, read))
        seated = sum(len(table.seats) for table in round_.tables) + len(round_.byes)
        if len(turns) < seated or not turns.keys() <= self.turns.keys():
            raise ValueError(f"round {number} seats somebody twice, or somebody who is no entrant")
        absent = Turn(number, "free" if self.record.scheduled else "absent")
        for who, entered in self.turns.items():
            entered.append(turns.get(who, absent))

    def _turns_of(self, number: int, round_: RoundRecord, read: Sequence[Read]) -> Iterator[tuple[Id, Turn]]:
        par = self.par[number - 1]
        for table in read:
            yield from table.turns
        half = self.rule.draw_share(max((len(table.seats) for table in round_.tables), default=2))
        for bye in round_.byes:
            points = Fraction(bye.points)
            kind = "free" if self.record.scheduled else "requested-bye" if bye.requested else "bye"
            result = ONE if points > par else half if points == par else NOTHING
            yield bye.id, Turn(number, kind, points, result)

    def _adjusted(self, who: Id) -> Fraction:
        gain = self._withdrawal(who)
        return self.score[who] + gain if gain else self.score[who]

    def _withdrawal(self, who: Id) -> Fraction:
        """What opponents gain because the last rounds, given up one after the other, count as draws (C.07 16.2.5)."""
        gain = NOTHING
        for turn, par in zip(reversed(self.turns[who]), reversed(self.par), strict=True):
            if not turn.voluntary:
                break
            if turn.kind != "forfeit-loss":
                gain += par - turn.points
        return gain

    def dummy(self, who: Id, turn: Turn) -> Fraction:
        """What the opponent has who stands in for ``turn``: one's own score (C.07 16.4). Since 2026 no more than those
        who were due, on average (16.4.1), or where nobody was than draws in every round bring (16.4.2).
        """
        score = self.score[who]
        if self.edition == "2024":
            return score
        limit = _average([self.adjusted[other] for other in turn.due]) if turn.due else exact_sum(self.par)
        return min(score, limit)

    def share(self, who: Id, parts: int) -> Fraction:
        """What ``who`` counts for an opponent, divided by ``parts``."""
        if (who, parts) not in self._shares:
            self._shares[who, parts] = self.adjusted[who] / parts
        return self._shares[who, parts]

    def counts_as_win(self, turn: Turn) -> bool:
        """A sole first place, or without playing at least the points of one (C.07 7.1)."""
        if turn.kind in ("played", "open", "forfeit-win", "forfeit-loss"):
            return turn.kind == "forfeit-win" or (turn.kind == "played" and (turn.above, turn.equal) == (0, 1))
        places = self.rule.scheme.places
        sizes = [len(table.seats) for table in self.record.rounds[turn.round - 1].tables]
        return bool(places and sizes) and turn.points >= self.rule.by_place(max(sizes))[0]

    @cached_property
    def lots(self) -> Mapping[Id, int]:
        """Everybody's lot, from 1; who shares a place shares the best of their lots."""
        record = self.record
        order = drawn_lots(record.entrants, seed=record.seed, drawn_as=record.drawn_as)
        lots = {who: lot for lot, who in enumerate(order, start=1)}
        return lots | {who: min(lots[other] for other in each) for each in record.shared for who in each}


def _points(turns: Sequence[Turn]) -> Fraction:
    return exact_sum([turn.points for turn in turns])


def _table_turns(
    number: int, table: TableRecord, points: Mapping[Id, Fraction], *, draw: Fraction, scheduled: bool
) -> Iterator[tuple[Id, Turn]]:
    present, kind = table.present, table.kind
    alone = len(present) == 1
    places = {seat.id: 1 if alone else seat.place or 0 for seat in present}
    standing = ranked(places)
    for seat in table.seats:
        due = tuple(other.id for other in table.seats if other is not seat)
        if kind == "open":
            missing = seat.id in table.forfeited
            yield seat.id, Turn(number, "forfeit-loss" if missing else "open", due=due if missing else ())
        elif seat.id in places:
            meetings = _meetings(seat.id, places, table.forfeited if scheduled else frozenset(), draw=draw)
            above, equal = standing[seat.id]
            how, result = ("forfeit-win", ONE) if alone else ("played", NOTHING)
            yield (
                seat.id,
                Turn(number, how, points[seat.id], result, meetings, seat, above, equal, due if alone else ()),
            )
        else:
            met = tuple(Meeting(other, NOTHING) for other in due if scheduled)
            yield seat.id, Turn(number, "forfeit-loss", points[seat.id], meetings=met, due=due)


def _meetings(who: Id, places: Mapping[Id, int], forfeited: frozenset[Id], *, draw: Fraction) -> tuple[Meeting, ...]:
    mine = places[who]
    met = [
        Meeting(other, ONE if mine < theirs else draw if mine == theirs else NOTHING)
        for other, theirs in places.items()
        if other != who
    ]
    return (*met, *(Meeting(other, ONE) for other in sorted(forfeited)))


def _pars(rounds: Sequence[Sequence[Read]]) -> list[Fraction]:
    """What a draw was worth in each round; in one without a played table, what it was worth in the whole event."""
    shares = [sum([read.shares for read in tables]) for tables in rounds]
    levels = [exact_sum([read.level for read in tables if read.shares]) for tables in rounds]
    overall = exact_sum(levels) / (sum(shares) or 1)
    return [level / over if over else overall for level, over in zip(levels, shares, strict=True)]


def _level(table: TableRecord, by_id: Mapping[Id, Fraction], rule: PointRule) -> list[Fraction]:
    """Points that are a draw's on average: two at a table may have a draw that is not half of both."""
    if len(table.seats) == 2 and rule.scheme.places is not None:
        return [rule.level_points(2)] * 2
    return list(by_id.values())


def _average(points: list[Fraction]) -> Fraction:
    return exact_sum(points) / len(points) if points else NOTHING
