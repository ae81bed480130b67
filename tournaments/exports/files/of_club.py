"""The sheets that a club and its seasons and leagues give away, and a whole club as one file: a zip of lines of JSON,
the same bytes for the same club. Hidden events have neither number nor name.
"""

import hashlib
import json
import zipfile
from collections.abc import Iterator
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import IO, Any
from uuid import UUID

from django.utils.timezone import localdate

from tournaments.exports.files.of_event import PLAYER
from tournaments.exports.files.sheet import FileColumn, Row, Sheet
from tournaments.models import Club, RoundSeating
from tournaments.models.seating import stored_seating
from tournaments.selectors.club.clubs import player_tags, roster
from tournaments.selectors.club.standings import all_time, club_row, ranked
from tournaments.selectors.files import HEAD, MEMBER, SUM, VERSION, WholeClub, one_moment
from tournaments.selectors.ladder import ladder_page, ladders_of
from tournaments.selectors.league.page import LeaguePage
from tournaments.selectors.ratings.page import latest_is_hidden, rated_games, ratings_page
from tournaments.selectors.season.page import SeasonPage

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
    FileColumn("ladder_id", "number of the ladder"),
    FileColumn("ladder", "name"),
    FileColumn("game", "key of the game"),
    FileColumn("place", "1 is the highest"),
    *PLAYER,
)


def players(club: Club) -> Sheet:
    rows = ((player.pk, player.name, player.nickname, player.created_at, player.archived_at) for player in roster(club))
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
        for place in ladder_page(ladder, today=localdate()).places:
            yield (ladder.pk, ladder.name, ladder.game, place.place, place.player.id, place.player.name)


STANDINGS = (
    FileColumn("place", "shared by who are level; empty for who came too seldom"),
    *PLAYER,
    FileColumn("points", "that count, by events that are over"),
    FileColumn("events", "that brought something"),
    FileColumn("counted", "of these, those that count"),
    FileColumn("deals", "the points rest on"),
)
EVENTS = (
    FileColumn("event_id", "number of the event; empty where it is hidden"),
    FileColumn("event", "name; empty where it is hidden"),
    FileColumn("date", "day; empty where it is hidden"),
    *PLAYER,
    FileColumn("place", "in the event"),
    FileColumn("points", "it brought"),
    FileColumn("counted", "1 where it counts, 0 where it is dropped"),
)
LEAGUE = (
    FileColumn("division", "1 is the highest"),
    FileColumn("place", "shared by who are level"),
    *PLAYER,
    FileColumn("points", "of the fixtures that are over"),
    FileColumn("won", "others left behind"),
    FileColumn("drawn", "others level with"),
    FileColumn("lost", "others behind whom"),
    FileColumn("to_meet", "others still to be met"),
    FileColumn("left", "1 who has left"),
)
FIXTURES = (
    FileColumn("division", "1 is the highest"),
    FileColumn("round", "counted from 1"),
    FileColumn("fixture", "number of the fixture in this installation"),
    FileColumn("from", "first day"),
    FileColumn("until", "last day"),
    FileColumn("state", "played, decided (by a director), left, tonight, late, due or to-come"),
    *PLAYER,
    FileColumn("place", "once there is a result"),
    FileColumn("table_id", "number of the table; empty where it is hidden"),
)


def season_standings(page: SeasonPage) -> Sheet:
    rows = (
        (
            line.row.rank,
            line.player.id,
            line.player.name,
            line.row.points,
            len(line.row.earned),
            len(line.row.counted),
            line.deals,
        )
        for line in page.lines
    )
    return Sheet(STANDINGS, rows)


def events(page: SeasonPage) -> Sheet:
    return Sheet(EVENTS, _event_rows(page))


def _event_rows(page: SeasonPage) -> Iterator[Row]:
    for line in page.lines:
        for earned, brought in zip(line.row.earned, line.brought, strict=True):
            event = (brought.event, brought.name, brought.day)
            yield (*event, line.player.id, line.player.name, earned.place, earned.points, brought.counted)


def league(page: LeaguePage) -> Sheet:
    rows = (
        (
            division.number,
            line.row.rank,
            line.player.id,
            line.player.name,
            line.row.points,
            line.row.won,
            line.row.drawn,
            line.row.lost,
            line.row.left,
            line.has_left,
        )
        for division in page.divisions
        for line in division.lines
    )
    return Sheet(LEAGUE, rows)


def fixtures(page: LeaguePage) -> Sheet:
    rows = (
        (
            division.number,
            fixture.round,
            fixture.id,
            fixture.starts,
            fixture.ends,
            fixture.state,
            sat.player.id,
            sat.player.name,
            sat.place,
            fixture.table,
        )
        for division in page.divisions
        for fixture in division.fixtures
        for sat in fixture.sat
    )
    return Sheet(FIXTURES, rows)


def write_club(club: Club, file: IO[bytes]) -> None:
    """As it is at this moment, whatever is recorded meanwhile."""
    member = zipfile.ZipInfo(MEMBER)
    member.compress_type = zipfile.ZIP_DEFLATED
    with (
        one_moment() as using,
        zipfile.ZipFile(file, "w") as archive,
        archive.open(member, "w", force_zip64=True) as packed,
    ):
        digest = hashlib.sha256()
        for line in _lines(WholeClub(club, using=using)):
            digest.update(line)
            packed.write(line)
        packed.write(_line({SUM: digest.hexdigest()}))


def _lines(whole: WholeClub) -> Iterator[bytes]:
    yield _line({HEAD: {"version": VERSION, "name": whole.club.name, "rows": whole.sizes()}})
    for kind, row in whole.rows():
        yield _line({kind: row})


def _line(facts: dict[str, Any]) -> bytes:
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"), default=_plain)
    return f"{text}\n".encode()


def _plain(value: object) -> Any:
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date():
            return value.isoformat()
        case Fraction() | UUID():
            return str(value)
        case RoundSeating():
            return stored_seating(value)
    raise TypeError(type(value))
