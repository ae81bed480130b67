"""What a season gives away, and the league played in it. Events that are hidden have neither number nor name."""

from collections.abc import Iterator

from tournaments.exports.files.of_event import PLAYER
from tournaments.exports.files.sheet import FileColumn, Row, Sheet
from tournaments.selectors.league.page import LeaguePage
from tournaments.selectors.season.page import SeasonPage

STANDINGS = (
    FileColumn("place", "shared by who are level; empty for who came too seldom"),
    *PLAYER,
    FileColumn("points", "that count, by events that are over"),
    FileColumn("events", "that brought something"),
    FileColumn("counted", "of these, those that count"),
    FileColumn("deals", "the points rest on"),
)
EVENTS = (
    FileColumn("event_id", "number of the event in this installation; empty where it is hidden"),
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
    FileColumn("table_id", "number of the table in this installation; empty where it is hidden"),
)


def standings(page: SeasonPage) -> Sheet:
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
