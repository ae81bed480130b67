"""What is worth telling of an evening's tables: who led, who came from behind, when it was decided, rare announcements
and hands, and which of it is chosen.

Everybody is compared after as many announcements or deals each. How rare something is, is reckoned as if all had been
equally strong: the difference of two of them is then a random walk with steps as wide as those of this table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import nlargest
from itertools import accumulate, groupby
from math import comb, exp, log2, sqrt
from statistics import NormalDist, fmean, median
from typing import NamedTuple, Protocol, TypeVar

from scoring.deals import Deal, ShowdownDeal, VilniusDeal
from scoring.game import Rules
from scoring.games import AnyGame
from scoring.result import AnnouncementResult, Points, RecordedTable, ShowdownResult, TableResult
from scoring.showdown.game import ShowdownGame
from scoring.showdown.odds import Chances, chances_of
from scoring.showdown.sheet import Showdown
from scoring.vilnius.game import AnnouncementGame


class Gain(NamedTuple):
    """What one announcement brought, or one deal that was decided; ``deal`` counts from 1."""

    points: Points
    announced: int | None = None
    exact: bool = False
    deal: int = 0


GainsBySeat = tuple[tuple[Gain, ...], ...]
"""What each deal brought, by seat, in the order of the deals."""


def gains(result: TableResult, deals: Sequence[Deal | None], *, seats: int, counts_cubits: bool) -> GainsBySeat:
    """What each deal brought each seat, in the order of play: points of its own announcements, or shares of deals, or
    cubits (V5, C13, P5). A deal that a play-off decides brings nothing itself (C14).
    """
    brought: list[list[Gain]] = [[] for _ in range(seats)]
    waiting = _played_off(result, deals)
    for number, (deal, scored) in enumerate(zip(deals, result.deals, strict=True), start=1):
        if deal is None or scored is None or number in waiting:
            continue
        if isinstance(deal, VilniusDeal) and isinstance(scored, AnnouncementResult):
            brought[scored.declarer].append(Gain(scored.points, deal.announced, scored.exact, number))
        elif not isinstance(scored, AnnouncementResult):
            for own, points in zip(brought, scored.gains(seats, counts_cubits=counts_cubits), strict=True):
                own.append(Gain(points, deal=number))
    return tuple(map(tuple, brought))


def _played_off(result: TableResult, deals: Sequence[Deal | None]) -> set[int]:
    """Numbers of the tied deals that bring nothing by themselves: their play-offs do (C14)."""
    tied = {result.playoff_of} if result.playoff_of else set()
    last = 0
    for number, deal in enumerate(deals, start=1):
        if isinstance(deal, ShowdownDeal) and deal.playoff_of is not None:
            tied.add(last)
        last = number if deal is not None else last
    return tied


Fact = int | str
"""A whole number, a code, or points written as a fraction."""

MOST_BITS = 40.0


@dataclass(frozen=True, slots=True)
class TableMoment:
    """Something worth telling about these seats of a table, at this deal. ``bits`` say how rare it is: as rare as so
    many coins that all fall alike.
    """

    kind: str
    table: int
    seats: tuple[int, ...]
    bits: float
    deal: int | None = None
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Story:
    """A table that is over, as it was recorded and what it came to. Of one that is ``ruled`` the director has said how
    it ended.
    """

    table: RecordedTable
    result: TableResult
    counts_cubits: bool = False
    ruled: bool = False

    @property
    def course(self) -> GainsBySeat:
        """What each deal of the table brought, by seat."""
        return gains(self.result, self.table.deals, seats=self.table.seats, counts_cubits=self.counts_cubits)


def bits(chance: float) -> float:
    """How rare something is that happens with this chance; what is expected more often than once is not rare at all."""
    return min(MOST_BITS, max(0.0, -log2(chance))) if chance > 0 else MOST_BITS


LEAST_MADE = 4  # announcements of one number, before one of them is told as the only exact one
SHORTEST_RUN = 4
LEAST_ANNOUNCEMENT_BITS = 0.5


def of_announcements(courses: Mapping[int, GainsBySeat]) -> Iterator[TableMoment]:
    """What was rare in the announcements of an evening: the only exact one, a run of exact ones, a sheet. ``courses``:
    by table.
    """
    sheets = [(table, seat, own) for table, course in courses.items() for seat, own in enumerate(course) if own]
    announcements = [(table, seat, gain) for table, seat, own in sheets for gain in own]
    if not announcements:
        return
    yield from _only_exact(announcements)
    share = (sum(gain.exact for *_, gain in announcements) + 1) / (len(announcements) + 2)
    for table, seat, own in sheets:
        for moment in (_run(table, seat, own, share, len(announcements)), _sheet(table, seat, own, share, len(sheets))):
            if moment and moment.bits >= LEAST_ANNOUNCEMENT_BITS:
                yield moment


def _only_exact(gains: Sequence[tuple[int, int, Gain]]) -> Iterator[TableMoment]:
    for announced in sorted({gain.announced for *_, gain in gains if gain.announced is not None}):
        those = [gain for gain in gains if gain[2].announced == announced]
        exact = [gain for gain in those if gain[2].exact]
        if len(exact) == 1 and len(those) >= LEAST_MADE:
            ((table, seat, gain),) = exact
            facts = {"announced": announced, "made": len(those)}
            yield TableMoment("only-exact", table, (seat,), log2(len(those)), gain.deal, facts)


def _run(table: int, seat: int, own: Sequence[Gain], share: float, count: int) -> TableMoment | None:
    """As rare as it is that any of so many announcements begins a run of this length."""
    runs = [list(run) for exact, run in groupby(own, key=lambda gain: gain.exact) if exact]
    longest = max(runs, key=len, default=[])
    if len(longest) < SHORTEST_RUN:
        return None
    expected = count * (1 - share) * share ** len(longest)
    return TableMoment("run", table, (seat,), bits(expected), longest[-1].deal, {"length": len(longest)})


def _sheet(table: int, seat: int, own: Sequence[Gain], share: float, sheets: int) -> TableMoment | None:
    """As rare as it is that any of so many sheets has as many exact announcements."""
    count, exact = len(own), sum(gain.exact for gain in own)
    as_many = sum(comb(count, k) * share**k * (1 - share) ** (count - k) for k in range(exact, count + 1))
    return TableMoment("sheet", table, (seat,), bits(sheets * as_many), None, {"exact": exact, "made": count})


RAREST = 2
RARE = 100
LEAST_POTS = 5
LARGE = 2  # times the usual pot


class Held(NamedTuple):
    """One hand in so many is one of this category."""

    one_in: int
    table: int
    deal: int
    seat: int
    category: str
    won: bool


def of_hands(game: ShowdownGame, rules: Rules, stories: Mapping[int, Story]) -> Iterator[TableMoment]:
    """The biggest pot of an evening, and the rarest hands that were shown at its tables of one game and rules."""
    yield from _biggest_pot(stories)
    showdown = game.showdown(rules)
    chances = chances_of(showdown.ruleset.categories, showdown.hand_size)
    if chances is None:
        return
    held = [hand for table, story in stories.items() for hand in _hands(table, story, showdown, chances)]
    for hand in nlargest(RAREST, (hand for hand in held if hand.one_in >= RARE)):
        facts: dict[str, Fact] = {"category": hand.category, "one_in": hand.one_in, "won": int(hand.won)}
        rare = bits(1 - exp(-len(held) / hand.one_in))
        yield TableMoment("hand", hand.table, (hand.seat,), rare, hand.deal, facts)


def _hands(table: int, story: Story, showdown: Showdown, chances: Chances) -> Iterator[Held]:
    """Without the Quarry, as the odds have them; never the poorest."""
    for number, (deal, verdict) in enumerate(zip(story.table.deals, story.result.deals, strict=True), start=1):
        if not isinstance(deal, ShowdownDeal) or not isinstance(verdict, ShowdownResult):
            continue
        for seat, shown in verdict.hands.items():
            reading = showdown.read_hand(deal.hands[seat], ()) if deal.quarry else shown
            if reading.category != showdown.ruleset.categories[-1]:
                one_in = chances.one_in(reading.category)
                yield Held(one_in, table, number, seat, reading.category, seat in verdict.winners)


def _biggest_pot(stories: Mapping[int, Story]) -> Iterator[TableMoment]:
    won = []
    for table, story in stories.items():
        for number, verdict in enumerate(story.result.deals, start=1):
            if isinstance(verdict, ShowdownResult) and verdict.net and verdict.pot:
                won.append((verdict.pot, table, number, verdict.winners))
    if len(won) < LEAST_POTS:
        return
    usual = median(pot for pot, *_ in won)
    biggest = max(pot for pot, *_ in won)
    pot, table, number, winners = next(won_pot for won_pot in won if won_pot[0] == biggest)
    if pot >= LARGE * usual:
        yield TableMoment("pot", table, winners, log2(pot / usual), number, {"pot": pot, "usual": round(usual)})


SHORTEST = 6  # steps of a table of which this is told
MOST_CHANGES_UNTOLD = 2
LATE = 0.75  # of the table
LEAST_RACE_BITS = 1.0  # a coin's

chance_below = NormalDist().cdf


@dataclass(frozen=True)
class TableRace:
    """One table's race: its course, and in ``totals`` what every seat has after each step."""

    table: int
    course: GainsBySeat
    totals: list[tuple[Points, ...]]
    winner: int

    @property
    def steps(self) -> int:
        """How many steps the race has: in each, every seat has had as many turns."""
        return len(self.totals)

    @property
    def width(self) -> float:
        """The standard deviation of one seat's step."""
        rows = [[float(own[step].points) for own in self.course] for step in range(self.steps)]
        spread = fmean((value - fmean(row)) ** 2 for row in rows for value in row)
        seats = len(self.course)
        return sqrt(spread * seats / (seats - 1)) or 1.0

    def deal(self, step: int, seat: int) -> int:
        """The number of the deal, from 1, that a seat's ``step`` (from 0) was."""
        return self.course[seat][step].deal

    def chance_to_make_up(self, behind: Points, steps: int) -> float:
        """The chance, from 0 to 1, that as much as ``behind`` is made up in so many steps between equals."""
        return chance_below(-float(behind) / (self.width * sqrt(2 * steps)))


