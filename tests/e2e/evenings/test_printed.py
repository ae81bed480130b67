"""What a browser makes of a page on paper."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.factories import make_night, seat_table

PAGE = re.compile(rb"/Type\s*/Page\b")


def sheets(page: Page) -> int:
    return len(PAGE.findall(page.pdf(prefer_css_page_size=True)))


@pytest.mark.journey
def test_four_table_cards_are_one_sheet_and_a_fifth_begins_another(desk, sign_in):
    names = [f"Konstancija Aleksandravičiūtė-Paškevičienė {number}" for number in range(10)]
    night = make_night(names=names)
    page = desk()
    sign_in(page, night.club.members.get().user)
    for tables in range(1, 6):
        seat_table(night, *names[2 * tables - 2 : 2 * tables])
        page.goto(f"/events/{night.pk}/cards/")
        expect(page.locator(".pad-card")).to_have_count(tables)
        assert sheets(page) == (1 if tables < 5 else 2), tables


def test_no_field_to_write_in_is_printed_with_the_standings(desk, sign_in):
    names = [f"Player {number}" for number in range(60)]
    night = make_night(names=names)
    for first in range(0, 60, 4):
        seat_table(night, *names[first : first + 4])
    page = desk()
    sign_in(page, night.club.members.get().user)
    page.goto(f"/events/{night.pk}/")
    expect(page.get_by_label("Find a player")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_label("Find a player")).to_be_hidden()
    expect(page.get_by_text("Player 0", exact=True).first).to_be_visible()
