"""The pad's state and actions without a browser: nobody answers, and the storage is memory."""

import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from scoring.games import GAMES
from tests.factories import announce, correct, deal, make_table
from tests.phone.engine import PAD, as_json, ask, run, whole
from tournaments.audit import SYSTEM
from tournaments.models import Table
from tournaments.selectors.table.page import table_page
from tournaments.services.night import add_entrants_by_name, sit_down
from tournaments.words.table.deals import deal_words, entered_words

pytestmark = pytest.mark.django_db

Json = dict[str, Any]

STEPS = """
import { readFileSync } from "node:fs";

const [root, boot, steps] = JSON.parse(readFileSync(0, "utf8"));
const load = (name) => import(root + name);
const { createApi } = await load("queue/api.js");
const { createPersist } = await load("queue/persist.js");
const { createQueue } = await load("queue/queue.js");
const { openStorage } = await load("queue/storage.js");
const { createActions } = await load("store/actions.js");
const { begun } = await load("store/drafts/drafting.js");
const { whole } = await load("store/merging.js");
const { isSending, viewOf } = await load("store/selectors.js");
const { blankState, createStore } = await load("store/state.js");

const storage = await openStorage();
const server = whole(boot.game, boot.state);
const blank = blankState(boot, { server, link: "live", durable: storage.durable, lastRead: 0 });
const store = createStore({ ...blank, draft: begun(blank) }, () => null);
const api = createApi(boot.base, boot.csrf);
const persist = createPersist({ storage, api, read: () => store.state });
const queue = createQueue({ storage, api, base: boot.base, host: {
  read: () => store.state.queue,
  changed: (changes) => actions.apply({ queue: { ...store.state.queue, ...changes } }),
  table: () => store.state.server,
  heard: (answer) => actions.asked(answer),
  answered: (outcome, server, changes) => actions.answered(outcome, server, changes),
} });
const actions = createActions({ store, storage, api, queue, persist, sendLater: () => null });

const refused = (work) => { try { work(); return null; } catch (error) { return error.name; } };
for (const [name, ...given] of steps) {
  await actions[name](...given);
  while (isSending(store.state)) await new Promise((later) => setTimeout(later, 5));
}
const written = [
  () => { store.state.screen = "help"; }, () => { store.state.draft.taken = 9; }, () => { actions.save = () => null; },
  () => { actions.more = () => null; }, () => { store.set = () => null; },
].map(refused);
process.stdout.write(JSON.stringify({ ...viewOf(store.state), written }), () => process.exit(0));
"""


def boot_of(table: Table, language: str = "en") -> Json:
    """What the pad's page hands to its code."""
    address = f"/pad/{table.pad_links.get(revoked_at=None).token}/"
    page = Client().get(address, headers={"accept-language": language}).content.decode()
    found = re.search(r'<script id="pad-boot"[^>]*>(.*?)</script>', page, re.S)
    assert found
    return json.loads(found[1])


def known(boot: Json) -> Json:
    return whole(boot["state"])[0]


def after(boot: Json, *steps: list[Any]) -> Json:
    """The pad once the actions were called one after the other."""
    return run(STEPS, [PAD.as_uri() + "/", boot, steps])


@pytest.fixture
def table() -> Table:
    return make_table(seats=2, rules={"record_trump": False})


def test_a_deal_saved_without_a_network_waits_and_counts_already(table: Table):
    pad = after(boot_of(table), ["change", {"announced": 3}], ["change", {"taken": 2}], ["save"])
    (entry,) = pad["queue"]["entries"]
    assert (entry["kind"], entry["number"], entry["state"]) == ("deal", 1, "waiting")
    assert entry["payload"] == {"declarer": 1, "announced": 3, "trump": None, "taken": 2}
    assert [(each["number"], each["waiting"], each["result"]["points"]) for each in pad["state"]["deals"]] == [
        (1, True, 8)
    ]
    assert (pad["draft"]["number"], pad["draft"]["touched"], pad["draft"]["declarer"]) == (2, False, 0)
    assert pad["link"] == "waiting" and pad["undo"]["number"] == 1 and pad["server"]["deals"] == []


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_a_phone_tells_announcements_as_the_server_does(language: str):
    table = make_table()
    played = [announce(1, 3, 2, trump="H"), announce(0, 6, 0), announce(1, 4, 4, trump="S"), announce(0, 1, 1)]
    for payload in played:
        deal(table, payload)
    correct(table, 3, None)
    pad = after(boot_of(table, language))
    page = table_page(table.pk)
    with translation.override(language):
        assert [each["words"] for each in pad["state"]["deals"]] == [
            deal_words(line.deal, line.result, page.names) if line.deal else entered_words(line.standing, page.names)
            for line in page.deals
        ]


