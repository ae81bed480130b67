"""The one way to change an event: lock it, change, write the audit entry, count the revision up.

Every change of an event locks its row, and nothing else of it. `Event.revision` rises by one, and the log's entry has
it: so it is the order of the log, the id of live updates, the ETag of pages, and what a save is checked against. Three
further revisions say what a change concerns:

- `Event.outline`: the latest change of anything but running figures. Pages fetch their parts again, caches are renewed.
  A change counts so unless `_is_plain` says otherwise; only a deal at a table that plays on does not.
- `Event.pads_revision`, `Table.pad_revision`: the latest change of what all pads of the event, or of a table, show.

If the event is over, the figures stored from it are brought up to date in the same transaction.
"""

from datetime import timedelta
from typing import TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import F, Max, Model, Q, QuerySet

from tournaments import audit
from tournaments.audit import Actor, Details, read_details
from tournaments.models import Club, Event, Ruling, Table, prepared
from tournaments.models.statements import insert, update
from tournaments.models.table import ENDED
from tournaments.selectors.night.desk import free_numbers, numbers_in_use
from tournaments.selectors.table.confirmations import Confirmations, State
from tournaments.services.opening import follow_match
from tournaments.services.refusals import Missing, Refused
from tournaments.services.summaries.registry import update_summaries

Row = TypeVar("Row", bound=Model)

LEAP = 100_000
"""More than an event's changes; static/js/pad/queue/takeover.js has it too."""
LEAP_EVERY = timedelta(seconds=10)
OLDEST = timedelta(hours=12)  # further apart than two servers that go on with the same evening
HIGHEST = 2**31 - 1  # that PostgreSQL keeps in such a column

TABLE_STATES = {"status": "status", "confirmation": "confirmation", "number": "table"}
"""What of a table's state goes into the log, under the names it has always had there."""


def load(rows: QuerySet[Row], **lookup: object) -> Row:
    """The one row that a request names. Raises Missing."""
    try:
        return rows.get(**lookup)
    except ObjectDoesNotExist as error:
        raise Missing from error


def lock_event(event_id: int) -> Event:
    """Locks an event. Raises Missing."""
    return load(Event.objects.select_for_update(), pk=event_id)


def lock_events(concerned: Q) -> None:
    """Locks these events, in one order and before their club, as every change of both does."""
    events = Event.objects.filter(pk__in=Event.objects.filter(concerned).order_by().values("pk"))
    list(events.select_for_update().order_by("pk").values_list("pk"))


def lock_night(event_id: int) -> Event:
    """The open club night, locked; a tournament does the same by entries and draws. Raises Missing or Refused."""
    event = lock_event(event_id)
    if event.has_rounds:
        raise Refused("no-night")
    if event.status != Event.Status.OPEN:
        raise Refused("event-finished")
    return event


def lock_table(table_id: int, *, going_to: int | None = None) -> Table:
    """The table, read after its event has been locked, and with it the event the table is going to. Raises Missing."""
    events = prepared.event_of_table_locked(table_id) if going_to is None else _both_locked(table_id, going_to)
    tables = prepared.tables_alone(table_id)
    if not events or not tables or tables[0].event_id != events[0].pk:  # carried on elsewhere between the two reads
        raise Missing
    tables[0].event = events[0]
    return tables[0]


def _both_locked(table_id: int, going_to: int) -> list[Event]:
    """The table's event and the other one, both locked. Locked always in one order, so that two tables going opposite
    ways do not wait for each other for ever.
    """
    event_id = load(Table.objects.only("event_id"), pk=table_id).event_id
    events = Event.objects.filter(pk__in={event_id, going_to}).order_by("pk")
    return sorted(events.select_for_update(), key=lambda event: event.pk != event_id)


def commit_change(
    event: Event,
    actor: Actor,
    action: str,
    *,
    table: Table | None = None,
    before: Details | None = None,
    after: Details | None = None,
) -> None:
    """Commits a change of the event, so that the pads of all its tables ask what is new; with a `table`, of that one
    alone.
    """
    if table:
        table.pad_revision = event.revision + 1
        update(table, only=("pad_revision",))
    else:
        event.pads_revision = event.revision + 1
    event.outline = event.revision + 1
    _write_change(event, actor, action, table=table, before=before, after=after)


def tell_pads(table: Table) -> None:
    """Tells the pads of a table alone, for what they show before it is recorded: without an entry in the log."""
    table.event.revision += 1
    table.pad_revision = table.event.revision
    update(table, only=("pad_revision",))
    update(table.event, only=("revision",))


def tell_table(table: Table) -> None:
    """Tells the pads of a table and the desk, for what both show before it is recorded."""
    table.event.outline = table.event.revision + 1
    update(table.event, only=("outline",))
    tell_pads(table)


