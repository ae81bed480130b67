"""A new tournament starts from how many come and how long they have; beside its form stands what the plan comes to."""

import re
from datetime import date, datetime, time, timedelta

import pytest
from django.http import QueryDict
from django.urls import reverse

from scoring.games import GAMES
from tests.factories import make_club
from tests.tournaments.stage.plan.test_pages_stages import BACKEND, NIGHT, sent
from tournaments.formats.plan import chain_from, chain_text, read_chain
from tournaments.formats.simulation.compare import KINDS, PROPOSED, Comparison, fitting
from tournaments.formats.simulation.evenings import Pace
from tournaments.forms.stage.stages import PlanForms
from tournaments.models import Club, Member
from tournaments.simulations import SimulationState
from tournaments.views import plan
from tournaments.words.stage.plans import PRESETS, over_text

EVENING = {"players": "9", "hours": "2", "begins": "19:00", "minutes": "2", "length": "deals", "length_count": "8"}


def test_a_plan_is_written_in_one_line_as_it_was_read():
    for kind in KINDS:
        line = kind.format(rounds=3, groups=2)
        assert chain_text(chain_from(line)) == line


def test_a_plan_in_one_line_says_how_results_count():
    (plan,) = read_chain("swiss:seats=4:points=7531:edition=2024:chain=score/wins/lots")
    options = plan.options
    assert (options.points.scheme.key, options.edition, options.chain) == ("7531", "2024", ("score", "wins", "lots"))


def test_a_plan_is_written_without_how_results_count():
    assert chain_text(PRESETS["swiss"][1]) == "swiss:seats=4"


def test_a_plan_is_written_with_what_accelerates_it():
    assert chain_text(chain_from("swiss:seats=2:acceleration=baku")) == "swiss:seats=2:acceleration=baku"


def proposed(**given: object) -> list[str]:
    pace = Pace(deals=given.pop("deals", None), minutes=2, slow=2.5, pause=5)
    return [each.plan for each in fitting(Comparison(players=9, pace=pace, families=PROPOSED, most=3, **given))]


def test_of_each_way_to_play_one_plan_is_proposed_in_fours_where_these_fit():
    assert proposed(limit=90, deals=8) == [
        "swiss:seats=4:rounds=2",
        "swiss:seats=4:rounds=2,table-knockout:seats=4:advance=2:size=4",
        "table-knockout:seats=4:advance=2",
    ]


def test_where_a_table_of_four_takes_all_the_time_smaller_ones_are_proposed():
    first, *others = proposed(limit=180)
    assert first.startswith("swiss:seats=2:rounds=2") and others


def test_swiss_then_a_cut_stays_with_the_same_tables():
    assert {options["seats"] for _, options in PRESETS["swiss-cut"][1]} == {4}


@pytest.fixture
def ask(client, db, monkeypatch):
    """A director's page that waits for a simulation on the busiest machine."""
    monkeypatch.setattr(plan, "MOMENT", 60)
    club = make_club()
    client.force_login(club.members.get().user, backend=BACKEND)
    return lambda name, /, **given: client.get(reverse(name, args=[club.slug]), {"game": "colonial-italian"} | given)


def test_a_proposal_says_when_it_is_over_and_is_taken_with_a_tap(ask):
    page = ask("plan-proposals", **EVENING)
    offered = page.context["proposals"]
    assert 2 <= len(offered) <= 3
    assert all(each.late.hour * 60 + each.late.minute <= 21 * 60 for each in offered)
    assert f"over at {offered[0].usual:%H:%M}, nine times in ten by" in page.content.decode()
    taken = ask("tournament-new", **EVENING | QueryDict(offered[0].taken).dict())
    assert [form["rounds"].value() for form in taken.context["plan"]] == [offered[0].report.rounds]
    assert taken.context["form"]["length_count"].value() == "8"
    assert taken.context["evening"]["players"].value() == "9"


def test_beside_the_form_stands_what_its_plan_comes_to(ask):
    stages = PlanForms.of(PRESETS["swiss"][1], first=1, game=GAMES["colonial-italian"])
    facts = NIGHT | EVENING | {"hand_size": "8", "score": "hands", "cards": "required"}
    page = ask("plan-summary", **facts | sent(stages, **{"1__rounds": "3", "1__remainder": "fives"}))
    assert page.context["simulated"].state is SimulationState.DONE
    assert (page.context["simulated"].report.rounds, page.context["deals"]) == (3, 8)
    text = page.content.decode()
    assert f"Over at {page.context['usual']:%H:%M}" in text
    assert "With 5 at a table the cards may run out" in text
    assert "That is longer than you have" not in text
    page = ask("plan-summary", **facts | sent(stages, **{"1__rounds": "9", "1__remainder": "fives"}))
    assert "That is longer than you have" in page.content.decode()


def test_it_is_said_when_all_is_over_only_on_another_day(ask):
    stages = PlanForms.of(PRESETS["swiss"][1], first=1, game=GAMES["colonial-italian"])
    late = NIGHT | EVENING | {"begins": "23:30", "hand_size": "8", "score": "hands", "cards": "required"}
    assert re.search(r"Over at 0\d:\d\d the next day", ask("plan-summary", **late | sent(stages)).text)
    offers = ask("plan-proposals", **late).text
    assert re.search(r"over at 0\d:\d\d the next day, nine times in ten by 0\d:\d\d the next day", offers)


def test_another_day_is_named_by_how_much_later_it_is():
    days = [datetime.combine(date.min + timedelta(days=n), time(5, 29)) for n in range(3)]
    assert [over_text(day) for day in days] == ["05:29", "05:29 the next day", "05:29, 2 days later"]


@pytest.mark.parametrize(("listed", "proposed"), [(0, 16), (9, 9)])
def test_as_many_players_are_proposed_as_the_club_has(ask, client, listed, proposed):
    club = Club.objects.get()
    make_club(name="Another").members.create(user=club.members.get().user, role=Member.Role.DIRECTOR)
    for number in range(listed):
        club.players.create(name=f"P{number}")
    forms = [client.get(reverse(name), {"club": club.slug}).context["form"] for name in ("plan", "plan-compare")]
    forms.append(ask("tournament-new").context["evening"])
    assert [form["players"].value() for form in forms] == [proposed] * 3


def test_a_form_that_is_not_complete_comes_to_nothing_yet(ask):
    stages = PlanForms.of(PRESETS["swiss"][1], first=1, game=GAMES["colonial-italian"])
    for wrong in ({"players": ""}, {"1-rounds": "0"}):
        page = ask("plan-summary", **NIGHT | EVENING | sent(stages) | wrong)
        assert "Something in the form is missing" in page.content.decode()
    assert "Say how many come" in ask("plan-proposals", **EVENING | {"players": "many"}).content.decode()
