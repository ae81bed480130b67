"""What is kept of deals, for the pages of a club, a player and an event."""

from collections.abc import Iterable, Set
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import Q, QuerySet, Subquery

from scoring.games import GAMES
from scoring.statistics import Counts, added
from tournaments.models import Club, ClubCounts, Event, EventFeat, Player, name_order
from tournaments.selectors.club.clubs import open_events
from tournaments.selectors.statistics.counting import over_events
from tournaments.selectors.table.cards import PlayerTag, player_tag

MOST_HOLDERS = 5


class RecordKind(NamedTuple):
    """Of a kind of feats the highest or the lowest."""

    kind: str
    lowest: bool = False

    @property
    def order(self) -> tuple[str, ...]:
        """The order of the rows: that of the indexes, forwards or backwards."""
        return ("value", "-date", "-id") if self.lowest else ("-value", "date", "id")


@dataclass(frozen=True)
class Holding:
    """``detail`` as `scoring.statistics.Feat` has it."""

    player: PlayerTag
    event: int
    table: int
    date: date
    value: int
    deal: int | None
    detail: dict[str, object]


@dataclass(frozen=True)
class KeptRecord:
    """All who hold it, the first first; of many a few."""

    wanted: RecordKind
    holdings: list[Holding]


Best = dict[tuple[str, RecordKind], Holding]
"""By game and kind."""


@dataclass(frozen=True)
class PlayerCounts:
    player: PlayerTag
    counts: Counts


@dataclass(frozen=True)
class ClubStatistics:
    club: Club
    game: str
    games: list[str]  # all those that anything is kept of
    everybody: Counts
    players: list[PlayerCounts]
    records: list[KeptRecord]


@dataclass(frozen=True)
class GameOfPlayer:
    game: str
    counts: Counts
    everybody: Counts  # of the club, the player's own among them
    best: list[KeptRecord]


@dataclass(frozen=True)
class PlayerStatistics:
    player: Player
    games: list[GameOfPlayer]


@dataclass(frozen=True)
class StatisticsOver:
    """Several events."""

    game: str
    games: list[str]
    everybody: Counts
    players: list[PlayerCounts]


@dataclass(frozen=True)
class EventStatistics:
    event: Event
    everybody: Counts
    players: list[PlayerCounts]
    feats: dict[str, list[Holding]]  # by kind, the highest first


def counted_games(club: Club) -> list[str]:
    games = set(ClubCounts.objects.filter(club=club, player=None).values_list("game", flat=True))
    return [game for game in GAMES if game in games]


def club_statistics(
    slug: str, game: str = "", *, wanted: dict[str, list[RecordKind]], stricter: Set[int] | None = None
) -> ClubStatistics:
    """Of a game, else of the first; ``wanted``: which records, by game. Of events that hide more than the club those in
    ``stricter`` are shown, or all.

    Raises Club.DoesNotExist, and KeyError where nothing is kept of the game.
    """
    club = Club.objects.get(slug=slug)
    games = counted_games(club)
    if game and game not in games:
        raise KeyError(game)
    game = game or next(iter(games), "")
    rows = list(ClubCounts.objects.filter(club=club, game=game).select_related("player"))
    everybody: Counts = next((row.counts for row in rows if row.player is None), {})
    players = [PlayerCounts(player_tag(row.player), row.counts) for row in rows if row.player and is_named(row.player)]
    of_game = EventFeat.objects.filter(open_events(stricter, path="event__"), club=club, game=game)
    records = [_record(of_game, kind) for kind in wanted.get(game, [])]
    held_records = [record for record in records if record.holdings]
    return ClubStatistics(club, game, games, everybody, by_name(players), held_records)


