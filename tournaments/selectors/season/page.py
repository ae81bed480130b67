"""A season for everybody: its table, tonight's part in it, and why somebody stands where they do."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple, TypeVar

from tournaments.formats.seasons.possible_places import PossiblePlaces
from tournaments.formats.seasons.standing import (
    Earned,
    EventResult,
    Points,
    SeasonRow,
    SeasonRules,
    SharedPlace,
    decided_by,
    plain,
    ranked,
    row_of,
    shared_places,
)
from tournaments.models import OPEN_TO_ALL, Club, Event, Player, Season
from tournaments.selectors.season.standing import (
    EventPoints,
    Stands,
    counting,
    event_points,
    events_to_come,
    results_of,
    seasons_counting,
    stands,
)
from tournaments.selectors.table.cards import PLAYER_COLUMNS, PlayerTag, number_text, tag

CHOOSABLE = 60
MOST_LEADING = 5
TOLD_TONIGHT = 4  # people of whom it is told what tonight can bring
PLAYING = 3  # events at once of which the tables are read

T = TypeVar("T")


@dataclass(frozen=True)
class Brought:
    """What one event brought, in a row of a season. ``event``: None where it is hidden from the reader."""

    number: int
    event: int | None
    name: str
    day: date | None
    points: str
    won: bool
    counted: bool
    provisional: bool


@dataclass(frozen=True)
class SeasonColumn:
    """An event of the table, of which a reader from whom it is hidden is told its number alone."""

    number: int
    event: int | None
    name: str
    day: date | None
    provisional: bool


class WhatIf(NamedTuple):
    """What the next event may end with; ``players``: how many come, where that matters."""

    results: Sequence[EventResult]
    players: int | None = None


@dataclass(frozen=True)
class SeasonLine:
    row: SeasonRow
    player: PlayerTag
    above: PlayerTag | None  # who stands before, where the reader may know
    brought: list[Brought]
    cells: list[Brought | None]  # one for each column
    deals: int
    possible: PossiblePlaces | None
    moved: int  # places up by what is added to what is kept

    @property
    def points_text(self) -> str:
        return number_text(self.row.points)

    @property
    def fallen(self) -> int:
        return -self.moved


@dataclass(frozen=True)
class LeadTonight:
    """``place``: by which somebody has more points than who leads now, or none does; ``most``: what winning makes of
    their points.
    """

    player: PlayerTag
    place: int | None
    most: Points


@dataclass(frozen=True)
class SeasonPage:
    """``playing``: events that count and are open; what they have brought so far is added to ``lines``, and to nothing
    that is kept. ``ended``: the events (ids) that have counted, with those that brought no player anything.
    """

    season: Season
    season_rules: SeasonRules
    columns: list[SeasonColumn]
    lines: list[SeasonLine]
    stands: Stands
    tags: Mapping[int, PlayerTag]
    counting: list[Event]
    playing: Sequence[Event]
    ended: Sequence[int]
    to_come: int | None

    @property
    def over(self) -> int:
        return len(self.ended)

    @property
    def tonight(self) -> Event | None:
        """The one that comes first."""
        return self.playing[0] if self.playing else None

    @property
    def ranked(self) -> list[SeasonLine]:
        return [line for line in self.lines if line.row.rank]

    @property
    def unranked(self) -> list[SeasonLine]:
        return [line for line in self.lines if not line.row.rank]

    @property
    def is_decided(self) -> bool:
        return self.to_come == 0 and bool(self.ranked)

    @property
    def champions(self) -> list[PlayerTag]:
        """Once nothing more is to come."""
        return [line.player for line in self.ranked if line.row.rank == 1] if self.is_decided else []

    @property
    def needed(self) -> list[tuple[PlayerTag, int]]:
        """Who may be champion by tonight's event, and by which place: who leads first."""
        return self._tonight(self.stands.needed)

    @property
    def averages(self) -> list[tuple[PlayerTag, Fraction]]:
        """Who is champion above which average of tonight's event."""
        return self._tonight(self.stands.averages)

    @property
    def leads_tonight(self) -> list["LeadTonight"]:
        """Of those on top, what a place tonight brings, where the rules say it of each place."""
        ranked = [row for row in self.stands.rows if row.rank and row.player in self.tags][:TOLD_TONIGHT]
        if not (self.tonight and ranked and self.season_rules.points == "table"):
            return []
        first = ranked[0].points
        return [LeadTonight(self.tags[row.player], *self._beyond(first, row)) for row in ranked]

    def _beyond(self, first: Points, row: SeasonRow) -> tuple[int | None, Points]:
        rules, event = self.season_rules, len(self.stands.events)
        totals = [
            row_of(row.player, [*row.earned, Earned(event, place, plain(rules.worth(place, players=0)))], rules).points
            for place in range(1, len(rules.table) + 2)
        ]
        return max((place for place, total in enumerate(totals, 1) if total > first), default=None), totals[0]

    @property
    def can_be_decided(self) -> bool:
        return bool(self.needed or self.averages)

    def _tonight(self, values: Mapping[int, T]) -> list[tuple[PlayerTag, T]]:
        rows = self.stands.rows if self.tonight else ()
        return [(self.tags[row.player], values[row.player]) for row in rows if self._is_listed(row.player, values)]

    def _is_listed(self, player: int, values: Mapping[int, object]) -> bool:
        """Who needs nothing is champion already."""
        return player in self.tags and player in values and self.stands.possible_places[player].worst != 1


