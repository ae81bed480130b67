"""What a club gives away, sheet by sheet."""

from collections.abc import Iterator

from django.utils.timezone import localdate

from tournaments.exports.files.of_event import PLAYER
from tournaments.exports.files.sheet import FileColumn, Row, Sheet
from tournaments.models import Club
from tournaments.selectors.club.clubs import player_tags, roster
from tournaments.selectors.club.standings import club_row, ranked
from tournaments.selectors.club.tallies import all_time
from tournaments.selectors.ladder.page import ladder_page, ladders_of
from tournaments.selectors.ratings.page import latest_is_hidden, rated_games, ratings_page

PLAYERS = (
    *PLAYER,
    FileColumn("nickname", "how the pads call them"),
    FileColumn("created_at", "on the list since, UTC"),
    FileColumn("archived_at", "comes no more since, UTC"),
)
ALL_TIME = (
    FileColumn("game", "key of the game"),
    FileColumn("counted", "what a deal counts for: empty, hands or cubits"),
    FileColumn("place", "shared by who are level"),
    *PLAYER,
    FileColumn("tables", "finished or closed"),
    FileColumn("points", "of all events that are over and of those that are open"),
    FileColumn("first", "first places"),
    FileColumn("second", "second places"),
    FileColumn("third", "third places"),
    FileColumn("lower", "lower places"),
    FileColumn("beaten", "share of opponents placed lower, from 0 to 1"),
)
RATINGS = (
    FileColumn("game", "key of the game"),
    *PLAYER,
    FileColumn("rank", "of those who are settled and have come of late; else empty"),
    FileColumn("rating", "the number, a new player’s being 1500"),
    FileColumn("doubt", "nineteen times of twenty the rating is off by less"),
    FileColumn("tables", "it rests on"),
    FileColumn("latest", "day of the latest table; empty where that event is hidden"),
)
LADDERS = (
    FileColumn("ladder_id", "number of the ladder in this installation"),
    FileColumn("ladder", "name"),
    FileColumn("game", "key of the game"),
    FileColumn("place", "1 is the highest"),
    *PLAYER,
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
        hidden = latest_is_hidden(club, game)
        for row in ratings_page(club.slug, game).rows:
            latest = None if row.player.id in hidden else row.latest
            strength = (row.rank, row.strength.mu, 2 * row.strength.sigma, row.strength.tables, latest)
            yield (game, row.player.id, row.player.name, *strength)


def ladders(club: Club) -> Sheet:
    return Sheet(LADDERS, _rung_rows(club))


def _rung_rows(club: Club) -> Iterator[Row]:
    for ladder in ladders_of(club):
        for rung in ladder_page(ladder, today=localdate()).rungs:
            yield (ladder.pk, ladder.name, ladder.game, rung.place, rung.player.id, rung.player.name)
