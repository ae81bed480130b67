"""What announcements and showdowns come to, by what is recorded of a game's deals."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games import GAMES
from scoring.statistics import Counts
from tournaments.selectors.club.players import AllTimeLine
from tournaments.selectors.night.standings import StandingRow
from tournaments.selectors.statistics.pages import GameOfPlayer, PlayerCounts
from tournaments.words.statistics.announcements import (
    TABLES,
    announcement_figures,
    announcement_headlines,
    announcing_players,
)
from tournaments.words.statistics.figures import NOTHING, CountFigures, FigureFact, PlayersTable
from tournaments.words.statistics.showdowns import HANDS, showdown_figures, showdown_headlines, showdown_players


class FiguresLink(NamedTuple):
    """``key``: of the table behind it, empty for the pictures."""

    key: str
    label: str


def tables_of(game: str) -> list[FiguresLink]:
    links = [FiguresLink("", _("Pictures")), FiguresLink("players", _("Players"))]
    return links + [FiguresLink(key, str(title)) for key, title in words_of(game).tables.items()]


@dataclass(frozen=True)
class StatisticsWords:
    """``figures``: of somebody, beside everybody's where these are given; ``headlines``: of a player, by their line of
    all time, their counts and everybody's; ``tables``: the titles of those of figures, by address.
    """

    figures: Callable[[Counts, Counts | None], CountFigures]
    players: Callable[[Iterable[PlayerCounts]], PlayersTable]
    headlines: Callable[[StandingRow | None, Counts, Counts], list[FigureFact]]
    tables: Mapping[str, str | Promise]


WORDS: Mapping[str, StatisticsWords] = {
    "announcements": StatisticsWords(announcement_figures, announcing_players, announcement_headlines, TABLES),
    "showdown": StatisticsWords(showdown_figures, showdown_players, showdown_headlines, HANDS),
}


def words_of(game: str) -> StatisticsWords:
    return WORDS[GAMES[game].sheet]


def headline_facts(game: str, line: AllTimeLine | None, counted: GameOfPlayer | None) -> list[FigureFact]:
    """A player at one game: the place in the club, the tables, and what else the game counts."""
    facts = []
    if line:
        won = line.row.places[0]
        facts = [
            FigureFact(
                _("In the club"),
                NOTHING if line.row.average is None else str(line.row.rank),
                _("of %(players)d by points") % {"players": line.players},
            ),
            FigureFact(_("Tables"), str(line.row.games), ngettext("won %(won)d", "won %(won)d", won) % {"won": won}),
        ]
    if counted:
        facts += words_of(game).headlines(line and line.row, counted.counts, counted.everybody)
    return facts
