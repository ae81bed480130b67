"""What stands on pages of statistics whatever is recorded of a game's deals: records by kind, achievements with how
each is earned, and figures of announcements or of showdowns.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.games import GAMES
from scoring.showdown.odds import MILLION
from scoring.statistics import Counts
from tournaments.selectors.club.standings import AllTimeLine
from tournaments.selectors.night.standings import StandingRow
from tournaments.selectors.statistics.counting import EarnedAchievement
from tournaments.selectors.statistics.pages import (
    EventStatistics,
    GameOfPlayer,
    Holding,
    KeptRecord,
    PlayerCounts,
    RecordKind,
)
from tournaments.words.games import category_name
from tournaments.words.statistics.announcements import (
    TABLES,
    announcement_figures,
    announcement_headlines,
    announcing_players,
)
from tournaments.words.statistics.figures import NOTHING, CountFigures, FigureFact, PlayersTable, grouped
from tournaments.words.statistics.showdowns import HANDS, showdown_figures, showdown_headlines, showdown_players


def hand_text(holding: Holding) -> str:
    return gettext("%(hand)s, 1 in %(one_in)s") % {
        "hand": category_name(str(holding.detail["category"])),
        "one_in": grouped(holding.value),
    }


def weakest_text(holding: Holding) -> str:
    return gettext("%(hand)s, though %(share)d %% of all hands are better") % {
        "hand": category_name(str(holding.detail["category"])),
        "share": round(100 * holding.value / MILLION),
    }


def pot_text(holding: Holding) -> str:
    return ngettext("%(number)s cubit", "%(number)s cubits", holding.value) % {"number": grouped(holding.value)}


def deals_won_text(holding: Holding) -> str:
    return ngettext("%(count)d deal in a row", "%(count)d deals in a row", holding.value) % {"count": holding.value}


def behind_text(holding: Holding) -> str:
    return ngettext("%(number)s behind, last of all", "%(number)s behind, last of all", holding.value) % {
        "number": grouped(holding.value)
    }


MOST_FEATS = 2


@dataclass(frozen=True)
class RecordWords:
    wanted: RecordKind
    title: str | Promise
    text: Callable[[Holding], str]
    several: str | Promise = ""  # of an event's


class ShownHolding(NamedTuple):
    holding: Holding
    text: str
    is_linked: bool = True


@dataclass(frozen=True)
class ShownRecord:
    title: str
    holdings: Sequence[ShownHolding]


def sheet_text(holding: Holding) -> str:
    """What it could have brought, and how many were exact."""
    return gettext("%(points)d of %(best)s possible points, %(exact)s exact") % {
        "points": holding.value,
        **holding.detail,
    }


def streak_text(holding: Holding) -> str:
    return ngettext("%(count)d in a row", "%(count)d in a row", holding.value) % {"count": holding.value}


def decided_text(holding: Holding) -> str:
    if not holding.value:
        return gettext("by the last deal")
    return ngettext("%(count)d deal to go", "%(count)d deals to go", holding.value) % {"count": holding.value}


RECORDS: Sequence[RecordWords] = (
    RecordWords(RecordKind("sheet"), gettext_lazy("Best sheet"), sheet_text, gettext_lazy("Best sheets")),
    RecordWords(RecordKind("sheet", lowest=True), gettext_lazy("Lowest sheet"), sheet_text),
    RecordWords(RecordKind("streak"), gettext_lazy("Most exact announcements in a row"), streak_text),
    RecordWords(
        RecordKind("decided"), gettext_lazy("Earliest decided table"), decided_text, gettext_lazy("Deals that decided")
    ),
    RecordWords(RecordKind("rarest-hand"), gettext_lazy("Rarest hand"), hand_text, gettext_lazy("Rarest hands")),
    RecordWords(RecordKind("beaten-hand"), gettext_lazy("Rarest hand that lost"), hand_text),
    RecordWords(RecordKind("weakest-win"), gettext_lazy("Weakest hand that won"), weakest_text),
    RecordWords(RecordKind("biggest-pot"), gettext_lazy("Biggest pot"), pot_text),
    RecordWords(RecordKind("winning-run"), gettext_lazy("Most deals won in a row"), deals_won_text),
    RecordWords(RecordKind("comeback"), gettext_lazy("Won from furthest behind"), behind_text),
)


def wanted_records() -> dict[str, list[RecordKind]]:
    """By game."""
    return {
        key: [words.wanted for words in RECORDS if words.wanted.kind in game.feat_kinds] for key, game in GAMES.items()
    }


def headline_records(game: str) -> list[RecordKind]:
    """What a player's page shows beside the figures: the hand that is drawn."""
    return [kind for kind in wanted_records()[game] if kind.kind == "rarest-hand"]


def shown_record(record: KeptRecord) -> ShownRecord:
    words = next(words for words in RECORDS if words.wanted == record.wanted)
    return ShownRecord(str(words.title), [ShownHolding(holding, words.text(holding)) for holding in record.holdings])


