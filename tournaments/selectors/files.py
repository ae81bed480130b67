"""What goes into the files of clubs and events: every row of a club, as it was at one moment, and tables in the order
in which they were played. What was withdrawn is left out.

A club's rows come in an order in which each refers to earlier ones only. Summaries are made anew where the file
arrives; secrets stay behind.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain, groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Count, Field, Max, Model, Q, QuerySet, TextField
from django.db.models.functions import Cast

from tournaments import models
from tournaments.audit import named_in
from tournaments.formats.plan import StagePlan, read_plan
from tournaments.formats.record import Id, TableRecord
from tournaments.models import (
    AuditEntry,
    Club,
    Deal,
    Drawing,
    Event,
    Round,
    Ruling,
    Stage,
    Table,
    name_order,
    plain_letters,
)
from tournaments.selectors.stage.records import StageState, stage_state
from tournaments.selectors.stage.stages import ResultReader
from tournaments.selectors.table.cards import SeatRow, by_table, rows_of_event
from tournaments.selectors.table.deals import Payload


def listed_people(club: Club) -> dict[str, int]:
    """The club's players (ids) by name: whoever somebody in a file can be."""
    listed = club.players.filter(anonymised_at=None, merge=None).values_list("name", "pk")
    return dict(sorted(listed, key=lambda row: name_order(row[0])))


def proposed_people(club: Club, people: Iterable[tuple[int, str]]) -> dict[int, int]:
    """Who people of a file probably are, by their ids in it: whoever is called the same, but for capitals and accents,
    if nobody else is.
    """
    ours = _by_sole_name((pk, name) for name, pk in listed_people(club).items())
    return {pk: ours[name] for name, pk in _by_sole_name(people).items() if name in ours}


def _by_sole_name(people: Iterable[tuple[int, str]]) -> dict[str, int]:
    """Those whose name, in plain letters, nobody else has."""
    named = [(plain_letters(name), pk) for pk, name in people]
    counts = Counter(name for name, _pk in named)
    return {name: pk for name, pk in named if counts[name] == 1}


VERSION = 1
MEMBER = "club.jsonl"
HEAD, SUM = "club-file", "sha256"
"""The one file in the zip: a head, a line a row, and the sum of all lines before."""


@dataclass(frozen=True)
class Portable:
    """Rows of one model: the ``path`` that leads from each to its club, and the columns that stay ``behind``."""

    model: type[Model]
    path: str = "event__club"
    behind: frozenset[str] = frozenset()

    @property
    def fields(self) -> list["Field[object, object]"]:
        return [field for field in self.model._meta.concrete_fields if field.name not in self.behind]


def _of(model: type[Model], path: str = "event__club", *behind: str) -> Portable:
    return Portable(model, path, frozenset(behind))


PHONE = "phone"  # what a cookie holds
KEPT_OF_SEATS = ("score", "place", "deals", "exact", "net", "won")
ACCOUNT, CLUB, LOGO, PLAYER, ROOM = "account", "club", "crest", "player", "room"
PROGRAM, LOG = "program", "log"

PORTABLE: Mapping[str, Portable] = {
    CLUB: _of(models.Club, "pk"),
    # Names for the log: nobody signs in by them.
    ACCOUNT: _of(User, "", "password", "last_login", "is_superuser", "email", "is_staff", "is_active", "date_joined"),
    LOGO: _of(models.ClubLogo, "club"),
    PLAYER: _of(models.Player, "club"),
    ROOM: _of(models.RoomTable, "club"),
    "category": _of(models.PlayerCategory, "club"),
    "category-stay": _of(models.CategoryStay, "category__club"),
    PROGRAM: _of(models.ApiToken, "club", "secret_hash", "good_until", "used_at", "revoked_at"),
    "event": _of(models.Event, "club", "settled_at", "client_id"),
    "team": _of(models.Team, "event__club", "side"),  # which is found again by its name
    "entrant": _of(models.Entrant),
    "registration": _of(models.Registration, "event__club", "origin"),
    "stage": _of(models.Stage),
    "stage-entry": _of(models.StageEntry, "stage__event__club"),
    "bye-request": _of(models.ByeRequest, "stage__event__club"),
    "round": _of(models.Round, "stage__event__club"),
    "drawing": _of(models.Drawing, "round__stage__event__club"),
    "preview-step": _of(models.PreviewStep, "round__stage__event__club"),
    "table": _of(models.Table, "event__club", "deal_count", "confirmation", "accepted_at"),
    "seat": _of(models.Seat, "table__event__club", *KEPT_OF_SEATS),
    "pad": _of(models.PadLink, "table__event__club", "edition", "printed_hash"),
    "deal": _of(models.Deal, "table__event__club", PHONE),
    "contribution": _of(models.Contribution, "table__event__club", PHONE),
    "confirmation": _of(models.Confirmation, "table__event__club", PHONE),
    "proposed-correction": _of(models.ProposedCorrection, "table__event__club", PHONE, "backed_on"),
    "claim": _of(models.Claim, "table__event__club", PHONE),
    "message": _of(models.Message),
    "ruling": _of(models.Ruling, "stage__event__club"),
    "season": _of(models.Season, "club", "revision"),
    "season-event": _of(models.SeasonEvent, "season__club"),
    "league": _of(models.League, "season__club"),
    "league-player": _of(models.LeaguePlayer, "league__season__club"),
    "fixture": _of(models.Fixture, "league__season__club"),
    "ladder": _of(models.Ladder, "club"),
    "ladder-act": _of(models.LadderAct, "ladder__club"),
    "challenge": _of(models.Challenge, "ladder__club"),
    "coming-night": _of(models.ComingNight, "club"),
    "night-answer": _of(models.NightAnswer, "night__club"),
    "merge": _of(models.PlayerMerge, "into__club", "members", "asking"),
    "rating-model": _of(models.RatingModel, "club"),
    "told-achievement": _of(models.ToldAchievement),
    LOG: _of(models.AuditEntry, "club"),
}


