"""What a passport tells of a player, and what those of other clubs claim."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple

from tournaments.models import ClaimedHistory, Event, EventRating, Player
from tournaments.selectors.club.people.same import all_of
from tournaments.selectors.club.players import own_seats
from tournaments.selectors.table.confirmations import counts

Facts = dict[str, Any]


class _Played(NamedTuple):
    """A table that counts, of an event that is over."""

    game: str
    date: date
    event: int
    place: int
    deals: int


@dataclass
class _Sum:
    tables: int = 0
    deals: int = 0
    places: list[int] = field(default_factory=lambda: [0, 0, 0, 0])

    def as_facts(self) -> Facts:
        return {"tables": self.tables, "deals": self.deals, "places": self.places}


def history_of(player: Player, *, most_nights: int) -> list[Facts]:
    """By game what all nights come to, and the latest of them one by one; whole numbers and text."""
    ratings = {
        event: {"rating": round(mu), "band": round(2 * sigma)}
        for event, mu, sigma in EventRating.objects.filter(player=player).values_list("event", "mu", "sigma")
    }
    games = {game: list(played) for game, played in groupby(_played(player), key=lambda each: each.game)}
    return [_of_game(game, played, ratings, most_nights // len(games)) for game, played in games.items()]


def claimed_of(player: Player) -> list[ClaimedHistory]:
    return list(ClaimedHistory.objects.filter(player__in=all_of(player), over_at=None).select_related("player"))


def _of_game(game: str, played: list[_Played], ratings: dict[int, Facts], most: int) -> Facts:
    nights = [
        {"date": day.isoformat(), **_sum(tables).as_facts(), **ratings.get(event, {})}
        for (day, event), found in groupby(played, key=lambda each: (each.date, each.event))
        for tables in [list(found)]
    ]
    first, last = played[0].date.isoformat(), played[-1].date.isoformat()
    return {"game": game, "from": first, "to": last, **_sum(played).as_facts(), "nights": nights[-most:]}


def _sum(played: Iterable[_Played]) -> _Sum:
    found = _Sum()
    for each in played:
        found.tables += 1
        found.deals += each.deals
        found.places[min(each.place, 4) - 1] += 1
    return found


def _played(player: Player) -> Iterator[_Played]:
    """Game by game, oldest first."""
    own = own_seats(player).filter(table__event__status=Event.Status.FINISHED, table__deal_count__gt=0)
    rows = own.filter(counts(prefix="table__")).order_by(
        "table__event__game", "table__event__date", "table__event", "table"
    )
    columns = ("table__event__game", "table__event__date", "table__event", "place", "table__deal_count")
    return (_Played(*row) for row in rows.values_list(*columns))
