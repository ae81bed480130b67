"""Everybody of a division against everybody, as a table, and what a director plans a league from."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

from tournaments.models import League, Player, Season, name_order
from tournaments.selectors.league.page import DivisionPage, LeagueLine, league_page

Mark = Literal["won", "drawn", "lost", "to-play"]


@dataclass(frozen=True)
class CrossMeeting:
    """Of two, as the one of the row sees it."""

    fixture: int
    mark: Mark
    score: str
    so_far: bool  # of tonight, and counts once the night is over


@dataclass(frozen=True)
class CrossLine:
    line: LeagueLine
    cells: list[list[CrossMeeting] | None]  # by column; None: oneself


def cross_lines(division: DivisionPage) -> list[CrossLine]:
    met = defaultdict[tuple[int, int], list[CrossMeeting]](list)
    for fixture in division.fixtures:
        for own in fixture.sat:
            for other in fixture.sat:
                if own is not other:
                    score = f"{own.score}:{other.score}" if own.score else ""
                    has_result = fixture.is_over or fixture.has_ended
                    mark = _mark(own.place, other.place) if has_result else "to-play"
                    meeting = CrossMeeting(fixture.id, mark, score, fixture.has_ended)
                    met[own.player.id, other.player.id].append(meeting)
    ids = [line.player.id for line in division.lines]
    lines = []
    for who, line in zip(ids, division.lines, strict=True):
        lines.append(CrossLine(line, [None if who == other else met[who, other] for other in ids]))
    return lines


def _mark(place: int | None, other: int | None) -> Mark:
    if place is None or other is None:
        return "to-play"
    return "drawn" if place == other else "won" if place < other else "lost"


@dataclass(frozen=True)
class Plan:
    """``divisions``: who plays where (ids), as it is planned or as the league before proposes it."""

    season: Season
    league: League | None  # of this season
    like: League | None  # the club's latest other one
    people: list[Player]
    divisions: list[list[int]]


def plan_of(season: Season) -> Plan:
    people = season.club.players.filter(archived_at=None, anonymised_at=None)
    own = League.objects.filter(season=season).first()
    earlier = League.objects.filter(season__club=season.club_id, season__starts__lt=season.starts).exclude(
        drawn_at=None
    )
    like = earlier.select_related("season__club").order_by("-season__starts", "-season_id").first()
    divisions: dict[int, list[int]] = {}
    if own:
        for row in own.players.select_related("player__merge__into").order_by("division", "seed"):
            divisions.setdefault(row.division, []).append(row.player.one.pk)
    elif like:
        next_divisions = league_page(like).next_time()
        divisions = {
            number: [player.id for player in players] for number, players in enumerate(next_divisions, start=1)
        }
    ordered = sorted(people, key=lambda player: name_order(player.name))
    return Plan(season, own, like, ordered, list(divisions.values()))
