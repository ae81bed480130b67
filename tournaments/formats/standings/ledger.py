"""What every round was worth to every entrant: the one reading of a record that all tie-breaks share, with those made
of the opponents' scores (FIDE C.07, articles 8 and 9.1).

Rounds without a game follow FIDE C.07, article 16, in one of its EDITIONS. "As a draw" is worth the average of what the
tables of that round gave a seat: ½ where two play for a point, and the like of it in every table of points. A round is
one addend, whatever the size of the table: where somebody meets k opponents at once, each counts 1/k.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, zip_longest
from random import Random
from typing import Any, NamedTuple

from tournaments.formats.record import EventRecord, Id, RoundRecord, SeatRecord, TableRecord, ranked
from tournaments.formats.standings.points import Figure, Part, PointRule, exact_sum, ratio, table_points

Settled = Mapping[Id, int]
"""A place, from 1, for everybody it names; those with the same place are level still."""


def settled_tiers(decisions: Sequence[Settled], level: Sequence[Id]) -> list[list[Id]]:
    """``level`` in the order settled, those together who are level still, in the order they came in.

    The newest (last) of the ``decisions`` that names all of them counts; for those it leaves level, the newest that
    names these, and so on.
    """
    decision = next((decision for decision in reversed(decisions) if decision.keys() >= set(level)), None)
    if decision is None or len({decision[who] for who in level}) < 2:
        return [list(level)]
    tiers: list[list[Id]] = []
    for place in sorted({decision[who] for who in level}):
        tiers += settled_tiers(decisions, [who for who in level if decision[who] == place])
    return tiers


def drawn_lots(entrants: Sequence[Id], *, seed: int, drawn_as: Mapping[Id, Id] | None = None) -> list[Id]:
    """The entrants in the order of their lots, each drawn by the stored seed alone, so that no other entrant can change
    the order. ``drawn_as``: whose lot was drawn by another id.
    """
    ranks = drawn_as or {}
    return sorted(entrants, key=lambda who: (Random(f"{seed}:{ranks.get(who, who)}").random(), who))


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
        alike = before if before and _frame(before.rule, before.record) == _frame(rule, record) else None
        rounds_read = alike.rounds if alike else []
        self.rounds: list[list[Read]] = [
            self._read(number, round_, rounds_read[number - 1] if number <= len(rounds_read) else ())
            for number, round_ in enumerate(record.rounds, start=1)
        ]
        self.par = _pars(self.rounds, unplayed=self._level_unplayed())
        self.turns: dict[Id, list[Turn]] = {who: [] for who in record.entrants}
        for number, round_ in enumerate(record.rounds, start=1):
            self._enter(number, round_, self.rounds[number - 1])
        turns = alike.turns if alike else {}
        self.same = {who for who, own in self.turns.items() if own == turns.get(who)}
        self.score: dict[Id, Fraction] = {
            who: alike.score[who] if alike and who in self.same else record.starting.get(who, NOTHING) + _points(own)
            for who, own in self.turns.items()
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
        half = self.rule.draw_share(self._seats(round_))
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
        if not self.rule.scheme.places:
            return False
        return turn.points >= self.rule.by_place(self._seats(self.record.rounds[turn.round - 1]))[0]

    def _level_unplayed(self) -> Fraction:
        """What a draw is going to be worth, as long as nothing was played."""
        seats = self._seats(self.record.rounds[0]) if self.record.rounds else 0
        return self.rule.level_points(seats) if self.rule.scheme.places and self.rule.counts(seats) else NOTHING

    def _seats(self, round_: RoundRecord) -> int:
        """At the largest table of a round; where nobody sat in it, of the event, or of those that have points."""
        for tables in (round_.tables, chain.from_iterable(round_.tables for round_ in self.record.rounds)):
            if most := max((len(table.seats) for table in tables), default=0):
                return most
        return max(self.rule.scheme.places or [2])

    @cached_property
    def lots(self) -> Mapping[Id, int]:
        """Everybody's lot, from 1; who shares a place shares the best of their lots."""
        record = self.record
        order = drawn_lots(record.entrants, seed=record.seed, drawn_as=record.drawn_as)
        own_lots = {who: lot for lot, who in enumerate(order, start=1)}
        lots = dict(own_lots)
        for group in record.shared:
            lots |= dict.fromkeys(group, min(own_lots[who] for who in group))
        return lots


def _frame(rule: PointRule, record: EventRecord) -> tuple[object, ...]:
    return rule, record.scheduled, record.starting, record.boards


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


def _pars(rounds: Sequence[Sequence[Read]], *, unplayed: Fraction) -> list[Fraction]:
    """What a draw was worth in each round; in one without a played table, what it was worth in the whole event, and
    ``unplayed`` where that has none either.
    """
    shares = [sum([read.shares for read in tables]) for tables in rounds]
    levels = [exact_sum([read.level for read in tables if read.shares]) for tables in rounds]
    overall = exact_sum(levels) / sum(shares) if any(shares) else unplayed
    return [level / over if over else overall for level, over in zip(levels, shares, strict=True)]


