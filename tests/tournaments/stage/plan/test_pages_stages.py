"""Planning a tournament: a new one from a usual plan, and its stages as long as they have not begun."""

import re
from collections.abc import Mapping
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.games import GAMES
from tests.factories import make_club
from tests.tournament_scenes import finish_table, make_tournament, next_round, start
from tournaments.audit import SYSTEM
from tournaments.formats.plan import read_plan
from tournaments.formats.stages import FORMATS
from tournaments.formats.standings.ranking import usual_chain
from tournaments.formats.standings.tiebreaks import TIEBREAKS
from tournaments.forms.stage.stages import PlanForms, StageForm
from tournaments.models import Event, Stage
from tournaments.services.stage.entrants import ListedEntrant, enter
from tournaments.services.stage.planning import create_tournament, start_stage
from tournaments.words.stage.plans import PRESETS, stage_in_words

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"
VILNIUS, ITALIAN = GAMES["vilnius"], GAMES["colonial-italian"]
NIGHT = {"name": "Open", "date": "2026-11-21", "time_up": "lap"}


def make(*stages: tuple[str, Mapping[str, object]], game: str = "vilnius") -> Event:
    return create_tournament(
        club=make_club(), name="Open", game=game, rules={}, date=date(2026, 11, 21), stages=stages, actor=SYSTEM
    )


def begin(event: Event) -> Stage:
    enter(event_id=event.pk, entries=[ListedEntrant(name=name) for name in "ABCDEFGH"], actor=SYSTEM, checked_in=True)
    stage = event.stages.order_by("number").first()
    assert stage is not None
    return start_stage(stage_id=stage.pk, entrants=list(event.entrants.values_list("pk", flat=True)), actor=SYSTEM)


@pytest.fixture
def signed_in(client: Client):
    def sign_in(event: Event) -> Client:
        client.force_login(event.club.members.get().user, backend=BACKEND)
        return client

    return sign_in


def filled(form: StageForm) -> dict[str, str]:
    """What a browser sends of a form as it is shown."""
    values = {field.html_name: field.value() for field in form if field.value() not in (None, "", False)}
    return {f"{form.prefix}-shown": form.shape} | {name: str(value) for name, value in values.items()}


def sent(plan: PlanForms, *, first: int = 1, **changed: str) -> dict[str, str]:
    shown = {"stages": str(len(plan)), "first": str(first), "do": "plan"}
    for form in plan:
        shown |= filled(form)
    return shown | {name.replace("__", "-"): value for name, value in changed.items()}


def stage_form(key: str, number: int = 1, game: str = "colonial-italian", **given: object) -> StageForm:
    data = {f"{number}-{name}": str(value) for name, value in given.items()}
    return StageForm({f"{number}-format": key, **data}, number=number, game=GAMES[game])


def usual_order(key: str, game: str) -> dict[str, list[str]]:
    announces = game == "vilnius"
    return {"chain": list(usual_chain(announces=announces))} if FORMATS[key].standings else {}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_usual_plan_becomes_a_tournament_as_it_stands(client, preset):
    club = make_club()
    client.force_login(club.members.get().user, backend=BACKEND)
    address = reverse("tournament-new", args=[club.slug]) + f"?game=vilnius&preset={preset}"
    page = client.get(address)
    assert "What each tie-break counts" in page.content.decode()
    answer = client.post(address, NIGHT | sent(page.context["plan"]))
    event = Event.objects.get()
    assert answer.url == reverse("desk", args=[event.pk])
    assert (event.kind, event.time_up) == (Event.Kind.TOURNAMENT, "lap")
    assert [stage.format for stage in event.stages.all()] == [key for key, _options in PRESETS[preset][1]]
    wanted = [read_plan(key, options | usual_order(key, "vilnius")) for key, options in PRESETS[preset][1]]
    assert [read_plan(stage.format, stage.options) for stage in event.stages.all()] == wanted


