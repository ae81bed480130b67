"""The form of a new tournament: asked for other options it opens nothing, and loses nothing that was typed."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_club
from tests.tournaments.stage.plan.test_pages_stages import BACKEND, NIGHT, filled, sent
from tournaments.models import Event
from tournaments.words.stage.plans import PRESETS

pytestmark = pytest.mark.django_db


@pytest.fixture
def planning(client: Client) -> tuple[Client, str]:
    """A director before the form of a new tournament."""
    club = make_club()
    client.force_login(club.members.get().user, backend=BACKEND)
    return client, reverse("tournament-new", args=[club.slug])


def test_to_ask_for_other_options_opens_nothing_even_where_nothing_is_other(planning):
    client, address = planning
    page = client.get(address + "?game=vilnius&preset=swiss")
    query = NIGHT | sent(page.context["plan"], **{"1__rounds": "7"})
    again = client.get(address, query | {"game": "vilnius", "preset": "swiss"}, headers={"HX-Request": "true"})
    assert again.status_code == 200 and not Event.objects.exists()
    assert filled(again.context["plan"].forms[0])["1-rounds"] == "7"
    assert client.post(address + "?game=vilnius", query | {"show": "1"}).status_code == 200
    assert not Event.objects.exists()
    text = page.content.decode()
    assert "hx-post" not in text[text.index('id="night"') :]
    assert 'hx-params="not csrfmiddlewaretoken,do"' in text


def test_the_enter_key_opens_no_tournament(planning):
    client, address = planning
    text = client.get(address).content.decode()
    buttons = re.findall(r'<button type="submit"[^>]*>', text[text.index('<form method="post" action="?game') :])
    assert 'name="show"' in buttons[0]


def test_another_game_keeps_all_that_was_typed(planning):
    client, address = planning
    page = client.get(address + "?game=colonial-italian&preset=swiss")
    typed = NIGHT | sent(page.context["plan"], **{"1__rounds": "7", "1__chain_2": "wins"})
    query = typed | {"shown": "colonial-italian", "game": "colonial-visions", "preset": "swiss", "hand_size": "8"}
    context = client.get(address, query | {"earth_deck": "on", "length": "deals", "length_count": "12"}).context
    form = context["form"]
    assert [form[name].value() for name in ("name", "hand_size", "earth_deck", "length", "length_count")] == [
        "Open", "8", True, "deals", "12",
    ]  # fmt: skip
    assert context["time_up"]["time_up"].value() == "lap"
    stage = filled(context["plan"].forms[0])
    assert (stage["1-rounds"], stage["1-chain_2"]) == ("7", "wins")


def test_a_tick_that_was_taken_away_stays_away_and_that_of_another_game_is_its_usual_one(planning):
    client, address = planning
    asked = {"game": "vilnius", "name": "Open"}
    assert client.get(address, asked | {"shown": "vilnius"}).context["form"]["record_trump"].value() is False
    assert client.get(address, asked | {"shown": "protean"}).context["form"]["record_trump"].value() is True


def test_another_usual_plan_keeps_what_does_not_belong_to_the_plan(planning):
    client, address = planning
    context = client.get(address, NIGHT | {"shown": "protean", "game": "protean", "preset": "strikes"}).context
    assert (context["form"]["name"].value(), context["time_up"]["time_up"].value()) == ("Open", "lap")
    assert [form.key for form in context["plan"]] == [key for key, _ in PRESETS["strikes"][1]]


def test_what_was_filled_in_for_one_format_is_there_again_after_a_look_at_another(planning):
    client, address = planning
    plan = client.get(address + "?game=vilnius&preset=swiss").context["plan"]
    looked = sent(plan, **{"1__format": "strikes", "1__rounds": "7", "1__chain_2": "wins"})
    page = client.get(address, looked | {"game": "vilnius"})
    kept = dict(re.findall(r'<input type="hidden" name="(1-[^"]+)" value="([^"]*)">', page.content.decode()))
    assert (kept["1-rounds"], kept["1-chain_2"]) == ("7", "wins")
    back = client.get(address, {"stages": "1", "game": "vilnius", **kept, "1-format": "swiss"}).context["plan"]
    assert (filled(back.forms[0])["1-rounds"], filled(back.forms[0])["1-chain_2"]) == ("7", "wins")


@pytest.mark.parametrize(("hand_size", "remainder", "said"), [
    ("8", "fives", True), ("8", "threes", False), ("6", "fives", False),
])  # fmt: skip
def test_that_the_cards_may_run_out_is_said_of_the_tables_that_are_planned(planning, hand_size, remainder, said):
    client, address = planning
    address += "?game=colonial-italian&preset=swiss"
    plan = client.get(address).context["plan"]
    facts = {"hand_size": hand_size, "score": "hands", "cards": "required"}
    opened = client.post(address, NIGHT | facts | sent(plan, **{"1__remainder": remainder}), follow=True)
    assert ("With 5 at a table the cards may run out" in opened.content.decode()) is said
    stages = client.get(reverse("stages", args=[Event.objects.get().pk])).content.decode()
    assert ("With 5 at a table the cards may run out" in stages) is said


def test_each_fold_says_what_is_chosen_in_it(planning):
    client, address = planning
    usual = " ".join(client.get(address + "?game=vilnius&preset=swiss").content.decode().split())
    for answer in ("the usual rules", "nobody: what is entered counts", ">Swiss</span>"):
        assert answer in usual
    query = {"shown": "colonial-italian", "hand_size": "8", "length": "deals", "length_count": "12"}
    asked = query | {"game": "colonial-italian", "preset": "swiss:seats=2", "confirmation": "deal"}
    text = " ".join(client.get(address, asked).content.decode().split())
    for answer in ("eight cards a hand", "After so many deals 12", "another seat confirms every deal</span>"):
        assert answer in text
    assert "the usual rules" not in text


def test_another_plan_leaves_the_house_rules_shut_where_the_usual_ones_stand(planning):
    client, address = planning
    asked = {"shown": "vilnius", "record_trump": "on", "time_up": "deal", "name": "Cup", "date": "2026-11-28"}
    query = {"game": "vilnius", "preset": "single-elimination"}
    assert '<details id="night-options">' in client.get(address, asked | query).content.decode()
    other = client.get(address, asked | query | {"no_trump": "on"}).content.decode()
    assert '<details id="night-options" open>' in other


def test_a_fold_of_a_stage_has_a_name_by_which_it_stays_open_when_the_stage_is_asked_for_anew(planning):
    client, address = planning
    text = client.get(address + "?game=vilnius&preset=swiss").content.decode()
    assert '<details id="stage-1-matches">' in text
