"""The first screen of every game with every number of seats, on the smallest phones: nothing scrolls or is small. The
verdict of many hands, and what is told when a deal is saved, are as whole.
"""

import pytest
from playwright.sync_api import expect

from scoring.games import GAMES
from tests.e2e.pad import Pad, fits_without_scrolling
from tests.factories import deal, make_night, make_table, seat_table, whole_vilnius_game
from tournaments.audit import Actor
from tournaments.limits import LONGEST_MESSAGE
from tournaments.models import Table
from tournaments.services.night import send_message

LEAST_LETTERS = 14

# Words in sight whose letters are smaller; those of a drawing are part of the picture of a card.
SMALL = """(least) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const small = [];
    while (texts.nextNode()) {
        const { data, parentElement: holder } = texts.currentNode;
        if (!data.trim() || holder.closest("svg, script, template, .visually-hidden")) continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const { width, height } = range.getBoundingClientRect();
        if (width > 1 && height > 1 && parseFloat(getComputedStyle(holder).fontSize) < least) small.push(data.trim());
    }
    return small;
}"""

# The key to press: the first number of the pyramid that is left, or the first of the hand that is entered.
KEY = "#pad-body [data-key^='announce-']:enabled, [data-key^='shape-']:enabled, [data-key^='kind-']:enabled"

# Whether the middle of the first of them is in the window and nothing lies over it.
IN_SIGHT = """(key) => {
    const [shown] = [...document.querySelectorAll(key)].filter((each) => each.getBoundingClientRect().width > 0);
    const { x, y, width, height } = shown.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return y >= 0 && y + height <= innerHeight && Boolean(hit) && (shown.contains(hit) || hit.contains(shown));
}"""

# Of the words that count what is left: those that are broken in two, or wider than their hexagon is there.
CUT = """() => [...document.querySelectorAll(".key-left, .centre-left")].flatMap((holder) => {
    const { left, top, width, height } = holder.closest("button").getBoundingClientRect();
    return [...(holder.firstChild?.data || "").matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(holder.firstChild, index);
        range.setEnd(holder.firstChild, index + word.length);
        const [box, ...more] = range.getClientRects();
        const low = Math.abs((box.top + box.height / 2 - top) / height - 0.5);
        const slant = holder.matches(".centre-left") ? 0.44 * low * width : 0;
        return more.length || box.left < left + slant || box.right > left + width - slant;
    }).map(({ input }) => input);
})"""

TABLES = [(game, seats) for game in GAMES for seats in range(GAMES[game].min_seats, GAMES[game].max_seats + 1)]
SIZES = [(360, 600), (320, 568)]


def in_the_middle(table: Table, seats: int) -> None:
    """Some deals have been recorded, so that totals stand beside the names."""
    if GAMES[table.event.game].sheet == "announcements":
        for recorded in whole_vilnius_game(seats)[: 8 * seats]:
            deal(table, recorded)
    else:
        for number in range(3):
            deal(table, {"dealer": number % seats, "claimed": [0]})


@pytest.mark.parametrize(("deals", "language"), [("middle", "en"), ("first", "en"), ("first", "it"), ("first", "lt")])
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_first_screen_is_whole_on_the_smallest_phones(phone, game, seats, deals, language):
    rules = {"cards": "optional"} if GAMES[game].sheet == "showdown" else {}
    table = make_table(seats=seats, game=game, rules=rules)
    if deals == "middle":
        in_the_middle(table, seats)
    page = phone(viewport={"width": 360, "height": 600}, locale=language)
    Pad(page, table)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert fits_without_scrolling(page), (width, height)
        assert page.evaluate(SMALL, LEAST_LETTERS) == [], (width, height)
        assert page.evaluate(CUT) == [], (width, height)
        assert page.evaluate(IN_SIGHT, KEY), (width, height)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(IN_SIGHT, KEY), "with letters twice as large"


TIED = (["CAP", "P3", "G3", "P2", "O2", "G1"], ["O3", "P2", "O2", "G3", "G1", "G3"])
OTHERS = (
    ["P2", "O2", "G3", "P2", "O2", "G2"],
    ["P1", "O1", "P2", "O2", "G3", "P1"],
    ["O1", "P2", "O2", "G3", "P1", "G2"],
    ["O3", "O1", "G3", "G1", "G2", "P3"],
)