def test_an_unknown_preset_or_game_is_not_found(client):
    club = make_club()
    client.force_login(club.members.get().user, backend=BACKEND)
    address = reverse("tournament-new", args=[club.slug])
    assert client.get(address + "?preset=x").status_code == 404
    assert client.get(address + "?game=chess").status_code == 404


def test_the_clubs_page_leads_to_a_new_tournament(client):
    club = make_club()
    address = reverse("tournament-new", args=[club.slug])
    assert address not in client.get(reverse("club", args=[club.slug])).content.decode()
    client.force_login(club.members.get().user, backend=BACKEND)
    assert address in client.get(reverse("club", args=[club.slug])).content.decode()


def test_another_format_is_shown_with_its_options_before_anything_is_kept(client):
    club = make_club()
    client.force_login(club.members.get().user, backend=BACKEND)
    address = reverse("tournament-new", args=[club.slug]) + "?game=vilnius&preset=swiss"
    plan = client.get(address).context["plan"]
    answer = client.post(address, NIGHT | sent(plan, **{"1__format": "strikes"}), headers={"HX-Request": "true"})
    text = answer.content.decode()
    assert 'name="1-lives"' in text
    assert 'name="1-rounds"' not in text
    assert 'value="Open"' in text
    assert "<html" not in text
    assert not Event.objects.exists()


def test_to_look_at_other_options_of_a_plan_that_stands_keeps_it(signed_in):
    event = make(("swiss", {"rounds": 3}))
    planned = event.stages.get().options
    client, address = signed_in(event), reverse("stages", args=[event.pk])
    plan = client.get(address).context["plan"]
    looked = client.get(address, sent(plan, **{"1__rounds": "9"}))
    assert filled(looked.context["plan"].forms[0])["1-rounds"] == "9"
    assert event.stages.get().options == planned


def test_stages_come_and_go_without_scripts(client):
    club = make_club()
    client.force_login(club.members.get().user, backend=BACKEND)
    address = reverse("tournament-new", args=[club.slug]) + "?preset=swiss"
    one = client.get(address).context["plan"]
    two = client.post(address, NIGHT | sent(one, add="1", **{"1__rounds": "7"})).context["plan"]
    assert [form.key for form in two] == ["swiss", "single-elimination"]
    assert filled(two.forms[0])["1-rounds"] == "7"
    back = client.post(address, NIGHT | sent(two, remove="2")).context["plan"]
    assert [form.key for form in back] == ["swiss"]


def test_what_does_not_concern_the_format_is_not_listened_to():
    form = stage_form("single-elimination", seats=4, rounds=900, lives="x", points="nothing", third_place="on")
    assert form.is_valid()
    assert form.planned == ("single-elimination", {"third_place": True})


def test_the_first_stage_does_not_ask_who_comes_in():
    assert "entry" not in stage_form("swiss", seats=2).fields
    assert "entry" in stage_form("swiss", number=2, seats=2).fields


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({}, None),
        ({"entry": "size", "size": 8, "per_group": 3}, {"size": 8}),
        ({"entry": "group", "per_group": 2}, {"per_group": 2, "best_runners_up": 0}),
        ({"entry": "group", "per_group": 1, "best_runners_up": 3}, {"per_group": 1, "best_runners_up": 3}),
    ],
)
def test_who_comes_in(options, kept):
    form = stage_form("single-elimination", number=2, **options)
    assert form.is_valid(), form.errors
    assert form.planned[1].get("qualify") == kept


def test_points_and_tie_breaks_are_chosen_in_any_order():
    form = stage_form(
        "swiss", seats=3, points="own", own_2="1 0", own_3="7, 4.5; 1/2", bye="0,5", chain_2="wins", chain_5="score"
    )
    assert form.is_valid(), form.errors
    options = form.planned[1]
    assert options["own_points"] == {"2": ["1", "0"], "3": ["7", "4.5", "1/2"]}
    assert (options["bye"], options["chain"]) == ("0.5", ["wins", "score"])
    plan = read_plan(*form.planned)
    assert plan.options.chain == ("wins", "score")
    assert plan.options.points.by_place(3)[1] * 2 == 9


