"""Who sits at a team's boards in a round: named before it is published, else whoever is first in the team's order."""

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction

from tournaments.audit import Actor, Details, players_of, the_player
from tournaments.formats.boards import keeps_order, line_up
from tournaments.formats.options import Options
from tournaments.formats.plan import read_plan
from tournaments.models import Entrant, Event, RoundSeating
from tournaments.selectors.stage.teams import sides_of
from tournaments.services.change import commit_change
from tournaments.services.refusals import Refused
from tournaments.services.stage.preview import lock_preview, where


def line_ups_due(event: Event, seating: RoundSeating, options: Options) -> dict[int, tuple[int, ...]]:
    """By side, for the round as it is planned. Of those who were named, whoever has left since is left out, and those
    who are here move up; of a team that has left itself all are named, as they lose. Raises Refused where nobody of a
    team is here.
    """
    if odd := [table.number for table in seating.tables if len(table.entrants) != 2]:
        raise Refused("no-points", tables=sorted(odd))
    members = sides_of(event)
    gone = {*event.entrants.exclude(status=Entrant.Status.ACTIVE).values_list("pk", flat=True)}
    due: dict[int, tuple[int, ...]] = {}
    for side in (side for table in seating.tables for side in table.entrants):
        team = members.get(side, [])
        here = [one.pk for one in team if side in gone or (one.status == Entrant.Status.ACTIVE and one.present)]
        if not here:
            raise Refused("nobody-of-team", name=event.entrants.select_related("player").get(pk=side).player.name)
        named, is_fixed = seating.line_ups.get(side, ()), options.line_up == "fixed"
        due[side] = tuple(line_up(here, boards=options.boards, named=named, fixed=is_fixed))
    for first, second in (table.entrants for table in seating.tables):
        for side, other in ((first, second), (second, first)):
            if side in gone:
                due[side] = due[side][: len(due[other])]
    return due


@transaction.atomic
def set_line_up(*, round_id: int, side: int, members: Sequence[int], actor: Actor) -> None:
    """These members (ids) of the team, by its ``side``, sit at its boards in the round that is drawn, the first of them
    at the first; none: the first in the team's order.
    """
    round_ = lock_preview(round_id)
    event, old_seating = round_.stage.event, round_.seating
    options = read_plan(round_.stage.format, round_.stage.options).options
    team = {one.pk: one for one in sides_of(event).get(side, ())}
    if side not in old_seating.seated or not team.keys() >= set(members) or len(set(members)) < len(members):
        raise Refused("list-changed")
    if len(members) > options.boards:
        raise Refused("line-up-long", most=options.boards)
    if away := [team[who].player.name for who in members if not _plays(team[who])]:
        raise Refused("line-up-away", names=away)
    if options.line_up == "fixed" and not keeps_order(members, list(team)):
        raise Refused("line-up-order")
    named = {**old_seating.line_ups, side: tuple(members)}
    if not members:
        del named[side]
    if named == old_seating.line_ups:
        return
    round_.seating = replace(old_seating, line_ups=named)
    round_.save(update_fields=["seating"])
    subject: Details = {**where(round_), "player": the_player(event.entrants.get(pk=side).player_id)}
    before: Details = {**subject, "players": players_of(old_seating.line_ups.get(side, ()))}
    commit_change(event, actor, "line-up", before=before, after={**subject, "players": players_of(members)})


def _plays(member: Entrant) -> bool:
    return member.present and member.status == Entrant.Status.ACTIVE