def statistics_over(events: Iterable[Event], game: str = "") -> StatisticsOver:
    """Of those of several events that are over, a season's, and of one game, else of the first. Raises KeyError where
    nothing is kept of the game.
    """
    over = [event for event in events if event.status == Event.Status.FINISHED]
    played = {event.game for event in over}
    games = [game for game in GAMES if game in played and GAMES[game].count_names]
    if game and game not in games:
        raise KeyError(game)
    game = game or next(iter(games), "")
    counts = over_events(event.pk for event in over if event.game == game)
    named = Player.objects.filter(pk__in=counts, anonymised_at=None)
    players = [PlayerCounts(player_tag(player), counts[player.pk]) for player in named]
    return StatisticsOver(game, games, added(*counts.values()), by_name(players))


def is_named(player: Player) -> bool:
    """Who is anonymous stands in no list; what they did stays in everybody's sums."""
    return player.anonymised_at is None


def by_name(players: Iterable[PlayerCounts]) -> list[PlayerCounts]:
    return sorted(players, key=lambda player: name_order(player.player.name))


def _record(feats: QuerySet[EventFeat], wanted: RecordKind) -> KeptRecord:
    of_kind = feats.filter(kind=wanted.kind, player__anonymised_at=None)
    rows = list(of_kind.select_related("player").order_by(*wanted.order)[:MOST_HOLDERS])
    equal = [row for row in rows if row.value == rows[0].value]
    return KeptRecord(wanted, [holding(row) for row in sorted(equal, key=lambda row: (row.date, row.pk))])


def holding(row: EventFeat) -> Holding:
    """With its player."""
    tag = player_tag(row.player)
    return Holding(tag, row.event_id, row.table_id, row.date, row.value, row.deal, row.detail)


def player_statistics(
    player_id: int, *, wanted: dict[str, list[RecordKind]], stricter: Set[int] | None = None
) -> PlayerStatistics:
    """Who was merged into another one is that one. Raises Player.DoesNotExist, also of who is anonymous."""
    player = Player.objects.select_related("club", "merge__into__club").get(pk=player_id).one
    if not is_named(player):
        raise Player.DoesNotExist
    rows = ClubCounts.objects.filter(Q(player=player) | Q(player=None), club=player.club)
    stored = {(row.game, row.player_id): row.counts for row in rows}
    played = [game for game in GAMES if (game, player.pk) in stored]
    kinds = {game: wanted.get(game, []) for game in played}
    best = _best_of(player, kinds, stricter)
    games = []
    for game in played:
        records = [KeptRecord(kind, [best[game, kind]]) for kind in kinds[game] if (game, kind) in best]
        games.append(GameOfPlayer(game, stored[game, player.pk], stored.get((game, None), {}), records))
    return PlayerStatistics(player, games)


def _best_of(player: Player, kinds: dict[str, list[RecordKind]], stricter: Set[int] | None) -> Best:
    """The highest, or the lowest, of each kind, where it was done first: each by one step into the index."""
    feats = EventFeat.objects.filter(open_events(stricter, path="event__"), player=player)
    sought = [(game, kind) for game, of_game in kinds.items() for kind in of_game]
    firsts = [feats.filter(game=game, kind=kind.kind).order_by(*kind.order).values("pk")[:1] for game, kind in sought]
    named = {f"first_{at}": Subquery(first) for at, first in enumerate(firsts)}
    ids = Player.objects.filter(pk=player.pk).values_list(*named.values()).first() if sought else ()
    rows = EventFeat.objects.select_related("player").in_bulk([pk for pk in ids or () if pk])
    return {sought_kind: holding(rows[pk]) for sought_kind, pk in zip(sought, ids or (), strict=True) if pk}


def event_statistics(event: Event) -> EventStatistics:
    rows = list(event.counts.select_related("player"))
    players = [PlayerCounts(player_tag(row.player), row.counts) for row in rows if is_named(row.player)]
    feats: dict[str, list[Holding]] = {}
    for row in event.feats.filter(player__anonymised_at=None).select_related("player").order_by("-value", "pk"):
        feats.setdefault(row.kind, []).append(holding(row))
    return EventStatistics(event, added(*(row.counts for row in rows)), by_name(players), feats)
