"""One player's ratings."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from tournaments.models import ClubRating, Player
from tournaments.selectors.ratings.changes import RatedEvent, rating_history
from tournaments.selectors.ratings.page import RatedPlayer, is_settled, ranking


@dataclass(frozen=True)
class OwnRating:
    """At the game most tables were rated at. ``ranked``: how many have a rank there."""

    game: str
    rated: RatedPlayer
    ranked: int
    history: Sequence[RatedEvent]
    others: dict[str, int]  # the numbers at the other games


def own_rating(player: Player, *, stricter: Set[int] | None = None) -> OwnRating | None:
    """None of who has none, is anonymous, or wishes to be left out."""
    if player.unranked or player.anonymised_at:
        return None
    rows = ClubRating.objects.filter(club=player.club_id, player=player).order_by("-tables", "game")
    numbers = {game: round(mu) for game, mu in rows.values_list("game", "mu")}
    if not numbers:
        return None
    game = next(iter(numbers))
    rows_of_game = ranking(player.club, game, moved={})
    rated = next(row for row in rows_of_game if row.player.id == player.pk)
    ranked = sum(row.rank is not None for row in rows_of_game)
    others = {each: number for each, number in numbers.items() if each != game}
    return OwnRating(game, rated, ranked, rating_history(player, game, stricter=stricter), others)


def best_of(own: OwnRating) -> RatedEvent | None:
    """The highest number since it was settled, of the events shown."""
    settled = [each for each in own.history if is_settled(each.strength)]
    return max(settled, key=lambda each: each.strength.mu, default=None)
