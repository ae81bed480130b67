"""Tonight like last week: the same night once more, and the same people."""

import re
from datetime import date, timedelta

import pytest
from django.http import HttpResponse as Response
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import NAMES, announce, deal, make_club, make_night, seat_table
from tests.tournament_scenes import make_tournament
from tests.tournaments.prizes.scenes import category, give
from tournaments.audit import SYSTEM
from tournaments.formats.seating import seat_with_others
from tournaments.models import Club, Event, Table
from tournaments.selectors.access import free_players
from tournaments.selectors.club.clubs import club_page, roster
from tournaments.selectors.night.desk import desk, met_lately
from tournaments.selectors.night.standings import event_standings
from tournaments.selectors.prizes import prize_list
from tournaments.services.club.clubs import set_event_visibility
from tournaments.services.desk.actions import no_show, open_again
from tournaments.services.night import discard_event, finish_event, mark_left
from tournaments.services.table.confirmations import set_confirmation
from tournaments.services.table.life import adjourn_table, end_table, resume_table

pytestmark = pytest.mark.django_db


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


TONIGHT = date(2026, 11, 27)


@pytest.fixture
def director(client: Client) -> Client:
    make_club()
    client.force_login(Club.objects.get().members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def again(like: Event, **given: object) -> Event:
    return open_again(event_id=like.pk, actor=SYSTEM, **{"date": TONIGHT, **given})


def test_a_night_once_more_has_the_same_game_rules_and_confirmation_and_nobody_in_it():
    like = make_night(game="protean", rules={"score": "cubits"})
    rule = {"mode": "deal", "accept_minutes": None, "correction_minutes": 5, "shared_phones": True}
    set_confirmation(event_id=like.pk, actor=SYSTEM, **rule)
    set_event_visibility(event_id=like.pk, visibility="private", actor=SYSTEM)
    night = again(like)
    assert (night.name, night.game, night.game_rules, night.date) == ("Friday", "protean", like.game_rules, TONIGHT)
    night.refresh_from_db()
    assert (night.confirmation, night.accept_minutes, night.correction_minutes, night.shared_phones) == (
        "deal", None, 5, True,
    )  # fmt: skip
    assert night.visibility == "private"
    assert not night.entrants.exists()


@pytest.mark.parametrize("make", [make_night, make_tournament])
def test_prizes_and_the_categories_they_are_for_go_along(make):
    like = make()
    give(like, ("Gold", 50, None), ("Best junior", 30, category(like.club, "Junior")), least_tables=2)
    event = again(like)
    assert event != like and prize_list(event) == prize_list(like)
    assert event.audit_entries.filter(action="prizes-set").count() == 1


def test_a_tournament_once_more_has_the_same_stages_and_other_seeds():
    like = make_tournament(6, stages=(("swiss", {"rounds": 3}), ("single-elimination", {"qualify": {"size": 4}})))
    event = again(like, name="Open II")
    plans = [list(each.stages.values_list("format", "options")) for each in (like, event)]
    assert plans[0] == plans[1]
    assert (event.name, event.entrants.count()) == ("Open II", 0)


def test_a_night_asked_for_twice_is_opened_once():
    like = make_night()
    assert again(like) == again(like)


def test_a_night_that_goes_on_is_gone_to_and_not_opened_beside_it():
    night = make_night(on=TONIGHT)
    seat_table(night, "Ana", "Bruno")
    assert again(night) == night


def test_the_club_offers_its_newest_night_of_each_name():
    club = make_club()
    old, new = make_night(club=club), make_night(club=club, on=TONIGHT)
    other = again(old, name="Our Tuesday", date=date(2026, 11, 24))
    discarded = again(old, name="A mistake")
    discard_event(event_id=discarded.pk, actor=SYSTEM)
    assert [night.pk for night in club_page(club.slug).again] == [new.pk, other.pk]


def test_who_came_last_time_is_ticked_and_who_comes_most_stands_first():
    club = make_club()
    make_night(club=club, names=("Dovas", "Elena"), on=TONIGHT - timedelta(14))
    like = make_night(club=club, names=("Bruno", "Dovas"), on=TONIGHT - timedelta(7))
    page = desk(again(like).pk, now=timezone.now())
    ticked = [(row.facts["full_name"], bool(row.facts["ticked"])) for row in page.absent]
    assert ticked == [("Dovas", True), ("Bruno", True), ("Elena", False)]
    assert page.last_time == 2


def test_who_left_before_their_first_deal_had_not_come_and_who_left_after_it_had():
    club = make_club()
    like = make_night(club=club, names=NAMES[:4], on=TONIGHT - timedelta(7))
    table = seat_table(like, *NAMES[:3])
    no_show(seat_id=table.seats.get(index=2).pk, reason="", actor=SYSTEM)
    deal(table, announce(1, 3, 3))
    end_table(table_id=table.pk, actor=SYSTEM)
    ids = {entrant.player.name: entrant.pk for entrant in like.entrants.select_related("player")}
    mark_left(event_id=like.pk, entrant_id=ids["Ana"], actor=SYSTEM)
    finish_event(event_id=like.pk, actor=SYSTEM)
    assert {row.player.name for row in event_standings(like)} == {"Ana", "Bruno", "Dovas"}
    assert [night.player_count for night in club_page(club.slug).recent] == [3]
    nights = {"Ana": 1, "Bruno": 1, "Chiara": 0, "Dovas": 1}
    assert {player.name: player.night_count for player in roster(club)} == nights
    assert {player.name: player.night_count for player in free_players(club)} == nights
    absent = {
        row.facts["full_name"]: bool(row.facts["ticked"]) for row in desk(again(like).pk, now=timezone.now()).absent
    }
    assert absent == {"Ana": True, "Bruno": True, "Chiara": False, "Dovas": True}


def test_who_went_home_from_a_table_that_is_carried_on_another_night_had_come():
    club = make_club()
    like = make_night(club=club, names=NAMES[:2], on=TONIGHT - timedelta(7))
    table = seat_table(like, *NAMES[:2])
    deal(table, announce(1, 3, 3))
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    for entrant in like.entrants.all():
        mark_left(event_id=like.pk, entrant_id=entrant.pk, actor=SYSTEM)
    finish_event(event_id=like.pk, actor=SYSTEM)
    later = make_night(club=club, names=(), on=TONIGHT)
    resume_table(table_id=table.pk, event_id=later.pk, actor=SYSTEM)
    like.refresh_from_db()
    assert {row.player.name for row in event_standings(like)} == {*NAMES[:2]}
    assert [night.player_count for night in club_page(club.slug).recent if night.pk == like.pk] == [2]


def test_a_night_that_everybody_left_before_it_began_is_not_last_time():
    club = make_club()
    make_night(club=club, names=("Bruno",), on=TONIGHT - timedelta(14))
    empty = make_night(club=club, names=("Ana",), on=TONIGHT - timedelta(7))
    mark_left(event_id=empty.pk, entrant_id=empty.entrants.get().pk, actor=SYSTEM)
    absent = desk(again(empty).pk, now=timezone.now()).absent
    assert [row.facts["full_name"] for row in absent if row.facts["ticked"]] == ["Bruno"]


def test_nobody_is_ticked_once_somebody_has_come():
    club = make_club()
    make_night(club=club, names=NAMES[:4], on=TONIGHT - timedelta(7))
    night = make_night(club=club, names=NAMES[:1], on=TONIGHT)
    assert desk(night.pk, now=timezone.now()).last_time == 0


def test_the_opponents_of_the_last_weeks_are_avoided():
    met = {frozenset(pair) for pair in (("A", "B"), ("C", "D"), ("E", "F"), ("G", "H"), ("A", "C"), ("B", "D"))}
    tables = seat_with_others("ABCDEFGH", [2] * 4, met=lambda one, other: int({one, other} in met), seed=3)
    assert not [table for table in tables if set(table) in met]
    assert tables == seat_with_others("ABCDEFGH", [2] * 4, met=lambda one, other: int({one, other} in met), seed=3)


def test_tonights_opponents_weigh_more_than_those_of_last_week():
    club = make_club()
    before = make_night(club=club, names=NAMES[:4], on=TONIGHT - timedelta(7))
    seat_table(before, "Ana", "Bruno")
    night = make_night(club=club, names=NAMES[:4], on=TONIGHT)
    seat_table(night, "Ana", "Chiara")
    ids = {player.name: player.pk for player in club.players.all()}
    met = met_lately(night)
    weights = [met[frozenset((ids["Ana"], ids[name]))] for name in ("Chiara", "Bruno", "Dovas")]
    assert weights[0] > weights[1] > weights[2] == 0


def test_tonight_like_last_week_takes_four_posts_or_pages(director):
    """Same as last time · they are here · show the tables · open these tables."""
    like = make_night(club=Club.objects.get(), names=NAMES)
    assert reverse("event-again", args=[like.pk]) in director.get(f"/clubs/{like.club.slug}/").text
    desk_page = director.post(reverse("event-again", args=[like.pk]), follow=True)
    night = Event.objects.exclude(pk=like.pk).get()
    ticked = [row.facts["player"] for row in desk_page.context["desk"].absent if row.facts["ticked"]]
    assert desk_page.text.count(" checked>") == len(ticked) == len(NAMES)
    desk_page = director.post(reverse("desk-here", args=[night.pk]), {"players": ticked}, follow=True)
    size = desk_page.context["sizes"][0][0]
    shown = director.get(reverse("desk-seating", args=[night.pk]), {"how": "others", "size": size}, follow=True)
    seats = {f"seat-{each.pk}": n for n, group in shown.context["drawn"].tables for each in group}
    drawn = shown.context["drawn"]
    director.post(shown.request["PATH_INFO"], {"how": drawn.how, "seed": drawn.seed, **seats})
    assert [table.seats.count() for table in night.tables.all()] == [4, 4]


@pytest.fixture
def adjourned() -> Table:
    """Last week's table of Ana, Bruno and Chiara."""
    last = make_night(club=Club.objects.get(), names=NAMES, on=TONIGHT - timedelta(7))
    table = seat_table(last, *NAMES[:3])
    deal(table, announce(1, 3, 3))
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=last.pk, actor=SYSTEM)
    return table


