"""A club's categories, the prize list of an event, and who gets which prize: by the places, so that a correction moves
prizes as it moves places.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, field, replace
from datetime import date, datetime
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Count, Max, Q
from django.utils.timezone import localdate

from tournaments.formats.plan import read_plan
from tournaments.formats.prizes import (
    Award,
    Contender,
    Days,
    Prize,
    PrizeRules,
    awards,
    counts_points,
    rises_at,
    tables_played,
)
from tournaments.formats.record import Id
from tournaments.models import (
    WITH_ROUNDS,
    AuditEntry,
    CategoryStay,
    Club,
    Entrant,
    Event,
    EventReport,
    Player,
    PlayerCategory,
    Season,
    name_order,
)
from tournaments.selectors.club.clubs import open_events
from tournaments.selectors.club.players import team_places
from tournaments.selectors.night.standings import StandingRow, event_standings
from tournaments.selectors.report import player_tags, read_places
from tournaments.selectors.season.page import SeasonPage
from tournaments.selectors.stage.places import final_places, final_points
from tournaments.selectors.stage.records import StageState
from tournaments.selectors.stage.stages import every_stage
from tournaments.selectors.table.cards import PlayerTag
from tournaments.selectors.tournament.page import states_of


@dataclass(frozen=True)
class NamedPrize(Prize):
    name: str = ""


@dataclass(frozen=True)
class PrizeList:
    """``unit``: what values are counted in, as it is written behind them. Without prizes there are only the standings
    by category.
    """

    prizes: tuple[NamedPrize, ...] = ()
    terms: PrizeRules = field(default_factory=PrizeRules)
    unit: str = ""

    @property
    def stored(self) -> dict[str, Any]:
        """As the column has it, and `prize_list` reads it."""
        return {"unit": self.unit, **asdict(self.terms), "prizes": [asdict(prize) for prize in self.prizes]}


def prize_list(event: Event | Season) -> PrizeList | None:
    """Of an event, or of a season. Raises ValueError, TypeError or LookupError where a file holds something else."""
    if (stored := event.prizes) is None:
        return None
    rules = PrizeRules(**{name: kind(stored[name]) for name, kind in RULES.items()})
    prizes = tuple(map(_read, stored["prizes"]))
    if any(prize.value < 0 for prize in prizes) or rises_at(prizes) is not None:
        raise ValueError(stored)
    return PrizeList(prizes, rules, str(stored["unit"]))


def prizes_revision(season: Season) -> int:
    """Rises whenever another list of the season is set; 0 before the first."""
    edits = AuditEntry.objects.filter(club=season.club_id, action="season-edited", after__season=season.pk)
    return edits.filter(after__has_key="prizes").aggregate(latest=Max("pk"))["latest"] or 0


def categories_revision(player: Player) -> int:
    """As `prizes_revision`, of the categories of a player."""
    acts = AuditEntry.objects.filter(club=player.club_id, action="player-categories-set")
    return acts.filter(after__player__player=player.pk).aggregate(latest=Max("pk"))["latest"] or 0


def _read(stored: Mapping[str, Any]) -> NamedPrize:
    category = stored["category"]
    return NamedPrize(int(stored["value"]), None if category is None else int(category), str(stored["name"]))


RULES: Mapping[str, type] = {"one_each": bool, "shared": bool, "least_tables": int}


@dataclass(frozen=True)
class CategoryOn:
    """Who is of a category on a day, by player."""

    id: int
    name: str
    players: frozenset[int]


def categories_on(club_id: int, day: date) -> list[CategoryOn]:
    """One query."""
    rows = PlayerCategory.objects.filter(club=club_id).order_by("id", "stays__id")
    names: dict[int, str] = {}
    players: dict[int, set[int]] = {}
    for pk, name, who, since, until in rows.values_list("id", "name", "stays__player", "stays__since", "stays__until"):
        names[pk] = name
        of = players.setdefault(pk, set())
        if who and (since is None or since <= day) and (until is None or day <= until):
            of.add(who)
    return [CategoryOn(pk, name, frozenset(players[pk])) for pk, name in names.items()]


def categories_of(club: Club) -> list[PlayerCategory]:
    """Each with its ``size``: how many players of the list are in it, or will be."""
    listed = Q(stays__player__merge=None, stays__player__anonymised_at=None)
    lasting = Q(stays__until=None) | Q(stays__until__gte=localdate())
    return list(club.categories.annotate(size=Count("stays", filter=listed & lasting)))


DaysByPlayer = Mapping[int, Mapping[int, Days]]
"""And by category, both as ids."""


def days_by_player(players: Collection[int]) -> DaysByPlayer:
    """Of these players (ids); who is in no category has no entry. One query."""
    stored: dict[int, dict[int, Days]] = {}
    for stay in CategoryStay.objects.filter(player__in=players).order_by("category"):
        stored.setdefault(stay.player_id, {})[stay.category_id] = Days(stay.since, stay.until)
    return stored


@dataclass(frozen=True)
class CategoryPlayer:
    """Somebody on the list of a category's club; ``days``: when they were, are or will be in it, if ever."""

    player: Player
    days: Days | None
    is_in: bool