def commit_table_change(
    table: Table,
    actor: Actor,
    action: str,
    *,
    before: Details | None = None,
    after: Details | None = None,
    confirmations: Confirmations | None = None,
) -> None:
    """Commits a change that every pad of the table must have seen before it saves again. `confirmations`: where
    they have been read already.
    """
    table.revision = table.pad_revision = table.event.revision + 1
    keep_confirmation(table, confirmations)
    _keep_number(table)
    is_over = table.status in ENDED or table.stored["status"] in ENDED
    was, now = _states(table)
    update(table)
    asked = table.level or action in ("ruling", "extra-time")
    may_be_level = asked and table.match is not None and not table.is_board
    if is_over and (table.has_games or may_be_level):
        forfeits = Ruling.Kind.FORFEIT in {(facts or {}).get("kind") for facts in (before, after)}
        old_game, game = follow_match(table, forfeits=forfeits)
        if game != old_game:
            was["game_of_match"], now["game_of_match"] = old_game, game
    earlier: Details = {**was, **(before or {})}
    later: Details = {**now, **(after or {})}
    if now or not _is_plain(table, action):
        table.event.outline = table.event.revision + 1
    _write_change(table.event, actor, action, table=table, before=earlier or None, after=later or None)


def _keep_number(table: Table) -> None:
    """A table of a night that plays again keeps its number in the room, unless others play there by now."""
    if table.round_id or table.status != Table.Status.PLAYING or table.stored["status"] == Table.Status.PLAYING:
        return
    used_numbers = numbers_in_use(table.event, but=table)
    if table.number in used_numbers:
        (table.number,) = free_numbers(used_numbers, wanted=1)


def _is_plain(table: Table, action: str) -> bool:
    """A deal like most: the table plays on."""
    return action == "deal" and table.status == Table.Status.PLAYING


def redraw(concerned: Q) -> None:
    """Has the pages and pads of these events, which are locked already, drawn anew. The change has its entry in the log
    elsewhere.
    """
    events = Event.objects.filter(concerned).values("pk")
    following = F("revision") + 1
    Event.objects.filter(pk__in=events).update(revision=following, pads_revision=following, outline=following)


def _write_change(
    event: Event, actor: Actor, action: str, *, table: Table | None, before: Details | None, after: Details | None
) -> None:
    event.revision += 1
    entry = audit.entry_of(actor, action, event=event, table=table, before=before, after=after)
    update(event, only=("revision", "pads_revision", "outline", "status", "log_head"))
    if event.status == Event.Status.FINISHED or event.settled_at:
        update_summaries(event)
    insert(entry)


def commit_note(
    club: Club,
    event: Event | None,
    actor: Actor,
    action: str,
    *,
    before: Details | None = None,
    after: Details | None = None,
) -> None:
    """Commits what changes nothing that is played, such as who may do what: with an entry in the log of the event that
    it concerns, or of the club.
    """
    locked_event = lock_event(event.pk) if event else None
    audit.record(actor, action, club=club, event=locked_event, before=before, after=after)
    if locked_event:
        update(locked_event, only=("log_head",))


def highest_revision() -> int:
    """Of all events; 0 without any."""
    highest: int = Event.objects.aggregate(highest=Max("revision", default=0))["highest"]
    return highest


def leap(*, age: timedelta) -> None:
    """After a restore, raises every event's revision beyond all that phones and pages can have seen. Pages follow on,
    and pads notice. The revisions of tables stay.

    The older the copy, the further: whoever goes on from the same one later, since the first to do so has died too, is
    beyond that one's revisions. A copy from another day leaps once, so that restoring often uses up no numbers.
    """
    highest = highest_revision()
    wanted = 1 + age // LEAP_EVERY if timedelta() < age <= OLDEST else 1
    by = LEAP * max(0, min(wanted, (HIGHEST - highest) // LEAP - 1))
    Event.objects.update(revision=F("revision") + by, pads_revision=F("pads_revision") + by, outline=F("outline") + by)


def keep_confirmation(table: Table, confirmations: Confirmations | None = None) -> None:
    """Writes the status of its confirmations on the table, for reading."""
    status = (confirmations or Confirmations(table)).for_table
    table.confirmation = status.state
    table.accepted_at = status.since if status.state == State.WAITING else None


def _states(table: Table) -> tuple[Details, Details]:
    """The old and the new values of what changed in the table's state."""
    stored, now = table.stored, {name: getattr(table, name) for name in TABLE_STATES}
    changed = {name: logged for name, logged in TABLE_STATES.items() if stored[name] != now[name]}
    table.stored = {**stored, **now}
    return (
        read_details({logged: stored[name] for name, logged in changed.items()}),
        read_details({logged: now[name] for name, logged in changed.items()}),
    )
