"""Webhooks: what happens is told once, signed, to nobody inside, and nobody who saves waits for it."""

import re
import uuid
from collections.abc import Iterator
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from examples.verify_webhook import verified
from tests.factories import announce, deal, make_club, make_night, make_table, make_user, seat_table
from tests.tournament_scenes import make_tournament, next_round, start
from tests.tournaments.integrations.scenes import Receiver, receiving, webhook_of
from tournaments.audit import SYSTEM, Actor, Details, record
from tournaments.exports.webhooks import message, tell_webhooks
from tournaments.models import AuditEntry, Delivery, Table, Webhook, WebhookTopic
from tournaments.selectors.integrations import BY_ACTION, BY_CONFIRMATION, BY_STATUS, TRIAL, topic_of
from tournaments.services.integrations.webhooks import (
    AFTER,
    KEPT_FOR,
    DeliveryAnswer,
    add_webhook,
    change_secret,
    claim_deliveries,
    due_by_webhook,
    forget_deliveries,
    make_deliveries,
    note_answers,
    read_target,
    send_again,
    switch_webhook,
    webhook_secret,
)
from tournaments.services.night import finish_event
from tournaments.services.refusals import Refused
from tournaments.services.table.deals import record_deal
from tournaments.services.table.life import end_table
from tournaments.words.log.actions import ACTIONS

pytestmark = pytest.mark.django_db

DOCS = Path(__file__).parents[3] / "docs/integrations.md"
OUTSIDE = "https://example.org/told"
LOOPBACK = [ip_network("127.0.0.0/8")]


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    settings.WEBHOOK_NETWORKS = LOOPBACK
    with receiving() as found:
        yield found


def kinds(webhook: Webhook) -> list[str]:
    """Oldest first, without its trial."""
    return [each.kind for each in webhook.deliveries.exclude(kind="trial").order_by("pk")]


def answer_from(delivery: Delivery, *, status: int | None = 204) -> None:
    (claimed,) = claim_deliveries([delivery], now=timezone.now())
    note_answers([DeliveryAnswer(claimed, status, "" if status else "silent", 5)])


def test_what_happens_in_a_night_is_told_by_what_was_asked_for():
    table = make_table()
    all_of_it, deals = webhook_of(table.event.club, OUTSIDE), webhook_of(table.event.club, OUTSIDE, "deal")
    deal(table, announce(1, 3, 3))
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=table.event_id, actor=SYSTEM)
    make_deliveries(now=timezone.now())
    make_deliveries(now=timezone.now())
    assert kinds(all_of_it) == ["deal.recorded", "table.ended", "event.finished"]
    assert kinds(deals) == ["deal.recorded"]
    (told,) = [each.told for each in deals.deliveries.exclude(kind="trial")]
    assert (told["event"], told["table"], told["deal"], told["payload"]["taken"]) == (table.event_id, table.pk, 1, 3)


def test_a_table_that_is_disputed_and_confirmed_is_told_so_once():
    table = make_table()
    webhook = webhook_of(table.event.club, OUTSIDE, "table")
    states = [("", "disputed"), ("disputed", "disputed"), ("disputed", "confirmed")]
    for before, after in states:
        became: dict[str, Details] = {"before": {"confirmation": before}, "after": {"confirmation": after}}
        record(SYSTEM, "confirmation", event=table.event, table=table, **became)
    make_deliveries(now=timezone.now())
    assert kinds(webhook) == ["table.disputed", "table.confirmed"]


def test_what_somebody_has_typed_is_not_told():
    night = make_night(game="colonial-italian", names=["Ana", "Bruno"])
    table = seat_table(night, "Ana", "Bruno")
    webhook = webhook_of(night.club, OUTSIDE, "deal")
    hands = {"0": ["P3", "O3", "G2", "G3", "O3", "P1"], "1": ["CAP", "G3", "P2", "O3", "G3", "O1"]}
    claimed = {"dealer": 0, "hands": hands, "claimed": [0], "override": "Ana has said so"}
    facts = {"client_id": uuid.uuid4(), "base_revision": None, "actor": Actor(user=make_user("director"))}
    record_deal(table_id=table.pk, payload=claimed, upheld=True, **facts)
    make_deliveries(now=timezone.now())
    (told,) = [each.told for each in webhook.deliveries.exclude(kind="trial")]
    assert "Ana" not in str(told) and told["payload"]["claimed"] == [0]


