"""Points that entrants start with by their ratings: given when a stage begins, and changed before its first draw."""

import json
import re
from fractions import Fraction
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from jsonschema import Draft202012Validator

from tests.factories import make_member, sign_in
from tests.tournament_scenes import begun, draw, make_tournament, play_round, rated, start
from tests.tournaments.files.club_files import brought, elsewhere, file_of, rewritten
from tests.tournaments.proofs.test_event_files import SCHEMA
from tournaments.audit import SYSTEM
from tournaments.formats.acceleration import Handicap, NightTerms
from tournaments.formats.plan import read_plan
from tournaments.models import ClubRating, Event, Member
from tournaments.proofs.verify import verify
from tournaments.selectors.report import read_report
from tournaments.selectors.stage.records import stage_state
from tournaments.selectors.stage.stages import Person
from tournaments.selectors.table.cards import PlayerTag
from tournaments.services.club.clubs import set_ratings_for, set_unranked
from tournaments.services.desk.actions import set_handicaps
from tournaments.services.night import finish_event
from tournaments.services.refusals import Refused
from tournaments.services.stage.planning import undo_start
from tournaments.words.report.cards import event_card
from tournaments.words.stage.handicaps import handicap_lines, handicap_words

pytestmark = pytest.mark.django_db

HANDICAP = (("swiss", {"rounds": 5, "acceleration": "handicap"}),)


def with_handicap(stages=HANDICAP) -> Event:
    """Of Ana the strongest, Bruno, Chiara, and Dovas, who has no rating."""
    event = make_tournament(names=["Ana", "Bruno", "Chiara", "Dovas"], stages=stages)
    rated(event, Ana=1650.0, Bruno=1500.0, Chiara=1350.0)
    start(event)
    return event


def points(event: Event) -> dict[str, Fraction | None]:
    entries = event.stages.get(number=1).entries.select_related("entrant__player")
    return {entry.entrant.player.name: entry.starts_with and entry.starts_with.points for entry in entries}


def test_the_weaker_start_with_points_and_who_has_no_rating_with_none():
    event = with_handicap()
    given = points(event)
    assert given["Ana"] == given["Dovas"] == 0 < given["Bruno"] < given["Chiara"] == 2
    rated(event, Chiara=1900.0)
    assert points(event) == given


def test_a_rating_that_is_not_settled_gives_none_and_moves_nobody():
    event = make_tournament(names=["Ana", "Bruno", "Chiara"], stages=HANDICAP)
    rated(event, Ana=1650.0, Bruno=1500.0, Chiara=1900.0)
    ClubRating.objects.filter(player__name="Chiara").update(tables=3)
    start(event)
    assert points(event)["Ana"] == points(event)["Chiara"] == 0 < points(event)["Bruno"]


def test_who_is_left_out_of_the_ranking_gets_none_and_moves_nobody():
    event = make_tournament(names=["Ana", "Bruno", "Chiara"], stages=HANDICAP)
    rated(event, Ana=1650.0, Bruno=1500.0, Chiara=1350.0)
    event.club.players.filter(name="Chiara").update(unranked=True)
    start(event)
    assert points(event)["Chiara"] == 0 < points(event)["Bruno"]


def test_a_club_file_brings_them_along_and_none_that_nobody_could_compute():
    event = with_handicap()
    set_handicaps(stage_id=event.stages.get().pk, points={event.entrants.earliest("pk").pk: Fraction(1)}, actor=SYSTEM)
    file = rewritten(file_of(event.club), elsewhere)
    trap = {"points": "1e999999999", "rounds": 5, "expected": 1, "best": 1, "by_hand": False}
    with pytest.raises(Refused, match="club-file-row"):
        brought(rewritten(file, lambda kind, row: row | {"handicap": trap} if kind == "stage-entry" else row))
    assert points(brought(file).events.get()) == points(event)


def test_other_stages_give_none():
    event = with_handicap(stages=(("swiss", {"rounds": 5}),))
    assert set(points(event).values()) == {None}


def test_a_bracket_has_none_whatever_its_plan_says(client):
    event = with_handicap(stages=(("single-elimination", {"acceleration": "handicap"}),))
    assert set(points(event).values()) == {None}
    assert "This event gives no handicaps." in read(client, "handicaps", event.pk)
    assert "handicap" not in read(client, "event", event.pk).lower()


def test_standings_count_them_and_say_so_in_their_column():
    event = with_handicap()
    play_round(event)
    state = stage_state(event.stages.get())
    rows = {row.id: row for row in state.standings[0]}
    chiara = event.entrants.get(player__name="Chiara").pk
    assert rows[chiara].figures["starting-points"].value == 2
    assert rows[chiara].points >= 2


