"""Who sees a club and its events, and what strangers read of its players' names."""

from datetime import timedelta
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from tests.factories import announce, deal, make_club, make_member, make_night, mentions, pad_token, seat_table
from tests.tournaments.calendar.scenes import planned
from tests.tournaments.season.seasons import a_season
from tournaments.audience import drawn_for
from tournaments.audit import SYSTEM, Actor
from tournaments.codes import HeldCode, player_code, registration_code
from tournaments.live import news_text
from tournaments.live.topics import Topic, topic_of
from tournaments.models import Club, ComingNight, Event, Member, Player, Table, Visibility
from tournaments.selectors.night.scoreboard import night_view
from tournaments.selectors.night.standings import event_page
from tournaments.services.club.clubs import (
    add_players,
    choose_shown_name,
    create_club,
    set_club_visibility,
    set_event_visibility,
)
from tournaments.services.night import finish_event
from tournaments.services.registration import set_registration
from tournaments.services.table.deals import record_deal
from tournaments.services.table.life import end_table
from tournaments.visibility import Passes, premises_of, with_key

pytestmark = pytest.mark.django_db

PEOPLE = ("Ana Rossi", "Bruno Žukas")


def played(club: Club | None = None) -> Table:
    night = make_night(club=club, names=PEOPLE)
    table = seat_table(night, *PEOPLE)
    deal(table, announce(1, 3, 3))
    return table


def hide(club: Club, visibility: str, *, shown_names: str = "full") -> None:
    set_club_visibility(club=club, visibility=visibility, shown_names=shown_names, actor=SYSTEM)


def holder_of(table: Table) -> Client:
    """Whoever has scanned the table's code."""
    client = Client()
    assert client.get(reverse("pad", args=[pad_token(table)])).status_code == 200
    return client


def signed_in(club: Club, role: Member.Role = Member.Role.PLAYER) -> Client:
    client = Client()
    client.force_login(make_member(club, role), backend="django.contrib.auth.backends.ModelBackend")
    return client


def page(client: Client, name: str, *args: object, **asked: str) -> str:
    answer = client.get(reverse(name, args=args), asked)
    assert answer.status_code == 200
    return answer.content.decode()


def status(client: Client, name: str, *args: object) -> int:
    return client.get(reverse(name, args=args)).status_code


def test_a_page_tells_strangers_initials_and_members_whole_names(client):
    table = played()
    club = table.event.club
    hide(club, "public", shown_names="initials")
    ana = Player.objects.get(name="Ana Rossi")
    pages = [
        ("club", club.slug),
        ("player", ana.pk),
        ("event", table.event_id),
        ("tables", table.event_id),
        ("event-people", table.event_id),
        ("table", table.pk),
        ("race", table.event_id),
        ("wall", table.event_id),
        ("event-proved", table.event_id),
    ]
    member = signed_in(club)
    inside = {name: page(member, name, key) for name, key in pages}
    outside = {name: page(client, name, key) for name, key in pages}
    assert [name for name in inside if mentions(outside[name], "Ana") or mentions(outside[name], "Rossi")] == []
    named = {name for name in inside if "Ana Rossi" in inside[name]}
    assert named >= {"player", "event", "tables", "event-people", "table", "event-proved"}
    assert {name for name in outside if "A. R." in outside[name]} == named


def test_nobody_is_found_by_the_part_of_a_name_that_is_not_shown():
    table = played()
    with drawn_for("initials"):
        assert night_view(event_page(table.event_id), text="Rossi", place="", tables="").listed.found == []
    assert night_view(event_page(table.event_id), text="Rossi", place="", tables="").listed.found


def test_an_account_is_named_on_no_page_that_strangers_see(client):
    table = played()
    club = table.event.club
    director = club.members.get().user
    entered = {"payload": announce(0, 2, 2), "client_id": uuid4(), "base_revision": None, "actor": Actor(user=director)}
    record_deal(table_id=table.pk, **entered)
    for visitor in (client, signed_in(club)):
        assert director.username not in page(visitor, "table", table.pk)
    client.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    assert director.username in page(client, "event-log", table.event_id)


@pytest.mark.parametrize(
    ("club", "event", "visibility"),
    [
        ("public", "", "public"),
        ("public", "unlisted", "unlisted"),
        ("unlisted", "", "unlisted"),
        ("unlisted", "private", "private"),
        ("private", "unlisted", "private"),
        ("private", "public", "private"),
    ],
)
def test_an_event_is_never_freer_than_its_club(club, event, visibility):
    assert Visibility.stricter(club, event) == visibility


