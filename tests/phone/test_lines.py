"""A deal in one line of a list: the phone's says the same as the table's page."""

from typing import Any

import pytest

from tests.factories import announce, correct, deal, make_table
from tests.phone.engine import PAD, run
from tests.phone.test_store import after, boot_of
from tournaments.models import Table
from tournaments.selectors.table.page import table_page
from tournaments.words.table.deals import in_a_line

pytestmark = pytest.mark.django_db

LINES = """
import { readFileSync } from "node:fs";

const [root, boot] = JSON.parse(readFileSync(0, "utf8"));
const load = (name) => import(root + name);
globalThis.document = { documentElement: { lang: "en" } };
const { lineOf, ownersOf } = await load("screens/deals.js");
const { whole } = await load("store/merging.js");
const { createWords } = await load("words.js");

const pad = { boot, game: boot.game, words: createWords(boot.strings), state: whole(boot.game, boot.state) };
const { deals } = pad.state;
console.log(JSON.stringify(deals.map((deal) => ({ ...lineOf(pad, deal), whose: ownersOf(deal) }))));
"""
SPOKEN = """
import { readFileSync } from "node:fs";

const [root, pads] = JSON.parse(readFileSync(0, "utf8"));
globalThis.document = { documentElement: { lang: "en" } };
const { spoken } = await import(root + "screens/announcements/form.js");
const { createWords } = await import(root + "words.js");
const whole = pads.map((pad) => ({ ...pad, game: pad.boot.game, words: createWords(pad.boot.strings) }));
console.log(JSON.stringify(whole.map(spoken)));
"""
SHORT = """
import { readFileSync } from "node:fs";

const [root, way, tables] = JSON.parse(readFileSync(0, "utf8"));
const words = await import(root + "words.js");
const seats = (names) => names.map((name, index) => ({ name, index }));
const called = (names) => names.map((_, seat) => words[way]({ state: { seats: seats(names) } }, seat));
console.log(JSON.stringify(tables.map(called)));
"""
FULL, LEVEL_2 = ["P1", "P2", "P2", "P3", "P3", "P3"], ["P2", "G2", "P3", "G3", "O3", "O3"]


def on_the_phone(table: Table) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = run(LINES, [PAD.as_uri() + "/", boot_of(table)])
    return lines


def on_the_page(table: Table) -> list[dict[str, Any]]:
    page = table_page(table.pk)
    lines = [in_a_line(line, page.names, page.event.unit) for line in page.deals]
    return [
        {
            "who": line.who,
            "what": line.what[:1].upper() + line.what[1:],
            "brought": line.brought,
            "whose": list(line.whose),
        }
        for line in lines
    ]


def alike(table: Table) -> list[dict[str, Any]]:
    phone, page = on_the_phone(table), on_the_page(table)
    assert [each | {"what": each["what"][:1].upper() + each["what"][1:]} for each in phone] == page
    return page


def test_an_announcement_is_told_with_its_trump_and_its_points():
    table = make_table()
    for payload in (announce(1, 3, 2, trump="H"), announce(0, 6, 0, trump="S"), announce(1, 4, 4, trump="C")):
        deal(table, payload)
    assert [(each["who"], each["what"], each["brought"]) for each in alike(table)] == [
        ("Bruno", "3 ♥ → 2", "+8"),
        ("Ana", "6 ♠ → 0", "−2"),
        ("Bruno", "4 ♣ → 4", "+10"),
    ]


def test_a_deal_that_was_voided_says_what_it_was_and_brings_nothing():
    table = make_table(rules={"record_trump": False})
    deal(table, announce(1, 3, 2))
    correct(table, 1, None)
    (line,) = alike(table)
    assert (line["who"], line["what"], line["brought"]) == ("Bruno", "3 → 2", "")


def test_a_showdown_is_told_with_its_winner_the_hand_and_what_it_brought():
    table = make_table(game="colonial-italian", rules={"score": "cubits"})
    deal(table, {"dealer": 0, "folded": [], "hands": {"0": FULL, "1": LEVEL_2}, "paid": {"0": 4, "1": 4}})
    deal(table, {"dealer": 1, "folded": [0], "paid": {"0": 1, "1": 2}})
    assert [(each["whose"], each["what"], each["brought"]) for each in alike(table)] == [
        ([0], "Perfect full pyramid in purple", "+4"),
        ([1], "No cards shown", "+1"),
    ]


