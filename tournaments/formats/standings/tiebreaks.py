"""Tie-breaks: one entry and one function each. Definitions and sources as a director and a player read them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.draw import Id
from tournaments.formats.standings.direct_encounter import decided_at_the_table, direct_encounter
from tournaments.formats.standings.figures import Figure, Part, ratio, total
from tournaments.formats.standings.ledger import Ledger, Turn
from tournaments.formats.standings.opponents import (
    buchholz,
    buchholz_cut_1,
    buchholz_median,
    opponents_average,
    sonneborn_berger,
)

Compute = Callable[[Ledger, Sequence[Id]], Mapping[Id, Figure]]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """``compute`` answers a figure for each of the entrants given. With ``within_ties`` these are the ones still tied
    and the figure means nothing outside; else they are all entrants, and one figure serves wherever it is needed.
    ``by_opponents``: it rests on what those have whom one has met, not on one's own rounds alone.
    """

    key: str
    name: str
    definition: str
    source: str
    compute: Compute
    deviations: str = ""
    lower_is_better: bool = False
    within_ties: bool = False
    by_opponents: bool = False


def each(figure: Callable[[Ledger, Id], Figure]) -> Compute:
    """A tie-break of which every entrant's figure stands for itself."""
    return lambda ledger, entrants: {who: figure(ledger, who) for who in entrants}


def score(ledger: Ledger, who: Id) -> Figure:
    return total(Part(turn.round, None, turn.points, note=turn.kind) for turn in ledger.turns[who])


def wins(ledger: Ledger, who: Id) -> Figure:
    won = (turn for turn in ledger.turns[who] if ledger.counts_as_win(turn))
    return total(Part(turn.round, None, Fraction(1), note=turn.kind) for turn in won)


def progressive(ledger: Ledger, who: Id) -> Figure:
    return total(_running(ledger.turns[who]))


def _running(turns: Sequence[Turn]) -> Iterator[Part]:
    so_far = Fraction(0)
    for turn in turns:
        so_far += turn.points
        yield Part(turn.round, None, so_far, turn.points, turn.kind)


def exact_announcements(ledger: Ledger, who: Id) -> Figure:
    return total(
        Part(turn.round, None, Fraction(turn.seat.exact), note=turn.kind)
        for turn in _seated(ledger, who)
        if turn.seat and turn.seat.exact is not None
    )


def points_per_announcement(ledger: Ledger, who: Id) -> Figure:
    return ratio(
        [
            Part(turn.round, None, Fraction(turn.seat.score), Fraction(turn.seat.made), turn.kind)
            for turn in _seated(ledger, who)
            if turn.seat and turn.seat.made
        ]
    )


def net_cubits(ledger: Ledger, who: Id) -> Figure:
    return total(
        Part(turn.round, None, Fraction(turn.seat.net), note=turn.kind)
        for turn in _seated(ledger, who)
        if turn.seat and turn.seat.net is not None
    )


def _seated(ledger: Ledger, who: Id) -> list[Turn]:
    return [turn for turn in ledger.turns[who] if turn.kind == "played"]


def firsts(ledger: Ledger, who: Id) -> Figure:
    return _finished(ledger, who, 1)


def seconds(ledger: Ledger, who: Id) -> Figure:
    return _finished(ledger, who, 2)


def _finished(ledger: Ledger, who: Id, place: int) -> Figure:
    taken = (turn for turn in _seated(ledger, who) if turn.above < place <= turn.above + turn.equal)
    return total(Part(turn.round, None, Fraction(1, turn.equal), note=turn.kind) for turn in taken)


def lots(ledger: Ledger, who: Id) -> Figure:
    return Figure(Fraction(ledger.lots[who]))


