"""What this process sends to webhooks. Several processes do the same: whoever claims a message sends it."""

import json
import time
from base64 import b64encode
from hashlib import sha256
from hmac import digest

from django.utils import timezone

from tournaments.exports.posting import Post, post_all
from tournaments.models import Delivery
from tournaments.services.connections.deliveries import claim, due_by_webhook, make_deliveries, note_answer
from tournaments.services.connections.webhooks import signing_secrets

AT_ONCE = 40
TURN = 10.0  # seconds
SLOW = 1000  # milliseconds: whoever takes longer is sent one message a turn, and holds up nobody


def tell_webhooks() -> None:
    make_deliveries(now=timezone.now())
    waiting = list(due_by_webhook(now=timezone.now()).values())
    end = time.monotonic() + TURN
    while waiting and time.monotonic() < end:
        at_once, waiting = waiting[:AT_ONCE], waiting[AT_ONCE:]
        quick = _send([due[0] for due in at_once])
        waiting += [due[1:] for due in at_once if len(due) > 1 and due[0].pk in quick]


def _send(deliveries: list[Delivery]) -> set[int]:
    """Those that were answered soon, by id."""
    claimed = [each for delivery in deliveries if (each := claim(delivery, now=timezone.now()))]
    answers = post_all([_post(each.delivery) for each in claimed])
    for each, answer in zip(claimed, answers, strict=True):
        note_answer(each, status=answer.status, fault=answer.fault, milliseconds=answer.milliseconds)
    answered = zip(claimed, answers, strict=True)
    return {each.delivery.pk for each, answer in answered if answer.status and answer.milliseconds < SLOW}


def _post(delivery: Delivery) -> Post:
    now, body = timezone.now(), message(delivery)
    secrets = signing_secrets(delivery.webhook, now=now)
    return Post(delivery.webhook.address, body, signed(name_of(delivery), int(now.timestamp()), body, secrets))


def message(delivery: Delivery) -> bytes:
    """The same to the letter however often it is sent."""
    return json.dumps({"id": name_of(delivery), **delivery.told}, separators=(",", ":"), sort_keys=True).encode()


def name_of(delivery: Delivery) -> str:
    return f"msg_{delivery.pk}"


def signed(name: str, at: int, body: bytes, secrets: list[bytes]) -> dict[str, str]:
    """As www.standardwebhooks.com has it: name and time are signed too, so that a message cannot be sent on later."""
    said = f"{name}.{at}.".encode() + body
    signatures = [f"v1,{b64encode(digest(each, said, sha256)).decode()}" for each in secrets]
    return {"webhook-id": name, "webhook-timestamp": str(at), "webhook-signature": " ".join(signatures)}