def of_the_race(table: int, story: Story) -> Iterator[TableMoment]:
    """The moments of a table's race: its changes of lead or when it was decided, a comeback, a close end."""
    race = _race(table, story)
    if race is None:
        return
    leads = list(_leads(race))
    of_the_lead = [moment for moment in (_changes(race, leads), _decided(race, leads)) if moment]
    rarer = max(of_the_lead, key=lambda moment: moment.bits, default=None)
    for moment in (rarer, _comeback(race), _close(race)):
        if moment and moment.bits >= LEAST_RACE_BITS:
            yield moment


def _race(table: int, story: Story) -> TableRace | None:
    """None where nobody has won alone, or the director has said who has."""
    winners = [seat for seat, result in enumerate(story.result.seats) if result.place == 1]
    course = story.course
    steps = min(map(len, course))
    if story.ruled or len(winners) != 1 or len(course) < 2 or steps < SHORTEST:
        return None
    sums = [list(accumulate(gain.points for gain in own[:steps])) for own in course]
    return TableRace(table, course, list(zip(*sums, strict=True)), winners[0])


def _leads(race: TableRace) -> Iterator[tuple[int, int]]:
    """(step, seat): whoever leads alone and was not the last to do so."""
    leader = None
    for step, totals in enumerate(race.totals):
        (first, *others) = _in_order(totals)
        if first != leader and totals[first] > totals[others[0]]:
            leader = first
            yield step, first


