"""The first screen of every game with every number of seats, on the smallest phones: nothing scrolls or is small."""

import pytest

from scoring.games import GAMES
from tests.e2e.pad import Pad, fits_without_scrolling
from tests.factories import deal, make_table, whole_vilnius_game
from tournaments.models import Table

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


@pytest.mark.parametrize("deals", ["first", "middle"])
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_first_screen_is_whole_on_the_smallest_phones(phone, game, seats, deals):
    rules = {"cards": "optional"} if GAMES[game].sheet == "showdown" else {}
    table = make_table(seats=seats, game=game, rules=rules)
    if deals == "middle":
        in_the_middle(table, seats)
    page = phone(viewport={"width": 360, "height": 600})
    Pad(page, table)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert fits_without_scrolling(page), (width, height)
        assert page.evaluate(SMALL, LEAST_LETTERS) == [], (width, height)
        assert page.evaluate(IN_SIGHT, KEY), (width, height)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(IN_SIGHT, KEY), "with letters twice as large"
