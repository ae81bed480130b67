"""The page on which a director writes the prizes of an event: what it asks, says, and where it leads."""

import pytest
from django.urls import reverse

from tests.factories import make_member, sign_in
from tests.tournament_scenes import begun, make_tournament, play_round
from tests.tournaments.prizes.scenes import category, finished_night, give, played_night
from tests.tournaments.prizes.test_prizes import read, won
from tournaments.audit import SYSTEM
from tournaments.models import Event, Member
from tournaments.selectors.prizes import places_by_points, prize_list
from tournaments.services.night import finish_event

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("played", [False, True])
def test_under_a_bracket_it_is_said_that_places_decide_and_nobody_asks_about_points(client, played):
    event = begun(4, stages=(("single-elimination", {}),))
    if played:
        play_round(event)
    give(event, ("Gold", 5, None), shared=True)
    sign_in(client, make_member(event.club, Member.Role.DIRECTOR))
    text = read(client, event, "prizes")
    assert "Places decide, not points: those who share a place share its prizes." in text
    assert "equal points" not in text + read(client, event)
    sent = {"least_tables": "0", "name0": "Gold", "value0": "6"}
    assert client.post(reverse("prizes", args=[event.pk]), sent).status_code == 302
    listed = prize_list(Event.objects.get(pk=event.pk))
    assert listed and listed.terms.shared and listed.prizes[0].value == 6


@pytest.mark.parametrize(
    ("stages", "by_points"),
    [
        ((("swiss", {"rounds": 1}),), True),
        ((("swiss", {"rounds": 1, "groups": 2}),), False),
        ((("swiss", {"rounds": 1}), ("single-elimination", {"qualify": {"size": 4}})), False),
    ],
    ids=["one-stage", "groups", "two-stages"],
)
def test_where_points_do_not_compare_it_is_known_before_the_first_result(stages, by_points):
    event = begun(8, stages=stages)
    assert places_by_points(event) is by_points


def test_a_director_writes_the_list_and_what_is_wrong_is_said(client):
    night = played_night()
    sign_in(client, make_member(night.club, Member.Role.DIRECTOR))
    address = reverse("prizes", args=[night.pk])
    sent = {"level": "points", "least_tables": "0", "unit": "€", "one_each": "on", "name0": "Gold", "value0": "20"}
    answer = client.post(address, sent | {"name1": "Silver", "value1": "30"}).content.decode()
    assert "Silver is worth more than a prize before it in its category" in answer
    answer = client.post(address, sent | {"value1": "30"}).content.decode()
    assert "Name this prize, or take its value away." in answer
    answer = client.post(address, sent | {"name1": "Silver", "category1": "999"}).content.decode()
    assert "Select a valid choice" in answer
    assert prize_list(Event.objects.get()) is None
    assert client.post(address, sent | {"name1": " Silver  cup "}).status_code == 302
    listed = prize_list(Event.objects.get())
    assert listed and [(prize.name, prize.value) for prize in listed.prizes] == [("Gold", 20), ("Silver cup", 0)]
    assert "If the event ended now: Prizes Gold BR Bruno" in read(client, night, "prizes")
    assert 'href="#prizes"' in client.get(address).content.decode()
    assert client.post(address, {"remove": "1"}).status_code == 302
    assert prize_list(Event.objects.get()) is None


def test_a_list_that_another_director_has_set_meanwhile_is_not_written_over(client):
    night = finished_night()
    sign_in(client, make_member(night.club, Member.Role.DIRECTOR))
    address = reverse("prizes", args=[night.pk])
    sent = {"level": "points", "least_tables": "0", "name0": "Gold", "value0": "20"}
    sent["revision"] = str(client.get(address).context["form"]["revision"].value())
    give(night, ("Silver", 10, None))
    for late in (sent, sent | {"remove": "1"}):
        assert "The list has changed in the meantime. Look again." in client.post(address, late).content.decode()
        assert won(night) == {"Silver": (["Bruno"], 10)}
    sent["revision"] = str(client.get(address).context["form"]["revision"].value())
    assert client.post(address, sent).status_code == 302
    assert won(night) == {"Gold": (["Bruno"], 20)}


