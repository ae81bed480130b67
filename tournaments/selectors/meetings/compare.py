"""Two players of a club, pair by pair of places, and their latest evenings together."""

from collections.abc import Set
from dataclasses import dataclass
from datetime import date

from tournaments.formats.meetings.pairs import Met, between
from tournaments.models import Club, EventMeeting, Player
from tournaments.selectors.club.clubs import open_events
from tournaments.selectors.club.players import named_player
from tournaments.selectors.meetings.kept import among
from tournaments.selectors.table.cards import PlayerTag, player_tag

NIGHTS = 24


@dataclass(frozen=True)
class Evening:
    event: int
    name: str
    date: date
    met: Met


@dataclass(frozen=True)
class HeadToHead:
    """As the first sees it. ``evenings``: the latest with one of this game, in turn."""

    club: Club
    one: PlayerTag
    other: PlayerTag
    games: dict[str, Met]
    game: str
    evenings: list[Evening]


def comparison(one: int, other: int, game: str = "", *, stricter: Set[int] | None = None) -> HeadToHead:
    """Raises Player.DoesNotExist where these are not two people of one club who are named; KeyError where they have
    never met at the game.
    """
    first, second = named_player(one), named_player(other)
    if first == second or first.club_id != second.club_id:
        raise Player.DoesNotExist
    kept = among(first.club, {first.pk, second.pk})
    games = {key: between(pairs, first.pk, second.pk) for key, pairs in kept.items()}
    if game and game not in games:
        raise KeyError(game)
    game = game or max(games, key=lambda key: games[key].tables, default="")
    evenings = _evenings(first, second, game, stricter) if game else []
    return HeadToHead(first.club, player_tag(first), player_tag(second), games, game, evenings)


def _evenings(one: Player, other: Player, game: str, stricter: Set[int] | None) -> list[Evening]:
    low, high = sorted((one.pk, other.pk))
    rows = EventMeeting.objects.filter(open_events(stricter, path="event__"), low=low, high=high, event__game=game)
    columns = ("event_id", "event__name", "event__date", *Met._fields)
    found = []
    for event, name, day, *sums in rows.order_by("-event_id").values_list(*columns)[:NIGHTS]:
        met = Met._make(sums)
        found.append(Evening(event, name, day, met if low == one.pk else met.turned))
    return sorted(found, key=lambda each: (each.date, each.event))
