"""What screens of the pad hold, without a browser: elements are lists of what is in them."""

import pytest

from tests.factories import deal, make_table, whole_vilnius_game
from tests.phone.engine import PAD, run
from tests.phone.test_store import Json, after, boot_of
from tests.tournament_scenes import next_round
from tests.tournaments.boards.scenes import begun_teams, decide, win

pytestmark = pytest.mark.django_db

# Written: of every element that is drawn its classes, its key and its text.
DRAWN = """
import { readFileSync } from "node:fs";

const [root, module, name, pads] = JSON.parse(readFileSync(0, "utf8"));
const drawn = [];
const element = (tag) => {
  const node = { tag, dataset: {}, style: { setProperty() {} }, classList: { add() {} }, text: "" };
  drawn.push(node);
  return Object.assign(node, {
    append() {}, addEventListener() {}, setAttribute(key, value) { node[key] = value; },
    appendChild(child) { node.text += typeof child === "string" ? child : ""; },
  });
};
globalThis.document = {
  documentElement: { lang: "en" }, createElement: element, createElementNS: (_space, tag) => element(tag),
  createTextNode: (text) => text,
};
const screen = name.split(".").reduce((of, key) => of[key], await import(`${root}screens/${module}.js`));
const { createWords } = await import(root + "words.js");
const actions = new Proxy({}, { get: () => () => null });
console.log(JSON.stringify(pads.map((pad) => {
  drawn.length = 0;
  screen({ ...pad, game: pad.boot.game, words: createWords(pad.boot.strings) }, actions);
  return drawn.map(({ tag, class: classes = "", text, "data-key": key = "" }) => ({ tag, classes, text, key }));
})));
"""


def drawn(module: str, name: str, *pads: Json) -> list[list[Json]]:
    elements: list[list[Json]] = run(DRAWN, [PAD.as_uri() + "/", module, name, pads])
    return elements


def test_a_result_marks_each_announcement_once_under_who_made_it() -> None:
    table = make_table()
    for payload in whole_vilnius_game(2):
        deal(table, payload)
    (elements,) = drawn("result", "resultBody", after(boot_of(table)))
    assert len([each for each in elements if "form-mark " in each["classes"] + " "]) == 32


def test_the_button_names_those_who_have_not_entered_while_they_are_few() -> None:
    boot = boot_of(make_table(seats=3, game="colonial-italian"))
    pads = [after(boot, ["change", {"folded": folded}]) for folded in ([], [0])]
    screens = drawn("showdown/form", "tableScreen.dock", *pads)
    labels = [each["text"] for elements in screens for each in elements if each["key"] == "next"]
    assert [("3" in label, "Bruno" in label and "Chiara" in label) for label in labels] == [
        (True, False),
        (False, True),
    ]


@pytest.mark.parametrize(("tries", "offered"), [(5, False), (6, True)])
def test_a_deal_over_which_the_server_stumbles_six_times_may_be_dropped(tries: int, offered: bool) -> None:
    pad = after(boot_of(make_table(rules={"record_trump": False})), ["change", {"announced": 3, "taken": 2}], ["save"])
    (entry,) = pad["queue"]["entries"]
    stumbled = pad | {"queue": pad["queue"] | {"entries": [entry | {"tries": tries}], "failed": 500}}
    (elements,) = drawn("unsent", "unsentScreen.body", stumbled)
    assert any("unsent-stopped" in each["classes"] for each in elements) == offered


def test_all_boards_of_a_match_are_shown_with_their_points_and_scores() -> None:
    event = begun_teams(2, each=3, boards=3, rounds=1)
    event.rules |= {"deals": 3}
    event.save()
    one, two, _three = next_round(event)
    win(two, "B")
    deal(one, {"dealer": 0, "claimed": [0]})
    (elements,) = drawn("boards", "boardsScreen.body", after(boot_of(one)))
    texts = [each["text"] for each in elements if each["text"]][2:]
    assert texts == ["A", "0–1", "B", "1", "A1", "1–0", "B1", "2", "A2", "0–3", "0–1", "B2", "3", "A3", "0–0", "B3"]
    assert [each["classes"] for each in elements if each["tag"] == "tr"] == ["", "board-own", "", ""]


def test_a_board_that_was_ruled_on_without_a_deal_has_points_and_no_score_on_any_phone() -> None:
    one, two = next_round(begun_teams(2, boards=2, rounds=1))
    decide(one, (1, 1))
    decide(two, (1, 1))
    for elements in drawn("boards", "boardsScreen.body", *(after(boot_of(table)) for table in (one, two))):
        assert [element["text"] for element in elements if "–" in element["text"]] == ["1–1", "½–½", "½–½"]


def test_the_list_of_deals_leads_to_all_boards_where_there_are_any() -> None:
    board, alone = next_round(begun_teams(2, rounds=1))[0], make_table(seats=2, game="colonial-italian")
    docks = drawn("deals", "dealsScreen.dock", *(after(boot_of(table)) for table in (board, alone)))
    keys = [[each["key"] for each in elements if each["tag"] == "button"] for elements in docks]
    assert keys == [["to-boards", "close-deals"], ["close-deals"]]
