"""Who is drawn in a stage: the people of an event, or what stands for their teams where these meet over boards."""

from collections.abc import Iterable

from django.db.models import F

from tournaments.limits import MOST_OF_A_TEAM
from tournaments.models import Entrant, Event, Stage, name_order

UNSEEDED_LAST = F("seed").asc(nulls_last=True)


def plays_by_boards(stages: Iterable[Stage]) -> bool:
    """Whether teams meet over boards in an event of these stages."""
    return any(stage.options.get("boards") for stage in stages)


def who_enters(stage: Stage) -> list[Entrant]:
    """By seed. Where teams meet they are seeded by the sums of their members' seeds, of as many as there are boards."""
    entrants = stage.event.entrants.select_related("player", "substitute").order_by(UNSEEDED_LAST, "pk")
    boards = stage.options.get("boards")
    if not boards:
        return list(entrants.people())
    members = sides_of(stage.event)
    unseeded = len(members) * MOST_OF_A_TEAM
    seeds = {side: [one.seed or unseeded for one in team[:boards]] for side, team in members.items()}
    strength = {side: (sum(own) + unseeded * (boards - len(own)), side) for side, own in seeds.items()}
    return sorted(entrants.filter(pk__in=members), key=lambda side: strength[side.pk])


def sides_of(event: Event) -> dict[int, list[Entrant]]:
    """The members of each team in its order, by what stands for it (id): by seed, those without one by name."""
    members: dict[int, list[Entrant]] = {}
    entrants = event.entrants.exclude(team__side=None).select_related("player", "substitute", "team")
    for entrant in sorted(entrants, key=by_seed):
        if entrant.team and entrant.team.side_id:
            members.setdefault(entrant.team.side_id, []).append(entrant)
    return members


def event_of_side(player_id: int) -> Event:
    """Where this one, who is nobody of the club, stands for a team. Raises Event.DoesNotExist."""
    return Event.objects.get(entrants__player=player_id, entrants__player__is_team=True)


def by_seed(entrant: Entrant) -> tuple[object, ...]:
    return entrant.seed is None, entrant.seed or 0, name_order(entrant.player.name)
