"""A director makes a night from nothing, and the room follows it."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Locator, Page, expect
from sesame.utils import get_query_string

from tests.e2e.pad import Pad
from tests.factories import NAMES, announce, deal, make_club, make_night, make_user, seat_table, whole_vilnius_game
from tournaments.models import Event, Member, Table


def sign_in_by_link(page: Page, user: User) -> None:
    page.goto(f"/sign-in/link/{get_query_string(user)}")
    page.get_by_role("button", name="Sign in on this device").click()
    expect(own_menu(page)).to_be_visible()


def own_menu(page: Page) -> Locator:
    """There for whoever is signed in."""
    return page.locator("summary", has_text="You")


@pytest.mark.journey
def test_from_an_empty_database_to_two_tables_that_keep_score(desk, phone, wall):
    director = make_user("director", is_superuser=True)
    page = desk()
    sign_in_by_link(page, director)

    page.goto("/clubs/")
    page.get_by_label("Name").fill("Neris")
    page.get_by_role("button", name="Found the club").click()
    page.get_by_role("link", name="New club night").first.click()
    page.get_by_label("Name").fill("First night")
    page.get_by_role("button", name="Open the night").click()

    page.get_by_label("New names").fill("Ana\nBruno, Chiara\nDovas")
    page.get_by_role("button", name="They are here").click()
    expect(page.get_by_role("heading", name="4 players are free")).to_be_visible()
    page.get_by_label("at tables of").select_option(label="2 + 2")
    page.get_by_role("button", name="Seat 4 players").click()
    page.get_by_role("button", name="Open these tables").click()
    expect(page.get_by_role("heading", name="Table 2")).to_be_visible()

    night = Event.objects.get(name="First night")
    assert [table.seats.count() for table in night.tables.all()] == [2, 2]

    watching = wall()
    watching.goto(f"/events/{night.pk}/wall/")
    watching.get_by_role("button", name="Pause").click()
    while not watching.get_by_text("0/32").first.is_visible():
        watching.get_by_role("button", name="Next sheet").click()
    page.goto(f"/events/{night.pk}/cards/")
    addresses = [link.get_attribute("href") or "" for link in page.locator(".pad-card-address a").all()]
    assert len(addresses) == 2
    scorer = phone()
    scorer.goto(re.sub(r"^https?://[^/]+", "", addresses[0]))
    expect(scorer.get_by_text("Table 1")).to_be_visible()
    scorer.locator('[data-key="announce-3"]').tap()
    scorer.locator('[data-key="trump-H"]').tap()
    scorer.locator('[data-key="taken-3"]').tap()
    expect(watching.get_by_text("1/32").first).to_be_visible()


@pytest.mark.journey
def test_a_sign_in_link_works_once(desk):
    director = make_user("director")
    link = f"/sign-in/link/{get_query_string(director)}"
    first, second = desk(), desk()
    first.goto(link)
    first.get_by_role("button", name="Sign in on this device").click()
    expect(own_menu(first)).to_be_visible()
    second.goto(link)
    expect(own_menu(second)).to_be_hidden()


def test_a_session_left_open_elsewhere_is_ended_from_the_phone(desk, phone):
    director = make_user("director")
    left, here = desk(), phone()
    for page in (left, here):
        sign_in_by_link(page, User.objects.get(pk=director.pk))
    own_menu(here).tap()
    here.get_by_role("link", name="Account").tap()
    here.get_by_role("button", name="Sign out there").tap()
    expect(here.get_by_text("Signed out there.")).to_be_visible()
    left.goto("/account/")
    expect(left.get_by_role("heading", name="Sign in")).to_be_visible()


def test_what_the_director_is_writing_survives_a_deal_coming_in(desk, sign_in):
    table = seat_table(night := make_night(), "Ana", "Bruno")
    page = desk()
    sign_in(page, Member.objects.get(club=night.club).user)
    page.goto(f"/events/{night.pk}/desk/")
    page.get_by_label("New names").fill("Elena, Fau")
    deal(table, announce(1, 3, 3))
    expect(page.get_by_text("1/32").first).to_be_visible()
    expect(page.get_by_label("New names")).to_have_value("Elena, Fau")


def test_a_renewed_link_shuts_out_the_old_card(desk, phone, sign_in):
    table = seat_table(night := make_night(), "Ana", "Bruno")
    pad = Pad(phone(), table)
    page = desk()
    sign_in(page, Member.objects.get(club=night.club).user)
    page.goto(f"/events/{night.pk}/desk/")
    page.get_by_role("heading", name="Table 1").click()
    to_pad = page.get_by_role("link", name="Pad", exact=True)
    old = to_pad.get_attribute("href") or ""
    page.get_by_text("End, adjourn, somebody leaves, new link").click()
    page.get_by_role("button", name="New pad link").click()
    expect(to_pad).not_to_have_attribute("href", old)
    assert pad.page.reload().status == 404
    assert Pad(phone(), table).page.get_by_text("Table 1").is_visible()


def test_a_table_closed_too_early_frees_its_players_and_can_play_on(desk, sign_in):
    table = seat_table(night := make_night(names=["Ana", "Bruno"]), "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    page = desk()
    sign_in(page, Member.objects.get(club=night.club).user)
    page.goto(f"/events/{night.pk}/desk/")
    page.get_by_role("heading", name="Table 1").click()
    page.get_by_text("End, adjourn, somebody leaves, new link").click()
    page.get_by_role("button", name="End this table").click()
    expect(page.get_by_role("heading", name="2 players are free")).to_be_visible()
    expect(page.get_by_text("closed unfinished").first).to_be_visible()
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED
    page.get_by_role("button", name="Not over after all").click()
    expect(page.get_by_role("heading", name="1 table is playing")).to_be_visible()
    expect(page.get_by_text("1/32")).to_be_visible()


@pytest.mark.journey
def test_the_all_time_standings_and_the_players_page_follow_the_night(desk):
    table = seat_table(night := make_night(), "Ana", "Bruno")
    for payload in whole_vilnius_game(2)[:31]:
        deal(table, payload)
    ana = night.entrants.get(player__name="Ana").player_id
    club, player = desk(), desk()
    club.goto(f"/clubs/{night.club.slug}/all-time/")
    player.goto(f"/players/{ana}/")
    expect(club.get_by_text("No game has been finished yet.")).to_be_visible()
    expect(player.get_by_text("playing").first).to_be_visible()
    deal(table, whole_vilnius_game(2)[31])
    expect(club.get_by_role("table").get_by_text("160")).to_be_visible()
    expect(player.get_by_text("1 of 2").first).to_be_visible()


class Keyboard:
    """Somebody at a page without a mouse, who goes by what the accessibility tree calls its controls."""

    MOST = 150  # controls to pass

    def __init__(self, page: Page) -> None:
        self.page = page

    def go_to(self, role: str, name: str) -> None:
        """By Tab alone; each control that is passed has a name and shows the focus."""
        for _ in range(self.MOST):
            self.page.keyboard.press("Tab")
            focused = self.page.locator(":focus")
            if focused.count() == 0:
                continue  # the end of the page
            try:
                control = focused.element_handle(timeout=2000)
                said = focused.aria_snapshot(timeout=2000).partition("\n")[0].replace("- '", "- ")
                gone = not said and not control.evaluate("node => node.isConnected")
            except BrowserError:
                gone = True
            if gone:
                continue  # what had the focus was drawn anew
            assert re.match(r'- (\S+ ".+"|text: .+)', said), f"no name: {focused.evaluate('node => node.outerHTML')}"
            assert focused.evaluate(SHOWS_FOCUS), f"no focus to see: {said}"
            if said.startswith((f'- {role} "{name}', f"- {role}: {name}")):
                return
        raise AssertionError(f"no {role} {name!r} on {self.page.url}")

    def press(self, role: str, name: str, key: str = "Enter") -> None:
        self.go_to(role, name)
        self.page.keyboard.press(key)

    def write(self, name: str, text: str) -> None:
        self.go_to("textbox", name)
        self.page.keyboard.type(text)


SHOWS_FOCUS = """(node) => {
    const style = getComputedStyle(node);
    return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
}"""


@pytest.mark.journey
def test_an_evening_is_run_and_scored_by_keyboard_alone(desk, sign_in):
    club = make_club(owner=make_user("director"))
    page = desk(reduced_motion="reduce")
    sign_in(page, club.members.get().user)
    page.goto(f"/clubs/{club.slug}/")
    hands = Keyboard(page)
    hands.press("link", "New club night")
    hands.write("Name", "By keyboard")
    hands.press("button", "Open the night")
    hands.write("New names", "Ana\nBruno")
    hands.press("button", "They are here")
    expect(page.get_by_role("heading", name="2 players are free")).to_be_visible()
    hands.press("button", "Seat 2 players")
    hands.press("button", "Open these tables")
    expect(page.get_by_role("heading", name="Table 1")).to_be_visible()

    night = Event.objects.get(name="By keyboard")
    desk_address = page.url
    hands.press("link", "Table 1")
    expect(page.get_by_role("link", name="Pad")).to_be_visible()
    hands.press("link", "Pad")
    hands.press("button", "Announce 3")
    hands.press("button", "Hearts")
    hands.press("button", "Took 3")
    expect(page.locator("#pad-say")).to_contain_text("took 3")
    assert night.tables.get().deals.count() == 1

    page.goto(desk_address)
    hands.press("link", "Table 1")
    expect(page.get_by_role("link", name="Pad")).to_be_visible()
    hands.press("text", "End, adjourn, somebody leaves, new link")
    hands.press("button", "End this table")
    expect(page.get_by_role("heading", name="2 players are free")).to_be_visible()
    hands.press("button", "End the night")
    expect(page.get_by_role("heading", name="This night is over")).to_be_visible()


def test_tonight_is_like_last_week_in_four_clicks_and_over_in_two(desk, sign_in):
    like = make_night(names=NAMES)
    page = desk()
    sign_in(page, Member.objects.get(club=like.club).user)
    page.goto(f"/clubs/{like.club.slug}/")
    for button in ("Friday", "They are here (8)", "Seat 8 players", "Open these tables"):
        page.get_by_role("button", name=button).click()
    expect(page.get_by_text("2 tables are open.")).to_be_visible()
    night = Event.objects.latest("pk")
    assert [table.seats.count() for table in night.tables.all()] == [4, 4]
    deal(night.tables.get(number=1), announce(1, 3, 3))
    page.get_by_role("link", name="Table 2").click()
    page.get_by_role("button", name=f"No-show {night.tables.get(number=2).seats.last().player.name}").click()
    expect(page.get_by_text("has not come, and no longer plays.")).to_be_visible()
    assert night.tables.get(number=2).seats.count() == 3
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Undone.")).to_be_visible()
    assert night.tables.get(number=2).seats.count() == 4

    page.get_by_role("link", name="End the night").click()
    page.get_by_role("button", name="End all tables and the night").click()
    expect(page.get_by_text("It is over. 2 tables are no longer playing.")).to_be_visible()
    night.refresh_from_db()
    assert night.status == Event.Status.FINISHED
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Undone.")).to_be_visible()
    assert set(night.tables.values_list("status", flat=True)) == {Table.Status.PLAYING}


def test_a_button_that_goes_with_what_it_did_leaves_the_focus_where_it_stood(desk, sign_in):
    night = make_night(names=NAMES)
    first, second = seat_table(night, *NAMES[:4]), seat_table(night, *NAMES[4:8])
    deal(first, announce(1, 3, 3))
    Table.objects.filter(pk=second.pk).update(opened_at=timezone.now() - timedelta(minutes=11))
    page = desk()
    sign_in(page, Member.objects.get(club=night.club).user)
    page.goto(f"/events/{night.pk}/desk/")
    page.get_by_role("button", name=f"No-show: {NAMES[4]}").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("has not come, and no longer plays.")).to_be_visible()
    expect(page.get_by_role("region", name="No deal yet: is somebody missing?")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=f"No-show: {NAMES[5]}")).to_be_focused()
    assert second.seats.count() == 3


@pytest.mark.journey
def test_people_and_places_are_found_from_the_keyboard(desk, sign_in):
    make_night(names=NAMES)
    night = make_night(club=Event.objects.get().club, names=("Ieva", "Jonas"))
    table = seat_table(night, "Ieva", "Jonas")
    page = desk()
    sign_in(page, Member.objects.get(club=night.club).user)
    page.goto(f"/events/{night.pk}/desk/")
    page.get_by_label("Has somebody else come?").focus()
    page.keyboard.type("chi")
    expect(page.get_by_text("Bruno")).to_be_hidden()
    page.keyboard.press("Enter")
    page.keyboard.type("Žygis")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Chiara")).to_be_checked()
    expect(page.get_by_label("New names")).to_have_value("Žygis")

    page.keyboard.press("Control+k")
    expect(page.locator("dialog[open]:not(.htmx-settling)").get_by_role("searchbox")).to_be_focused()
    page.get_by_label("A table, a name, an event or a page").fill("jon")
    expect(page.locator(".found a").first).to_contain_text("Table 1")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"open={table.pk}"))
    expect(page.get_by_role("link", name="Sheet")).to_be_visible()
    page.keyboard.press("Control+k")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_what_is_found_on_the_very_page_is_gone_to(desk, sign_in):
    night = make_night(names=("Ieva", "Jonas"))
    seat_table(night, "Ieva", "Jonas")
    page = desk()
    sign_in(page, Member.objects.get(club=night.club).user)
    page.goto(f"/events/{night.pk}/desk/")
    page.keyboard.press("Control+k")
    expect(page.locator("dialog[open]:not(.htmx-settling)").get_by_role("searchbox")).to_be_focused()
    page.get_by_label("A table, a name, an event or a page").fill("message")
    expect(page.locator(".found a").first).to_contain_text("Message to all pads")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator("#message-all")).to_be_focused()