def test_the_form_gets_another_line_without_being_saved_and_no_more_than_a_list_has(client):
    night = played_night()
    sign_in(client, make_member(night.club, Member.Role.DIRECTOR))
    address = reverse("prizes", args=[night.pk])
    whole = client.get(address).content.decode()
    assert 'name="name1"' in whole and 'name="name2"' not in whole and 'href="?lines=3"' in whole
    assert 'name="name2"' in client.get(address, {"lines": "3"}).content.decode()
    part = client.get(address, {"lines": "3"}, headers={"HX-Request": "true"}).content.decode()
    assert 'name="name2"' in part and 'name="name1"' not in part and "lines=4" in part
    last = client.get(address, {"lines": "99"}, headers={"HX-Request": "true"}).content.decode()
    assert 'name="name29"' in last and "lines=" not in last
    assert 'name="name2"' not in client.get(address, {"lines": "9" * 5000}).content.decode()


@pytest.mark.parametrize("page", ["event", "event-settings", "report"])
def test_cancel_leads_back_to_where_one_came_from(client, page):
    night = played_night()
    finish_event(event_id=night.pk, actor=SYSTEM)
    sign_in(client, make_member(night.club, Member.Role.DIRECTOR))
    address = reverse("prizes", args=[night.pk], query={"back": page})
    assert f'href="{address}"' in client.get(reverse(page, args=[night.pk])).content.decode()
    came_from = reverse(page, args=[night.pk])
    assert f'href="{came_from}">Cancel' in client.get(address).content.decode()
    assert "lines=3" in client.get(address).content.decode()
    saved = client.post(address, {"level": "points", "least_tables": "0", "name0": "Gold"}).url
    assert saved == address and f'href="{came_from}">Cancel' in client.get(saved).content.decode()
    desk = reverse("desk", args=[night.pk])
    for query in ("", "?back=https://elsewhere.example/"):
        whole = client.get(reverse("prizes", args=[night.pk]) + query).content.decode()
        assert f'href="{desk}">Cancel' in whole


def test_before_the_first_result_the_page_says_when_it_shows_who_would_get_them(client):
    event = make_tournament(4)
    give(event, ("Gold", 5, None))
    sign_in(client, make_member(event.club, Member.Role.DIRECTOR))
    assert "Nobody has a place yet." in read(client, event, "prizes")
    give(event)
    assert "Nobody has a place yet." not in read(client, event, "prizes")


def test_a_list_without_prizes_shows_the_standings_by_category_as_its_page_says(client):
    night = played_night()
    sign_in(client, make_member(night.club, Member.Role.DIRECTOR))
    sentence = "Leave all lines empty and save: then the results show the standings by category, without a prize."
    assert sentence not in read(client, night, "prizes")
    category(night.club, "Junior", "Ana")
    assert sentence in read(client, night, "prizes")
    client.post(reverse("prizes", args=[night.pk]), {"level": "points", "least_tables": "0"})
    assert "All players Junior" in read(client, night)


@pytest.mark.parametrize("prizes", [True, False])
def test_certificates_for_the_first_three_are_for_winners_of_prizes_too_and_say_so(client, prizes):
    night = played_night()
    if prizes:
        give(night, ("Best newcomer", 0, category(night.club, "Newcomer", "Dovas")))
    finish_event(event_id=night.pk, actor=SYSTEM)
    page = client.get(reverse("print-sheet", args=[night.pk, "certificates"])).content.decode()
    assert ("The first three, and whoever won a prize" in page) is prizes
    assert ("Dovas" in page) is prizes


def test_where_several_share_a_prize_the_value_is_that_of_each(client):
    event = begun(4, stages=(("swiss", {"rounds": 1}),))
    give(event, ("Gold", 31, None), ("Silver", 20, None))
    play_round(event)
    finish_event(event_id=event.pk, actor=SYSTEM)
    assert [(len(holders), amount) for holders, amount in won(event).values()] == [(2, 25)]
    for page in ("event", "wall", "report"):
        assert "25 € each" in read(client, event, page)
    sheet = client.get(reverse("print-sheet", args=[event.pk, "prizes"])).content.decode()
    certificates = client.get(reverse("print-sheet", args=[event.pk, "certificates"])).content.decode()
    assert "25 € each" in sheet and ": 25 €" in certificates and "each" not in certificates