def test_a_private_event_of_a_public_club_stands_nowhere_for_strangers(client):
    table = played()
    club, ana = table.event.club, Player.objects.get(name="Ana Rossi")
    set_event_visibility(event_id=table.event_id, visibility="private", actor=SYSTEM)
    for name, *args in [("club", club.slug), ("player", ana.pk), ("clubs",)]:
        assert reverse("event", args=[table.event_id]) not in page(client, name, *args)
        assert reverse("table", args=[table.pk]) not in page(client, name, *args)
    assert status(client, "event", table.event_id) == status(client, "table", table.pk) == 404
    assert reverse("table", args=[table.pk]) in page(signed_in(club), "player", ana.pk)


def test_an_unlisted_club_is_in_no_list_and_opens_by_its_link_from_then_on(client):
    table = played()
    club = table.event.club
    hide(club, "unlisted")
    assert club.name not in page(client, "clubs")
    assert status(client, "event", table.event_id) == 404
    link = with_key(reverse("event", args=[table.event_id]), premises_of("event", table.event_id))
    answer = client.get(link)
    assert (answer.status_code, answer["X-Robots-Tag"]) == (200, "noindex")
    assert '<meta name="robots" content="noindex">' in answer.content.decode()
    assert status(client, "club", club.slug) == status(client, "player", Player.objects.all()[0].pk) == 200
    assert club.name in page(client, "clubs")


def test_a_link_opens_nothing_else_and_nothing_that_has_become_private(client):
    table, other = played(), played(make_club(name="Vilnia"))
    for each in (table, other):
        hide(each.event.club, "unlisted")
    link = with_key(reverse("event", args=[table.event_id]), premises_of("event", table.event_id))
    key = link.partition("?link=")[2]
    assert client.get(reverse("event", args=[other.event_id]), {"link": key}).status_code == 404
    assert client.get(reverse("event", args=[table.event_id]), {"link": f"{key[:-1]}ž"}).status_code == 404
    assert client.get(link).status_code == 200
    hide(table.event.club, "private")
    assert client.get(link).status_code == 404


def test_the_link_of_one_hidden_season_opens_no_other(client):
    club = make_club()
    shown, other = (a_season(club, name=name, visibility="unlisted") for name in ("Spring", "Autumn"))
    address, key = with_key(reverse("season", args=[shown.pk]), premises_of("season", shown.pk)).split("?")
    assert client.get(address, query_params=QueryDict(key)).status_code == 200
    assert client.get(reverse("season", args=[other.pk]), query_params=QueryDict(key)).status_code == 404


def test_the_link_of_one_hidden_night_to_come_opens_no_other(client):
    club = make_club()
    shown, other = (planned(club=club, name=name) for name in ("Friday", "Saturday"))
    ComingNight.objects.update(visibility="unlisted")
    address, key = with_key(reverse("coming", args=[shown.pk]), premises_of("coming", shown.pk)).split("?")
    assert client.get(address, query_params=QueryDict(key)).status_code == 200
    assert client.get(reverse("coming", args=[other.pk]), query_params=QueryDict(key)).status_code == 404


def test_a_link_outlives_the_key_it_was_made_with_as_long_as_that_stands_among_the_old_ones(client, settings):
    table = played()
    hide(table.event.club, "unlisted")
    link = with_key(reverse("event", args=[table.event_id]), premises_of("event", table.event_id))
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    assert Client().get(link).status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    assert Client().get(link).status_code == 404


def test_who_holds_a_code_sees_the_club_while_the_event_lasts_and_a_day_longer():
    table = played()
    event = table.event
    hide(event.club, "private")
    holder = holder_of(table)
    assert status(holder, "event", event.pk) == status(holder, "club", event.club.slug) == 200
    assert "Ana Rossi" in page(holder, "table", table.pk)
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=event.pk, actor=SYSTEM)
    assert status(holder, "event", event.pk) == 200
    Event.objects.filter(pk=event.pk).update(codes_end_at=timezone.now() - timedelta(minutes=1))
    assert status(holder, "event", event.pk) == status(holder, "club", event.club.slug) == 404


def test_the_players_own_code_opens_the_events_that_are_played():
    table = played()
    hide(table.event.club, "private")
    phone, ana = Client(), Player.objects.get(name="Ana Rossi")
    phone.get(reverse("code", args=[player_code(ana.pk, 0)]))
    assert status(phone, "event", table.event_id) == 200


