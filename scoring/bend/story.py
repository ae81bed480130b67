"""What a table that is over tells: its chances deal by deal, where it turned, what was bold, which fold saved most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from scoring.bend.course import Course, Step, Turn, turn_of
from scoring.bend.pots import Gains, decided_deals, pot_course, seen
from scoring.bend.sheets import sheet_course
from scoring.bend.tricks import Experience
from scoring.deals import ShowdownDeal
from scoring.games import AnyGame
from scoring.result import RecordedTable, ShowdownResult, TableResult
from scoring.showdown.game import ShowdownGame
from scoring.statistics import Counts
from scoring.vilnius.tricks import TRICKS, cells

LEAST_DEALS = 3
LEAST_STAKE = 0.05


@dataclass(frozen=True, slots=True)
class Bold:
    """The announcement, made of several that were left, on whose tricks most of its declarer's chance hung."""

    deal: int
    stake: float


@dataclass(frozen=True, slots=True)
class Fold:
    """Who stayed in to the end would have put in so many cubits more, against hands that were shown."""

    deal: int
    seat: int
    saved: int


@dataclass(frozen=True, slots=True)
class Bend:
    """``continuations``: as of `Course`. ``known``: on how many deals of the club or the evening it rests."""

    steps: tuple[Step, ...]
    continuations: int
    known: int
    turn: Turn | None = None
    bold: Bold | None = None
    fold: Fold | None = None

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Known:
    """Besides the table: the club's counts, and what deals at tables of this size brought that evening. The same
    ``seed`` gives the same chances.
    """

    counts: Counts = field(default_factory=dict)
    like: Sequence[Gains] = ()
    seed: str = ""


def bend_of(game: AnyGame, table: RecordedTable, result: TableResult, known: Known) -> Bend | None:
    """None where there is nothing to tell: hardly a deal, or sheets that are not full."""
    if sum(deal is not None for deal in table.deals) < LEAST_DEALS:
        return None
    winners = [seat for seat, each in enumerate(result.seats) if each.place == 1]
    if isinstance(game, ShowdownGame):
        like = known.like or seen(decided_deals(game, table, result))
        course = pot_course(game, table, result, like=like, seed=known.seed) if like else Course(())
        return _told(course, winners, known=len(like), fold=best_fold(table, result))
    if not result.finished:
        return None
    club, here = Experience(cells(known.counts, TRICKS), tricks=game.tricks), (str(table.seats),)
    course = sheet_course(game, table, [club.odds(here, announced) for announced in range(game.tricks + 1)])
    return _told(course, winners, known=club.count(here), bold=boldest(course))


def _told(
    course: Course, winners: Sequence[int], *, known: int, bold: Bold | None = None, fold: Fold | None = None
) -> Bend | None:
    if not course.steps:
        return None
    return Bend(course.steps, course.continuations, known, turn_of(course.steps, winners), bold, fold)


def boldest(course: Course) -> Bold | None:
    stakes = [Bold(step.deal, step.stake) for step in course.steps if step.stake is not None]
    found = max(stakes, key=lambda each: each.stake, default=None)
    return found if found and found.stake >= LEAST_STAKE else None


def best_fold(table: RecordedTable, result: TableResult) -> Fold | None:
    """Of deals that ended with cards on the table: whoever was the last to stay in might have won without."""
    found: list[Fold] = []
    for number, (deal, verdict) in enumerate(zip(table.deals, result.deals, strict=False), start=1):
        if isinstance(deal, ShowdownDeal) and isinstance(verdict, ShowdownResult) and verdict.hands:
            highest = max(deal.paid.values(), default=0)
            found += [Fold(number, seat, highest - deal.paid.get(seat, 0)) for seat in deal.folded]
    fold = max(found, key=lambda each: each.saved, default=None)
    return fold if fold and fold.saved > 0 else None


def read_bend(kept: Mapping[str, Any]) -> Bend:
    """As `Bend.as_dict` wrote it."""
    steps = tuple(Step(each["deal"], tuple(each["chances"]), each["stake"]) for each in kept["steps"])
    parts = {name: kind(**kept[name]) for name, kind in PARTS.items() if kept[name]}
    return Bend(steps, kept["continuations"], kept["known"], **parts)


PARTS: Mapping[str, Any] = {"turn": Turn, "bold": Bold, "fold": Fold}
