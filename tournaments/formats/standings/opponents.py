"""Tie-breaks from the scores of opponents (FIDE C.07 article 8 and 9.1, with article 16 for rounds not played).

A round is one addend, whatever the size of the table: where somebody meets k opponents at once, each counts 1/k.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.formats.draw import Id
from tournaments.formats.standings.figures import Figure, Part, exact_sum, ratio, total
from tournaments.formats.standings.ledger import NOTHING, ONE, Ledger, Turn


@dataclass(frozen=True, slots=True)
class Addend:
    """What one round adds."""

    amount: Fraction
    voluntary: bool
    parts: tuple[Part, ...]


def buchholz(ledger: Ledger, who: Id) -> Figure:
    return _sum(list(_addends(ledger, who, beaten=False)))


def buchholz_cut_1(ledger: Ledger, who: Id) -> Figure:
    addends = list(_addends(ledger, who, beaten=False))
    return _sum(addends, _least(addends))


def buchholz_median(ledger: Ledger, who: Id) -> Figure:
    addends = list(_addends(ledger, who, beaten=False))
    least = _least(addends)
    left = [number for number in range(len(addends)) if number not in least]
    most = max(left, key=lambda number: addends[number].amount, default=None)
    return _sum(addends, least if most is None else {*least, most})


def sonneborn_berger(ledger: Ledger, who: Id) -> Figure:
    return _sum(list(_addends(ledger, who, beaten=True)))


def opponents_average(ledger: Ledger, who: Id) -> Figure:
    """The average over the opponents met; 0 before the first. Dummies do not count."""
    met = [(turn, meeting.opponent) for turn in ledger.turns[who] for meeting in turn.meetings]
    return ratio([Part(turn.round, other, ledger.adjusted[other], ONE, turn.kind) for turn, other in met])


def _addends(ledger: Ledger, who: Id, *, beaten: bool) -> Iterator[Addend]:
    for turn in ledger.turns[who]:
        if turn.meetings or turn.unplayed:
            parts = _met(ledger, turn, beaten=beaten) if turn.meetings else _dummy(ledger, turn, who, beaten=beaten)
            yield Addend(exact_sum(part.amount for part in parts), turn.voluntary, parts)


def _met(ledger: Ledger, turn: Turn, *, beaten: bool) -> tuple[Part, ...]:
    opponents = len(turn.meetings)
    parts = []
    for meeting in turn.meetings:
        score = ledger.adjusted[meeting.opponent]
        share = ledger.share(meeting.opponent, opponents * (meeting.result.denominator if beaten else 1))
        amount = share if meeting.result or not beaten else NOTHING
        parts.append(Part(turn.round, meeting.opponent, amount, score, turn.kind))
    return tuple(parts)


def _dummy(ledger: Ledger, turn: Turn, who: Id, *, beaten: bool) -> tuple[Part, ...]:
    """An opponent who stands in, met with the result that the points come to (C.07 16.4)."""
    score = ledger.dummy(who, turn)
    return (Part(turn.round, None, score * turn.result if beaten else score, score, "dummy"),)


def _least(addends: list[Addend]) -> set[int]:
    """Which round is cut: the lowest of those given up, if there are any, else the lowest of all (C.07 14.1, 16.5)."""
    voluntary = [number for number, addend in enumerate(addends) if addend.voluntary]
    candidates = voluntary or list(range(len(addends)))
    return {min(candidates, key=lambda number: addends[number].amount)} if candidates else set()


def _sum(addends: list[Addend], cut: set[int] | frozenset[int] = frozenset()) -> Figure:
    return total(
        replace(part, note="cut", counts=False) if number in cut else part
        for number, addend in enumerate(addends)
        for part in addend.parts
    )
