"""Who is ahead in a club's whole history."""

from collections.abc import Mapping
from fractions import Fraction

from tournaments.models import name_order
from tournaments.selectors.club.tally import Tally
from tournaments.selectors.night.standings import StandingRow
from tournaments.selectors.table.cards import PlayerTag

Order = tuple[bool, float, Fraction, Fraction, int]


def order(tally: Tally) -> Order:
    """By points; equal points by average, then exact announcements; who is still equal shares the rank."""
    average = tally.points / tally.deals if tally.deals else Fraction(0)
    # As a float first, which is quickly compared.
    return not tally.deals, -float(tally.points), -tally.points, -average, -tally.exact


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
    average = tally.points / tally.deals if tally.deals else None
    share = Fraction(tally.halves_beaten, 2 * tally.opponents) if tally.opponents else None
    return StandingRow(
        rank=rank,
        entrant_id=None,
        player=player,
        points=tally.points,
        games=tally.games,
        places=(tally.firsts, tally.seconds, tally.thirds, tally.lower),
        average=average,
        per_game=tally.points / tally.games if tally.games else None,
        beaten=share,
        deals=tally.deals,
        exact=tally.exact,
        playing=False,
        incomplete=tally.unfinished > 0,
    )
