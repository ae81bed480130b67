"""The sheets of the teams of an event, a season and a league, with names as the reader may see them."""

from collections.abc import Iterator

from tournaments.exports.files.of_event import PLAYER
from tournaments.exports.files.sheet import FileColumn, Row, Sheet
from tournaments.formats.teams import TEAM_TIEBREAKS
from tournaments.models import Event
from tournaments.selectors.league.page import LeaguePage
from tournaments.selectors.league.teams import league_teams as teams_of_league
from tournaments.selectors.season.page import SeasonPage
from tournaments.selectors.season.standing import season_teams as teams_of_season
from tournaments.selectors.teams import TeamStanding, standing_of_teams

TEAMS = (
    FileColumn("team_id", "number"),
    FileColumn("team", "name"),
    FileColumn("place", "of the team"),
    FileColumn("points", "of the team"),
    FileColumn("best_round", "tie-break"),
    FileColumn("members_wins", "tie-break"),
    FileColumn("entrant_id", "of the member"),
    FileColumn("player", "name"),
    FileColumn("captain", "yes or no"),
    FileColumn("score", "of the member"),
    FileColumn("for_team", "counted"),
    FileColumn("team_status", "active, withdrawn or expelled"),
    FileColumn("team_seed", "order by strength"),
)


SEASON_TEAMS = (
    FileColumn("place", "of the team; empty for who came too seldom"),
    FileColumn("team", "name, by which it is the same"),
    FileColumn("points", "that count, by events that are over"),
    FileColumn("events", "with a place for the team"),
)
LEAGUE_TEAMS = (
    FileColumn("team", "name"),
    FileColumn("place", "of the team"),
    FileColumn("points", "of the team"),
    FileColumn("members_wins", "tie-break"),
    *PLAYER,
    FileColumn("score", "of the member"),
    FileColumn("for_team", "counted"),
)


def season_teams(page: SeasonPage) -> Sheet:
    """Best first."""
    teams = teams_of_season(page.season_rules, page.ended)
    rows = ((team.row.rank, team.name, team.row.points, len(team.row.earned)) for team in teams)
    return Sheet(SEASON_TEAMS, rows)


def league_teams(page: LeaguePage) -> Sheet:
    """Best first: a row for each member."""
    rows = (
        (
            team.name,
            team.row.place,
            team.row.points,
            team.row.figures["members-wins"],
            member.player.id,
            member.player.name,
            member.points,
            member.counted,
        )
        for team in teams_of_league(page)
        for member in team.members
    )
    return Sheet(LEAGUE_TEAMS, rows)


def teams(event: Event) -> Sheet:
    """As they stand now, best first: a row for each member."""
    standing = standing_of_teams(event)
    return Sheet(TEAMS, _rows(standing) if standing else ())


def _rows(standing: TeamStanding) -> Iterator[Row]:
    for line in standing.lines:
        row = line.row
        about = (line.team.pk, line.team.name, row.place, row.points, *map(row.figures.get, TEAM_TIEBREAKS))
        status = line.team.side.status if line.team.side else None
        for member in line.members:
            person = member.person
            yield (*about, person.id, person.tag.name, member.captain, member.points, member.counted, status, line.seed)