def seats_shown(director: Client, night: Event, how: str) -> tuple[Response, list[set[str]], set[str]]:
    shown = director.get(reverse("desk-seating", args=[night.pk]), {"how": how, "size": 4}, follow=True)
    drawn = shown.context["drawn"]
    tables = [{entrant.player.name for entrant in group} for group in drawn.groups if group]
    return shown, tables, {entrant.player.name for entrant in drawn.waiting}


@pytest.mark.parametrize("how", ["others", "year", "random", "standings"])
def test_an_adjourned_table_whose_people_are_all_here_is_offered_first_and_nobody_of_it_is_seated_elsewhere(
    director, adjourned, how
):
    night = make_night(club=Club.objects.get(), names=NAMES, on=TONIGHT)
    desk_page = director.get(reverse("desk", args=[night.pk]))
    assert "let it play on first" in desk_page.text
    assert [row.facts["table"] for row in desk_page.context["desk"].play_on] == [str(adjourned.pk)]
    assert desk_page.context["sizes"][0][1] == "3 + 2"
    shown, tables, waiting = seats_shown(director, night, how)
    assert set().union(*tables) == set(NAMES[3:]) and waiting == set(NAMES[:3])
    assert "Adjourned: table 1 of “Friday”, with Ana, Bruno and Chiara." in words(shown.text)
    assert "they wait under “Not now”" in words(shown.text)
    director.post(reverse("desk-resume", args=[night.pk]), {"table": adjourned.pk})
    shown, tables, waiting = seats_shown(director, night, how)
    assert set().union(*tables) == set(NAMES[3:]) and not waiting and "Adjourned:" not in shown.text


