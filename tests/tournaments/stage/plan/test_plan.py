import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_user
from tournaments.formats.simulation.evenings import Simulation
from tournaments.formats.stages import FORMATS, Options
from tournaments.simulations import SimulationState
from tournaments.views import plan
from tournaments.words.stage.formats import FORMAT_NAMES
from tournaments.words.stage.plans import SIMULATED

pytestmark = pytest.mark.django_db

GIVEN = {"format": "swiss", "players": 8, "seats": 4, "rounds": 3, "remainder": "threes", "minutes": 2}
LONG = GIVEN | {"players": 128, "rounds": 20}


@pytest.fixture
def director(client, monkeypatch):
    """Signed in, with a page that waits for a simulation on the busiest machine."""
    monkeypatch.setattr(plan, "MOMENT", 60)
    client.force_login(make_user("director"), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def page(director):
    return lambda **given: director.get(reverse("plan"), given).content.decode()


@pytest.fixture
def page_of_a_moment(page, monkeypatch):
    monkeypatch.setattr(plan, "MOMENT", 0.2)
    yield page
    page(**LONG, stop=1)


def test_before_anything_is_asked_the_form_stands_ready(page):
    text = page()
    assert "Play it out" in text
    assert "The strongest player wins" not in text


@pytest.mark.parametrize("key", FORMATS)
def test_every_format_is_played_out(page, key):
    text = page(**GIVEN | {"format": key})
    assert "The strongest player wins" in text
    assert "Length of the evening" in text


def test_every_format_has_a_name():
    assert set(FORMAT_NAMES) == set(FORMATS)


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        ({"players": 1}, "greater than or equal to 2"),
        ({"players": 10**30}, "less than or equal to 128"),
        ({"format": "x"}, "Select"),
    ],
)
def test_what_cannot_be_planned_is_said_at_the_field(page, wrong, word):
    text = page(**GIVEN | wrong)
    assert word in text
    assert "The strongest player wins" not in text


def test_the_page_says_what_comes_out_when_it_is_played_here(director):
    options = Options(seats=4, rounds=3, remainder="threes")
    played = Simulation(format="swiss", players=8, options=options, events=3, seed=1).play()
    assert director.get(reverse("plan"), GIVEN).context["simulated"].report == played


def test_what_takes_longer_is_followed_until_it_is_stopped(page_of_a_moment, director):
    text = page_of_a_moment(**LONG)
    assert "The evenings are being played out." in text
    assert 'hx-trigger="every 1s"' in text and 'http-equiv="refresh"' in text
    part = director.get(reverse("plan"), LONG, headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<section id="played"') and 'hx-trigger="every 1s"' in part
    text = page_of_a_moment(**LONG, stop=1)
    assert "Stopped." in text and "hx-trigger" not in text and "refresh" not in text


def test_nobody_stops_what_somebody_else_waits_for(page_of_a_moment, director):
    def shown():
        return director.get(reverse("plan"), LONG).context["simulated"]

    while (simulated := shown()).goes_on and not simulated.rounds:
        pass
    other = Client()
    other.force_login(make_user("somebody"), backend="django.contrib.auth.backends.ModelBackend")
    assert other.get(reverse("plan"), LONG | {"stop": 1}).context["simulated"].rounds == 0
    assert shown().rounds >= simulated.rounds > 0


def test_every_state_has_a_sentence_but_the_one_with_a_report():
    assert set(SIMULATED) == set(SimulationState) - {SimulationState.DONE}
