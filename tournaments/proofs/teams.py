"""The teams of an event file, placed anew by its rounds, or by its night. Who was of which team is not proved."""

from collections import Counter
from collections.abc import Sequence

from tournaments.formats.drawing import exact_json
from tournaments.formats.teams import TeamRound, TeamRow, team_rounds, team_standing
from tournaments.proofs.stages import ReadStage
from tournaments.proofs.tables import Difference, Json, night_figures


def check_teams(whole: Json, stages: Sequence[ReadStage], checked: Counter[str], unchecked: Counter[str]) -> None:
    """By the tables and the standings, which have been checked. Raises Difference."""
    claims = whole["event"].get("teams")
    if claims is None:
        return
    people = {person["number"] for person in whole["people"]}
    members = Counter(who for team in claims["list"] for who in team["people"])
    captains = all(team["captain"] in (None, *team["people"]) for team in claims["list"])
    if not people.issuperset(members) or max(members.values(), default=1) > 1 or not captains or claims["best"] < 0:
        raise Difference("teams", claims["list"])
    if any(stage.plan.options.boards for stage in stages):
        sides = {entry["person"] for stage in stages for entry in stage.raw["entrants"]}
        if claims["standing"] or not sides <= {team.get("side") for team in claims["list"]}:
            raise Difference("teams: sides", sorted(sides))
        unchecked["team"] += len(members)
        return
    rounds = _at_night(whole) if whole["event"]["kind"] == "club-night" else _in_tournament(stages)
    teams = {number: team["people"] for number, team in enumerate(claims["list"], start=1)}
    follows = [team_json(row) for row in team_standing(teams, rounds, counting=claims["best"] or None)]
    if claims["standing"] != follows:
        raise Difference("teams: standing", claims["standing"], follows)
    checked["teams"] += len(teams)
    unchecked["team"] += len(members)


def team_json(row: TeamRow) -> Json:
    """As a file holds it: teams by their places in the list, members by their numbers."""
    return {
        "team": row.id,
        "place": row.place,
        "points": exact_json(row.points),
        "rounds": [exact_json(points) for points in row.rounds],
        "tie_breaks": {key: exact_json(figure) for key, figure in row.figures.items()},
        "decided_by": row.decided_by,
        "members": [
            {"person": share.id, "points": exact_json(share.points), "counted": exact_json(share.counted)}
            for share in row.shares
        ],
    }


def _at_night(whole: Json) -> list[TeamRound]:
    figures = night_figures(whole)
    firsts = {row["person"]: row["places"][0] for row in whole["standings"] if row["person"] in figures}
    return [TeamRound(figures, firsts)]


def _in_tournament(stages: Sequence[ReadStage]) -> list[TeamRound]:
    rounds: list[TeamRound] = []
    for stage in stages:
        people = {entry["seed"]: entry["person"] for entry in stage.raw["entrants"]}
        rounds += [
            TeamRound(
                {people[seed]: brought for seed, brought in round_.points.items()},
                {people[seed]: won for seed, won in round_.wins.items()},
            )
            for round_ in team_rounds([(stage.groups, stage.plan.options)])
        ]
    return rounds