def category_players(category: PlayerCategory) -> list[CategoryPlayer]:
    """Who is in it now, or will be, then who else is on the club's list, each by name. Two queries."""
    today = localdate()
    days = {stay.player_id: Days(stay.since, stay.until) for stay in category.stays.all()}
    rows = [
        CategoryPlayer(player, stay, is_in=stay is not None and stay.last_until(today))
        for player in Player.objects.filter(club=category.club_id, anonymised_at=None, merge=None)
        for stay in (days.get(player.pk),)
    ]
    listed = (row for row in rows if row.is_in or not row.player.archived_at)
    return sorted(listed, key=lambda row: (not row.is_in, name_order(row.player.name)))


def stays_in(players: Collection[Player]) -> list[CategoryStay]:
    """Of these players, with the categories."""
    return list(CategoryStay.objects.filter(player__in=players).select_related("category").order_by("pk"))


@dataclass(frozen=True)
class PlacedEntrant:
    """Somebody who has a place. ``contender`` has no categories yet; ``player`` is who entered."""

    contender: Contender
    player: int
    tag: PlayerTag


def night_places(event: Event, rows: Sequence[StandingRow]) -> list[PlacedEntrant]:
    """Who has played, best first."""
    return [
        PlacedEntrant(
            Contender(row.player.id, row.rank, row.placing_figure(by_average=event.by_average), row.games),
            row.player.id,
            row.player,
        )
        for row in rows
        if row.has_place
    ]


def tournament_places(states: Sequence[StageState]) -> list[PlacedEntrant]:
    """Best first. Points of several stages or groups do not compare, and in a bracket there are none."""
    tables = tables_played(group for state in states for group in state.groups)
    points = final_points(states)
    entrants = {who: entrant for state in states for who, entrant in state.entrants.items()}
    return [
        PlacedEntrant(
            Contender(row.person.id, row.place, points.get(row.person.id), tables[row.person.id]),
            entrants[row.person.id].player_id,
            row.person.tag,
        )
        for row in final_places(states)
        if row.place is not None
    ]


def everybody(event: Event) -> list[PlacedEntrant]:
    """Who has a place, best first."""
    if event.has_rounds:
        return tournament_places(states_of(event))
    return night_places(event, event_standings(event))


@dataclass(frozen=True)
class GivenPrizes:
    """``awards`` name people by their contender's id; ``people`` has them all, best first, ``categories`` those that
    the list names or that somebody asks for. ``by_points``: whether points can be equal, and not places alone.
    """

    given: PrizeList
    awards: Sequence[Award]
    people: Mapping[Id, PlacedEntrant]
    categories: Mapping[int, CategoryOn]
    by_points: bool = True


def given_prizes(event: Event, people: Sequence[PlacedEntrant] | None = None) -> GivenPrizes | None:
    """None where the event has no list. ``people``: `everybody`, where that is read already. One query more, and one
    for the names of an event that is over and whose places nobody has read.
    """
    prizes = prize_list(event)
    if prizes is None:
        return None
    categories = _categories(prizes, event.club_id, event.date)
    if people is None and event.status == Event.Status.FINISHED:
        stored = _stored(event.pk, event.created_at, event.revision)
        tags = player_tags(shown for _, _, shown in stored.people)
        by_id = {who.id: PlacedEntrant(who, player, tags[shown]) for who, player, shown in stored.people}
        return GivenPrizes(prizes, stored.awards, by_id, categories, places_by_points(event, by_id.values()))
    placed = everybody(event) if people is None else people
    by_id = {person.contender.id: person for person in placed}
    given = _awards(placed, prizes, categories)
    return GivenPrizes(prizes, given, by_id, categories, places_by_points(event, placed))


def places_by_points(event: Event, placed: Collection[PlacedEntrant] = ()) -> bool:
    """Whether whoever has a place, or will have one, has points that compare: see `final_points`. No query for a night,
    nor where somebody has a place.
    """
    if placed:
        return any(person.contender.points is not None for person in placed)
    plans = [read_plan(stage.format, stage.options) for stage in every_stage(event)] if event.has_rounds else []
    return not plans or (len(plans) == 1 and plans[0].groups == 1 and counts_points(plans[0]))


