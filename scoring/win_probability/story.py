"""What a table that is over tells: its chances, where it turned, what was bold, which fold saved most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from scoring.deals import ShowdownDeal, VilniusDeal
from scoring.errors import ScoringError
from scoring.games import GAMES, AnyGame
from scoring.result import RecordedTable, ShowdownResult, TableResult
from scoring.showdown.game import ShowdownGame
from scoring.statistics import Counts
from scoring.vilnius.tricks import TRICKS, cells
from scoring.win_probability.pots import Gains, decided_deals, gains_without_seats, pot_course
from scoring.win_probability.sheets import ChancesAfter, Course, Experience, TurningDeal, sheet_course, turn_of

LEAST_DEALS = 3
LEAST_KNOWN = 30  # announcements of the club
LEAST_STAKE = 0.05


@dataclass(frozen=True, slots=True)
class BoldAnnouncement:
    """The announcement, made of several that were left, on whose tricks most of its declarer's chance hung."""

    deal: int
    seat: int
    announced: int
    taken: int
    stake: float


@dataclass(frozen=True, slots=True)
class SavingFold:
    """Who stayed in to the end would have put in so many cubits more, against hands that were shown."""

    deal: int
    seat: int
    saved: int


@dataclass(frozen=True, slots=True)
class TableStory:
    """``continuations``: as of `Course`. ``known``: on how many deals of the club or the evening it rests."""

    known: int
    continuations: int = 0
    turn: TurningDeal | None = None
    bold: BoldAnnouncement | None = None
    fold: SavingFold | None = None

    def as_dict(self) -> dict[str, Any]:
        """The story as JSON holds it."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Bend:
    """A table whose winner came from behind, with the chances before and after the deal where it turned."""

    story: TableStory
    steps: tuple[ChancesAfter, ...]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Besides the table: the club's counts, and what deals at tables of this size brought that evening. The same
    ``seed`` gives the same chances.
    """

    counts: Counts = field(default_factory=dict)
    like: Sequence[Gains] = ()
    seed: str = ""


def bend_at(game: str, table: RecordedTable, knowledge: Knowledge) -> Bend | None:
    """The bend of a recorded table; None where there is nothing to tell, and where the table breaks a rule that is
    younger than it.
    """
    try:
        return bend_of(GAMES[game], table, GAMES[game].score(table), knowledge)
    except ScoringError:
        return None


def bend_of(game: AnyGame, table: RecordedTable, result: TableResult, knowledge: Knowledge) -> Bend | None:
    """A table's chances and their story; None where there is nothing to tell: hardly a deal, sheets that are not full,
    a club that has hardly played.
    """
    if sum(deal is not None for deal in table.deals) < LEAST_DEALS:
        return None
    winners = tuple(seat for seat, seat_result in enumerate(result.seats) if seat_result.place == 1)
    if isinstance(game, ShowdownGame):
        like = knowledge.like or gains_without_seats(decided_deals(game, table, result))
        if not like:
            return None
        course = pot_course(game, table, result, like=like, seed=knowledge.seed)
        turn, fold = turn_of(course.steps, winners), best_fold(table, result)
        return Bend(TableStory(len(like), course.continuations, turn=turn, fold=fold), course.steps)
    if not result.finished:
        return None
    club, here = Experience(cells(knowledge.counts, TRICKS), tricks=game.tricks), (str(table.seats),)
    if club.count(()) < LEAST_KNOWN:
        return None
    course = sheet_course(game, table, [club.odds(here, announced) for announced in range(game.tricks + 1)])
    turn, bold = turn_of(course.steps, winners), boldest(course, table)
    return Bend(TableStory(club.count(here), turn=turn, bold=bold), course.steps)


def boldest(course: Course, table: RecordedTable) -> BoldAnnouncement | None:
    """The announcement with the highest stake of a table, None where none was bold enough."""
    announcements = []
    for step in course.steps:
        deal = table.deals[step.deal - 1]
        if step.stake is not None and isinstance(deal, VilniusDeal):
            announcements.append(
                BoldAnnouncement(step.deal, deal.declarer, deal.announced, deal.taken, round(step.stake, 4))
            )
    bold = max(announcements, key=lambda announcement: announcement.stake, default=None)
    return bold if bold and bold.stake >= LEAST_STAKE else None


def best_fold(table: RecordedTable, result: TableResult) -> SavingFold | None:
    """The fold that saved most, of deals that ended with cards on the table, against whoever paid most for them; None
    where none saved any. Whoever was the last to stay in might have won without cards, so deals without them do not
    count.
    """
    folds: list[SavingFold] = []
    for number, (deal, verdict) in enumerate(zip(table.deals, result.deals, strict=False), start=1):
        if isinstance(deal, ShowdownDeal) and isinstance(verdict, ShowdownResult) and verdict.hands:
            highest = max(deal.paid.values(), default=0)
            folds += [SavingFold(number, seat, highest - deal.paid.get(seat, 0)) for seat in deal.folded]
    fold = max(folds, key=lambda fold: fold.saved, default=None)
    return fold if fold and fold.saved > 0 else None


PARTS: Mapping[str, Any] = {"turn": TurningDeal, "bold": BoldAnnouncement, "fold": SavingFold}


def read_story(stored: Mapping[str, Any]) -> TableStory:
    """The story from what `TableStory.as_dict` wrote."""
    parts = {name: kind(**stored[name]) for name, kind in PARTS.items() if stored[name]}
    return TableStory(stored["known"], stored["continuations"], **parts)


def written_steps(steps: Sequence[ChancesAfter]) -> list[list[float]]:
    """Each as its deal and everybody's chance."""
    return [[step.deal, *(round(chance, 4) for chance in step.chances)] for step in steps]


def read_steps(stored: Sequence[Sequence[float]]) -> list[ChancesAfter]:
    """The chances after each deal, from rows as they are stored: the deal's number, then a chance for each seat."""
    return [ChancesAfter(int(deal), tuple(chances)) for deal, *chances in stored]
