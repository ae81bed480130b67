"""Tie-breaks from the scores of opponents (FIDE C.07 article 8 and 9.1, with article 16 for rounds not played).

A round is one addend, whatever the size of the table: where somebody meets k opponents at once, each counts 1/k.
"""

from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.draw import Id
from tournaments.formats.standings.figures import Figure, Part, exact_sum, ratio
from tournaments.formats.standings.ledger import ONE, Ledger, Turn


@dataclass(frozen=True, slots=True)
class Addend:
    """What one round adds."""

    amount: Fraction
    voluntary: bool
    parts: tuple[Part, ...]


def buchholz(ledger: Ledger, who: Id) -> Figure:
    return _sum(_addends(ledger, who, beaten=False))


def buchholz_cut_1(ledger: Ledger, who: Id) -> Figure:
    addends = _addends(ledger, who, beaten=False)
    return _sum(addends, _least(addends))


def buchholz_median(ledger: Ledger, who: Id) -> Figure:
    addends = _addends(ledger, who, beaten=False)
    least = _least(addends)
    left = [number for number in range(len(addends)) if number not in least]
    most = max(left, key=lambda number: addends[number].amount, default=None)
    return _sum(addends, least if most is None else {*least, most})


def sonneborn_berger(ledger: Ledger, who: Id) -> Figure:
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
    known = ledger.addends.get(key)
    if known is None or known[:2] != (turn, scores):
        known = ledger.addends[key] = turn, scores, _addend(ledger, turn, scores, beaten=beaten)
    addend: Addend = known[2]
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
    parts = [part for number, each in enumerate(addends) for part in (_cut(each) if number in cut else each.parts)]
    return Figure(value, tuple(parts))


def _cut(addend: Addend) -> list[Part]:
    return [Part(part.round, part.opponent, part.amount, part.basis, "cut", counts=False) for part in addend.parts]
