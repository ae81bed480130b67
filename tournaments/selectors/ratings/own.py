"""One player's ratings."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from tournaments.formats.ratings.strengths import Strength
from tournaments.models import ClubRating, Player
from tournaments.selectors.ratings.changes import RatedEvent, rating_history
from tournaments.selectors.ratings.page import RatedPlayer, is_away, is_settled, ranking
from tournaments.selectors.ratings.spans import span_now
from tournaments.selectors.table.cards import player_tag

COLUMNS = ("game", "event__date", *Strength._fields)


@dataclass(frozen=True)
class OwnRating:
    """At the game most tables were rated at. ``ranked``: how many have a rank there."""

    game: str
    rated: RatedPlayer
    ranked: int
    history: Sequence[RatedEvent]


def own_rating(player: Player, *, stricter: Set[int] | None = None, for_themselves: bool = False) -> OwnRating | None:
    """None of who has none; to others also of who is anonymous, or wishes to be left out."""
    if player.anonymised_at or (player.unranked and not for_themselves):
        return None
    rows = ClubRating.objects.filter(club=player.club_id, player=player).order_by("-tables", "game")
    kept = {game: (Strength(*found), day) for game, day, *found in rows.values_list(*COLUMNS)}
    if not kept:
        return None
    game, (strength, day) = next(iter(kept.items()))
    listed = ranking(player.club, game, moved={})
    rank = next((row.rank for row in listed if row.player.id == player.pk), None)
    return OwnRating(
        game=game,
        rated=RatedPlayer(player_tag(player), strength, day, None, is_away(day, span_now(player.club)), rank),
        ranked=sum(row.rank is not None for row in listed),
        history=rating_history(player, game, stricter=stricter),
    )


def best_of(own: OwnRating) -> RatedEvent | None:
    """The highest number since it was settled, of the events shown."""
    settled = [each for each in own.history if is_settled(each.strength)]
    return max(settled, key=lambda each: each.strength.mu, default=None)
