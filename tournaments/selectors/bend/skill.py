"""What a player makes of announcements, and wins with the hands shown, beside the others of the club."""

from collections.abc import Sequence

from django.db.models import Q

from scoring.bend.showdowns import ShowdownAccount, account
from scoring.bend.skill import SkillAccount, accounts
from scoring.games import GAMES, AnyGame
from scoring.statistics import Counts
from tournaments.models import ClubCounts, Player

Skill = Sequence[SkillAccount] | ShowdownAccount


def accounts_of(player: Player) -> dict[str, Skill]:
    """By game, where there is enough to say anything."""
    rows = ClubCounts.objects.filter(Q(player=player) | Q(player=None), club=player.club_id).order_by("game")
    known: dict[tuple[str, bool], Counts] = {
        (game, who is not None): counts for game, who, counts in rows.values_list("game", "player_id", "counts")
    }
    found = {
        key: _account(game, known[key, True], known[key, False]) for key, game in GAMES.items() if (key, True) in known
    }
    return {key: each for key, each in found.items() if each}


def _account(game: AnyGame, own: Counts, everybody: Counts) -> Skill | None:
    return accounts(game, own, everybody) if game.sheet == "announcements" else account(own, everybody)
