"""Following ends with the right to look: open streams close, and their addresses open nothing any more."""

import re
from collections.abc import Callable
from html import unescape
from typing import NamedTuple

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from pyramid_site.entry.application import Application
from tests.entry.asking import ask, quick_hub, run, scope
from tests.entry.test_streams import follow
from tests.factories import make_member, make_table, pad_token, sign_in
from tests.tournaments.api.scenes import Program, token_for
from tournaments.audit import SYSTEM
from tournaments.codes import player_code, registration_code
from tournaments.live import hub as live
from tournaments.models import ApiToken, Club, Event, Member, Player, Table
from tournaments.services.club.clubs import renew_player_code, set_club_visibility, set_event_visibility
from tournaments.services.club.members import end_other_sessions, remove_member
from tournaments.services.integrations.trusted import revoke_token
from tournaments.services.registration import renew_code, set_registration
from tournaments.services.table.life import renew_pad_link
from tournaments.visibility import premises_of, stream_key, with_key

ENDED = b"event: ended\ndata: ended\n\n"
LIVE_URL = re.compile(r'data-live-url="([^"]*)"')


class Follows(NamedTuple):
    client: Client
    address: str


def hide(club: Club, visibility: str) -> None:
    set_club_visibility(club=club, visibility=visibility, shown_names="initials", actor=SYSTEM)


def a_private_table() -> Table:
    table = make_table()
    hide(table.event.club, "private")
    return table


def followed_on(client: Client, address: str) -> Follows:
    answer = client.get(address)
    assert answer.status_code == 200
    found = LIVE_URL.search(answer.content.decode())
    assert found
    return Follows(client, unescape(found[1]))


def member_of(club: Club) -> User:
    return make_member(club, Member.Role.PLAYER)


def as_member(table: Table, page: str = "event") -> Follows:
    client = sign_in(Client(), member_of(table.event.club))
    return followed_on(client, reverse(page, args=[table.pk if page == "table" else table.event_id]))


def at_table(table: Table) -> Follows:
    return as_member(table, "table")


def on_wall(table: Table) -> Follows:
    return as_member(table, "wall")


def at_pad(table: Table) -> Follows:
    return followed_on(Client(), reverse("pad", args=[pad_token(table)]))


def by_pads_code(table: Table) -> Follows:
    """A spectator's page in the browser that has opened the pad."""
    client = at_pad(table).client
    return followed_on(client, reverse("event", args=[table.event_id]))


def ana() -> Player:
    return Player.objects.get(name="Ana")


def as_player(table: Table) -> Follows:
    client = Client()
    return followed_on(client, reverse("code", args=[player_code(ana().pk, 0)]))


def by_players_code(table: Table) -> Follows:
    return followed_on(as_player(table).client, reverse("event", args=[table.event_id]))


def on_wall_by_the_door(table: Table) -> Follows:
    set_registration(event_id=table.event_id, is_open=True, actor=SYSTEM)
    address = reverse("wall", args=[table.event_id])
    return followed_on(Client(), f"{address}?key={registration_code(Event.objects.get(pk=table.event_id))}")


def registration_list(table: Table) -> Follows:
    set_registration(event_id=table.event_id, is_open=True, actor=SYSTEM)
    return followed_on(Client(), reverse("enter", args=[registration_code(Event.objects.get(pk=table.event_id))]))


def by_link(table: Table) -> Follows:
    hide(table.event.club, "unlisted")
    return followed_on(
        Client(), with_key(reverse("event", args=[table.event_id]), premises_of("event", table.event_id))
    )


def in_public(table: Table) -> Follows:
    hide(table.event.club, "public")
    return followed_on(Client(), reverse("event", args=[table.event_id]))


def as_program(table: Table) -> Follows:
    told = Program(token_for(table.event.club)).get(f"/events/{table.event_id}").json()
    return Follows(Client(), told["stream"].removeprefix("http://testserver"))


def is_removed(table: Table) -> None:
    remove_member(member=Member.objects.get(role=Member.Role.PLAYER), actor=SYSTEM)


def signs_out_everywhere(table: Table) -> None:
    end_other_sessions(user=Member.objects.get(role=Member.Role.PLAYER).user, session_key="another")


def changes_the_password(table: Table) -> None:
    user = Member.objects.get(role=Member.Role.PLAYER).user
    user.set_password("summer-is-short")
    user.save()


def is_made_inactive(table: Table) -> None:
    User.objects.filter(memberships__role=Member.Role.PLAYER).update(is_active=False)


def club_turns_private(table: Table) -> None:
    hide(Club.objects.get(), "private")


def event_turns_private(table: Table) -> None:
    set_event_visibility(event_id=table.event_id, visibility="private", actor=SYSTEM)


def pads_code_is_new(table: Table) -> None:
    renew_pad_link(table_id=table.pk, actor=SYSTEM)


def players_code_is_new(table: Table) -> None:
    renew_player_code(player=ana(), edition=0, actor=SYSTEM)