def test_rounds_are_told_when_they_are_published_and_never_as_previews():
    event = make_tournament(4)
    webhook = webhook_of(event.club, OUTSIDE, "round", "event")
    start(event)
    next_round(event)
    make_deliveries(now=timezone.now())
    assert kinds(webhook) == ["event.stage-started", "round.published"]


def test_a_save_asks_the_database_nothing_more_for_webhooks():
    def asked(table: Table) -> int:
        with CaptureQueriesContext(connection) as queries:
            deal(table, announce(0, 3, 3))
        return len(queries)

    one, other = make_table(), make_table(club=make_club(name="Vilnia"))
    deal(one, announce(1, 3, 3))
    deal(other, announce(1, 3, 3))
    webhook_of(one.event.club, OUTSIDE)
    assert asked(one) == asked(other)


def test_an_entry_that_is_committed_late_is_told_too():
    """On PostgreSQL another transaction's entry with a smaller id may appear later."""
    table = make_table()
    webhook = webhook_of(table.event.club, OUTSIDE)
    deal(table, announce(1, 3, 3))
    make_deliveries(now=timezone.now())
    late = AuditEntry.objects.get(action="deal")
    webhook.deliveries.filter(entry=late).delete()
    make_deliveries(now=timezone.now())
    make_deliveries(now=timezone.now() + timedelta(hours=1))
    webhook.refresh_from_db()
    assert kinds(webhook) == ["deal.recorded"] and webhook.delivered_to >= late.pk


def test_a_message_is_signed_and_verified_as_the_example_does_it(receiver: Receiver):
    table = make_table()
    webhook = webhook_of(table.event.club, receiver.address)
    secret = webhook_secret(webhook)
    deal(table, announce(1, 3, 3))
    tell_webhooks()
    (received,) = receiver.received
    assert received.path == "/told?as=it"
    assert verified(secret, received.headers, received.body, now=timezone.now().timestamp())["type"] == "deal.recorded"
    (delivery,) = webhook.deliveries.exclude(kind="trial")
    assert delivery.arrived and delivery.due_at is None and received.body == message(delivery)


@pytest.mark.parametrize("fault", ["body", "secret", "id", "late", "early"])
def test_what_was_changed_or_is_sent_on_later_is_no_message(receiver: Receiver, fault: str):
    webhook = webhook_of(make_table().event.club, receiver.address)
    Delivery.objects.update(due_at=timezone.now())
    tell_webhooks()
    (received,) = receiver.received
    secret, headers, body, now = webhook_secret(webhook), received.headers, received.body, timezone.now().timestamp()
    assert verified(secret, headers, body, now=now)["type"] == "trial"
    match fault:
        case "body":
            body = body.replace(b"trial", b"other")
        case "secret":
            secret = webhook_secret(change_secret(club=webhook.club, webhook_id=webhook.pk, actor=SYSTEM))
        case "id":
            headers = {**headers, "webhook-id": "msg_0"}
        case _:
            now += 400 if fault == "late" else -400
    with pytest.raises(ValueError, match="webhook"):
        verified(secret, headers, body, now=now)


def test_for_a_day_after_a_change_the_old_secret_and_the_new_one_sign(receiver: Receiver):
    webhook = webhook_of(make_table().event.club, receiver.address)
    old, known = webhook_secret(webhook), webhook
    known = change_secret(club=webhook.club, webhook_id=webhook.pk, actor=SYSTEM)
    for ago, good in [(timedelta(hours=23), [True, True]), (timedelta(hours=25), [False, True])]:
        Webhook.objects.update(changed_at=timezone.now() - ago)
        Delivery.objects.update(due_at=timezone.now(), tried_at=None)
        tell_webhooks()
        received = receiver.received[-1]
        assert [is_good(secret, received) for secret in (old, webhook_secret(known))] == good


def is_good(secret: str, received: object) -> bool:
    try:
        verified(secret, received.headers, received.body, now=timezone.now().timestamp())  # type: ignore[attr-defined]
    except ValueError:
        return False
    return True


def test_no_redirect_is_followed(receiver: Receiver):
    webhook = webhook_of(make_table().event.club, receiver.address)
    receiver.status, receiver.headers = 302, {"Location": f"{receiver.address}/inside"}
    Delivery.objects.update(due_at=timezone.now())
    tell_webhooks()
    delivery = webhook.deliveries.get()
    assert len(receiver.received) == 1 and delivery.answer == 302 and delivery.due_at


