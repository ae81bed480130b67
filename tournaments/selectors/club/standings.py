"""Who is ahead in a club's whole history: what each player's ended tables come to, from the summaries or added up from
the seats.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple, cast, get_args

from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from scoring.game import Unit
from scoring.games import GAMES
from tournaments.formats.seasons.standing import UNKNOWN, Bounds
from tournaments.models import Club, ContestTally, Event, EventTally, Player, Seat, Table, name_order
from tournaments.selectors.night.standings import StandingRow, Sums, figures
from tournaments.selectors.table.cards import PlayerTag, player_tag
from tournaments.selectors.table.confirmations import counts


class Tally(NamedTuple):
    """What tables with a result brought one player; those without a deal are counted as `tables` alone."""

    tables: int = 0
    games: int = 0
    points: Fraction = Fraction(0)
    deals: int = 0
    exact: int = 0
    firsts: int = 0
    seconds: int = 0
    thirds: int = 0
    lower: int = 0
    halves_beaten: int = 0  # two for an opponent placed lower, one for a shared place
    opponents: int = 0
    unfinished: int = 0

    def plus(self, other: "Tally", *, times: int = 1) -> "Tally":
        numbers = zip(cast("tuple[Fraction, ...]", self), cast("tuple[Fraction, ...]", other), strict=True)
        return Tally._make(mine + times * theirs for mine, theirs in numbers)


ContestKey = tuple[str, str]
"""Game and unit (empty where there is none), as tallies are kept by."""


@dataclass(frozen=True)
class Contest:
    """What can be added up over a club's history: a game, and for showdowns what its nights counted."""

    game: str
    unit: Unit | None  # None where the game counts in one way only
    has_others: bool = False  # the same game was played for other units too

    @property
    def key(self) -> str:
        return contest_key(self.kept_by)

    @property
    def kept_by(self) -> ContestKey:
        return self.game, self.unit or ""


def contest_key(kept_by: ContestKey) -> str:
    return "-".join(filter(None, kept_by))


def every_contest() -> list[Contest]:
    """The contests of all games there are."""
    return contests([key_of_event(Event(game=game, rules=rules)) for game in GAMES for rules in _scored(game)])


def _scored(game: str) -> list[dict[str, object]]:
    """Its own rules, and those that count something else."""
    kinds = [choice for choice in GAMES[game].choices if choice.name == "score"]
    return [{kind.name: value} for kind in kinds for value in kind.values] or [{}]


def key_of_event(event: Event) -> ContestKey:
    return event.game, event.unit or ""


def deal_span(key: str) -> Bounds:
    """What a deal may bring in the contest of this key."""
    contest = next((contest for contest in every_contest() if contest.key == key), None)
    if contest is None:
        return UNKNOWN
    least, most = GAMES[contest.game].deal_span(contest.unit) or (None, None)
    return Bounds(None if least is None else Fraction(least), None if most is None else Fraction(most))


def played_in(club: Club) -> set[ContestKey]:
    """The contests of all of a club's events; few nights are played by other rules than the one before."""
    chosen = club.events.order_by().values_list("game", "rules").distinct()
    return {key_of_event(Event(game=game, rules=rules)) for game, rules in chosen}


def contests(played: Collection[ContestKey]) -> list[Contest]:
    """These contests in the order of the games. Deals won and cubits are never added up."""
    rows = []
    for game in GAMES:
        units = [unit for unit in (None, *get_args(Unit)) if (game, unit or "") in played]
        rows += [Contest(game, unit, has_others=len(units) > 1) for unit in units]
    return rows


Order = tuple[int, float, Fraction, Fraction, int]


def order(tally: Tally, *, by_average: bool = False, handicap: Fraction = Fraction(0), longest: int = 1) -> Order:
    """By points; equal points by average, then exact announcements; who is still equal shares the rank. Or by average;
    equal ones by points. A ``handicap`` counts as on its night, on which somebody has played most deals: ``longest``.
    Whoever has announced nothing comes after all others, and then who has not played.
    """
    points = tally.points + handicap
    tier = 0 if tally.deals else 1 if tally.games else 2
    if by_average:
        average = tally.points / (tally.deals or 1) + handicap / (longest or 1)
        return tier, -float(average), -average, -points, -tally.exact
    average = points / tally.deals if tally.deals else Fraction(0)
    # As a float first, which is quickly compared.
    return tier, -float(points), -points, -average, -tally.exact


def ranked(tallies: Mapping[int, Tally], tags: Mapping[int, PlayerTag]) -> list[tuple[int, int]]:
    """Rank and player, best first."""
    orders = {player: order(tally) for player, tally in tallies.items()}
    players = sorted(tallies, key=lambda player: (orders[player], name_order(tags[player].name)))
    ranks: list[tuple[int, int]] = []
    for position, player in enumerate(players, 1):
        same = position > 1 and orders[player] == orders[players[position - 2]]
        ranks.append((ranks[-1][0] if same else position, player))
    return ranks


def rank(player: int, tallies: Mapping[int, Tally]) -> int:
    own = order(tallies[player])
    return 1 + sum(order(tally) < own for tally in tallies.values())