def test_whatever_was_changed_on_a_phone_is_undone_by_a_further_version(table: Table):
    first, second = announce(1, 3, 2), announce(1, 3, 4)
    deal(table, first)
    change = [["reopen", {"number": 1, "payload": first}], ["change", {"taken": 4}], ["save"]]
    corrected = after(boot_of(table), *change)
    assert (corrected["undo"]["number"], corrected["undo"]["payload"]) == (1, first)
    undone = after(boot_of(table), *change, ["undo"])
    kinds = [(each["kind"], each["number"], each["payload"]) for each in undone["queue"]["entries"]]
    assert kinds == [("correction", 1, second), ("correction", 1, first)]
    assert undone["undo"]["payload"] == second
    voided = after(boot_of(table), ["voidDeal", 1], ["undo"], ["undo"])
    assert [each["kind"] for each in voided["queue"]["entries"]] == ["void", "correction", "void"]
    assert voided["state"]["deals"][0]["voided"] and voided["undo"]["payload"] == first


def test_a_deal_that_was_struck_out_names_all_whose_cards_were_in_it():
    table = make_table(seats=3, game="colonial-italian")
    hands = {str(seat): [f"{suit}{value}" for value in (1, 2, 2, 3, 3, 3)] for seat, suit in enumerate("PGO")}
    deal(table, {"dealer": 0, "folded": [], "hands": hands})
    correct(table, 1, None)
    (struck,) = after(boot_of(table))["state"]["deals"]
    assert struck["words"] == "Cards of Ana, Bruno and Chiara."


@pytest.mark.parametrize("since", [[], [3], [3, 2]])
def test_what_another_phone_has_changed_since_is_not_undone_with_what_this_one_saved(table: Table, since: list[int]):
    boot, saving = boot_of(table), [["change", {"announced": 3}], ["change", {"taken": 2}], ["save"]]
    kept = after(boot, *saving)
    deal(table, kept["queue"]["entries"][0]["payload"])
    for taken in since:
        correct(table, 1, announce(1, 3, taken))
    sent = ["apply", {"server": known(boot_of(table)), "queue": kept["queue"] | {"entries": []}}]
    pad = after(boot, *saving, sent, ["undo"])
    assert ("void" in [each["kind"] for each in pad["queue"]["entries"]]) is not bool(since)
    assert ("changed since" in (pad["problem"] or "")) is bool(since)


def test_a_deal_the_rules_refuse_is_not_queued(table: Table):
    deal(table, announce(1, 6, 6))
    deal(table, announce(0, 0, 0))
    pad = after(boot_of(table), ["change", {"announced": 6}], ["change", {"taken": 1}], ["save"])
    assert pad["queue"]["entries"] == [] and pad["draft"]["error"]["code"] == "quota-used"
    assert pad["draft"]["announced"] is None and pad["draft"]["taken"] == 1


def test_news_begins_an_untouched_deal_anew_and_stands_against_one_that_is_entered(table: Table):
    boot = boot_of(table)
    deal(table, announce(1, 3, 3))
    news = ["apply", {"server": known(boot_of(table))}]
    untouched, touched = after(boot, news), after(boot, ["change", {"announced": 2}], news)
    assert (untouched["draft"]["number"], untouched["conflict"]) == (2, None)
    assert [each["number"] for each in touched["conflict"]["changes"]] == [1]
    assert (touched["draft"]["number"], touched["draft"]["announced"]) == (1, 2)
    assert after(boot, ["change", {"announced": 2}], news, ["goOn"])["draft"]["number"] == 2


def test_a_deal_that_was_begun_is_taken_up_again_where_it_was_left(table: Table):
    draft = after(boot_of(table), ["change", {"announced": 3}])["draft"]
    taken_up = after(boot_of(table), ["takeUpKept", [None, {"draft": draft, "screen": "form"}, []]])["draft"]
    assert (taken_up["announced"], taken_up["taken"], taken_up["touched"]) == (3, None, True)


