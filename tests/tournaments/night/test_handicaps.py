"""Points by ratings before a night's first deal: who has how many, who changes them, and what counts them."""

import csv
import json
import re
from dataclasses import replace
from fractions import Fraction
from html import unescape
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from jsonschema import Draft202012Validator

from tests.factories import announce, deal, make_club, make_member, make_night, seat_table, sign_in
from tests.tournament_scenes import rated
from tests.tournaments.calendar.scenes import planned
from tests.tournaments.files.club_files import brought, elsewhere, file_of, rewritten
from tests.tournaments.proofs.test_event_files import SCHEMA
from tests.tournaments.teams.scenes import team_up
from tournaments.audit import SYSTEM
from tournaments.formats.acceleration import NightTerms
from tournaments.models import Club, ClubRating, Event, Member, Table
from tournaments.proofs.tables import Difference
from tournaments.proofs.verify import Proof, check_facts, verify
from tournaments.selectors.night.standings import event_page, event_standings, night_race
from tournaments.selectors.prizes import everybody
from tournaments.selectors.report import read_report
from tournaments.selectors.season.standing import results_of
from tournaments.selectors.stage.beginning import usual_terms
from tournaments.selectors.teams import standing_of_teams
from tournaments.services.calendar import open_coming
from tournaments.services.club.clubs import set_ratings_for, set_unranked
from tournaments.services.desk.actions import open_again
from tournaments.services.handicaps import set_night_handicap, set_points
from tournaments.services.night import add_entrants_by_name, finish_event, mark_left, mark_not_here, rank_by_average
from tournaments.services.refusals import Refused
from tournaments.services.registration import let_in, set_registration, wait_again, write_name
from tournaments.services.table.life import adjourn_table, end_table, resume_table
from tournaments.words.report.cards import event_card

pytestmark = pytest.mark.django_db

TERMS = NightTerms(rounds=3, cap=2, win=Fraction(20))


def night_with_handicap(*names: str) -> Event:
    """Of Ana the strongest, Bruno, Chiara, and Dovas, who has no rating."""
    night = make_night(names=names or ("Ana", "Bruno", "Chiara", "Dovas"))
    rated(night, **{who: mu for who, mu in STRENGTHS.items() if night.entrants.filter(player__name=who).exists()})
    set_night_handicap(event_id=night.pk, terms=TERMS, actor=SYSTEM)
    night.refresh_from_db()
    return night


STRENGTHS = {"Ana": 1650.0, "Bruno": 1500.0, "Chiara": 1350.0}


def given(night: Event) -> dict[str, Fraction | None]:
    entrants = night.entrants.select_related("player")
    return {entrant.player.name: entrant.starts_with and entrant.starts_with.points for entrant in entrants}


def play(night: Event, *names: str) -> Event:
    """A deal each, of which the first alone scores; the table ends."""
    table = seat_table(night, *names)
    Table.objects.filter(pk=table.pk).update(first_dealer=len(names) - 1)
    deal(table, announce(0, 2, 2))
    deal(table, announce(1, 2, 1))
    end_table(table_id=table.pk, actor=SYSTEM)
    night.refresh_from_db()
    return night


def test_the_weaker_have_points_before_the_first_deal_and_who_has_no_rating_none():
    night = night_with_handicap()
    # Expected of a thousand wins 766, 500 and 234: in three games 0.8 and 1.6 wins fewer.
    assert given(night) == {"Ana": 0, "Bruno": 10, "Chiara": 30, "Dovas": 0}


def test_places_count_them_and_the_points_of_tables_are_told_beside():
    night = play(night_with_handicap(), "Ana", "Chiara")
    rows = {row.player.name: row for row in event_standings(night)}
    chiara = rows["Chiara"]
    assert chiara.rank == 1 and chiara.handicap == 30 and chiara.points == 30 + chiara.played_points
    assert chiara.played_points < rows["Ana"].points == rows["Ana"].played_points < chiara.points
    assert [placed.player == rows["Chiara"].player.id for placed in everybody(night)] == [True, False]
    rank_by_average(event_id=night.pk, by_average=True, actor=SYSTEM)
    assert event_standings(Event.objects.get())[0].player.name == "Chiara"