def doors_code_is_new(table: Table) -> None:
    renew_code(event_id=table.event_id, edition=0, actor=SYSTEM)


def token_is_revoked(table: Table) -> None:
    revoke_token(club=table.event.club, token_id=ApiToken.objects.get().pk, actor=SYSTEM)


def makers_role_is_another(table: Table) -> None:
    Member.objects.filter(role=Member.Role.OWNER).update(role=Member.Role.DIRECTOR)


WAYS = [
    (as_member, is_removed),
    (at_table, is_removed),
    (on_wall, is_removed),
    (as_member, signs_out_everywhere),
    (at_table, signs_out_everywhere),
    (as_member, changes_the_password),
    (as_member, is_made_inactive),
    (by_link, club_turns_private),
    (in_public, club_turns_private),
    (in_public, event_turns_private),
    (at_pad, pads_code_is_new),
    (by_pads_code, pads_code_is_new),
    (as_player, players_code_is_new),
    (by_players_code, players_code_is_new),
    (on_wall_by_the_door, doors_code_is_new),
    (registration_list, doors_code_is_new),
    (as_program, token_is_revoked),
    (as_program, makers_role_is_another),
]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("enter", "leave"), WAYS, ids=[f"{a.__name__}-{b.__name__}" for a, b in WAYS])
def test_a_stream_ends_with_the_right_to_look_and_its_address_opens_nothing_any_more(
    enter: Callable[[Table], Follows], leave: Callable[[Table], None]
) -> None:
    table = a_private_table()
    client, address = enter(table)
    cookies = {"cookie": client.cookies.output(attrs=[], header="", sep=";").strip()}
    hub = quick_hub()

    async def follows() -> None:
        application = Application(hub)
        page = await follow(application, address)
        assert page.status == 200
        await page.part()
        await hub.ask(lambda: leave(table))
        told = await page.rest()
        assert told.endswith(ENDED)
        await page.talk.wait(timeout=60)
        for who in ({}, cookies):
            assert (await ask(application, scope("GET", address, headers=who)))[0].status == 404

    run(follows())


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("others", [as_member, by_players_code, by_pads_code])
def test_the_streams_of_all_others_go_on(others: Callable[[Table], Follows]) -> None:
    table = a_private_table()
    address = others(table).address
    concerned = make_member(table.event.club, Member.Role.READER)
    gone = followed_on(sign_in(Client(), concerned), reverse("event", args=[table.event_id])).address
    hub = quick_hub()

    async def follows() -> None:
        application = Application(hub)
        page, theirs = await follow(application, address), await follow(application, gone)
        await hub.ask(lambda: remove_member(member=Member.objects.get(user=concerned), actor=SYSTEM))
        assert (await theirs.rest()).endswith(ENDED)
        await theirs.talk.wait(timeout=60)
        assert hub.watching == 1
        await page.leave()

    run(follows())


@pytest.mark.django_db(transaction=True)
def test_a_key_is_good_for_what_it_was_given_for_and_for_whom_it_was_given() -> None:
    table, other = a_private_table(), make_table(club=Club.objects.get())
    key = as_member(table).address.partition("?key=")[2]
    by, _, signed = key.rpartition("~")
    another = ("A" if by[0] != "A" else "B") + by[1:]
    wrong = [
        f"{reverse('event-live', args=[other.event_id])}?key={key}",
        f"{reverse('event-live', args=[table.event_id])}?table={table.pk}&key={key}",
        f"{reverse('event-live', args=[table.event_id])}?key={another}~{signed}",
        f"{reverse('event-live', args=[table.event_id])}?key=~{signed}",
        f"{reverse('event-live', args=[table.event_id])}?key={key[:-1]}",
        reverse("event-live", args=[table.event_id]),
    ]
    hub = quick_hub()

    async def asks() -> None:
        for address in wrong:
            assert (await ask(Application(hub), scope("GET", address)))[0].status == 404

    run(asks())


def test_an_open_stream_is_asked_about_well_within_ten_seconds() -> None:
    assert live.LOOK_AGAIN + live.PAUSE + live.HEARTBEAT < 10


@pytest.mark.django_db(transaction=True)
def test_a_key_that_was_given_to_nobody_opens_nothing_even_in_public() -> None:
    table = make_table()
    address = f"{reverse('event-live', args=[table.event_id])}?table={table.pk}&language=en"
    key = stream_key("table", table.pk, "insiders", "")

    async def asks() -> None:
        assert (await ask(Application(quick_hub()), scope("GET", f"{address}&key={key}")))[0].status != 200

    run(asks())


@pytest.mark.django_db
def test_a_pass_of_an_earlier_version_which_names_no_code_opens_nothing() -> None:
    table = a_private_table()
    client, event = Client(), table.event
    answer = HttpResponse()
    answer.set_signed_cookie("passes", f"{event.pk}-{event.club_id}", salt="passes")
    client.cookies["passes"] = answer.cookies["passes"].value
    assert client.get(reverse("event", args=[event.pk])).status_code == 404
