"""Who gets which prize of an event: computed whenever it is read, and told on its pages."""

import re
from datetime import date
from html import unescape

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import announce, correct, make_club, make_member, sign_in
from tests.tournament_scenes import begun, make_tournament, play_event, play_round
from tests.tournaments.files.club_files import brought, elsewhere, file_of, rewritten
from tests.tournaments.prizes.scenes import category, finished_night, give, played_night
from tournaments.audit import SYSTEM
from tournaments.models import Event, Member
from tournaments.selectors.prizes import given_prizes, prize_list
from tournaments.services.night import finish_event
from tournaments.services.prizes import set_categories, set_prizes
from tournaments.services.refusals import Refused
from tournaments.services.stage.entrants import expel, substitute, withdraw

pytestmark = pytest.mark.django_db


def won(event: Event) -> dict[str, tuple[list[str], int]]:
    """By the names of the prizes."""
    given = given_prizes(Event.objects.get(pk=event.pk))
    assert given is not None
    return {
        " + ".join(given.given.prizes[index].name for index in award.prizes): (
            [given.people[who].tag.name for who in award.holders],
            award.amount,
        )
        for award in given.awards
    }


def read(client: Client, event: Event, name: str = "event", query: str = "") -> str:
    answer = client.get(reverse(name, args=[event.pk]) + query)
    assert answer.status_code == 200
    return " ".join(unescape(re.sub("<[^>]*>", " ", answer.content.decode())).split())


@pytest.mark.parametrize(("role", "is_led"), [(Member.Role.DIRECTOR, True), (Member.Role.EVENING, False)])
def test_whoever_runs_the_club_is_led_to_its_categories(client, role, is_led):
    night = finished_night()
    user = make_member(night.club, role)
    Member.objects.filter(user=user).update(event=night if role == Member.Role.EVENING else None)
    sign_in(client, user)
    page = client.get(reverse("prizes", args=[night.pk])).content.decode()
    assert (f'href="{reverse("categories", args=[night.club.slug])}"' in page) is is_led


@pytest.mark.parametrize("make", [played_night, lambda: begun(4)], ids=["night", "tournament"])
def test_the_results_lead_whoever_directs_the_event_to_its_prizes(client, make):
    event = make()
    results, prizes = reverse("event", args=[event.pk]), f'href="{reverse("prizes", args=[event.pk])}?back=event"'
    assert prizes not in client.get(results).content.decode()
    sign_in(client, make_member(event.club, Member.Role.DIRECTOR))
    assert prizes in client.get(results).content.decode()


def test_the_best_junior_gets_the_more_valuable_prize_and_the_next_moves_up():
    night = finished_night()
    assert won(night) == {"Gold": (["Bruno"], 50), "Best junior": (["Chiara"], 30), "Silver": (["Ana"], 20)}


def test_an_event_looks_at_its_own_day():
    night = played_night()
    first, last = date(2026, 11, 1), date(2026, 11, 19)  # the night is on the 20th
    over = category(night.club, "Newcomer", "Ana", since=first, until=last)
    now = category(night.club, "Junior", "Ana", since=night.date, until=night.date)
    give(night, ("Best newcomer", 5, over), ("Best junior", 5, now))
    assert won(night) == {"Best newcomer": ([], 0), "Best junior": (["Ana"], 5)}


def test_a_late_correction_moves_prizes():
    night = finished_night()
    correct(night.tables.get(), 1, announce(1, 3, 0))
    assert won(night)["Gold"] == (["Chiara"], 50)


def test_the_prizes_of_an_event_that_is_over_are_worked_out_once_until_it_changes():
    night = finished_night()
    first = won(night)
    with CaptureQueriesContext(connection) as queries:
        assert won(night) == first
    assert not any("score" in query["sql"] for query in queries) and len(queries) == 3  # event, categories, names
    category(night.club, "Newcomer", "Dovas")
    give(night, ("Best newcomer", 5, night.club.categories.get(name="Newcomer")))
    assert won(night) == {"Best newcomer": (["Dovas"], 5)}
    set_categories(player=night.club.players.get(name="Dovas"), days={}, actor=SYSTEM)
    assert won(night) == {"Best newcomer": ([], 0)}


def test_in_a_tournament_those_with_equal_points_share_and_tie_breaks_decide_where_the_list_says_so():
    event = begun(4, stages=(("swiss", {"rounds": 2}),))
    play_round(event)
    give(event, ("Gold", 31, None), ("Silver", 20, None))
    assert sorted(amount for _, amount in won(event).values()) == [25]
    ((holders, _),) = won(event).values()
    assert len(holders) == 2
    play_round(event)
    give(event, ("Gold", 31, None), ("Silver", 20, None), ("Bronze", 9, None), shared=False)
    given = given_prizes(event)
    assert given and [award.amount for award in given.awards] == [31, 20, 9]


