"""Statistics and records of a club, a player and an event, each figure with what it rests on."""

import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.games import GAMES
from scoring.statistics import Mean
from tests.factories import announce, deal, make_club, make_night, seat_table, whole_vilnius_game
from tests.tournaments.season.seasons import FIRST, a_season
from tournaments.audit import SYSTEM
from tournaments.models import Club, ClubCounts, Event, EventFeat, Player
from tournaments.selectors.statistics.counting import ACHIEVEMENTS
from tournaments.selectors.statistics.pages import Holding, RecordKind, club_statistics
from tournaments.selectors.table.cards import PlayerTag
from tournaments.services.club.clubs import set_event_visibility
from tournaments.services.night import finish_event
from tournaments.services.table.life import end_table
from tournaments.words.statistics.announcements import announcement_figures, boldness
from tournaments.words.statistics.figures import band_text, share_text
from tournaments.words.statistics.pages import (
    RECORDS,
    WORDS,
    ShownHolding,
    ShownRecord,
    linked_once,
    wanted_records,
)

pytestmark = pytest.mark.django_db


def night_of(club: Club, *names: str, week: int = 0, exact: int = 3) -> Event:
    """At which the second of the table announces 3 so many times exactly, then once not."""
    night = make_night(club=club, names=names, on=date(2026, 1, 1) + timedelta(weeks=week))
    table = seat_table(night, *names)
    for kind in (3, 2, 4)[:exact]:
        deal(table, announce(1, kind, kind))
        deal(table, announce(0, kind, 6))
    deal(table, announce(1, 5, 4))
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    return night


def page(client: Client, name: str, *args: object) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return answer.content.decode()


def held(club: Club, wanted: RecordKind, **given: set[int]) -> list[tuple[str, int]]:
    found = club_statistics(club.slug, wanted={"vilnius": [wanted]}, **given)
    return [(each.player.name, each.value) for record in found.records for each in record.holdings]


def test_a_record_is_held_by_all_who_reached_it_the_first_first():
    club = make_club()
    first = night_of(club, "Ana", "Bruno")
    night_of(club, "Ana", "Chiara", week=1)
    streak = RecordKind("streak")
    assert held(club, streak) == [("Bruno", 3), ("Chiara", 3)]
    EventFeat.objects.filter(player__name="Chiara").update(value=4)
    assert held(club, streak) == [("Chiara", 4)]
    assert held(club, RecordKind("streak", lowest=True)) == [("Bruno", 3)]
    set_event_visibility(event_id=first.pk, visibility="private", actor=SYSTEM)
    assert held(club, RecordKind("streak", lowest=True), stricter=set()) == [("Chiara", 4)]


def test_who_is_anonymous_stands_in_no_list_and_moves_nobody_elses_figures():
    club = make_club()
    night_of(club, "Ana", "Bruno")
    before = club_statistics(club.slug, wanted={})
    Player.objects.filter(name="Bruno").update(anonymised_at="2026-02-01T00:00Z")
    after = club_statistics(club.slug, wanted={"vilnius": [RecordKind("streak")]})
    assert after.everybody == before.everybody
    assert [each.player.name for each in after.players] == ["Ana"] and after.records == []


def test_the_pages_name_the_records_the_figures_and_lead_to_the_deals(client):
    club = make_club()
    night = night_of(club, "Ana", "Bruno")
    bruno = Player.objects.get(name="Bruno")
    deal_address = f"{reverse('table', args=[night.tables.get().pk])}#deal-5"
    for text in (
        page(client, "statistics", club.slug),
        page(client, "player-statistics", bruno.pk),
        page(client, "event-statistics", night.pk),
    ):
        assert "3 in a row" in text and deal_address in text
        assert reverse("definitions") in text
    assert reverse("event-statistics", args=[night.pk]) in page(client, "event", night.pk)
    assert reverse("player-statistics", args=[bruno.pk]) in page(client, "player", bruno.pk)
    assert "Wilson" in page(client, "definitions")


def test_before_anything_is_over_the_pages_say_when_it_begins_and_of_other_games_there_is_nothing(client):
    night = make_night()
    ana = Player.objects.get(name="Ana")
    assert "when the first night is over" in page(client, "statistics", "neris")
    assert "when the first night is over" in page(client, "player-statistics", ana.pk)
    assert "when the event is over" in page(client, "event-statistics", night.pk)
    assert client.get(reverse("statistics-game", args=["neris", "vilnius"])).status_code == 404
    Player.objects.filter(pk=ana.pk).update(anonymised_at="2026-02-01T00:00Z")
    assert client.get(reverse("player-statistics", args=[ana.pk])).status_code == 404


