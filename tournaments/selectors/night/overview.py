"""All tables of an event at a glance: what each needs of the director, and how long nothing has come from it."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Literal

from django.db.models import Count, Exists, Max, OuterRef, Prefetch, Q

from tournaments.models import AuditEntry, Confirmation, Deal, Event, Message, ProposedCorrection, Seat, Table
from tournaments.models.table import ENDED
from tournaments.selectors.table.cards import TableCard, table_card
from tournaments.selectors.table.confirmations import is_stopped

State = Literal["disputed", "called", "undecided", "waiting", "playing", "adjourned", "over"]

STILL_SHOWN = timedelta(minutes=15)  # after a table has ended
LEAST_SILENCE = timedelta(minutes=10)
UNUSUAL = 3  # times as long as a deal takes tonight
MOST_MESSAGES = 5
MINUTE = timedelta(minutes=1)
URGENT = ("disputed", "called", "undecided")


@dataclass(frozen=True)
class Dispute:
    id: int
    at: datetime
    by: str  # who sits there; empty: from the table's own pad
    deal: int | None  # None: the table as a whole
    reason: str


@dataclass(frozen=True)
class OverviewTable:
    card: TableCard
    state: State
    disputes: list[Dispute]
    called_at: datetime | None
    call_note: str
    accepted_at: datetime | None  # when a result that waits counts by itself
    proposed_corrections: int  # corrections that wait for another seat's consent
    heard_at: datetime | None  # at what moment the table last gave a sign; None where none is to be expected
    minutes: int  # since then
    unusual: bool  # that is long

    @property
    def rings(self) -> list[str]:
        """A name for each thing that calls the director."""
        calls = [f"call-{self.card.id}-{self.called_at:%H%M%S%f}"] if self.called_at else []
        return [f"dispute-{each.id}" for each in self.disputes] + calls

    @property
    def since(self) -> datetime | None:
        """How long somebody has been waiting for the director."""
        return min((*(each.at for each in self.disputes), *filter(None, [self.called_at])), default=None)


@dataclass(frozen=True)
class Overview:
    urgent: list[OverviewTable]
    others: list[OverviewTable]
    silent_after: int  # minutes
    messages: list[Message]
    now: datetime

    @property
    def shown(self) -> set[int]:
        return {each.card.id for each in (*self.urgent, *self.others)}


def overview(event: Event, *, now: datetime, also: Collection[int] = (), undecided: Collection[int] = ()) -> Overview:
    """Every table that plays, waits or has just ended, and those in `also`. First those that need the director: the
    oldest dispute or call, then what is `undecided`, where only he can say how the table ended.
    """
    tables = _tables(event, now, {*also, *undecided})
    silence = max(LEAST_SILENCE, UNUSUAL * _pace(tables))
    heard, disputes, proposed_corrections = _heard(tables), _disputes(tables), _proposals(tables)
    lines = []
    for table in tables:
        heard_at = heard.get(table.pk)
        line = OverviewTable(
            card=table_card(table, list(table.seats.all()), event),
            state=_state(table, now, undecided=table.pk in undecided),
            disputes=disputes.get(table.pk, []),
            called_at=table.called_at,
            call_note=table.call_note,
            accepted_at=table.accepted_at if table.status in ENDED and is_stopped(table, now=now) else None,
            proposed_corrections=proposed_corrections.get(table.pk, 0),
            heard_at=heard_at,
            minutes=int((now - heard_at) / MINUTE) if heard_at else 0,
            unusual=heard_at is not None and now - heard_at >= silence,
        )
        lines.append(line)
    urgent = [line for line in lines if line.state in URGENT]
    return Overview(
        urgent=sorted(urgent, key=lambda line: (line.since is None, line.since or now, line.card.number)),
        others=[line for line in lines if line.state not in URGENT],
        silent_after=int(silence / MINUTE),
        messages=list(event.messages.select_related("table").order_by("-pk")[:MOST_MESSAGES]),
        now=now,
    )


def _tables(event: Event, now: datetime, also: Collection[int]) -> list[Table]:
    over = Q(status__in=ENDED)
    waits = Q(confirmation=Table.ConfirmationState.WAITING) & (Q(accepted_at=None) | Q(accepted_at__gt=now))
    shown = (
        Q(status=Table.Status.PLAYING) | Q(confirmation=Table.ConfirmationState.DISPUTED) | Q(called_at__isnull=False)
    )
    if event.status == Event.Status.OPEN:
        shown |= over & Q(ended_at__gt=now - STILL_SHOWN)
    seats = Prefetch("seats", Seat.objects.select_related("entrant__player", "substitute"))
    return list(
        Table.objects.filter(Q(event=event) & (shown | (over & waits) | Q(pk__in=also)))
        .exclude(status=Table.Status.UNDONE)
        .select_related("began_in", "round")
        .prefetch_related(seats)
        .order_by("number", "pk")
    )


def _state(table: Table, now: datetime, *, undecided: bool) -> State:
    if table.confirmation == Table.ConfirmationState.DISPUTED:
        return "disputed"
    if table.called_at:
        return "called"
    if table.status == Table.Status.PLAYING:
        return "playing"
    if table.status == Table.Status.ADJOURNED:
        return "adjourned"
    if is_stopped(table, now=now):
        return "waiting"
    return "undecided" if undecided else "over"


def _pace(tables: Iterable[Table]) -> timedelta:
    """How long a deal takes tonight."""
    seconds = [
        (table.last_deal_at - table.opened_at).total_seconds() / table.deal_count
        for table in tables
        if table.last_deal_at and table.deal_count and table.began_in_id is None
    ]
    return timedelta(seconds=median(seconds) if seconds else 0)


def _heard(tables: Iterable[Table]) -> dict[int, datetime]:
    """When each table that plays last gave a sign. Before a round's clock starts none is expected."""
    playing = [table for table in tables if table.status == Table.Status.PLAYING]
    resumed = AuditEntry.objects.filter(table__in=playing, action__in=("table-resumed", "table-reopened"))
    again = dict(resumed.order_by().values_list("table").annotate(Max("at")))
    heard = {}
    for table in playing:
        round_ = table.round
        started = round_.clock_started_at if round_ else None
        if round_ and round_.minutes and not started and not table.deal_count:
            continue
        heard[table.pk] = max(filter(None, [table.opened_at, started, table.last_deal_at, again.get(table.pk)]))
    return heard


