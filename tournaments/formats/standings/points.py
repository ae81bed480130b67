"""From the result of a table to event points, with tables of points as data; and the figure of a tie-break with its
parts.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from tournaments.formats.record import Id, Points, TableRecord, ranked

TABLE_SIZES = range(2, 7)
# Of a match whose games each bring points.
GAMES_EACH = 2
NOTHING = Fraction(0)
ONE = Fraction(1)
HALF = Fraction(1, 2)
# What a bye on request can be worth, and what an event allows at most.
WORTHS = ("zero", "half", "full")
REQUESTS = ("none", *WORTHS)
# Who share a place share the points of the places they cover, or get those of the best or the worst of these.
SHARED = ("split", "best", "worst")


class PointsError(ValueError):
    """A table of points that cannot be used; ``size`` is the size of table it concerns, None for the whole."""

    def __init__(self, code: str, size: int | None = None) -> None:
        super().__init__(code, size)
        self.code = code
        self.size = size


def evenly(top: int, bottom: int, size: int) -> tuple[Fraction, ...]:
    """Points by place, from ``top`` for the first to ``bottom`` for the last in equal steps: the average is the same at
    any size.
    """
    step = Fraction(top - bottom, size - 1)
    return tuple(top - step * place for place in range(size))


@dataclass(frozen=True, slots=True)
class Scheme:
    """``places`` gives the points by place for each size of table; None stands for the game's own score.

    ``draw`` is what both get who are level at a table of two, where that is not half of the two places together.
    ``shared`` says what any others get who share a place, as in SHARED.
    """

    key: str
    name: str
    places: Mapping[int, tuple[Fraction, ...]] | None = field(hash=False)
    draw: Fraction | None = None
    shared: str = SHARED[0]

    @property
    def by_game(self) -> bool:
        """Whether each game of a match brings its points: 1 for winning it, ½ for a draw."""
        return self.key == "games"


SCHEMES: Mapping[str, Scheme] = {
    scheme.key: scheme
    for scheme in (
        Scheme("win", "Win 1, draw ½", {size: (ONE, *[NOTHING] * (size - 1)) for size in TABLE_SIZES}),
        Scheme("210", "Win 2, draw 1", {size: (Fraction(2), *[NOTHING] * (size - 1)) for size in TABLE_SIZES}),
        Scheme(
            "310",
            "Win 3, draw 1",
            {size: (Fraction(3), *[NOTHING] * (size - 1)) for size in TABLE_SIZES},
            draw=ONE,
        ),
        Scheme("4321", "Places 4-3-2-1", {size: evenly(4, 1, size) for size in TABLE_SIZES}),
        Scheme("7531", "Places 7-5-3-1", {size: evenly(7, 1, size) for size in TABLE_SIZES}),
        Scheme("score", "The game's own score", None),
        Scheme(
            "games",
            "Each game: win 1, draw ½",
            {size: (Fraction(GAMES_EACH), *[NOTHING] * (size - 1)) for size in TABLE_SIZES},
        ),
    )
}


def own_scheme(
    places: Mapping[int, Sequence[Points]], *, draw: Points | None = None, shared: str = SHARED[0]
) -> Scheme:
    """A director's own table of points, ``{size of table: [points of the first, of the second, ...]}``.

    Raises PointsError: ``empty``, ``size`` (no such table), ``length`` (not one number for each place), ``rising`` (a
    worse place gives more), ``draw`` (more than a win at a table of two, or less than a loss).
    """
    if not places:
        raise PointsError("empty")
    for size, points in places.items():
        if size < 2:
            raise PointsError("size", size)
        if len(points) != size:
            raise PointsError("length", size)
        if any(better < worse for better, worse in pairwise(points)):
            raise PointsError("rising", size)
    if draw is not None and 2 in places and not places[2][1] <= draw <= places[2][0]:
        raise PointsError("draw", 2)
    rows = {size: tuple(map(Fraction, row)) for size, row in places.items()}
    return Scheme("own", "Own table of points", rows, None if draw is None else Fraction(draw), shared)


@dataclass(frozen=True, slots=True, kw_only=True)
class PointRule:
    """How an event gives points.

    ``bye`` and ``forfeit_win`` (for who is left alone at a table) are worked out where they are None, see
    ``bye_points`` and ``win_points``; a forfeit and a double forfeit (nobody came) give nothing unless it is set.
    """

    scheme: Scheme
    bye: Points | None = None
    forfeit_win: Points | None = None
    forfeit_loss: Points = 0
    double_forfeit: Points = 0

    def counts(self, size: int) -> bool:
        """Whether a table of ``size`` can be counted: one that is played whole."""
        return self.scheme.places is None or size in self.scheme.places

    def by_place(self, size: int) -> tuple[Fraction, ...]:
        """The points of each place at a table of ``size``. Raises PointsError ``size-missing``."""
        if self.scheme.places is None or size not in self.scheme.places:
            raise PointsError("size-missing", size)
        return self.scheme.places[size]

    def win_points(self, size: int) -> Fraction:
        """What a forfeit win gives: as set, else the first place; nothing where the game's own score counts."""
        if self.forfeit_win is not None:
            return Fraction(self.forfeit_win)
        return Fraction(0) if self.scheme.places is None else self.by_place(size)[0]

    def win_over_last(self, size: int) -> Fraction:
        """How much more the first place gives than the last."""
        first, *_, last = self.by_place(size)
        return first - last

    def bye_points(self, seats: int) -> Fraction:
        """What a bye gives in a round of tables for ``seats``: as set, else a win where two sit at a table (FIDE
        C.04.1), the average of the places where more do, nothing where the game's own score counts. Where each game of
        a match brings points, it is a game won and a draw (C.04.5 1.4).
        """
        if self.bye is not None:
            return Fraction(self.bye)
        if self.scheme.by_game:
            return ONE + HALF
        if self.scheme.places is None:
            return Fraction(0)
        return self.by_place(seats)[0] if seats == 2 else self.level_points(seats)

    def requested_points(self, worth: str, seats: int) -> Fraction:
        """What a bye on request gives, by its ``worth``: nothing, a draw's points, or those of the first place."""
        if worth == "zero" or self.scheme.places is None:
            return NOTHING
        return self.by_place(seats)[0] if worth == "full" else self.level_points(seats)

    def level_points(self, size: int) -> Fraction:
        """What a draw gives at a table of two, and the average of the places at a larger one."""
        if size == 2:
            return self.at_table({0: 1, 1: 1}, size=2)[0]
        return sum(self.by_place(size), NOTHING) / size

    def draw_share(self, size: int) -> Fraction:
        """A draw as a part of a win: ½, or less where a draw at a table of two gives less than half."""
        if size != 2 or self.scheme.places is None:
            return HALF
        win, loss = self.by_place(2)
        return (self.level_points(2) - loss) / (win - loss) if win > loss else HALF

    def at_table(self, places: Mapping[Id, int], *, size: int) -> dict[Id, Fraction]:
        """Points by place at a table of ``size``, as the scheme has it where places are shared."""
        row, scheme = self.by_place(size), self.scheme
        if size == 2 and scheme.draw is not None and len(places) > len(set(places.values())):
            return dict.fromkeys(places, scheme.draw)
        return {
            who: _covered(row[above : above + equal], scheme.shared) for who, (above, equal) in ranked(places).items()
        }


