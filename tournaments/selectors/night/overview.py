"""All tables of an event at a glance: what each needs of the director, and how long nothing has come from it; and what
phones of all events hold and cannot send.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from math import ceil
from statistics import median
from typing import Literal, NamedTuple

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, Sum

from tournaments.formats.boards import BOARDS
from tournaments.models import (
    AuditEntry,
    Claim,
    Confirmation,
    Deal,
    Event,
    Message,
    ProposedCorrection,
    Table,
    UnsentDeals,
)
from tournaments.models.table import ENDED
from tournaments.selectors.table.cards import SeatRow, TableCard, seat_rows, table_cards
from tournaments.selectors.table.confirmations import is_stopped

State = Literal["disputed", "claim", "called", "undecided", "waiting", "playing", "adjourned", "over"]

STILL_SHOWN = timedelta(minutes=15)  # after a table has ended
LEAST_SILENCE = timedelta(minutes=10)
UNUSUAL = 3  # times as long as a deal takes tonight
MOST_MESSAGES = 5
MOST_NOT_BEGUN = 6
FEWEST = 3  # deals that tell a table's own pace
QUICKEST = timedelta(seconds=10)  # a deal; what is quicker was written down afterwards and tells no pace
MINUTE = timedelta(minutes=1)
URGENT = ("disputed", "claim", "called", "undecided")


class ShownTable(NamedTuple):
    """As much of a table and its round as says what it needs and when it was heard."""

    pk: int
    status: str
    confirmation: str
    accepted_at: datetime | None
    called_at: datetime | None
    call_note: str
    deal_count: int
    opened_at: datetime
    last_deal_at: datetime | None
    began_in_id: int | None
    round_id: int | None
    round__number: int | None
    round__minutes: int | None
    round__clock_started_at: datetime | None
    game: int
    decided: str


@dataclass(frozen=True)
class Dispute:
    id: int
    at: datetime
    by: str  # who sits there; empty: from the table's own pad
    deal: int | None  # None: the table as a whole
    reason: str


class Unsent(NamedTuple):
    """What phones of a table keep and cannot send."""

    deals: int
    since: datetime


@dataclass(frozen=True)
class OverviewTable:
    card: TableCard
    state: State
    disputes: list[Dispute]
    claim: Claim | None  # a winner against the cards, to be ruled on
    called_at: datetime | None
    call_note: str
    accepted_at: datetime | None  # when a result that waits counts by itself
    proposed_corrections: int  # corrections that wait for another seat's consent
    unsent: Unsent | None
    heard_at: datetime | None  # at what moment the table last gave a sign; None where none is to be expected
    minutes: int  # since then
    unusual: bool  # that is long
    silent_at: datetime | None  # from when on that is long
    round_id: int | None
    round_number: int | None
    began_at: datetime | None  # since when its own pace counts; None where it was broken off
    continues: bool  # a match that has had games

    @property
    def has_not_begun(self) -> bool:
        return not self.card.deal_count and not self.continues

    @property
    def changes_at(self) -> datetime | None:
        """When it is shown otherwise though nobody has written anything."""
        return self.silent_at if self.has_not_begun and not self.unusual else self.accepted_at

    @property
    def rings(self) -> list[str]:
        """A name for each thing that calls the director."""
        calls = [f"call-{self.card.id}-{self.called_at:%H%M%S%f}"] if self.called_at else []
        claims = [f"claim-{self.claim.pk}"] if self.claim else []
        return [f"dispute-{dispute.id}" for dispute in self.disputes] + claims + calls

    @property
    def since(self) -> datetime | None:
        """Since when somebody has been waiting for the director; None where nobody waits."""
        claimed_at = self.claim.created_at if self.claim else None
        return min(
            (*(dispute.at for dispute in self.disputes), *filter(None, [claimed_at, self.called_at])), default=None
        )


@dataclass(frozen=True)
class Overview:
    urgent: list[OverviewTable]
    others: list[OverviewTable]
    silent_after: int  # minutes
    messages: list[Message]
    now: datetime
    pace: timedelta  # how long a deal takes tonight

    def forecast(self, line: OverviewTable) -> int | None:
        """How many minutes the table still plays, at its own pace or else that of the room."""
        card, heard_at = line.card, line.heard_at
        if heard_at is None or line.unusual or not card.deals_total:
            return None
        own = line.began_at and card.deal_count >= FEWEST and (heard_at - line.began_at) / card.deal_count
        pace = own or self.pace
        to_go = card.deals_total - card.deal_count
        remaining = max(to_go * pace - (self.now - heard_at), (to_go - 1) * pace)
        return ceil(remaining / MINUTE) if pace >= QUICKEST else None

    @cached_property
    def shown(self) -> set[int]:
        return {card.id for card in self.cards}

    @cached_property
    def cards(self) -> list[TableCard]:
        return [table.card for table in (*self.urgent, *self.others)]

    @property
    def not_begun(self) -> list[OverviewTable]:
        """The tables that have been silent since they were opened while others have begun, where they are so few that
        somebody may not have come.
        """
        playing = [table for table in (*self.urgent, *self.others) if table.card.playing]
        waiting = [table for table in playing if table.has_not_begun]
        silent = [table for table in waiting if table.unusual]
        return silent if len(waiting) < len(playing) and len(silent) <= MOST_NOT_BEGUN else []

    def line_of(self, table_id: int) -> OverviewTable | None:
        return next((table for table in (*self.urgent, *self.others) if table.card.id == table_id), None)


def overview(
    event: Event,
    *,
    now: datetime,
    also: Collection[int] = (),
    undecided: Collection[int] = (),
    rows: Sequence[SeatRow] | None = None,
) -> Overview:
    """Every table that plays, waits or has just ended, and those in `also`. First those that need the director: the
    oldest dispute or call, then what is `undecided`, where only a ruling says how it ended. `rows` are all seats of
    the event, for whom has read them.
    """
    claims = {claim.table_id: claim for claim in Claim.objects.filter(table__event=event, answer="")}
    tables = _tables(event, now, {*also, *undecided, *claims})
    pace = _pace(tables)
    silence = max(LEAST_SILENCE, UNUSUAL * pace)
    table_ids = {table.pk for table in tables}
    rows = [row for row in rows if row.table_id in table_ids] if rows is not None else seat_rows(Q(table__in=table_ids))
    cards = {card.id: card for card in table_cards(rows, event)}
    resumed_at, disputes = _resumed_at(event, tables), _disputes(tables, cards)
    last_signs, proposed_corrections = _last_signs(tables, resumed_at), _proposals(tables)
    unsent = _unsent(tables)
    lines = []
    for table in tables:
        heard_at = last_signs.get(table.pk)
        line = OverviewTable(
            card=cards[table.pk],
            state=_state(table, now, undecided=table.pk in undecided, claimed=table.pk in claims),
            disputes=disputes.get(table.pk, []),
            claim=claims.get(table.pk),
            called_at=table.called_at,
            call_note=table.call_note,
            accepted_at=table.accepted_at if table.status in ENDED and is_stopped(table, now=now) else None,
            proposed_corrections=proposed_corrections.get(table.pk, 0),
            unsent=unsent.get(table.pk),
            heard_at=heard_at,
            minutes=int((now - heard_at) / MINUTE) if heard_at else 0,
            unusual=heard_at is not None and now - heard_at >= silence,
            silent_at=heard_at and heard_at + silence,
            round_id=table.round_id,
            round_number=table.round__number,
            began_at=None if table.pk in resumed_at else _began(table),
            continues=table.game > 1 and table.decided != BOARDS,
        )
        lines.append(line)
    urgent = [line for line in lines if line.state in URGENT]
    return Overview(
        urgent=sorted(urgent, key=lambda line: (line.since is None, line.since or now, line.card.number)),
        others=[line for line in lines if line.state not in URGENT],
        silent_after=int(silence / MINUTE),
        messages=list(event.messages.select_related("table").order_by("-pk")[:MOST_MESSAGES]),
        now=now,
        pace=pace,
    )


def _tables(event: Event, now: datetime, also: Collection[int]) -> list[ShownTable]:
    over = Q(status__in=ENDED)
    waits = Q(confirmation=Table.ConfirmationState.WAITING) & (Q(accepted_at=None) | Q(accepted_at__gt=now))
    condition = (
        Q(status=Table.Status.PLAYING) | Q(confirmation=Table.ConfirmationState.DISPUTED) | Q(called_at__isnull=False)
    ) | Q(pk__in=UnsentDeals.objects.values("table"))
    if event.status == Event.Status.OPEN:
        condition |= over & Q(ended_at__gt=now - STILL_SHOWN, games=1)  # of a match the newest game is in `also`
    tables = Table.objects.filter(Q(event=event) & (condition | (over & waits) | Q(pk__in=also)))
    rows = tables.exclude(status=Table.Status.UNDONE).order_by("number", "pk").values_list(*ShownTable._fields)
    return [ShownTable._make(row) for row in rows]


def _state(table: ShownTable, now: datetime, *, undecided: bool, claimed: bool) -> State:
    if table.confirmation == Table.ConfirmationState.DISPUTED:
        return "disputed"
    if claimed:
        return "claim"
    if table.called_at:
        return "called"
    if table.status == Table.Status.PLAYING:
        return "playing"
    if table.status == Table.Status.ADJOURNED:
        return "adjourned"
    if is_stopped(table, now=now):
        return "waiting"
    return "undecided" if undecided else "over"


def _pace(tables: Iterable[ShownTable]) -> timedelta:
    """The usual time of a deal tonight: the median over tables; 0 before there is any."""
    seconds = [
        (table.last_deal_at - table.opened_at).total_seconds() / table.deal_count
        for table in tables
        if table.last_deal_at and table.deal_count and table.began_in_id is None
    ]
    return timedelta(seconds=median(seconds) if seconds else 0)


def _began(table: ShownTable) -> datetime | None:
    if table.began_in_id:
        return None
    return max(filter(None, [table.opened_at, table.round__clock_started_at]))


def _resumed_at(event: Event, tables: Iterable[ShownTable]) -> dict[int, datetime]:
    """When tables of these were last resumed or reopened."""
    resumed = AuditEntry.objects.filter(event=event, action__in=("table-resumed", "table-reopened"))
    by_table = dict(resumed.order_by().values_list("table").annotate(Max("at")))
    return {table.pk: by_table[table.pk] for table in tables if table.pk in by_table}


def _last_signs(tables: Iterable[ShownTable], resumed_at: Mapping[int, datetime]) -> dict[int, datetime]:
    """When each table that plays last gave a sign. Before a round's clock starts none is expected."""
    last_signs = {}
    for table in tables:
        if table.status != Table.Status.PLAYING:
            continue
        started = table.round__clock_started_at
        if table.round__minutes and not started and not table.deal_count:
            continue
        signs = [table.opened_at, started, table.last_deal_at, resumed_at.get(table.pk)]
        last_signs[table.pk] = max(filter(None, signs))
    return last_signs


