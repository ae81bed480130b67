"""Where what is kept is not what it comes from."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.audit import the_player
from tournaments.formats.ratings import Strength
from tournaments.models import Player
from tournaments.selectors.club.standings import Tally
from tournaments.selectors.ratings.tables import Rated
from tournaments.selectors.season.standing import EventPoints

Figures = Tally | Strength | Rated | EventPoints


@dataclass(frozen=True)
class Drift:
    subject: str  # a table, an event or a contest
    seat: int | None
    kept: dict[str, object]
    rebuilt: dict[str, object]


def differences(subject: str, was: Mapping[int, Figures], now: Mapping[int, Figures]) -> list[Drift]:
    """What differs between two sets of figures, by player."""
    names = dict(Player.objects.filter(pk__in=was.keys() | now.keys()).values_list("pk", "name"))
    differing = []
    for player in was.keys() | now.keys():
        old, new = was.get(player), now.get(player)
        if old != new:
            label = f"{subject}, {names[player]}"
            differing.append(Drift(label, None, _facts(player, old), _facts(player, new)))
    return differing


def _facts(player: int, row: Figures | None) -> dict[str, object]:
    figures = {name: str(value) for name, value in row._asdict().items()} if row else {"tables": "0"}
    return {"player": the_player(player), **figures}