# Whose words are broken within: a narrow button would show letters one below the other.
BROKEN = """() => [...document.querySelectorAll(".pad-dock button, .bar-saved b")].filter((holder) => {
    const range = document.createRange();
    return [...holder.textContent.matchAll(/\\S+/g)].some(({ 0: word, index }) => {
        range.setStart(holder.firstChild, index);
        range.setEnd(holder.firstChild, index + word.length);
        return range.getClientRects().length > 1;
    });
}).map((holder) => holder.textContent)"""


@pytest.mark.parametrize("language", ["en", "it", "lt"])
@pytest.mark.parametrize("hands", [(*TIED, *OTHERS), (*TIED[:1], *OTHERS)], ids=["a tie of six", "five"])
def test_the_verdict_of_many_hands_is_whole_on_the_smallest_phones(phone, hands, language):
    page = phone(locale=language)
    pad = Pad(page, make_table(seats=len(hands), game="colonial-italian"))
    for cards in hands:
        for card in cards:
            pad.tap(f"kind-{card}")
    pad.tap("next")
    expect(page.locator(".reveal-pyramid")).to_have_count(2 if len(hands) == len(TIED + OTHERS) else 1)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert fits_without_scrolling(page), (width, height)
        assert page.evaluate(BROKEN) == [], (width, height)


@pytest.mark.parametrize("language", ["en", "it", "lt"])
def test_what_is_told_of_a_saved_deal_moves_nothing_on_the_smallest_phone(phone, language):
    page = phone(viewport={"width": 320, "height": 568}, locale=language)
    pad = Pad(page, make_table(seats=2))
    bar = page.locator(".pad-bar").bounding_box()
    pad.enter(4, 4, trump="D")
    expect(page.locator(".bar-saved")).to_be_visible()
    assert page.locator(".pad-bar").bounding_box() == bar
    assert fits_without_scrolling(page) and page.evaluate(BROKEN) == []


# What the bar says that is cut off, or lies over something else of it.
BAR_CUT = """() => {
    const shown = [...document.querySelectorAll("#pad-bar *")].filter((each) => (
        !each.children.length && each.textContent.trim() && !each.matches(".visually-hidden, .bar-desk span")
        && each.getClientRects().length && getComputedStyle(each).fontSize !== "0px"
    ));
    const boxes = shown.map((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return range.getBoundingClientRect();
    });
    const over = (one, other) => (
        one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 3 && other.top < one.bottom - 3
    );
    return shown.filter((each, index) => (
        each.scrollHeight > each.clientHeight + 2 && each.matches("button") || boxes[index].right > innerWidth
        || boxes.some((box, other) => other !== index && over(boxes[index], box))
    )).map((each) => each.textContent);
}"""


@pytest.mark.parametrize("language", ["en", "it", "lt"])
def test_a_director_without_connection_reads_their_message_and_what_waits_beside_the_way_back(phone, sign_in, language):
    table = make_table(seats=4)
    owner = table.event.club.members.get().user
    send_message(
        event_id=table.event_id,
        table_id=None,
        text="Finish this deal, then pause for ten minutes",
        actor=Actor(user=owner),
    )
    page = phone(locale=language)
    sign_in(page, owner)
    pad = Pad(page, table)
    expect(page.locator(".bar-desk")).to_be_visible()

    def is_whole() -> bool:
        for width, height in ((360, 740), *SIZES):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(BAR_CUT) == [], (width, height)
        return True

    assert is_whole(), "while all is well"
    page.context.set_offline(True)
    pad.enter(1, 1, trump="H")
    expect(page.locator(".bar-unsent")).to_be_visible()
    expect(page.locator(".bar-link-lost")).to_be_visible()
    assert is_whole(), "with a deal that waits"
    pad.tap("news")
    pad.tap("read")
    pad.tap("close-help")
    expect(page.locator(".bar-undo")).to_be_visible()
    assert is_whole(), "once the message is read"


LONG = (
    "Konstantinas Paustovskis",
    "Maximilianaleksandravicius-Konstantinopolitanskij-Vilniensis",
    "Maximiliana Aleksandra Konstantinopolitanskaja de la Vilnius",
)