def test_a_deal_that_has_been_recorded_since_is_not_taken_up_again(table: Table):
    draft = after(boot_of(table), ["change", {"announced": 3}], ["change", {"taken": 2}])["draft"]
    deal(table, announce(1, 3, 2))
    pad = after(boot_of(table), ["takeUpKept", [None, {"draft": draft, "screen": "form"}, []]])
    assert (pad["draft"]["number"], pad["draft"]["announced"], pad["conflict"]) == (2, None, None)


def test_only_the_declarers_own_deals_of_a_kind_use_up_what_they_may_still_announce():
    result = {"points": 8, "exact": False}
    played = [(1, 0, 3, False), (2, 0, 3, True), (3, 1, 3, False), (4, 0, 2, False), (5, 0, 3, False)]
    deals = [
        {"number": number, "voided": voided, "result": result, "payload": announce(declarer, announced, 2)}
        for number, declarer, announced, voided in played
    ]
    state = {"deals": deals, "seats": [{}, {}]}
    cells = ask("store/drafts/announcements", "cellsOf", [[state, 0, 3, 5], [state, 0, 3, None], [state, 1, 3, 5]])
    assert cells == [[{"announced": 3, "taken": 2, **result}] * times for times in (1, 2, 1)]
    pads = [
        {"draft": {"announced": 3, "editing": None}, "state": state, "game": {"quotas": [0, 0, 2, left]}}
        for left in (2, 3)
    ]
    declared = ask("store/drafts/announcements", "declaredBy", [[pad, 0] for pad in pads])
    assert [draft["announced"] for draft in declared] == [2, 3]


@pytest.mark.parametrize("entered", [{"announced": 3}, {"announced": 3, "taken": 2}])
def test_cutting_for_the_first_deal_again_moves_what_is_entered_to_the_new_declarer(table: Table, entered: Json):
    steps = [["change", {name: value}] for name, value in entered.items()]
    pad = after(boot_of(table), *steps, ["cutFor", 1])
    assert (pad["state"]["turn"], pad["draft"]["declarer"], pad["draft"]["viewing"]) == (0, 0, 0)
    assert {name: pad["draft"][name] for name in entered} == entered
    saved = after(boot_of(table), ["change", {"announced": 3}], ["cutFor", 1], ["change", {"taken": 2}], ["save"])
    assert saved["queue"]["entries"][-1]["payload"] == {"declarer": 0, "announced": 3, "trump": None, "taken": 2}


@pytest.mark.parametrize(("game", "entered", "field"), [
    ("vilnius", {"announced": 3}, "declarer"), ("colonial-italian", {"folded": [1]}, "dealer"),
])  # fmt: skip
def test_a_first_dealer_cut_for_elsewhere_moves_what_is_entered_here(game: str, entered: Json, field: str):
    table = make_table(seats=3, game=game)
    boot = boot_of(table)
    Table.objects.filter(pk=table.pk).update(first_dealer=2, revision=2)
    pad = after(boot, ["change", entered], ["apply", {"server": known(boot_of(table))}])
    assert pad["draft"][field] == pad["state"]["turn"] != boot["state"]["turn"]
    assert pad["conflict"] is None and pad["draft"].items() >= entered.items()


@pytest.mark.parametrize("entered", [{}, {"folded": [1]}, {"hands": {"0": ["P3", "P3"]}}])
def test_who_sits_down_before_the_first_deal_is_in_the_deal_that_is_entered(entered: Json):
    table = make_table(seats=3, game="colonial-italian")
    boot = boot_of(table)
    (late,) = add_entrants_by_name(event_id=table.event_id, names=["Zita"], actor=SYSTEM)
    sit_down(event_id=table.event_id, entrant_id=late.pk, table_id=table.pk, actor=SYSTEM)
    steps = [["change", entered]] if entered else []
    pad = after(boot, *steps, ["apply", {"server": known(boot_of(table))}])
    assert (pad["draft"]["seats"], pad["draft"]["touched"]) == ([0, 1, 2, 3], bool(entered))
    assert pad["draft"].items() >= entered.items()