def test_a_win_is_worth_three_draws_where_the_director_says_so():
    form = stage_form("swiss", seats=2, points="own", own_2="3 0", own_draw="1", own_shared="best")
    assert form.is_valid(), form.errors
    points = read_plan(*form.planned).options.points
    assert (points.by_place(2), points.level_points(2), points.scheme.shared) == ((3, 0), 1, "best")
    ready = stage_form("round-robin", seats=2, points="310")
    assert ready.is_valid(), ready.errors
    assert read_plan(*ready.planned).options.points.level_points(2) == 1


def test_a_new_swiss_takes_the_newest_rules_for_rounds_not_played_and_an_old_one_keeps_its_own():
    new = stage_form("swiss", seats=2)
    assert new.is_valid()
    assert read_plan(*new.planned).options.edition == "2026"
    stored = StageForm(number=1, game=ITALIAN, given=StageForm.given_by("swiss", {"seats": 2}, game=ITALIAN))
    assert stored["edition"].value() == "2024"
    assert read_plan("swiss", {"seats": 2}).options.edition == "2024"
    assert "rounds not played: FIDE’s rules of August 2024" in stage_in_words("swiss", {"seats": 2})


def test_a_knockout_says_of_how_many_games_its_matches_are_and_its_last_rounds():
    form = stage_form("single-elimination", games="3", last_games="5, 3")
    assert form.is_valid(), form.errors
    key, options = form.planned
    assert options == {"third_place": False, "games": 3, "last_games": [5, 3]}
    assert stage_in_words(key, options) == ["best of 3 games", "in the final 5", "before it, going back: 3"]
    stored = StageForm(number=1, game=ITALIAN, given=StageForm.given_by(key, options, game=ITALIAN))
    assert stored["last_games"].value() == "5 3"
    assert stored.match_open


def test_no_tie_break_chosen_is_the_usual_order():
    form = stage_form("swiss", seats=2)
    assert form.is_valid()
    assert form.planned[1]["chain"][-2:] == ["decided", "lots"]
    form = stage_form("swiss", seats=2, game="vilnius")
    assert form.is_valid()
    assert form.planned[1]["chain"][-4:] == ["exact-announcements", "points-per-announcement", "decided", "lots"]


@pytest.mark.parametrize(
    ("key", "given", "field", "word"),
    [
        ("swiss", {"seats": 2, "rounds": 0}, "rounds", "greater than or equal to 1"),
        ("swiss", {"seats": 2, "rounds": 10**30}, "rounds", "less than or equal to 100"),
        ("swiss", {"seats": 2, "bye": "many"}, "bye", "Write a number"),
        ("swiss", {"seats": 2, "bye": "1/0"}, "bye", "Write a number"),
        ("swiss", {"seats": 2, "bye": "1e9999"}, "bye", "Write a number"),
        ("swiss", {"seats": 2, "chain_1": "score", "chain_2": "score"}, "chain_2", "already above"),
        ("single-elimination", {"games": 2}, "games", "odd number"),
        ("single-elimination", {"last_games": "5 4"}, "last_games", "odd number"),
        ("single-elimination", {"last_games": "five"}, "last_games", "Write numbers"),
        ("swiss", {"seats": 2, "chain_1": "luck"}, "chain_1", "valid choice"),
        ("swiss", {"seats": 3, "points": "own", "own_3": "3 2 1"}, "own_2", "this size of table"),
        ("swiss", {"seats": 2, "points": "own", "own_2": "3 2 1"}, "own_2", "one number for each place"),
        ("swiss", {"seats": 2, "points": "own", "own_2": "1 3"}, "own_2", "worse place"),
        ("swiss", {"seats": 2, "points": "own", "own_2": "a b"}, "own_2", "Write numbers"),
        ("swiss", {"seats": 2, "points": "own", "own_2": "3 0", "own_draw": "4"}, "own_draw", "more than a win"),
        ("swiss", {"seats": 3, "points": "own", "own_2": "1 0", "own_3": "1 0"}, "own_3", "one number for each place"),
        ("swiss", {"seats": 2, "points": "score", "acceleration": "baku"}, "acceleration", "how much a win is"),
        ("swiss", {"seats": 2, "acceleration": "mcmahon", "bands": 9}, "bands", "less than or equal to 8"),
        ("table-knockout", {"seats": 3, "advance": 3}, "advance", "does not work"),
        ("table-knockout", {"seats": 2}, "seats", "valid choice"),
        ("chess", {"seats": 2}, "format", "valid choice"),
    ],
)
def test_what_cannot_be_played_is_said_at_its_field(key, given, field, word):
    form = stage_form(key, **given)
    assert not form.is_valid()
    assert list(form.errors) == [field]
    assert word in str(form.errors[field])


