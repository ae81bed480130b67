"""Each phone its own hand, without a browser: whose it is, what is sent, and what stays where nobody answers."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import make_table, pad_token
from tests.phone.engine import PAD, ask, run
from tests.phone.test_store import Json, after, known
from tournaments.models import Table

pytestmark = pytest.mark.django_db

HERE = """
import { readFileSync } from "node:fs";

const [url, pads] = JSON.parse(readFileSync(0, "utf8"));
const { registerPhone } = await import(url);
const told = [];
const api = { post: (path, body) => told.push([path, body]) };
for (const [sheet, me] of pads) registerPhone({ api, store: { state: { boot: { game: { sheet } }, server: { me } } } });
console.log(JSON.stringify(told));
"""
ANA = ["P3", "P3", "P3", "P2", "P2", "P1"]


def boot_at(table: Table, seat: int) -> Json:
    page = Client().get(f"/pad/{pad_token(table, seat)}/").content.decode()
    found = re.search(r'<script id="pad-boot"[^>]*>(.*?)</script>', page, re.S)
    assert found
    boot: Json = json.loads(found[1])
    return boot


def told(boot: Json, **own: Any) -> Json:
    """The same, where seats' own phones have added so much to the first deal."""
    blank = {"number": 1, "in": [], "out": [], "quarry": None, "mine": None, "open": None}
    return boot | {"state": boot["state"] | {"own": blank | own}}


def is_in(seat: int, by: int | None = None) -> Json:
    return {"seat": seat, "version": 1, "by": seat if by is None else by}


@pytest.fixture
def boot() -> Json:
    return boot_at(make_table(seats=3, game="colonial-italian"), 0)


def test_a_hand_that_cannot_be_sent_stays_on_the_phone_for_all_hands_to_be_entered_there(boot: Json) -> None:
    pad = after(boot, ["change", {"hands": {"0": ANA}}], ["handIn"], ["enterAlone", True])
    assert pad["draft"]["hands"] == {"0": ANA}
    assert (pad["draft"]["touched"], pad["alone"], pad["contributing"]) == (True, True, False)
    failed = after(boot, ["change", {"hands": {"0": ANA}}], ["handIn"])
    assert failed["problem"] == boot["strings"]["needs_network"]
    again = after(boot, ["change", {"hands": {"0": ANA}}], ["handIn"], ["handIn"])
    assert again["draft"]["sent"]["said"] == failed["draft"]["sent"]["said"]


def test_a_phone_enters_its_own_hand_then_waits_and_may_enter_for_who_has_not(boot: Json) -> None:
    before = after(boot)
    waiting = after(told(boot, **{"in": [is_in(0), is_in(1), is_in(2, by=0)], "mine": {"version": 1, "cards": ANA}}))
    assert ask("store/own", "ownPlace", [[before], [waiting]]) == [0, None]
    assert ask("store/own", "awaited", [[before], [waiting]]) == [[0, 1, 2], []]
    assert ask("store/own", "mayEnter", [[waiting, 0], [waiting, 1], [waiting, 2]]) == [True, False, True]
    assert waiting["draft"]["hands"] == {"0": ANA}
    at_once = [["enterAlone", True], ["enterAlone", False]]
    pads = [after(boot, *at_once), after(told(boot, **{"in": [is_in(0)]}), *at_once)]
    assert ask("store/own", "ownPlace", [[each] for each in pads]) == [0, None]
    for_chiara = after(told(boot, **{"in": [is_in(0)]}), ["enterFor", 2], ["change", {"folded": [2]}])
    (sent,) = ask("store/own", "saidOf", [[for_chiara, 2]])
    assert sent == {"seat": 2, "seen": 0, "said": {"folded": True}}


def test_a_neighbour_with_a_phone_is_asked_and_their_phone_is_told_who_asks(boot: Json) -> None:
    def phones(**bruno: Any) -> Json:
        shown = {"seat": 1, "asked_by": None, "free": False} | bruno
        return after(told(boot, **{"in": [is_in(0)]}, phones=[{"seat": 0, "asked_by": None, "free": False}, shown]))

    asked, free = phones(asked_by=0), phones(free=True)
    cases = [[asked, 1], [asked, 2], [asked, 0], [free, 1], [after(boot), 1]]
    to_ask = [found and found["seat"] for found in ask("store/own", "phoneToAsk", cases)]
    assert to_ask == [1, None, None, None, None]
    asks = after(told(boot, phones=[{"seat": 0, "asked_by": 2, "free": False}]))
    asking = ask("store/own", "asking", [[asks], [asked], [after(boot)]])
    assert [phone and phone["asked_by"] for phone in asking] == [2, None, None]


