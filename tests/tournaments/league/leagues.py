"""Leagues of a few players, for the tests of what counts and of their pages."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from tests.factories import make_club
from tests.tournaments.season.seasons import FIRST, a_season
from tournaments.audit import SYSTEM
from tournaments.formats.leagues import LeagueRules
from tournaments.models import Club, Fixture, League, Season
from tournaments.services.club.clubs import add_players
from tournaments.services.season import draw_fixtures, plan_league

FOUR = ("Ana", "Bruno", "Chiara", "Dovas")


def a_league(
    *divisions: Sequence[str],
    club: Club | None = None,
    season: Season | None = None,
    drawn: bool = True,
    teams: Mapping[str, Sequence[str]] | None = None,
    **rules: Any,
) -> League:
    """Of four players in one division, where nothing else is said; its season has 20 weeks."""
    season = season or a_season(club or make_club(), events="chosen")
    players = [[each.pk for each in add_players(club=season.club, names=names, actor=SYSTEM)] for names in divisions]
    given = {"season_id": season.pk, "actor": SYSTEM}
    players = players or [_four(season)]
    ids = dict(season.club.players.values_list("name", "pk"))
    league = plan_league(
        **given,
        game="vilnius",
        rules=replace(LeagueRules(), **rules),
        divisions=players,
        teams={ids[name]: team for team, names in (teams or {}).items() for name in names},
    )
    return draw_fixtures(**given) if drawn else league


def _four(season: Season) -> list[int]:
    return [each.pk for each in add_players(club=season.club, names=FOUR, actor=SYSTEM)]


def fixture_of(league: League, *names: str) -> Fixture:
    """The first at which these meet."""
    wanted = set(league.players.filter(player__name__in=names).values_list("pk", flat=True))
    return next(each for each in league.fixtures.all() if set(each.players) == wanted)


def week(number: int) -> dict[str, Any]:
    return {"on": FIRST + timedelta(weeks=number)}