def linked_once(records: Sequence[ShownRecord]) -> list[ShownRecord]:
    """Of records that one deal or one sheet holds, the first leads there: one in sight before those in a fold."""
    in_sight: dict[tuple[int, int | None], ShownRecord] = {}
    for record in records:
        for shown in record.holdings[:1]:
            in_sight.setdefault(_place_of(shown), record)
    linked = {*in_sight}
    once = []
    for record in records:
        holdings = []
        for rank, shown in enumerate(record.holdings):
            place = _place_of(shown)
            leads = place not in linked or (rank == 0 and in_sight[place] is record)
            holdings.append(shown._replace(is_linked=leads))
            linked.add(place)
        once.append(replace(record, holdings=holdings))
    return once


def _place_of(shown: ShownHolding) -> tuple[int, int | None]:
    return shown.holding.table, shown.holding.deal


class ShownAchievement(NamedTuple):
    achievement: EarnedAchievement
    is_linked: bool


def achievements_linked_once(
    achievements: Iterable[EarnedAchievement], records: Iterable[ShownRecord]
) -> list[ShownAchievement]:
    """Beside the ``records`` of the same player, which lead to some of the deals and sheets already."""
    linked = {_place_of(shown) for record in records for shown in record.holdings}
    once = []
    for achievement in achievements:
        place = (achievement.table, achievement.deal)
        once.append(ShownAchievement(achievement, place not in linked))
        linked.add(place)
    return once


def event_feats(page: EventStatistics) -> list[ShownRecord]:
    """Of each kind a few, the highest first, and the one that is lowest where that is a record too."""
    records_shown = []
    for words in RECORDS:
        feats = page.feats.get(words.wanted.kind, [])
        chosen = feats[-1:] if words.wanted.lowest else feats[:MOST_FEATS]
        if chosen:
            records_shown.append(
                ShownRecord(
                    str(words.several or words.title),
                    [ShownHolding(holding, words.text(holding)) for holding in chosen],
                )
            )
    return linked_once(records_shown)


ACHIEVEMENT_WORDS: dict[str, tuple[str | Promise, str | Promise]] = {
    "twelve-exact": (_("Twelve of sixteen"), _("Twelve exact announcements or more on one sheet.")),
    "all-of-a-row": (_("The long row"), _("All four announcements of three tricks exact on one sheet.")),
    "top-and-bottom": (_("Top and bottom"), _("Announced none and all six on one sheet, both exact.")),
    "eight-running": (_("Eight running"), _("Eight exact announcements in a row at one table.")),
    "by-exact": (_("By a hair"), _("Tied on points, won by more exact announcements.")),
    "none-exact": (_("Never right, still first"), _("Won a table without one exact announcement.")),
    "capstone-pyramid": (_("The Capstone itself"), _("Held a Capstone pyramid.")),
    "perfect-full": (_("All of one colour"), _("Held a perfect third level: a full pyramid of one suit.")),
    "perfect-large": (_("Six of one suit"), _("Held a perfect large, squared large or grand pyramid.")),
    "weakest-win": (_("Nothing beats nothing"), _("Won a showdown of three hands or more without a pyramid.")),
    "beaten-perfect": (
        _("Too good to lose"),
        _("Lost a showdown with a hand that comes once in a hundred at most."),
    ),
    "long-playoff": (_("Third time lucky"), _("Won a deal that it took two play-offs or more to decide.")),
    "five-running": (_("Five running"), _("Won five deals in a row at one table.")),
    "comeback": (_("From last to first"), _("Won a table alone after lying last four deals before its end.")),
    "led-throughout": (_("Never behind"), _("Ahead of all others alone from the first round of a table to its end.")),
}


def achievement_name(key: str) -> str:
    return str(ACHIEVEMENT_WORDS[key][0])


def achievement_story(key: str) -> str:
    return str(ACHIEVEMENT_WORDS[key][1])


class FiguresLink(NamedTuple):
    """``key``: of the table behind it, empty for the pictures."""

    key: str
    label: str


def tables_of(game: str) -> list[FiguresLink]:
    links = [FiguresLink("", gettext("Pictures")), FiguresLink("players", gettext("Players"))]
    return links + [FiguresLink(key, str(title)) for key, title in words_of(game).tables.items()]


def with_table(games: Iterable[str], table: str) -> list[tuple[str, str]]:
    """Each game with this table; where it has none of that name, with its pictures."""
    return [(game, table if table in [link.key for link in tables_of(game)] else "") for game in games]


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
    """A player at one game: the place in the club and the tables that count, if any, and what else the game counts."""
    facts = []
    if line and line.row.games:
        won = line.row.places[0]
        facts = [
            FigureFact(
                gettext("In the club"),
                str(line.row.rank) if line.row.has_place else NOTHING,
                gettext("of %(players)d by points") % {"players": line.players},
            ),
            FigureFact(
                gettext("Tables"), str(line.row.games), ngettext("won %(won)d", "won %(won)d", won) % {"won": won}
            ),
        ]
    if counted:
        facts += words_of(game).headlines(line and line.row, counted.counts, counted.everybody)
    return facts
