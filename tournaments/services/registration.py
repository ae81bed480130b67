"""People enter an event by themselves: by the secret code or their own at once, else when the director nods."""

from collections.abc import Collection, Sequence
from contextlib import suppress

from django.db import transaction
from django.db.models import F, ProtectedError, Q
from django.utils import timezone

from tournaments.audit import SYSTEM, Actor, Details
from tournaments.limits import MOST_BY_THEMSELVES, MOST_WAITING, NAME_WAITS
from tournaments.models import Entrant, Event, Player, Registration
from tournaments.selectors.coming import is_open, who_it_may_be
from tournaments.selectors.stage.entrants import has_begun
from tournaments.services.change import commit_change, lock_event
from tournaments.services.club.clubs import players_named
from tournaments.services.handicaps import give_handicaps
from tournaments.services.night import add_entrants_by_name, come_oneself
from tournaments.services.refusals import Missing, Refused
from tournaments.services.stage.entrants import ListedEntrant, enter, enter_oneself

State, Made = Registration.State, Registration.Made


@transaction.atomic
def set_registration(*, event_id: int, is_open: bool, actor: Actor) -> None:
    event = lock_event(event_id)
    if event.status != Event.Status.OPEN:
        raise Refused("event-finished")
    was_open, event.registration_open = event.registration_open, is_open
    event.save(update_fields=["registration_open"])
    action = "registration-opened" if is_open else "registration-closed"
    commit_change(event, actor, action, before={"registration": was_open}, after={"registration": is_open})


@transaction.atomic
def renew_code(*, event_id: int, edition: int, actor: Actor) -> None:
    """`edition`: of the code that was seen; a second tap makes no further one."""
    event = lock_event(event_id)
    if event.door_edition == edition:
        event.door_edition += 1
        event.save(update_fields=["door_edition"])
        commit_change(event, actor, "door-renewed", before={"version": edition + 1}, after={"version": edition + 2})


@transaction.atomic
def write_name(*, event_id: int, name: str, origin: str, has_code: bool) -> Registration:
    """Who has the secret code is in, unless the name looks like somebody's; all others wait. The same name from the
    same place is the same person, who has tapped twice.
    """
    event = _open_event(event_id)
    earlier = _known(event, name, origin)
    if earlier and (earlier.state == State.LET_IN or not has_code):
        return earlier
    if has_code and not who_it_may_be(event.club, name):
        if event.entrants.people().count() >= MOST_BY_THEMSELVES:
            raise Refused("registration-full")
        registration = earlier or Registration.objects.create(event=event, name=name, origin=origin)
        _let_in(event, [registration], [name], SYSTEM)
        return registration
    if earlier:
        return earlier
    if event.registrations.filter(state=State.WAITING).count() >= MOST_WAITING:
        raise Refused("registration-full")
    registration = Registration.objects.create(event=event, name=name, origin=origin)
    Event.objects.filter(pk=event.pk).update(revision=F("revision") + 1, outline=F("revision") + 1)
    return registration


@transaction.atomic
def enter_as_oneself(*, event_id: int, player: Player) -> None:
    """Enters a player by their own code, which nobody else has."""
    event = _open_event(event_id)
    if event.club_id != player.club_id:
        raise Missing
    _enter(event, [player.name], SYSTEM)


@transaction.atomic
def let_in(*, event_id: int, registrations: Collection[int], actor: Actor, player: int | None = None) -> list[int]:
    """The director's nod: these (ids), a single one perhaps as this ``player`` (id) of the club. Tells for whom that
    was new.
    """
    event = lock_event(event_id)
    rows = _named(event, registrations, but=State.LET_IN)
    names = [row.name for row in rows]
    if player is not None:
        chosen_player = event.club.players.filter(pk=player, anonymised_at=None).first()
        if chosen_player is None or len(registrations) != 1:
            raise Missing
        names = [chosen_player.name for _ in rows]
    if rows:
        _let_in(event, rows, names, actor)
    return [registration.pk for registration in rows]


@transaction.atomic
def remove(*, event_id: int, registrations: Collection[int], actor: Actor) -> list[int]:
    """Removes registrations (ids) that are rubbish: they wait no more, and who was let in was never there. Returns
    those for which that was new.
    """
    event = lock_event(event_id)
    return _put(event, _named(event, registrations, but=State.REMOVED), State.REMOVED, actor)


@transaction.atomic
def wait_again(*, event_id: int, registrations: Collection[int], actor: Actor) -> list[int]:
    """Undoes that the director let these registrations (ids) in, or removed them."""
    event = lock_event(event_id)
    return _put(event, _named(event, registrations, but=State.WAITING), State.WAITING, actor)