def club_row(tally: Tally, player: PlayerTag, *, rank: int) -> StandingRow:
    points, parts = tally.points.as_integer_ratio()
    sums = Sums(
        points=points,
        deals=tally.deals,
        exact=tally.exact,
        games=tally.games,
        firsts=tally.firsts,
        seconds=tally.seconds,
        thirds=tally.thirds,
        lower=tally.lower,
        halves_beaten=tally.halves_beaten,
        opponents=tally.opponents,
        incomplete=tally.unfinished,
    )
    return StandingRow(rank, None, player, *figures(sums, parts))


Tallies = dict[ContestKey, dict[int, Tally]]
"""By contest and the id of the player who really sat there."""


class Sitting(NamedTuple):
    """A seat, with what is needed of its table."""

    table: int
    status: str
    deal_count: int
    event: int
    entrant: int
    substitute: int | None
    score: Fraction
    place: int
    deals: int
    exact: int


COLUMNS = (
    "table_id",
    "table__status",
    "table__deal_count",
    "table__event_id",
    "entrant__player_id",
    "substitute_id",
    "score",
    "place",
    "deals",
    "exact",
)


def settled_at(event: Event) -> datetime | None:
    """The time from which no result of an event that is over waits to be accepted by itself."""
    if event.status != Event.Status.FINISHED:
        return None
    latest: datetime | None = event.tables.aggregate(latest=Max("accepted_at"))["latest"]
    return latest or event.created_at


def brought(event: Event) -> dict[int, Tally]:
    """What an event that is over puts into its contest: all its results that count, or will unless somebody objects."""
    settled = settled_at(event)
    return added_up([event], at=settled).get(key_of_event(event), {}) if settled else {}


def added_up(events: Iterable[Event], *, at: datetime) -> Tallies:
    """Tallies computed from the seats of these events, by what counts at that time."""
    keys = {event.pk: key_of_event(event) for event in events}
    counting = Q(table__event__in=keys) & counts(now=at, prefix="table__")
    rows = Seat.objects.filter(counting).order_by().values_list(*COLUMNS)
    tables: dict[int, list[Sitting]] = defaultdict(list)
    for row in rows:
        tables[row[0]].append(Sitting._make(row))
    tallies: Tallies = defaultdict(dict)
    for table in tables.values():
        for seat in table:
            _add(tallies, keys[seat.event], seat.substitute or seat.entrant, _tally(seat, table))
    return tallies


def stored_tallies(rows: QuerySet[EventTally] | QuerySet[ContestTally]) -> dict[int, Tally]:
    """Stored tallies by player: of one event, or of one contest of one club."""
    return {player: Tally._make(sums) for player, *sums in rows.values_list("player_id", *Tally._fields)}


def all_time(club: Club) -> dict[Contest, dict[int, Tally]]:
    """What counts now in the club's whole history: what is kept, but of events not yet settled what their seats say."""
    now = timezone.now()
    tallies: Tallies = defaultdict(dict)
    for game, unit, player, *sums in club.tallies.values_list("game", "unit", "player_id", *Tally._fields):
        tallies[game, unit][player] = Tally._make(sums)
    unsettled = list(club.events.filter(Q(settled_at=None) | Q(settled_at__gt=now)))
    for key, players in added_up(unsettled, at=now).items():
        for player, tally in players.items():
            _add(tallies, key, player, tally)
    keys = {event.pk: key_of_event(event) for event in unsettled}
    waiting = EventTally.objects.filter(event__in=[event.pk for event in unsettled if event.settled_at])
    for event, player, *sums in waiting.values_list("event_id", "player_id", *Tally._fields):
        _add(tallies, keys[event], player, Tally._make(sums), times=-1)
    return {
        contest: {player: tally for player, tally in tallies[contest.kept_by].items() if tally.tables}
        for contest in contests(played_in(club))
    }


class AllTimeLine(NamedTuple):
    """A player's line of one of the club's all-time tables, which has so many ``players``."""

    contest: Contest
    row: StandingRow
    players: int


def all_time_lines(player: Player) -> list[AllTimeLine]:
    """A player's line in each of the club's all-time tables."""
    tag = player_tag(player)
    tallies = all_time(player.club)
    return [
        AllTimeLine(contest, club_row(of_players[player.pk], tag, rank=rank(player.pk, of_players)), len(of_players))
        for contest, of_players in tallies.items()
        if player.pk in of_players
    ]


def _add(tallies: Tallies, key: ContestKey, player: int, tally: Tally, *, times: int = 1) -> None:
    tallies[key][player] = tallies[key].get(player, Tally()).plus(tally, times=times)


def _tally(seat: Sitting, table: list[Sitting]) -> Tally:
    if not seat.deal_count:
        return Tally(tables=1)
    return Tally(
        tables=1,
        games=1,
        points=seat.score,
        deals=seat.deals,
        exact=seat.exact,
        firsts=int(seat.place == 1),
        seconds=int(seat.place == 2),
        thirds=int(seat.place == 3),
        lower=int(seat.place > 3),
        halves_beaten=sum((other.place > seat.place) + (other.place >= seat.place) for other in table) - 1,
        opponents=len(table) - 1,
        unfinished=int(seat.status == Table.Status.CLOSED),
    )
