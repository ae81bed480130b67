"""Which words the counts of a game have, by what is recorded of its deals."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from scoring.games import GAMES
from scoring.statistics import Counts
from tournaments.selectors.statistics.pages import PlayerCounts
from tournaments.words.statistics.announcements import announcement_figures, announcing_players
from tournaments.words.statistics.figures import CountFigures, PlayersTable


@dataclass(frozen=True)
class StatisticsWords:
    """``figures``: of somebody, beside everybody's where these are given."""

    figures: Callable[[Counts, Counts | None], CountFigures]
    players: Callable[[Iterable[PlayerCounts]], PlayersTable]


WORDS: Mapping[str, StatisticsWords] = {
    "announcements": StatisticsWords(announcement_figures, announcing_players),
}


def words_of(game: str) -> StatisticsWords:
    return WORDS[GAMES[game].sheet]
