"""Who is ahead in a club's whole history."""

from collections.abc import Mapping
from fractions import Fraction

from tournaments.models import name_order
from tournaments.selectors.club.tally import Tally
from tournaments.selectors.night.standings import StandingRow, Sums, figures
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
    points, parts = tally.points.as_integer_ratio()
    sums = Sums(
        points=points,
        deals=tally.deals,
        exact=tally.exact,
        games=tally.games,
        ended_points=points,
        firsts=tally.firsts,
        seconds=tally.seconds,
        thirds=tally.thirds,
        lower=tally.lower,
        halves_beaten=tally.halves_beaten,
        opponents=tally.opponents,
        incomplete=tally.unfinished,
    )
    return StandingRow(rank, None, player, *figures(sums, parts))
