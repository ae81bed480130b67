"""A game that the program does not have, tapped on a phone: the server reads its hands, the pad needs no change."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.pad import Outage, Pad, complaints, fits_without_scrolling, payloads, small_targets
from tests.e2e.servers import Server
from tests.factories import make_table

pytestmark = pytest.mark.usefixtures("fifth_game")

STAIRS, TRIO, PAIR = ("S1", "M2", "S3"), ("M3", "S3", "M3"), ("S2", "M2", "M3")


@pytest.fixture(scope="module")
def server(server_environment: dict[str, str], server_folder: Path) -> Iterator[str]:
    """One that has the game."""
    served = Server(
        server_environment | {"DJANGO_SETTINGS_MODULE": "tests.fifth_game.settings"}, log=server_folder / "server.log"
    )
    try:
        served.start()
        yield served.address
    finally:
        served.stop()


def show(pad: Pad, hand: tuple[str, ...]) -> None:
    for card in hand:
        pad.tap(f"kind-{card}")


def play(pad: Pad, first: tuple[str, ...], second: tuple[str, ...]) -> None:
    """From the dealer's left on."""
    show(pad, first)
    show(pad, second)
    pad.tap("next")


def test_two_deals_are_tapped_to_the_standing(phone):
    page = phone()
    table = make_table(seats=2, game="steps", rules={"deals": 2})
    pad = Pad(page, table)
    show(pad, STAIRS)
    expect(page.locator('[data-key="seat-1"] .seat-state')).to_have_text("Stairs")
    assert fits_without_scrolling(page) and small_targets(page) == [] and complaints(page) == []
    expect(page.locator('[data-key="kind-S1"]')).to_be_disabled()
    show(pad, TRIO)
    pad.tap("next")
    expect(page.locator(".verdict")).to_have_text("Bruno wins")
    expect(page.locator(".verdict-why")).to_have_text("Stairs beats three of a level.")
    pad.tap("save")
    pad.saved("Bruno wins: stairs beats three of a level.")
    play(pad, TRIO, PAIR)
    expect(page.locator(".verdict")).to_have_text("Ana wins")
    expect(page.locator(".verdict-why")).to_have_text("Three of a level beats two of a level.")
    pad.tap("save")
    expect(page.locator(".result-row .seat-name")).to_have_text(["Ana", "Bruno"])
    expect(page.locator(".result-score")).to_have_text(["1", "1"])
    assert payloads(table) == [
        {"dealer": 0, "hands": {"0": [*TRIO], "1": [*STAIRS]}},
        {"dealer": 1, "hands": {"0": [*TRIO], "1": [*PAIR]}},
    ]


def test_without_a_network_a_deal_is_kept_without_a_verdict(phone):
    page = phone()
    table = make_table(seats=2, game="steps")
    pad = Pad(page, table)
    outage = Outage(page)
    play(pad, STAIRS, TRIO)
    expect(page.locator(".verdict")).to_contain_text("No connection: the pad says who wins when the deal is sent.")
    pad.tap("save")
    pad.unsent(1)
    expect(page.locator("h2").first).to_have_text("Deal 2")
    outage.end()
    page.reload()
    expect(page.locator("#pad-link")).to_contain_text("Saved")
    pad.tap("deals")
    pad.tap("deal-1")
    expect(page.locator(".deal-more")).to_contain_text("Bruno wins: stairs beats three of a level.")
    assert payloads(table) == [{"dealer": 0, "hands": {"0": [*TRIO], "1": [*STAIRS]}}]