def test_whoever_withdraws_keeps_prizes_with_the_place_and_whoever_is_expelled_gets_none(client):
    event = begun(4, stages=(("swiss", {"rounds": 1}),))
    play_round(event)
    juniors = category(event.club, "Junior", *event.club.players.values_list("name", flat=True))
    give(event, ("Gold", 5, None), ("Best junior", 4, juniors), shared=False, one_each=False)
    ((winner,), _) = won(event)["Gold"]
    entrant = event.entrants.get(player__name=winner)
    withdraw(event_id=event.pk, entrant_id=entrant.pk, actor=SYSTEM)
    assert won(event) == {"Gold": ([winner], 5), "Best junior": ([winner], 4)}
    expel(event_id=event.pk, entrant_id=entrant.pk, reason="", actor=SYSTEM)
    ((other,), _) = won(event)["Gold"]
    assert won(event) == {"Gold": ([other], 5), "Best junior": ([other], 4)} and other != winner
    sign_in(client, make_member(event.club, Member.Role.DIRECTOR))
    line = "Whoever withdraws keeps the place, and a prize with it; whoever is expelled gets none."
    assert line in read(client, event, "prizes")
    night = played_night()
    sign_in(client, make_member(night.club, Member.Role.DIRECTOR))
    assert line not in read(client, night, "prizes")  # nobody withdraws there


def test_places_of_a_bracket_bring_prizes_too():
    event = play_event(begun(4, stages=(("single-elimination", {}),)))
    play_round(event)
    give(event, ("Gold", 5, None), least_tables=1)
    assert len(won(event)) == 1


def test_whoever_played_too_seldom_gets_none():
    night = played_night()
    give(night, ("Gold", 5, None), least_tables=2)
    assert won(night) == {"Gold": ([], 0)}


def test_the_results_tell_what_can_be_won_and_then_who_has_and_why(client):
    night = played_night()
    juniors = category(night.club, "Junior", "Chiara", "Ana")
    give(night, ("Gold", 50, None), ("Silver", 20, None), ("Best junior", 30, juniors))
    text = read(client, night)
    assert "To be won Gold: 50 € Silver: 20 € Best junior (Junior): 30 €" in text and "Why these prizes?" not in text
    finish_event(event_id=night.pk, actor=SYSTEM)
    for page in ("event", "report"):
        text = read(client, night, page)
        assert "Gold BR Bruno 50 €" in text and "Why these prizes? Gold: Place 1 overall." in text
        assert "Best junior (Junior) CH Chiara 30 €" in text
        assert "Best junior: Number 1 in Junior, place 2 overall." in text
        assert "Place 3 overall. Chiara stands higher and has another prize: Best junior." in text


@pytest.mark.parametrize("rounds", [False, True])
def test_the_wall_shows_who_has_which_prize_once_the_event_is_over(client, rounds):
    event = begun(4, stages=(("swiss", {"rounds": 1}),)) if rounds else played_night()
    give(event, *[(f"Prize {number}", 20 - number, None) for number in range(8)], shared=False)
    assert 'data-sheet="prizes' not in client.get(reverse("wall", args=[event.pk])).content.decode()
    if rounds:
        play_round(event)
    finish_event(event_id=event.pk, actor=SYSTEM)
    page = client.get(reverse("wall", args=[event.pk])).content.decode()
    sheets = re.findall(r'data-sheet="([\w-]+)"', page)
    assert [sheet for sheet in sheets if sheet.startswith("prizes")] == ["prizes-1"]
    ((winner,), _) = won(event)["Prize 0"]
    assert f"Prize 0: 20 € {winner} Prize 1: 19 €" in read(client, event, "wall") and "Prize 4" not in page
    assert sheets.index("podium") < sheets.index("prizes-1") and (rounds or f'data-sheets="{len(sheets)}"' in page)