@pytest.mark.parametrize("language", ["en", "it", "lt"])
@pytest.mark.parametrize("longest", LONG, ids=["usual", "in one word", "in several"])
def test_the_question_names_somebody_with_a_very_long_name_whole(phone, longest, language):
    namesake = f"{longest[:-3]}ens"
    table = seat_table(make_night(names=(longest, namesake, "Ana")), longest, namesake, "Ana")
    page = phone(locale=language)
    pad = Pad(page, table)
    question = page.locator("#pad-body h2")

    def is_whole() -> str:
        for width, height in ((360, 740), *SIZES):
            page.set_viewport_size({"width": width, "height": height})
            assert question.evaluate("(h2) => h2.scrollWidth <= h2.clientWidth + 1"), (width, height)
            assert fits_without_scrolling(page), (width, height)
        return question.inner_text()

    asked = [is_whole()]
    pad.enter(2, 2, trump="H")
    pad.saved(namesake)
    asked.append(is_whole())
    assert asked[0] != asked[1], "of two namesakes"
    pad.tap("tab-0")
    expect(page.locator(".dock-prompt")).to_have_text(longest)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert question.evaluate("(h2) => h2.scrollWidth <= h2.clientWidth + 1"), "with letters twice as large"


@pytest.mark.parametrize("language", ["en", "it", "lt"])
def test_what_is_told_of_a_deal_taken_back_moves_nothing_on_a_small_phone(phone, language):
    page = phone(viewport={"width": 360, "height": 600}, locale=language)
    pad = Pad(page, make_table(seats=4))
    bar = page.locator(".pad-bar").bounding_box()
    pad.enter(4, 4, trump="D")
    pad.tap("undo")
    expect(page.locator(".bar-saved b")).to_have_count(0)
    expect(page.locator(".bar-undo")).to_be_visible()
    assert page.locator(".pad-bar").bounding_box() == bar
    assert fits_without_scrolling(page)


@pytest.mark.parametrize("language", ["en", "it", "lt"])
def test_large_letters_are_nowhere_smaller_and_a_correction_is_whole_with_twice_as_large_ones(phone, language):
    page = phone(viewport={"width": 320, "height": 568}, locale=language)
    pad = Pad(page, make_table(seats=4))
    for key in ("help", "set-large", "close-help"):
        pad.tap(key)
    expect(page.locator("html.pad-large")).to_have_count(1)
    for key in (None, "announce-3", "trump-H"):
        if key:
            pad.tap(key)
        assert page.evaluate(SMALL, LEAST_LETTERS) == []
    pad.tap("taken-3")
    pad.saved("Bruno")
    for key in ("deals", "deal-1", "correct-1"):
        pad.tap(key)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    leave = page.locator('[data-key="leave"]').bounding_box()
    assert leave["x"] + leave["width"] <= 320


# The names that are cut, and the readings that go on below their hand.
SPILT = """() => [...document.querySelectorAll(".hand")].flatMap((hand) => {
    const [name, state] = [hand.querySelector(".seat-name"), hand.querySelector(".seat-state")];
    const isSpilt = state.getBoundingClientRect().bottom > hand.getBoundingClientRect().bottom + 1;
    return [name.scrollWidth > name.clientWidth + 1 && name.innerText, isSpilt && state.innerText].filter(Boolean);
})"""


@pytest.mark.parametrize("language", ["en", "it", "lt"])
def test_hands_in_twos_have_room_for_a_name_and_what_the_hand_is(phone, language):
    names = ("Aleksandra", "Bruno", "Žygimantas", "Dovydas")
    page = phone(viewport={"width": 320, "height": 568}, locale=language)
    pad = Pad(page, seat_table(make_night(names=names, game="protean"), *names))
    assert page.evaluate(SPILT) == []
    for hand in (["GOC", "GOR", "GOR", "GOF", "GOK", "RUF"], ["SIC", "SIR", "SIR", "SIF", "SIF", "SIF"]):
        for card in hand:
            pad.tap(f"kind-{card}")
    pad.tap("not-shown")
    pad.tap("not-shown")
    for card in ("RUC", "RUR"):
        pad.tap(f"kind-{card}")
    assert page.evaluate(SPILT) == []
    pad.tap("seat-1")
    state = page.locator(".hand-now .seat-state")
    assert state.evaluate("(state) => state.scrollHeight <= state.clientHeight + 1"), "opened, the reading is whole"
    assert page.evaluate(SPILT) == []


