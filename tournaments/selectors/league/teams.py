"""The teams of a league, over all its divisions."""

from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.leagues import teams_standing
from tournaments.formats.teams import TeamRow
from tournaments.selectors.league.page import LeagueLine, LeaguePage
from tournaments.selectors.table.cards import PlayerTag, number_text


@dataclass(frozen=True)
class LeagueMember:
    """``counted``: how much of the points counts for the team."""

    player: PlayerTag
    points: Fraction
    counted: Fraction

    @property
    def points_text(self) -> str:
        return number_text(self.points)


@dataclass(frozen=True)
class LeagueTeam:
    """``members``: who has brought most first; ``so_far``: a table of tonight is in it."""

    name: str
    row: TeamRow
    members: list[LeagueMember]
    so_far: bool

    @property
    def points_text(self) -> str:
        return number_text(self.row.points)


def league_teams(page: LeaguePage) -> list[LeagueTeam]:
    """Best first, tonight's tables included; whoever has left or is anonymous brings what they have."""
    lines = [line for division in page.divisions for line in (*division.lines, *division.anonymous) if line.team]
    by_player = {line.player.id: line for line in lines}
    teams: dict[str, list[int]] = {}
    for line in lines:
        teams.setdefault(line.team, []).append(line.player.id)
    rows = teams_standing(dict(enumerate(teams.values())), (line.row for line in lines), page.league_rules)
    return [_team(row, [by_player[share.id] for share in row.shares]) for row in rows]


def _team(row: TeamRow, lines: list[LeagueLine]) -> LeagueTeam:
    members = [
        LeagueMember(line.player, share.points, share.counted) for line, share in zip(lines, row.shares, strict=True)
    ]
    members.sort(key=lambda member: (-member.counted, -member.points))
    return LeagueTeam(lines[0].team, row, members, any(line.so_far for line in lines))
