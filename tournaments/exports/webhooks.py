"""What this process sends to webhooks. Several processes do the same: whoever claims a message sends it."""

import json
from base64 import b64encode
from hashlib import sha256
from hmac import digest

from django.utils import timezone

from tournaments.exports.posting import Post, post_all
from tournaments.models import Delivery
from tournaments.services.integrations.webhooks import (
    DeliveryAnswer,
    claim_deliveries,
    due_by_webhook,
    make_deliveries,
    note_answers,
    release,
    signing_secrets,
)

AT_ONCE = 40  # addresses
TURN = 5.0  # seconds
MOST_TURNS = 20


def tell_webhooks() -> None:
    """Where much waits, turn after turn, for those who take at once all that they are sent."""
    make_deliveries(now=timezone.now())
    waiting = due_by_webhook(now=timezone.now())
    for _ in range(MOST_TURNS):
        quick = _take_turn(list(waiting.values())[:AT_ONCE])
        if not quick:
            return
        waiting = {pk: due for pk, due in due_by_webhook(now=timezone.now()).items() if pk in quick}


def _take_turn(due: list[list[Delivery]]) -> set[int]:
    """Says who was quick, by id."""
    batches = [batch for delivery in due if (batch := claim_deliveries(delivery, now=timezone.now()))]
    if not batches:
        return set()
    answers = post_all([[_post(delivery.delivery) for delivery in batch] for batch in batches], seconds=TURN)
    both = list(zip(batches, answers, strict=True))
    note_answers(
        DeliveryAnswer(claimed, *answer)
        for batch, answers in both
        for claimed, answer in zip(batch, answers, strict=False)
    )
    if unsent := [posted for batch, answers in both for posted in batch[len(answers) :]]:
        release(unsent)
    return {batch[0].delivery.webhook_id for batch, answers in both if len(answers) == len(batch) and answers[-1].quick}


def _post(delivery: Delivery) -> Post:
    now, body = timezone.now(), message(delivery)
    secrets = signing_secrets(delivery.webhook, now=now)
    return Post(delivery.webhook.address, body, signed(name_of(delivery), int(now.timestamp()), body, secrets))


def message(delivery: Delivery) -> bytes:
    """The message as it is sent: to the letter the same however often that is."""
    return json.dumps({"id": name_of(delivery), **delivery.told}, separators=(",", ":"), sort_keys=True).encode()


def name_of(delivery: Delivery) -> str:
    return f"msg_{delivery.pk}"


def signed(name: str, seconds: int, body: bytes, secrets: list[bytes]) -> dict[str, str]:
    """As www.standardwebhooks.com has it: name and time are signed too, so that a message cannot be sent on later."""
    signed_text = f"{name}.{seconds}.".encode() + body
    signatures = [f"v1,{b64encode(digest(secret, signed_text, sha256)).decode()}" for secret in secrets]
    return {"webhook-id": name, "webhook-timestamp": str(seconds), "webhook-signature": " ".join(signatures)}
