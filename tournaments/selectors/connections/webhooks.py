"""What webhooks tell of an entry of the log, and what a club's webhooks were told."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from scoring.deals import without_words
from tournaments.audit import read_details
from tournaments.models import AuditEntry, Club, Delivery, Table, Webhook, WebhookTopic

# Docs: connections.md. The part before the dot is the topic.
BY_ACTION = {
    "deal": "deal.recorded",
    "correction": "deal.corrected",
    "void": "deal.voided",
    "deals-exchanged": "deal.several",
    "deal-inserted": "deal.several",
    "change-undone": "deal.several",
    "tables-opened": "table.opened",
    "table-carried-on": "table.moved",
    "seat-taken": "table.seats",
    "seat-left": "table.seats",
    "seats-exchanged": "table.seats",
    "seat-moved": "table.seats",
    "ruling": "table.ruled",
    "round-published": "round.published",
    "round-undone": "round.taken-back",
    "clock-set": "round.clock",
    "clock-started": "round.clock",
    "clock-paused": "round.clock",
    "clock-reset": "round.clock",
    "event-created": "event.opened",
    "event-finished": "event.finished",
    "event-reopened": "event.reopened",
    "event-discarded": "event.discarded",
    "stage-started": "event.stage-started",
}
BY_STATUS: dict[object, str] = {
    Table.Status.PLAYING: "table.resumed",
    Table.Status.ADJOURNED: "table.adjourned",
    Table.Status.FINISHED: "table.ended",
    Table.Status.CLOSED: "table.ended",
    Table.Status.UNDONE: "table.taken-back",
}
BY_CONFIRMATION: dict[object, str] = {
    Table.ConfirmationState.CONFIRMED: "table.confirmed",
    Table.ConfirmationState.DISPUTED: "table.disputed",
}
TRIAL = "trial"
FACTS = ("stage", "round", "deal", "version", "payload")
LISTED = 50
LISTED_WEBHOOKS = 20


@dataclass(frozen=True)
class ListedWebhook:
    webhook: Webhook
    waiting: int
    latest: list[Delivery]

    @property
    def topics(self) -> list[str]:
        return [str(WebhookTopic(each).label) for each in self.webhook.topics]


def kinds_of(entry: AuditEntry) -> Iterator[str]:
    """What is told of it: of a deal that ends its table, both."""
    if entry.event_id is None:
        return
    if kind := BY_ACTION.get(entry.action):
        yield kind
    if entry.table_id is None:
        return
    before, after = read_details(entry.before), read_details(entry.after)
    for fact, told in (("status", BY_STATUS), ("opinion", BY_CONFIRMATION)):
        now = after.get(fact)
        if now in told and now != before.get(fact):
            yield told[now]


def topic_of(kind: str) -> str:
    return kind.partition(".")[0]


def told_of(entry: AuditEntry, kind: str) -> dict[str, Any]:
    """Ids and what was played; no names, nor what somebody has typed."""
    found: dict[str, Any] = {"type": kind, "at": in_utc(entry.at), "club": entry.club.slug, "event": entry.event_id}
    found |= {"revision": entry.revision, **({"table": entry.table_id} if entry.table_id else {})}
    found |= {name: fact for name, fact in read_details(entry.after).items() if name in FACTS}
    if played := found.get("payload"):
        found["payload"] = without_words(played)
    return found


def in_utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def listed_webhooks(club: Club) -> list[ListedWebhook]:
    """Those that are on first."""
    found = []
    shown = sorted(club.webhooks.all(), key=lambda each: (each.off_at is not None, -each.pk))[:LISTED_WEBHOOKS]
    for webhook in shown:
        waiting = webhook.deliveries.filter(due_at__isnull=False).count()
        found.append(ListedWebhook(webhook, waiting, list(webhook.deliveries.all()[:1])))
    return found


def deliveries_of(webhook: Webhook) -> list[Delivery]:
    """The latest, newest first."""
    return list(webhook.deliveries.all()[:LISTED])
