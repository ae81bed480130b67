"""The queue once the table has decided, or another window has changed it; and how far Back leads."""

import pytest

from tests.factories import announce, deal, make_table
from tests.phone.engine import PAD, ask, run
from tests.phone.test_store import boot_of, entry, known

pytestmark = pytest.mark.django_db

LOADED = """
import { readFileSync } from "node:fs";

const [root] = JSON.parse(readFileSync(0, "utf8"));
globalThis.BroadcastChannel = class {
  addEventListener(_name, then) { globalThis.told = then; }
  postMessage() {}
};
const { createQueue } = await import(root + "queue/queue.js");
const { openStorage } = await import(root + "queue/storage.js");
const storage = openStorage();
const heard = [];
const host = { read: () => ({ entries: [] }), changed: (changes) => heard.push(changes) };
createQueue({ storage, api: {}, base: "/pad/a/", host });
await storage.change("/pad/a/", (entries) => entries.concat({ client_id: "elsewhere" }));
for (const base of ["/pad/b/", "/pad/a/"]) globalThis.told({ data: { base } });
await new Promise((done) => { setImmediate(done); });
process.stdout.write(JSON.stringify(heard), () => process.exit(0));
"""


def test_what_another_window_of_the_phone_has_changed_is_looked_up():
    (changes,) = run(LOADED, [PAD.as_uri() + "/"])
    assert [each["client_id"] for each in changes["entries"]] == ["elsewhere"]


@pytest.mark.parametrize(
    ("opened", "steps"),
    [
        ({}, 0),
        ({"choosing": True}, 1),
        ({"viewing": 1}, 1),
        ({"announced": 3, "choosing": True}, 2),
        ({"announced": 3}, 1),
    ],
)
def test_back_leads_out_of_whatever_was_opened_before_it_leaves_the_pad(opened: dict[str, object], steps: int):
    draft = {"declarer": 0, "viewing": 0, "choosing": False, "announced": None, "trump": None, "taken": None}
    assert ask("screens/announcements/form", "depth", [[{"draft": draft | opened}]]) == [steps]


def test_mending_one_entry_leaves_what_the_others_say_alone():
    table = make_table(rules={"record_trump": False})
    boot = boot_of(table)
    wrong = entry(1, state="refused", answer={"error": {"code": "quota-used"}})
    queue = [wrong, entry(2), entry(3)]
    right = announce(1, 4, 4)
    (now,) = ask("queue/resolve", "mended", [[queue, "deal 1", right, {"boot": boot, "server": known(boot)}]])
    assert [each["payload"] for each in now] == [right, queue[1]["payload"], queue[2]["payload"]]
    assert [(each["state"], each["answer"]) for each in now] == [("waiting", None)] * 3
    assert now[0]["client_id"] != "deal 1" and [each["client_id"] for each in now[1:]] == ["deal 2", "deal 3"]


def test_what_is_mended_to_say_the_same_is_sent_under_its_old_id():
    boot = boot_of(make_table(rules={"record_trump": False}))
    queue = [entry(1, state="refused", answer={}), entry(2)]
    pad = {"boot": boot, "server": known(boot)}
    (now,) = ask("queue/resolve", "mended", [[queue, "deal 1", queue[0]["payload"], pad]])
    assert [each["client_id"] for each in now] == ["deal 1", "deal 2"]


def test_where_both_deals_were_played_those_behind_that_stand_already_are_not_played_twice():
    table = make_table(rules={"record_trump": False})
    deal(table, announce(1, 4, 4))
    deal(table, announce(0, 3, 3))
    boot = boot_of(table)
    queue = [entry(1, state="collided", answer={"changes": []}), entry(2), entry(3)]
    (now,) = ask("queue/resolve", "withMineNext", [[queue, queue[0], {"boot": boot, "server": known(boot)}]])
    assert [each["number"] for each in now] == [3, 4]
    (left,) = ask("queue/resolve", "dropped", [[queue, queue[0], {"boot": boot, "server": known(boot)}]])
    assert [each["number"] for each in left] == [3]


def test_a_question_is_withdrawn_once_the_other_phone_says_the_same():
    table = make_table(rules={"record_trump": False})
    deal(table, announce(1, 4, 4))
    boot = boot_of(table)
    queue = [entry(1, state="collided", answer={"changes": []}), entry(2)]
    same = [queue[0] | {"payload": announce(1, 4, 4)}, queue[1]]
    differs, agrees = ask("queue/resolve", "agreed", [[queue, known(boot)], [same, known(boot)]])
    assert [each["state"] for each in differs] == ["collided", "waiting"]
    assert [each["state"] for each in agrees] == ["waiting", "waiting"]


PHONES = [{"seat": 0, "free": False}, {"seat": 1, "free": False}, {"seat": 2, "free": True}]


@pytest.mark.parametrize(
    ("own", "now"),
    [
        ({"number": 1, "in": [], "phones": PHONES}, "refused"),
        ({"number": 1, "in": [{"seat": 1, "by": 0}], "phones": PHONES}, "refused"),
        ({"number": 1, "in": [{"seat": 1, "by": 1}], "phones": PHONES}, "waiting"),
        ({"number": 2, "in": [], "phones": PHONES}, "waiting"),
        ({"number": 1, "in": [], "phones": PHONES[2:]}, "waiting"),
    ],
)
def test_a_deal_waits_for_a_player_until_they_agree_enter_their_own_hand_or_it_is_recorded(
    own: dict[str, object], now: str
):
    asks = {"error": {"code": "players-asked", "seats": [1, 2]}}
    ((head, behind),) = ask(
        "queue/resolve", "agreed", [[[entry(1, state="refused", answer=asks), entry(2)], {"own": own}]]
    )
    assert (head["state"], behind["state"]) == (now, "waiting")


@pytest.mark.parametrize(("code", "numbers"), [("players-asked", [1, 2]), ("hand-of-another", [2])])
def test_a_deal_that_waits_for_players_stands_before_those_behind_it(code: str, numbers: list[int]):
    refusal = {"error": {"code": code, "seats": [1]}}
    queue = {"entries": [entry(1, state="refused", answer=refusal), entry(2)]}
    (waiting,) = ask(
        "store/selectors", "waitingEntries", [[{"queue": queue, "pending": None, "draft": {"mends": None}}]]
    )
    assert [each["number"] for each in waiting] == numbers
