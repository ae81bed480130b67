"""Two browsers: an owner invites, somebody joins on a phone, is found on the list, and is removed again."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import SCREENSHOTS
from tests.factories import make_night
from tournaments.permissions import Role


@pytest.mark.journey
def test_invite_join_remove(desk, phone, sign_in):
    club = make_night(names=("Ana", "Bruno")).club
    owner = desk()
    sign_in(owner, club.members.get().user)
    owner.goto("/clubs/neris/members/")
    owner.screenshot(path=SCREENSHOTS / "members-empty.png", full_page=True)
    owner.locator("#id_role").select_option("reader")
    owner.get_by_role("button", name="Make the invitation").click()
    owner.screenshot(path=SCREENSHOTS / "invited.png", full_page=True)
    link = urlsplit(owner.get_by_label("Have it scanned, or send this link:").input_value()).path

    ana = phone()
    ana.goto(link)
    expect(ana.get_by_text("reader: looks at desks and logs")).to_be_visible()
    ana.get_by_label("Username").fill("ana")
    ana.get_by_label("Password*", exact=True).fill("late-in-november")
    ana.get_by_label("Password confirmation").fill("late-in-november")
    ana.screenshot(path=SCREENSHOTS / "invitation.png", full_page=True)
    ana.get_by_role("button", name="Join").tap()
    expect(ana.get_by_text("Welcome to Neris.")).to_be_visible()
    ana.get_by_label("Who are you on the club’s list?").select_option(label="Ana · 1 night")
    ana.get_by_role("button", name="Save").tap()
    expect(ana.get_by_text("You say you are Ana.")).to_be_visible()
    ana.screenshot(path=SCREENSHOTS / "members-own.png", full_page=True)

    owner.get_by_role("link", name="Back to the members").click()
    owner.get_by_role("button", name="Yes ana").click()
    expect(owner.get_by_role("link", name="Ana")).to_be_visible()
    owner.get_by_text("Change ana").click()
    owner.screenshot(path=SCREENSHOTS / "members.png", full_page=True)
    assert club.members.get(role=Role.READER).player.name == "Ana"

    ana.goto(f"/events/{club.events.get().pk}/desk/")
    expect(ana.get_by_role("button", name="They are here")).to_be_disabled()
    ana.screenshot(path=SCREENSHOTS / "desk-closed.png", full_page=True)
    owner.get_by_role("button", name="Remove from the club ana").click()
    expect(owner.get_by_text("ana is no longer a member.")).to_be_visible()
    assert ana.reload().status == 404
