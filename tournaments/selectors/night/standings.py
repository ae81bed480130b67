"""Who is ahead on an evening, its seats added up per player; its race over all tables, and its podium."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import lcm
from operator import add, itemgetter
from typing import NamedTuple

from django.db.models import Q

from scoring.moments import Gain
from tournaments.audience import reader
from tournaments.formats.acceleration import read_handicap
from tournaments.models import Entrant, Event, Table, name_order, prepared
from tournaments.models.statements import PreparedOnce
from tournaments.models.table import ENDED
from tournaments.selectors.charts import SHORTEST, Race, courses, race_of
from tournaments.selectors.following import kept_of_same
from tournaments.selectors.table.cards import (
    PLAYER_COLUMNS,
    PlayerTag,
    SeatRow,
    by_table,
    number_text,
    plain_number_text,
    rows_carried_on,
    rows_of_event,
    tag,
)
from tournaments.selectors.table.confirmations import has_counting_result

TEXTS = ("points", "average", "games", "places", "beaten", "exact")


class StandingRow(NamedTuple):
    rank: int
    entrant_id: int | None
    player: PlayerTag
    points: Fraction  # with the handicap
    games: int  # tables finished or closed
    places: tuple[int, int, int, int]  # how many first, second, third and lower places
    average: Fraction | None  # points per announcement (Vilnius) or per deal: compares tables of different sizes
    beaten: Fraction | None  # share of the opponents at finished tables who were placed lower, a shared place half
    deals: int  # announcements made (Vilnius), or deals
    exact: int
    playing: bool
    incomplete: bool
    texts: tuple[str, ...]  # those of TEXTS, for all languages
    handicap: Fraction = Fraction(0)

    @property
    def played_points(self) -> Fraction:
        """Those of the tables alone."""
        return self.points - self.handicap

    @property
    def played_average(self) -> Fraction | None:
        return self.played_points / self.deals if self.deals else None

    @property
    def handicap_text(self) -> str:
        return f"+{number_text(self.handicap)}" if self.handicap else ""

    @property
    def has_place(self) -> bool:
        return self.average is not None or bool(self.games)

    def placing_figure(self, *, by_average: bool) -> Fraction:
        """What the night ranks by: the average, where there is one, or the points."""
        return self.points if self.average is None or not by_average else self.average

    @property
    def leads(self) -> bool:
        return self.rank == 1 and self.average is not None

    @property
    def points_text(self) -> str:
        return number_text(self.points)

    @property
    def average_text(self) -> str:
        return number_text(self.average)

    @property
    def beaten_text(self) -> str:
        return share_text(self.beaten)


def share_text(share: Fraction | None) -> str:
    return "–" if share is None else f"{round(100 * share)} %"


class Sums(NamedTuple):
    """The sums of one seat, or of several. Points are counted in the smallest part that any seat has, so that only
    whole numbers are added and compared.
    """

    points: int = 0
    deals: int = 0
    exact: int = 0
    playing: int = 0  # seats
    games: int = 0
    firsts: int = 0
    seconds: int = 0
    thirds: int = 0
    lower: int = 0
    halves_beaten: int = 0  # opponents placed lower, each twice, and those who share the place
    opponents: int = 0
    incomplete: int = 0  # seats


NOTHING = Sums()
Person = tuple[PlayerTag, int | None]
Order = tuple[int, int | Fraction, int, int]
Places = tuple[int, int, int, int]
Ratio = Fraction | None
Figures = tuple[Fraction, int, Places, Ratio, Ratio, int, int, bool, bool, tuple[str, ...]]
"""The figures of a StandingRow that follow from the sums."""


def event_standings(event: Event) -> list[StandingRow]:
    """Tonight so far: running and adjourned tables count with the points they show, without a place."""
    return night_standings(event, list(by_table(rows_of_event(event.pk))))


def night_standings(event: Event, tables: Sequence[Sequence[SeatRow]]) -> list[StandingRow]:
    """``event_standings`` of the tables already read. Who left before a deal of theirs is not among them."""
    entrants = _entrants(event.pk)
    people: dict[int, Person] = {player.id: (player, pk) for pk, _here, _given, player in entrants}
    absent = {player.id for _pk, present, _given, player in entrants if not present}
    handicaps = {player.id: given for _pk, _here, given, player in entrants if given}
    denominators = {row.score.denominator for seats in tables for row in seats}
    parts = lcm(*denominators, *(given.denominator for given in handicaps.values()))
    sums: dict[int, Sums] = {}
    sources = [(seats[0].table_id, (seats, _is_counted(seats[0]), parts)) for seats in tables]
    for brought in kept_of_same(event, ("sums", reader()), sources, _brought):
        for player, own in brought:
            sums_so_far = sums.get(player.id)
            sums[player.id] = own if sums_so_far is None else Sums._make(map(add, sums_so_far, own))
            if player.id not in people:
                people[player.id] = player, None
    if absent:
        absent -= _who_played(chain.from_iterable(tables))
    if absent:  # to the night on which a table began they have come, too
        absent -= _who_played(rows_carried_on(event.pk))
    here = [person for pk, person in people.items() if pk not in absent]
    return _ranked(here, sums, handicaps, parts, by_average=event.by_average)


def _who_played(rows: Iterable[SeatRow]) -> set[int]:
    return {row.player.id for row in rows if row.deal_count}


def standing_order(event: Event) -> list[int]:
    """Players' ids, best first: by tonight's standings, before the first deal by the last night of the same game."""
    rows = event_standings(event)
    if not any(row.average is not None for row in rows):
        others = Event.objects.filter(club=event.club, game=event.game, date__lte=event.date).exclude(pk=event.pk)
        earlier = others.filter(tables__deal_count__gt=0).order_by("-date", "-id").first()
        rows = event_standings(earlier) if earlier else rows
    return [row.player.id for row in rows]


NONE = Fraction(0)

_entrants = PreparedOnce(
    lambda event: Entrant.objects.filter(event=event).values_list(
        "pk", "present", "handicap", *(f"player__{column}" for column in PLAYER_COLUMNS)
    ),
    lambda row: (int(row[0]), bool(row[1]), read_handicap(row[2]).points if row[2] else NONE, tag(*row[3:])),
    reader=reader,
)


def _is_counted(table: SeatRow) -> bool:
    return bool(table.deal_count) and has_counting_result(table)


def _brought(table: tuple[Sequence[SeatRow], bool, int]) -> list[tuple[PlayerTag, Sums]]:
    """Of the seats of one table, whether its result counts, and the parts of a point."""
    seats, counts, parts = table
    return [(row.player, _sums(row, seats if counts else (), parts)) for row in seats]


def _sums(row: SeatRow, beside: Sequence[SeatRow], parts: int) -> Sums:
    """``beside``: all at the table, where its result counts."""
    points = row.score.numerator * (parts // row.score.denominator)
    so_far = Sums(points, row.deals, row.exact, row.status == Table.Status.PLAYING)
    if not beside:
        return so_far
    halves = sum((other.place > row.place) + (other.place >= row.place) for other in beside) - 1
    return so_far._replace(
        games=1,
        halves_beaten=halves,
        opponents=len(beside) - 1,
        incomplete=row.status == Table.Status.CLOSED,
        **{PLACES[min(row.place, 4) - 1]: 1},
    )


PLACES = ("firsts", "seconds", "thirds", "lower")


def _ranked(
    people: Sequence[Person],
    sums: Mapping[int, Sums],
    handicaps: Mapping[int, Fraction],
    parts: int,
    *,
    by_average: bool,
) -> list[StandingRow]:
    """Equal ones share the rank."""
    longest = max((own.deals for own in sums.values()), default=0)
    unranked = []
    for player, pk in people:
        given = (int(handicaps[player.id] * parts), longest) if player.id in handicaps else (0, 1)
        own = _figures(sums.get(player.id, NOTHING), parts, *given, by_average=by_average)
        unranked.append((*own, name_order(player.sorts_by), pk, player))
    rows: list[StandingRow] = []
    rank, order_above = 0, None
    for position, (order, figures, _, pk, player) in enumerate(sorted(unranked, key=itemgetter(0, 2)), 1):
        if order != order_above:
            rank, order_above = position, order
        rows.append(StandingRow(rank, pk, player, *figures, handicaps.get(player.id, NONE)))
    return rows


@lru_cache(maxsize=4096)
def _figures(sums: Sums, parts: int, given: int, longest: int, *, by_average: bool) -> tuple[Order, Figures]:
    """Those of most people stay from one deal to the next. ``given``: the parts of a handicap."""
    return _order(sums, given, longest, by_average=by_average), figures(sums, parts, given, longest)


def _order(sums: Sums, given: int, longest: int, *, by_average: bool) -> Order:
    """By points; equal points by average, which fewer deals make higher, then exact announcements. Or by average; equal
    ones by points. Whoever sat at a table that counts and announced nothing comes next, then who has not played.
    """
    points = sums.points + given
    tier = 0 if sums.deals else 1 if sums.games else 2
    if by_average:
        return tier, -_average(sums, given, longest), -points, -sums.exact
    fewer = sums.deals if points > 0 else -sums.deals if points else 0
    return tier, -points, fewer, -sums.exact


def _average(sums: Sums, given: int, longest: int) -> Fraction:
    """A deal counts as much of a handicap as it does for whoever has played most: few deals make it no higher."""
    return Fraction(sums.points, sums.deals or 1) + Fraction(given, longest or 1)


def figures(sums: Sums, parts: int, given: int = 0, longest: int = 1) -> Figures:
    points = Fraction(sums.points + given, parts)
    places = sums.firsts, sums.seconds, sums.thirds, sums.lower
    average = _average(sums, given, longest) / parts if sums.deals else None
    beaten = Fraction(sums.halves_beaten, 2 * sums.opponents) if sums.opponents else None
    texts = (
        plain_number_text(points),
        plain_number_text(average),
        str(sums.games),
        "–".join(map(str, places[:3])),
        share_text(beaten),
        str(sums.exact),
    )
    shown = bool(sums.playing), bool(sums.incomplete), texts
    return points, sums.games, places, average, beaten, sums.deals, sums.exact, *shown


Sitting = Sequence[SeatRow]
"""The seats of one table; its card is made where it is shown."""


@dataclass(frozen=True)
class EventPage:
    event: Event
    revision: int
    standings: list[StandingRow]
    running: list[Sitting]
    adjourned: list[Sitting]
    ended: list[Sitting]
    carried_on: list[Sitting]  # adjourned here, carried on to a later night

    @property
    def is_uneven(self) -> bool:
        """Tables ended early, and not everybody has made as many announcements or played as many deals."""
        played = {row.deals for row in self.standings if row.deals}
        return len(played) > 1 and any(row.incomplete for row in self.standings)

    @property
    def begun(self) -> bool:
        return any(row.average is not None for row in self.standings)


def event_page(event_id: int) -> EventPage:
    """The night for everyone. Raises Event.DoesNotExist."""
    return night_page(read_event(event_id))


def read_event(event_id: int) -> Event:
    """An event of either kind, with its club. Raises Event.DoesNotExist."""
    for event in prepared.events(event_id):
        return event
    raise Event.DoesNotExist


def night_page(event: Event) -> EventPage:
    tables = list(by_table(rows_of_event(event.pk)))
    return EventPage(
        event=event,
        revision=event.revision,
        standings=night_standings(event, tables),
        running=[table for table in tables if table[0].status == Table.Status.PLAYING],
        adjourned=[table for table in tables if table[0].status == Table.Status.ADJOURNED],
        ended=[table for table in reversed(tables) if table[0].status in ENDED],
        carried_on=list(by_table(rows_carried_on(event.pk))),
    )


STEPS = 3
NEXT = 9  # who stand beside the podium
ON_A_STEP = 3  # more who share a place stand in the list of all


@dataclass(frozen=True)
class OnPodium:
    place: int
    player: PlayerTag
    value: str = ""  # points, where they are what placed them
    exact: int = 0
    made: int = 0  # announcements, or deals
    points: Fraction | None = None


@dataclass(frozen=True)
class Step:
    place: int
    people: list[OnPodium]
    more: int  # who share the place and have no room on the step


@dataclass(frozen=True)
class Podium:
    steps: list[Step]
    rest: list[OnPodium]

    @property
    def second(self) -> OnPodium | None:
        """Who came right after the winners."""
        return next((person for step in self.steps[1:] for person in step.people), next(iter(self.rest), None))

    @property
    def winners(self) -> list[OnPodium]:
        return self.steps[0].people


def placed_at_night(page: EventPage) -> list[OnPodium]:
    return [
        OnPodium(row.rank, row.player, row.points_text, row.exact, row.deals, row.points)
        for row in page.standings
        if row.has_place
    ]


def podium_of(placed: Sequence[OnPodium]) -> Podium | None:
    """The podium of those ``placed``, best first. None where nobody has won anything."""
    if not placed:
        return None
    steps = []
    for place in range(1, STEPS + 1):
        if people := [person for person in placed if person.place == place]:
            steps.append(Step(place, people[:ON_A_STEP], max(0, len(people) - ON_A_STEP)))
    rest = [person for person in placed if person.place > STEPS]
    return Podium(steps, rest[:NEXT])


def has_race(page: EventPage) -> bool:
    """Without reading the deals."""
    return max((seat.deals for seats in _tables(page) for seat in seats), default=0) >= SHORTEST


def night_race(page: EventPage) -> Race | None:
    """How the points of a night went up, deal by deal, for one statement more; None where there is nothing to show."""
    if not has_race(page):
        return None
    tables = {seats[0].table_id: seats for seats in _tables(page)}
    counts = {table: len(seats) for table, seats in tables.items()}
    courses_by_table = courses(page.event, Q(table__event=page.event), seats=counts)
    gains: dict[int, list[Sequence[Gain]]] = defaultdict(list)
    for table in sorted(courses_by_table):
        for seat, brought in zip(tables[table], courses_by_table[table], strict=True):
            gains[seat.player.id].append(brought)
    handicaps = {row.player.id: row.handicap for row in page.standings}
    return race_of([(row.player, gains[row.player.id]) for row in page.standings], handicaps=handicaps)


def _tables(page: EventPage) -> list[Sitting]:
    return [*page.running, *page.adjourned, *page.ended]