def test_seasons_count_the_places_with_the_handicap_and_the_points_without():
    night = play(night_with_handicap(), "Ana", "Chiara")
    chiara = night.club.players.get(name="Chiara")
    before = {result.player: (result.place, result.score) for result in results_of(night)}
    finish_event(event_id=night.pk, actor=SYSTEM)
    night.refresh_from_db()
    after = {result.player: (result.place, result.score) for result in results_of(night)}
    assert before == after and after[chiara.pk][0] == 1 and after[chiara.pk][1] < 30


def test_teams_have_what_their_members_have_with_the_handicap():
    night = night_with_handicap()
    team_up(night, Reds="Ana Dovas", Blues="Bruno Chiara")
    play(night, "Ana", "Chiara")
    assert [line.team.name for line in standing_of_teams(night).lines] == ["Blues", "Reds"]


def test_ratings_do_not_count_them():
    plain = make_night(names=["Ana", "Chiara"], club=make_club(name="Plain"))
    rated(plain, Ana=1650.0, Chiara=1350.0)
    nights = [play(plain, "Ana", "Chiara"), play(night_with_handicap("Ana", "Chiara"), "Ana", "Chiara")]
    for night in nights:
        ClubRating.objects.filter(club=night.club).delete()
        finish_event(event_id=night.pk, actor=SYSTEM)
    first, second = (
        set(ClubRating.objects.filter(club=night.club).values_list("player__name", "mu")) for night in nights
    )
    assert first == second


def test_until_the_first_deal_all_are_reckoned_anew_when_somebody_comes_or_goes():
    night = night_with_handicap("Bruno", "Chiara")
    before = given(night)
    ana = night.club.players.create(name="Ana")
    strongest = ClubRating.objects.get(player__name="Bruno")
    ClubRating.objects.create(
        club=night.club, game=night.game, event=strongest.event, player=ana, mu=1650.0, sigma=strongest.sigma,
        tables=strongest.tables,
    )  # fmt: skip
    (entrant,) = add_entrants_by_name(event_id=night.pk, names=["Ana"], actor=SYSTEM)
    assert given(night) == {"Ana": 0, "Bruno": 10, "Chiara": 30} != before
    mark_not_here(event_id=night.pk, entrants=[entrant.pk], actor=SYSTEM)
    assert given(night) == before


def comes(night: Event, name: str) -> None:
    """On the club's list, with the rating from STRENGTHS."""
    night.club.players.create(name=name)
    rated(night, **{name: STRENGTHS[name]})


@pytest.mark.parametrize("how", ["left", "never came", "waits again"])
def test_until_the_first_deal_nobody_is_reckoned_with_who_has_gone(how):
    night = night_with_handicap("Bruno", "Chiara")
    before = given(night)
    comes(night, "Ana")
    set_registration(event_id=night.pk, is_open=True, actor=SYSTEM)
    registration = write_name(event_id=night.pk, name="Ana", origin="here", has_code=False)
    let_in(event_id=night.pk, registrations=[registration.pk], actor=SYSTEM)
    assert given(night) == {"Ana": 0, "Bruno": 10, "Chiara": 30} != before
    ana = night.entrants.get(player__name="Ana").pk
    if how == "left":
        mark_left(event_id=night.pk, entrant_id=ana, actor=SYSTEM)
    elif how == "never came":
        mark_not_here(event_id=night.pk, entrants=[ana], actor=SYSTEM)
    else:
        wait_again(event_id=night.pk, registrations=[registration.pk], actor=SYSTEM)
    assert {who: points for who, points in given(night).items() if who != "Ana"} == before


def test_who_comes_with_a_table_from_another_night_gets_theirs_too():
    last = make_night(names=["Ana", "Chiara"])
    rated(last, Ana=1650.0, Chiara=1350.0)
    table = seat_table(last, "Ana", "Chiara")
    deal(table, announce(1 - table.first_dealer, 2, 2))
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    night = make_night(club=last.club, names=["Bruno"])
    rated(night, Bruno=1500.0)
    set_night_handicap(event_id=night.pk, terms=TERMS, actor=SYSTEM)
    resume_table(table_id=table.pk, event_id=night.pk, actor=SYSTEM)
    assert given(night) == {"Ana": 0, "Bruno": 10, "Chiara": 30}
    assert night.audit_entries.get(action="table-resumed").after["handicaps"]