def states_as_they_stand(event: Event) -> list[StageState]:
    return [stage_state(stage) for stage in event.stages.all() if stage.status != Stage.Status.PLANNED]


def begun_in_vain(event: Event) -> dict[str, Any]:
    """What stages leave behind that had begun and are planned again: how many draws, and rulings on ties by kind.
    Nothing where there is none."""
    planned = event.stages.filter(status=Stage.Status.PLANNED)
    rounds, drawings = Round.objects.filter(stage__in=planned), Drawing.objects.filter(round__stage__in=planned)
    again = drawings.count() - drawings.values("round").distinct().count()
    rulings = Ruling.objects.filter(stage__in=planned, table=None).values_list("kind", flat=True)
    draws, kinds = rounds.count() + again, dict(Counter(rulings))
    return {"begun_in_vain": {"draws": draws, "rulings": kinds}} if draws or kinds else {}


def table_records(state: StageState) -> Mapping[int, TableRecord]:
    """What counts of each table (by id): also where the director's word stands beside the deals. Not of play-offs."""
    counted = [round_ for round_ in state.rounds if not round_.seating.play_off]
    records: dict[int, TableRecord] = {}
    for index, round_ in enumerate(counted):
        drawn = [group.rounds[index] for group in state.groups if index < len(group.rounds)]
        tables = chain.from_iterable(drawn_round.tables for drawn_round in drawn)
        by_entrant: dict[Id, TableRecord] = {seat.id: table for table in tables for seat in table.seats}
        alone = [table for table in state.tables[round_.pk] if table.games == 1]
        records |= {table.pk: by_entrant[table.seats.all()[0].entrant_id] for table in alone}
        absent = {table.number: table.forfeited for table in round_.seating.tables}
        games = [game for table in state.tables[round_.pk] for game in state.games.get(table.pk, ())]
        for game in games:
            missing = absent.get(game.number, ()) if game.game == 1 else ()
            records[game.pk] = ResultReader().record(game, missing, state.rulings.get(game.pk, ()))
    return records


def match_records(state: StageState) -> dict[int, TableRecord]:
    """Of the games of matches of several (by id) the whole match, as it stands; at a board of teams that of who sits
    there for them.
    """
    games = ((game, state.match_of(table)) for table in state.all_tables for game in state.games.get(table.pk, ()))
    return {game.pk: _at_board(game, match, state) if game.is_board else match for game, match in games}


def _at_board(board: Table, match: TableRecord, state: StageState) -> TableRecord:
    sitting = dict(zip(state.sides(board), (seat.entrant_id for seat in board.seats.all()), strict=True))
    return replace(
        match, seats=tuple(replace(seat, id=sitting[seat.id]) for seat in match.seats), forfeited=frozenset()
    )


def plans_of(event: Event) -> dict[int, StagePlan]:
    """The plans of all stages of an event, by number."""
    return {stage.number: read_plan(stage.format, stage.options) for stage in event.stages.all()}


def is_yet_to_begin(event: Event) -> bool:
    """A tournament that is planned, and of which nothing was played."""
    if not event.has_rounds or event.status != Event.Status.OPEN:
        return False
    return not event.stages.exclude(status=Stage.Status.PLANNED).exists()


DEALS_AT_ONCE = 2000  # deals that are held in memory


