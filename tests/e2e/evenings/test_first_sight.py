"""What somebody looks for stands where they look, without scrolling: on a phone, and on a laptop."""

import pytest
from playwright.sync_api import expect

from tests.e2e.pad import Pad
from tests.factories import make_club, make_night, make_user, seat_table
from tournaments.models import Club, Event


def test_a_phone_opens_the_menu_of_the_club_inside_an_event(phone, sign_in):
    keeper = make_user("keeper", is_superuser=True)
    night = make_night(club=make_club(owner=keeper))
    page = phone()
    sign_in(page, keeper)
    page.goto(f"/events/{night.pk}/")
    menu, results = page.locator(".site-menu summary"), page.locator(".site-group-results")
    expect(results).to_be_hidden()
    menu.tap()
    results.locator("summary").tap()
    results.get_by_role("link", name="Seasons").tap()
    expect(page).to_have_url(f"/clubs/{night.club.slug}/seasons/")
    expect(menu).to_have_count(0)
    expect(results).to_be_visible()


BROKEN = """() => {
    const name = document.querySelector(".brand a:last-child span").firstChild, range = document.createRange();
    return [...name.textContent.matchAll(/\\S+/g)].filter((word) => {
        range.setStart(name, word.index);
        range.setEnd(name, word.index + word[0].length);
        return new Set([...range.getClientRects()].map((line) => line.top)).size > 1;
    }).map((word) => word[0]);
}"""


@pytest.mark.parametrize("language", ["en", "it", "lt"])
def test_the_name_of_the_club_breaks_between_words_alone(phone, sign_in, language):
    keeper = make_user("keeper", is_superuser=True)
    night = make_night(club=make_club(name="Pyramid Club Kortininkai", owner=keeper))
    page = phone(viewport={"width": 320, "height": 568}, locale=language)
    sign_in(page, keeper)
    for address in (f"/events/{night.pk}/", f"/clubs/{night.club.slug}/"):
        page.goto(address)
        assert page.evaluate(BROKEN) == [], address
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(BROKEN) == [], address
    Club.objects.update(name="Wolfeschlegelsteinhausenbergerdorffwelche")
    page.reload()
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_phone_shows_the_code_of_a_table_at_once(phone, sign_in):
    keeper = make_user("keeper", is_superuser=True)
    night = make_night(club=make_club(owner=keeper))
    table = seat_table(night, "Ana", "Bruno")
    page = phone()
    sign_in(page, keeper)
    for each in ("table", "seat"):
        page.goto(f"/tables/{table.pk}/card/?each={each}")
        expect(page.locator(".qr").first).to_be_in_viewport(ratio=1)


def test_a_pad_leads_the_director_back_to_the_desk_and_shows_players_no_such_way(phone, sign_in):
    keeper = make_user("keeper", is_superuser=True)
    table = seat_table(make_night(club=make_club(owner=keeper)), "Ana", "Bruno")
    players = phone()
    Pad(players, table)
    expect(players.locator(".bar-desk")).to_have_count(0)
    page = phone()
    sign_in(page, keeper)
    pad = Pad(page, table)
    expect(page.get_by_role("link", name="Desk")).to_be_visible()
    pad.enter(3, 3, trump="S")
    expect(page.locator(".bar-undo")).to_be_visible()
    page.get_by_role("link", name="Desk").tap()
    expect(page).to_have_url(f"/events/{table.event.pk}/desk/")


def test_what_a_usual_evening_needs_is_in_one_screen_and_the_next_step_on_top(desk, phone, sign_in):
    keeper = make_user("keeper", is_superuser=True)
    club = make_club(owner=keeper)
    page = desk()
    sign_in(page, keeper)
    page.goto("/plan/")
    expect(page.get_by_role("button", name="Play it out")).to_be_in_viewport(ratio=1)
    page.goto(f"/clubs/{club.slug}/tournaments/new/")
    for field in ("How many players", "How many hours", "Name", "Date"):
        expect(page.get_by_label(field)).to_be_in_viewport(ratio=1)
    small = phone()
    sign_in(small, keeper)
    for address, step in (("tournaments", "Open the tournament"), ("events", "Open the night")):
        for each in (page, small):
            each.goto(f"/clubs/{club.slug}/{address}/new/")
            expect(each.get_by_role("button", name=step)).to_be_in_viewport(ratio=1)
    small.goto(f"/clubs/{club.slug}/tournaments/new/")
    small.get_by_role("button", name="Open the tournament").tap()
    small.wait_for_url("**/desk/")
    assert Event.objects.get().kind == Event.Kind.TOURNAMENT