def test_a_cut_without_a_number_is_asked_for_it():
    form = stage_form("single-elimination", number=2, entry="size")
    assert list(form.errors) == ["size"]
    form = stage_form("single-elimination", number=2, entry="group")
    assert list(form.errors) == ["per_group"]


def test_larger_tables_only_where_the_game_has_them():
    given = {"seats": 4, "remainder": "fives"}
    assert stage_form("swiss", game="colonial-italian", **given).is_valid()
    assert list(stage_form("swiss", game="vilnius", **given).errors) == ["remainder"]


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("swiss", {"seats": 4, "rounds": 5, "remainder": "byes", "groups": 2, "points": "7531", "bye": "5/2"}),
        ("swiss", {"seats": 2, "points": "own", "own_points": {"2": ["3", "1"]}, "chain": ["score", "lots"]}),
        ("swiss", {"seats": 2, "edition": "2026", "points": "own", "own_points": {"2": ["3", "0"]}, "own_draw": "1"}),
        ("swiss", {"seats": 4, "rounds": 5, "acceleration": "baku"}),
        ("swiss", {"seats": 2, "rounds": 5, "acceleration": "mcmahon", "bands": 4}),
        ("swiss", {"seats": 4, "rounds": 5, "acceleration": "handicap", "cap": 3}),
        ("round-robin", {"seats": 2, "acceleration": "handicap"}),
        ("round-robin", {"seats": 2, "double": True}),
        ("double-elimination", {"grand_final": "reset", "qualify": {"per_group": 2, "best_runners_up": 1}}),
        ("table-knockout", {"seats": 4, "advance": 1, "qualify": {"size": 16}}),
        ("strikes", {"seats": 3, "lives": 3, "loses": "all-but-first"}),
    ],
)
def test_a_stored_stage_comes_back_from_its_form_as_it_was(key, options):
    shown = StageForm(number=2, game=ITALIAN, given=StageForm.given_by(key, options, game=ITALIAN))
    form = StageForm(filled(shown), number=2, game=ITALIAN)
    assert form.is_valid(), form.errors
    assert read_plan(*form.planned) == read_plan(key, options)


def test_only_stages_that_have_not_begun_can_be_planned_anew(signed_in):
    event = make(("swiss", {"rounds": 3}), ("single-elimination", {"qualify": {"size": 4}}))
    begin(event)
    client, address = signed_in(event), reverse("stages", args=[event.pk])
    page = client.get(address)
    plan = page.context["plan"]
    assert [form.number for form in plan] == [2]
    assert "Stage 1: Swiss" in page.content.decode()
    assert "2. Single elimination, for the first 4" in page.content.decode()
    answer = client.post(address, sent(plan, first=2, **{"2__size": "2"}), follow=True)
    assert "Saved." in answer.content.decode()
    assert [stage.options.get("qualify") for stage in event.stages.all()] == [None, {"size": 2}]
    assert client.post(address, sent(PlanForms([], settled=True), first=2)).status_code == 302
    assert event.stages.count() == 1


