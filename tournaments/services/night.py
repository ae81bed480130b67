"""A club night and its tables: who is here, opening tables, moving people before the first deal, messages to the pads,
and the night's end.
"""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db import transaction
from django.utils import timezone

from scoring.games import GAMES
from tournaments.audit import Actor, Details, players_of, seated_at, the_player
from tournaments.formats.acceleration import NightTerms
from tournaments.limits import LONGEST_MESSAGE
from tournaments.models import Club, Entrant, Event, Message, Player, Seat, SeatPhone, Table
from tournaments.models.event import GRACE
from tournaments.models.table import ENDED
from tournaments.selectors.night.desk import free_numbers, numbers_in_use
from tournaments.selectors.table.confirmations import is_stopped
from tournaments.selectors.table.page import open_claim
from tournaments.services.change import commit_change, commit_table_change, load, lock_event, lock_night
from tournaments.services.club.clubs import add_players
from tournaments.services.handicaps import give_handicaps, set_night_handicap
from tournaments.services.opening import create_tables, require_free
from tournaments.services.refusals import Refused, fitting
from tournaments.services.table.claims import answer_call
from tournaments.services.table.confirmations import ConfirmationRule, set_confirmation
from tournaments.services.table.life import make_place, take_back_table


@transaction.atomic
def send_message(*, event_id: int, table_id: int | None, text: str, actor: Actor) -> Message:
    """Sends a message to one table of the event, or to all."""
    event = lock_event(event_id)
    table = None if table_id is None else load(event.tables.all(), pk=table_id)
    message = Message.objects.create(event=event, table=table, text=fitting(text, LONGEST_MESSAGE), user=actor.user)
    commit_change(event, actor, "message", table=table, after={"text": text})
    return message


@transaction.atomic
def answer_call_with(*, table_id: int, text: str, actor: Actor) -> None:
    """Ends the table's call, and sends it this ``text``, if any, unless somebody else has ended the call already."""
    if answer_call(table_id=table_id, actor=actor) and text:
        event_id = Table.objects.values_list("event_id", flat=True).get(pk=table_id)
        send_message(event_id=event_id, table_id=table_id, text=text, actor=actor)


@transaction.atomic
def create_club_night(
    *,
    club: Club,
    name: str,
    game: str,
    rules: Mapping[str, object],
    date: datetime.date,
    actor: Actor,
    confirmation: ConfirmationRule | None = None,
    handicap: NightTerms | None = None,
    names: Collection[str] = (),
) -> Event:
    """Opens a club night with these people. Raises ScoringError where the rules are not among the game's options."""
    event = Event.objects.create(
        club=club,
        kind=Event.Kind.CLUB_NIGHT,
        name=name,
        game=game,
        rules=GAMES[game].check_rules(rules),
        date=date,
    )
    after: Details = {"name": name, "date": date.isoformat(), "game": game, "rules": event.game_rules}
    commit_change(event, actor, "event-created", after=after)
    if confirmation:
        set_confirmation(event_id=event.pk, actor=actor, **confirmation)
    if handicap:
        set_night_handicap(event_id=event.pk, terms=handicap, actor=actor)
    if names:
        add_entrants_by_name(event_id=event.pk, names=names, actor=actor)
    return event


@transaction.atomic
def mark_here(*, event_id: int, players: Collection[Player], names: Collection[str], actor: Actor) -> list[int]:
    """Enters these players, and those given by name. Returns the ids of the entrants who were not here before."""
    present = lock_event(event_id).entrants.filter(present=True).values_list("pk", flat=True)
    present_ids = set(present)
    if players:
        add_entrants(event_id=event_id, players=players, actor=actor)
    if names:
        add_entrants_by_name(event_id=event_id, names=names, actor=actor)
    return sorted(set(present.all()) - present_ids)


@transaction.atomic
def mark_not_here(*, event_id: int, entrants: Collection[int], actor: Actor) -> None:
    """Removes these entrants (ids), who had not come after all; those who have sat at a table tonight have left."""
    event = lock_night(event_id)
    named = event.entrants.filter(pk__in=entrants, present=True)
    seats = Seat.objects.filter(entrant__in=named)
    if seat := seats.filter(table__status=Table.Status.PLAYING).select_related("table").first():
        raise Refused("still-seated", table=seat.table.number)
    subject: Details = {"players": players_of(named.order_by("pk").values_list("pk", flat=True))}
    sat = set(seats.values_list("entrant", flat=True))
    named.exclude(pk__in=sat).delete()
    event.entrants.filter(pk__in=sat).update(present=False, left_at=timezone.now())
    after: Details = {**subject, "present": False, **give_handicaps(event)}
    commit_change(event, actor, "checked-out", before={**subject, "present": True}, after=after)