def test_who_has_an_adjourned_table_but_not_everybody_for_it_is_seated_and_that_is_said(director, adjourned):
    night = make_night(club=Club.objects.get(), names=NAMES[1:], on=TONIGHT)
    assert "let it play on first" not in director.get(reverse("desk", args=[night.pk])).text
    shown, tables, waiting = seats_shown(director, night, "random")
    assert set().union(*tables) == set(NAMES[1:]) and not waiting
    assert "Adjourned: table 1 of “Friday”, with Bruno and Chiara. Not everybody of it is free" in words(shown.text)


def test_where_only_people_of_an_adjourned_table_are_free_they_all_wait_for_the_directors_hand(director, adjourned):
    night = make_night(club=Club.objects.get(), names=NAMES[:4], on=TONIGHT)
    _shown, tables, waiting = seats_shown(director, night, "random")
    assert (tables, waiting) == ([], set(NAMES[:4]))


def test_who_was_seated_by_another_director_meanwhile_leads_back_to_the_desk(director):
    night = make_night(club=Club.objects.get(), names=NAMES[:3])
    posted = {f"seat-{pk}": "1" for pk in night.entrants.values_list("pk", flat=True)}
    seat_table(night, *NAMES[:3])
    answer = director.post(reverse("desk-seating", args=[night.pk]), {"how": "by-hand", **posted}, follow=True)
    assert answer.redirect_chain[0][0] == reverse("desk", args=[night.pk])
    assert "list of players has changed" in answer.text
    assert night.tables.count() == 1


def test_before_anybody_has_come_the_desk_asks_for_that_alone(director):
    night = make_night(club=Club.objects.get(), names=())
    answer = director.get(reverse("desk", args=[night.pk]))
    assert "Who has come?" in answer.text and "players are free" not in answer.text