@transaction.atomic
def forget_names() -> int:
    """Forgets the names of people who never came in, and how others were written. Returns how many."""
    over = Q(state=State.REMOVED) | ~Q(event__status=Event.Status.OPEN)
    old = Registration.objects.filter(over, at__lt=timezone.now() - NAME_WAITS)
    return old.exclude(entrant=None).exclude(name="").update(name="") + old.filter(entrant=None).delete()[0]


def _open_event(event_id: int) -> Event:
    event = lock_event(event_id)
    if not is_open(event):
        raise Refused("registration-closed")
    return event


def _known(event: Event, name: str, origin: str) -> Registration | None:
    """Hundreds may be written here, while whoever saves a deal waits: of those only the names are read."""
    names = event.registrations.exclude(state=State.REMOVED).values_list("pk", "name", "entrant__player__name")
    same = [pk for pk, written, entered in names if (entered or written).casefold() == name.casefold()]
    rows = event.registrations.filter(pk__in=same).select_related("entrant__player")
    return next((row for row in rows if row.state == State.WAITING or _is_there(row, origin)), None)


def _is_there(row: Registration, origin: str) -> bool:
    """Who has gone home waits again when they come back."""
    return row.origin == origin and row.entrant is not None and row.entrant.left_at is None


def _named(event: Event, ids: Collection[int], *, but: Registration.State) -> list[Registration]:
    """Of this event; those in the state that they are to go to are passed over."""
    rows = list(event.registrations.filter(pk__in=ids).select_related("entrant__player"))
    if len(rows) < len(set(ids)):
        raise Missing
    return [row for row in rows if row.state != but]


def _let_in(event: Event, rows: Sequence[Registration], names: Sequence[str], actor: Actor) -> None:
    """Under these names; what was written otherwise stays beside."""
    listed = {name.casefold() for name in event.club.players.values_list("name", flat=True)}
    entered = set(event.entrants.values_list("player", flat=True))
    players = players_named(club=event.club, names=names, actor=actor)
    entrants = {entrant.player_id: entrant for entrant in _enter(event, names, actor)}
    for row, name in zip(rows, map(str.casefold, names), strict=True):
        player = players[name]
        row.made = "" if player.pk in entered else Made.ENTRANT if name in listed else Made.PLAYER
        row.entrant, row.state = entrants[player.pk], State.LET_IN
        row.name = "" if row.name.casefold() == player.name.casefold() else row.name
        entered.add(player.pk)
    Registration.objects.bulk_update(rows, ["entrant", "made", "state", "name"])


def _enter(event: Event, names: Sequence[str], actor: Actor) -> list[Entrant]:
    """Without somebody who is signed in they have come by themselves, and the log says so."""
    if actor.user is None:
        oneself = enter_oneself if event.has_rounds else come_oneself
        return [oneself(event_id=event.pk, name=name, actor=actor) for name in names]
    if not event.has_rounds:
        return add_entrants_by_name(event_id=event.pk, names=names, actor=actor)
    if has_begun(event):
        raise Refused("tournament-begun")
    return enter(event_id=event.pk, entries=[ListedEntrant(name=name) for name in names], actor=actor)


def _put(event: Event, rows: Sequence[Registration], state: Registration.State, actor: Actor) -> list[int]:
    if not rows:
        return []
    _require_unplayed([row.entrant for row in rows if row.entrant and row.made])
    waiting = event.registrations.filter(state=State.WAITING)
    ids = [row.pk for row in rows]
    old_facts: Details = {"registrations": ids, "waiting": waiting.count()}
    for row in rows:
        _forget(row, state, ids)
    new_facts: Details = {"registrations": ids, "waiting": waiting.count(), **give_handicaps(event)}
    action = "registrations-removed" if state == State.REMOVED else "registrations-wait"
    commit_change(event, actor, action, before=old_facts, after=new_facts)
    return ids


def _require_unplayed(entrants: Sequence[Entrant]) -> None:
    played = [
        entrant
        for entrant in entrants
        if entrant.seats.exists() or entrant.stage_entries.exists() or entrant.substitute_id
    ]
    if played:
        raise Refused("registration-played", names=[registration.player.name for registration in played])


def _forget(row: Registration, state: Registration.State, going: Collection[int]) -> None:
    """The name is here again; a player who enters elsewhere by now, or is a member, stays on the club's list. So does
    whoever else was let in as the same entrant, unless they (ids) go too.
    """
    entrant, registered_at = row.entrant, row.made
    row.name, row.state, row.entrant, row.made = row.name or row.said_name, state, None, ""
    row.save(update_fields=["name", "state", "entrant", "made"])
    if entrant is None or not registered_at:
        return
    if other := entrant.registrations.exclude(pk__in=going).first():
        other.made = registered_at
        other.save(update_fields=["made"])
        return
    entrant.delete()
    if registered_at == Made.PLAYER:
        with suppress(ProtectedError):
            entrant.player.delete()