def test_who_comes_after_it_gets_theirs_and_the_others_keep_what_they_have():
    night = night_with_handicap("Ana", "Bruno", "Dovas")
    before = given(night)
    play(night, "Ana", "Bruno")
    chiara = night.club.players.create(name="Chiara")
    sample = ClubRating.objects.get(player__name="Bruno")
    ClubRating.objects.create(
        club=night.club, game=night.game, event=sample.event, player=chiara, mu=1350.0, sigma=sample.sigma,
        tables=sample.tables,
    )  # fmt: skip
    add_entrants_by_name(event_id=night.pk, names=["Chiara"], actor=SYSTEM)
    after = given(night)
    assert after.pop("Chiara") > after["Bruno"] and after == before
    with pytest.raises(Refused, match="night-begun"):
        set_night_handicap(event_id=night.pk, terms=None, actor=SYSTEM)


def test_the_director_changes_one_which_stays_until_the_terms_change():
    night = night_with_handicap()
    bruno = night.entrants.get(player__name="Bruno").pk
    set_points(event_id=night.pk, points={bruno: Fraction(7)}, actor=SYSTEM)
    add_entrants_by_name(event_id=night.pk, names=["Eva"], actor=SYSTEM)
    assert given(night)["Bruno"] == 7 and night.entrants.get(pk=bruno).starts_with.by_hand
    for points, code in (({bruno: Fraction(-1)}, "handicap-range"), ({0: Fraction(1)}, "list-changed")):
        with pytest.raises(Refused, match=code):
            set_points(event_id=night.pk, points=points, actor=SYSTEM)
    set_night_handicap(event_id=night.pk, terms=None, actor=SYSTEM)
    assert set(given(night).values()) == {None}
    with pytest.raises(Refused, match="no-handicaps"):
        set_points(event_id=night.pk, points={bruno: Fraction(1)}, actor=SYSTEM)


def test_the_next_night_like_it_gives_them_too():
    night = night_with_handicap()
    like = open_again(event_id=night.pk, date=night.date.replace(year=2031), actor=SYSTEM)
    assert like.handicap_terms == TERMS


def test_a_win_is_worth_twice_the_mean_difference_of_two_at_a_table():
    night = make_night(names=["Ana", "Bruno", "Chiara"])
    assert usual_terms(night.club, night.game) == NightTerms(rounds=1, cap=2, win=Fraction(1))
    for other in ("Bruno", "Chiara"):
        play(night, "Ana", other)
    finish_event(event_id=night.pk, actor=SYSTEM)
    gaps = [abs(one.score - other.score) for one, other in (table.seats.all() for table in night.tables.all())]
    assert usual_terms(night.club, night.game) == NightTerms(rounds=1, cap=2, win=2 * gaps[0]) and len(set(gaps)) == 1


def read(client: Client, name: str, *args: int, **query: str) -> str:
    answer = client.get(reverse(name, args=args), query)
    assert answer.status_code == 200
    return " ".join(unescape(re.sub("<[^>]*>", " ", answer.content.decode())).split())


def test_pages_and_files_tell_the_handicap_apart(client):
    night = play(night_with_handicap(), "Ana", "Chiara")
    for name, query in (("event", {}), ("event", {"figures": "all"}), ("wall", {})):
        assert re.search(r"Chiara .*?\+30 [23]\d ", read(client, name, night.pk, **query)), (name, query)
    assert "The points count a handicap" in read(client, "event", night.pk)
    file = client.get(reverse("event-file-csv", args=[night.pk, "standings"])).getvalue().decode("utf-8-sig")
    rows = list(csv.DictReader(StringIO(file)))
    chiara = next(row for row in rows if row["player"] == "Chiara")
    row = next(row for row in event_standings(night) if row.player.name == "Chiara")
    assert (chiara["place"], chiara["points"], chiara["handicap"]) == ("1", str(row.played_points), "30")
    plain = play(make_night(names=["Ana", "Chiara"], club=make_club(name="Plain")), "Ana", "Chiara")
    assert "The points count a handicap" not in read(client, "event", plain.pk)


