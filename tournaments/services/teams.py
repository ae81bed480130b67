"""The teams of an event, with their members."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, TypedDict

from django.db import transaction

from tournaments.audit import Actor, Details, the_player
from tournaments.limits import LONGEST_NAME, LONGEST_PLAYER_NAME, MOST_OF_A_TEAM
from tournaments.models import AuditEntry, Club, Entrant, Event, Player, ShownNames, Team
from tournaments.selectors.stage.teams import plays_by_boards
from tournaments.selectors.teams import TeamMembers, teams_of
from tournaments.services.change import commit_change, lock_event
from tournaments.services.refusals import Refused, fitting


@dataclass(frozen=True)
class ListedTeam:
    """``members`` and ``captain`` are entrants, by id; ``id`` is that of a team that there is already."""

    name: str
    members: tuple[int, ...]
    captain: int | None = None
    id: int | None = None


class TeamTerms(TypedDict):
    """What `set_teams` takes beside them."""

    best: int
    base_revision: int | None


@transaction.atomic
def set_teams(
    *, event_id: int, teams: Sequence[ListedTeam], best: int, actor: Actor, base_revision: int | None = None
) -> int:
    """All teams of the event, which may be over, instead of those before. In a round the ``best`` members of each
    count, 0: all of them. Tells the revision by which `undo_teams` takes it back. Refused where others were set after
    ``base_revision``.
    """
    event = lock_event(event_id)
    lists = event.audit_entries.filter(action="teams-set")
    if base_revision is not None and lists.filter(revision__gt=base_revision).exists():
        raise Refused("list-changed")
    if event.status == Event.Status.DISCARDED:
        raise Refused("event-finished")
    entrants = {entrant.pk: entrant for entrant in event.entrants.select_related("player")}
    _check(teams, best, entrants)
    old_teams = teams_of(event)
    before, teams = _told(event, old_teams), _known(teams, old_teams)
    rows = _written(event, teams)
    wanted = {pk: (rows[at], pk == team.captain) for at, team in enumerate(teams) for pk in team.members}
    changed = []
    for pk, entrant in entrants.items():
        team, captain = wanted.get(pk, (None, False))
        if (entrant.team_id, entrant.captain) != (team and team.pk, captain):
            entrant.team, entrant.captain = team, captain
            changed.append(entrant)
    Entrant.objects.bulk_update(changed, ["team", "captain"])
    gone = event.teams.exclude(pk__in=[row.pk for row in rows])
    if plays := gone.filter(side__stage_entries__isnull=False).first():
        raise Refused("team-plays", name=plays.name)
    sides = list(gone.exclude(side=None).values_list("side", "side__player"))
    gone.delete()
    _forget_sides(sides)
    event.team_best = best if teams else None
    event.save(update_fields=["team_best"])
    keep_sides(event)
    commit_change(event, actor, "teams-set", before=before, after=_told(event, teams_of(event)))
    return event.revision


def keep_sides(event: Event) -> None:
    """Where teams meet over boards each has what stands for it, by its name; elsewhere none has, but for what has
    played.
    """
    teams = list(event.teams.select_related("side__player"))
    if not plays_by_boards(event.stages.all()):
        idle = [team for team in teams if team.side and not team.side.stage_entries.exists()]
        sides = [(team.side_id, team.side.player_id) for team in idle if team.side]
        event.teams.filter(pk__in=[team.pk for team in idle]).update(side=None)
        _forget_sides(sides)
        return
    names = {team.pk: fitting(team.name, LONGEST_PLAYER_NAME) for team in teams}
    renamed = []
    for team in teams:
        if team.side and team.side.player.name != names[team.pk]:
            team.side.player.name = names[team.pk]
            renamed.append(team.side.player)
    Player.everyone.bulk_update(renamed, ["name"])
    new = [team for team in teams if team.side is None]
    facts = {"club": event.club, "is_team": True, "shown_names": ShownNames.FULL}
    players = Player.everyone.bulk_create(Player(name=names[team.pk], **facts) for team in new)
    standing_for = Entrant.objects.bulk_create(Entrant(event=event, player=player) for player in players)
    for team, entrant in zip(new, standing_for, strict=True):
        team.side = entrant
    Team.objects.bulk_update(new, ["side"])


def find_sides(club: Club) -> None:
    """What stands for the teams of a club that has come in from a file, by their names."""
    for side in Entrant.objects.filter(event__club=club, player__is_team=True, stands_for=None).select_related(
        "player"
    ):
        teams = Team.objects.filter(event=side.event_id, side=None)
        for team in (team for team in teams if fitting(team.name, LONGEST_PLAYER_NAME) == side.player.name):
            team.side = side
            team.save(update_fields=["side"])


def _forget_sides(sides: Iterable[tuple[int | None, int]]) -> None:
    """Of entrant and player (ids)."""
    ids = [(entrant, player) for entrant, player in sides if entrant is not None]
    Entrant.objects.filter(pk__in=[entrant for entrant, _player in ids]).delete()
    Player.everyone.filter(pk__in=[player for _entrant, player in ids]).delete()


def join_teams(*, event_id: int, teams: Mapping[int, str], actor: Actor) -> None:
    """These entrants (ids) are of the teams of these names, whether there are such already or not."""
    event = Event.objects.get(pk=event_id)
    listed: dict[str, ListedTeam] = {}
    for team in teams_of(event):
        key = team.team.name.casefold()
        staying = tuple(entrant.pk for entrant in team.members if teams.get(entrant.pk, key).casefold() == key)
        captain = next((entrant.pk for entrant in team.members if entrant.captain and entrant.pk in staying), None)
        listed[key] = ListedTeam(team.team.name, staying, captain, team.team.pk)
    for pk, name in teams.items():
        joined = listed.setdefault(name.casefold(), ListedTeam(name, ()))
        if pk not in joined.members:
            listed[name.casefold()] = replace(joined, members=(*joined.members, pk))
    named = [each for each in listed.values() if each.members]
    set_teams(event_id=event_id, teams=named, best=event.team_best or 0, actor=actor)


def name_captains(*, event_id: int, captains: Collection[int], actor: Actor) -> None:
    """These entrants (ids) are captains of their teams; whoever was before of those teams is no more."""
    event = Event.objects.get(pk=event_id)
    listed = []
    for team in teams_of(event):
        members = tuple(entrant.pk for entrant in team.members)
        old = team.captain.pk if team.captain else None
        listed.append(
            ListedTeam(team.team.name, members, next((pk for pk in members if pk in captains), old), team.team.pk)
        )
    set_teams(event_id=event_id, teams=listed, best=event.team_best or 0, actor=actor)


@transaction.atomic
def undo_teams(*, event_id: int, revision: int, actor: Actor) -> None:
    """The teams as before the change that made this revision, unless they have changed since. Whoever is not entered
    any more stays out.
    """
    event = lock_event(event_id)
    entry = AuditEntry.objects.filter(event=event, action="teams-set").order_by("pk").last()
    if entry is None or entry.revision != revision:
        raise Refused("list-changed")
    entrants = dict(event.entrants.values_list("player_id", "pk"))
    ids = dict(event.teams.values_list("name", "pk"))
    teams = [_read(told, entrants, ids) for told in entry.before["teams"]]
    set_teams(
        event_id=event_id, teams=[team for team in teams if team.members], best=entry.before["best_of"], actor=actor
    )


def _read(told: Mapping[str, Any], entrants: Mapping[int, int], ids: Mapping[str, int]) -> ListedTeam:
    members = [entrants.get(ref["player"]) for ref in told["players"]]
    captain = entrants.get(told["captain"]["player"]) if told["captain"] else None
    return ListedTeam(told["name"], tuple(pk for pk in members if pk), captain, ids.get(told["name"]))


def _check(teams: Sequence[ListedTeam], best: int, entrants: Mapping[int, Entrant]) -> None:
    members = Counter(chain.from_iterable(team.members for team in teams))
    if not entrants.keys() >= members.keys():
        raise Refused("list-changed")
    if twice := [entrants[who].player.name for who, count in members.items() if count > 1]:
        raise Refused("in-two-teams", names=twice)
    names = Counter(team.name.casefold() for team in teams)
    for team in teams:
        if names[team.name.casefold()] > 1:
            raise Refused("team-taken", name=team.name)
        if not team.name or not team.members or team.captain not in (None, *team.members):
            raise Refused("team-empty", name=team.name)
    if not 0 <= best <= MOST_OF_A_TEAM:
        raise Refused("team-best", most=MOST_OF_A_TEAM)


def _known(teams: Sequence[ListedTeam], old_teams: Sequence[TeamMembers]) -> list[ListedTeam]:
    """A new team of the same members as one that is listed no more is that one under another name."""
    listed = {team.id for team in teams}
    gone = {frozenset(entrant.pk for entrant in old.members): old.team.pk for old in old_teams}
    gone = {members: pk for members, pk in gone.items() if pk not in listed}
    return [replace(team, id=team.id or gone.get(frozenset(team.members))) for team in teams]


def _written(event: Event, teams: Sequence[ListedTeam]) -> list[Team]:
    stored = {team.pk: team for team in event.teams.all()}
    ids = [team.id for team in teams if team.id]
    if not stored.keys() >= set(ids) or len(set(ids)) < len(ids):
        raise Refused("list-changed")
    rows = [stored[team.id] if team.id else Team(event=event) for team in teams]
    for row, team in zip(rows, teams, strict=True):
        row.name = fitting(team.name, LONGEST_NAME)
    Team.objects.bulk_create([row for row in rows if row.pk is None])
    Team.objects.bulk_update([row for row in rows if row.pk in stored], ["name"])
    return rows


def _told(event: Event, teams: Sequence[TeamMembers]) -> Details:
    return {
        "best_of": event.team_best or 0,
        "teams": [
            {
                "name": team.team.name,
                "captain": the_player(team.captain.player_id) if team.captain else None,
                "players": [the_player(entrant.player_id) for entrant in team.members],
            }
            for team in teams
        ],
    }
