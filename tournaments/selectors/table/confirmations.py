"""Whether what was recorded counts already (confirmations, disputes, results accepted by themselves), and who may still
correct it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from operator import attrgetter
from typing import Literal, Protocol

from django.db.models import Q
from django.utils import timezone

from tournaments.audit import Actor
from tournaments.models import Confirmation, Event, Ruling, Table
from tournaments.models.prepared import confirmations_at
from tournaments.models.table import ENDED
from tournaments.selectors.table.deals import DealRow, History, deal_history, has_later_round, newest_versions

State = Table.ConfirmationState


@dataclass(frozen=True)
class ConfirmationStatus:
    """What the confirmations come to. `since`: from when on the result is confirmed, or will be accepted by itself.
    `confirmation`: the one that decides, if one does; while the result waits, the first of the two that it takes.
    """

    state: State
    since: datetime | None = None
    confirmation: Confirmation | None = None

    def is_settled(self, now: datetime) -> bool:
        if self.state == State.WAITING:
            return self.since is not None and self.since <= now
        return self.state == State.CONFIRMED


NOTHING_ASKED = ConfirmationStatus(State.NONE)


class Result(Protocol):
    """A table, or as much of it as says whether its result counts."""

    @property
    def status(self) -> str: ...

    @property
    def confirmation(self) -> str: ...

    @property
    def accepted_at(self) -> datetime | None: ...


def counts(*, now: datetime | None = None, prefix: str = "") -> Q:
    """Tables (or rows whose path to their table is `prefix`) with a result that counts: ended, and not stopped."""
    accepted = Q(**{f"{prefix}accepted_at__lte": now or timezone.now()})
    waiting, disputed = (Q(**{f"{prefix}confirmation": state}) for state in (State.WAITING, State.DISPUTED))
    return Q(**{f"{prefix}status__in": ENDED}) & ~disputed & (~waiting | accepted)


def has_counting_result(table: Result, *, now: datetime | None = None) -> bool:
    return table.status in ENDED and not is_stopped(table, now=now)


def is_stopped(table: Result, *, now: datetime | None = None) -> bool:
    """Somebody disputes the result, or has yet to confirm it."""
    if table.confirmation == State.DISPUTED:
        return True
    return table.confirmation == State.WAITING and not (
        table.accepted_at and table.accepted_at <= (now or timezone.now())
    )


class Confirmations:
    """The confirmations of a table and its deals, read once, and their status, computed when first asked for."""

    def __init__(self, table: Table, history: History | None = None) -> None:
        """`history`: where it has been read already."""
        self._table = table
        self._history = history

    @cached_property
    def deals(self) -> list[DealRow]:
        return newest_versions(deal_history(self._table.pk) if self._history is None else self._history)

    @cached_property
    def _said(self) -> dict[int | None, list[Confirmation]]:
        """By the deal (id); None: of the table as a whole."""
        by_deal: dict[int | None, list[Confirmation]] = defaultdict(list)
        for confirmation in confirmations_at(self._table.pk):
            by_deal[confirmation.deal_id].append(confirmation)
        return by_deal

    def of_table(self, last: DealRow) -> list[Confirmation]:
        """The confirmations of the table as it is since `last` was recorded."""
        return [confirmation for confirmation in self._said.get(None, ()) if confirmation.revision >= last.revision]

    def of_deal(self, deal: DealRow) -> list[Confirmation]:
        """The confirmations of this version of a deal; the director's word (from no pad) on the table settles its deals
        too.
        """
        if not self._said:
            return []
        settling = [confirmation for confirmation in self.of_table(deal) if confirmation.pad_link_id is None]
        return sorted([*self._said.get(deal.pk, ()), *settling], key=attrgetter("pk"))

    @property
    def last(self) -> DealRow:
        return max(self.deals, key=lambda deal: deal.revision)

    @cached_property
    def for_table(self) -> ConfirmationStatus:
        """What they come to, for the table as a whole."""
        table, event = self._table, self._table.event
        if event.confirmation == Event.ConfirmationMode.NONE or not self.deals:
            return NOTHING_ASKED
        if event.confirmation == Event.ConfirmationMode.DEAL:
            return _sum(self.by_deal.values())
        if table.status not in ENDED:
            return NOTHING_ASKED
        last = self.last
        confirmations = self.of_table(last)
        over = max(table.ended_at or last.created_at, last.created_at)
        # The deal that ends the table says nothing of those before it, whoever enters it.
        corrected = any(row.version > 1 for row in self.deals if row.revision == last.revision)
        word = _by_director(last, over) if corrected else None
        return _newest(confirmations) or word or _waiting(over, confirmations, event)

    @cached_property
    def by_deal(self) -> dict[int, ConfirmationStatus]:
        """The status of each deal by its number, where every deal is to be confirmed."""
        event = self._table.event
        if event.confirmation != Event.ConfirmationMode.DEAL:
            return {}
        return {deal.number: self._for_deal(deal, event) for deal in self.deals}

    def _for_deal(self, deal: DealRow, event: Event) -> ConfirmationStatus:
        confirmations = self.of_deal(deal)
        return (
            _newest(confirmations)
            or _by_director(deal, deal.created_at)
            or _waiting(deal.created_at, confirmations, event)
        )


def table_confirmation(table: Table) -> ConfirmationStatus:
    return Confirmations(table).for_table


def deal_confirmations(table: Table) -> dict[int, ConfirmationStatus]:
    return Confirmations(table).by_deal


def standing_words(confirmations: Sequence[Confirmation]) -> list[Confirmation]:
    """The seats' that confirm, since the last that said anything else."""
    words: list[Confirmation] = []
    for confirmation in sorted(confirmations, key=attrgetter("pk")):
        words = [*words, confirmation] if confirmation.verdict == Confirmation.Verdict.CONFIRMED else []
    return words


