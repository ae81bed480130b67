"""The places of teams in events that are over, which seasons count."""

from tournaments.models import Club, Event, Stage, Team
from tournaments.selectors.night.standings import event_standings
from tournaments.selectors.stage.records import stage_state
from tournaments.selectors.teams import night_teams, tournament_teams
from tournaments.services.summaries.differences import Drift


def update_team_places(event: Event) -> None:
    """Part of every change of an event that is over, and of the one by which it is open again."""
    if event.has_teams:
        _write(event)


def rebuild_team_places(club: Club) -> list[Drift]:
    """Every place is what the event's tables give."""
    return [drift for event in club.events.exclude(team_best=None) for drift in _write(event)]


def _write(event: Event) -> list[Drift]:
    teams, places = list(event.teams.all()), _places(event)
    changed = [team for team in teams if team.place != places.get(team.pk)]
    drifts = [
        Drift(f"{event}, {team}", None, {"place": team.place}, {"place": places.get(team.pk)}) for team in changed
    ]
    for team in changed:
        team.place = places.get(team.pk)
    Team.objects.bulk_update(changed, ["place"])
    return drifts


def _places(event: Event) -> dict[int, int | None]:
    if event.status != Event.Status.FINISHED:
        return {}
    if event.has_rounds:
        begun = event.stages.exclude(status=Stage.Status.PLANNED).order_by("number")
        standing = tournament_teams(event, [stage_state(stage, at=event.settled_at) for stage in begun])
    else:
        standing = night_teams(event, event_standings(event))
    return {line.team.pk: line.row.place for line in standing.lines} if standing else {}
