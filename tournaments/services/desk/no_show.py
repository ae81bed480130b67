"""Somebody was drawn or seated and has not come."""

from functools import partial
from typing import Any

from django.db import transaction

from scoring.games import GAMES
from tournaments.audit import Actor
from tournaments.models import Event, Seat, Table
from tournaments.selectors.stage.absences import leaving_page
from tournaments.services.change import load, lock_table
from tournaments.services.desk.ruled import ruled
from tournaments.services.desk.undo import Step
from tournaments.services.night import nights, seating
from tournaments.services.refusals import Refused
from tournaments.services.stage import registration, rulings
from tournaments.services.table.life import take_back_table


@transaction.atomic
def no_show(*, seat_id: int, reason: str, actor: Actor) -> list[Step]:
    """In a tournament the seat forfeits and its entrant has withdrawn; on a night the others play, if there are enough.
    Tells how it is undone.
    """
    seat = load(Seat.objects.select_related("entrant__player"), pk=seat_id)
    table = lock_table(seat.table_id)
    if table.status != Table.Status.PLAYING or table.deals.exists():
        raise Refused("no-show-begun", table=table.number)
    if table.event.kind == Event.Kind.TOURNAMENT:
        return _forfeits(table, seat, reason, actor)
    return _goes(table, seat, actor)


def _forfeits(table: Table, seat: Seat, reason: str, actor: Actor) -> list[Step]:
    leaving = leaving_page(table.event, seat.entrant_id).leaving
    given: dict[str, Any] = {"table_id": table.pk, "seats": [seat.index], "reason": reason, "actor": actor}
    back = ruled(table_id=table.pk, rule=partial(rulings.forfeit, **given))
    results = leaving.usual if leaving else ""
    registration.withdraw(event_id=table.event_id, entrant_id=seat.entrant_id, actor=actor, results=results)
    return [("reinstate", (seat.entrant_id,)), *back]


def _goes(table: Table, seat: Seat, actor: Actor) -> list[Step]:
    if table.seats.count() > GAMES[table.event.game].min_seats:
        seating.get_up(event_id=table.event_id, seat_id=seat.pk, actor=actor)
        again: Step = ("sit", (table.pk, seat.entrant_id, seat.index))
    else:
        take_back_table(table_id=table.pk, actor=actor)
        again = ("reopen", (table.pk,))
    nights.mark_left(event_id=table.event_id, entrant_id=seat.entrant_id, actor=actor)
    return [("here", (seat.entrant_id,)), again]
