"""A night is opened: the options of its game, and what is kept of the form while another game is looked at."""

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_club, make_night
from tests.tournament_scenes import rated
from tournaments.formats.acceleration import NightTerms
from tournaments.forms.night import NightHandicapForm
from tournaments.models import Club, Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client: Client) -> Client:
    make_club()
    client.force_login(Club.objects.get().members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_a_night_is_opened_with_the_options_of_its_game(director):
    club = Club.objects.get()
    answer = director.post(
        reverse("event-new", args=[club.slug]) + "?game=colonial-visions",
        {
            "name": "Visions",
            "date": "2026-11-20",
            "hand_size": "8",
            "score": "cubits",
            "cards": "required",
            "earth_deck": "on",
            "length": "race_to",
            "length_count": "30",
        },
    )
    night = Event.objects.get()
    assert answer.url == reverse("desk", args=[night.pk])
    assert night.rules == {
        "hand_size": 8,
        "earth_deck": True,
        "score": "cubits",
        "cards": "required",
        "perfect_outranks_all": False,
        "race_to": 30,
    }


def test_only_the_options_of_the_chosen_game_are_asked(director):
    address = reverse("event-new", args=[Club.objects.get().slug])
    vilnius = director.get(address, {"game": "vilnius"}).content.decode()
    protean = director.get(address, {"game": "protean"}).content.decode()
    assert ("record_trump" in vilnius, "record_trump" in protean) == (True, False)
    assert ('name="tie"' in vilnius, 'name="tie"' in protean) == (False, True)
    assert director.get(address, {"game": "chess"}).status_code == 404


def test_changing_the_game_keeps_the_name_already_written(director):
    address = reverse("event-new", args=[Club.objects.get().slug])
    query = {"game": "protean", "name": "Last Friday", "date": "2026-11-27"}
    text = director.get(address, query, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in text
    assert 'value="Last Friday"' in text


def test_changing_the_game_keeps_its_options_too(director):
    address = reverse("event-new", args=[Club.objects.get().slug])
    query = {"game": "protean", "shown": "colonial-italian", "score": "cubits", "length": "deals", "length_count": "9"}
    form = director.get(address, query).context["form"]
    assert [form[name].value() for name in ("score", "length", "length_count")] == ["cubits", "deals", "9"]


def test_what_has_an_answer_already_is_folded_until_it_is_wrong_or_other_than_usual(director):
    address = reverse("event-new", args=[Club.objects.get().slug])
    folded, unfolded = '<details id="night-options">', '<details id="night-options" open>'
    assert folded in director.get(address, {"game": "protean"}).text
    assert folded in director.get(address, {"game": "protean", "shown": "vilnius", "score": "hands"}).text
    assert unfolded in director.get(address, {"game": "protean", "shown": "vilnius", "score": "cubits"}).text
    wrong = {
        "name": "N",
        "date": "2026-11-20",
        "score": "hands",
        "cards": "required",
        "tie": "split",
        "length": "deals",
    }
    assert unfolded in director.post(f"{address}?game=protean", wrong).text


def test_what_is_proposed_for_handicaps_can_be_chosen():
    terms = NightTerms(rounds=30, cap=2, win=Fraction(4))
    shown = {name: NightHandicapForm(terms=terms)[name].value() for name in ("games", "win", "most")}
    form = NightHandicapForm({"handicap": "on", **shown}, terms=terms)
    assert form.is_valid() and form.terms == terms


def test_where_nobody_is_rated_a_handicap_says_that_all_start_with_nothing(director):
    club = Club.objects.get()
    address, sentence = reverse("event-new", args=[club.slug]), "tonight everybody would start with 0"
    assert sentence in director.get(address).text
    rated(make_night(club=club, names=["Ana"]), Ana=1650.0)
    assert sentence not in director.get(address, {"game": "vilnius"}).text
    assert sentence in director.get(address, {"game": "protean"}).text


def test_a_length_needs_its_number(director):
    address = reverse("event-new", args=[Club.objects.get().slug]) + "?game=protean"
    data = {"name": "N", "date": "2026-11-20", "score": "hands", "cards": "required", "tie": "split"}
    answer = director.post(address, data | {"length": "deals"})
    assert "Say how many" in answer.content.decode()
    assert not Event.objects.exists()


def test_whoever_has_come_is_written_where_the_night_is_opened_and_known_names_are_found(director):
    club = Club.objects.get()
    ana = club.players.create(name="Ana Petrauskaitė", colour="purple")
    address = reverse("event-new", args=[club.slug]) + "?game=vilnius"
    typed = {"name": "Friday", "date": "2026-11-27", "names": "ana petrauskaitė, Bruno\nChiara"}
    director.post(address, typed)
    night = Event.objects.get()
    here = night.entrants.filter(present=True)
    assert {each.player.name for each in here.select_related("player")} == {"Ana Petrauskaitė", "Bruno", "Chiara"}
    assert here.filter(player=ana).exists() and club.players.count() == 3


def test_names_are_kept_while_another_game_is_looked_at_and_one_that_is_too_long_opens_nothing(director):
    address = reverse("event-new", args=[Club.objects.get().slug])
    shown = director.get(address, {"game": "protean", "names": "Ana\nBruno"}, headers={"HX-Request": "true"}).text
    assert "Ana\nBruno" in shown
    answer = director.post(f"{address}?game=vilnius", {"name": "N", "date": "2026-11-20", "names": "A" * 500})
    assert answer.context["arrived"].errors and not Event.objects.exists()
