"""The tie-break by the results among those who are tied (FIDE C.07, article 6)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from tournaments.formats.record import Id
from tournaments.formats.standings.ledger import Ledger
from tournaments.formats.standings.points import Figure, Part, exact_sum


@dataclass(frozen=True)
class Separate:
    """The standings of a group made from the encounters within it; ``met`` counts how many of the others each met."""

    points: Mapping[Id, Fraction]
    met: Mapping[Id, int]
    parts: Mapping[Id, tuple[Part, ...]]

    @cached_property
    def whole(self) -> tuple[Mapping[Id, int], int]:
        """The points as whole numbers, and what one is of these: Fractions are slow to compare."""
        one = lcm(*[points.denominator for points in self.points.values()])
        return {who: points.numerator * (one // points.denominator) for who, points in self.points.items()}, one

    @property
    def complete(self) -> bool:
        """Whether everybody of the group has met everybody else of it."""
        return all(met == len(self.points) - 1 for met in self.met.values())


def direct_encounter(ledger: Ledger, tied: Sequence[Id]) -> dict[Id, Figure]:
    """FIDE C.07 article 6 for any number tied. At a table of several everybody meets everybody: 1 for a better place, ½
    for the same one. ``value`` is the sum within the tie, ``position`` the order after all repetitions.
    """
    first = _separate(ledger, tied)
    again: dict[Id, list[Part]] = {who: [] for who in tied}
    positions: dict[Id, int] = {}
    position = 1
    for group in _resolved(ledger, first, again):
        positions |= dict.fromkeys(group, position)
        position += len(group)
    return {who: Figure(first.points[who], (*first.parts[who], *again[who]), positions[who]) for who in tied}


def _separate(ledger: Ledger, group: Sequence[Id]) -> Separate:
    members = set(group)
    parts = {who: tuple(_encounters(ledger, who, members)) for who in group}
    return Separate(
        {who: exact_sum(part.amount for part in parts[who]) for who in group},
        {who: len({part.opponent for part in parts[who]}) for who in group},
        parts,
    )


def _encounters(ledger: Ledger, who: Id, members: set[Id]) -> Iterator[Part]:
    """What was won against each of ``members``; who was met several times counts the average (6.1.2)."""
    met = [(turn, meeting) for turn in ledger.turns[who] for meeting in turn.meetings if meeting.opponent in members]
    opponents = [meeting.opponent for _, meeting in met]
    for turn, meeting in met:
        times = opponents.count(meeting.opponent)
        yield Part(turn.round, meeting.opponent, meeting.result / times, meeting.result, turn.kind)


def _resolved(ledger: Ledger, table: Separate, again: dict[Id, list[Part]]) -> list[list[Id]]:
    """The group in order, those who stay tied together.

    All have met: by points, and each part that is still tied once more (6.2). Not all have met: whoever stays alone in
    front whatever the missing games bring, then the next, and the rest once more (6.3).
    """
    points, _ = table.whole
    order = sorted(points, key=points.__getitem__, reverse=True)
    if not table.complete:
        ahead = _out_of_reach(table, order)
        front, rest = [[who] for who in order[:ahead]], order[ahead:]
        return front + (_repeated(ledger, rest, again) if front else [rest])
    groups: dict[int, list[Id]] = {}
    for who in order:
        groups.setdefault(points[who], []).append(who)
    if len(groups) == 1:
        return [order]
    return [final for group in groups.values() for final in _repeated(ledger, group, again)]


def _repeated(ledger: Ledger, group: list[Id], again: dict[Id, list[Part]]) -> list[list[Id]]:
    if len(group) < 2:
        return [group] if group else []
    table = _separate(ledger, group)
    for who in group:
        again[who] += [Part(p.round, p.opponent, p.amount, p.basis, "again", counts=False) for p in table.parts[who]]
    return _resolved(ledger, table, again)


def _out_of_reach(table: Separate, order: list[Id]) -> int:
    """How many from the front stay ahead of everybody behind them even if those won all their missing games."""
    (points, one), others = table.whole, len(order) - 1
    best_behind = -1
    safe = []
    for who in reversed(order):
        safe.append(points[who] > best_behind)
        best_behind = max(best_behind, points[who] + (others - table.met[who]) * one)
    safe.reverse()
    return safe.index(False) if False in safe else len(safe)