def test_the_race_begins_with_the_handicap_and_says_so(client):
    night = night_with_handicap("Ana", "Chiara")
    table = seat_table(night, "Ana", "Chiara")
    Table.objects.filter(pk=table.pk).update(first_dealer=1)
    for number in (1, 2, 3):
        deal(table, announce(0, number, number))
        deal(table, announce(1, number, number))
    race = night_race(event_page(night.pk))
    points = {row.player.name: row.points for row in event_standings(night)}
    assert {runner.player.name: runner.totals[-1] for runner in race.runners} == points
    assert race.runners[0].ahead[0] == 20 and race.runners[0].player.name == "Chiara"
    assert race.lead_since == 1
    assert all("With handicap" in read(client, "race", night.pk, **query) for query in ({}, {"on": "wall"}))


def test_frames_and_pictures_say_that_points_are_with_a_handicap(client):
    night = play(night_with_handicap(), "Ana", "Chiara")
    Club.objects.update(framed_by="https://club.example")
    assert "With handicap" in read(client, "standing-frame", night.pk)
    finish_event(event_id=night.pk, actor=SYSTEM)
    night.refresh_from_db()
    assert event_card(read_report(night)).over.endswith(" · With handicap")
    assert "With handicap" in read(client, "club", night.club.slug)


def test_the_report_says_that_the_points_are_with_a_handicap(client):
    night = play(night_with_handicap(), "Ana", "Chiara")
    finish_event(event_id=night.pk, actor=SYSTEM)
    text = read(client, "report", night.pk)
    assert re.search(r"Chiara has won with [23]\d points.*With handicap\. Handicaps, and why", text)


def test_the_page_says_once_who_has_no_settled_rating(client):
    night = night_with_handicap()
    add_entrants_by_name(event_id=night.pk, names=["Eva"], actor=SYSTEM)
    text = read(client, "handicaps", night.pk)
    assert "By the ratings the strongest are expected to win 76.6 % of their games." in text
    assert "2 at most, and a win worth 20." in text and "23.4 % of the games" in text
    assert text.count("No settled rating, so no handicap is computed:") == 1
    assert re.search("Dovas 0 .*Eva 0 ", text.split("computed:")[1])


@pytest.mark.parametrize(("ratings_for", "by", "shown"), [
    ("all", "", True), ("insiders", "", False), ("insiders", "Zita", True), ("nobody", "Zita", False),
])  # fmt: skip
def test_where_ratings_are_hidden_nobody_reads_what_the_points_rest_on(ratings_for, by, shown):
    night = play(night_with_handicap(), "Ana", "Chiara")
    set_ratings_for(club=night.club, ratings_for=ratings_for, ratings_begin="once", actor=SYSTEM)
    client = Client()
    if by:
        sign_in(client, make_member(night.club, Member.Role.PLAYER, name=by))
    file = client.get(reverse("event-proved", args=[night.pk])).content
    text = read(client, "handicaps", night.pk)
    assert ("23.4" in text, '"expected":234' in file.decode()) == (shown, shown)
    assert shown == ("No settled rating" in text)
    set_unranked(player=night.club.players.get(name="Chiara"), unranked=True, actor=SYSTEM)
    assert "23.4" not in read(client, "handicaps", night.pk)


@pytest.mark.parametrize("by_average", [False, True])
def test_the_event_file_is_proved(client, by_average):
    night = night_with_handicap()
    bruno = night.entrants.get(player__name="Bruno").pk
    set_points(event_id=night.pk, points={bruno: Fraction(7, 2)}, actor=SYSTEM)
    team_up(night, Reds="Ana Dovas", Blues="Bruno Chiara")
    play(night, "Ana", "Chiara")
    rank_by_average(event_id=night.pk, by_average=by_average, actor=SYSTEM)
    file = client.get(reverse("event-proved", args=[night.pk])).content
    report = verify(file)
    assert report.difference is None and report.checked["handicaps"] == 3
    assert report.unchecked["handicap-by-hand"] == 1
    whole = json.loads(file)
    Draft202012Validator(json.loads(SCHEMA.read_text())).validate(whole)


@pytest.mark.parametrize(
    ("forged", "where"),
    [
        ({"points": 40}, "handicap"),
        ({"expected": 700}, "handicap"),
        ({"points": 40, "by_hand": True}, "standings"),
    ],
)
def test_a_forged_handicap_is_found(client, forged, where):
    night = play(night_with_handicap(), "Ana", "Chiara")
    whole = json.loads(client.get(reverse("event-proved", args=[night.pk])).content)
    chiara = next(person["number"] for person in whole["people"] if person["name"] == "Chiara")
    claim = next(each for each in whole["event"]["handicap"]["given"] if each["person"] == chiara)
    claim["handicap"] |= forged
    with pytest.raises(Difference, match=where):
        check_facts(whole, Proof())


