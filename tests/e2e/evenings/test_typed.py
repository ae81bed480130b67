"""A sheet that was played on paper is typed in without a mouse."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import SCREENSHOTS
from tests.factories import make_table, recorded, whole_vilnius_game
from tests.tournaments.printing.scenes import whole_sheet


def keys(page: Page, *pressed: str) -> None:
    for key in pressed:
        page.keyboard.press(key)


@pytest.mark.journey
def test_a_whole_sheet_is_typed_in_by_keyboard_alone(desk, sign_in):
    table, cells = make_table(seats=2), whole_sheet()
    page = desk()
    sign_in(page, table.event.club.members.get().user)
    page.goto(f"/tables/{table.pk}/")
    page.get_by_role("link", name="Type in a paper sheet").focus()
    keys(page, "Enter")
    expect(page.get_by_label("First dealer")).to_be_focused()
    keys(page, "Tab")
    for line in range(1, 17):
        for seat in range(2):
            wrong = (line, seat) == (2, 1)  # 0 once more
            page.keyboard.type("0h0" if wrong else cells[f"line-{line}-{seat}"])
            keys(page, "Enter")
    page.keyboard.type("160")
    expect(page.get_by_role("status").get_by_text("Bruno has no announcement of 0 left")).to_be_visible()
    page.screenshot(path=SCREENSHOTS / "paper-typed.png", full_page=True)

    keys(page, "Control+Enter")  # what is wrong keeps all of it from being recorded
    expect(page.get_by_role("link", name="Bruno 2")).to_be_visible()
    page.get_by_role("link", name="Bruno 2").focus()
    keys(page, "Enter")
    expect(page.get_by_label("Bruno 2", exact=True)).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(cells["line-2-1"])
    expect(page.get_by_text("32 deals typed, and nothing wrong with them.")).to_be_visible()
    keys(page, "ArrowDown", "ArrowUp", "Control+Enter")
    expect(page.get_by_text("32 deals were typed in.")).to_be_visible()
    played = enumerate(whole_vilnius_game(2), start=1)
    assert recorded(table) == {number: {**each, "trump": "H"} for number, each in played}
