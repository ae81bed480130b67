"""Events with teams."""

from tournaments.audit import SYSTEM
from tournaments.models import Event
from tournaments.services.teams import ListedTeam, set_teams


def team_up(event: Event, best: int = 0, **teams: str) -> int:
    """Teams by name, with their members, of whom the first is captain: ``team_up(event, Reds="P1 P2")``."""
    entrants = dict(event.entrants.values_list("player__name", "pk"))
    stored = dict(event.teams.values_list("name", "pk"))
    listed = []
    for name, names in teams.items():
        members = tuple(entrants[who] for who in names.split())
        listed.append(ListedTeam(name, members, members[0], stored.get(name)))
    revision = set_teams(event_id=event.pk, teams=listed, best=best, actor=SYSTEM)
    event.refresh_from_db()
    return revision


def all_in_teams(event: Event, count: int, *, best: int = 0) -> None:
    """Everybody in one of so many teams, without a captain; none: no teams."""
    entrants = list(event.entrants.order_by("pk").values_list("pk", flat=True))
    listed = [ListedTeam(f"Team {one + 1}", tuple(entrants[one::count])) for one in range(count)]
    set_teams(event_id=event.pk, teams=listed, best=best, actor=SYSTEM)
    event.refresh_from_db()
