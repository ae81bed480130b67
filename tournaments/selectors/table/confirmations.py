"""Whether what was recorded counts already: second opinions, disputes, and what is accepted by itself."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from tournaments.models import Confirmation, Deal, Event, Table
from tournaments.models.table import ENDED

State = Table.ConfirmationState


@dataclass(frozen=True)
class ConfirmationStatus:
    """What the opinions come to. `since`: from when on it is confirmed, or will be accepted by itself. `said`: by whose
    word, where it was somebody's.
    """

    state: State
    since: datetime | None = None
    said: Confirmation | None = None

    def is_settled(self, now: datetime) -> bool:
        if self.state == State.WAITING:
            return self.since is not None and self.since <= now
        return self.state == State.CONFIRMED


NOTHING_ASKED = ConfirmationStatus(State.NONE)


def counts(*, now: datetime | None = None, prefix: str = "") -> Q:
    """Tables (or rows whose path to their table is `prefix`) with a result that counts: ended, and not stopped."""
    accepted = Q(**{f"{prefix}accepted_at__lte": now or timezone.now()})
    waiting, disputed = (Q(**{f"{prefix}confirmation": state}) for state in (State.WAITING, State.DISPUTED))
    return Q(**{f"{prefix}status__in": ENDED}) & ~disputed & (~waiting | accepted)


def has_counting_result(table: Table, *, now: datetime | None = None) -> bool:
    return table.status in ENDED and not is_stopped(table, now=now)


def is_stopped(table: Table, *, now: datetime | None = None) -> bool:
    """Somebody disputes the result, or has yet to confirm it."""
    if table.confirmation == State.DISPUTED:
        return True
    return table.confirmation == State.WAITING and not (
        table.accepted_at and table.accepted_at <= (now or timezone.now())
    )


def table_confirmation(table: Table) -> ConfirmationStatus:
    """What the deals and opinions recorded so far come to, for the table as a whole."""
    event = table.event
    if event.confirmation == Event.ConfirmationMode.NONE:
        return NOTHING_ASKED
    deals, confirmations = newest_versions(table), confirmations_on(table)
    if not deals:
        return NOTHING_ASKED
    if event.confirmation == Event.ConfirmationMode.DEAL:
        return _sum(_deal_confirmation(deal, confirmations, event) for deal in deals)
    if table.status not in ENDED:
        return NOTHING_ASKED
    last = max(deals, key=lambda deal: deal.revision)
    said = said_of_table(last, confirmations)
    over = max(table.ended_at or last.created_at, last.created_at)
    return _newest(said) or _by_director(last, over) or _waiting(over, said, event)


def deal_confirmations(table: Table) -> dict[int, ConfirmationStatus]:
    """The same for each deal by its number, where every deal is to be confirmed."""
    event = table.event
    if event.confirmation != Event.ConfirmationMode.DEAL:
        return {}
    confirmations = confirmations_on(table)
    return {deal.number: _deal_confirmation(deal, confirmations, event) for deal in newest_versions(table)}


def confirmations_on(table: Table) -> list[Confirmation]:
    return list(table.confirmations.select_related("user"))


def newest_versions(table: Table) -> list[Deal]:
    deals = Deal.objects.filter(table=table).order_by("number", "version")
    return list({deal.number: deal for deal in deals}.values())


def said_of_table(last: Deal, confirmations: Iterable[Confirmation]) -> list[Confirmation]:
    """The opinions on the table as it is since `last` was recorded."""
    return [each for each in confirmations if each.deal_id is None and each.revision >= last.revision]


def said_of_deal(deal: Deal, confirmations: Iterable[Confirmation]) -> list[Confirmation]:
    """Those on this version; the director's word (from no pad) on the table settles its deals too."""
    return [
        each
        for each in confirmations
        if each.deal_id == deal.pk
        or (each.deal_id is None and each.pad_link_id is None and each.revision >= deal.revision)
    ]


def _deal_confirmation(deal: Deal, confirmations: Iterable[Confirmation], event: Event) -> ConfirmationStatus:
    said = said_of_deal(deal, confirmations)
    return _newest(said) or _by_director(deal, deal.created_at) or _waiting(deal.created_at, said, event)


def _newest(confirmations: list[Confirmation]) -> ConfirmationStatus | None:
    newest = max(confirmations, key=lambda each: each.pk, default=None)
    if newest is None or newest.verdict == Confirmation.Verdict.WITHDRAWN:
        return None
    return ConfirmationStatus(State(newest.verdict), newest.created_at, newest)


def _by_director(deal: Deal, since: datetime) -> ConfirmationStatus | None:
    """What the director enters, at a table that is over, is his word on it."""
    return ConfirmationStatus(State.CONFIRMED, deal.created_at) if deal.user_id and deal.created_at >= since else None


def _waiting(since: datetime, said: Iterable[Confirmation], event: Event) -> ConfirmationStatus:
    """While one disputes it nobody else can: after that all have the whole time to object again."""
    if event.accept_minutes is None:
        return ConfirmationStatus(State.WAITING)
    since = max([since, *(each.created_at for each in said)])
    return ConfirmationStatus(State.WAITING, since + timedelta(minutes=event.accept_minutes))


def _sum(standings: Iterable[ConfirmationStatus]) -> ConfirmationStatus:
    found = list(standings)
    for state in (State.DISPUTED, State.WAITING, State.CONFIRMED):
        those = [each for each in found if each.state == state]
        if those:
            times = [each.since for each in those if each.since is not None]
            return ConfirmationStatus(state, max(times) if len(times) == len(those) else None, those[-1].said)
    return NOTHING_ASKED
