"""What somebody looks for stands where they look, without scrolling: on a phone, and on a laptop."""

from playwright.sync_api import expect

from tests.e2e.pad import Pad
from tests.factories import make_club, make_night, make_user, seat_table


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
    Pad(page, table)
    page.get_by_role("link", name="Desk").tap()
    expect(page).to_have_url(f"/events/{table.event.pk}/desk/")