def test_a_code_of_one_event_does_not_open_another_that_is_private_by_itself():
    table = played()
    other = make_night(club=table.event.club, names=[])
    set_event_visibility(event_id=other.pk, visibility="private", actor=SYSTEM)
    holder = holder_of(table)
    assert status(holder, "table", table.pk) == 200
    assert status(holder, "event", other.pk) == 404


def test_a_pass_that_was_forged_opens_nothing(client):
    table = played()
    hide(table.event.club, "private")
    client.cookies["passes"] = (
        f"{HeldCode(table.event_id, table.event.club_id, 'door', table.event_id, '0')}:1abc:forged"
    )
    assert status(client, "event", table.event_id) == 404


def test_an_arbiter_of_one_event_sees_his_private_club():
    table = played()
    club = table.event.club
    arbiter = signed_in(make_club(name="Vilnia"))
    user = Member.objects.get(club__name="Vilnia", role="player").user
    Member.objects.create(club=club, event=table.event, user=user, role=Member.Role.ARBITER)
    hide(club, "private")
    assert status(arbiter, "club", club.slug) == status(arbiter, "event", table.event_id) == 200


def test_a_page_drawn_for_members_is_not_given_to_strangers(client):
    table = played()
    hide(table.event.club, "public", shown_names="initials")
    holder = holder_of(table)
    address, part = reverse("event", args=[table.event_id]), {"HX-Request": "true"}
    inside, outside = holder.get(address, headers=part), client.get(address, headers=part)
    assert "Ana Rossi" in inside.content.decode() and "Ana Rossi" not in outside.content.decode()
    assert client.get(address, headers={**part, "If-None-Match": inside["ETag"]}).status_code == 200
    assert client.get(address, headers={**part, "If-None-Match": outside["ETag"]}).status_code == 304


def test_a_page_that_is_open_goes_on_following_what_has_been_hidden_or_for_days_if_it_is_let_in(client):
    table = played()
    hide(table.event.club, "private")
    of_event, of_table = reverse("event-live", args=[table.event_id]), {"table": table.pk, "language": "lt"}
    holder = holder_of(table)
    for asked in ({}, {"key": "of the day before yesterday"}, of_table):
        answer = holder.get(of_event, asked)
        assert answer.status_code == 302
        led = parse_qs(urlsplit(answer["Location"]).query)
        given = topic_of(table.event_id, *(led.get(name, [None])[0] for name in ("table", "language", "key")))
        assert given is not None and given.audience == "insiders" and given.language == asked.get("language", "")
        assert holder.get(answer["Location"]).status_code == 204
        assert client.get(of_event, asked).status_code == 404


def test_the_wall_with_the_code_of_the_door_is_shown_where_nobody_is_signed_in(client):
    table = played()
    event = table.event
    hide(event.club, "private")
    set_registration(event_id=event.pk, is_open=True, actor=SYSTEM)
    wall = reverse("wall", args=[event.pk])
    assert (
        client.get(wall, {"key": f"{registration_code(event)}0"}).status_code == status(client, "wall", event.pk) == 404
    )
    assert "Ana Rossi" in client.get(wall, {"key": registration_code(event)}).content.decode()
    assert status(client, "wall-opened", event.pk) == status(client, "race", event.pk) == 200


def test_a_stream_of_a_table_tells_names_by_who_follows(client):
    table = played()
    hide(table.event.club, "unlisted", shown_names="initials")
    told = {each: news_text(Topic("table", table.pk, "en", each), 1).decode() for each in ("strangers", "insiders")}
    assert "Ana Rossi" in told["insiders"] and "Rossi" not in told["strangers"]


def test_on_a_public_server_a_new_club_is_unlisted_until_it_says_otherwise(settings: Settings):
    owner = make_club().members.get().user
    settings.PUBLIC_ADDRESS = "https://scores.example.org"
    assert create_club(name="Vilnia", owner=owner, actor=SYSTEM).visibility == "unlisted"


def test_the_owner_alone_chooses_who_sees_the_club_and_the_page_says_it():
    club = make_club()
    asked = {"visibility": "private", "shown_names": "call"}
    address = reverse("club-visibility", args=[club.slug])
    assert signed_in(club, Member.Role.DIRECTOR).post(address, asked).status_code == 403
    owner = Client()
    owner.force_login(club.members.get(role="owner").user, backend="django.contrib.auth.backends.ModelBackend")
    assert owner.post(address, asked).status_code == 302
    assert "Private: only members and people with a code see this club." in page(owner, "club", club.slug)
    entry = club.audit_entries.get(action="club-visibility-set")
    assert (entry.before, entry.after) == ({"visibility": "public", "shown_names": "full"}, asked)