@transaction.atomic
def add_entrants(*, event_id: int, players: Iterable[Player], actor: Actor) -> list[Entrant]:
    """These players are here now: new tonight, or back again."""
    event = lock_night(event_id)
    coming = list({player.pk: player for player in players}.values())
    entrants = {entrant.player_id: entrant for entrant in event.entrants.filter(player__in=coming)}
    came = [player for player in coming if player.pk not in entrants or not entrants[player.pk].present]
    event.entrants.filter(player__in=came).update(present=True, left_at=None)
    Entrant.objects.bulk_create(Entrant(event=event, player=player) for player in came if player.pk not in entrants)
    subject: Details = {"players": [the_player(player.pk) for player in came]}
    after: Details = {**subject, "present": True, **give_handicaps(event)}
    commit_change(event, actor, "players-here", before={**subject, "present": False}, after=after)
    entrants_here = {entrant.player_id: entrant for entrant in event.entrants.filter(player__in=coming)}
    return [entrants_here[player.pk] for player in coming]


@transaction.atomic
def add_entrants_by_name(*, event_id: int, names: Iterable[str], actor: Actor) -> list[Entrant]:
    event = lock_night(event_id)
    players = add_players(club=event.club, names=names, actor=actor)
    return add_entrants(event_id=event_id, players=players, actor=actor)


@transaction.atomic
def come_oneself(*, event_id: int, name: str, actor: Actor) -> Entrant:
    event = lock_night(event_id)
    (player,) = add_players(club=event.club, names=[name], actor=actor)
    entrant = event.entrants.filter(player=player).first()
    came = entrant or Entrant(event=event, player=player, present=False)
    old_facts: Details = {"players": [the_player(player.pk)], "present": came.present}
    came.present, came.left_at = True, None
    came.save()
    after: Details = {**old_facts, "present": True, **give_handicaps(event)}
    commit_change(event, actor, "registered", before=old_facts, after=after)
    return came


@transaction.atomic
def mark_left(*, event_id: int, entrant_id: int, actor: Actor) -> None:
    """Somebody goes home. Who still sits at a running table must have it ended or adjourned first."""
    event = lock_night(event_id)
    entrant = load(event.entrants.all(), pk=entrant_id)
    seat = Seat.objects.filter(entrant=entrant, table__status=Table.Status.PLAYING).select_related("table").first()
    if seat:
        raise Refused("still-seated", table=seat.table.number)
    subject: Details = {"player": the_player(entrant.player_id)}
    old_facts: Details = {**subject, "present": entrant.present}
    entrant.present, entrant.left_at = False, timezone.now()
    entrant.save(update_fields=["present", "left_at"])
    after: Details = {**subject, "present": False, **give_handicaps(event)}
    commit_change(event, actor, "player-left", before=old_facts, after=after)


@transaction.atomic
def rank_by_average(*, event_id: int, by_average: bool, actor: Actor) -> None:
    """Sets whether a night is ranked by the average; also once it is over, when what rests on its places follows."""
    event = lock_event(event_id)
    if event.has_rounds:
        raise Refused("no-night")
    if event.by_average == by_average:
        return
    event.by_average = by_average
    event.save(update_fields=["by_average"])
    old_facts: Details = {"by_average": not by_average}
    commit_change(event, actor, "ranking-set", before=old_facts, after={"by_average": by_average})


@transaction.atomic
def finish_event(*, event_id: int, actor: Actor) -> None:
    event = _open_event(event_id)
    _require_no_table_open(event)
    _require_settled(event)
    _set_status(event, Event.Status.FINISHED, actor, "event-finished")


def _require_no_table_open(event: Event) -> None:
    """A night's adjourned tables are carried on to another; a tournament's would never have a result."""
    unfinished = event.tables.filter(status__in=(Table.Status.PLAYING, Table.Status.ADJOURNED))
    tables = list(unfinished.values_list("status", "number"))
    if playing := [number for status, number in tables if status == Table.Status.PLAYING]:
        raise Refused("tables-playing", tables=playing)
    if event.has_rounds and tables:
        raise Refused("tables-adjourned", tables=[number for _, number in tables])


def _require_settled(event: Event) -> None:
    """No dispute is left open, and nothing waits for a word that nobody has to give any more."""
    claiming = event.tables.filter(claims__answer="").exclude(status=Table.Status.UNDONE)
    if claims := list(claiming.values_list("number", flat=True)):
        raise Refused("claims-open", tables=claims)
    stopped = [table for table in event.tables.filter(status__in=ENDED) if is_stopped(table)]
    if disputed := [table.number for table in stopped if table.confirmation == Table.ConfirmationState.DISPUTED]:
        raise Refused("tables-disputed", tables=disputed)
    if waiting := [table.number for table in stopped if table.accepted_at is None]:
        raise Refused("tables-unconfirmed", tables=waiting)


