"""Webhooks of a club: made, switched, and sent to addresses outside this server's own network.

The log is where messages wait. An entry stands there in the transaction of its change, so that no save writes or asks
more for them; from it messages are made and sent meanwhile.
"""

import base64
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef
from django.utils import timezone

from tournaments import audit
from tournaments.audit import Actor, Details
from tournaments.limits import LONGEST_ADDRESS, MOST_WEBHOOKS
from tournaments.models import AuditEntry, Club, Delivery, Webhook, WebhookTopic
from tournaments.models.table import new_edition
from tournaments.selectors.integrations import TRIAL, in_utc, kinds_of, told_of, topic_of
from tournaments.services.change import load
from tournaments.services.refusals import Missing, Refused
from tournaments.signing import keys, secret_bytes

PORTS = {"http": 80, "https": 443}
FIRST_FREE_PORT = 1024  # below are other services, such as mail
TRANSLATED = ip_network("64:ff9b::/96")
# What `ipaddress` takes for anybody's: sites' own of old, those of protocols, and of the nearest translator.
INSIDE = [ip_network(network) for network in ("fec0::/10", "192.0.0.0/24", "192.88.99.0/24")]

Ip = IPv4Address | IPv6Address
Networks = Collection[IPv4Network | IPv6Network]


class Target(NamedTuple):
    """An address that may be asked, as far as it can be told before its name is resolved."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def named(self) -> str:
        """As it stands in the request's head."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def read_target(text: str, *, networks: Networks) -> Target:
    """The address of a webhook. Raises Refused. ``networks``: those of private addresses that may be called
    nevertheless.
    """
    if len(text) > LONGEST_ADDRESS or not text.isascii() or not text.isprintable() or " " in text:
        raise Refused("webhook-address")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise Refused("webhook-address") from error
    if parts.scheme not in PORTS or not parts.hostname or parts.fragment or "@" in parts.netloc:
        raise Refused("webhook-address")
    if parts.scheme == "http" and not networks:
        raise Refused("webhook-plain")
    target = Target(parts.scheme, parts.hostname, port or PORTS[parts.scheme], _path(parts.path, parts.query))
    if target.port not in PORTS.values() and target.port < FIRST_FREE_PORT:
        raise Refused("webhook-port", port=target.port)
    if (literal := _literal(target.host)) and not may_call(literal, scheme=target.scheme, networks=networks):
        raise Refused("webhook-inside")
    return target


def may_call(ip: Ip, *, scheme: str, networks: Networks) -> bool:
    """Without encryption only what was allowed."""
    real = _meant(ip)
    if any(real in network for network in networks):
        return True
    if real.is_multicast or real.is_reserved or any(real in network for network in INSIDE):
        return False
    return scheme == "https" and real.is_global


def _meant(ip: Ip) -> Ip:
    """The address of the older kind, where it is only wrapped in one of the newer."""
    if isinstance(ip, IPv4Address):
        return ip
    if ip in TRANSLATED:
        return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else ip)


def _literal(host: str) -> Ip | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _path(path: str, query: str) -> str:
    return f"{path or '/'}{'?' if query else ''}{query}"


# On PostgreSQL an entry may be committed after one with a greater id, but never so much later.
COMMITTED_WITHIN = timedelta(minutes=1)
AT_A_TIME = 500
BATCH = 20  # messages to one address
AFTER = [timedelta(seconds=30), *(timedelta(minutes=minutes) for minutes in (2, 10, 60, 180, 360, 720, 1440))]
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
    """Makes messages of what has happened since they were made last. Returns how many."""
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
    # Not by a join: who waits for a row that another claims would find it in the subquery as it was.
    switched_on = Webhook.objects.filter(off_at=None)
    claimed = []
    for delivery in deliveries:
        following = _next_try(delivery.tries, now)
        mine = Delivery.objects.filter(pk=delivery.pk, due_at=delivery.due_at, webhook__in=switched_on)
        if mine.update(due_at=following, tries=F("tries") + 1, tried_at=now, answer=None, fault=""):
            claimed.append(ClaimedDelivery(delivery, following))
    return claimed


@transaction.atomic
def note_answers(answered: Iterable[DeliveryAnswer]) -> None:
    """Sent again in the meantime by hand, one stays due."""
    for claimed, status, fault, milliseconds in answered:
        delivery = Delivery.objects.filter(pk=claimed.delivery.pk)
        delivery.update(answer=status, fault=fault, milliseconds=milliseconds)
        if status and 200 <= status < 300:
            delivery.filter(due_at=claimed.due_at).update(due_at=None)


@transaction.atomic
def release(unsent: Iterable[ClaimedDelivery]) -> None:
    """As they were: who was to be told before did not answer, or took too long."""
    for delivery, due_at in unsent:
        mine = Delivery.objects.filter(pk=delivery.pk, due_at=due_at)
        mine.update(due_at=delivery.due_at, tries=F("tries") - 1, tried_at=delivery.tried_at)


def forget_deliveries(*, now: datetime) -> None:
    """Deletes old messages: the log keeps what happened, and this was only how it was told."""
    Delivery.objects.filter(made_at__lt=now - KEPT_FOR, due_at=None).delete()


