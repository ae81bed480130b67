"""The tie-breaks, one entry and one function each, with definitions and sources as people read them; also those that
exist only among the tied.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from tournaments.formats.record import Id
from tournaments.formats.standings.ledger import (
    Ledger,
    Turn,
    buchholz,
    buchholz_cut_1,
    buchholz_median,
    opponents_average,
    settled_tiers,
    sonneborn_berger,
)
from tournaments.formats.standings.points import Figure, Part, exact_sum, ratio, total


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


def decided_at_the_table(ledger: Ledger, tied: Sequence[Id]) -> dict[Id, Figure]:
    """The places among those who are still tied, as the director recorded them or a play-off brought them; no figure
    where neither tells them apart.
    """
    figures: dict[Id, Figure] = {}
    tiers = settled_tiers(ledger.record.decisions, tied)
    for tier in tiers:
        place = len(figures) + 1
        figures |= dict.fromkeys(tier, Figure(Fraction(place), position=place) if len(tiers) > 1 else Figure(None))
    return figures


Compute = Callable[[Ledger, Sequence[Id]], Mapping[Id, Figure]]


def _(text: str) -> str:
    """Marks what is to be translated."""
    return text


@dataclass(frozen=True, slots=True)
class TieBreak:
    """``compute`` answers a figure for each of the entrants given. With ``within_ties`` these are the ones still tied
    and the figure means nothing outside; else they are all entrants, and one figure serves wherever it is needed.
    ``by_opponents``: it rests on what one's opponents have, not on one's own rounds alone. `tournaments.words`
    translates the texts.
    """

    key: str
    name: str
    definition: str
    source: str
    compute: Compute
    at_larger_tables: str = ""
    lower_is_better: bool = False
    within_ties: bool = False
    by_opponents: bool = False


def each(figure: Callable[[Ledger, Id], Figure]) -> Compute:
    """A tie-break of which every entrant's figure stands for itself."""
    return lambda ledger, entrants: {who: figure(ledger, who) for who in entrants}


def score(ledger: Ledger, who: Id) -> Figure:
    """The points of all rounds, with those from before the first."""
    starting = ledger.record.starting.get(who)
    first = [Part(None, None, starting, note="starting")] if starting else []
    return total([*first, *(Part(turn.round, None, turn.points, note=turn.kind) for turn in ledger.turns[who])])


def wins(ledger: Ledger, who: Id) -> Figure:
    """Tie-break: how many rounds count as won."""
    won = (turn for turn in ledger.turns[who] if ledger.counts_as_win(turn))
    return total(Part(turn.round, None, Fraction(1), note=turn.kind) for turn in won)


def progressive(ledger: Ledger, who: Id) -> Figure:
    """Tie-break: the score after each round, added up."""
    return total(_running(ledger.turns[who], so_far=ledger.record.starting.get(who, Fraction(0))))


def _running(turns: Sequence[Turn], *, so_far: Fraction) -> Iterator[Part]:
    for turn in turns:
        so_far += turn.points
        yield Part(turn.round, None, so_far, turn.points, turn.kind)


def exact_announcements(ledger: Ledger, who: Id) -> Figure:
    """Tie-break: how many announcements were exact (V6)."""
    return total(
        Part(turn.round, None, Fraction(turn.seat.exact), note=turn.kind)
        for turn in _seated(ledger, who)
        if turn.seat and turn.seat.exact is not None
    )


def points_per_announcement(ledger: Ledger, who: Id) -> Figure:
    """Tie-break: points by announcement made (V10)."""
    return ratio(
        [
            Part(turn.round, None, Fraction(turn.seat.score), Fraction(turn.seat.made), turn.kind)
            for turn in _seated(ledger, who)
            if turn.seat and turn.seat.made
        ]
    )


def net_cubits(ledger: Ledger, who: Id) -> Figure:
    """Tie-break: cubits won less cubits lost (C13)."""
    return total(
        Part(turn.round, None, Fraction(turn.seat.net), note=turn.kind)
        for turn in _seated(ledger, who)
        if turn.seat and turn.seat.net is not None
    )


def _seated(ledger: Ledger, who: Id) -> list[Turn]:
    return [turn for turn in ledger.turns[who] if turn.kind == "played"]


def firsts(ledger: Ledger, who: Id) -> Figure:
    """Tie-break: how many tables were finished first."""
    return _finished(ledger, who, 1)


def seconds(ledger: Ledger, who: Id) -> Figure:
    """Tie-break: how many tables were finished second."""
    return _finished(ledger, who, 2)


def _finished(ledger: Ledger, who: Id, place: int) -> Figure:
    taken = (turn for turn in _seated(ledger, who) if turn.above < place <= turn.above + turn.equal)
    return total(Part(turn.round, None, Fraction(1, turn.equal), note=turn.kind) for turn in taken)


def starting_points(ledger: Ledger, who: Id) -> Figure:
    """Tie-break: the points from before the first round."""
    starting = ledger.record.starting.get(who)
    return total([Part(None, None, starting, note="starting")] if starting else [])


def lots(ledger: Ledger, who: Id) -> Figure:
    """Tie-break: the lot that was drawn, from the stored seed."""
    return Figure(Fraction(ledger.lots[who]))


