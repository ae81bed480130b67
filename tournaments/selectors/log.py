"""The audit log, newest first: who did what to which table, and what was there before; and the names in entries from
before it referred to people by id.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, F, OuterRef, Q, QuerySet, TextField
from django.db.models.functions import Cast, Coalesce

from tournaments.audit import Ref, named_in, with_names, without_others
from tournaments.models import AuditEntry, Club, Entrant, Event, Member, Player, Seat, Table, name_order
from tournaments.selectors.club.people import naming

PAGE = 50
CHUNK = 500
Facts = Any  # what `audit.read_details` reads, with people's names


@dataclass(frozen=True)
class Wanted:
    """What of the log is to be shown. `who`: "u5" a person, "p7" a player's own phone, "phones", "app"."""

    table: int | None = None
    actions: Collection[str] | None = None
    who: str = ""
    text: str = ""
    worded: Collection[str] = ()  # the actions whose sentences hold the text
    dealt: Collection[str] = ()  # those whose entries name players by their seats
    before: int | None = None  # only entries older than this one


@dataclass(frozen=True)
class TableLabel:
    pk: int
    number: int
    stage: int | None
    round: int | None


@dataclass(frozen=True)
class LogEntry:
    id: int
    at: datetime
    revision: int | None
    action: str
    person: str  # who was signed in; else empty
    program: str  # by which that person asked; else empty
    pad_table: int | None  # the number of the table whose pad it was
    seat: int | None
    seat_name: str  # whose own phone it was; else empty
    link: int | None
    table: TableLabel | None
    names: list[str]  # of the table's seats
    game: str  # of the event; empty for what belongs to none
    before: Facts
    after: Facts


@dataclass(frozen=True)
class LogPage:
    entries: list[LogEntry]
    older: int | None  # the page after this one shows what is older than this entry


def event_log(event: Event, wanted: Wanted) -> LogPage:
    return _page(_narrowed(AuditEntry.objects.filter(event=event), event.club_id, wanted), event)


def club_log(club: Club, wanted: Wanted) -> LogPage:
    """What belongs to no event: roster, members, the club itself."""
    return _page(_narrowed(AuditEntry.objects.filter(club=club, event=None), club.pk, wanted), None)


def whole_log(club: Club, event: Event | None) -> Iterator[LogEntry]:
    """Every entry of the event, or of the club outside its events, oldest first; read in chunks."""
    rows = AuditEntry.objects.filter(club=club, event=event).order_by("id")
    numbers = _numbers_of_old(event)
    last = 0
    while chunk := list(_with_all(rows.filter(id__gt=last))[:CHUNK]):
        yield from _entries(chunk, numbers)
        last = chunk[-1].pk


def log_about(players: Collection[Player]) -> list[LogEntry]:
    """What their own accounts or phones wrote, and what names one of them; oldest first. Of others it names those alone
    who were in an event with them.
    """
    ids = {player.pk for player in players}
    rows = AuditEntry.objects.filter(club__in={player.club_id for player in players})
    wrote = set(rows.filter(user__memberships__player__in=ids).values_list("pk", flat=True))
    for pk in ids:
        wrote |= set(rows.filter(_by(f"p{pk}")).values_list("pk", flat=True))
    pattern = _referring({"player": "|".join(map(str, ids))})
    entries_as_text = rows.annotate(was=Cast("before", TextField()), now=Cast("after", TextField()))
    named = entries_as_text.filter(Q(was__regex=pattern) | Q(now__regex=pattern)).values_list("pk", flat=True)
    entries = list(_with_all(rows.filter(pk__in={*wrote, *named})).order_by("pk"))
    people = _known_to(players)
    for row in entries:
        row.before, row.after = (without_others(facts, people) for facts in (row.before, row.after))
    return _entries(entries, {}, people)


def _known_to(players: Collection[Player]) -> set[Ref]:
    met = Entrant.objects.filter(event__in=Event.objects.filter(naming(*players)))
    ids = {pk for pair in met.values_list("player", "substitute") for pk in pair} | {player.pk for player in players}
    accounts = Member.objects.filter(player__in=players).values_list("user", flat=True)
    return {("player", pk) for pk in ids if pk} | {("account", pk) for pk in accounts}


def tables_in_log(event: Event) -> list[TableLabel]:
    """The tables that a log can be filtered by; in a tournament the newest round first."""
    logged = AuditEntry.objects.filter(event=event, table=OuterRef("pk"))
    tables = Table.objects.filter(Exists(logged)).select_related("round__stage")
    numbers = _numbers_of_old(event)
    labels = [_label(table, numbers) for table in tables]
    return sorted(labels, key=lambda label: (-(label.stage or 0), -(label.round or 0), label.number, label.pk))