@pytest.mark.parametrize(("by", "said"), [("handicap", "With handicap"), ("mcmahon", "With starting points"), ("", "")])
def test_wall_report_and_picture_say_who_started_with_points(client, by, said):
    event = with_handicap(stages=(("swiss", {"rounds": 2, **({"acceleration": by} if by else {})}),))
    play_round(event)
    assert ("Player Points Start" in read(client, "wall", event.pk)) is bool(by)
    finish_event(event_id=event.pk, actor=SYSTEM)
    report = read_report(Event.objects.get(pk=event.pk))
    assert report
    for told in (read(client, "report", event.pk), event_card(report).over):
        assert [words for words in ("With handicap", "With starting points") if words in told] == [said] * bool(by)


def test_a_director_changes_them_until_a_round_is_drawn():
    event = with_handicap()
    stage, bruno = event.stages.get(), event.entrants.get(player__name="Bruno").pk
    usual = points(event)["Bruno"]
    set_handicaps(stage_id=stage.pk, points={bruno: Fraction(3, 2)}, actor=SYSTEM)
    entry = stage.entries.get(entrant=bruno)
    assert entry.starts_with and (entry.starts_with.points, entry.starts_with.by_hand) == (Fraction(3, 2), True)
    set_handicaps(stage_id=stage.pk, points={bruno: usual}, actor=SYSTEM)
    assert not stage.entries.get(entrant=bruno).starts_with.by_hand
    assert event.audit_entries.filter(action="handicaps-set").count() == 2
    draw(event)
    with pytest.raises(Refused, match="stage-played"):
        set_handicaps(stage_id=stage.pk, points={bruno: Fraction(1)}, actor=SYSTEM)


def test_none_is_negative_or_endless_and_stages_without_have_none():
    event = with_handicap()
    stage, bruno = event.stages.get(), event.entrants.get(player__name="Bruno").pk
    for value in (Fraction(-1, 2), Fraction(19, 2)):
        with pytest.raises(Refused, match="handicap-range"):
            set_handicaps(stage_id=stage.pk, points={bruno: value}, actor=SYSTEM)
    with pytest.raises(Refused, match="list-changed"):
        set_handicaps(stage_id=stage.pk, points={0: Fraction(1)}, actor=SYSTEM)
    other = with_handicap(stages=(("swiss", {"rounds": 5}),)).stages.get()
    with pytest.raises(Refused, match="no-handicaps"):
        set_handicaps(stage_id=other.pk, points={}, actor=SYSTEM)


@pytest.mark.parametrize(
    ("acceleration", "says"),
    [("handicap", "With handicap "), ("mcmahon", "With starting points "), ("baku", ""), ("none", "")],
)
def test_final_places_on_the_wall_say_what_they_count_besides(client, acceleration: str, says: str):
    event = begun(4, stages=(("swiss", {"rounds": 1, "acceleration": acceleration}),))
    play_round(event)
    finish_event(event_id=event.pk, actor=SYSTEM)
    assert f"Final places {says}Place Player" in read(client, "wall", event.pk)


@pytest.mark.parametrize(("expected", "fewer"), [(500, "1 win"), (400, "2 wins"), (520, "0.80 wins"), (450, "1½ wins")])
def test_one_win_fewer_is_no_several_wins(expected: int, fewer: str):
    given = Handicap(points=Fraction(1), rounds=10, expected=expected, best=600)
    plan = read_plan("swiss", {"rounds": 10, "acceleration": "handicap"})
    terms = NightTerms(rounds=10, cap=2, win=Fraction(1))
    for words in (handicap_words(given, terms, explained=True), handicap_words(given, plan, explained=True)):
        assert f"that is {fewer} fewer." in " ".join(words)
    usual = Handicap(points=Fraction(2), rounds=10, expected=300, best=600)
    who = Person(1, PlayerTag(1, "Ana", "Ana", "1"), "", "", expelled=False)
    lines = handicap_lines([(who, one, True) for one in (usual, given)], plan)
    assert lines.given[1].why.endswith(f", {fewer} fewer")


def test_a_stage_that_begins_again_gives_them_anew():
    event = with_handicap()
    undo_start(stage_id=event.stages.get().pk, actor=SYSTEM)
    rated(event, Ana=1350.0, Chiara=1650.0)
    start(event)
    assert points(event)["Chiara"] == 0 < points(event)["Ana"]


def read(client: Client, name: str, *args: int) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return " ".join(unescape(re.sub("<[^>]*>", " ", answer.content.decode())).split())