def test_a_plan_looked_at_before_a_stage_began_is_not_kept(signed_in):
    event = make(("swiss", {"rounds": 3}))
    client, address = signed_in(event), reverse("stages", args=[event.pk])
    plan = client.get(address).context["plan"]
    begin(event)
    answer = client.post(address, sent(plan), follow=True)
    assert "Look at the plan again." in answer.content.decode()
    assert event.stages.count() == 1


def test_a_wrong_plan_is_shown_again_and_nothing_is_kept(signed_in):
    event = make(("swiss", {"rounds": 3}))
    planned = event.stages.get().options
    client, address = signed_in(event), reverse("stages", args=[event.pk])
    plan = client.get(address).context["plan"]
    answer = client.post(address, sent(plan, **{"1__chain_2": "score"}))
    assert "This tie-break is already above." in answer.content.decode()
    assert event.stages.get().options == planned | usual_order("swiss", event.game)


@pytest.mark.parametrize(("rounds", "kept"), [("5", 5), ("0", 3), ("", 3), ("101", 3)])
def test_a_running_stage_gets_more_or_fewer_rounds(signed_in, rounds, kept):
    event = make(("swiss", {"rounds": 3}))
    begin(event)
    signed_in(event).post(reverse("stages", args=[event.pk]), {"do": "rounds", "stage": "1", "rounds": rounds})
    assert event.stages.get().options["rounds"] == kept


@pytest.mark.parametrize("stage", ["", "2", "x", "9" * 30])
def test_rounds_of_no_stage_are_not_found(signed_in, stage):
    event = make(("swiss", {"rounds": 3}))
    answer = signed_in(event).post(reverse("stages", args=[event.pk]), {"do": "rounds", "stage": stage, "rounds": "4"})
    assert answer.status_code == 404


@pytest.mark.parametrize(("given", "kept"), [("lap", "lap"), ("never", "deal")])
def test_what_is_still_played_when_the_time_is_up(signed_in, given, kept):
    event = make(("swiss", {}))
    signed_in(event).post(reverse("stages", args=[event.pk]), {"do": "time-up", "time_up": given})
    event.refresh_from_db()
    assert event.time_up == kept


def test_every_tie_break_is_explained_with_its_source(signed_in):
    event = make(("round-robin", {}))
    text = signed_in(event).get(reverse("stages", args=[event.pk])).content.decode()
    assert [key for key, tiebreak in TIEBREAKS.items() if tiebreak.source not in text] == []


def test_a_club_night_has_no_stages(signed_in):
    event = make(("swiss", {}))
    Event.objects.update(kind=Event.Kind.CLUB_NIGHT)
    assert signed_in(event).get(reverse("stages", args=[event.pk])).status_code == 404


def test_the_enter_key_saves_and_removes_nothing(signed_in):
    event = make(("swiss", {}), ("strikes", {}))
    text = signed_in(event).get(reverse("stages", args=[event.pk])).content.decode()
    buttons = re.findall(r'<button type="submit"[^>]*>', text[text.index('id="plan"') :])
    assert "name=" not in buttons[0]
    assert "remove" in "".join(buttons)


def test_the_page_costs_the_same_for_more_entrants_and_stages(signed_in):
    counts = []
    for count, rounds in ((4, 1), (40, 3)):
        event = make_tournament(count, stages=[("swiss", {"rounds": 3}), ("strikes", {})])
        start(event)
        for _ in range(rounds):
            for table in next_round(event):
                finish_table(table)
        client = signed_in(event)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(reverse("stages", args=[event.pk])).status_code == 200
        counts.append(len(queries))
    assert counts == [6, 6]


def test_nothing_sent_is_no_plan(signed_in):
    event = make(("swiss", {}))
    for stages in ("", "-1", "x", "99"):
        signed_in(event).post(reverse("stages", args=[event.pk]), {"do": "plan", "first": "1", "stages": stages})
    assert event.stages.count() == 1
