"""How tables went, deal by deal, and the race at a table: how far each player was ahead of the others' average."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, chain
from statistics import fmean
from typing import NamedTuple

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from scoring.game import Rules
from scoring.games import GAMES
from scoring.moments import Gain, GainsBySeat, Story, gains
from scoring.result import RecordedTable
from tournaments.models import Deal, Event, Table
from tournaments.selectors.table.cards import PlayerTag
from tournaments.selectors.table.deals import live_deals, read_text
from tournaments.selectors.table.page import TablePage

RuleItems = tuple[tuple[str, object], ...]
Texts = tuple[str | None, ...]  # of deals 1, 2, … as they are stored


class RecordedTexts(NamedTuple):
    closed: bool
    first_dealer: int
    texts: Texts


def courses(event: Event, wanted: Q, *, seats: dict[int, int]) -> dict[int, GainsBySeat]:
    """How points came in, deal by deal, at those of the event's tables (by id) that are ``wanted``, in one statement.
    ``seats``: how many each has.
    """
    rules = tuple(sorted(event.game_rules.items()))
    return {
        table: course(event.game, rules, seats[table], recorded)
        for table, recorded in recorded_texts(wanted)
        if table in seats
    }


def recorded_texts(wanted: Q) -> Iterable[tuple[int, RecordedTexts]]:
    """The stored texts of the deals that are wanted, by table."""
    tables: dict[int, tuple[bool, int, dict[int, str | None]]] = {}
    rows = (
        Deal.objects.filter(wanted)
        .order_by("table_id", "number", "version")
        .annotate(text=Cast("payload", TextField()))
        .values_list("table_id", "table__status", "table__first_dealer", "number", "text")
    )
    for table, status, first_dealer, number, text in rows:
        tables.setdefault(table, (status == Table.Status.CLOSED, first_dealer, {}))[2][number] = text
    for table, (closed, first_dealer, newest) in tables.items():
        texts = tuple(newest.get(number) for number in range(1, max(newest) + 1))
        yield table, RecordedTexts(closed, first_dealer, texts)


@lru_cache(maxsize=512)
def course(game: str, rules: RuleItems, seats: int, recorded: RecordedTexts) -> GainsBySeat:
    """Scored once while the table stands as it does: of a room, few tables have moved since the last look."""
    return story(game, rules, seats, recorded).course


def stories(event: Event, wanted: Q, *, seats: dict[int, int]) -> dict[int, Story]:
    """What `courses` tells, by table, with all that is known of each deal."""
    rules = tuple(sorted(event.game_rules.items()))
    return {
        table: story(event.game, rules, seats[table], recorded)
        for table, recorded in recorded_texts(wanted)
        if table in seats
    }


def story(game: str, rules: RuleItems, seats: int, recorded: RecordedTexts) -> Story:
    checked = Rules(dict(rules))
    table = read_recorded(game, checked, recorded, seats=seats)
    return Story(table, GAMES[game].score(table), counts_cubits=GAMES[game].unit(checked) == "cubits")


def read_recorded(game: str, rules: Rules, recorded: RecordedTexts, *, seats: int) -> RecordedTable:
    played = {
        number: None if text is None else read_text(game, text, seats)
        for number, text in enumerate(recorded.texts, start=1)
    }
    return RecordedTable(seats, recorded.first_dealer, rules, live_deals(played), recorded.closed)


NAMED = 5
LINES = 30  # more could not be told apart
SHORTEST = 3  # a race of less is none


@dataclass(frozen=True)
class Runner:
    player: PlayerTag
    gains: tuple[Gain, ...]
    totals: tuple[float, ...]  # after each step
    ahead: tuple[float, ...]  # of the room's average, from the start on


@dataclass(frozen=True)
class Race:
    """How the points of several people went up. ``runners``: best first. ``lead_since``: the step at which the leader
    took the lead, where that can be told.
    """

    runners: list[Runner]
    average: tuple[float, ...]
    counts_deals: bool  # else announcements
    lead_since: int | None

    @property
    def named(self) -> list[Runner]:
        return self.runners[:NAMED]

    @property
    def others(self) -> list[Runner]:
        return self.runners[NAMED:LINES]


def table_race(page: TablePage) -> Race | None:
    """The race of a table, from what its page has read."""
    deals = [line.deal for line in page.deals][: len(page.result.deals)]
    counts_cubits = page.event.unit == "cubits"
    course_of_table = gains(page.result, deals, seats=len(page.card.seats), counts_cubits=counts_cubits)
    seats = sorted(zip(page.card.seats, course_of_table, strict=True), key=lambda pair: pair[0].place)
    return race_of([(seat.player, [own]) for seat, own in seats])


def race_of(
    everybody: Sequence[tuple[PlayerTag, Sequence[Sequence[Gain]]]], *, handicaps: Mapping[int, Fraction] | None = None
) -> Race | None:
    """The race that everybody's gains make, table by table, best first; who has none is left out. ``handicaps``: with
    how many points players (ids) begin it.
    """
    running = [(player, [own for own in tables if own]) for player, tables in everybody]
    chains = [(player, list(chain(*tables))) for player, tables in running if tables]
    if max((len(own) for _, own in chains), default=0) < SHORTEST:
        return None
    starts = [float((handicaps or {}).get(player.id, 0)) for player, _ in chains]
    average = _average([own for _, own in chains], start=fmean(starts))
    runners = [_runner(player, own, average, start=at) for (player, own), at in zip(chains, starts, strict=True)]
    counts_deals = all(gain.announced is None for _, own in chains for gain in own)
    return Race(runners, average[1:], counts_deals, _lead_since(runners))


def _average(gains: Sequence[Sequence[Gain]], *, start: float) -> tuple[float, ...]:
    """From the start on, of those who have come so far, step by step, so that nobody jumps where others stop."""
    longest = max(map(len, gains), default=0)
    steps = [fmean(float(own[step].points) for own in gains if len(own) > step) for step in range(longest)]
    return tuple(accumulate(steps, initial=start))


def _runner(player: PlayerTag, gains: Sequence[Gain], average: tuple[float, ...], *, start: float) -> Runner:
    totals = tuple(accumulate((float(gain.points) for gain in gains), initial=start))
    ahead = tuple(own - room for own, room in zip(totals, average, strict=False))
    return Runner(player, tuple(gains), totals[1:], ahead)


def _lead_since(runners: list[Runner]) -> int | None:
    """The first step from which on nobody was ahead of who leads now; none while others have been further by then."""
    first, others = runners[0], runners[1:]
    best = _best(others, steps=len(first.totals))
    if not others or max(other.totals[-1] for other in others) >= first.totals[-1]:
        return None
    since = len(first.totals)
    while since and first.totals[since - 1] >= best[since - 1]:
        since -= 1
    return since + 1 if since < len(first.totals) else None


def _best(runners: list[Runner], *, steps: int) -> list[float]:
    """The most that anybody had after each step."""
    best = [float("-inf")] * steps
    for runner in runners:
        for step, total in enumerate(runner.totals[:steps]):
            best[step] = max(best[step], total)
    return best