def _in_order(totals: Sequence[Points]) -> list[int]:
    return sorted(range(len(totals)), key=lambda seat: -totals[seat])


def _changes(race: TableRace, leads: Sequence[tuple[int, int]]) -> TableMoment | None:
    """Of two random walks the lead changes about so often (Feller, III.5)."""
    times = len(leads) - 1
    if times <= MOST_CHANGES_UNTOLD or leads[-1][1] != race.winner:
        return None
    step, seat = leads[-1]
    pairs = sqrt(len(race.course) - 1)
    rare = bits(2 * chance_below(-2 * times / pairs / sqrt(race.steps)))
    return TableMoment("lead", race.table, (seat,), rare, race.deal(step, seat), {"times": times})


def _decided(race: TableRace, leads: Sequence[tuple[int, int]]) -> TableMoment | None:
    """The lead was taken for good so late."""
    if len(leads) < 2 or leads[-1][1] != race.winner or leads[-1][0] < LATE * race.steps:
        return None
    step, seat = leads[-1]
    late = log2(race.steps / (race.steps - step))
    return TableMoment("decided", race.table, (seat,), late, race.deal(step, seat))


def _comeback(race: TableRace) -> TableMoment | None:
    """From where it was most unlikely that who was last alone should still win."""
    comeback = None
    for step, totals in enumerate(race.totals[:-1]):
        own = totals[race.winner]
        if any(total <= own for seat, total in enumerate(totals) if seat != race.winner):
            continue
        behind = max(totals) - own
        rare = bits(race.chance_to_make_up(behind, race.steps - 1 - step))
        if comeback is None or rare > comeback.bits:
            facts: dict[str, Fact] = {"behind": str(Fraction(behind)), "seats": len(totals)}
            comeback = TableMoment("comeback", race.table, (race.winner,), rare, race.deal(step, race.winner), facts)
    return comeback


