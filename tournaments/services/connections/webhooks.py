"""Webhooks of a club, which its owner makes and switches off."""

import base64
from collections.abc import Collection
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from tournaments import audit
from tournaments.audit import Actor, Details
from tournaments.models import AuditEntry, Club, Delivery, Webhook, WebhookTopic
from tournaments.models.table import new_edition
from tournaments.selectors.connections.webhooks import TRIAL, in_utc
from tournaments.services.change import load
from tournaments.services.connections.addresses import read_target
from tournaments.services.refusals import Missing, Refused
from tournaments.signing import keys, secret_bytes

MOST = 10
BOTH_FOR = timedelta(days=1)
KIND = "webhook"


@transaction.atomic
def add_webhook(*, club: Club, address: str, topics: Collection[str], actor: Actor) -> Webhook:
    """It is told what happens from now on, and at once that it is there."""
    read_target(address, networks=settings.WEBHOOK_NETWORKS)
    if not topics or not set(topics) <= set(WebhookTopic.values):
        raise Missing
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if club.webhooks.filter(off_at=None).count() >= MOST:
        raise Refused("webhooks-enough", most=MOST)
    chosen = [each for each in WebhookTopic.values if each in topics]
    webhook = Webhook.objects.create(club=club, address=address, topics=chosen, delivered_to=_newest(club))
    _try(webhook)
    audit.record(actor, "webhook-made", club=club, after=_facts(webhook))
    return webhook


@transaction.atomic
def change_secret(*, club: Club, webhook_id: int, actor: Actor) -> Webhook:
    """For a day both sign, so that whoever is told can take the new one in."""
    known = _lock(club, webhook_id)
    known.edition_before, known.edition, known.changed_at = known.edition, new_edition(), timezone.now()
    known.save(update_fields=["edition", "edition_before", "changed_at"])
    audit.record(actor, "webhook-secret", club=known.club, before=_facts(known), after=_facts(known))
    return known


@transaction.atomic
def switch_webhook(*, club: Club, webhook_id: int, on: bool, actor: Actor) -> None:
    """What happened while it was off is not told, nor what had waited until then."""
    known = _lock(club, webhook_id)
    if on == (known.off_at is None):
        return
    before = _facts(known)
    if on and known.club.webhooks.filter(off_at=None).count() >= MOST:
        raise Refused("webhooks-enough", most=MOST)
    known.off_at, known.delivered_to = None if on else timezone.now(), _newest(known.club)
    known.save(update_fields=["off_at", "delivered_to"])
    known.deliveries.filter(due_at__isnull=False).update(due_at=None)
    audit.record(actor, "webhook-switched", club=known.club, before=before, after=_facts(known))


@transaction.atomic
def send_trial(*, club: Club, webhook_id: int) -> None:
    _try(_lock(club, webhook_id))


@transaction.atomic
def send_again(*, club: Club, webhook_id: int, delivery_id: int) -> None:
    """The same message under the same id, so that whoever had it knows it."""
    delivery = load(Delivery.objects.select_related("webhook"), pk=delivery_id, webhook=webhook_id, webhook__club=club)
    if delivery.webhook.off_at:
        raise Refused("webhook-off")
    Delivery.objects.filter(pk=delivery.pk).update(due_at=timezone.now(), tries=0, tried_at=None)


def webhook_secret(webhook: Webhook) -> str:
    """As it is given to whoever is told."""
    return f"whsec_{base64.b64encode(_secret(webhook, webhook.edition)).decode()}"


def signing_secrets(webhook: Webhook, *, now: datetime) -> list[bytes]:
    """All that are good: of a server's key that was replaced too, and of an edition that was changed of late."""
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
    told = {"type": TRIAL, "at": in_utc(now), "club": webhook.club.slug}
    Delivery.objects.create(webhook=webhook, kind=TRIAL, told=told, due_at=now)


def _lock(club: Club, webhook_id: int) -> Webhook:
    """Within the club, as whoever adds one does."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    return load(Webhook.objects.select_related("club"), pk=webhook_id, club=club)


def _newest(club: Club) -> int:
    newest: int | None = AuditEntry.objects.filter(club=club).aggregate(newest=Max("pk"))["newest"]
    return newest or 0


def _facts(webhook: Webhook) -> Details:
    """Whose it is: what follows may be a secret of theirs, and directors read the log, which goes along in files."""
    whose = urlsplit(webhook.address)
    return {
        "address": f"{whose.scheme}://{whose.netloc}",
        "topics": webhook.topics,
        "switched_on": webhook.off_at is None,
    }
