"""A director makes a night from nothing, and the room follows it."""

import re

from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from sesame.utils import get_query_string

from tests.e2e.pad import Pad
from tests.factories import announce, deal, make_night, make_user, seat_table, whole_vilnius_game
from tournaments.models import Event, Member, Table


def sign_in_by_link(page: Page, user: User) -> None:
    page.goto(f"/sign-in/link/{get_query_string(user)}")


def test_from_an_empty_database_to_two_tables_that_keep_score(desk, phone, wall):
    director = make_user("director", is_superuser=True)
    page = desk()
    sign_in_by_link(page, director)

    page.goto("/clubs/")
    page.get_by_label("Name").fill("Neris")
    page.get_by_role("button", name="Create the club").click()
    page.get_by_role("link", name="New club night").click()
    page.get_by_label("Name").fill("First night")
    page.get_by_role("button", name="Open the night").click()

    page.get_by_label("New names").fill("Ana\nBruno, Chiara\nDovas")
    page.get_by_role("button", name="They are here").click()
    expect(page.get_by_role("heading", name="4 players are free")).to_be_visible()
    page.get_by_label("at tables of").select_option(label="2 + 2")
    page.get_by_role("button", name="Show the tables").click()
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
    expect(watching.get_by_text("1/32").first).to_be_visible(timeout=2000)


def test_a_sign_in_link_works_once(desk):
    director = make_user("director")
    link = f"/sign-in/link/{get_query_string(director)}"
    first, second = desk(), desk()
    first.goto(link)
    expect(first.get_by_role("button", name="Sign out")).to_be_visible()
    second.goto(link)
    expect(second.get_by_role("button", name="Sign out")).to_be_hidden()


def test_what_the_director_is_writing_survives_a_deal_coming_in(desk, sign_in):
    table = seat_table(night := make_night(), "Ana", "Bruno")
    page = desk()
    sign_in(page, Member.objects.get(club=night.club).user)
    page.goto(f"/events/{night.pk}/desk/")
    page.get_by_label("New names").fill("Elena, Fau")
    deal(table, announce(1, 3, 3))
    expect(page.get_by_text("1/32").first).to_be_visible(timeout=3000)
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
    page.get_by_text("End, adjourn, new link").click()
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
    page.get_by_text("End, adjourn, new link").click()
    page.get_by_role("button", name="End this table").click()
    expect(page.get_by_role("heading", name="2 players are free")).to_be_visible()
    expect(page.get_by_text("closed unfinished").first).to_be_visible()
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED
    page.get_by_role("button", name="Not over after all").click()
    expect(page.get_by_role("heading", name="0 players are free")).to_be_visible()
    expect(page.get_by_text("1/32")).to_be_visible()


def test_the_clubs_and_the_players_pages_follow_the_night(desk):
    table = seat_table(night := make_night(), "Ana", "Bruno")
    for payload in whole_vilnius_game(2)[:31]:
        deal(table, payload)
    ana = night.entrants.get(player__name="Ana").player_id
    club, player = desk(), desk()
    club.goto(f"/clubs/{night.club.slug}/")
    player.goto(f"/players/{ana}/")
    expect(club.get_by_text("No game has been finished yet.")).to_be_visible()
    expect(player.get_by_text("playing")).to_be_visible()
    deal(table, whole_vilnius_game(2)[31])
    expect(club.get_by_role("table").get_by_text("160")).to_be_visible(timeout=2000)
    expect(player.get_by_text("1 of 2")).to_be_visible(timeout=2000)
