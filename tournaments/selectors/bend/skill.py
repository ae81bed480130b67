"""What a player makes of announcements beside the others of the club."""

from collections.abc import Sequence

from django.db.models import Q

from scoring.bend.skill import SkillAccount, accounts
from scoring.games import GAMES
from scoring.statistics import Counts
from tournaments.models import ClubCounts, Player


def accounts_of(player: Player) -> dict[str, Sequence[SkillAccount]]:
    """By game, of those with announcements."""
    rows = ClubCounts.objects.filter(Q(player=player) | Q(player=None), club=player.club_id).order_by("game")
    known: dict[tuple[str, bool], Counts] = {
        (game, who is not None): counts for game, who, counts in rows.values_list("game", "player_id", "counts")
    }
    return {
        key: accounts(game, known[key, True], known[key, False])
        for key, game in GAMES.items()
        if game.sheet == "announcements" and (key, True) in known
    }
