"""The tie-breaks, one entry and one function each, with definitions and sources as people read them; also those that
exist only among the tied.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.record import Id
from tournaments.formats.standings.boards import board_count, board_points, sonneborn_berger_by_boards
from tournaments.formats.standings.encounters import direct_encounter
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
from tournaments.formats.standings.points import Figure, Part, ratio, total


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
            _("The event points of all rounds, byes and forfeits included, and starting points (McMahon, handicap)."),
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
            "board-points",
            _("Board points"),
            _("The points of all boards of a team's matches; a bye brings those of all boards as it brings points."),
            _("FIDE C.07 (2024) 13.1, the secondary score"),
            each(board_points),
        ),
        TieBreak(
            "board-count",
            _("Board count"),
            _(
                "Board points, of which those on the first boards count more: of four boards a point on the first "
                "counts four times, one on the last once. For teams with equal board points."
            ),
            _("FIDE C.07 (2024) 12.1, counted from the last board as in the Berlin system"),
            each(board_count),
        ),
        TieBreak(
            "sonneborn-berger-boards",
            _("Sonneborn–Berger by board points"),
            _("The scores of the opponents, each times the board points scored against them."),
            "FIDE C.07 (2024) 13.2.2",
            each(sonneborn_berger_by_boards),
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
