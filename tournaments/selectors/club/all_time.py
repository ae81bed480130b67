"""A club's all-time tables, a page of each."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.core.paginator import Page, Paginator

from tournaments.models import Club
from tournaments.selectors.club.standings import Contest, Tally, all_time, club_row, ranked
from tournaments.selectors.night.scoreboard import LiveRow, standing_row
from tournaments.selectors.night.standings import StandingRow
from tournaments.selectors.table.cards import PLAYER_COLUMNS, PlayerTag, tag

ROWS_A_PAGE = 100


@dataclass(frozen=True)
class GameTable:
    contest: Contest
    standings: list[StandingRow]
    page: Page[tuple[int, int]]
    found: list[int]  # players by id, best first
    unfolded: bool

    @property
    def rows(self) -> list[LiveRow]:
        within = f"{self.contest.key}-"
        return [standing_row(row, within=within, found=row.player.id in self.found) for row in self.standings]


@dataclass(frozen=True)
class AllTimePage:
    """``tables``: those of the game."""

    club: Club
    games: list[str]
    game: str
    tables: list[GameTable]

    @property
    def is_long(self) -> bool:
        return any(table.page.has_other_pages() for table in self.tables)

    @property
    def anybody_found(self) -> bool:
        return any(table.found for table in self.tables)


def all_time_page(slug: str, game: str = "", *, contest: str = "", page: str = "", name: str = "") -> AllTimePage:
    """Of a game, else of the first. Raises Club.DoesNotExist, and KeyError where nothing of the game has counted."""
    club = Club.objects.get(slug=slug)
    tags = {values[0]: tag(*values) for values in club.players.order_by().values_list(*PLAYER_COLUMNS)}
    tables = all_time_tables(club, tags, contest=contest, page=page, name=name)
    games = list(dict.fromkeys(table.contest.game for table in tables))
    if game and game not in games:
        raise KeyError(game)
    game = game or next(iter(games), "")
    return AllTimePage(club, games, game, [table for table in tables if table.contest.game == game])


def all_time_tables(
    club: Club, tags: Mapping[int, PlayerTag], *, contest: str = "", page: str = "", name: str = ""
) -> list[GameTable]:
    """``contest``: whose table is turned to the ``page``; whoever has the ``name`` in theirs is to be found."""
    tallies = all_time(club)
    sought = name.strip().casefold()
    hits = {pk for pk, tag in tags.items() if sought and sought in f"{tag.name}\n{tag.short_name}".casefold()}
    return [
        _game_table(key, of_players, tags, hits, page=page if contest == key.key else None)
        for key, of_players in tallies.items()
    ]


def _game_table(
    contest: Contest, tallies: Mapping[int, Tally], tags: Mapping[int, PlayerTag], found: set[int], *, page: str | None
) -> GameTable:
    ranks = ranked(tallies, tags)
    places = [place for place, (_, player) in enumerate(ranks) if player in found]
    number = 1 + min(places, default=0) // ROWS_A_PAGE if page is None else page
    shown = Paginator(ranks, ROWS_A_PAGE).get_page(number)
    return GameTable(
        contest=contest,
        standings=[club_row(tallies[player], tags[player], rank=rank) for rank, player in shown],
        page=shown,
        found=[ranks[place][1] for place in places],
        unfolded=page is not None or bool(places),
    )