TIEBREAKS: Mapping[str, TieBreak] = {
    tiebreak.key: tiebreak
    for tiebreak in (
        TieBreak(
            "score",
            "Score",
            "The event points of all rounds, byes and forfeits included.",
            "FIDE C.07 (2024) article 4",
            each(score),
        ),
        TieBreak(
            "wins",
            "Wins",
            "Rounds that brought the points of a win: alone in first place, a forfeit win, or a bye worth as much.",
            "FIDE C.07 (2024) 7.1",
            each(wins),
            deviations="Where the game's own score counts, a bye is never a win.",
        ),
        TieBreak(
            "direct-encounter",
            "Direct encounter",
            "The results among those who are tied, as long as all have met or whoever leads cannot be caught; repeated "
            "among those it leaves tied. Forfeits do not count, except in a round robin.",
            "FIDE C.07 (2024) article 6",
            direct_encounter,
            deviations="At a table of three or more every two have met: 1 for the better place, ½ for the same one.",
            within_ties=True,
        ),
        TieBreak(
            "buchholz",
            "Buchholz",
            "The sum of the opponents' scores. A round without a game counts an opponent with one's own score; by the "
            "rules of 2026 with no more than who was due has, or than draws in every round bring.",
            "FIDE C.07 (2024) 8.1, 16.3, 16.4",
            each(buchholz),
            deviations="At a table of three or more the average of the opponents' scores: every round weighs the same.",
            by_opponents=True,
        ),
        TieBreak(
            "buchholz-cut-1",
            "Buchholz cut-1",
            "Buchholz without the lowest round; a round given up (requested bye, absence, forfeit) is cut first.",
            "FIDE C.07 (2024) 8.1, 14.1, 16.5",
            each(buchholz_cut_1),
            deviations="At a table of three or more the whole round is cut.",
            by_opponents=True,
        ),
        TieBreak(
            "buchholz-median",
            "Median Buchholz",
            "Buchholz cut-1 without the highest round as well.",
            "FIDE C.07 (2024) 8.1, 14.3, 16.5",
            each(buchholz_median),
            deviations="At a table of three or more whole rounds are cut.",
            by_opponents=True,
        ),
        TieBreak(
            "sonneborn-berger",
            "Sonneborn–Berger",
            "The scores of the opponents one has beaten, and half the scores of those one has drawn with.",
            "FIDE C.07 (2024) 9.1, 16.4",
            each(sonneborn_berger),
            deviations="At a table of three or more the scores of those placed lower and half the scores of those who "
            "share the place, divided by the number of opponents there.",
            by_opponents=True,
        ),
        TieBreak(
            "opponents-average",
            "Opponents' average",
            "The average score of the opponents one has met.",
            "FIDE C.07 (2024) 8.1 and 10.1, by score in place of rating",
            each(opponents_average),
            deviations="Rounds without a game are left out.",
            by_opponents=True,
        ),
        TieBreak(
            "progressive",
            "Progressive score",
            "The sum of the scores one had after each round: early points count more.",
            "FIDE C.07 (2024) 7.5",
            each(progressive),
        ),
        TieBreak(
            "exact-announcements",
            "Exact announcements",
            "How often the tricks taken were the tricks announced, over all tables played.",
            "Vilnius, as V6 breaks equal totals at a table",
            each(exact_announcements),
        ),
        TieBreak(
            "points-per-announcement",
            "Points per announcement",
            "The points scored at the tables over the announcements made there.",
            "Vilnius, as V10 compares unfinished sheets",
            each(points_per_announcement),
        ),
        TieBreak(
            "net-cubits",
            "Net cubits",
            "Cubits won less cubits lost, over all tables where they were noted.",
            "Capstone",
            each(net_cubits),
        ),
        TieBreak(
            "firsts",
            "Firsts",
            "Tables finished in first place; a place shared by k counts 1/k for each place it covers.",
            "FIDE C.07 (2024) 7.2, for places",
            each(firsts),
            deviations="A first place shared by two counts as half a first and half a second.",
        ),
        TieBreak(
            "seconds",
            "Seconds",
            "Tables finished in second place; a place shared by k counts 1/k for each place it covers.",
            "Capstone",
            each(seconds),
        ),
        TieBreak(
            "lots",
            "Drawn lots",
            "Everybody's lot, drawn from the seed stored with the event; the lower number stands higher.",
            "FIDE C.07 (2024) 4.2",
            each(lots),
            lower_is_better=True,
        ),
        TieBreak(
            "decided",
            "Decided at the table",
            "The order the director recorded, where it names everybody who is still tied.",
            "FIDE C.07 (2024) article 3, play-offs",
            decided_at_the_table,
            lower_is_better=True,
            within_ties=True,
        ),
    )
}
