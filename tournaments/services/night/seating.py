"""Opening tables for people who are here and free, and moving people before the first deal."""

from collections.abc import Sequence

from django.db import transaction

from scoring.games import GAMES
from tournaments.audit import Actor, Details, seated_at, the_player
from tournaments.models import Entrant, Event, Seat, Table
from tournaments.selectors.night.seating import free_numbers, numbers_in_use
from tournaments.selectors.table.messages import open_claim
from tournaments.services.change import commit_change, commit_table_change, load, lock_night
from tournaments.services.refusals import Refused
from tournaments.services.table.availability import require_free
from tournaments.services.table.new_tables import create_tables, make_place


@transaction.atomic
def open_tables(
    *,
    event_id: int,
    groups: Sequence[Sequence[int]],
    actor: Actor,
    numbers: Sequence[int] | None = None,
    how: dict[str, object] | None = None,
) -> list[Table]:
    """A table for each group of entrants (ids, by seat), at these `numbers` of the room or the first that are free.
    `how` tells the log how they were drawn.
    """
    event = lock_night(event_id)
    entrants = _free_entrants(event, [pk for group in groups for pk in group])
    for group in groups:
        _require_size(event, len(group))
    taken = numbers_in_use(event)
    numbers = numbers or free_numbers(taken, wanted=len(groups))
    if lost := sorted(taken & set(numbers)):
        raise Refused("table-in-use", tables=lost)
    tables = [Table(event=event, number=number, revision=event.revision + 1) for number in numbers]
    create_tables([(table, [entrants[pk] for pk in group]) for table, group in zip(tables, groups, strict=True)])
    seated = [
        {"table": table.number, "seats": [the_player(entrants[pk].player_id) for pk in group]}
        for table, group in zip(tables, groups, strict=True)
    ]
    commit_change(event, actor, "tables-opened", after={"how": how or {}, "tables": seated})
    return tables


@transaction.atomic
def sit_down(*, event_id: int, entrant_id: int, table_id: int, actor: Actor, index: int | None = None) -> int:
    """Who came late sits down at a table that has not begun, last or at this `index`; tells how many sit there then."""
    event = lock_night(event_id)
    table = _not_begun(event, table_id)
    entrant = _free_entrants(event, [entrant_id])[entrant_id]
    before = seated_at(table)
    _require_size(event, len(before) + 1)
    place = make_place(table, index)
    Seat.objects.create(table=table, index=place, entrant=entrant, substitute_id=entrant.substitute_id)
    after: Details = {"player": the_player(entrant.player_id), "seats": seated_at(table)}
    commit_table_change(table, actor, "seat-taken", before={"seats": before}, after=after)
    return len(before) + 1


@transaction.atomic
def get_up(*, event_id: int, seat_id: int, actor: Actor) -> None:
    """Somebody leaves a table that has not begun, and the others close ranks."""
    event = lock_night(event_id)
    seat = _seat(event, seat_id)
    table = _table_not_begun(event, seat)
    _require_size(event, table.seats.count() - 1)
    before = seated_at(table)
    seat.delete()
    _close_ranks(table)
    after: Details = {"player": the_player(seat.player.pk), "seats": seated_at(table)}
    commit_table_change(table, actor, "seat-left", before={"seats": before}, after=after)


@transaction.atomic
def exchange_seats(*, event_id: int, first_id: int, second_id: int, actor: Actor) -> None:
    """Two people change seats, at one table or between two; neither table may have begun."""
    event = lock_night(event_id)
    first, second = (_seat(event, pk) for pk in (first_id, second_id))
    tables = {table.pk: table for table in (_table_not_begun(event, first), _table_not_begun(event, second))}
    before = {pk: seated_at(table) for pk, table in tables.items()}
    a, b = first.entrant_id, second.entrant_id
    # Three steps, since nobody may sit twice at a table even for a moment.
    spare = Seat.objects.filter(pk=first.pk)
    if first.table_id == second.table_id:
        spare.update(index=1000)
        Seat.objects.filter(pk=second.pk).update(index=first.index)
        spare.update(index=second.index)
    else:
        spare.update(entrant=b)
        Seat.objects.filter(pk=second.pk).update(entrant=a)
    for pk, table in tables.items():
        table.event = event
        after: Details = {"seats": seated_at(table)}
        commit_table_change(table, actor, "seats-exchanged", before={"seats": before[pk]}, after=after)


@transaction.atomic
def move_to_table(*, event_id: int, seat_id: int, table_id: int, actor: Actor, index: int | None = None) -> None:
    """Someone gets up and sits down at another table, last or at this `index`; neither table may have begun."""
    event = lock_night(event_id)
    seat = _seat(event, seat_id)
    origin = _table_not_begun(event, seat)
    target = _not_begun(event, table_id)
    if origin.pk == target.pk:
        return
    _require_size(event, target.seats.count() + 1)
    _require_size(event, origin.seats.count() - 1)
    before = {table.pk: seated_at(table) for table in (origin, target)}
    Seat.objects.filter(pk=seat.pk).update(table=target, index=make_place(target, index))
    _close_ranks(origin)
    target.first_dealer = 0
    for table in (origin, target):
        moved: Details = {"player": the_player(seat.player.pk), "from": origin.number, "to": target.number}
        after: Details = {**moved, "seats": seated_at(table)}
        commit_table_change(table, actor, "seat-moved", before={"seats": before[table.pk]}, after=after)


def _close_ranks(table: Table) -> None:
    table.first_dealer = 0
    for index, seat in enumerate(table.seats.order_by("index")):
        Seat.objects.filter(pk=seat.pk).update(index=index)


def _seat(event: Event, seat_id: int) -> Seat:
    """Who sits there is read only after the event has been locked: somebody else may be exchanging the same seats."""
    return load(Seat.objects.filter(table__event=event), pk=seat_id)


def _require_size(event: Event, size: int) -> None:
    game = GAMES[event.game]
    if not game.min_seats <= size <= game.max_seats:
        raise Refused("table-size", smallest=game.min_seats, largest=game.max_seats, got=size)


def _free_entrants(event: Event, ids: Sequence[int]) -> dict[int, Entrant]:
    if len(set(ids)) != len(ids):
        raise Refused("seated-twice")
    entrants = {e.pk: e for e in event.entrants.filter(pk__in=ids, present=True)}
    if len(entrants) != len(ids):
        raise Refused("not-here")
    require_free(event, [entrant.player_id for entrant in entrants.values()])
    return entrants


def _table_not_begun(event: Event, seat: Seat) -> Table:
    return _not_begun(event, seat.table_id)


def _not_begun(event: Event, table_id: int) -> Table:
    table = load(event.tables.all(), pk=table_id)
    table.event = event
    if table.deals.exists() or table.status != Table.Status.PLAYING:
        raise Refused("table-begun", table=table.number)
    if open_claim(table.pk):  # it names seats
        raise Refused("claims-open", tables=[table.number])
    return table
