"""The teams of an event: who is in which, and how they stand, read from the points each time."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.formats.record import Id
from tournaments.formats.teams import TeamRound, TeamRow, TeamShare, team_rounds, team_standing
from tournaments.models import Entrant, Event, Team
from tournaments.selectors.following import kept
from tournaments.selectors.night.scoreboard import Lists, LiveRow, flags, person_facts, row_message
from tournaments.selectors.night.standings import EventPage, StandingRow, event_standings
from tournaments.selectors.stage.places import final_places
from tournaments.selectors.stage.records import StageState
from tournaments.selectors.stage.stages import Person, every_stage, person
from tournaments.selectors.stage.teams import board_scores, by_seed, plays_by_boards
from tournaments.selectors.table.cards import plain_number_text
from tournaments.selectors.tournament.page import states_of

MANY = 1_000_000


@dataclass(frozen=True)
class TeamMembers:
    """``members``: the captain first, then by seed, those without one by name."""

    team: Team
    members: list[Entrant]

    @property
    def captain(self) -> Entrant | None:
        return next((entrant for entrant in self.members if entrant.captain), None)


def teams_of(event: Event) -> list[TeamMembers]:
    """In the order in which they were made. No query for an event without teams, else one."""
    if not event.has_teams:
        return []
    entrants = event.entrants.exclude(team=None).select_related("player", "substitute", "team__side")
    members: dict[int, list[Entrant]] = {}
    for entrant in sorted(entrants, key=_order):
        members.setdefault(entrant.team_id or 0, []).append(entrant)
    return [TeamMembers(own[0].team, own) for _pk, own in sorted(members.items()) if own[0].team]


def as_mates(one: Entrant, other: Entrant) -> int:
    """As how many meetings it counts that two are of one team: as more than there can be."""
    return MANY if one.team_id is not None and one.team_id == other.team_id else 0


def _order(entrant: Entrant) -> tuple[object, ...]:
    return not entrant.captain, *by_seed(entrant)


@dataclass(frozen=True)
class MemberLine:
    person: Person
    player: int
    captain: bool
    points: Fraction
    counted: Fraction


@dataclass(frozen=True)
class TeamLine:
    """A team with its place, as ``TeamRow`` has it; ``seed``: that of the first stage, where teams meet over boards."""

    team: Team
    row: TeamRow
    members: list[MemberLine]
    seed: int | None = None

    @property
    def has_captain(self) -> bool:
        return any(member.captain for member in self.members)


@dataclass(frozen=True)
class TeamStanding:
    """``best`` of each team's members count in a round, 0: all of them; where they meet over ``boards`` they stand by
    their matches, and a member's points are those of the boards.
    """

    best: int
    lines: list[TeamLine]
    boards: bool = False


def standing_of_teams(event: Event) -> TeamStanding | None:
    """None where the event has no teams. That of a tournament is made once for all readers."""
    if not event.has_teams:
        return None
    if event.has_rounds:
        return kept(event, ("teams",), lambda: tournament_teams(event, states_of(event)))
    return night_teams(event, event_standings(event))


def tournament_teams(event: Event, states: Sequence[StageState]) -> TeamStanding | None:
    """By the rounds of all stages, or by their matches where teams meet over boards."""
    if not event.has_teams:
        return None
    if plays_by_boards(every_stage(event)):
        return _by_matches(event, states)
    return _standing(event, teams_of(event), team_rounds((state.groups, state.plan.options) for state in states))


def _by_matches(event: Event, states: Sequence[StageState]) -> TeamStanding:
    rows = {row.person.id: row for row in final_places(states)}
    counted = [state.standings for state in states if state.plan.form.standings]
    points = {row.id: row.points for groups in counted for group in groups for row in group}
    scores = board_scores(states)
    seeds = {e.entrant_id: e.seed for state in states if state.stage.number == 1 for e in state.entries}
    lines = []
    for team in teams_of(event):
        side = team.team.side_id or 0
        own = {one.pk: scores[one.pk].points if one.pk in scores else Fraction() for one in team.members}
        shares = tuple(TeamShare(who, brought, brought) for who, brought in own.items())
        place = rows[side].place if side in rows else None
        row = TeamRow(team.team.pk, place, points.get(side, Fraction()), (), {}, None, shares)
        lines.append(replace(_line(row, team), seed=seeds.get(side)))
    lines.sort(key=lambda line: (line.row.place is None, line.row.place or 0))
    return TeamStanding(0, lines, boards=True)


def night_teams(event: Event, rows: Sequence[StandingRow]) -> TeamStanding | None:
    """By what places everybody on the night, which is one round. Whoever plays for somebody plays for themselves."""
    if not event.has_teams:
        return None
    teams = kept(event, ("members",), lambda: teams_of(event))
    entrants = {entrant.player_id: entrant.pk for team in teams for entrant in team.members}
    played = {entrants[row.player.id]: row for row in rows if row.player.id in entrants and row.has_place}
    points = {who: row.placing_figure(by_average=event.by_average) for who, row in played.items()}
    return _standing(event, teams, [TeamRound(points, {who: row.places[0] for who, row in played.items()})])


def seated_for(event: Event, tables: Iterable[LiveRow]) -> list[LiveRow]:
    """The rows of a night's tables, with the team of each seat. No query for an event without teams."""
    if event.has_rounds or not event.has_teams:
        return list(tables)
    teams = kept(event, ("members",), lambda: teams_of(event))
    names = {str(entrant.player_id): team.team.name for team in teams for entrant in team.members}

    def seat(row: LiveRow) -> LiveRow:
        return row._replace(facts={**row.facts, "team": names.get(row.facts["player"], "")})

    return [table._replace(rows=tuple(map(seat, table.rows))) for table in tables]


