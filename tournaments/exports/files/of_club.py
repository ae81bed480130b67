"""What a club gives away, sheet by sheet."""

from collections.abc import Iterator

from tournaments.exports.files.of_event import PLAYER
from tournaments.exports.files.sheet import Column, Row, Sheet
from tournaments.models import Club
from tournaments.selectors.club.clubs import player_tags, roster
from tournaments.selectors.club.standings import club_row, ranked
from tournaments.selectors.club.tallies import all_time
from tournaments.selectors.ratings.page import rated_games, ratings_page

PLAYERS = (
    *PLAYER,
    Column("nickname", "how the pads call them"),
    Column("created_at", "on the list since, UTC"),
    Column("archived_at", "comes no more since, UTC"),
)
ALL_TIME = (
    Column("game", "key of the game"),
    Column("counted", "what a deal counts for: empty, hands or cubits"),
    Column("place", "shared by who are level"),
    *PLAYER,
    Column("tables", "finished or closed"),
    Column("points", "of all events that are over and of those that are open"),
    Column("first", "first places"),
    Column("second", "second places"),
    Column("third", "third places"),
    Column("lower", "lower places"),
    Column("beaten", "share of opponents placed lower, from 0 to 1"),
)
RATINGS = (
    Column("game", "key of the game"),
    *PLAYER,
    Column("rank", "of those who are settled and have come of late; else empty"),
    Column("rating", "the number, a new player’s being 1500"),
    Column("doubt", "nineteen times of twenty the rating is off by less"),
    Column("tables", "it rests on"),
    Column("latest", "day of the latest table"),
)


def players(club: Club) -> Sheet:
    rows = ((each.pk, each.name, each.nickname, each.created_at, each.archived_at) for each in roster(club))
    return Sheet(PLAYERS, rows)


def standings(club: Club) -> Sheet:
    return Sheet(ALL_TIME, _all_time_rows(club))


def _all_time_rows(club: Club) -> Iterator[Row]:
    tags = player_tags(club)
    for contest, tallies in all_time(club).items():
        for rank, player in ranked(tallies, tags):
            row = club_row(tallies[player], tags[player], rank=rank)
            who = (contest.game, contest.unit, rank, player, tags[player].name)
            yield (*who, row.games, row.points, *row.places, row.beaten)


def ratings(club: Club) -> Sheet:
    return Sheet(RATINGS, _rating_rows(club))


def _rating_rows(club: Club) -> Iterator[Row]:
    for game in rated_games(club):
        for row in ratings_page(club.slug, game).rows:
            strength = (row.rank, row.strength.mu, 2 * row.strength.sigma, row.strength.tables, row.latest)
            yield (game, row.player.id, row.player.name, *strength)