def test_a_club_file_brings_them_along_and_none_that_nobody_could_compute():
    night = night_with_handicap()
    file = rewritten(file_of(night.club), elsewhere)
    trap = {"rounds": 3, "cap": 2, "win": "1e999999999"}
    with pytest.raises(Refused, match="club-file-row"):
        brought(rewritten(file, lambda kind, row: row | {"handicap": trap} if kind == "event" else row))
    with pytest.raises(Refused, match="club-file-row"):
        brought(rewritten(file, lambda kind, row: row | {"handicap": trap} if kind == "entrant" else row))
    copy = brought(file).events.get()
    assert (given(copy), copy.handicap_terms) == (given(night), TERMS)


def test_the_director_switches_it_on_and_changes_points_on_the_page(client):
    night = make_night(names=["Ana", "Bruno", "Chiara"])
    rated(night, **STRENGTHS)
    sign_in(client, make_member(night.club, Member.Role.DIRECTOR))
    address = reverse("night-handicap", args=[night.pk])
    assert "Give a handicap by rating" in read(client, "night-handicap", night.pk)
    assert "A win is worth" in client.post(address, {"handicap": "on", "games": "0"}).content.decode()
    assert client.post(address, {"handicap": "on", "games": "3", "win": "20", "most": "2"}).status_code == 302
    assert given(night)["Chiara"] == 30
    chiara = night.entrants.get(player__name="Chiara").pk
    points = reverse("night-handicap-points", args=[night.pk])
    sent = {f"points{entrant.pk}": str(entrant.starts_with.points) for entrant in night.entrants.all()}
    refused = client.post(points, sent | {f"points{chiara}": "500"}).content.decode()
    assert "A handicap is from 0 to 180 points." in refused
    set_night_handicap(event_id=night.pk, terms=replace(TERMS, win=Fraction(3, 2)), actor=SYSTEM)
    assert "from 0 to 13½ points." in client.post(points, sent | {f"points{chiara}": "500"}).content.decode()
    set_night_handicap(event_id=night.pk, terms=TERMS, actor=SYSTEM)
    assert client.post(points, sent | {f"points{chiara}": "25"}).status_code == 302
    assert "The director has set this handicap: 25." in read(client, "night-handicap", night.pk)
    play(night, "Ana", "Chiara")
    assert "Save the handicaps" not in read(client, "night-handicap", night.pk)
    assert "The night has begun" in client.post(address, {}).content.decode()


def test_what_was_changed_elsewhere_meanwhile_stays(client):
    night = night_with_handicap("Bruno", "Chiara")
    sign_in(client, make_member(night.club, Member.Role.DIRECTOR))
    page = client.get(reverse("night-handicap", args=[night.pk])).content.decode()
    shown = dict(re.findall(r'name="((?:initial-)?points[0-9]+)" value="([^"]*)"', page))
    assert len(shown) == 4
    comes(night, "Ana")
    add_entrants_by_name(event_id=night.pk, names=["Ana"], actor=SYSTEM)
    bruno = night.entrants.get(player__name="Bruno").pk
    client.post(reverse("night-handicap-points", args=[night.pk]), shown | {f"points{bruno}": "5"})
    assert given(night) == {"Ana": 0, "Bruno": 5, "Chiara": 30}


def test_a_night_that_was_planned_with_the_settings_of_another_gives_them_too():
    night = night_with_handicap()
    assert open_coming(night_id=planned(like=night).pk, now=timezone.now(), actor=SYSTEM).handicap_terms == TERMS


def test_a_night_is_opened_with_it(client):
    club = make_club()
    sign_in(client, make_member(club, Member.Role.DIRECTOR))
    sent = {"name": "Night", "date": "2026-11-27", "names": "Ana", "handicap": "on", "games": "4", "most": "3"}
    assert client.post(reverse("event-new", args=[club.slug]) + "?game=vilnius", sent).status_code == 302
    night = club.events.get()
    assert night.handicap_terms == NightTerms(rounds=4, cap=3, win=Fraction(1))
    assert given(night) == {"Ana": 0}