class FiledTable(NamedTuple):
    """``stage`` and ``round`` are numbers, None on a club night."""

    id: int
    stage: int | None
    round: int | None
    number: int
    match: int | None
    status: str
    first_dealer: int
    opened_at: datetime
    ended_at: datetime | None
    game: int
    games: int
    seats: list[SeatRow]


class FiledDeal(NamedTuple):
    """The version of a deal that counts; no payload where it was voided."""

    table_id: int
    number: int
    version: int
    payload: Payload | None
    at: datetime


COLUMNS = (
    "pk",
    "round__stage__number",
    "round__number",
    "number",
    "match",
    "status",
    "first_dealer",
    "opened_at",
    "ended_at",
    "game",
    "games",
)
ORDER = ("round__stage__number", "round__number", "number", "pk")


def filed_tables(event: Event) -> list[FiledTable]:
    seats = {group[0].table_id: group for group in by_table(rows_of_event(event.pk))}
    tables = event.tables.exclude(status=Table.Status.UNDONE).order_by(*ORDER).values_list(*COLUMNS)
    return [FiledTable._make([*row, seats.get(row[0], [])]) for row in tables]


def filed_deals(event: Event) -> Iterator[FiledDeal]:
    """The deals of an event that count, table by table in the order in which the tables were opened."""
    deals = Deal.objects.filter(table__event=event).exclude(table__status=Table.Status.UNDONE)
    columns = ("table_id", "number", "version", "payload", "created_at")
    rows = deals.order_by("table_id", "number", "version").values_list(*columns).iterator(chunk_size=DEALS_AT_ONCE)
    for _deal, versions in groupby(map(FiledDeal._make, rows), key=attrgetter("table_id", "number")):
        *_, newest = versions
        yield newest


ROWS_AT_ONCE = 1000
MOMENT = "moment"  # what the connection is called by which one is read
BEGIN = {"sqlite": "BEGIN DEFERRED", "postgresql": "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"}

Row = dict[str, Any]


@contextmanager
def one_moment() -> Iterator[str]:
    """A database alias by which everything is read as it is now, while others write on. Within a transaction that is
    the transaction's own.
    """
    if connection.in_atomic_block:
        yield DEFAULT_DB_ALIAS
        return
    own = connection.copy()
    connections[MOMENT] = own
    try:
        with own.cursor() as cursor:
            cursor.execute(BEGIN[connection.vendor])
        yield MOMENT
        with own.cursor() as cursor:
            cursor.execute("ROLLBACK")
    finally:
        del connections[MOMENT]
        own.close()


class WholeClub:
    """Read by the database alias that `one_moment` gives."""

    def __init__(self, club: Club, *, using: str) -> None:
        self.club = club
        self._using = using
        self._accounts = self._told_accounts()

    def sizes(self) -> dict[str, tuple[int, int]]:
        """Of each kind how many rows there are, and the greatest id."""
        counted = {
            kind: self._rows(portable).aggregate(n=Count("pk"), last=Max("pk")) for kind, portable in PORTABLE.items()
        }
        return {kind: (aggregate["n"], aggregate["last"] or 0) for kind, aggregate in counted.items()}

    def rows(self) -> Iterator[tuple[str, Row]]:
        """Kind by kind, each in the order of its ids."""
        for kind, portable in PORTABLE.items():
            names = [field.attname for field in portable.fields]
            fields = [field.name for field in portable.fields]
            stored = self._rows(portable).order_by("pk").values_list(*names)
            for values in stored.iterator(chunk_size=ROWS_AT_ONCE):
                row = dict(zip(fields, values, strict=True))
                if kind == PLAYER and row["anonymised_at"]:
                    row["name"] = ""
                yield kind, row

    def _rows(self, portable: Portable) -> QuerySet[Any]:
        rows = portable.model._base_manager.using(self._using)
        return rows.filter(**{portable.path: self.club.pk}) if portable.path else rows.filter(pk__in=self._accounts)

    def _told_accounts(self) -> set[int]:
        """Who wrote anything, and whom the log refers to."""
        ids: set[int] = set()
        for portable in PORTABLE.values():
            for field in portable.fields:
                if field.related_model is User:
                    rows = self._rows(portable).exclude(**{field.name: None}).order_by()
                    ids.update(rows.values_list(field.attname, flat=True).distinct())
        entries = AuditEntry.objects.using(self._using).filter(club=self.club.pk).order_by()
        entries_as_text = entries.annotate(was=Cast("before", TextField()), now=Cast("after", TextField()))
        referring = entries_as_text.filter(Q(was__contains='"account"') | Q(now__contains='"account"'))
        for facts in referring.values_list("before", "after").iterator(chunk_size=ROWS_AT_ONCE):
            ids.update(pk for fact in facts for named, pk in named_in(fact) if named == ACCOUNT)
        return ids
