from tournaments.selectors.club.contests import Contest
from tournaments.words.games import game_name, unit_name


def contest_name(contest: Contest) -> str:
    """The game, and what its nights counted where that tells contests apart."""
    game = game_name(contest.game)
    return f"{game} · {unit_name(contest.unit)}" if contest.has_others else game
