"""The answer to one deal and the tap that saves the next come in any order: the phone never stands against itself."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from tests.factories import make_table, pad_token
from tests.phone.engine import PAD, run
from tests.phone.test_store import boot_of
from tournaments.models import Table

pytestmark = pytest.mark.django_db

Json = dict[str, Any]
Steps = list[list[Any]]

WALK = (Path(__file__).parent / "interleaved.js").read_text()
FIRST: Steps = [["change", {"announced": 3}], ["change", {"taken": 2}], ["save"]]
NEXT: Steps = [["change", {"announced": 4}], ["change", {"taken": 4}]]
AGAIN: Steps = [["reopen", {"number": 1, "payload": {"declarer": 1, "announced": 3, "taken": 2}}], NEXT[1]]


def post(asked: Json) -> Any:
    return Client().post(asked["url"], json.dumps(asked["body"]), content_type="application/json")


@pytest.mark.parametrize(
    ("first", "behind", "tap", "kind"),
    [
        (FIRST, NEXT, ["save"], "deal"),
        (FIRST, [], ["voidDeal", 1], "void"),
        (FIRST, AGAIN, ["save"], "correction"),
        ([["cutFor", 1]], NEXT, ["save"], "deal"),
    ],
    ids=["the next deal", "voiding it", "correcting it", "the first deal after the cut"],
)  # fmt: skip
def test_in_whatever_order_answer_stream_storage_and_tap_come_the_next_is_sent_once_and_taken(
    first: Steps, behind: Steps, tap: list[Any], kind: str
) -> None:
    table = make_table(rules={"record_trump": False})
    boot = boot_of(table)
    given = [PAD.as_uri() + "/", boot, first, behind, tap]
    answer = post(run(WALK, [*given, None]))
    assert answer.status_code == 200
    table.refresh_from_db()
    state = Client().get(f"/pad/{pad_token(table)}/state/").json()
    answers = {"post": answer.json(), "state": state, "revision": table.shown_revision}
    walked = run(WALK, [*given, answers])
    assert walked["orders"] > 100
    for outcome in walked["outcomes"]:
        (sent,) = outcome["posts"]
        assert is_taken(sent, table), outcome
        assert [(each[0], each[2]) for each in outcome["entries"]] == [(kind, "waiting")], outcome
        assert outcome["sending"] and not outcome["disturbed"], outcome


def is_taken(sent: Json, table: Table) -> bool:
    """By the real server, which is then as it was before."""
    with transaction.atomic():
        taken = post(sent).status_code == 200
        transaction.set_rollback(True)
    return taken