def people_in_log(club: Club, event: Event | None) -> dict[int, str]:
    """The names of accounts that stand in a log as who did something, by id."""
    rows = AuditEntry.objects.filter(club=club, event=event).exclude(user=None).order_by()
    users = rows.values_list("user", "user__first_name", "user__last_name", "user__username").distinct()
    people = {pk: f"{first} {last}".strip() or name for pk, first, last, name in users}
    return dict(sorted(people.items(), key=lambda item: name_order(item[1])))


def phones_in_log(event: Event) -> dict[int, str]:
    """The players whose own phones wrote something, by id."""
    written = AuditEntry.objects.filter(event=event, pad_link__table=OuterRef("table"), seat=OuterRef("index"))
    seats = Seat.objects.filter(Exists(written)).annotate(sits=Coalesce("substitute", "entrant__player"))
    players = Player.objects.filter(pk__in=seats.values("sits"))
    return dict(players.values_list("pk", "name"))


def _narrowed(rows: QuerySet[AuditEntry], club: int, wanted: Wanted) -> QuerySet[AuditEntry]:
    if wanted.table is not None:
        rows = rows.filter(table=wanted.table)
    if wanted.actions is not None:
        rows = rows.filter(action__in=wanted.actions)
    if wanted.who:
        rows = rows.filter(_by(wanted.who))
    if wanted.text:
        rows = _holding(rows, club, wanted)
    if wanted.before is not None:
        rows = rows.filter(pk__lt=wanted.before)
    return rows.order_by("-pk")


def _by(who: str) -> Q:
    if who == "app":
        return Q(user=None, pad_link=None)
    if who == "phones":
        return Q(pad_link__isnull=False)
    if who.startswith("u"):
        return Q(user=who[1:])
    sitting = Seat.objects.annotate(sits=Coalesce("substitute", "entrant__player")).filter(
        table=OuterRef("pad_link__table"), index=OuterRef("seat"), sits=who[1:]
    )
    return Q(Exists(sitting))


def _holding(rows: QuerySet[AuditEntry], club: int, wanted: Wanted) -> QuerySet[AuditEntry]:
    """Where the text stands in what was recorded, in the words for it, or in a name; deals name players by seats."""
    rows = rows.annotate(was=Cast("before", TextField()), now=Cast("after", TextField()))
    query = Q(action__in=wanted.worded)
    if named := _references(club, wanted.text):
        query |= Q(was__regex=named) | Q(now__regex=named)
    for text in as_stored(wanted.text):
        query |= Q(was__icontains=text) | Q(now__icontains=text)
    query |= _called(wanted.text, "user__")
    sitting = Seat.objects.filter(
        Q(entrant__player__name__icontains=wanted.text) | Q(substitute__name__icontains=wanted.text)
    )
    query |= Q(Exists(sitting.filter(table=OuterRef("table"))), action__in=wanted.dealt)
    query |= Q(Exists(sitting.filter(table=OuterRef("pad_link__table"), index=OuterRef("seat"))))
    return rows.filter(query)


def as_stored(*texts: str) -> set[str]:
    """These texts as they stand in stored JSON: SQLite keeps letters beyond ASCII by their codes, PostgreSQL as they
    are.
    """
    return {*texts, *(json.dumps(text)[1:-1] for text in texts)}


def _called(text: str, prefix: str = "") -> Q:
    """Accounts (or rows whose path to theirs is `prefix`) that are called so."""
    names = (Q(**{f"{prefix}{name}__icontains": text}) for name in ("username", "first_name", "last_name"))
    return reduce(or_, names)


def _references(club: int, text: str) -> str:
    """A pattern of how the log refers to the club's people who are called so; empty where nobody is."""
    written = AuditEntry.objects.filter(club=club, user=OuterRef("pk"))
    members = Q(memberships__club=club) | Exists(written)
    called = {
        "player": Player.objects.filter(club=club, name__icontains=text).order_by(),
        "account": User.objects.filter(_called(text), members).distinct(),
    }
    patterns = {kind: "|".join(map(str, people.values_list("pk", flat=True))) for kind, people in called.items()}
    return _referring(patterns)


def _referring(names: Mapping[str, str]) -> str:
    return "|".join(rf'\{{"{kind}": ({ids})\}}' for kind, ids in names.items() if ids)


