"""Whom somebody has met, and how it went."""

from collections import Counter
from dataclasses import dataclass

from tournaments.formats.meetings.pairs import Met, nemesis, rival
from tournaments.models import Player
from tournaments.selectors.meetings.kept import others_met
from tournaments.selectors.meetings.people import people_of
from tournaments.selectors.table.cards import PlayerTag

BUDDIES = 3


@dataclass(frozen=True)
class OtherMet:
    """Somebody met, and the meetings as the player of the page sees them."""

    player: PlayerTag
    met: Met


@dataclass(frozen=True)
class Buddy:
    """Of all games together, which only how often two sat together can be counted over."""

    player: PlayerTag
    tables: int


@dataclass(frozen=True)
class Rivals:
    """``others``: those met at this game, most often first."""

    game: str
    games: list[str]
    others: list[OtherMet]
    rival: OtherMet | None
    nemesis: OtherMet | None
    buddies: list[Buddy]


def rivals(player: Player, game: str = "") -> Rivals | None:
    """At this game, else at the one with the most meetings; None where nobody was met at it. Who is anonymous is left
    out.
    """
    found = others_met(player.club, player.pk)
    tags = {each.id: each for each in people_of(player.club, {who for met in found.values() for who in met})}
    named = {key: {who: each for who, each in met.items() if who in tags} for key, met in found.items()}
    games = sorted(filter(named.get, named), key=lambda key: (-sum(each.tables for each in named[key].values()), key))
    game = game or next(iter(games), "")
    if game not in games:
        return None
    met = named[game]
    others = {
        who: OtherMet(tags[who], met[who])
        for who in sorted(met, key=lambda who: (-met[who].tables, tags[who].sorts_by))
    }
    together = Counter[int]()
    for of_game in named.values():
        together.update({who: each.tables for who, each in of_game.items()})
    return Rivals(
        game=game,
        games=games,
        others=list(others.values()),
        rival=others.get(rival(met) or 0),
        nemesis=others.get(nemesis(met) or 0),
        buddies=[Buddy(tags[who], tables) for who, tables in together.most_common(BUDDIES)],
    )
