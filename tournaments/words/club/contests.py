from django.utils.translation import gettext_lazy as _

from tournaments.selectors.night.standings import Contest
from tournaments.words.games import game_name

SCORES = {"hands": _("Deals won"), "cubits": _("Cubits")}


def contest_name(contest: Contest) -> str:
    """The game, and what its nights counted where that tells contests apart."""
    game = game_name(contest.game)
    return f"{game} · {SCORES[contest.score]}" if contest.score and contest.has_others else game
