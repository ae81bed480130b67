"""The wall as the room sees it: 1920 by 1080, turning by itself."""

import itertools
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.factories import announce, deal, make_night, make_table, seat_table
from tests.tournament_scenes import begun, finish_table, next_round
from tournaments.audit import SYSTEM
from tournaments.services.night import finish_event
from tournaments.services.table.life import end_table

LONG = "Maximiliana Aleksandra Konstantinopolska-Wisniewska Aurel"
AAA = {"runOnly": {"type": "rule", "values": ["color-contrast-enhanced"]}}
FITS = """() => {
    const sheet = document.querySelector("[data-sheet]:not([hidden])").getBoundingClientRect();
    const foot = document.querySelector(".wall-foot").getBoundingClientRect();
    const parts = [...document.querySelectorAll("[data-sheet]:not([hidden]) :is(li, tr, p, svg, figcaption)")];
    return document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight
        && parts.every((part) => {
            const box = part.getBoundingClientRect();
            return box.right <= innerWidth && box.bottom <= foot.top + 1 && box.top >= sheet.top;
        });
}"""


def open_wall(wall, night, **options):
    page = wall(**options)
    page.goto(f"/events/{night.pk}/wall/")
    expect(page.locator("body[data-live-state=live]")).to_be_attached()
    return page


def shown(page):
    return page.locator("[data-sheet]:visible")


def test_before_anything_has_happened_it_shows_the_club_the_night_and_the_way_in(wall):
    night = make_night(names=["Ana", "Bruno"])
    page = open_wall(wall, night)
    expect(shown(page)).to_have_count(1)
    expect(shown(page)).to_contain_text("Neris")
    expect(shown(page)).to_contain_text("Friday")
    expect(shown(page)).to_contain_text("2 players are here")
    expect(shown(page)).to_contain_text(f"/events/{night.pk}/")
    expect(shown(page).locator("svg")).to_be_visible()
    expect(page.get_by_role("button", name="Next sheet")).to_be_hidden()  # there is no other
    assert page.evaluate(FITS)


def test_a_deal_glows_on_the_wall_for_a_moment(wall):
    table = make_table()
    deal(table, announce(1, 3, 3))
    page = open_wall(wall, table.event)
    line = page.locator(".wall-table li", has_text="Ana")
    expect(line.locator("strong")).to_have_text("0")
    page.keyboard.press("Space")
    deal(table, announce(0, 3, 3))
    expect(line.locator("strong")).to_have_text("10")
    expect(line).to_have_class(re.compile(r"leads.*changed|changed.*leads"))
    expect(page.get_by_text("2/32")).to_be_visible()
    expect(line).not_to_have_class(re.compile("changed"))


def test_the_sheet_of_names_goes_when_all_have_begun_to_play(wall):
    table = make_table()
    page = open_wall(wall, table.event)
    expect(shown(page)).to_contain_text("Find your table")
    assert page.evaluate(FITS)
    deal(table, announce(1, 3, 2))
    expect(shown(page)).to_have_attribute("data-sheet", "tables-1")
    expect(page.locator("[data-sheet=opening-1]")).to_have_count(0)


@pytest.mark.parametrize("shared", [1, 3])
def test_the_longest_names_fit_on_the_podium(wall, shared):
    names = [f"{LONG}{number:03}" for number in range(4)]
    night = make_night(names=names)
    table = seat_table(night, *names)
    for seat in (1, 2, 3, 0):
        deal(table, announce(seat, 3, 3 if seat <= shared else 2 - seat % 2))
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    page = open_wall(wall, night, reduced_motion="reduce")
    expect(shown(page)).to_have_attribute("data-sheet", "podium")
    assert page.evaluate(FITS)


@pytest.mark.journey
def test_the_sheets_turn_by_themselves_and_the_clock_stays(wall):
    table = make_table()
    deal(table, announce(1, 3, 2))
    page = wall()
    page.clock.install()
    page.goto(f"/events/{table.event_id}/wall/")
    order = []
    for _ in range(4):
        order.append(shown(page).get_attribute("data-sheet"))
        expect(page.locator("#wall-clock")).to_have_text(re.compile(r"^\d\d:\d\d$"))
        page.clock.run_for(10_000)
    assert order == ["tables-1", "standings-1", "welcome", "tables-1"]


def test_keys_turn_and_pause_the_wall(wall):
    table = make_table()
    deal(table, announce(1, 3, 2))
    page = wall()
    page.clock.install()
    page.goto(f"/events/{table.event_id}/wall/")
    page.keyboard.press("ArrowRight")
    expect(shown(page)).to_have_attribute("data-sheet", "standings-1")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("PageUp")
    expect(shown(page)).to_have_attribute("data-sheet", "welcome")

    page.keyboard.press("Space")
    pause = page.get_by_role("button", name="Pause")
    expect(pause).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(30_000)
    expect(shown(page)).to_have_attribute("data-sheet", "welcome")
    pause.click()
    page.clock.run_for(10_000)
    expect(shown(page)).to_have_attribute("data-sheet", "tables-1")