def test_an_address_of_the_own_network_is_not_called_unless_the_setting_allows_it(receiver: Receiver, settings):
    webhook = webhook_of(make_table().event.club, receiver.address)
    settings.WEBHOOK_NETWORKS = [ip_network("10.0.0.0/8")]
    Delivery.objects.update(due_at=timezone.now())
    tell_webhooks()
    assert receiver.received == [] and webhook.deliveries.get().fault == "inside"


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("https://127.0.0.1/", "webhook-inside"),
        ("https://[::1]/", "webhook-inside"),
        ("https://[::ffff:10.0.0.1]/", "webhook-inside"),
        ("https://[64:ff9b::c0a8:101]/", "webhook-inside"),
        ("https://[2002:7f00:1::]/", "webhook-inside"),
        ("https://169.254.169.254/latest", "webhook-inside"),
        ("https://100.64.0.1/", "webhook-inside"),
        ("https://224.0.0.1/", "webhook-inside"),
        ("https://0.0.0.0/", "webhook-inside"),
        ("https://[fec0::1]/", "webhook-inside"),
        ("https://192.0.0.8/", "webhook-inside"),
        ("https://192.88.99.1/", "webhook-inside"),
        ("http://example.org/", "webhook-plain"),
        ("https://example.org:25/", "webhook-port"),
        ("https://example.org:99999/", "webhook-address"),
        ("https://me:secret@example.org/", "webhook-address"),
        ("https://exa mple.org/", "webhook-address"),
        ("https://example.org/\r\nHost: inside", "webhook-address"),
        ("https://example.org/#part", "webhook-address"),
        ("https://[::1/", "webhook-address"),
        ("ftp://example.org/", "webhook-address"),
        ("example.org", "webhook-address"),
        (f"https://example.org/{'a' * 300}", "webhook-address"),
    ],
)
def test_no_address_is_taken_that_leads_inside_or_is_none(address: str, code: str):
    with pytest.raises(Refused) as refused:
        read_target(address, networks=[])
    assert refused.value.code == code


def test_a_name_that_leads_inside_is_looked_up_and_not_called(receiver: Receiver, settings):
    settings.WEBHOOK_NETWORKS = [ip_network("10.0.0.0/8")]
    webhook = webhook_of(make_club(), f"http://localhost:{receiver.server_port}/")
    Delivery.objects.update(due_at=timezone.now())
    tell_webhooks()
    assert receiver.received == [] and webhook.deliveries.get().fault == "inside"


def test_who_does_not_answer_rests_and_is_tried_again_ever_later_until_it_is_given_up():
    webhook = webhook_of(make_club(), OUTSIDE)
    delivery, now = webhook.deliveries.get(), timezone.now()
    waited = []
    Delivery.objects.update(due_at=now)
    for _ in range(len(AFTER) + 1):
        delivery.refresh_from_db()
        (claimed,) = claim_deliveries([delivery], now=now)
        note_answers([DeliveryAnswer(claimed, None, "silent", 8000)])
        assert due_by_webhook(now=now + timedelta(seconds=1)) == {}
        waited.append(claimed.due_at and claimed.due_at - now)
    assert waited == [*AFTER, None]
    delivery.refresh_from_db()
    assert (delivery.due_at, delivery.tries, delivery.arrived) == (None, len(AFTER) + 1, False)


def test_while_one_does_not_answer_the_others_are_told():
    club = make_club()
    silent, other = webhook_of(club, OUTSIDE), webhook_of(club, "https://example.com/")
    Delivery.objects.update(due_at=timezone.now())
    answer_from(silent.deliveries.get(), status=None)
    Delivery.objects.update(due_at=timezone.now())
    assert list(due_by_webhook(now=timezone.now())) == [other.pk]


