import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import make_club, make_user
from tournaments.formats.options import Options
from tournaments.formats.plan import chain_from
from tournaments.formats.simulation.evenings import Simulation
from tournaments.formats.stages import FORMATS
from tournaments.forms import planning as plan_forms
from tournaments.simulations import SimulationState
from tournaments.views import plan
from tournaments.words.stage.plans import FORMAT_NAMES, SIMULATED

pytestmark = pytest.mark.django_db

GIVEN = {"format": "swiss", "players": 8, "seats": 4, "rounds": 3, "remainder": "threes", "minutes": 2}
LONG = GIVEN | {"players": 128, "rounds": 20}
CONSOLED = "single-elimination:losers=1"
PLACES_5_TO_8 = "single-elimination:from=1.size.4.after.4"


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


def test_a_fold_says_what_is_chosen_in_it_and_opens_where_that_is_wrong(page):
    text = " ".join(page().split())
    assert "Where the numbers do not fit: some smaller tables" in text
    assert "One table in ten takes 2.5 minutes per deal" in text and "5 minutes between rounds" in text
    assert '<details class="mb-3" open>' not in text
    wrong = " ".join(page(**GIVEN | {"remainder": "byes", "groups": 5}).split())
    assert "Where the numbers do not fit: some have a bye" in wrong and "Groups: 5" in wrong
    assert '<details class="mb-3" open>' in wrong


@pytest.mark.parametrize("key", FORMATS)
def test_every_format_is_played_out(page, key):
    text = page(**GIVEN | {"format": key})
    assert "The strongest player wins" in text
    assert "Length of the evening" in text


def test_how_many_decks_it_takes_is_told(page):
    assert "<dt>Tables at once, each with a deck</dt><dd>2</dd>" in page(**GIVEN)


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


def test_a_chain_is_played_with_breaks_and_slow_tables(director):
    then = "single-elimination:size=4"
    context = director.get(reverse("plan"), GIVEN | {"then": then, "slow": 3, "pause": 10}).context
    report = context["simulated"].report
    assert (report.plan, report.rounds) == (f"swiss:seats=4:rounds=3,{then}", 5)
    assert report.length["median"] < report.length["late"]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"slow": 1}, "A slow table takes at least as long as the usual one."),
        ({"format": "strikes", "groups": 2}, "This format is not played in groups."),
        ({"groups": 5}, "Fewer groups: each has two players at least."),
        ({"then": "single-elimination:per_group=1"}, "Write how many groups there are"),
        ({"then": "chess"}, "Select a valid choice"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_at_the_field(page, wrong, sentence):
    text = page(**GIVEN | wrong)
    assert sentence in text
    assert "The strongest player wins" not in text


@pytest.mark.parametrize(
    ("players", "key", "then", "sentence"),
    [
        (16, "swiss", CONSOLED, "Nobody is knocked out in that stage."),
        (16, "double-elimination", "single-elimination:lost_to=2", "That stage is no single elimination."),
        (5, "swiss", PLACES_5_TO_8, ""),  # one alone has the place without a game
        (4, "single-elimination", PLACES_5_TO_8, ""),
        (16, "single-elimination", CONSOLED, ""),
        (16, "single-elimination", PLACES_5_TO_8, ""),
    ],
)
def test_a_graph_that_cannot_be_simulated_is_refused_at_its_field(players, key, then, sentence):
    form = plan_forms.PlanForm(
        {"format": key, "players": players, "seats": 2, "remainder": "threes", "minutes": 2, "then": then}
    )
    errors = [str(error) for error in form.errors.get("then", [])]
    assert [error[: len(sentence)] for error in errors] == ([sentence] if sentence else [])
    assert form.errors.keys() <= {"then"}


COMPARED = {"players": 9, "hours": 1, "deals": 8, "minutes": 2, "slow": 2.5, "pause": 5}


@pytest.fixture
def compared(director):
    return lambda **given: director.get(reverse("plan-compare"), COMPARED | given)


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(plan_forms, "EVENINGS", 2)


@pytest.mark.usefixtures("quick")
def test_the_plans_that_fit_are_compared(compared):
    page = compared()
    offers = page.context["offers"]
    assert len(offers) > 3
    assert all(offer.report.length["late"] <= 60 for offer in offers)
    text = page.content.decode()
    assert "Swiss, tables of four, 2 rounds" in text
    assert all(f"{offer.report.length['late']:.0f}" in text for offer in offers)


@pytest.mark.usefixtures("quick")
def test_a_plan_is_taken_up_with_a_tap_where_somebody_directs_a_club(compared, director):
    assert "Take this plan" not in compared().content.decode()
    make_club(owner=User.objects.get())
    for offer in compared().context["offers"]:
        plan = director.get(offer.begin).context["plan"]
        planned = [(form["format"].value(), form["rounds"].value()) for form in plan if "rounds" in form.fields]
        wanted = [(key, options.get("rounds")) for key, options in chain_from(offer.report.plan)]
        assert [each for each in wanted if each[1]] == [each for each in planned if each[1]]
        assert len(plan) == len(wanted)


@pytest.mark.usefixtures("quick")
def test_each_plan_can_be_looked_at_closer(compared, director):
    for offer in compared(hours=2).context["offers"]:
        simulated = director.get(offer.closer).context["simulated"]
        assert simulated.report.plan.partition(":")[0] == offer.report.plan.partition(":")[0]
        assert round(simulated.report.rounds) == round(offer.report.rounds)  # a level final may be played again


def test_where_nothing_fits_that_is_said(compared):
    assert "No plan is over in that time." in compared(deals=200).content.decode()


def test_who_directs_several_clubs_chooses_one(compared):
    for name in ("Kaunas", "Neris"):
        make_club(owner=User.objects.get(), name=name)
    assert "/neris/" in compared(club="neris", deals=4, players=4).context["offers"][0].begin


@pytest.mark.parametrize("preset", ["", "chess", "swiss:seats=9", "swiss:seats"])
def test_a_plan_that_cannot_be_read_is_not_found(director, preset):
    make_club(owner=User.objects.get())
    assert director.get(reverse("tournament-new", args=["neris"]), {"preset": preset}).status_code == 404


def test_what_takes_longer_is_followed_until_it_is_stopped(page_of_a_moment, director):
    text = page_of_a_moment(**LONG)
    assert "The evening is being simulated." in text
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


def test_the_page_belongs_to_the_club_from_whose_menu_it_was_opened(director):
    user = User.objects.get(username="director")
    clubs = [make_club(owner=user, name=name) for name in ("Neris", "Vilija")]
    for name in ("plan", "plan-compare"):
        text = director.get(reverse(name), {"club": clubs[1].slug}).content.decode()
        assert f'<a href="/clubs/{clubs[1].slug}/"><span>Vilija</span></a>' in text
        assert "Set-up" in text
    assert (
        f'name="club" value="{clubs[1].slug}"'
        in director.get(reverse("plan"), {"club": clubs[1].slug}).content.decode()
    )
    assert "Vilija</span></a>" not in director.get(reverse("plan")).content.decode()