def _disputes(tables: Iterable[ShownTable], cards: Mapping[int, TableCard]) -> dict[int, list[Dispute]]:
    """The disputes that count: the newest word on each deal's newest version, and on each table."""
    disputed = [table.pk for table in tables if table.confirmation == Table.ConfirmationState.DISPUTED]
    if not disputed:
        return {}
    newer = Deal.objects.filter(table=OuterRef("table"), number=OuterRef("deal__number"))
    confirmations = Confirmation.objects.filter(table__in=disputed).select_related("deal").order_by("pk")
    newest: dict[int, dict[int | None, Confirmation]] = defaultdict(dict)
    for confirmation in confirmations.exclude(Exists(newer.filter(version__gt=OuterRef("deal__version")))):
        if confirmation.pad_link_id is None:  # the director's word settles what was said before
            newest[confirmation.table_id].clear()
        newest[confirmation.table_id][confirmation.deal.number if confirmation.deal else None] = confirmation
    return {pk: [*_disputes_of(cards[pk], by_deal)] for pk, by_deal in newest.items()}


def _disputes_of(card: TableCard, by_deal: Mapping[int | None, Confirmation]) -> Iterator[Dispute]:
    for number, confirmation in by_deal.items():
        if confirmation.verdict == Confirmation.Verdict.DISPUTED:
            by = _name(card, confirmation.seat)
            yield Dispute(
                id=confirmation.pk, at=confirmation.created_at, by=by, deal=number, reason=confirmation.reason
            )


def _name(card: TableCard, seat: int | None) -> str:
    return next((sitting.player.short_name for sitting in card.seats if sitting.index == seat), "")


def _proposals(tables: Iterable[ShownTable]) -> dict[int, int]:
    waiting = ProposedCorrection.objects.filter(table__in=[table.pk for table in tables], answer="")
    return dict(waiting.order_by().values_list("table").annotate(Count("pk")))


def _unsent(tables: Iterable[ShownTable]) -> dict[int, Unsent]:
    unsent = UnsentDeals.objects.filter(table__in=[table.pk for table in tables])
    sums = unsent.order_by().values_list("table").annotate(Sum("count"), Min("since"))
    return {pk: Unsent(count, since) for pk, count, since in sums}


@dataclass(frozen=True)
class UnsentEverywhere:
    phones: int
    oldest_seconds: int


def unsent_everywhere(*, now: datetime) -> UnsentEverywhere:
    open_ones = UnsentDeals.objects.filter(table__event__status=Event.Status.OPEN)
    totals = open_ones.aggregate(phones=Count("pk"), since=Min("since"))
    oldest = (now - totals["since"]).total_seconds() if totals["since"] else 0
    return UnsentEverywhere(totals["phones"], round(oldest))