def test_a_tie_belongs_to_all_who_share_it_and_brings_nobody_anything_yet():
    table = make_table(game="colonial-visions")
    deal(table, {"dealer": 0, "folded": [], "hands": {"0": LEVEL_2, "1": ["G2", "O2", "G3", "G3", "O3", "P3"]}})
    (line,) = alike(table)
    assert (line["whose"], line["what"], line["brought"]) == ([0, 1], "A tie", "")


def test_a_deal_is_read_aloud_to_be_saved_once_nothing_of_it_is_asked_any_more():
    boot = boot_of(make_table(rules={"record_trump": False}))
    entered = [["change", {"announced": 3}], ["change", {"taken": 2}]]
    pads = [after(boot, *steps) for steps in (entered[:1], entered, [*entered, ["change", {"choosing": True}]])]
    asked = "What does Bruno announce?"
    assert run(SPOKEN, [PAD.as_uri() + "/", pads]) == [asked, "Save 8 points", asked]


def test_a_long_name_in_a_tab_is_shortened_to_what_tells_it_apart():
    tables = [
        ["Bartholomew Ash", "Ana Ferri", "Bruno Conti"],
        ["Jonas Urbonas", "Jonas Petraitis", "Ana Ferri"],
        ["Konstantinas", "Konstancija", "Ana"],
    ]
    assert run(SHORT, [PAD.as_uri() + "/", "tabName", tables]) == [
        ["Bartho.", "Ana", "Bruno"],
        ["Jonas U.", "Jonas P.", "Ana F."],
        ["Kon\u2011nas", "Kon\u2011ija", "Ana"],
    ]


def test_a_very_long_name_is_called_so_that_it_fits_a_question_and_no_two_look_the_same():
    long = "Maximilianaleksandravicius-Konstantinopolitanskij-Vilniensi"
    tables = [
        ["Ana", "Bruno Conti"],
        [f"{long}s", f"{long}j", "Ana"],
        [f"{long}s", "Ana", "Bruno"],
        ["Jonas Petraitis", "Jonas Petrauskas", "Jonas Urbonas"],
        ["Maximiliana Aleksandra de la Vilnia", "Maximiliana Bernadeta de la Vilnia", "Ana"],
        [f"{long[:30]}a{long[30:]}", f"{long[:30]}e{long[30:]}", f"{long[:30]}ei{long[30:]}"],
    ]
    called = run(SHORT, [PAD.as_uri() + "/", "callName", tables])
    assert called == [
        ["Ana", "Bruno"],
        ["Maxim\u2011ensis", "Maxim\u2011ensij", "Ana"],
        ["Maximilian.", "Ana", "Bruno"],
        ["Jonas P\u2011tis", "Jonas P\u2011kas", "Jonas U."],
        ["Max\u2011Alek", "Max\u2011Bern", "Ana"],
        ["Max\u2011asta", "Max\u2011stan", "Max\u2011ista"],
    ]


def test_a_long_name_is_cut_between_letters_and_never_within_one():
    smile, other = "\U0001f600", "\U0001f601"
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    tables = [
        [smile * 14, smile * 13 + other, "Ana"],
        [family * 13, "R\u0308" * 14, "Ana"],
        ["Jonas" + "\U0001f3b2\U0001f3fd" * 5, "Ana", "Bruno"],
    ]
    assert run(SHORT, [PAD.as_uri() + "/", "tabName", tables]) == [
        [f"{smile * 3}\u2011{smile * 3}", f"{smile * 3}\u2011{smile * 2}{other}", "Ana"],
        [family * 6 + ".", "R\u0308" * 6 + ".", "Ana"],
        ["Jonas\U0001f3b2\U0001f3fd.", "Ana", "Bruno"],
    ]


def test_names_that_differ_in_two_places_are_whole_where_their_letters_there_do_not_tell_them_apart():
    names = ["Vilniausa\u017euolasR", "Vilniausb\u017euolas", "Vilniausa\u017euolas", "Ana"]
    odd = ["bXaababbX", "bXaabbabb", "bXaabaabb", "bXaabbcbX"]
    called = run(SHORT, [PAD.as_uri() + "/", "tabName", [names, odd]])
    assert [len(set(table)) for table in called] == [4, 4]