def _make(webhook: Webhook, now: datetime) -> int:
    entries = AuditEntry.objects.filter(club=webhook.club_id, pk__gt=webhook.delivered_to, event__isnull=False)
    earlier = Delivery.objects.filter(webhook=webhook, entry=OuterRef("pk"))
    unmade = list(entries.filter(~Exists(earlier)).select_related("club").order_by("pk")[:AT_A_TIME])
    deliveries = []
    for entry in unmade:
        for kind in kinds_of(entry):
            if topic_of(kind) in webhook.topics:
                facts = told_of(entry, kind)
                deliveries.append(Delivery(webhook=webhook, entry=entry, kind=kind, told=facts, due_at=now))
    if deliveries:
        Delivery.objects.bulk_create(deliveries, ignore_conflicts=True)  # another process may be making them too
    settled = entries.filter(at__lt=now - COMMITTED_WITHIN)
    if len(unmade) == AT_A_TIME:
        settled = settled.filter(pk__lte=unmade[-1].pk)
    if newest := settled.aggregate(newest=Max("pk"))["newest"]:
        Webhook.objects.filter(pk=webhook.pk, delivered_to__lt=newest).update(delivered_to=newest)
    return len(deliveries)


def _next_try(tries: int, now: datetime) -> datetime | None:
    return now + AFTER[tries] if tries < len(AFTER) else None


BOTH_FOR = timedelta(days=1)
KIND = "webhook"


@transaction.atomic
def add_webhook(*, club: Club, address: str, topics: Collection[str], actor: Actor) -> Webhook:
    """Adds a webhook, which is told what happens from now on, and at once that it is there."""
    read_target(address, networks=settings.WEBHOOK_NETWORKS)
    if not topics or not set(topics) <= set(WebhookTopic.values):
        raise Missing
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if club.webhooks.filter(off_at=None).count() >= MOST_WEBHOOKS:
        raise Refused("webhooks-enough", most=MOST_WEBHOOKS)
    chosen = [topic for topic in WebhookTopic.values if topic in topics]
    webhook = Webhook.objects.create(club=club, address=address, topics=chosen, delivered_to=_newest(club))
    _try(webhook)
    audit.record(actor, "webhook-made", club=club, after=_facts(webhook))
    return webhook


@transaction.atomic
def change_secret(*, club: Club, webhook_id: int, actor: Actor) -> Webhook:
    """Changes a webhook's secret. For a day both sign, so that whoever is told can take the new one in."""
    webhook = _lock(club, webhook_id)
    webhook.edition_before, webhook.edition, webhook.changed_at = webhook.edition, new_edition(), timezone.now()
    webhook.save(update_fields=["edition", "edition_before", "changed_at"])
    audit.record(actor, "webhook-secret", club=webhook.club, before=_facts(webhook), after=_facts(webhook))
    return webhook


@transaction.atomic
def switch_webhook(*, club: Club, webhook_id: int, on: bool, actor: Actor) -> None:
    """What happened while it was off is not told, nor what had waited until then."""
    webhook = _lock(club, webhook_id)
    if on == (webhook.off_at is None):
        return
    old_facts = _facts(webhook)
    if on and webhook.club.webhooks.filter(off_at=None).count() >= MOST_WEBHOOKS:
        raise Refused("webhooks-enough", most=MOST_WEBHOOKS)
    webhook.off_at, webhook.delivered_to = None if on else timezone.now(), _newest(webhook.club)
    webhook.save(update_fields=["off_at", "delivered_to"])
    webhook.deliveries.filter(due_at__isnull=False).update(due_at=None)
    audit.record(actor, "webhook-switched", club=webhook.club, before=old_facts, after=_facts(webhook))


@transaction.atomic
def send_trial(*, club: Club, webhook_id: int) -> None:
    _try(_lock(club, webhook_id))


@transaction.atomic
def send_again(*, club: Club, webhook_id: int, delivery_id: int) -> None:
    """Sends a message once more under its id, by which whoever had it knows it."""
    delivery = load(Delivery.objects.select_related("webhook"), pk=delivery_id, webhook=webhook_id, webhook__club=club)
    if delivery.webhook.off_at:
        raise Refused("webhook-off")
    Delivery.objects.filter(pk=delivery.pk).update(due_at=timezone.now(), tries=0, tried_at=None)


def webhook_secret(webhook: Webhook) -> str:
    """A webhook's secret as it is given to whoever is told."""
    return f"whsec_{base64.b64encode(_secret(webhook, webhook.edition)).decode()}"


def signing_secrets(webhook: Webhook, *, now: datetime) -> list[bytes]:
    """All secrets that are good: also of a replaced key of the server, and of an edition that was changed of late."""
    editions = [webhook.edition]
    if webhook.edition_before and webhook.changed_at and now - webhook.changed_at < BOTH_FOR:
        editions.append(webhook.edition_before)
    return [_secret(webhook, edition, key=key) for edition in editions for key in keys()]


def _secret(webhook: Webhook, edition: str, *, key: str | bytes | None = None) -> bytes:
    return secret_bytes(KIND, f"{webhook.pk}.{edition}", key=key)


def _try(webhook: Webhook) -> None:
    if webhook.off_at:
        raise Refused("webhook-off")
    now = timezone.now()
    facts = {"type": TRIAL, "at": in_utc(now), "club": webhook.club.slug}
    Delivery.objects.create(webhook=webhook, kind=TRIAL, told=facts, due_at=now)


def _lock(club: Club, webhook_id: int) -> Webhook:
    """Within the club, as whoever adds one does."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    return load(Webhook.objects.select_related("club"), pk=webhook_id, club=club)


def _newest(club: Club) -> int:
    newest: int | None = AuditEntry.objects.filter(club=club).aggregate(newest=Max("pk"))["newest"]
    return newest or 0


def _facts(webhook: Webhook) -> Details:
    """Whose it is: what follows may be a secret of theirs, and directors read the log, which goes along in files."""
    parts = urlsplit(webhook.address)
    return {
        "address": f"{parts.scheme}://{parts.netloc}",
        "topics": webhook.topics,
        "switched_on": webhook.off_at is None,
    }