def test_a_whole_game_is_told_as_its_sheets(client):
    night = make_night(names=["Ana", "Bruno"])
    table = seat_table(night, "Ana", "Bruno")
    for payload in whole_vilnius_game(2):
        deal(table, payload)
    finish_event(event_id=night.pk, actor=SYSTEM)
    text = page(client, "event-statistics", night.pk)
    assert "160 of 160 possible points, 16 exact" in text
    assert "16 in a row" in text


def test_a_table_of_the_figures_has_its_address_and_leaves_the_pictures_and_records_out(client):
    club = make_club()
    night = night_of(club, "Ana", "Bruno")
    for address in (reverse("statistics", args=[club.slug]), reverse("event-statistics", args=[night.pk])):
        pictures, table = (client.get(address, asked).content.decode() for asked in ({}, {"table": "announcement"}))
        assert "3 in a row" in pictures and "Tricks beyond" not in pictures
        assert "3 in a row" not in table and "Tricks beyond" in table
        assert client.get(address, {"table": "weather"}).status_code == 404


def test_what_a_tab_is_called_stands_below_it(client):
    night = night_of(make_club(), "Ana", "Bruno")
    pictures = page(client, "event-statistics", night.pk)
    assert pictures.index('aria-current="page">Pictures') < pictures.index('class="findings"')
    table = client.get(reverse("event-statistics", args=[night.pk]), {"table": "players"}).content.decode()
    assert "Left a sheet: points that the same tricks could have brought" in table