def test_a_change_elsewhere_does_not_turn_the_wall_and_glows_when_its_sheet_comes(wall):
    table = make_table()
    deal(table, announce(1, 3, 3))
    page = open_wall(wall, table.event)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    deal(table, announce(0, 3, 2))
    line = page.locator(".wall-table li", has_text="Ana")
    expect(line.locator("strong")).to_have_text("8")
    expect(shown(page)).to_have_attribute("data-sheet", "welcome")
    page.keyboard.press("ArrowRight")
    expect(line).to_be_visible()
    expect(line).to_have_class(re.compile("changed"))


@pytest.mark.parametrize(
    ("tables", "seats", "game", "sheets"),
    [
        (1, 2, "vilnius", 1 + 1 + 1),
        (4, 4, "vilnius", 1 + 1 + 1 + 1),
        (6, 6, "protean", 1 + 1 + 2 + 1),
        (60, 4, "vilnius", 7 + 10 + 12 + 1),
    ],
)
def test_names_of_sixty_letters_fit_on_every_sheet(wall, tables, seats, game, sheets):
    names = [f"{LONG}{number:03}" for number in range(seats * tables)]
    assert {len(name) for name in names} == {60}
    night = make_night(game=game, names=names)
    seated = [seat_table(night, *names[at : at + seats]) for at in range(0, len(names), seats)]
    for table in seated[:2]:
        deal(table, announce(1, 3, 2) if game == "vilnius" else {"dealer": 0, "folded": list(range(1, seats))})
    page = open_wall(wall, night)
    for number in range(1, sheets + 1):
        expect(page.locator("#wall-count")).to_have_text(f"{number}/{sheets}")
        assert page.evaluate(FITS), shown(page).get_attribute("data-sheet")
        page.keyboard.press("ArrowRight")


def test_the_last_deal_takes_no_room_from_names_and_points(wall):
    """In the language that has the longest words for it."""
    names = [f"Konstancija Aleksandravičiūtė-Paškė-{number}" for number in range(24)]
    night = make_night(game="colonial-italian", rules={"deals": 2, "cards": "optional"}, names=names)
    for first in range(0, 24, 4):
        deal(seat_table(night, *names[first : first + 4]), {"dealer": 0, "claimed": [1]})
    page = open_wall(wall, night, locale="lt")
    expect(page.get_by_text("paskutinis dalijimas").first).to_be_visible()
    page.keyboard.press("Space")
    assert page.evaluate(FITS)
    cut = """() => [...document.querySelectorAll("[data-sheet]:not([hidden]) .wall-table")].flatMap((table) => {
        const right = table.getBoundingClientRect().right;
        const over = [...table.querySelectorAll("*")].filter((each) => each.getBoundingClientRect().right > right);
        const names = [...table.querySelectorAll(".wall-name > span")];
        const short = names.filter((each) => each.scrollHeight > 1.3 * each.clientHeight);
        return [...over, ...short].map((each) => each.outerHTML);
    })"""
    assert page.evaluate(cut) == []


def test_without_scripts_everything_stands_below_each_other(wall):
    table = make_table()
    deal(table, announce(1, 3, 2))
    page = wall(java_script_enabled=False)
    page.goto(f"/events/{table.event_id}/wall/")
    expect(shown(page)).to_have_count(3)
    expect(page.get_by_role("button")).to_have_count(0)
    boxes = [sheet.bounding_box() for sheet in shown(page).all()]
    for above, below in itertools.pairwise(boxes):
        assert above["y"] + above["height"] <= below["y"] + 1


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_axe_finds_nothing_on_any_sheet(wall, turns):
    table = make_table()
    deal(table, announce(1, 3, 2))
    page = open_wall(wall, table.event, reduced_motion="reduce")
    for _ in range(turns):
        page.keyboard.press("ArrowRight")
    for found in (Axe().run(page), Axe().run(page, context="#wall-sheets", options=AAA)):
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.journey
def test_the_moments_of_a_knockout_are_told_and_its_bracket_is_turned_to(wall):
    """With the longest names: nothing of the bracket is cut, nothing lies over it."""
    event = begun(stages=[("single-elimination", {})], names=[f"{LONG}{number:03}" for number in range(16)])
    tables = next_round(event)
    finish_table(tables[0])
    page = open_wall(wall, event, reduced_motion="reduce")
    while shown(page).get_attribute("data-sheet") != "bracket-1":
        page.keyboard.press("ArrowRight")
    boxes = page.locator("[data-sheet]:visible .bracket-box")
    foot = page.locator(".wall-foot").bounding_box()
    assert all(box.bounding_box()["y"] + box.bounding_box()["height"] < foot["y"] for box in boxes.all())
    assert "…" not in shown(page).inner_text()
    page.keyboard.press("ArrowRight")
    expect(shown(page)).not_to_have_attribute("data-sheet", "bracket-1")
    finish_table(tables[1])
    winner = tables[1].seats.get(index=0).player.name
    expect(page.get_by_role("status").filter(has_text="goes on")).to_have_text(f"{winner} goes on")
    expect(shown(page)).to_have_attribute("data-sheet", "bracket-1")


def test_a_change_of_leader_is_told_and_the_standings_are_turned_to(wall):
    table = make_table()
    deal(table, announce(1, 3, 2))
    page = open_wall(wall, table.event)
    expect(shown(page)).to_have_attribute("data-sheet", "tables-1")
    deal(table, announce(0, 3, 3))
    expect(page.locator("#wall-moment")).to_have_text("Ana is in the lead")
    expect(shown(page)).to_have_attribute("data-sheet", "standings-1")
    assert page.evaluate(FITS)