@pytest.mark.parametrize("rounds", [False, True])
def test_the_wall_shows_standings_of_each_category_that_has_somebody_while_they_play_and_after(client, rounds):
    event = begun(4, stages=(("swiss", {"rounds": 1}),)) if rounds else played_night()
    names = list(event.club.players.values_list("name", flat=True))
    juniors = category(event.club, "Junior", *names[:2])
    category(event.club, "Newcomer")
    before = read(client, event, "wall")
    give(event, ("Best junior", 30, juniors))
    assert "Place overall" not in before and "Newcomer" not in read(client, event, "wall")
    if rounds:
        play_round(event)
    for over in (False, True):
        if over:
            finish_event(event_id=event.pk, actor=SYSTEM)
        page = client.get(reverse("wall", args=[event.pk])).content.decode()
        sheets = re.findall(r'data-sheet="([\w-]+)"', page)
        assert f"category-{juniors.pk}" in sheets and (rounds or f'data-sheets="{len(sheets)}"' in page)
        assert "Standings · Junior Place in the category Player Place overall 1" in read(client, event, "wall")
        assert rounds or "data-outline" not in page  # figures move it, so every change is fetched


def test_the_wall_shows_the_first_twenty_of_a_category_and_says_of_how_many(client):
    event = begun(24, stages=(("swiss", {"rounds": 1}),))
    play_round(event)
    category(event.club, "Any", *event.club.players.values_list("name", flat=True))
    give(event)
    assert "Standings · Any 1–20/24 Place in the category" in read(client, event, "wall")


def test_the_standings_of_a_category_are_on_the_page_of_results(client):
    night = finished_night()
    juniors = night.club.categories.get()
    text = read(client, night, query=f"?category={juniors.pk}")
    assert "Place overall 1 CH Chiara 2 2 AN Ana 3" in text
    assert "# Player" in read(client, night, query="?category=junior")
    assert "# Player" in read(client, night, query=f"?category={'9' * 5000}")


def names_in(client: Client, event: Event, category: str) -> list[str]:
    """Whom a program reads in the standings of a category."""
    answer = client.get(f"/api/1/events/{event.pk}/standings", {"category": category})
    return [row["player"] for row in answer.json()["rows"]]


def test_programs_and_files_read_the_standings_of_a_category(client, capsys):
    night = finished_night()
    category(night.club, "Over 60", "Dovas", since=date(2026, 11, 21))  # the day after
    assert [names_in(client, night, name) for name in ("Junior", "Over 60", "junior")] == [["Chiara", "Ana"], [], []]
    chosen = {"category": night.club.categories.get(name="Junior").pk}
    page = client.get(reverse("event", args=[night.pk]), chosen).content.decode()
    (address,) = re.findall(r'href="([^"]*standings.csv[^"]*)"', page)
    lines = client.get(address).getvalue().decode().splitlines()[1:]
    assert [line.split(",")[::2][:2] for line in lines] == [["2", "Chiara"], ["3", "Ana"]]
    call_command("export", "standings", f"--event={night.pk}", "--category=Junior")
    assert capsys.readouterr().out.splitlines()[1:] == lines
    Event.objects.filter(pk=night.pk).update(prizes=None)  # who is of which category is told with a list alone
    assert names_in(client, night, "Junior") == []


def test_in_a_tournament_a_category_is_of_those_who_entered_in_each_of_its_stages(client):
    event = begun(4, stages=(("swiss", {"rounds": 1}),))
    play_round(event)
    entrant = event.entrants.get(player__name="P1")
    substitute(event_id=event.pk, entrant_id=entrant.pk, name="Eva", actor=SYSTEM)
    category(event.club, "Senior & co", "P1", "P3")
    category(event.club, "Junior", "Eva")
    give(event)
    assert sorted(names_in(client, event, "Senior & co")) == ["Eva", "Eva", "P3", "P3"]
    assert names_in(client, event, "Junior") == []


def test_an_event_without_a_list_costs_no_query_more_and_one_with_a_list_one(client):
    night = finished_night()
    listed = prize_list(night)
    counts = {}
    for prizes in (listed, None):
        set_prizes(event_id=night.pk, prizes=prizes, actor=SYSTEM)
        with CaptureQueriesContext(connection) as queries:
            read(client, night)
        counts[prizes is None] = len(queries)
    assert counts[False] - counts[True] == 1
    assert not any("category" in query["sql"] for query in queries)


def test_a_list_that_contradicts_itself_is_refused_by_the_service():
    night = played_night()
    with pytest.raises(Refused, match="prize-rises"):
        give(night, ("Gold", 5, None), ("Silver", 6, None))
    with pytest.raises(Refused, match="category-gone"):
        give(night, ("Gold", 5, category(make_club(name="Elsewhere"), "Junior")))


