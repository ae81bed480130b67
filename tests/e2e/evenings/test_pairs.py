"""An evening of fixed pairs at tables of four, from its opening to its end."""

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.conftest import SCREENSHOTS
from tests.factories import announce, deal, make_club, make_user
from tournaments.models import Event

PAIRS = {
    "Reds": ("Ana", "Bruno"),
    "Blues": ("Chiara", "Dovas"),
    "Greens": ("Elena", "Faust"),
    "Golds": ("Greta", "Hugo"),
}


def placed(rows: Locator) -> list[str]:
    """Place and team of each row."""
    return [" ".join(row.locator("td.place, th").all_inner_texts()).split("\n")[0] for row in rows.all()]


@pytest.mark.journey
def test_pairs_sit_apart_and_are_placed_together(desk, wall, sign_in):
    club = make_club(owner=make_user("director"))
    page = desk()
    sign_in(page, club.members.get().user)
    page.goto(f"/clubs/{club.slug}/events/new/?game=vilnius")
    page.get_by_label("Who has come?").fill("\n".join(name for pair in PAIRS.values() for name in pair))
    page.get_by_role("button", name="Open the night").click()
    expect(page.get_by_role("heading", name="8 players are free")).to_be_visible()
    night = Event.objects.get()

    page.goto(f"/events/{night.pk}/desk/teams/")
    page.get_by_label("A team per line").fill("\n".join(f"{team}: {', '.join(pair)}" for team, pair in PAIRS.items()))
    page.locator("#all").get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="4 teams")).to_be_visible()

    page.goto(f"/events/{night.pk}/desk/")
    page.get_by_label("at tables of").select_option(label="4 + 4")
    page.get_by_role("button", name="Seat 8 players").click()
    page.get_by_role("button", name="Open these tables").click()
    expect(page.get_by_role("heading", name="Table 2")).to_be_visible()
    tables = list(night.tables.order_by("number"))
    sitting = [{seat.entrant.player.name for seat in table.seats.all()} for table in tables]
    assert all(len(here.intersection(pair)) == 1 for here in sitting for pair in PAIRS.values())

    watching = wall()
    watching.goto(f"/events/{night.pk}/wall/")
    watching.get_by_role("button", name="Pause").click()
    for table in tables:
        seats = [seat.entrant.player.name for seat in table.seats.order_by("index")]
        for turn in range(1, 5):
            declarer = (table.first_dealer + turn) % 4
            pair = next(number for number, names in enumerate(PAIRS.values()) if seats[declarer] in names)
            deal(table, announce(declarer, 3, 3 - pair))
    while not watching.get_by_role("heading", name="Teams").is_visible():
        watching.get_by_role("button", name="Next sheet").click()
    sheet = watching.locator("section", has=watching.get_by_role("heading", name="Teams"))
    expect(sheet.locator("tbody tr").first).to_contain_text("Reds")
    watching.screenshot(path=SCREENSHOTS / "pairs-wall.png")

    page.goto(f"/events/{night.pk}/desk/")
    page.get_by_role("link", name="End the night").click()
    page.get_by_role("button", name="End all tables and the night").click()
    expect(page.get_by_text("This night is over")).to_be_visible()
    page.goto(f"/events/{night.pk}/")
    expect(page.locator("#teams tbody tr")).to_have_count(4)
    order = ["1 Reds", "2 Blues", "3 Greens", "4 Golds"]
    assert placed(page.locator("#teams tbody tr")) == placed(sheet.locator("tbody tr")) == order
    expect(page.locator("#teams tbody tr").first).to_contain_text("Ana")
    page.screenshot(path=SCREENSHOTS / "pairs-results.png", full_page=True)