def _page(rows: QuerySet[AuditEntry], event: Event | None) -> LogPage:
    entries = list(_with_all(rows)[: PAGE + 1])
    page_entries = entries[:PAGE]
    return LogPage(_entries(page_entries, _numbers_of_old(event)), page_entries[-1].pk if len(entries) > PAGE else None)


def _with_all(rows: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
    return rows.select_related("user", "program", "event", "table__round__stage", "pad_link__table")


def _numbers_of_old(event: Event | None) -> dict[int, int]:
    """The numbers that tables had here before they were carried on to another night."""
    if event is None:
        return {}
    carried = AuditEntry.objects.filter(event=event, action="table-carried-on").order_by("pk")
    rows = carried.values_list("table", "before__table")
    return {table: number for table, number in rows if table is not None and number is not None}


def _entries(
    rows: Collection[AuditEntry], numbers: dict[int, int], known: Collection[Ref] | None = None
) -> list[LogEntry]:
    """`known`: only these are named."""
    pads = [row.pad_link.table_id for row in rows if row.pad_link]
    names = _names([*(row.table_id for row in rows if row.table_id), *pads])
    refs = {ref for row in rows for facts in (row.before, row.after) for ref in named_in(facts)}
    people = _people(refs if known is None else refs.intersection(known))
    return [_entry(row, names, people, numbers) for row in rows]


def _people(refs: Iterable[Ref]) -> dict[Ref, str]:
    """What those an entry refers to are called now."""
    keys: dict[str, set[int]] = {"player": set(), "account": set()}
    for kind, pk in refs:
        keys[kind].add(pk)
    called = (
        ("player", Player.everyone.values_list("pk", "name")),
        ("account", User.objects.values_list("pk", "username")),
    )
    return {(kind, pk): name for kind, rows in called if keys[kind] for pk, name in rows.filter(pk__in=keys[kind])}


def _names(tables: Iterable[int]) -> dict[int, dict[int, str]]:
    seats = Seat.objects.filter(table__in=set(tables)).order_by("index")
    named = seats.annotate(name=Coalesce(F("substitute__name"), F("entrant__player__name")))
    names: dict[int, dict[int, str]] = defaultdict(dict)
    for table, index, name in named.values_list("table", "index", "name"):
        names[table][index] = name
    return names


def _entry(
    row: AuditEntry, names: dict[int, dict[int, str]], people: dict[Ref, str], numbers: dict[int, int]
) -> LogEntry:
    pad = row.pad_link.table if row.pad_link else None
    return LogEntry(
        id=row.pk,
        at=row.at,
        revision=row.revision,
        action=row.action,
        person=(row.user.get_full_name() or row.user.get_username()) if row.user else "",
        program=row.program.name if row.program else "",
        pad_table=numbers.get(pad.pk, pad.number) if pad else None,
        seat=row.seat,
        seat_name=names[pad.pk].get(row.seat, "") if pad and row.seat is not None else "",
        link=row.pad_link_id,
        table=_label(row.table, numbers) if row.table else None,
        names=list(names[row.table_id].values()) if row.table_id else [],
        game=row.event.game if row.event else "",
        before=with_names(row.before, people),
        after=with_names(row.after, people),
    )


def _label(table: Table, numbers: dict[int, int]) -> TableLabel:
    round_ = table.round
    return TableLabel(
        pk=table.pk,
        number=numbers.get(table.pk, table.number),
        stage=round_.stage.number if round_ else None,
        round=round_.number if round_ else None,
    )


PEOPLE = {
    "player", "players", "names", "seats", "entrants", "groups", "byes", "requested", "forfeited", "moved_on", "level",
    "level_in", "dealer", "substitute", "is_player", "says_player",
}  # fmt: skip
OF_EDITED = {"name", "nickname"}


def keys_of_people(action: str) -> set[str]:
    """The facts of such an entry that may be somebody's name."""
    return PEOPLE | OF_EDITED if action == "player-edited" else PEOPLE


def entries_saying(club: Club, texts: Collection[str]) -> list[AuditEntry]:
    """The entries of a club's log in whose facts one of these texts stands somewhere."""
    rows = AuditEntry.objects.filter(club=club).annotate(
        was=Cast("before", TextField()), now=Cast("after", TextField())
    )
    query = Q(pk=None)
    for text in as_stored(*texts):
        query |= Q(was__contains=text) | Q(now__contains=text)
    return list(rows.filter(query).order_by("pk"))
