"""A tournament from the empty form to its final, as the director and the room see it."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.factories import announce, deal, make_club, make_table
from tests.tournament_scenes import begun, draw, make_tournament, next_round, play_round, start
from tournaments.audit import SYSTEM
from tournaments.models import Event, Member, Round, Table
from tournaments.services.stage.preview import pin_in_preview

NAMES = ["Ana", "Bruno", "Chiara", "Dovas", "Elena", "Faust", "Giulia", "Henris", "Ieva"]


@pytest.mark.journey
def test_a_swiss_then_a_cut_with_a_withdrawal_and_a_late_correction_to_the_final(desk, phone, sign_in):
    club = make_club()
    page = desk()
    sign_in(page, Member.objects.get(club=club).user)
    event = _plan(page, club.slug)
    _enter(page, event)

    page.goto(f"/events/{event.pk}/desk/")
    page.get_by_role("link", name="Start the first stage").click()
    page.get_by_role("button", name="Start the stage").click()

    room = phone()
    room.goto(f"/events/{event.pk}/")
    first = _round(page, event, 1)
    assert len(first) == 4, "nine players: four tables and a bye"
    expect(room.get_by_text(first[0].seats.get(index=0).entrant.player.name).first).to_be_visible()
    for table in first:
        _win(table, 0)
    for table in _round(page, event, 2):
        _win(table, 0)

    _withdraw(page, event, loser := first[3].seats.get(index=1).entrant.player.name)
    third = _round(page, event, 3)
    assert loser not in [seat.entrant.player.name for table in third for seat in table.seats.all()]
    for table in third:
        _win(table, 0)
    _correct_late(page, event, first[0])

    page.goto(f"/events/{event.pk}/desk/")
    page.get_by_role("link", name=re.compile("^Start stage 2")).click()
    page.get_by_role("button", name="Start the stage").click()
    for table in _round(page, event, 1):
        _win(table, 1)
    final = max(_round(page, event, 2), key=lambda table: table.match or 0)
    for table in Table.objects.filter(round=final.round):
        _win(table, 0)
    page.goto(f"/events/{event.pk}/desk/")
    page.get_by_role("button", name="End the tournament").first.click()
    expect(page.get_by_role("heading", name="This tournament is over")).to_be_visible()

    champion = final.seats.get(index=0).entrant.player.name
    room.goto(f"/events/{event.pk}/")
    expect(room.locator("tr.leads").first).to_contain_text(champion)
    room.goto(f"/events/{event.pk}/bracket/")
    expect(room.get_by_text(champion).first).to_be_visible()


def test_somebody_is_found_among_many_and_checked_in_where_the_list_stands(desk, sign_in):
    event = make_tournament(names=[f"{name} {number}" for name in NAMES for number in range(20)], checked_in=False)
    page = desk()
    sign_in(page, event.club.members.get().user)
    page.goto(f"/events/{event.pk}/entrants/")
    page.get_by_label("Find a player").fill("henris 13")
    page.get_by_role("button", name="Find", exact=True).click()
    row = page.locator(".entrant-found").filter(has_text="Henris 13")
    expect(row).to_be_in_viewport()
    row.get_by_role("button", name="Check in Henris 13").click()
    expect(row.get_by_role("button", name="here Henris 13")).to_be_in_viewport()
    page.reload()
    expect(row).to_be_visible()
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="1", exact=True).click()
    expect(page.get_by_label("Find a player")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Check in Ana 0")).to_be_visible()
    expect(row).to_have_count(0)


def test_the_form_of_a_new_tournament_never_opens_by_itself_and_keeps_what_is_typed_meanwhile(desk, sign_in):
    club = make_club()
    page = desk()
    sign_in(page, Member.objects.get(club=club).user)
    page.goto(f"/clubs/{club.slug}/tournaments/new/?game=colonial-italian&preset=swiss")
    page.get_by_label("Name").fill("Open of the river")
    page.locator("summary", has_text="The stages in detail").click()
    page.locator("#id_1-format").dispatch_event("change")
    page.wait_for_load_state("networkidle")
    page.get_by_label("Name").press("Enter")
    expect(page.get_by_role("heading", name="New tournament")).to_be_visible()
    assert not Event.objects.exists()

    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/tournaments/new/**", hold)
    with page.expect_request("**/tournaments/new/**"):
        page.get_by_label("At a table").select_option("3")
    page.get_by_label("Rounds", exact=True).fill("7")
    held[0].continue_()
    page.unroute("**/tournaments/new/**")
    expect(page.locator('[name="1-shown"][value^="swiss/3/"]')).to_have_count(1)
    expect(page.get_by_label("Rounds", exact=True)).to_have_value("7")
    expect(page.get_by_label("Rounds", exact=True)).to_be_focused()
    page.get_by_label("Rounds", exact=True).fill("8")
    page.get_by_role("link", name="Protean").click()
    expect(page.locator('[name="shown"][value="protean"]')).to_have_count(1)
    expect(page.get_by_label("Rounds", exact=True)).to_have_value("8")
    page.get_by_role("button", name="Open the tournament").click()
    page.wait_for_url("**/desk/")
    event = Event.objects.get()
    assert (event.name, event.game, event.stages.get().options["rounds"]) == ("Open of the river", "protean", 8)


def test_a_preview_of_a_hundred_tables_is_changed_by_keyboard_and_nothing_jumps(desk, sign_in):
    event = begun(200)
    play_round(event)
    round_ = draw(event)
    page = desk(reduced_motion="reduce")
    sign_in(page, event.club.members.get().user)
    page.goto(f"/rounds/{round_.pk}/")
    tables = [list(table.entrants) for table in round_.seating.tables]
    (one, _), (other, opponent), (third, _) = tables[70:73]

    def press_on(entrant: int, *, picked: int) -> None:
        page.locator(f"#seat-{entrant}").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".preview-picked")).to_have_count(picked)

    press_on(one, picked=1)
    expect(page.locator(f"#seat-{one}")).to_be_focused()
    stood = page.locator("#preview-71").bounding_box()
    press_on(other, picked=0)
    expect(page.get_by_text("Last change: changed places")).to_be_visible()
    assert page.locator("#preview-71").bounding_box() == stood
    assert {one, opponent} in _seated(round_)

    press_on(one, picked=1)
    page.get_by_role("button", name="Choose several").press("Enter")
    expect(page.locator("#all-71")).to_be_visible()
    press_on(third, picked=2)
    page.get_by_label("Where to").select_option("A table of their own")
    page.get_by_role("button", name="Seat there").press("Enter")
    expect(page.get_by_text("Last change: moved")).to_be_visible()
    assert {one, third} in _seated(round_)
    page.get_by_role("button", name="Undo").press("Enter")
    expect(page.get_by_text("Last change: changed places")).to_be_visible()
    page.get_by_role("button", name="Undo").press("Enter")
    expect(page.get_by_text("Tap two players")).to_be_visible()
    expect(page.locator(".preview-bar")).to_be_focused()
    assert _seated(round_) == [set(table) for table in tables]


def test_by_keyboard_alone_a_page_begins_with_what_was_done(desk, sign_in):
    table = make_table(seats=2)
    deal(table, announce(1, 3, 2))
    page = desk()
    sign_in(page, table.event.club.members.get().user)
    page.goto(f"/tables/{table.pk}/correct/?deal=1")
    page.get_by_label("Taken").press("ArrowUp")
    page.get_by_role("button", name="Save the correction").press("Enter")
    expect(page.get_by_text("Deal 1 is corrected.")).to_be_focused()

    event = make_tournament(2, club=table.event.club)
    start(event)
    (first,) = next_round(event)
    page.goto(f"/tables/{first.pk}/ruling/")
    places = page.locator("form", has_text="Decide the places")
    places.get_by_role("button").press("Enter")
    expect(places.get_by_role("combobox").first).to_be_focused()
    places.get_by_label("Reason").fill("agreed")
    for number in (1, 2):
        places.get_by_role("combobox").nth(number - 1).select_option(str(number))
    places.get_by_role("button").press("Enter")
    expect(page.locator("#messages > *")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Undo")).to_be_focused()


def test_what_another_director_changes_shows_at_once_and_who_is_picked_stays_picked(phone, sign_in):
    event = begun(9)
    round_ = draw(event)
    page = phone(reduced_motion="reduce")
    sign_in(page, event.club.members.get().user)
    page.goto(f"/rounds/{round_.pk}/")
    picked = round_.seating.tables[1].entrants[0]
    page.locator(f"#seat-{picked}").scroll_into_view_if_needed()
    stood = page.locator("#preview-2").bounding_box()
    page.locator(f"#seat-{picked}").tap()
    expect(page.locator(".preview-picked")).to_have_count(1)
    assert page.locator("#preview-2").bounding_box() == stood
    pin_in_preview(round_id=round_.pk, what=1, pinned=True, actor=SYSTEM)
    expect(page.locator(".tile-pinned")).to_have_count(1)
    page.locator("#preview-byes").get_by_role("button", name="Seat here").tap()
    expect(page.get_by_text("Last change: moved")).to_be_visible()
    round_.refresh_from_db()
    assert picked in round_.seating.byes


def _seated(round_: Round) -> list[set[int]]:
    round_.refresh_from_db()
    return [set(table.entrants) for table in round_.seating.tables]


def _plan(page: Page, slug: str) -> Event:
    page.goto(
        f"/clubs/{slug}/tournaments/new/?game=colonial-italian&preset=swiss:seats=2,single-elimination:size=8:third_place=true"
    )
    page.get_by_label("Name").fill("Open")
    for folded in ("House rules, and when a table ends", "The stages in detail"):
        page.locator("summary", has_text=folded).click()
    page.get_by_label("Cards shown").select_option(value="optional")
    page.get_by_label("A table ends").select_option(value="deals")
    page.get_by_label("How many", exact=True).first.fill("1")
    page.get_by_label("Rounds", exact=True).first.fill("3")
    page.locator('input[name$="size"]').last.fill("4")
    page.get_by_role("button", name="Open the tournament").click()
    page.wait_for_url("**/desk/")
    return Event.objects.get(name="Open")


def _enter(page: Page, event: Event) -> None:
    page.goto(f"/events/{event.pk}/entrants/")
    page.get_by_label("Many at once").fill("\n".join(NAMES))
    page.get_by_role("button", name="Look at the list").click()
    page.get_by_label("They are in the room").check()
    page.get_by_role("button", name="Enter 9 players").click()
    expect(page.get_by_role("heading", name="9 entrants, 9 checked in")).to_be_visible()


def _round(page: Page, event: Event, number: int) -> list[Table]:
    """Drawn, looked at and published at the desk."""
    page.goto(f"/events/{event.pk}/desk/")
    page.get_by_role("button", name=f"Draw round {number}").click()
    page.get_by_role("button", name=f"Publish round {number}").click()
    page.wait_for_url("**/desk/")
    newest = Table.objects.filter(event=event).latest("pk").round
    return list(Table.objects.filter(round=newest).order_by("number"))


def _win(table: Table, seat: int) -> None:
    deal(table, {"dealer": 0, "folded": [], "claimed": [seat]})


def _withdraw(page: Page, event: Event, name: str) -> None:
    page.goto(f"/events/{event.pk}/entrants/")
    page.get_by_role("link", name=f"More {name}").click()
    page.get_by_role("button", name="Withdraw", exact=True).click()
    expect(page.get_by_text("withdrawn").first).to_be_visible()


def _correct_late(page: Page, event: Event, table: Table) -> None:
    """The other player had won in the first round, it turns out after the third."""
    page.goto(f"/tables/{table.pk}/correct/")
    form = page.locator("form", has=page.get_by_role("heading", name="Decide the places"))
    for field, place in zip(form.locator("select").all(), ("2", "1"), strict=True):
        field.select_option(value=place)
    page.get_by_role("button", name="See what moves").first.click()
    expect(page.get_by_text("Nothing is saved yet.")).to_be_visible()
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    assert not table.rulings.exists()
    page.get_by_label("Reason").fill("The slip was read the wrong way round")
    page.get_by_role("button", name="Correct it").click()
    page.wait_for_url("**/desk/")
    assert table.rulings.filter(kind="decision").exists()