def test_only_a_seats_own_phone_says_that_it_is_there_and_only_where_hands_are_entered() -> None:
    pads = [["showdown", None], ["announcements", 0], ["announcements", None], ["showdown", 0]]
    assert run(HERE, [(PAD / "store/own.js").as_uri(), pads]) == [["own/phone/", {"act": "here"}]]


def test_hands_are_entered_one_by_one_where_the_phone_is_a_seats_and_hears_the_others(boot: Json) -> None:
    pad = after(boot) | {"link": "live"}
    cases = [pad, pad | {"link": "waiting"}, pad | {"alone": True}, pad | {"state": pad["state"] | {"me": None}}]
    assert ask("store/own", "entersOwn", [[each] for each in cases]) == [True, False, False, False]
    own = pad | {"link": "waiting", "draft": pad["draft"] | {"own": 0, "hands": {"0": ANA[:3]}}}
    others = pad | {"draft": pad["draft"] | {"hands": {"1": ANA[:3]}}}
    assert ask("store/own", "entersOwn", [[own], [others]]) == [True, False]


def test_who_had_a_hand_in_a_deal_looks_at_it_when_it_is_opened(boot: Json) -> None:
    before = after(told(boot, **{"in": [is_in(0)]}))
    deal = {"number": 1, "voided": False, "payload": {}}
    opened = ask("store/own", "opened", [[before, {"deals": [deal]}], [before, {"deals": []}]])
    other = before | {"server": before["server"] | {"me": 1}}
    assert (opened, ask("store/own", "opened", [[other, {"deals": [deal]}]])) == ([deal, None], [None])


def test_a_hand_that_is_in_the_deal_though_no_answer_said_so_is_no_news_to_who_entered_it(boot: Json) -> None:
    deal = boot["state"]["deals"] + [{"number": 1, "version": 1, "voided": False, "result": None, "words": ""}]
    conflicts = {}
    for name, hand in {"mine": ANA[::-1], "another": ["O3"] * 6}.items():
        deal[0]["payload"] = {"dealer": 0, "folded": [2], "hands": {"0": hand, "1": ["G3"] * 6}}
        entered = ["change", {"hands": {"0": ANA}, "own": 0}]
        pad = after(boot, entered, ["apply", {"server": known(boot) | {"deals": deal, "own": None}}])
        conflicts[name] = (bool(pad["conflict"]), pad["draft"]["number"])
        told = {"number": 1, "voided": False, "payload": deal[0]["payload"]}
        (opened,) = ask("store/own", "opened", [[after(boot, entered), {"deals": [told]}]])
        assert (opened is not None) == (name == "mine")
    assert conflicts == {"mine": (False, 2), "another": (True, 1)}


def test_the_declarers_own_phone_tells_what_he_announces_once_it_is_whole() -> None:
    boot = boot_at(make_table(seats=3), 1)
    half, whole = {"announced": 3}, {"announced": 3, "trump": "H"}
    pads = [after(boot, ["change", changes]) | {"link": "live"} for changes in (half, whole)]
    assert ask("store/own", "untold", [[each] for each in pads]) == [None, {"seat": 1, "seen": 0, "said": whole}]
    another = after(boot_at(Table.objects.get(), 2), ["change", whole]) | {"link": "live"}
    assert ask("store/own", "untold", [[another]]) == [None]


def test_what_the_declarer_has_told_is_asked_of_nobody_else() -> None:
    boot = boot_at(make_table(seats=3), 2)
    pad = after(told(boot, open={"declarer": 1, "announced": 4, "trump": "S"}))
    assert (pad["draft"]["announced"], pad["draft"]["trump"], pad["draft"]["touched"]) == (4, "S", False)


def test_the_quarry_is_in_with_a_card_from_everybody_who_is_still_in() -> None:
    boot = boot_at(make_table(seats=3, game="protean"), 0)
    short = {"version": 1, "cards": ["GOC", "SIC"]}
    hands = [is_in(seat) for seat in range(3)]
    waiting = after(told(boot, **{"in": hands, "quarry": short}))
    without_chiara = after(told(boot, **{"in": hands, "out": [2], "quarry": short}))
    assert ask("store/own", "awaited", [[waiting], [without_chiara]]) == [["quarry"], []]
