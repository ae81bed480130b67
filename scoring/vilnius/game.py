"""The Vilnius sheet: rotation, quotas, points, bounds, and who can still win (V1-V10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import cast

from scoring.deals import VILNIUS_FIELDS, Deal, Misread, VilniusDeal, read_announcement
from scoring.errors import ScoringError, clip
from scoring.fields import Payload
from scoring.game import Choice, Game, Rules, Setting, Unit, under
from scoring.result import AnnouncementResult, Points, RecordedTable, SeatResult, TableResult, places
from scoring.statistics import TableCounts, added
from scoring.vilnius import statistics, tricks
from scoring.vilnius.sheet import AnnouncementSheet

QUOTAS = (1, 2, 3, 4, 3, 2, 1)
"""How often each of 0..6 is announced in a whole game (V4)."""

TRICKS = len(QUOTAS) - 1
SUITS = ("S", "H", "D", "C")
NO_TRUMP = "NT"


@dataclass(frozen=True, kw_only=True, eq=False)
class AnnouncementGame(Game):
    """A game of announced tricks: how often each number from 0 up is announced on a sheet (V4), what an exact
    announcement brings and what every trick off costs (V5), and the trumps that there are (V3).
    """

    sheet = "announcements"
    count_names = (*statistics.COUNT_NAMES, *tricks.COUNT_NAMES)
    quotas: tuple[int, ...]
    exact_points: int
    off_points: int
    trumps: Setting[tuple[str, ...]]
    records_trump: Setting[bool] = True
    worst_points: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        most = self.tricks
        worst = (min(self.points(announced, 0), self.points(announced, most)) for announced in range(most + 1))
        object.__setattr__(self, "worst_points", tuple(worst))

    @property
    def tricks(self) -> int:
        """How many tricks a deal has, and how many cards a hand (V1)."""
        return len(self.quotas) - 1

    @property
    def announcements(self) -> int:
        """How many announcements a full sheet has."""
        return sum(self.quotas)

    @property
    def feat_kinds(self) -> tuple[str, ...]:
        """The kinds of record that are kept of announcements."""
        return statistics.FEAT_KINDS

    @property
    def fields(self) -> frozenset[str]:
        """The names of the fields that a deal's payload may have."""
        return VILNIUS_FIELDS

    def trumps_by(self, rules: Rules) -> tuple[str, ...]:
        """The trumps that may be announced under these rules (V3)."""
        return under(self.trumps, rules)

    def points(self, announced: int, taken: int) -> int:
        """V5: 10 for the announced number of tricks, 2 less for every trick off."""
        return self.exact_points - self.off_points * abs(announced - taken)

    def deal_span(self, unit: Unit | None) -> tuple[int, int]:
        """The least and the most that an announcement can bring: nothing else counts for a seat (V5)."""
        return min(self.worst_points), self.exact_points

    def counted(self, table: RecordedTable, result: TableResult) -> TableCounts:
        """What a table gives the statistics: its announcements, its feats, and the tricks that were taken."""
        table_counts = statistics.counted(self, table, result)
        return replace(table_counts, seats=tuple(map(added, table_counts.seats, tricks.count_tricks(self, table))))

    def deals_in_all(self, rules: Rules, *, seats: int) -> int:
        """How many deals a table has: as many as its sheets have announcements (V6)."""
        return self.announcements * seats

    def is_open(self, rules: Rules) -> bool:
        """Never: the quotas give a table its length (V6)."""
        return False

    def _read(self, payload: Payload, *, seats: int) -> Deal | Misread:
        try:
            return read_announcement(payload, seats=seats, tricks=self.tricks)
        except ScoringError as error:
            return Misread(payload, error)

    def _score(self, table: RecordedTable, rules: Rules) -> TableResult:
        return score_table(self, table, rules)

    def _describe(self, rules: Rules) -> dict[str, object]:
        return {
            "hand_size": self.tricks,
            "deck": [],
            "categories": [],
            "quotas": self.quotas,
            "announcements": self.announcements,
            "exact_points": self.exact_points,
            "off_points": self.off_points,
            "worst_points": self.worst_points,
            "trumps": self.trumps_by(rules),
            "records_trump": under(self.records_trump, rules),
        }