def _standing(event: Event, teams: Sequence[TeamMembers], rounds: Sequence[TeamRound]) -> TeamStanding:
    members = {team.team.pk: [entrant.pk for entrant in team.members] for team in teams}
    by_id: Mapping[int, TeamMembers] = {team.team.pk: team for team in teams}
    rows = team_standing(members, rounds, counting=event.team_best or None)
    return TeamStanding(event.team_best or 0, [_line(row, by_id[row.id]) for row in rows])


def _line(row: TeamRow, team: TeamMembers) -> TeamLine:
    entrants: Mapping[Id, Entrant] = {entrant.pk: entrant for entrant in team.members}
    return TeamLine(
        team.team,
        row,
        [
            MemberLine(
                person(entrants[share.id]),
                entrants[share.id].player_id,
                entrants[share.id].captain,
                share.points,
                share.counted,
            )
            for share in row.shares
        ],
    )


TEAM = ("rank", "points", "figure")
MEMBER = ("points", "counted")


def team_lists(page: EventPage) -> Lists:
    """The running figures of a night's teams."""
    standing = night_teams(page.event, page.standings)
    rows = [row_message(team_row(line)) for line in standing.lines] if standing else []
    return {"teams": {"cells": TEAM, "inner": MEMBER, "rows": rows}}


def team_row(line: TeamLine) -> LiveRow:
    """The live row of a team's place, in it those of its members; ``figure`` is what told it from the team above."""
    row = line.row
    placed, decided_by = row.place is not None, row.decided_by
    return LiveRow(
        key=f"team{line.team.pk}",
        flags=" ".join(filter(None, [flags(leads=row.place == 1), f"by-{decided_by}" if decided_by else ""])),
        cells={
            "rank": str(row.place or "–"),
            "points": plain_number_text(row.points),
            "figure": plain_number_text(row.figures[decided_by]) if decided_by else "",
        },
        facts={"name": line.team.name},
        rows=tuple(_member_row(member, placed=placed) for member in line.members),
    )


def _member_row(member: MemberLine, *, placed: bool) -> LiveRow:
    points, counted = plain_number_text(member.points), plain_number_text(member.counted)
    return LiveRow(
        key=f"m{member.person.id}",
        flags=flags(captain=member.captain, partly=member.counted != member.points),
        cells={"points": points, "counted": counted} if placed else dict.fromkeys(MEMBER, ""),
        facts={**person_facts(member.person.tag), "stands_in_for": member.person.stands_in_for},
    )