TIEBREAKS: Mapping[str, TieBreak] = {
    tiebreak.key: tiebreak
    for tiebreak in (
        TieBreak(
            "score",
            _("Score"),
            _("The event points of all rounds, byes and forfeits included, and those a McMahon starts with."),
            _("FIDE C.07 (2024) article 4"),
            each(score),
        ),
        TieBreak(
            "wins",
            "Wins",
            _("Rounds that brought the points of a win: alone in first place, a forfeit win, or a bye worth as much."),
            "FIDE C.07 (2024) 7.1",
            each(wins),
        ),
        TieBreak(
            "direct-encounter",
            _("Direct encounter"),
            _(
                "The results among those who are tied, as long as all have met or whoever leads cannot be caught; "
                "repeated among those it leaves tied. Forfeits do not count, except in a round robin."
            ),
            _("FIDE C.07 (2024) article 6"),
            direct_encounter,
            at_larger_tables=_(
                "At a table of three or more every two have met: 1 for the better place, ½ for the same one."
            ),
            within_ties=True,
        ),
        TieBreak(
            "buchholz",
            _("Buchholz"),
            _(
                "The sum of the opponents' scores. A round without a game counts an opponent with one's own score; "
                "by the rules of 2026 with no more than who was due has, or than draws in every round bring."
            ),
            "FIDE C.07 (2024) 8.1, 16.3, 16.4",
            each(buchholz),
            at_larger_tables=_(
                "At a table of three or more the average of the opponents' scores: every round weighs the same."
            ),
            by_opponents=True,
        ),
        TieBreak(
            "buchholz-cut-1",
            _("Buchholz cut-1"),
            _("Buchholz without the lowest round; a round given up (requested bye, absence, forfeit) is cut first."),
            "FIDE C.07 (2024) 8.1, 14.1, 16.5",
            each(buchholz_cut_1),
            at_larger_tables=_("At a table of three or more the whole round is cut."),
            by_opponents=True,
        ),
        TieBreak(
            "buchholz-median",
            _("Median Buchholz"),
            _("Buchholz cut-1 without the highest round as well."),
            "FIDE C.07 (2024) 8.1, 14.3, 16.5",
            each(buchholz_median),
            at_larger_tables=_("At a table of three or more whole rounds are cut."),
            by_opponents=True,
        ),
        TieBreak(
            "sonneborn-berger",
            _("Sonneborn–Berger"),
            _("The scores of the opponents one has beaten, and half the scores of those one has drawn with."),
            "FIDE C.07 (2024) 9.1, 16.4",
            each(sonneborn_berger),
            at_larger_tables=_(
                "At a table of three or more the scores of those placed lower and half the scores of those who "
                "share the place, divided by the number of opponents there."
            ),
            by_opponents=True,
        ),
        TieBreak(
            "opponents-average",
            _("Opponents' average"),
            _("The average score of the opponents one has met."),
            _("FIDE C.07 (2024) 8.1 and 10.1, by score in place of rating"),
            each(opponents_average),
            by_opponents=True,
        ),
        TieBreak(
            "progressive",
            _("Progressive score"),
            _("The sum of the scores one had after each round: early points count more."),
            "FIDE C.07 (2024) 7.5",
            each(progressive),
        ),
        TieBreak(
            "exact-announcements",
            _("Exact announcements"),
            _("How often the tricks taken were the tricks announced, over all tables played."),
            _("Vilnius, as V6 breaks equal totals at a table"),
            each(exact_announcements),
        ),
        TieBreak(
            "points-per-announcement",
            _("Points per announcement"),
            _("The points scored at the tables over the announcements made there."),
            _("Vilnius, as V10 compares unfinished sheets"),
            each(points_per_announcement),
        ),
        TieBreak(
            "net-cubits",
            _("Net cubits"),
            _("Cubits won less cubits lost, over all tables where they were noted."),
            "Capstone",
            each(net_cubits),
        ),
        TieBreak(
            "firsts",
            _("Firsts"),
            _("Tables finished in first place; a place shared by k counts 1/k for each place it covers."),
            _("FIDE C.07 (2024) 7.2, for places"),
            each(firsts),
        ),
        TieBreak(
            "seconds",
            _("Seconds"),
            _("Tables finished in second place; a place shared by k counts 1/k for each place it covers."),
            "Capstone",
            each(seconds),
        ),
        TieBreak(
            "starting-points",
            _("Starting points"),
            _(
                "The points one had before the first round, by the bands of a McMahon or as a handicap. The score "
                "counts them; whoever had fewer has won more since."
            ),
            "Capstone",
            each(starting_points),
            lower_is_better=True,
        ),
        TieBreak(
            "lots",
            _("Drawn lots"),
            _("Everybody's lot, drawn from the seed stored with the event; the lower number stands higher."),
            "FIDE C.07 (2024) 4.2",
            each(lots),
            lower_is_better=True,
        ),
        TieBreak(
            "decided",
            _("Decided at the table"),
            _("The order the director recorded, where it names everybody who is still tied."),
            _("FIDE C.07 (2024) article 3, play-offs"),
            decided_at_the_table,
            lower_is_better=True,
            within_ties=True,
        ),
    )
}