def test_an_event_is_offered_only_what_is_stricter_than_its_club():
    night = make_night(names=[])
    hide(night.club, "unlisted")
    director = signed_in(night.club, Member.Role.DIRECTOR)
    text = page(director, "event-settings", night.pk)
    assert "As the club: unlisted." in text and 'value="private"' in text and 'value="unlisted"' not in text
    address = reverse("event-visibility", args=[night.pk])
    director.post(address, {"visibility": "unlisted"})
    assert Event.objects.get(pk=night.pk).visibility == ""
    director.post(address, {"visibility": "private"})
    assert Event.objects.get(pk=night.pk).visibility == "private"


def test_a_player_chooses_with_the_own_code_what_strangers_read(client):
    club = make_club()
    (ana,) = add_players(club=club, names=["Ana Rossi"], actor=SYSTEM)
    code = player_code(ana.pk, 0)
    assert client.post(reverse("code-name", args=[code]), {"shown_names": "initials"}).status_code == 302
    assert "Rossi" not in page(Client(), "player", ana.pk)
    assert client.post(reverse("code-name", args=[code]), {"shown_names": "nothing"}).status_code == 302
    assert client.post(reverse("code-name", args=["p-1-0-0-x"]), {"shown_names": ""}).status_code == 404
    assert club.audit_entries.filter(action="player-name-shown").count() == 1


def test_a_choice_sent_twice_is_one_entry():
    club = make_club()
    (ana,) = add_players(club=club, names=["Ana Rossi"], actor=SYSTEM)
    for _ in range(2):
        hide(club, "private")
        choose_shown_name(player=ana, shown_names="call", actor=SYSTEM)
    assert club.audit_entries.filter(action__in=["club-visibility-set", "player-name-shown"]).count() == 2


def test_a_browser_keeps_its_newest_passes():
    passes = Passes()
    for number in range(70):
        passes = passes.with_code(HeldCode(number, 1, "pad", number, "0")).with_link(f"c{number}")
    assert len(passes.codes) == len(passes.links) == 60
    assert passes.codes[-1].event == 69 and passes.with_link("c69") is passes


@pytest.mark.parametrize("come_by", ["link", "code"])
def test_the_front_page_leads_to_the_club_somebody_was_let_into_until_it_shuts_him_out(client, come_by):
    table = played()
    club = table.event.club
    hide(club, "unlisted")
    if come_by == "link":
        client.get(with_key(reverse("club", args=[club.slug]), premises_of("club", club.slug)))
    else:
        client = holder_of(table)
    assert club.name in page(client, "clubs")
    hide(club, "private")
    assert (club.name in page(client, "clubs")) is (come_by == "code")
    Event.objects.filter(pk=table.event_id).update(codes_end_at=timezone.now() - timedelta(minutes=1))
    assert client.get("/")["Location"] == reverse("clubs") and club.name not in page(client, "clubs")


def test_who_may_not_see_a_private_event_does_not_read_of_it_on_the_pages_of_its_club_either():
    table = played()
    other = played(table.event.club)
    club, ana = table.event.club, Player.objects.get(name="Ana Rossi")
    set_event_visibility(event_id=other.event_id, visibility="private", actor=SYSTEM)
    member, arbiter = signed_in(club), signed_in(make_club(name="Vilnia"))
    user = Member.objects.get(club__name="Vilnia", role="player").user
    Member.objects.create(club=club, event=table.event, user=user, role=Member.Role.ARBITER)
    shown = {"event": ("club", club.slug), "table": ("player", ana.pk)}
    for kind, at in shown.items():
        address = reverse(kind, args=[other.event_id if kind == "event" else other.pk])
        assert [address in page(client, *at) for client in (holder_of(table), arbiter)] == [False, False]
        assert [address in page(client, *at) for client in (holder_of(other), member)] == [True, True]


def test_what_was_drawn_of_an_event_that_is_over_is_not_shown_again_after_a_player_chose_initials(client):
    table = played()
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=table.event_id, actor=SYSTEM)
    address, part = reverse("event", args=[table.event_id]), {"HX-Request": "true"}
    assert "Ana Rossi" in client.get(address, headers=part).content.decode()
    choose_shown_name(player=Player.objects.get(name="Ana Rossi"), shown_names="initials", actor=SYSTEM)
    assert "Rossi" not in client.get(address, headers=part).content.decode()
