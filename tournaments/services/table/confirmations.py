"""Confirmations: another seat confirms what was recorded, anybody at the table disputes it, the director rules."""

from collections.abc import Collection, Sequence
from typing import TypedDict

from django.db import transaction
from django.utils import timezone

from tournaments.audit import Actor, Details
from tournaments.limits import LONGEST_REASON
from tournaments.models import Confirmation, Contribution, Event, Table
from tournaments.models.table import ENDED
from tournaments.selectors.table.confirmations import (
    Confirmations,
    ConfirmationStatus,
    State,
    has_counting_result,
    is_vouched_for,
    objection,
    table_confirmation,
)
from tournaments.selectors.table.deals import DealRow
from tournaments.services.change import commit_change, keep_confirmation, lock_event
from tournaments.services.refusals import Refused, Stale, fitting
from tournaments.services.table.deals import lock_for

Verdict = Confirmation.Verdict
DealVersion = tuple[int, int]
"""Number of a deal, and which of its versions was seen."""


class ConfirmationRule(TypedDict):
    """Whose confirmation is asked for, and how long one may take their time."""

    mode: str
    accept_minutes: int | None
    correction_minutes: int
    shared_phones: bool
    silence_minutes: int


@transaction.atomic
def confirm_or_dispute(
    *,
    table_id: int,
    verdict: Verdict,
    deals: Sequence[DealVersion] | None,
    base_revision: int,
    reason: str,
    actor: Actor,
) -> None:
    """Records a seat's word on these deals, or (``deals`` None, where tables are confirmed) on the ended table as a
    whole.
    """
    table = lock_for(actor, table_id)
    by_deal = table.event.confirmation == Event.ConfirmationMode.DEAL
    if by_deal != bool(deals) or table_confirmation(table).state == State.NONE:
        raise Refused("opinion-not-asked")
    subjects = _deals(table, deals or [], base_revision) if by_deal else _whole(table, base_revision)
    if open_ones := [subject for subject in subjects if not _said_already(subject, verdict, actor)]:
        for entered, status, confirmations in open_ones:
            _require_right(table, entered, status, confirmations, verdict, actor)
        firsts = [_about(dispute, by_deal=by_deal) for dispute in open_ones if not _is_enough(dispute, actor)]
        deals_said = [_about(dispute, by_deal=by_deal) for dispute in open_ones]
        _give(table, deals_said, verdict, reason, actor, firsts=firsts)


@transaction.atomic
def rule(*, table_id: int, reason: str, actor: Actor) -> None:
    """Records the director's word: what is recorded at the table so far stands, whatever was said of it."""
    table = lock_for(actor, table_id)
    if table_confirmation(table).state == State.NONE:
        raise Refused("opinion-not-asked")
    _give(table, [None], Verdict.CONFIRMED, reason, actor)


@transaction.atomic
def set_confirmation(
    *,
    event_id: int,
    mode: str,
    accept_minutes: int | None,
    correction_minutes: int,
    actor: Actor,
    shared_phones: bool = False,
    silence_minutes: int | None = None,
) -> None:
    """Whose confirmation is asked for from now on, and how long a neighbour waits for a silent phone (None: as long as
    before). A result that counts already goes on counting.
    """
    event = lock_event(event_id)
    if mode != event.confirmation:
        _require_no_dispute(event)
    old_facts = _settings(event)
    event.confirmation = Event.ConfirmationMode(mode)
    event.accept_minutes, event.correction_minutes = accept_minutes, correction_minutes
    event.shared_phones = shared_phones
    event.silence_minutes = event.silence_minutes if silence_minutes is None else silence_minutes
    fields = ["confirmation", "accept_minutes", "correction_minutes", "shared_phones", "silence_minutes"]
    event.save(update_fields=fields)
    for table in event.tables.exclude(status=Table.Status.UNDONE):
        table.event = event
        _keep_counting(table, actor)
    commit_change(event, actor, "confirmation-set", before=old_facts, after=_settings(event))


def _require_no_dispute(event: Event) -> None:
    """Under another rule nobody would see any more what was disputed, and the result might count."""
    disputed = event.tables.filter(confirmation=State.DISPUTED).exclude(status=Table.Status.UNDONE).order_by("number")
    if numbers := list(disputed.values_list("number", flat=True)):
        raise Refused("tables-disputed", tables=numbers)


def stand_by_ruling(table: Table, reason: str, actor: Actor) -> None:
    """How the director ruled that a table ended settles what was said of it; the caller commits the change."""
    if table.status in ENDED and table_confirmation(table).state in (State.WAITING, State.DISPUTED):
        write_confirmations(table, [None], Verdict.CONFIRMED, reason, actor)


Subject = tuple[Sequence[DealRow], ConfirmationStatus, list[Confirmation]]
"""What a confirmation is about (one deal, or all of a table), its status, and its confirmations."""


def _about(subject: Subject, *, by_deal: bool) -> DealRow | None:
    return subject[0][0] if by_deal else None


def _is_enough(subject: Subject, actor: Actor) -> bool:
    entered, _, confirmations = subject
    return actor.seat is None or is_vouched_for(entered, confirmations, actor.seat)