def test_winners_have_a_certificate_that_names_the_prize_and_the_list_can_be_printed(client):
    night = played_night()
    give(night, ("Gold", 50, None), ("Best newcomer", 0, category(night.club, "Newcomer", "Dovas")))
    assert client.get(reverse("print-sheet", args=[night.pk, "prizes"])).status_code == 404
    finish_event(event_id=night.pk, actor=SYSTEM)
    address = reverse("print-sheet", args=[night.pk, "certificates"])
    text = " ".join(re.sub("<[^>]*>", " ", client.get(address).content.decode()).split())
    assert "Bruno Place 1 Gold: 50 € Date" in text and "Chiara Place 2 Date" in text
    assert "Dovas Place 4 Best newcomer (Newcomer) Date" in text
    address = reverse("print-sheet", args=[night.pk, "prizes"])
    text = " ".join(re.sub("<[^>]*>", " ", client.get(address).content.decode()).split())
    assert "Best newcomer Dovas Number 1 in Newcomer, place 4 overall." in text


def test_the_standings_of_a_category_can_be_printed(client):
    night = finished_night()
    address = reverse("print-sheet", args=[night.pk, "standings"])
    of_all = client.get(address).content.decode()
    juniors = re.search(r'href="\?category=(\d+)">Junior<', of_all)
    assert juniors and "Place overall" not in of_all
    sheet = client.get(address, {"category": juniors[1]}).content.decode()
    text = " ".join(re.sub("<[^>]*>", " ", sheet[sheet.index('class="printed') :]).split())
    assert "Junior Place Player Place overall 1 Chiara 2 2 Ana 3" in text and "Bruno" not in text
    assert "Bruno" in client.get(address, {"category": "no number"}).content.decode()


def test_programs_and_files_read_who_gets_which_prize(client):
    night = finished_night()
    rows = client.get(f"/api/1/events/{night.pk}/prizes").json()["rows"]
    assert [(row["prize"], row["category"], row["winner"], row["place"], row["share"], row["why"]) for row in rows] == [
        ("Gold", None, "Bruno", 1, 50, "won"),
        ("Silver", None, "Ana", 3, 20, "won"),
        ("Best junior", "Junior", "Chiara", 2, 30, "won"),
    ]
    lines = client.get(reverse("event-file-csv", args=[night.pk, "prizes"])).getvalue().decode()
    assert "Best junior" in lines
    assert "prizes.csv" in client.get(reverse("event-files", args=[night.pk])).content.decode()
    give(night, ("Gold", 5, category(night.club, "Senior")))
    (row,) = client.get(f"/api/1/events/{night.pk}/prizes").json()["rows"]
    assert (row["winner"], row["winner_id"], row["share"], row["why"]) == (None, None, None, "nobody")
    set_prizes(event_id=night.pk, prizes=None, actor=SYSTEM)
    assert client.get(f"/api/1/events/{night.pk}/prizes").json()["rows"] == []
    assert "prizes.csv" not in client.get(reverse("event-files", args=[night.pk])).content.decode()


def test_a_list_goes_along_with_its_club_and_finds_its_categories_there():
    night = finished_night()
    there = brought(rewritten(file_of(night.club), elsewhere))
    assert there.categories.get() != night.club.categories.get()
    assert won(there.events.get()) == won(night)
    assert [stay.player.name for stay in there.categories.get().stays.order_by("player__name")] == ["Ana", "Chiara"]


def test_a_category_that_is_nowhere_has_nobody_in_it(client):
    night = finished_night()
    listed = prize_list(night)
    assert listed
    stored = listed.stored
    stored["prizes"][2]["category"] = 10**9
    Event.objects.update(prizes=stored)
    assert won(night)["Best junior"] == ([], 0)
    assert "Best junior Nobody gets it" in read(client, night)


def test_the_desk_leads_to_the_prizes_once_nothing_is_left_to_play_and_says_nothing_without_a_list(client):
    night = played_night()
    sign_in(client, make_member(night.club, Member.Role.DIRECTOR))
    assert "who would get" not in read(client, night, "desk")
    give(night, ("Gold", 50, None), ("Silver", 20, None))
    assert "2 prizes: who would get them now" in read(client, night, "desk")
    finish_event(event_id=night.pk, actor=SYSTEM)
    assert "2 prizes: who gets them" in read(client, night, "desk")


def test_the_desk_of_a_tournament_leads_to_the_prizes_after_its_last_round(client):
    event = make_tournament(4, stages=(("single-elimination", {}),))
    give(event, ("Gold", 50, None))
    sign_in(client, make_member(event.club, Member.Role.DIRECTOR))
    assert "who would get" not in read(client, event, "desk")
    play_event(event)
    assert "1 prize: who would get it now" in read(client, event, "desk")