def score_table(game: AnnouncementGame, table: RecordedTable, rules: Rules) -> TableResult:
    """The whole table, deal by deal. Raises the errors of V2-V6 with the deal they are in."""
    sheets = [AnnouncementSheet(game) for _ in range(table.seats)]
    trumps = game.trumps_by(rules)
    results: list[AnnouncementResult | None] = []
    expected = next_in_turn(sheets, table.first_dealer)
    for number, deal in enumerate(cast("Sequence[VilniusDeal | None]", table.deals), start=1):
        if deal is None:
            results.append(None)
            expected = None if expected is None else next_in_turn(sheets, expected)
            continue
        if expected is None:
            raise ScoringError("table-finished", deal=number)
        try:
            results.append(score_deal(deal, sheets, trumps, expected=expected))
        except ScoringError as error:
            raise error.in_deal(number) from None
        expected = next_in_turn(sheets, deal.declarer)
    return TableResult(
        seats=seat_results(sheets, closed=table.closed),
        finished=expected is None,
        deals=tuple(results),
        turn=None if table.closed else expected,
    )


def next_in_turn(sheets: list[AnnouncementSheet], seat: int) -> int | None:
    """The first seat to the left of ``seat`` whose sheet is not full, the seat itself last (V2)."""
    for step in range(1, len(sheets) + 1):
        candidate = (seat + step) % len(sheets)
        if not sheets[candidate].full:
            return candidate
    return None


def score_deal(
    deal: VilniusDeal, sheets: list[AnnouncementSheet], trumps: Sequence[str], *, expected: int
) -> AnnouncementResult:
    """Raises ``trump-unknown``, ``sheet-full``, ``out-of-turn`` and ``quota-used`` (V2-V4)."""
    sheet = sheets[deal.declarer]
    if deal.trump is not None and deal.trump not in trumps:
        raise ScoringError("trump-unknown", trump=clip(deal.trump))
    if sheet.full:
        raise ScoringError("sheet-full", seat=deal.declarer)
    out_of_turn = deal.declarer != expected
    if out_of_turn and not deal.out_of_turn:
        raise ScoringError("out-of-turn", seat=deal.declarer, expected=expected, got=deal.declarer)
    if not sheet.left[deal.announced]:
        raise ScoringError("quota-used", seat=deal.declarer, announced=deal.announced)
    points = sheet.announce(deal.announced, deal.taken)
    return AnnouncementResult(points, deal.announced == deal.taken, deal.declarer, out_of_turn=out_of_turn)


def seat_results(sheets: list[AnnouncementSheet], *, closed: bool) -> tuple[SeatResult, ...]:
    """Score, place and sheet of each seat (V6, V7). A table that is ``closed`` is decided as it stands (V10)."""
    finished = all(sheet.full for sheet in sheets)
    ranks = places([standing(sheet, finished=finished, closed=closed) for sheet in sheets])
    worst, best = [sheet.worst_end for sheet in sheets], [sheet.best_end for sheet in sheets]
    results = []
    for seat, (sheet, place) in enumerate(zip(sheets, ranks, strict=True)):
        if closed:
            can_win, has_won = place == 1, place == 1 and ranks.count(1) == 1
        else:
            can_win = all(best[seat] >= end for end in worst[:seat] + worst[seat + 1 :])
            has_won = all(worst[seat] > end for end in best[:seat] + best[seat + 1 :])
        results.append(SeatResult(sheet.total, place, sheet.state(can_win=can_win, has_won=has_won)))
    return tuple(results)


def standing(sheet: AnnouncementSheet, *, finished: bool, closed: bool) -> tuple[Points, Points]:
    """What places a sheet: total and then exact announcements once all are full (V6), points per announcement
    where the table was closed before (V10), the total alone while it is played.
    """
    if finished:
        return sheet.total, sheet.exact
    if closed:
        return (1, Fraction(sheet.total, sheet.made)) if sheet.made else (0, 0)
    return sheet.total, 0


NO_TRUMP_ALLOWED = Choice("no_trump", (False, True))
RECORD_TRUMP = Choice("record_trump", (True, False))
VILNIUS = AnnouncementGame(
    key="vilnius",
    max_seats=4,
    options=(NO_TRUMP_ALLOWED, RECORD_TRUMP),
    quotas=QUOTAS,
    exact_points=10,
    off_points=2,
    trumps=NO_TRUMP_ALLOWED.picks(SUITS, (*SUITS, NO_TRUMP)),
    records_trump=RECORD_TRUMP.when(value=True),
)