def _close(race: TableRace) -> TableMoment | None:
    """The winner and who came next; level where something else than points decided."""
    final = race.totals[-1]
    if any(len(own) > race.steps for own in race.course):
        return None
    second = max((seat for seat in range(len(final)) if seat != race.winner), key=lambda seat: final[seat])
    margin = final[race.winner] - final[second]
    if margin < 0:
        return None
    within = (float(margin) + 0.5) / (race.width * sqrt(2 * race.steps))
    rare = bits(2 * chance_below(within) - 1)
    return TableMoment("close", race.table, (race.winner, second), rare, None, {"margin": str(Fraction(margin))})


MOST = 7
MOST_OF_A_KIND = 2


class Told(Protocol):
    """A moment of any kind, as a choice among them sees it."""

    @property
    def kind(self) -> str:
        """What sort of moment it is."""

    @property
    def bits(self) -> float:
        """How surprising it is, in bits."""

    @property
    def players(self) -> Sequence[Hashable]:
        """Whom it concerns."""


T = TypeVar("T", bound=Told)


def moments_of(game: AnyGame, rules: Rules, stories: Mapping[int, Story]) -> list[TableMoment]:
    """The moments of all tables of an evening, from their stories by table; those of each kind in the order of the
    tables.
    """
    race_moments = [moment for table, story in stories.items() for moment in of_the_race(table, story)]
    if isinstance(game, AnnouncementGame):
        return race_moments + list(of_announcements({table: story.course for table, story in stories.items()}))
    return race_moments + list(of_hands(game, rules, stories))


def chosen(moments: Iterable[T], *, most: int = MOST) -> list[T]:
    """The rarest, first the rarest of all: of one kind two at most, and none twice about the same player."""
    chosen_moments: list[T] = []
    kinds: Counter[str] = Counter()
    about: set[tuple[str, Hashable]] = set()
    for moment in sorted(moments, key=lambda moment: -moment.bits):
        whom = {(moment.kind, player) for player in moment.players}
        if len(chosen_moments) < most and kinds[moment.kind] < MOST_OF_A_KIND and not whom & about:
            chosen_moments.append(moment)
            kinds[moment.kind] += 1
            about |= whom
    return chosen_moments