def shown_seasons(slug: str, *, runs: bool, insider: bool) -> tuple[Club, list[Season]]:
    """Drafts for those who run the club; for strangers those that are as visible as the club.

    Raises Club.DoesNotExist.
    """
    club = Club.objects.get(slug=slug)
    visible = club.seasons.select_related("league")
    seasons = visible if runs else visible.exclude(published_at=None)
    return club, list(seasons if insider else seasons.filter(visibility__in=OPEN_TO_ALL))


def shown_for(event: Event, *, insider: bool) -> list[Season]:
    """The seasons that an event counts for, as far as the reader may see them."""
    return [season for season in seasons_counting(event) if insider or season.visibility in OPEN_TO_ALL]


def read_season(pk: int) -> Season:
    """With its club and league. Raises Season.DoesNotExist."""
    return Season.objects.select_related("club", "league").get(pk=pk)


def chosen_events(season: Season) -> list[Event]:
    """The events that count for a season because a director chose them."""
    return list(Event.objects.filter(pk__in=season.chosen.values("event")).order_by("date", "pk"))


def choosable_events(season: Season) -> list[Event]:
    """The club's newest events that do not count for the season, the newest first."""
    counted = {event.pk for event in counting(season)}
    newest = season.club.events.exclude(status=Event.Status.DISCARDED).order_by("-date", "-pk")
    return [event for event in newest[: len(counted) + CHOOSABLE] if event.pk not in counted][:CHOOSABLE]


def season_page(
    season: Season,
    *,
    stricter: Set[int] | None = None,
    what_if: WhatIf | None = None,
    tonight_counts: bool = True,
) -> SeasonPage:
    events = counting(season)
    to_come = events_to_come(season, events)
    standing = stands(season, to_come=to_come)
    shown_events = _shown(events, stricter)
    still_open = [event for event in shown_events.values() if event.status == Event.Status.OPEN]
    playing = [] if season.archived_at else still_open[:PLAYING]
    extra: list[dict[int, EventPoints]] = []
    if what_if:
        extra = [event_points(what_if.results, standing.season_rules, players=what_if.players)]
    elif tonight_counts:
        extra = [event_points(results_of(event), standing.season_rules) for event in playing]
    rows = _with(standing, extra) if any(extra) else standing.rows
    tags = _tags({row.player for row in rows})
    by_number = [*(shown_events.get(pk) for pk in standing.events), *([None] if what_if else playing)]
    return SeasonPage(
        season=season,
        season_rules=standing.season_rules,
        columns=[_column(number, event, standing) for number, event in enumerate(by_number)],
        lines=_lines(rows, standing, tags, by_number),
        stands=standing,
        tags=tags,
        counting=[*shown_events.values()],
        playing=playing,
        ended=[event.pk for event in events if event.status == Event.Status.FINISHED],
        to_come=to_come,
    )


def running_season(club: Club, tags: Mapping[int, PlayerTag], *, insider: bool) -> SeasonPage | None:
    """The newest that is not over, with its first few by what is kept alone."""
    seasons = club.seasons.exclude(published_at=None).filter(archived_at=None)
    season = (seasons if insider else seasons.filter(visibility__in=OPEN_TO_ALL)).order_by("-starts", "-pk").first()
    if season is None:
        return None
    standing = stands(season, to_come=None)
    rows = [row for number, row in enumerate(standing.rows) if row.rank == 1 or number < MOST_LEADING]
    lines = _lines(rows, standing, tags, [None] * len(standing.events))
    return SeasonPage(
        season=season,
        season_rules=standing.season_rules,
        columns=[],
        lines=lines,
        stands=standing,
        tags=tags,
        counting=[],
        playing=[],
        ended=standing.events,
        to_come=None,
    )


