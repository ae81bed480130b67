"""The statistics that are shown of a club, a player and an event."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import Q, QuerySet, Subquery

from scoring.games import GAMES
from scoring.statistics import Counts, added
from tournaments.models import Club, ClubCounts, Event, EventFeat, Player, name_order
from tournaments.selectors.club.clubs import open_events
from tournaments.selectors.club.players import named_player
from tournaments.selectors.statistics.counting import over_events
from tournaments.selectors.table.cards import PlayerTag, player_tag

MOST_HOLDERS = 5


class RecordKind(NamedTuple):
    """A record: the highest value among feats of a kind, or the lowest."""

    kind: str
    lowest: bool = False

    @property
    def order(self) -> tuple[str, ...]:
        """The order of the rows: that of the indexes, forwards or backwards."""
        return ("value", "-date", "-id") if self.lowest else ("-value", "date", "id")


@dataclass(frozen=True)
class Holding:
    """Who holds a record, by what they did at which table. ``detail`` is that of `scoring.statistics.Feat`."""

    player: PlayerTag
    event: int
    table: int
    date: date
    value: int
    deal: int | None
    detail: dict[str, object]


@dataclass(frozen=True)
class KeptRecord:
    """A record with those who hold it, the first to do so first; a few of them where there are many."""

    wanted: RecordKind
    holdings: list[Holding]


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
    """A player's statistics at one game; ``of_game`` is None where nothing is counted of it."""

    player: Player
    games: list[str]
    game: str
    of_game: GameOfPlayer | None


@dataclass(frozen=True)
class StatisticsOver:
    """The statistics of several events at one game."""

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
    """The club's statistics at a game, or at the first that has any; ``wanted``: which records, by game. Of events that
    are stricter than their club only those in ``stricter`` are shown; None shows all.

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
    """The statistics at a game, or at the first played, of those events that are over. Raises KeyError where nothing is
    kept of the game.
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
    """Whether lists may name the player. What somebody anonymous did stays in everybody's sums."""
    return player.anonymised_at is None


def by_name(players: Iterable[PlayerCounts]) -> list[PlayerCounts]:
    return sorted(players, key=lambda player: name_order(player.player.name))


def _record(feats: QuerySet[EventFeat], wanted: RecordKind) -> KeptRecord:
    of_kind = feats.filter(kind=wanted.kind, player__anonymised_at=None)
    rows = list(of_kind.select_related("player").order_by(*wanted.order)[:MOST_HOLDERS])
    equal = [row for row in rows if row.value == rows[0].value]
    return KeptRecord(wanted, [holding(row) for row in sorted(equal, key=lambda row: (row.date, row.pk))])


def holding(row: EventFeat) -> Holding:
    """The feat as a page shows it, with its player."""
    tag = player_tag(row.player)
    return Holding(tag, row.event_id, row.table_id, row.date, row.value, row.deal, row.detail)


def player_statistics(
    player_id: int, game: str = "", *, wanted: dict[str, list[RecordKind]], stricter: Set[int] | None = None
) -> PlayerStatistics:
    """A player's statistics at a game, or at the first that has any. Raises Player.DoesNotExist, also for somebody
    anonymous, and KeyError where no game is called so.
    """
    player = named_player(player_id)
    counts = _counts_beside_everybodys(player)
    games = [key for key in GAMES if (key, player.pk) in counts]
    game = GAMES[game].key if game else next(iter(games), "")
    return PlayerStatistics(player, games, game, _of_game(player, game, counts, wanted.get(game, []), stricter))


def game_of_player(
    player: Player, game: str, *, wanted: Sequence[RecordKind], stricter: Set[int] | None = None
) -> GameOfPlayer | None:
    """A player's counts and records at a game; None where nothing is counted of it."""
    return _of_game(player, game, _counts_beside_everybodys(player, game=game), wanted, stricter)


def _counts_beside_everybodys(player: Player, **of_game: str) -> dict[tuple[str, int | None], Counts]:
    """Counts by game and player; under None those of everybody in the club."""
    rows = ClubCounts.objects.filter(Q(player=player) | Q(player=None), club=player.club, **of_game)
    return {(game, who): counts for game, who, counts in rows.values_list("game", "player_id", "counts")}


def _of_game(
    player: Player,
    game: str,
    counts: Mapping[tuple[str, int | None], Counts],
    wanted: Sequence[RecordKind],
    stricter: Set[int] | None,
) -> GameOfPlayer | None:
    if (game, player.pk) not in counts:
        return None
    best = _best_of(player, game, wanted, stricter)
    records = [KeptRecord(kind, [best[kind]]) for kind in wanted if kind in best]
    return GameOfPlayer(game, counts[game, player.pk], counts.get((game, None), {}), records)


def _best_of(
    player: Player, game: str, kinds: Sequence[RecordKind], stricter: Set[int] | None
) -> dict[RecordKind, Holding]:
    """The player's own best of each kind of record, where they did it first: each found by one step into the index."""
    feats = EventFeat.objects.filter(open_events(stricter, path="event__"), player=player, game=game)
    firsts = [feats.filter(kind=kind.kind).order_by(*kind.order).values("pk")[:1] for kind in kinds]
    named = {f"first_{index}": Subquery(first) for index, first in enumerate(firsts)}
    ids = Player.objects.filter(pk=player.pk).values_list(*named.values()).first() if kinds else ()
    rows = EventFeat.objects.select_related("player").in_bulk([pk for pk in ids or () if pk])
    return {kind: holding(rows[pk]) for kind, pk in zip(kinds, ids or (), strict=True) if pk}


def event_statistics(event: Event) -> EventStatistics:
    rows = list(event.counts.select_related("player"))
    players = [PlayerCounts(player_tag(row.player), row.counts) for row in rows if is_named(row.player)]
    feats: dict[str, list[Holding]] = {}
    for row in event.feats.filter(player__anonymised_at=None).select_related("player").order_by("-value", "pk"):
        feats.setdefault(row.kind, []).append(holding(row))
    return EventStatistics(event, added(*(row.counts for row in rows)), by_name(players), feats)