def test_a_dealer_named_by_hand_stays_when_the_table_cuts_again():
    table = make_table(seats=3, game="colonial-italian")
    boot = boot_of(table)
    Table.objects.filter(pk=table.pk).update(first_dealer=2, revision=2)
    pad = after(boot, ["change", {"dealer": 1}], ["apply", {"server": known(boot_of(table))}])
    assert pad["draft"]["dealer"] == 1


HIGH = ["P3", "P3", "P3", "P2", "P2", "P1"]
LOW = ["G3", "G1", "G1", "O1", "O1", "P1"]
PAID: list[Any] = ["change", {"paid": {"0": 50, "1": 1, "2": 20}}]
BETS = [["change", {"folded": [2], "withoutCards": True}], ["go", "paid"], PAID, ["advance"]]


@pytest.fixture
def bets() -> Json:
    """The pad of a table for three that counts cubits."""
    return boot_of(make_table(seats=3, game="colonial-italian", rules={"score": "cubits"}))


def test_unequal_bets_are_asked_about_before_the_pad_goes_on(bets: Json):
    draft = after(bets, *BETS)["draft"]
    assert (draft["step"], draft["unequal"]) == ("paid", True)
    assert after(bets, *BETS, ["advance"])["draft"]["step"] == "paid"


def test_all_who_are_in_put_in_as_much_as_the_highest_with_one_tap(bets: Json):
    draft = after(bets, *BETS, ["payAlike"])["draft"]
    assert (draft["step"], draft["paid"]) == ("claim", {"0": 50, "1": 50, "2": 20})


def test_who_is_all_in_has_put_in_less_and_is_not_asked_again_until_the_bets_change(bets: Json):
    draft = after(bets, *BETS, ["allIn"], ["go", "paid"], ["advance"])["draft"]
    assert (draft["step"], draft["paid"]) == ("claim", {"0": 50, "1": 1, "2": 20})
    for change in (["pay", 0, 1], ["typePaid", 0, "60"], PAID):
        asked = after(bets, *BETS, ["allIn"], ["go", "paid"], change, ["advance"])["draft"]
        assert (asked["step"], asked["unequal"]) == ("paid", True)


@pytest.mark.parametrize(("folded", "paid"), [
    ([], {}), ([], {"0": 5, "1": 5, "2": 5}), ([1], {"0": 5, "1": 2, "2": 5}), ([1, 2], {"0": 5, "1": 9, "2": 1}),
])  # fmt: skip
def test_bets_that_can_have_ended_so_are_not_asked_about(bets: Json, folded: list[int], paid: Json):
    steps = [
        ["change", {"folded": folded, "withoutCards": True}],
        ["go", "paid"],
        ["change", {"paid": paid}],
        ["advance"],
    ]
    assert after(bets, *steps)["draft"]["step"] == ("verdict" if len(folded) == 2 else "claim")


def test_a_deal_that_stands_with_unequal_bets_is_corrected_without_being_asked(bets: Json):
    payload = {"dealer": 0, "folded": [2], "paid": {"0": 50, "1": 1, "2": 0}, "claimed": [0]}
    draft = after(bets, ["reopen", {"number": 1, "payload": payload}], ["go", "paid"], ["advance"])["draft"]
    assert (draft["step"], draft["allIn"]) == ("claim", [1])


def test_the_cards_are_asked_before_the_table_is(bets: Json):
    pad = after(
        bets, ["change", {"folded": [2], "hands": {"0": HIGH, "1": LOW}, "paid": {}}], ["go", "paid"], ["advance"]
    )
    assert (pad["draft"]["step"], pad["draft"]["error"]) == ("verdict", None)


def test_only_the_actions_change_the_state(table: Table):
    pad = after(boot_of(table))
    assert pad["written"] == ["TypeError"] * 5 and pad["screen"] == "form"


def entry(number: int, kind: str = "deal", **more: object) -> Json:
    path = "deals/" if kind == "deal" else f"deals/{number}/"
    facts = {
        "client_id": f"{kind} {number}",
        "kind": kind,
        "number": number,
        "path": path,
        "base_revision": 1,
        "tries": 1,
    }
    return facts | {"payload": announce(number % 2, 3, 3), "state": "waiting", "answer": None} | more


