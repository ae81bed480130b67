"""What programs read of a club's year: seasons, their leagues, and ladders."""

from typing import Any

from django.http import Http404
from django.utils import timezone

from scoring.result import plain_number
from tournaments.api import schemas
from tournaments.api.callers import Call, looked_at
from tournaments.api.facts import Json, club_or_404, facts_of, player_name
from tournaments.api.listing import Asked, listed
from tournaments.api.operations import router
from tournaments.api.reading import answers
from tournaments.formats.seasons.standing import write_rules
from tournaments.models import Ladder, League, Season
from tournaments.permissions import Right, season_to_see
from tournaments.selectors.ladder import ladder_page, ladders_of, read_ladder
from tournaments.selectors.league.page import DivisionPage, FixtureLine, league_page, read_league
from tournaments.selectors.season.page import SeasonLine, season_page, shown_seasons


@router.get("/clubs/{slug:club}/seasons", summary="A club’s seasons", **answers(schemas.Listed[schemas.SeasonFacts]))
@looked_at("club")
def seasons(request: Call, club: str, part: Asked) -> Any:
    """Newest first."""
    rights = request.seen.rights
    _club, seasons_shown = shown_seasons(club_or_404(club).slug, runs=Right.RUN in rights, insider=bool(rights))
    return listed(request, map(_season, seasons_shown), part)


@router.get("/seasons/{season}", summary="A season", **answers(schemas.SeasonFacts))
@looked_at("season")
def season(request: Call, season: int) -> Any:
    return _season(season_to_see(request.seen.rights, season))


@router.get(
    "/seasons/{season}/standings",
    summary="A season’s table",
    **answers(schemas.Listed[schemas.SeasonPlace]),
)
@looked_at("season")
def season_standings(request: Call, season: int, part: Asked) -> Any:
    """Each player with what the events brought, what of it counts and what is dropped. Those that are open count as
    they stand.
    """
    page = season_page(season_to_see(request.seen.rights, season), stricter=request.seen.stricter)
    return listed(request, map(_season_row, page.lines), part)


@router.get("/seasons/{season}/league", summary="A season’s league", **answers(schemas.LeagueFacts))
@looked_at("season")
def league(request: Call, season: int) -> Any:
    """Each division with its table and its fixtures."""
    try:
        league_row = read_league(season_to_see(request.seen.rights, season).pk)
    except League.DoesNotExist as error:
        raise Http404 from error
    page = league_page(league_row, stricter=request.seen.stricter)
    return {
        "season": season,
        "game": league_row.game,
        "divisions": [_division(division) for division in page.divisions],
    }


@router.get("/clubs/{slug:club}/ladders", summary="A club’s ladders", **answers(schemas.Listed[schemas.LadderFacts]))
@looked_at("club")
def ladders(request: Call, club: str, part: Asked) -> Any:
    return listed(request, map(_ladder, ladders_of(club_or_404(club))), part)


@router.get("/clubs/{slug:club}/ladders/{ladder}", summary="A ladder", **answers(schemas.StandingLadder))
@looked_at("club")
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


def _season(season: Season) -> Json:
    status = "archived" if season.archived_at else "published" if season.published_at else "draft"
    return {
        **facts_of(season, "name", "starts", "ends"),
        "club": season.club.slug,
        "status": status,
        "league": hasattr(season, "league"),
        "rules": write_rules(season.season_rules),
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


def _fixture(line: FixtureLine) -> Json:
    names = ("id", "round", "starts", "ends", "state", "table")
    players = [{"player": player_name(seat.player), "place": seat.place} for seat in line.sat]
    return {**{name: getattr(line, name) for name in names}, "players": players}


def _ladder(ladder: Ladder) -> Json:
    return {**facts_of(ladder, "name", "game"), "club": ladder.club.slug, "closed": ladder.closed_at is not None}
