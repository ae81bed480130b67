"""Two captains say on their phones who plays, and the boards open so."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.tournament_scenes import draw, ids, make_tournament, next_round, play_round, start
from tests.tournaments.boards.scenes import begun_teams, boards_of, entrant, sitting, win
from tournaments.audit import SYSTEM
from tournaments.codes import player_code
from tournaments.models import Event
from tournaments.services.teams import ListedTeam, set_teams


def test_two_captains_name_their_line_ups_on_phones_and_the_room_sees_the_match(desk, phone, sign_in):
    event = begun_teams(2, each=3, boards=2, line_up="free", rounds=1)
    page = desk()
    sign_in(page, event.club.members.get().user)
    round_ = draw(event)
    for captain, named in (("A1", ["A3", "A1"]), ("B1", ["B2", "B3"])):
        mine = phone()
        mine.goto(f"/codes/{player_code(entrant(event, captain).player_id, 0)}/")
        mine.get_by_role("link", name="say who plays for your team").click()
        for board, name in enumerate(named, start=1):
            mine.get_by_label(f"Board {board}").select_option(label=name)
        mine.get_by_role("button", name="Save").click()
        expect(mine.get_by_label("Board 1")).to_have_value(str(entrant(event, named[0]).pk))

    page.goto(f"/rounds/{round_.pk}/")
    expect(page.get_by_text("named")).to_have_count(2)
    page.get_by_role("button", name="Publish").first.click()
    expect(page.get_by_text("Board 1 of 2").first).to_be_visible()
    one, two = boards_of(event, "A")
    assert [sorted(sitting(table)) for table in (one, two)] == [["A3", "B2"], ["A1", "B3"]]

    room = phone()
    room.goto(f"/events/{event.pk}/")
    win(one, "A")
    win(two, "A")
    expect(room.locator(".pairing-teams").first).to_have_text(re.compile(r"A\s+2\s+0\s+B"))


def team_event(*, letters: int) -> Event:
    """A round is played at tables of four, a second is on; every name has so many letters."""

    def long_name(start: str) -> str:
        return f"{start} Aleksandrina Konstantinopolska Bartholomeusz Stankevičiūtė"[:letters].strip()

    event = make_tournament(stages=[("swiss", {"seats": 4})], names=[long_name(f"P{n:02}") for n in range(16)])
    entrants = ids(event)
    teams = [ListedTeam(long_name(f"T{n}"), tuple(entrants[n::4]), entrants[n]) for n in range(4)]
    set_teams(event_id=event.pk, teams=teams, best=0, actor=SYSTEM)
    start(event)
    play_round(event)
    next_round(event)
    return event


def test_the_longest_names_make_results_on_a_phone_half_as_long_again_at_most(phone):
    page, heights = phone(), []
    page.set_viewport_size({"width": 390, "height": 844})
    for letters in (20, 60):
        page.goto(f"/events/{team_event(letters=letters).pk}/")
        heights.append(page.evaluate("document.documentElement.scrollHeight"))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert heights[1] <= 1.5 * heights[0], heights


@pytest.mark.parametrize(("screen", "scheme"), [("phone", "dark"), ("desk", "light")])
def test_pages_of_teams_and_of_a_late_correction_are_in_order(phone, desk, sign_in, screen, scheme):
    event = begun_teams(4, each=3, boards=2, rounds=3, line_up="free")
    boards = next_round(event)
    for board in boards:
        win(board, "")  # whoever sits first
    for board in next_round(event):
        win(board, "")
    drawn = draw(event)
    own = f"/codes/{player_code(entrant(event, 'A1').player_id, 0)}/line-ups/{drawn.pk}/"
    late = f"/tables/{boards[0].pk}/correct/?deal=1"
    page: Page = {"phone": phone, "desk": desk}[screen](color_scheme=scheme, reduced_motion="reduce")
    sign_in(page, event.club.members.get().user)
    for address in (f"/events/{event.pk}/cross-table/", f"/rounds/{drawn.pk}/", own, late):
        page.goto(address)
        assert not axe_finds(page), address
    page.get_by_role("button", name="See what moves").click()
    expect(page.get_by_role("heading", name="What moves")).to_be_visible()
    assert not axe_finds(page)


def axe_finds(page: Page) -> str:
    results = Axe().run(page)
    return results.generate_report() if results.violations_count else ""