def test_everybody_reads_who_starts_with_what_and_why(client):
    event = with_handicap()
    text = read(client, "handicaps", event.pk)
    assert "Points that the weaker by rating start with. Draw and standings count them." in text
    assert "By the ratings the strongest are expected to win 76.6 % of their games." in text
    assert "2 at most, and a win worth 1." in text
    assert "Chiara 23.4 % of the games, 2.66 wins fewer 2" in text
    assert re.search("No settled rating, so no handicap is computed: .*Dovas 0", text)
    assert "Handicaps, and why" not in read(client, "event", with_handicap(stages=(("swiss", {"rounds": 5}),)).pk)
    play_round(event)
    assert "Handicaps, and why" in read(client, "event", event.pk)
    why = read(client, "why", event.pk, event.entrants.get(player__name="Chiara").pk)
    assert "2 of this are a handicap, which the standings count too." in why and "a handicap of 2." in why


def told(event: Event, *, by: str) -> str:
    """What pages and the event file say of the handicaps, as a reader of this name."""
    client = Client()
    if by:
        sign_in(client, make_member(event.club, Member.Role.PLAYER, name=by))
    chiara = event.entrants.get(player__name="Chiara").pk
    file = client.get(reverse("event-proved", args=[event.pk])).content
    schema = json.loads(SCHEMA.read_text())
    assert verify(file).difference is None and Draft202012Validator(schema).is_valid(json.loads(file))
    return read(client, "handicaps", event.pk) + read(client, "why", event.pk, chiara) + file.decode()


@pytest.mark.parametrize(("ratings_for", "by", "shown"), [
    ("all", "", True), ("insiders", "", False), ("insiders", "Zita", True), ("nobody", "Zita", False),
])  # fmt: skip
def test_where_ratings_are_hidden_the_points_are_shown_and_not_the_wins_that_tell_a_rating(ratings_for, by, shown):
    event = with_handicap()
    set_ratings_for(club=event.club, ratings_for=ratings_for, ratings_begin="once", actor=SYSTEM)
    text = told(event, by=by)
    assert ("23.4" in text, '"expected":234' in text) == (shown, shown)
    assert "Chiara" in text or "C." in text


def test_of_who_leaves_the_ranking_nobody_reads_what_the_handicap_rests_on():
    event = with_handicap()
    assert "23.4" in told(event, by="")
    set_unranked(player=event.club.players.get(name="Chiara"), unranked=True, actor=SYSTEM)
    text = told(event, by="Zita")
    assert "23.4" not in text and '"expected":234' not in text
    assert '"expected":766' in text


def test_an_event_without_handicaps_says_so(client):
    event = with_handicap(stages=(("swiss", {"rounds": 5}),))
    assert "This event gives no handicaps." in read(client, "handicaps", event.pk)


def test_the_director_changes_them_on_the_page_of_who_plays(client):
    event = with_handicap()
    stage, bruno = event.stages.get(), event.entrants.get(player__name="Bruno").pk
    sign_in(client, make_member(event.club, Member.Role.DIRECTOR))
    address = reverse("stage-handicaps", args=[stage.pk])
    given = {f"points{entry.entrant_id}": str(entry.starts_with.points) for entry in stage.entries.all()}
    assert "Save the handicaps" in read(client, "stage-start", stage.pk)
    refused = client.post(address, given | {f"points{bruno}": "10"}).content.decode()
    assert "A handicap is from 0 to 9 points." in refused
    assert client.post(address, given | {f"points{bruno}": "1.5"}).status_code == 302
    assert points(event)["Bruno"] == Fraction(3, 2)
    assert "The director has set this handicap: 1½." in read(client, "handicaps", event.pk)
    assert "Bruno: 1½" in read(client, "event-log", event.pk)
    preview = draw(event)
    assert "The handicap is among them: draw and standings count it." in read(client, "round", preview.pk)
    assert "Save the handicaps" not in read(client, "stage-start", stage.pk)


def test_who_is_not_changed_keeps_every_digit_that_the_page_rounds(client):
    thirds = {"points": "own", "own_points": {"2": ["2/3", 0]}}
    event = with_handicap(stages=(("swiss", {"rounds": 5, "acceleration": "handicap", **thirds}),))
    stage, bruno = event.stages.get(), event.entrants.get(player__name="Bruno").pk
    given, chiara = points(event), event.entrants.get(player__name="Chiara").pk
    assert given["Bruno"].denominator == 3
    sign_in(client, make_member(event.club, Member.Role.DIRECTOR))
    fields = client.get(reverse("stage-start", args=[stage.pk])).context["handicaps"].fields
    shown = {name: field.initial for name, field in fields.items()}
    sent = shown | {f"initial-{name}": value for name, value in shown.items()} | {f"points{chiara}": "1"}
    assert client.post(reverse("stage-handicaps", args=[stage.pk]), sent).status_code == 302
    assert points(event) == given | {"Chiara": 1}
    assert not stage.entries.get(entrant=bruno).starts_with.by_hand