def _deals(table: Table, wanted: Sequence[DealVersion], base_revision: int) -> list[Subject]:
    confirmations = Confirmations(table)
    newest, standings = {deal.number: deal for deal in confirmations.deals}, confirmations.by_deal
    if missing := next((number for number, _ in wanted if number not in newest), None):
        raise Refused("deal-unknown", deal=missing)
    if passed := next((number for number, version in wanted if newest[number].version != version), None):
        raise Stale(base_revision=base_revision, revision=table.revision, number=passed)
    numbers = sorted({number for number, _ in wanted})
    return [([newest[number]], standings[number], confirmations.of_deal(newest[number])) for number in numbers]


def _whole(table: Table, base_revision: int) -> list[Subject]:
    if base_revision < table.revision:
        raise Stale(base_revision=base_revision, revision=table.revision)
    confirmations = Confirmations(table)
    return [(confirmations.deals, confirmations.for_table, confirmations.of_table(confirmations.last))]


def _said_already(subject: Subject, verdict: Verdict, actor: Actor) -> bool:
    """Whether the newest word is this one, from the same phone, sent again."""
    words = subject[2]
    return bool(words) and words[-1].verdict == verdict and _is_of(words[-1], actor)


def _is_of(confirmation: Confirmation, actor: Actor) -> bool:
    """Of this seat's phone; a phone on the table's own address is as good as another."""
    return confirmation.pad_link_id is not None and confirmation.seat == actor.seat


def _require_right(
    table: Table,
    entered: Sequence[DealRow],
    status: ConfirmationStatus,
    confirmations: Sequence[Confirmation],
    verdict: Verdict,
    actor: Actor,
) -> None:
    disputed = status.state == State.DISPUTED
    by_this = disputed and _is_of(confirmations[-1], actor)
    if verdict == Verdict.WITHDRAWN:
        if not by_this:
            raise Refused("dispute-of-another" if disputed else "nothing-disputed")
        return
    if disputed and not by_this:
        raise Refused("disputed-already" if verdict == Verdict.DISPUTED else "dispute-of-another")
    if status.is_settled(timezone.now()):
        raise Refused("opinion-settled")
    shared = table.event.shared_phones
    if verdict == Verdict.CONFIRMED and (code := objection(entered, confirmations, actor, shared=shared)):
        raise Refused(code)
    if verdict == Verdict.CONFIRMED and not shared and _gave_a_hand(table, entered, actor):
        raise Refused("own-phone")


def _gave_a_hand(table: Table, entered: Sequence[DealRow], actor: Actor) -> bool:
    """Before the deal was recorded by whose hand was the last, this phone had given one of another seat's address."""
    numbers = [row.number for row in entered]
    own = Contribution.objects.filter(table=table, number__in=numbers, phone=actor.phone).exclude(phone="")
    return own.exclude(by_seat=actor.seat).exists()


def _give(
    table: Table,
    deals: Sequence[DealRow | None],
    verdict: Verdict,
    reason: str,
    actor: Actor,
    *,
    firsts: Collection[DealRow | None] = (),
) -> None:
    """No phone of the table needs to have seen it before it saves again, so the table's revision stays."""
    reason = fitting(reason, LONGEST_REASON)
    old_confirmation = table.confirmation
    write_confirmations(table, deals, verdict, reason, actor, firsts=firsts)
    keep_confirmation(table)
    table.save(update_fields=["confirmation", "accepted_at"])
    facts: Details = {"verdict": verdict, "deals": [deal.number for deal in deals if deal], "reason": reason}
    action = "confirmation" if actor.pad_link else "confirmation-ruled"
    after: Details = {**facts, "confirmation": table.confirmation}
    commit_change(table.event, actor, action, table=table, before={"confirmation": old_confirmation}, after=after)


def write_confirmations(
    table: Table,
    deals: Sequence[DealRow | None],
    verdict: Verdict,
    reason: str,
    actor: Actor,
    *,
    firsts: Collection[DealRow | None] = (),
) -> None:
    """On each of these deals, None for the table as a whole; on the ``firsts`` it is the first word of two. The caller
    commits the change."""
    for deal in deals:
        Confirmation.objects.create(
            table=table,
            deal_id=deal.pk if deal else None,
            revision=table.event.revision + 1,
            verdict=verdict,
            seat=actor.seat,
            user=actor.user,
            pad_link=actor.pad_link,
            phone=actor.phone,
            reason=reason,
            settles=deal not in firsts,
        )


def _keep_counting(table: Table, actor: Actor) -> None:
    counted = has_counting_result(table)
    keep_confirmation(table)
    if counted and not has_counting_result(table):
        write_confirmations(table, [None], Verdict.CONFIRMED, "", Actor(user=actor.user))
        keep_confirmation(table)
    table.save(update_fields=["confirmation", "accepted_at"])


def _settings(event: Event) -> Details:
    return {
        "confirmation_mode": event.confirmation,
        "accept_minutes": event.accept_minutes,
        "correction_minutes": event.correction_minutes,
        "shared_phones": event.shared_phones,
        "silence_minutes": event.silence_minutes,
    }