def test_a_club_without_records_says_so_under_the_heading_that_the_menu_promises(client):
    club = make_club()
    night = make_night(club=club, names=("Ana", "Bruno"))
    deal(seat_table(night, "Ana", "Bruno"), announce(1, 3, 2))
    end_table(table_id=night.tables.get().pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    text = page(client, "statistics", club.slug)
    assert "<h1>Statistics and records</h1>" in text
    assert "<h2>Records</h2>" in text and "None so far." in text


@pytest.mark.parametrize(
    ("off", "says"),
    [(0, "as many tricks too many as too few"), (-60, "missing than beyond: bold"), (60, "beyond than missing: shy")],
)
def test_the_first_sentence_says_what_bold_and_shy_mean(off, says):
    counts = {"made:3": 100, "exact:3": 50, "off:3": off, "off-squared:3": 80}
    assert says in announcement_figures(counts, None).lead


def test_of_many_announcements_the_heading_names_only_what_chance_does_not_explain():
    counts = {"made:3": 400, "exact:3": 200, "turn-made:4.1": 200, "turn-exact:4.1": 101}
    trumps = {"trump-made:S": 200, "trump-exact:S": 101, "trump-made:H": 200, "trump-exact:H": 99}
    seats = {"turn-made:4.4": 200, "turn-exact:4.4": 60}
    pictures = announcement_figures(counts | trumps | seats, None).pictures
    assert [(picture.title, picture.about) for picture in pictures] == [
        ("No trump is clearly easier", "Exact, by trump. The differences so far may be chance."),
        ("Hardest as 4 of 4", "Exact, by who declares first to last"),
    ]


def test_below_five_nothing_is_said_below_thirty_a_range_and_then_the_share():
    assert [share_text(3, 4), share_text(7, 16), share_text(15, 30)] == ["–", "23–67 %", "50 %"]
    assert band_text(Mean(0, 6, 4)) == "–"
    assert band_text(Mean(0, 12, 8)) == "−0.9 to +0.9"
    assert band_text(Mean(-40, 80, 100)) == "−0.4 ± 0.2"
    assert band_text(Mean(0, 0, 9)) == "–"


def test_bold_is_who_takes_fewer_tricks_than_announced_for_sure():
    assert boldness(Mean(-40, 80, 100)).startswith("bold")
    assert boldness(Mean(40, 80, 100)).startswith("shy")
    assert boldness(Mean(-4, 80, 100)).startswith("neither")
    assert boldness(Mean(-20, 20, 20)) == ""


def test_the_picture_says_which_announcements_succeed_most_and_least():
    counts = {"made:3": 40, "exact:3": 10, "made:6": 30, "exact:6": 15, "made:0": 4, "exact:0": 4}
    figures = announcement_figures(counts, None)
    assert "announcing 6 (50 % of 30), least often when announcing 3 (25 % of 40)" in figures.says
    assert figures.chart is not None
    assert [bar.y is None for bar in figures.chart.bars] == [True, False, False]


@pytest.mark.parametrize("key", GAMES)
def test_what_a_game_counts_has_its_words(key):
    game = GAMES[key]
    assert game.sheet in WORDS or not game.count_names
    records, told = {words.wanted.kind for words in RECORDS}, {each.kind for each in ACHIEVEMENTS}
    assert records | told >= set(game.feat_kinds)
    assert {wanted.kind for wanted in wanted_records()[key]} == set(game.feat_kinds) & records


def test_a_page_asks_as_often_for_many_players_and_years_as_for_few(client):
    few, many = make_club(name="Few"), make_club(name="Many")
    counts = ClubCounts(club=few, game="vilnius", counts={"made:3": 9, "exact:3": 4})
    for club, players in ((few, 2), (many, 40)):
        night = night_of(club, "Ana", "Bruno")
        rows = Player.objects.bulk_create(Player(club=club, name=f"Player {n}") for n in range(players))
        ClubCounts.objects.bulk_create(
            ClubCounts(club=club, game="vilnius", player=player, counts=counts.counts) for player in rows
        )
        template = EventFeat.objects.get(event=night)
        facts = {"event": night, "club": club, "table": template.table, "game": "vilnius", "kind": "streak"}
        EventFeat.objects.bulk_create(
            EventFeat(**facts, player=player, value=4, deal=3, date=night.date) for player in rows
        )
    asked = []
    for club in (few, many):
        bruno = club.players.get(name="Bruno")
        with CaptureQueriesContext(connection) as queries:
            page(client, "statistics", club.slug)
            page(client, "player-statistics", bruno.pk)
            page(client, "event-statistics", club.events.get().pk)
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 24


@pytest.mark.parametrize(
    ("table", "same"), [("players", ["?table=players"] * 2), ("announcement", ["", "?table=announcement"])]
)
def test_another_games_figures_are_opened_at_the_same_table_if_it_has_one(client, table, same):
    club = make_club()
    season = a_season(club)
    for game, rules in (("vilnius", {}), ("colonial-italian", {"cards": "optional", "deals": 1})):
        night = make_night(club=club, game=game, rules=rules, names=("Ana", "Bruno"), on=FIRST)
        first = announce(1, 3, 3) if game == "vilnius" else {"dealer": 0, "claimed": [1]}
        opened = seat_table(night, "Ana", "Bruno")
        deal(opened, first)
        opened.refresh_from_db()
        if opened.status == "playing":
            end_table(table_id=opened.pk, actor=SYSTEM)
        finish_event(event_id=night.pk, actor=SYSTEM)
    for name, subject in (("statistics-game", club.slug), ("season-statistics-game", season.pk)):
        answer = client.get(reverse(name, args=[subject, "vilnius"]), {"table": table})
        addresses = [reverse(name, args=[subject, game]) for game in ("colonial-italian", "vilnius")]
        links = re.findall(rf'href="({"|".join(addresses)})([^"]*)"', answer.content.decode())
        assert sorted(links) == list(zip(addresses, same, strict=True))
        assert [client.get("".join(link)).status_code for link in links] == [200, 200]


def test_of_records_that_one_deal_holds_the_first_leads_there():
    tag = PlayerTag(id=1, name="Ana", short_name="Ana", colour="teal")
    holdings = [
        Holding(tag, 1, table, date(2026, 1, 1), 3, deal, {}) for table, deal in ((7, 4), (7, 4), (7, 5), (8, 4))
    ]
    records = [ShownRecord("Record", [ShownHolding(holding, "3")]) for holding in holdings]
    assert [record.holdings[0].is_linked for record in linked_once(records)] == [True, False, True, True]


def test_a_record_in_sight_leads_to_its_deal_though_another_shares_that_in_a_fold():
    tag = PlayerTag(id=1, name="Ana", short_name="Ana", colour="teal")
    first, second = (ShownHolding(Holding(tag, 1, 7, date(2026, 1, 1), 3, deal, {}), "3") for deal in (4, 5))
    records = linked_once([ShownRecord("Record", [first, second]), ShownRecord("Record", [second])])
    assert [[shown.is_linked for shown in record.holdings] for record in records] == [[True, False], [True]]