def _covered(row: Sequence[Fraction], shared: str) -> Fraction:
    """What each gets of those who share the places of ``row``."""
    if shared == "split":
        return sum(row, NOTHING) / len(row)
    return row[0] if shared == "best" else row[-1]


def table_points(rule: PointRule, table: TableRecord) -> dict[Id, Fraction]:
    """The event points of everybody at ``table``; empty while it has no result.

    Who forfeits gets ``forfeit_loss``; who is left alone wins by forfeit; those left at a larger table take its first
    places in their order. Raises PointsError ``size-missing`` where the scheme has no points for this size of table.
    """
    kind = table.kind
    if kind == "open":
        return {}
    if kind == "double-forfeit":
        return {seat.id: Fraction(rule.double_forfeit) for seat in table.seats}
    size, present = len(table.seats), table.present
    points = {seat.id: Fraction(rule.forfeit_loss) for seat in table.seats}
    if len(present) == 1:
        return points | {present[0].id: rule.win_points(size)}
    if rule.scheme.places is None:
        return points | {seat.id: Fraction(seat.score) for seat in present}
    if rule.scheme.by_game and all(seat.wins is not None for seat in present):
        return points | {seat.id: Fraction(seat.wins or 0) for seat in present}
    return points | rule.at_table({seat.id: seat.place or 0 for seat in present}, size=size)


@dataclass(frozen=True, slots=True)
class Part:
    """One line of an explanation.

    ``amount`` is what it adds to the figure, or would where it does not count (``counts`` is False: it was cut, or
    repeats an encounter among fewer). ``basis`` is what the amount was worked out from, say an opponent's score.
    ``note`` is a kind of turn of the ledger, "dummy", "cut", "again", or None; words are made where it is shown.
    """

    round: int | None
    opponent: Id | None
    amount: Fraction
    basis: Fraction | None = None
    note: str | None = None
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Figure:
    """``value`` is shown, None where the tie-break has nothing to say here. ``position`` (from 1, equal ones tied)
    orders in its place where a number alone cannot.
    """

    value: Fraction | None
    parts: tuple[Part, ...] = ()
    position: int | None = None


def exact_sum(numbers: Iterable[Fraction]) -> Fraction:
    """Their sum; ``sum`` would make a Fraction of every step, which is most of the time standings take."""
    numerator, denominator = 0, 1
    for number in numbers:
        over = number.denominator
        if denominator % over:
            numerator, denominator = numerator * over, denominator * over
        numerator += number.numerator * (denominator // over)
    return Fraction(numerator, denominator)


def total(parts: Iterable[Part]) -> Figure:
    """The figure whose value is the sum of what counts."""
    counted = tuple(parts)
    return Figure(exact_sum(part.amount for part in counted if part.counts), counted)


def ratio(parts: Sequence[Part]) -> Figure:
    """The figure whose value is the sum of the amounts over the sum of the bases; 0 where these come to nothing."""
    over = exact_sum(part.basis for part in parts if part.basis is not None)
    return Figure(exact_sum(part.amount for part in parts) / over if over else Fraction(0), tuple(parts))
