"""What is sent to webhooks: the log is where it waits. An entry stands there in the transaction of its change, so that
no save writes or asks more for them; from it messages are made and sent meanwhile.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef

from tournaments.models import AuditEntry, Delivery, Webhook
from tournaments.selectors.connections.webhooks import kinds_of, told_of, topic_of

# On PostgreSQL an entry may be committed after one with a greater id, but never so much later.
COMMITTED_WITHIN = timedelta(minutes=1)
AT_A_TIME = 500
BATCH = 20  # messages to one address
AFTER = [timedelta(seconds=30), *(timedelta(minutes=each) for each in (2, 10, 60, 180, 360, 720, 1440))]
"""When a message is tried again that was not taken, try by try; then it is left."""
RESTS = timedelta(seconds=20)  # after an address that did not answer at all
KEPT_FOR = timedelta(days=30)


class ClaimedDelivery(NamedTuple):
    """A delivery that nobody else sends meanwhile, with when it is tried again."""

    delivery: Delivery
    due_at: datetime | None


class DeliveryAnswer(NamedTuple):
    """Its status, or why there is none."""

    claimed: ClaimedDelivery
    status: int | None
    fault: str
    milliseconds: int


def make_deliveries(*, now: datetime) -> int:
    """Of what has happened since they were made last. Says how many."""
    webhooks = Webhook.objects.filter(off_at=None)
    return sum(_make(webhook, now) for webhook in webhooks)


def due_by_webhook(*, now: datetime) -> dict[int, list[Delivery]]:
    """The next of each webhook, oldest first; none for an address that has not answered just now."""
    waiting = Delivery.objects.filter(due_at__isnull=False, webhook__off_at=None)
    silent = waiting.filter(tried_at__gt=now - RESTS, answer=None).order_by().values("webhook")
    due = waiting.filter(due_at__lte=now).exclude(webhook__in=silent).order_by("due_at", "pk")
    concerned = due.order_by("webhook").values_list("webhook", flat=True).distinct()
    return {pk: list(due.filter(webhook=pk).select_related("webhook")[:BATCH]) for pk in concerned}


@transaction.atomic
def claim_deliveries(deliveries: Iterable[Delivery], *, now: datetime) -> list[ClaimedDelivery]:
    """Without those at which another process was first. Whoever claims one and dies has tried it; it is tried again.
    Many by one write: each would keep others waiting who save.
    """
    claimed = []
    for each in deliveries:
        following = _next_try(each.tries, now)
        mine = Delivery.objects.filter(pk=each.pk, due_at=each.due_at, webhook__off_at=None)
        if mine.update(due_at=following, tries=F("tries") + 1, tried_at=now, answer=None, fault=""):
            claimed.append(ClaimedDelivery(each, following))
    return claimed


@transaction.atomic
def note_answers(answered: Iterable[DeliveryAnswer]) -> None:
    """Sent again in the meantime by hand, one stays due."""
    for claimed, status, fault, milliseconds in answered:
        known = Delivery.objects.filter(pk=claimed.delivery.pk)
        known.update(answer=status, fault=fault, milliseconds=milliseconds)
        if status and 200 <= status < 300:
            known.filter(due_at=claimed.due_at).update(due_at=None)


@transaction.atomic
def release(unsent: Iterable[ClaimedDelivery]) -> None:
    """As they were: who was to be told before did not answer, or took too long."""
    for delivery, due_at in unsent:
        mine = Delivery.objects.filter(pk=delivery.pk, due_at=due_at)
        mine.update(due_at=delivery.due_at, tries=F("tries") - 1, tried_at=delivery.tried_at)


def forget_deliveries(*, now: datetime) -> None:
    """The log keeps what happened; this was only how it was told."""
    Delivery.objects.filter(made_at__lt=now - KEPT_FOR, due_at=None).delete()


def _make(webhook: Webhook, now: datetime) -> int:
    entries = AuditEntry.objects.filter(club=webhook.club_id, pk__gt=webhook.delivered_to, event__isnull=False)
    known = Delivery.objects.filter(webhook=webhook, entry=OuterRef("pk"))
    unmade = list(entries.filter(~Exists(known)).select_related("club").order_by("pk")[:AT_A_TIME])
    made = [
        Delivery(webhook=webhook, entry=entry, kind=kind, told=told_of(entry, kind), due_at=now)
        for entry in unmade
        for kind in kinds_of(entry)
        if topic_of(kind) in webhook.topics
    ]
    if made:
        Delivery.objects.bulk_create(made, ignore_conflicts=True)  # another process may be making them too
    settled = entries.filter(at__lt=now - COMMITTED_WITHIN)
    if len(unmade) == AT_A_TIME:
        settled = settled.filter(pk__lte=unmade[-1].pk)
    if newest := settled.aggregate(newest=Max("pk"))["newest"]:
        Webhook.objects.filter(pk=webhook.pk, delivered_to__lt=newest).update(delivered_to=newest)
    return len(made)


def _next_try(tries: int, now: datetime) -> datetime | None:
    return now + AFTER[tries] if tries < len(AFTER) else None