def season_prizes(season: Season, page: SeasonPage) -> GivenPrizes | None:
    """By the places of its table, with the categories of its last day, or of today before that; one query more."""
    prizes = prize_list(season)
    if prizes is None:
        return None
    categories = _categories(prizes, season.club_id, _category_day(season))
    placed = season_places(page)
    by_id = {person.contender.id: person for person in placed}
    return GivenPrizes(prizes, _awards(placed, prizes, categories), by_id, categories)


def season_places(page: SeasonPage) -> list[PlacedEntrant]:
    """Who has a place in it, best first."""
    return [
        PlacedEntrant(
            Contender(line.player.id, line.row.rank, Fraction(line.row.points), len(line.brought)),
            line.player.id,
            line.player,
        )
        for line in page.lines
        if line.row.rank
    ]


def _categories(prizes: PrizeList, club_id: int, day: date) -> dict[int, CategoryOn]:
    categories = {category.id: category for category in categories_on(club_id, day)}
    for prize in prizes.prizes:  # a club's file may name one that it has not
        if prize.category is not None:
            categories.setdefault(prize.category, CategoryOn(prize.category, "", frozenset()))
    return categories


@dataclass(frozen=True)
class _Stored:
    """What no name changes. ``people``: of each the contender, who entered, and whose name is shown."""

    awards: tuple[Award, ...]
    people: tuple[tuple[Contender, int, int], ...]


@lru_cache(maxsize=64)
def _stored(pk: int, _created_at: datetime, _revision: int) -> _Stored:
    """Of an event that is over, until something of it changes, as who is of which category does too."""
    event = Event.objects.select_related("club").get(pk=pk)
    placed = everybody(event)
    given = given_prizes(event, placed)
    people = tuple((person.contender, person.player, person.tag.id) for person in placed)
    return _Stored(tuple(given.awards) if given else (), people)


def _awards(people: Sequence[PlacedEntrant], prizes: PrizeList, categories: Mapping[int, CategoryOn]) -> list[Award]:
    contenders = [_with_categories(person, categories.values()) for person in people]
    return awards(contenders, prizes.prizes, prizes.terms)


def _with_categories(person: PlacedEntrant, categories: Iterable[CategoryOn]) -> Contender:
    own = frozenset(category.id for category in categories if person.player in category.players)
    return replace(person.contender, categories=own)


def _category_day(of: Event | Season) -> date:
    """An event's day; a season's last, or as long as it is to come, today."""
    if isinstance(of, Event):
        return of.date
    return min(of.ends, localdate(of.archived_at) if of.archived_at else localdate())


def players_in(of: Event | Season, category: str) -> frozenset[int]:
    """Who is of the category of this name on the day of an event or season that has a list: nobody else's is told."""
    named = categories_on(of.club_id, _category_day(of)) if of.prizes is not None else []
    return frozenset[int]().union(*(on_day.players for on_day in named if on_day.name == category))


@dataclass(frozen=True)
class CategoryRow:
    """``rank`` among those of the category, shared as the ``place`` among all is."""

    rank: int
    place: int
    tag: PlayerTag
    points: Fraction | None


def standing_of(category: CategoryOn, people: Iterable[PlacedEntrant]) -> list[CategoryRow]:
    """Best first."""
    of = [person for person in people if person.player in category.players]
    places = [person.contender.place for person in of]
    return [
        CategoryRow(1 + bisect_left(places, place), place, person.tag, person.contender.points)
        for place, person in zip(places, of, strict=True)
    ]


class WonTournament(NamedTuple):
    """``team``: with which one, where it was won by a team."""

    event: Event
    shared: bool
    team: str = ""


def titles_of(player: Player, *, stricter: Set[int] | None = None) -> list[WonTournament]:
    """The tournaments that a player has won, alone or with others, or for whose winning team they have played, the
    newest first. As in their reports, whoever stood in at the end has won.
    """
    teams = {team.event: team for team in team_places(player, Q(place=1))}
    entered = Entrant.objects.filter(Q(player=player) | Q(substitute=player)).values("event")
    played = Q(event__in=entered) | Q(event__in=teams)
    own = EventReport.objects.filter(played, open_events(stricter, path="event__"), event__kind__in=WITH_ROUNDS)
    over = own.filter(event__status=Event.Status.FINISHED).select_related("event").defer("moments")
    titles = []
    for report in over.order_by("-event__date", "-event_id"):
        first = [placed.player for placed in read_places(report.places) if placed.place == 1]
        if player.pk in first:
            titles.append(WonTournament(report.event, shared=len(first) > 1))
        if team := teams.get(report.event_id):
            titles.append(WonTournament(report.event, shared=team.level > 1, team=team.name))
    return titles
