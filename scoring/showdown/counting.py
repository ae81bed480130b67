"""What a table of showdowns gives the statistics: hands beside their exact odds, folds, claims, cubits, feats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import cast

from scoring.deals import ShowdownDeal
from scoring.errors import ScoringError
from scoring.result import Points, Reading, RecordedTable, ShowdownResult, TableResult
from scoring.showdown.odds import MILLION, Chances, chances_of, position, positions
from scoring.showdown.sheet import Showdown, read_hand
from scoring.statistics import COURSE_FEATS, Feat, TableCounts, course_feats, without_zeros

COUNT_NAMES = (
    *("deals", "folded", "unseen", "held", "strength", "scatter", "won", "tied", "cubits", "pots", "claims", "folds"),
    *("met", "due", "due-squared", "taken"),
)
"""``held:by-level-6.full`` is a full pyramid among hands of `Chances` by-level-6, ``strength`` the sum of their places
and ``scatter`` of the variances these have, in millionths. ``won`` tells by what, ``folds`` of the folded hands that
somebody had entered. ``met``: hands shown against others that the cards decided; ``taken`` of these, and as many as
would be ``due`` against hands dealt at random, in millionths; a win that is shared is half for each of two.
"""

TREASURES = {
    "capstone": "capstone-pyramid",
    **dict.fromkeys(("perfect-3-purple", "perfect-3-green", "perfect-3-orange"), "perfect-full"),
    **dict.fromkeys(("perfect-grand", "perfect-squared-large", "perfect-large"), "perfect-large"),
}
RARE, RARE_TO_LOSE = 10, 50  # one hand in so many
WEAK = 750_000  # of a million hands are better
LEAST_HANDS = 3
LEAST_RUN = 3
LEAST_PLAYOFFS = 2


def feat_kinds(categories: Sequence[str], size: int, *, bets: bool) -> tuple[str, ...]:
    """The kinds of feat that can be done with such hands."""
    chances = chances_of(categories, size)
    rare = ("rarest-hand", "beaten-hand") if chances else ()
    weak = ("weakest-win",) if chances and chances.better(categories[-1]) >= WEAK else ()
    treasures = dict.fromkeys(TREASURES[name] for name in categories if name in TREASURES)
    pots = ("biggest-pot",) if bets else ()
    return (*rare, *weak, *treasures, *pots, "winning-run", "long-playoff", *COURSE_FEATS)


@dataclass
class Counting:
    """A table while its deals are gone through."""

    table: RecordedTable
    showdown: Showdown
    chances: Chances | None = field(init=False)
    counts: list[Counter[str]] = field(init=False)
    best: dict[tuple[str, int], Feat] = field(default_factory=dict)
    course: dict[int, list[Points]] = field(default_factory=dict)
    scores: list[Points] = field(init=False)
    running: list[int] = field(init=False)
    tied: tuple[int, ...] = ()
    playoffs: int = 0

    def __post_init__(self) -> None:
        self.chances = chances_of(self.showdown.ruleset.categories, self.showdown.hand_size)
        self.counts = [Counter() for _ in range(self.table.seats)]
        self.scores = [0] * self.table.seats
        self.running = [0] * self.table.seats

    def deal(self, number: int, deal: ShowdownDeal, verdict: ShowdownResult) -> None:
        """Counts the deal of this number (from 1) and its verdict."""
        for seat in self.tied or range(self.table.seats):
            self.counts[seat]["deals"] += 1
            if seat in deal.folded:
                self.counts[seat]["folded"] += 1
            elif seat not in verdict.hands:
                self.counts[seat]["unseen"] += 1
        own = self.own_hands(deal, verdict)
        if self.chances:
            self.hands(number, own, self.chances)
            self.against_the_odds(number, own, verdict, self.chances)
            self.met(own, verdict, self.chances)
        self.folds(number, deal, verdict)
        self.ending(number, verdict)

    def own_hands(self, deal: ShowdownDeal, verdict: ShowdownResult) -> Mapping[int, Reading]:
        """Without the Quarry, as the odds have them."""
        if not deal.quarry:
            return verdict.hands
        return {seat: self.showdown.read_hand(deal.hands[seat], ()) for seat in verdict.hands}

    def hands(self, number: int, own: Mapping[int, Reading], chances: Chances) -> None:
        """Counts the hands that were shown, by seat, beside how strong hands are on average, in millionths; a rare one
        is kept as a feat.
        """
        stand = positions(self.showdown.ruleset, chances)
        for seat, reading in own.items():
            self.counts[seat][f"held:{chances.key}.{reading.category}"] += 1
            self.counts[seat]["strength"] += round(MILLION * stand.shares[reading.strength])
            self.counts[seat]["scatter"] += round(MILLION * stand.scatter)
            if chances.one_in(reading.category) < RARE or reading.category == self.showdown.ruleset.categories[-1]:
                continue
            feat = hand_feat(number, seat, reading, chances)
            self.keep(feat)
            if reading.category in TREASURES:
                self.keep(replace(feat, kind=TREASURES[reading.category]))

    def against_the_odds(
        self, number: int, own: Mapping[int, Reading], verdict: ShowdownResult, chances: Chances
    ) -> None:
        """A rare hand that lost, a weak one that won: by the cards alone."""
        if len(own) < 2 or len(verdict.winners) > 1 or verdict.override or verdict.unverified:
            return
        for seat, reading in own.items():
            better, rare = chances.better(reading.category), chances.one_in(reading.category) >= RARE_TO_LOSE
            if seat not in verdict.winners and rare and better < MILLION // 2:
                self.keep(replace(hand_feat(number, seat, reading, chances), kind="beaten-hand"))
            nothing = reading.category == self.showdown.ruleset.categories[-1] and better >= WEAK
            if seat in verdict.winners and nothing and len(own) >= LEAST_HANDS:
                self.keep(replace(hand_feat(number, seat, reading, chances), kind="weakest-win", value=better))

    def met(self, own: Mapping[int, Reading], verdict: ShowdownResult, chances: Chances) -> None:
        """By the exact share of hands that each beats: the chance to beat as many as were shown beside it."""
        if len(own) < 2 or verdict.override or verdict.unverified:
            return
        for seat, reading in own.items():
            due = position(self.showdown.ruleset, chances, reading) ** (len(own) - 1)
            won = Fraction(seat in verdict.winners, len(verdict.winners))
            millionths = {"due": due, "due-squared": due**2, "taken": float(won)}
            self.counts[seat].update({name: round(MILLION * share) for name, share in millionths.items()})
            self.counts[seat]["met"] += 1

    def folds(self, number: int, deal: ShowdownDeal, verdict: ShowdownResult) -> None:
        """A hand that was folded would have won where it beats all that were shown."""
        for held_in, seat, cards in self.table.aside.held:
            if held_in != number or seat not in deal.folded or not verdict.hands:
                continue
            try:
                reading = read_hand(cards, deal.quarry, self.showdown)
            except ScoringError:
                continue
            self.counts[seat]["folds:known"] += 1
            self.counts[seat]["folds:better"] += reading > max(verdict.hands.values())

    def ending(self, number: int, verdict: ShowdownResult) -> None:
        """Who has it, or that it is played off."""
        winners = verdict.winners
        if len(winners) > 1:
            for seat in winners:
                self.counts[seat]["tied"] += 1
        if len(winners) > 1 and not self.showdown.splits_ties:
            self.playoffs, self.tied = self.playoffs + bool(self.tied), winners
            return
        if len(winners) == 1:
            self.alone(number, winners[0], verdict)
        self.cubits(number, verdict)
        self.tied, self.playoffs = (), 0
        for seat in range(self.table.seats):
            self.running[seat] = self.running[seat] + 1 if winners == (seat,) else 0
            if self.running[seat] >= LEAST_RUN:
                self.keep(Feat("winning-run", seat, self.running[seat], number))
            won = Fraction(seat in winners, len(winners))
            self.scores[seat] += (verdict.net or {}).get(seat, 0) if self.showdown.counts_cubits else won
        self.course[number] = list(self.scores)

    def alone(self, number: int, seat: int, verdict: ShowdownResult) -> None:
        """Counts a deal that one seat has won, by how it won; a long row of play-offs (C14) is kept as a feat."""
        is_by_word = verdict.unverified or verdict.override is not None
        how = "told" if is_by_word else "alone" if verdict.decided_by == "last-player" else "cards"
        self.counts[seat][f"won:{how}"] += 1
        self.counts[seat]["claims:upheld"] += verdict.override is not None
        playoffs = self.playoffs + bool(self.tied)
        if playoffs >= LEAST_PLAYOFFS:
            self.keep(Feat("long-playoff", seat, playoffs, number))

    def cubits(self, number: int, verdict: ShowdownResult) -> None:
        """Counts the cubits won and lost by each seat, and the pot for its winners (C13)."""
        for seat, gained in (verdict.net or {}).items():
            self.counts[seat]["cubits:won"] += max(gained, 0)
            self.counts[seat]["cubits:lost"] += max(-gained, 0)
        if verdict.net and verdict.pot:
            for seat in verdict.winners:
                self.counts[seat]["pots"] += 1
                self.keep(Feat("biggest-pot", seat, verdict.pot, number))

    def keep(self, feat: Feat) -> None:
        """Of each kind the highest of a seat, the first of equal ones."""
        best = self.best.get((feat.kind, feat.seat))
        if best is None or feat.value > best.value:
            self.best[feat.kind, feat.seat] = feat


def hand_feat(number: int, seat: int, reading: Reading, chances: Chances) -> Feat:
    """A hand as a feat: one in how many hands is such a one, and the cards themselves."""
    detail: dict[str, object] = {
        "category": reading.category,
        "chances": chances.key,
        "pyramid": list(reading.pyramid),
        "rest": list(reading.rest),
    }
    return Feat("rarest-hand", seat, chances.one_in(reading.category), number, detail)


def count_table(table: RecordedTable, result: TableResult, showdown: Showdown) -> TableCounts:
    """What a table of hands gives the statistics: counts by seat, and its feats."""
    counting = Counting(table, showdown)
    deals = cast("tuple[ShowdownDeal | None, ...]", table.deals)
    verdicts = cast("tuple[ShowdownResult | None, ...]", result.deals)
    for number, (deal, verdict) in enumerate(zip(deals, verdicts, strict=True), start=1):
        if deal is not None and verdict is not None:
            counting.deal(number, deal, verdict)
    for seat in table.aside.refused:
        counting.counts[seat]["claims:refused"] += 1
    feats = (*counting.best.values(), *course_feats(counting.course, result.seats))
    return TableCounts(tuple(without_zeros(counts) for counts in counting.counts), feats)
