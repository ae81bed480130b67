"""Whom a team may name for its boards in a round that is drawn, and by whom it is named."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.formats.options import Options
from tournaments.formats.plan import read_plan
from tournaments.models import Entrant, Event, Player, Round, Team
from tournaments.selectors.stage.sides import sides_of


@dataclass(frozen=True)
class LineUpPage:
    round: Round
    team: Team
    options: Options
    members: list[Entrant]  # in the order of the team
    named: list[int]  # who (ids) was named, or else whoever is first

    @property
    def event(self) -> Event:
        return self.team.event

    @property
    def here(self) -> list[Entrant]:
        return [one for one in self.members if one.present and one.status == Entrant.Status.ACTIVE]


def line_up_page(round_id: int, team: Team) -> LineUpPage:
    """Raises Round.DoesNotExist where the team is not drawn in a round of this number that is to be published."""
    found = Round.objects.select_related("stage__event")
    round_ = found.get(pk=round_id, status=Round.Status.PREVIEW, stage__event=team.event_id)
    if team.side_id not in round_.seating.seated:
        raise Round.DoesNotExist
    options = read_plan(round_.stage.format, round_.stage.options).options
    page = LineUpPage(round_, team, options, sides_of(team.event).get(team.side_id or 0, []), [])
    named = round_.seating.line_ups.get(team.side_id or 0) or [one.pk for one in page.here]
    return LineUpPage(round_, team, options, page.members, list(named[: options.boards]))


def team_of_side(event: Event, side: int) -> Team:
    """Raises Team.DoesNotExist."""
    return event.teams.select_related("event__club").get(side=side)


def own_team(player: Player, round_id: int) -> Team:
    """That of which the player is captain where the round is drawn. Raises Team.DoesNotExist."""
    teams = Team.objects.select_related("event__club")
    return teams.get(members__player=player, members__captain=True, event__stages__rounds=round_id)


def line_ups_to_name(player: Player, events: Iterable[Event]) -> list[Round]:
    """The rounds of these ``events`` for which the player, as captain of a team, may say who plays. No query where
    none of them has teams and rounds.
    """
    of_teams = [event.pk for event in events if event.has_teams and event.has_rounds]
    if not of_teams:
        return []
    sides = dict(
        Team.objects.filter(members__player=player, members__captain=True, event__in=of_teams)
        .exclude(side=None)
        .values_list("event", "side")
    )
    if not sides:
        return []
    drawn = Round.objects.filter(stage__event__in=sides, status=Round.Status.PREVIEW).select_related("stage__event")
    return [round_ for round_ in drawn if sides[round_.stage.event_id] in round_.seating.seated]