def players_in_order(season: Season) -> list[PlayerTag]:
    """As they stand by what is over."""
    rows = stands(season, to_come=events_to_come(season, counting(season))).rows
    tags = _tags({row.player for row in rows})
    return [tags[row.player] for row in rows if row.player in tags]


def _lines(
    rows: Sequence[SeasonRow], stands: Stands, tags: Mapping[int, PlayerTag], events: Sequence[Event | None]
) -> list[SeasonLine]:
    """Who is anonymous has a place and no line."""
    old_ranks = {row.player: row.rank for row in stands.rows}
    lines = []
    above: PlayerTag | None = None
    for row in rows:
        player = tags.get(row.player)
        if player is not None:
            brought = {earned.event: _brought(earned, row, events, stands) for earned in row.earned}
            line = SeasonLine(
                row=row,
                player=player,
                above=above,
                brought=list(brought.values()),
                cells=[brought.get(number) for number in range(len(events))],
                deals=stands.deals.get(row.player, 0),
                possible=stands.possible_places.get(row.player),
                moved=(old_ranks.get(row.player) or row.rank) - row.rank if row.rank else 0,
            )
            lines.append(line)
        above = player
    return lines


def _with(stands: Stands, extra: Sequence[Mapping[int, EventPoints]]) -> list[SeasonRow]:
    """With these events more."""
    more: dict[int, list[Earned]] = {}
    for event, brought in enumerate(extra, len(stands.events)):
        for player, points in brought.items():
            more.setdefault(player, []).append(Earned(event, points.place, plain(points.points)))
    changed = [row_of(who, [*stands.earned.get(who, ()), *own], stands.season_rules) for who, own in more.items()]
    return ranked([*(row for row in stands.rows if row.player not in more), *changed], stands.season_rules)


def _column(number: int, event: Event | None, stands: Stands) -> SeasonColumn:
    return SeasonColumn(
        number=number + 1,
        event=event.pk if event else None,
        name=event.name if event else "",
        day=event.date if event else None,
        provisional=number >= len(stands.events),
    )


def _brought(earned: Earned, row: SeasonRow, events: Sequence[Event | None], stands: Stands) -> Brought:
    event = events[earned.event]
    return Brought(
        number=earned.event + 1,
        event=event.pk if event else None,
        name=event.name if event else "",
        day=event.date if event else None,
        points=number_text(earned.points),
        won=earned.place == 1,
        counted=earned.event in row.counted,
        provisional=earned.event >= len(stands.events),
    )


def _shown(events: Iterable[Event], stricter: Set[int] | None) -> dict[int, Event]:
    return {
        event.pk: event
        for event in events
        if stricter is None or event.visibility in OPEN_TO_ALL or event.pk in stricter
    }


def _tags(players: Set[int]) -> dict[int, PlayerTag]:
    """Of all but those who are anonymous, who are in no table."""
    rows = Player.objects.filter(pk__in=players, anonymised_at=None).order_by()
    return {row[0]: tag(*row) for row in rows.values_list(*PLAYER_COLUMNS)}


@dataclass(frozen=True)
class Why:
    """Two neighbours of the table, and the first tie-break that tells them apart, where the points do not."""

    season: Season
    better: SeasonLine
    worse: SeasonLine
    by: str | None
    shared: list[list[SharedPlace]]  # places, of each of the two

    @property
    def apart(self) -> Points:
        return self.better.row.points - self.worse.row.points

    @property
    def lines(self) -> list[SeasonLine]:
        return [self.better, self.worse]


def why_here(season: Season, player: int, *, stricter: Set[int] | None = None) -> Why:
    """Somebody, and who stands above; of the first, who stands below. By what is over. Raises KeyError."""
    page = season_page(season, stricter=stricter, tonight_counts=False)
    lines = page.ranked
    index = next((index for index, line in enumerate(lines) if line.player.id == player), None)
    if index is None or len(lines) < 2:
        raise KeyError(player)
    better, worse = lines[max(index, 1) - 1 : max(index, 1) + 1]
    rules = page.season_rules
    shared = [shared_places(line.row.earned, page.stands.earned, rules) for line in (better, worse)]
    return Why(season, better, worse, decided_by(better.row.key, worse.row.key, rules), shared)