# A long name, and two of one beginning; and as many hands as a deck has, of which the longest are read.
PEOPLE = ("Konstantinas Paustovskis", "Konstantinas Pavlovičius", "Aleksandra Žukauskaitė", "Gintarė", "Bo")
PROTEAN = (
    ["GOC", "GOR", "GOR", "GOF", "GOK", "RUF"],
    ["SIC", "SIR", "SIR", "SIF", "SIF", "SIF"],
    ["BRC", "BRR", "BRR", "BRF", "BRK", "SAF"],
    ["SAC", "SAR", "SAR", "SAF", "SAK", "GOF"],
    ["EMC", "EMR", "EMR", "EMF", "EMF", "EMK"],
    ["RUC", "RUR", "GOK", "SIK", "BRK"],
)
CORRECTION = ("save", "deals", "deal-1", "correct-1")
WALKS = {
    "vilnius": (
        ["other", "dealer-1", "announce-6", "trump-S", "taken-2", "other", "declarer-1", "announce-3", "trump-H"],
        [*CORRECTION[1:], "other", "declarer-1", "un-taken", "un-trump", "trump-C", "taken-1"],
    ),
    "colonial-italian": ([TIED[0], *OTHERS], ["claim", "claim-4", "next", "take-winner", *CORRECTION, "next"]),
    "protean": (PROTEAN, ["claim", "claim-4", "next", "take-winner", *CORRECTION, "next"]),
}


@pytest.mark.parametrize("language", ["en", "it", "lt"])
@pytest.mark.parametrize("game", WALKS)
def test_nothing_scrolls_where_something_is_chosen_corrected_or_disputed(phone, game, language):
    names = PEOPLE[: min(GAMES[game].max_seats, len(PEOPLE))]
    page = phone(locale=language)
    pad = Pad(page, seat_table(make_night(names=names, game=game), *names))
    entered, asked = WALKS[game]
    if game != "vilnius":
        entered = [*(f"kind-{card}" for hand in entered for card in hand), "next"]
    for key in (*entered, *asked):
        pad.tap(key)
        if key == "save" or key.startswith("taken-"):
            expect(page.locator("[data-key=undo]").or_(page.locator("[data-key=save]"))).to_be_visible()
        elif key in ("next", "take-winner"):
            expect(page.locator("[data-key=save], [data-key=claim-0], [data-key=claim-winner]").first).to_be_visible()
        if not key.startswith("kind-"):
            for width, height in (*SIZES, (360, 740)):
                page.set_viewport_size({"width": width, "height": height})
                assert fits_without_scrolling(page) or key in ("deals", "deal-1"), (key, width, height)


def test_what_a_table_of_five_came_to_is_whole_on_the_smallest_phones(phone):
    table = seat_table(make_night(names=PEOPLE, game="protean", rules={"cards": "optional", "deals": 3}), *PEOPLE)
    in_the_middle(table, len(PEOPLE))
    page = phone(locale="it")
    Pad(page, table)
    expect(page.locator(".result")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert fits_without_scrolling(page), (width, height)


def test_the_deals_give_way_to_undo_on_the_smallest_phone_and_come_back_by_themselves(phone):
    page = phone(viewport={"width": 320, "height": 568})
    page.clock.install()
    pad = Pad(page, make_table(seats=2))
    deals = page.locator('.bar-button[data-key="deals"]')
    pad.enter(4, 4, trump="D")
    expect(page.locator(".bar-undo")).to_be_visible()
    expect(deals).to_be_hidden()
    page.clock.run_for(61_000)
    expect(page.locator(".bar-undo")).to_have_count(0)
    expect(deals).to_be_visible()


@pytest.mark.parametrize("size", [(360, 740), *SIZES])
def test_a_very_long_message_is_whole_after_one_tap_on_it(phone, sign_in, size):
    table = make_table(seats=4)
    owner = table.event.club.members.get().user
    text = "Finish this deal, then come to the hall. " * 5
    send_message(event_id=table.event_id, table_id=None, text=text[:LONGEST_MESSAGE], actor=Actor(user=owner))
    page = phone(viewport=dict(zip(("width", "height"), size, strict=True)))
    sign_in(page, owner)
    Pad(page, table).tap("news")
    whole = page.locator(".from-director > span")
    expect(whole).to_contain_text(text[:LONGEST_MESSAGE].strip())
    expect(whole).to_be_in_viewport(ratio=1)
    assert whole.evaluate("(text) => text.scrollHeight <= text.clientHeight + 1")