def test_an_answer_removes_an_entry_or_says_why_it_stands():
    first, second = entry(1), entry(2)
    ok = {"status": 200, "data": {"deal": {"revision": 7}}}
    differs = {"status": 409, "data": {"changes": [], "number": 1, "message": "?"}}
    wrong = {"status": 422, "data": {"error": {"code": "quota-used"}, "message": "No.", "field": "announced"}}
    busy, broken = {"status": 503, "data": {}}, {"status": 500, "data": {}}
    cases = [[[first, second], first, answer] for answer in (ok, differs, wrong, busy, broken)]
    cases.append([[first, second], first | {"tries": 1000}, broken])
    arrived, *stand = ask("queue/sending", "entriesAfter", cases)
    assert [(each["number"], each["base_revision"]) for each in arrived] == [(2, 7)]
    assert [each[0]["state"] for each in stand] == ["collided", "refused", "waiting", "waiting", "waiting"]
    assert stand[1][0]["answer"] == {"error": {"code": "quota-used"}, "message": "No.", "field": "announced"}


def test_where_both_deals_were_played_mine_and_those_behind_it_are_numbered_anew(table: Table):
    deal(table, announce(1, 3, 3))
    boot = boot_of(table)
    queue = [entry(1, state="collided", answer={"changes": []}), entry(2), entry(1, "correction", version=1)]
    (now,) = ask("queue/resolve", "withMineNext", [[queue, queue[0], {"boot": boot, "server": known(boot)}]])
    assert [(each["kind"], each["number"], each["path"], each["state"]) for each in now] == [
        ("deal", 2, "deals/", "waiting"), ("deal", 3, "deals/", "waiting"), ("correction", 2, "deals/2/", "waiting"),
    ]  # fmt: skip
    assert now[0]["payload"]["out_of_turn"] and len({each["client_id"] for each in [*queue, *now]}) == 6


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_known_to_the_pad_as_one_value(key: str):
    table = make_table(seats=2, game=key)
    boot = boot_of(table)
    assert boot["game"] == as_json(GAMES[key].descriptor(table.event.rules))
    assert {card["code"] for card in boot["game"]["deck"]} == set(boot["cards"])
    assert list(boot["categories"]) == boot["game"]["categories"] and boot["undrawn"] == []
    assert after(boot)["game"] == boot["game"]


def a_deck(suits: int, levels: int) -> list[Json]:
    return [
        {"code": f"{suit}{level}", "suit": suit, "level": level, "copies": 5}
        for suit in "abcdefgh"[:suits]
        for level in range(1, levels + 1)
    ] + [{"code": "x", "suit": None, "level": None, "copies": 1}]


@pytest.mark.parametrize(
    ("suits", "levels", "columns", "rows"),
    [(3, 3, 3, [3] * 3), (2, 6, 6, [6] * 2), (6, 4, 6, [6] * 4), (8, 5, 4, [4] * 10), (5, 10, 5, [5] * 10)],
)
def test_any_deck_lies_in_the_picker_by_suits_and_no_wider_than_six(
    suits: int, levels: int, columns: int, rows: list[int]
):
    (layout,) = ask("screens/showdown/cards", "layoutOf", [[a_deck(suits, levels)]])
    assert (layout["columns"], [len(row) for row in layout["rows"]]) == (columns, rows)
    assert [card["code"] for card in layout["single"]] == ["x"]


@pytest.mark.parametrize("size", [2, 3, 10])
@pytest.mark.parametrize("seats", [2, 8])
def test_hands_of_any_size_are_asked_for_at_any_table(size: int, seats: int):
    state = {
        "seats": [{"index": seat} for seat in range(seats)],
        "turn": 1,
        "playoff": None,
        "table": {"rules": {}},
        "deals": [],
    }
    game = {"hand_size": size, "quarry": True, "folds": True}
    (draft,) = ask("store/drafts/showdown", "fresh", [[state]])
    order = []
    for _ in range(seats + 1):
        (seat,) = ask("store/drafts/showdown", "missing", [[draft, game]])
        order.append(seat)
        if seat != "quarry":
            draft["hands"][str(seat)] = ["a1"] * size
    assert order == [*range(2, seats), 0, 1, "quarry"]
    draft["quarry"] = ["b1"] * seats
    (body,) = ask("store/drafts/showdown", "payload", [[draft, state, game]])
    assert body == as_json({"dealer": 1, "folded": [], "hands": draft["hands"], "quarry": draft["quarry"]})
