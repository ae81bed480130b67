"""What programs read of a club's year: seasons, their leagues, and ladders."""

from typing import Any

from django.http import Http404
from django.utils import timezone

from scoring.result import plain_number
from tournaments.api import schemas_of_year
from tournaments.api.callers import Call
from tournaments.api.facts import Json, club_or_404, facts_of, player_name
from tournaments.api.listing import Asked, AskedLadders, AskedSeasons, AskedStandings, listed, of_sheet
from tournaments.api.operations import reads
from tournaments.api.rows import rows_of
from tournaments.api.schemas import Listed
from tournaments.exports.files import of_teams
from tournaments.formats.seasons.standing import write_rules
from tournaments.models import Ladder, League, Season
from tournaments.permissions import Right, season_to_see
from tournaments.selectors.ladder import ladder_page, ladders_of, read_ladder
from tournaments.selectors.league.page import DivisionPage, FixtureLine, league_page, read_league
from tournaments.selectors.league.teams import LeagueTeam, league_teams
from tournaments.selectors.prizes import players_in
from tournaments.selectors.season.page import SeasonLine, season_page, shown_seasons


@reads("/clubs/{slug:club}/seasons", "A club’s seasons", Listed[schemas_of_year.SeasonFacts], of="club")
def seasons(request: Call, club: str, part: AskedSeasons) -> Any:
    """Newest first."""
    rights = request.seen.rights
    _club, seasons_shown = shown_seasons(club_or_404(club).slug, runs=Right.RUN in rights, insider=bool(rights))
    rows = (facts for facts in map(season_facts, seasons_shown) if part.status in (None, facts["status"]))
    return listed(request, rows, part)


@reads("/seasons/{season}", "A season", schemas_of_year.SeasonFacts, of="season")
def season(request: Call, season: int) -> Any:
    return season_facts(season_to_see(request.seen.rights, season))


@reads("/seasons/{season}/standings", "A season’s table", Listed[schemas_of_year.SeasonPlace], of="season")
def season_standings(request: Call, season: int, part: AskedStandings) -> Any:
    """Each player with what the events brought, what of it counts and what is dropped. Those that are open count as
    they stand.
    """
    page = season_page(season_to_see(request.seen.rights, season), stricter=request.seen.stricter)
    of_category = None if part.category is None else players_in(page.season, part.category)
    lines = (
        line
        for line in page.lines
        if part.player in (None, line.player.id) and (of_category is None or line.player.id in of_category)
    )
    return listed(request, map(_season_row, lines), part)


@reads("/seasons/{season}/teams", "A season’s teams", rows_of("SeasonTeamRows", of_teams.SEASON_TEAMS), of="season")
def season_teams(request: Call, season: int, part: Asked) -> Any:
    """What the places of teams in the events that are over have brought; a team is the same by its name."""
    page = season_page(season_to_see(request.seen.rights, season), stricter=request.seen.stricter)
    return of_sheet(request, of_teams.season_teams(page), part)


@reads("/seasons/{season}/league", "A season’s league", schemas_of_year.LeagueFacts, of="season")
def league(request: Call, season: int) -> Any:
    """Each division with its table and its fixtures, and the teams over all of them."""
    try:
        league_row = read_league(season_to_see(request.seen.rights, season).pk)
    except League.DoesNotExist as error:
        raise Http404 from error
    page = league_page(league_row, stricter=request.seen.stricter)
    return {
        "season": season,
        "game": league_row.game,
        "divisions": [_division(division) for division in page.divisions],
        "teams": [_team(team) for team in league_teams(page)],
    }


@reads("/clubs/{slug:club}/ladders", "A club’s ladders", Listed[schemas_of_year.LadderFacts], of="club")
def ladders(request: Call, club: str, part: AskedLadders) -> Any:
    ladders = (ladder for ladder in ladders_of(club_or_404(club)) if part.game in (None, ladder.game))
    return listed(request, map(_ladder, ladders), part)


@reads("/clubs/{slug:club}/ladders/{ladder}", "A ladder", schemas_of_year.StandingLadder, of="club")
def ladder(request: Call, club: str, ladder: int) -> Any:
    try:
        ladder_row = read_ladder(club, ladder)
    except Ladder.DoesNotExist as error:
        raise Http404 from error
    page = ladder_page(ladder_row, today=timezone.localdate())
    challenges = [
        {
            "id": challenge.id,
            "challenger": player_name(challenge.challenger),
            "challenged": player_name(challenge.challenged),
            "last_day": challenge.last_day,
        }
        for challenge in page.challenges
        if not challenge.is_over
    ]
    places = [{"place": place.place, "player": player_name(place.player)} for place in page.places]
    return {**_ladder(ladder_row), "rungs": places, "challenges": challenges}


def season_facts(season: Season) -> Json:
    rules = season.season_rules
    status = "archived" if season.archived_at else "published" if season.published_at else "draft"
    return {
        **facts_of(season, "name", "starts", "ends"),
        "club": season.club.slug,
        "status": status,
        "league": hasattr(season, "league"),
        "rules": {
            **write_rules(rules),
            "table": [*map(plain_number, rules.table)],
            "coming": plain_number(rules.coming),
        },
    }


def _season_row(line: SeasonLine) -> Json:
    row, possible = line.row, line.possible
    return {
        "place": row.rank,
        "player": player_name(line.player),
        "points": plain_number(row.points),
        "deals": line.deals,
        "best": possible.best if possible else None,
        "worst": possible.worst if possible else None,
        "events": [
            {
                "event": brought.event,
                "name": brought.name,
                "day": brought.day,
                "place": earned.place,
                "points": plain_number(earned.points),
                "counted": brought.counted,
                "provisional": brought.provisional,
            }
            for earned, brought in zip(row.earned, line.brought, strict=True)
        ],
    }


def _division(division: DivisionPage) -> Json:
    rows = [
        {
            "place": line.row.rank,
            "player": player_name(line.player),
            "points": plain_number(line.row.points),
            "played": line.row.met,
            "has_left": line.has_left,
        }
        for line in division.lines
    ]
    return {"number": division.number, "rows": rows, "fixtures": [_fixture(fixture) for fixture in division.fixtures]}


def _team(team: LeagueTeam) -> Json:
    members = [
        {
            "player": player_name(member.player),
            "points": plain_number(member.points),
            "counted": plain_number(member.counted),
        }
        for member in team.members
    ]
    return {
        "place": team.row.place,
        "name": team.name,
        "points": plain_number(team.row.points),
        "members": members,
    }


def _fixture(line: FixtureLine) -> Json:
    names = ("id", "round", "starts", "ends", "state", "table")
    players = [{"player": player_name(seat.player), "place": seat.place} for seat in line.sat]
    return {**{name: getattr(line, name) for name in names}, "players": players}


def _ladder(ladder: Ladder) -> Json:
    return {**facts_of(ladder, "name", "game"), "club": ladder.club.slug, "closed": ladder.closed_at is not None}