def test_messages_go_in_batches_and_what_was_not_sent_waits_as_it_did(receiver: Receiver, settings: Settings):
    webhook = webhook_of(make_club(), receiver.address)
    for _ in range(24):
        Delivery.objects.create(webhook=webhook, kind="trial", told={}, due_at=timezone.now())
    tell_webhooks()
    sent = webhook.deliveries.filter(tries=1).order_by("pk")
    assert [each.headers["webhook-id"] for each in receiver.received] == [f"msg_{each.pk}" for each in sent]
    assert len(sent) == 24
    settings.WEBHOOK_NETWORKS = []
    sent.filter(pk__in=[each.pk for each in sent[:4]]).update(due_at=timezone.now(), tries=0)
    tell_webhooks()
    waiting = webhook.deliveries.filter(due_at__isnull=False).order_by("pk")
    assert [(each.tries, each.fault) for each in waiting] == [(1, "inside"), (0, ""), (0, ""), (0, "")]


def test_two_processes_send_nothing_twice():
    webhook = webhook_of(make_club(), OUTSIDE)
    Delivery.objects.update(due_at=timezone.now())
    seen_by_both = [webhook.deliveries.get(), webhook.deliveries.get()]
    assert [len(claim_deliveries([each], now=timezone.now())) for each in seen_by_both] == [1, 0]


def test_a_message_whose_sender_died_is_sent_again_by_itself():
    webhook = webhook_of(make_club(), OUTSIDE)
    Delivery.objects.update(due_at=timezone.now())
    claim_deliveries(webhook.deliveries.all(), now=timezone.now())
    assert due_by_webhook(now=timezone.now() + AFTER[0]).keys() == {webhook.pk}


def test_what_arrived_can_be_sent_again_under_the_same_name():
    webhook = webhook_of(make_club(), OUTSIDE)
    Delivery.objects.update(due_at=timezone.now())
    delivery = webhook.deliveries.get()
    answer_from(delivery)
    first = message(delivery)
    send_again(club=webhook.club, webhook_id=webhook.pk, delivery_id=delivery.pk)
    ((again,),) = due_by_webhook(now=timezone.now()).values()
    assert message(again) == first


def test_what_happened_while_it_was_off_is_not_told():
    table = make_table()
    webhook = webhook_of(table.event.club, OUTSIDE)
    deal(table, announce(1, 3, 3))
    make_deliveries(now=timezone.now())
    switch_webhook(club=webhook.club, webhook_id=webhook.pk, on=False, actor=SYSTEM)
    assert due_by_webhook(now=timezone.now()) == {}
    deal(table, announce(0, 3, 3))
    switch_webhook(club=webhook.club, webhook_id=webhook.pk, on=True, actor=SYSTEM)
    deal(table, announce(1, 2, 2))
    make_deliveries(now=timezone.now())
    waiting = webhook.deliveries.filter(due_at__isnull=False)
    assert [each.told["deal"] for each in waiting] == [3]


def test_messages_go_after_thirty_days_and_those_that_wait_stay():
    webhook = webhook_of(make_club(), OUTSIDE)
    Delivery.objects.create(webhook=webhook, kind="trial", told={}, due_at=timezone.now())
    forget_deliveries(now=timezone.now() + KEPT_FOR - timedelta(minutes=1))
    assert webhook.deliveries.count() == 2
    forget_deliveries(now=timezone.now() + KEPT_FOR + timedelta(minutes=1))
    assert [each.due_at is None for each in webhook.deliveries.all()] == [False]


def test_the_docs_list_every_kind_of_message():
    table = DOCS.read_text().split("<!-- kinds -->")[1].split("<!-- end of kinds -->")[0]
    told = {TRIAL, *BY_ACTION.values(), *BY_STATUS.values(), *BY_CONFIRMATION.values()}
    assert set(re.findall(r"^\| `([\w.-]+)` \|", table, re.M)) == told
    assert {topic_of(kind) for kind in told} == {TRIAL, *WebhookTopic.values}
    assert BY_ACTION.keys() <= ACTIONS.keys()


def test_a_club_has_ten_webhooks_at_most():
    club = make_club()
    for _ in range(10):
        webhook = webhook_of(club, OUTSIDE)
    with pytest.raises(Refused, match="webhooks-enough"):
        add_webhook(club=club, address=OUTSIDE, topics=["deal"], actor=SYSTEM)
    switch_webhook(club=club, webhook_id=webhook.pk, on=False, actor=SYSTEM)
    webhook_of(club, OUTSIDE)
    with pytest.raises(Refused, match="webhooks-enough"):
        switch_webhook(club=club, webhook_id=webhook.pk, on=True, actor=SYSTEM)