def _disputes(tables: Iterable[Table]) -> dict[int, list[Dispute]]:
    """Those that count: of each deal's newest version, and of each table, the newest word."""
    disputed = {table.pk: table for table in tables if table.confirmation == Table.ConfirmationState.DISPUTED}
    if not disputed:
        return {}
    newer = Deal.objects.filter(table=OuterRef("table"), number=OuterRef("deal__number"))
    said = Confirmation.objects.filter(table__in=disputed).select_related("deal").order_by("pk")
    newest: dict[int, dict[int | None, Confirmation]] = defaultdict(dict)
    for confirmation in said.exclude(Exists(newer.filter(version__gt=OuterRef("deal__version")))):
        if confirmation.pad_link_id is None:  # the director's word settles what was said before
            newest[confirmation.table_id].clear()
        newest[confirmation.table_id][confirmation.deal.number if confirmation.deal else None] = confirmation
    return {
        pk: [
            Dispute(
                id=each.pk,
                at=each.created_at,
                by=_name(disputed[pk], each.seat),
                deal=number,
                reason=each.reason,
            )
            for number, each in by_deal.items()
            if each.verdict == Confirmation.Verdict.DISPUTED
        ]
        for pk, by_deal in newest.items()
    }


def _name(table: Table, seat: int | None) -> str:
    return next((each.player.short_name for each in table.seats.all() if each.index == seat), "")


def _proposals(tables: Iterable[Table]) -> dict[int, int]:
    waiting = ProposedCorrection.objects.filter(table__in=[table.pk for table in tables], answer="")
    return dict(waiting.order_by().values_list("table").annotate(Count("pk")))