@transaction.atomic
def discard_event(*, event_id: int, actor: Actor) -> list[int]:
    """Opened by mistake: no list shows it any more until it is reopened. Tells which tables (ids) it took back."""
    event = _open_event(event_id)
    if event.tables.filter(deals__isnull=False).exists() or event.tables_carried_on.exists():
        raise Refused("event-played")
    waiting = event.tables.exclude(status=Table.Status.UNDONE)
    if published := list(waiting.exclude(round=None).values_list("number", flat=True)):
        raise Refused("round-waits", tables=published)
    taken_back = list(waiting.values_list("pk", flat=True))
    for table in taken_back:
        take_back_table(table_id=table, actor=actor)
    event = lock_event(event_id)
    _set_status(event, Event.Status.DISCARDED, actor, "event-discarded")
    return taken_back


@transaction.atomic
def reopen_event(*, event_id: int, actor: Actor) -> None:
    _set_status(lock_event(event_id), Event.Status.OPEN, actor, "event-reopened")


def _set_status(event: Event, status: Event.Status, actor: Actor, action: str) -> None:
    """The codes of its pads last as long as it is open, and a day longer."""
    old_status, event.status = event.status, status
    event.codes_end_at = None if status == Event.Status.OPEN else timezone.now() + GRACE
    event.save(update_fields=["codes_end_at"])
    commit_change(event, actor, action, before={"status": old_status}, after={"status": event.status})


def _open_event(event_id: int) -> Event:
    event = lock_event(event_id)
    if event.status != Event.Status.OPEN:
        raise Refused("event-finished")
    return event


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
    seatings, logged_tables = [], []
    for table, group in zip(tables, groups, strict=True):
        people = [entrants[pk] for pk in group]
        seatings.append((table, people))
        logged_tables.append({"table": table.number, "seats": [the_player(entrant.player_id) for entrant in people]})
    create_tables(seatings)
    commit_change(event, actor, "tables-opened", after={"how": how or {}, "tables": logged_tables})
    return tables


@transaction.atomic
def sit_down(*, event_id: int, entrant_id: int, table_id: int, actor: Actor, index: int | None = None) -> int:
    """Seats somebody who came late at a table that has not begun, last or at this `index`; returns how many sit there
    then.
    """
    event = lock_night(event_id)
    table = _not_begun(event, table_id)
    entrant = _free_entrants(event, [entrant_id])[entrant_id]
    old_seats = seated_at(table)
    _require_size(event, len(old_seats) + 1)
    place = make_place(table, index)
    Seat.objects.create(table=table, index=place, entrant=entrant, substitute_id=entrant.substitute_id)
    after: Details = {"player": the_player(entrant.player_id), "seats": seated_at(table)}
    commit_table_change(table, actor, "seat-taken", before={"seats": old_seats}, after=after)
    return len(old_seats) + 1


@transaction.atomic
def get_up(*, event_id: int, seat_id: int, actor: Actor) -> None:
    """Somebody leaves a table that has not begun, and the others close ranks."""
    event = lock_night(event_id)
    seat = _seat(event, seat_id)
    table = _table_not_begun(event, seat)
    _require_size(event, table.seats.count() - 1)
    old_seats = seated_at(table)
    seat.delete()
    _close_ranks(table)
    after: Details = {"player": the_player(seat.player.pk), "seats": seated_at(table)}
    commit_table_change(table, actor, "seat-left", before={"seats": old_seats}, after=after)


@transaction.atomic
def exchange_seats(*, event_id: int, first_id: int, second_id: int, actor: Actor) -> None:
    """Exchanges two people's seats, at one table or between two; neither table may have begun."""
    event = lock_night(event_id)
    first, second = (_seat(event, pk) for pk in (first_id, second_id))
    tables = {table.pk: table for table in (_table_not_begun(event, first), _table_not_begun(event, second))}
    old_seats = {pk: seated_at(table) for pk, table in tables.items()}
    a, b = first.entrant_id, second.entrant_id
    # Three steps, since nobody may sit twice at a table even for a moment.
    spare = Seat.objects.filter(pk=first.pk)
    if first.table_id == second.table_id:
        spare.update(index=1000)
        Seat.objects.filter(pk=second.pk).update(index=first.index)
        spare.update(index=second.index)
    else:
        SeatPhone.objects.filter(seat__in=[first, second]).delete()  # each had opened the other table's code
        spare.update(entrant=b)
        Seat.objects.filter(pk=second.pk).update(entrant=a)
    for pk, table in tables.items():
        table.event = event
        after: Details = {"seats": seated_at(table)}
        commit_table_change(table, actor, "seats-exchanged", before={"seats": old_seats[pk]}, after=after)


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
    old_seats = {table.pk: seated_at(table) for table in (origin, target)}
    Seat.objects.filter(pk=seat.pk).update(table=target, index=make_place(target, index))
    SeatPhone.objects.filter(seat=seat).delete()
    _close_ranks(origin)
    target.first_dealer = 0
    for table in (origin, target):
        moved: Details = {"player": the_player(seat.player.pk), "from": origin.number, "to": target.number}
        after: Details = {**moved, "seats": seated_at(table)}
        commit_table_change(table, actor, "seat-moved", before={"seats": old_seats[table.pk]}, after=after)


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