def _level(table: TableRecord, by_id: Mapping[Id, Fraction], rule: PointRule) -> list[Fraction]:
    """Points that are a draw's on average: two at a table may have a draw that is not half of both."""
    if len(table.seats) == 2 and rule.scheme.places is not None:
        return [rule.level_points(2)] * 2
    return list(by_id.values())


def _average(points: list[Fraction]) -> Fraction:
    return exact_sum(points) / len(points) if points else NOTHING


@dataclass(frozen=True, slots=True)
class Addend:
    """What one round adds."""

    amount: Fraction
    voluntary: bool
    parts: tuple[Part, ...]


def buchholz(ledger: Ledger, who: Id) -> Figure:
    """Tie-break: the opponents' scores added up."""
    return _sum(_addends(ledger, who, beaten=False))


def buchholz_cut_1(ledger: Ledger, who: Id) -> Figure:
    """Tie-break: the opponents' scores added up, without the least."""
    addends = _addends(ledger, who, beaten=False)
    return _sum(addends, _least(addends))


def buchholz_median(ledger: Ledger, who: Id) -> Figure:
    """Tie-break: the opponents' scores added up, without the least and the most."""
    addends = _addends(ledger, who, beaten=False)
    least = _least(addends)
    left = [number for number in range(len(addends)) if number not in least]
    most = max(left, key=lambda number: addends[number].amount, default=None)
    return _sum(addends, least if most is None else {*least, most})


def sonneborn_berger(ledger: Ledger, who: Id) -> Figure:
    """Tie-break: the scores of the opponents who were beaten, added up by what each encounter brought."""
    return _sum(_addends(ledger, who, beaten=True))


def opponents_average(ledger: Ledger, who: Id) -> Figure:
    """The average over the opponents met; 0 before the first. Dummies do not count."""
    met = [(turn, meeting.opponent) for turn in ledger.turns[who] for meeting in turn.meetings]
    return ratio([Part(turn.round, other, ledger.adjusted[other], ONE, turn.kind) for turn, other in met])


def _addends(ledger: Ledger, who: Id, *, beaten: bool) -> list[Addend]:
    return [
        _met(ledger, turn, who, beaten=beaten) if turn.meetings else _dummy(ledger, turn, who, beaten=beaten)
        for turn in ledger.turns[who]
        if turn.meetings or turn.unplayed
    ]


def _met(ledger: Ledger, turn: Turn, who: Id, *, beaten: bool) -> Addend:
    """As before, where the same opponents count as much."""
    scores = [ledger.adjusted[meeting.opponent] for meeting in turn.meetings]
    key = who, turn.round, beaten
    addends = ledger.addends.get(key)
    if addends is None or addends[:2] != (turn, scores):
        addends = ledger.addends[key] = turn, scores, _addend(ledger, turn, scores, beaten=beaten)
    addend: Addend = addends[2]
    return addend


def _addend(ledger: Ledger, turn: Turn, scores: list[Fraction], *, beaten: bool) -> Addend:
    opponents = len(turn.meetings)
    parts = []
    for meeting, score in zip(turn.meetings, scores, strict=True):
        share = ledger.share(meeting.opponent, opponents * (meeting.result.denominator if beaten else 1))
        amount = share * meeting.result.numerator if beaten else share
        parts.append(Part(turn.round, meeting.opponent, amount, score, turn.kind))
    return Addend(exact_sum([part.amount for part in parts]), turn.voluntary, tuple(parts))


def _dummy(ledger: Ledger, turn: Turn, who: Id, *, beaten: bool) -> Addend:
    """An opponent who stands in, met with the result that the points come to (C.07 16.4)."""
    score = ledger.dummy(who, turn)
    amount = score * turn.result if beaten else score
    return Addend(amount, turn.voluntary, (Part(turn.round, None, amount, score, "dummy"),))


def _least(addends: list[Addend]) -> set[int]:
    """Which round is cut: the lowest of those given up, if there are any, else the lowest of all (C.07 14.1, 16.5)."""
    voluntary = [number for number, addend in enumerate(addends) if addend.voluntary]
    candidates = voluntary or list(range(len(addends)))
    return {min(candidates, key=lambda number: addends[number].amount)} if candidates else set()


def _sum(addends: list[Addend], cut: set[int] | frozenset[int] = frozenset()) -> Figure:
    value = exact_sum([addend.amount for number, addend in enumerate(addends) if number not in cut])
    parts = [
        part for number, addend in enumerate(addends) for part in (_cut(addend) if number in cut else addend.parts)
    ]
    return Figure(value, tuple(parts))


def _cut(addend: Addend) -> list[Part]:
    return [Part(part.round, part.opponent, part.amount, part.basis, "cut", counts=False) for part in addend.parts]
