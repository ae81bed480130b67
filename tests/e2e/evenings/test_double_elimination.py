"""A double elimination of sixteen, best of three, with a consolation and places 5 to 8: from start to final places."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import SCREENSHOTS
from tests.e2e.pad import Pad
from tests.factories import deal
from tests.tournament_scenes import make_tournament
from tournaments.models import Event, Table
from tournaments.selectors.stage.places import final_places
from tournaments.selectors.stage.records import stage_state

STAGES = (
    ("double-elimination", {"grand_final": "reset", "games": 3}),
    ("single-elimination", {"sources": [{"stage": 1, "losers": 1}], "games": 3}),
    ("single-elimination", {"sources": [{"stage": 1, "size": 4, "after": 4}], "games": 3, "third_place": True}),
)
COUNT = """addEventListener("click", (click) => {
    if (click.isTrusted) sessionStorage.clicks = 1 + Number(sessionStorage.clicks || 0);
}, true);"""


def test_sixteen_play_to_the_final_places_through_losers_consolation_and_places_5_to_8(desk, phone, sign_in):
    event = make_tournament(16, stages=STAGES)
    page = desk()
    page.add_init_script(COUNT)
    sign_in(page, event.club.members.get().user)
    page.goto(f"/events/{event.pk}/desk/")
    page.get_by_role("link", name="Start the first stage").click()
    page.get_by_role("button", name="Start the stage").click()
    held: list[Pad] = []
    rounds = 0
    while not page.get_by_role("button", name="End the tournament").count():
        if (start := page.get_by_role("link", name=re.compile("^Start stage"))).count():
            start.first.click()
            page.screenshot(path=SCREENSHOTS / "start-of-a-later-stage.png", full_page=True)
            page.get_by_role("button", name="Start the stage").click()
            continue
        page.get_by_role("button", name=re.compile("^Draw round")).first.click()
        page.get_by_role("button", name=re.compile("^Publish round")).click()
        page.wait_for_url("**/desk/")
        rounds += 1
        tables = list(Table.objects.filter(event=event, status=Table.Status.PLAYING).order_by("pk"))
        if not held:
            held = [Pad(phone(), tables[0]), Pad(phone(), tables[1])]
            for pad in held:
                play_on_the_pad(pad)
        play_by_the_services(event)
        page.goto(f"/events/{event.pk}/desk/")
    page.screenshot(path=SCREENSHOTS / "double-elimination-played.png", full_page=True)
    page.get_by_role("button", name="End the tournament").first.click()
    expect(page.get_by_role("heading", name="This tournament is over")).to_be_visible()
    clicks = page.evaluate("Number(sessionStorage.clicks)")
    starts = event.stages.count()
    assert clicks == 2 * starts + 2 * rounds + 1, "two to start a stage, two a round, one to end it"
    assert [pad.taps for pad in held] == [6, 6], "three a game"

    page.goto(f"/events/{event.pk}/")
    final = final_places([stage_state(stage) for stage in event.stages.all()])
    assert len({row.person.id for row in final}) == 16
    assert [row.place for row in final] == [*range(1, 9), 9, 9, 9, 9, 13, 14, 15, 15]
    expect(page.locator("tr.leads").first).to_contain_text(final[0].person.tag.name)
    page.screenshot(path=SCREENSHOTS / "double-elimination-places.png", full_page=True)


def play_on_the_pad(pad: Pad) -> None:
    """Two games, which the first seat and then the second wins: the same player, as the deal has passed on."""
    for folds in (1, 0):
        pad.tap(f"fold-{folds}")
        pad.tap("next")
        with pad.page.expect_response("**/deals/"):
            pad.tap("save")


def play_by_the_services(event: Event) -> None:
    """Whatever is open: the better seed wins each game."""
    while tables := list(Table.objects.filter(event=event, status=Table.Status.PLAYING)):
        for table in tables:
            seeds = [seat.entrant.seed for seat in table.seats.select_related("entrant").order_by("index")]
            deal(table, {"dealer": table.first_dealer, "folded": [], "claimed": [seeds.index(min(seeds))]})