def _newest(confirmations: list[Confirmation]) -> ConfirmationStatus | None:
    newest = max(confirmations, key=attrgetter("pk"), default=None)
    if newest is None or newest.verdict == Confirmation.Verdict.WITHDRAWN:
        return None
    if newest.verdict == Confirmation.Verdict.CONFIRMED and not newest.settles:
        return None
    return ConfirmationStatus(State(newest.verdict), newest.created_at, newest)


def is_vouched_for(entered: Sequence[DealRow], confirmations: Sequence[Confirmation], seat: int) -> bool:
    """Whether the word of this seat, with those before it, is enough: for each deal that of one seat that did not enter
    it, or of two where it came from the table's own address, nobody knows by whose hand.
    """
    seats = {seat, *(confirmation.seat for confirmation in standing_words(confirmations))} - {None}
    return all(len(seats - {row.seat}) >= (2 if row.pad_link_id and row.seat is None else 1) for row in entered)


def objection(
    entered: Sequence[DealRow], confirmations: Sequence[Confirmation], actor: Actor, *, shared: bool
) -> str | None:
    """Why this phone cannot confirm the deals that were `entered` (the code of a refusal), where that is not settled:
    its seat entered all of them, or the phone some for others. `shared`: a phone may speak for several seats.
    """
    words = standing_words(confirmations)
    if actor.seat is None:
        return "seat-needed"
    if all(row.seat == actor.seat for row in entered):
        return "own-entry"
    others = (row.phone for row in entered if row.seat != actor.seat)
    if not shared and actor.phone and actor.phone in (*others, *(confirmation.phone for confirmation in words)):
        return "own-phone"
    if any(confirmation.seat == actor.seat for confirmation in words):
        return "second-seat-needed"
    return None


def _by_director(deal: DealRow, since: datetime) -> ConfirmationStatus | None:
    """What the director enters, at a table that is over, is their word on it."""
    return (
        ConfirmationStatus(State.CONFIRMED, deal.created_at) if deal.by_director and deal.created_at >= since else None
    )


def _waiting(since: datetime, confirmations: Sequence[Confirmation], event: Event) -> ConfirmationStatus:
    """While one disputes it nobody else can: after that all have the whole time to object again."""
    first = next(iter(standing_words(confirmations)), None)
    if event.accept_minutes is None:
        return ConfirmationStatus(State.WAITING, confirmation=first)
    objected = (
        confirmation.created_at
        for confirmation in confirmations
        if confirmation.verdict != Confirmation.Verdict.CONFIRMED
    )
    return ConfirmationStatus(
        State.WAITING, max([since, *objected]) + timedelta(minutes=event.accept_minutes), confirmation=first
    )


def _sum(standings: Iterable[ConfirmationStatus]) -> ConfirmationStatus:
    statuses = list(standings)
    for state in (State.DISPUTED, State.WAITING, State.CONFIRMED):
        those = [status for status in statuses if status.state == state]
        if those:
            times = [status.since for status in those if status.since is not None]
            newest = None if state == State.WAITING else those[-1].confirmation  # one word of two is about one deal
            return ConfirmationStatus(state, max(times) if len(times) == len(those) else None, newest)
    return NOTHING_ASKED


Right = Literal["free", "consent", "closed"]
STRICTNESS: tuple[Right, ...] = ("free", "consent", "closed")


def correction_rights(
    table: Table, *, now: datetime, confirmations: Confirmations | None = None, people: Collection[int] | None = None
) -> dict[int | None, Right]:
    """By number of the deal; None stands for the table as a whole, and for deals not named. `confirmations` and
    `people` (entrants' ids), where they have been read already.
    """
    if has_later_round(table, people=people) or _is_ruled_on(table):
        return {None: "closed"}
    current = confirmations or Confirmations(table)
    by_deal: dict[int | None, Right] = {
        number: _right(table, status, now) for number, status in current.by_deal.items()
    }
    return {None: _right(table, current.for_table, now), **by_deal}


def right_to(table: Table, *numbers: int | None, now: datetime) -> Right:
    """To correct all these deals together: as strict as the strictest of them."""
    rights = correction_rights(table, now=now)
    return max((rights.get(number, rights[None]) for number in numbers or (None,)), key=STRICTNESS.index)


def _is_ruled_on(table: Table) -> bool:
    """The director has said how it ended, and no seat is asked, whose consent could open it again."""
    if table.round_id is None or table.status not in ENDED or table.event.confirmation != Event.ConfirmationMode.NONE:
        return False
    ruling = table.rulings.exclude(kind=Ruling.Kind.ADVANCED).order_by("pk").last()
    if ruling is None or ruling.kind == Ruling.Kind.LIFTED:
        return False
    return ruling.kind == Ruling.Kind.DECISION or len(ruling.value) >= table.seats.count() - 1


def _right(table: Table, status: ConfirmationStatus, now: datetime) -> Right:
    over = table.status in ENDED
    settled = status.is_settled(now)
    needs_confirming = table.event.confirmation != Event.ConfirmationMode.NONE
    if not over or (needs_confirming and not settled):
        return "consent" if settled else "free"
    times = [time for time in (table.ended_at, status.since if settled else None) if time]
    late = bool(times) and now > max(times) + timedelta(minutes=table.event.correction_minutes)
    if late:
        return "closed"
    return "consent" if needs_confirming else "free"
