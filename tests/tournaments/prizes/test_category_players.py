"""Who is in a category, ticked for the whole club at once."""

import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.timezone import localdate

from tests.factories import make_club, make_member, sign_in
from tests.tournaments.prizes.scenes import category, finished_night
from tests.tournaments.prizes.test_prizes import won
from tournaments.audit import SYSTEM
from tournaments.formats.prizes import Days
from tournaments.models import AuditEntry, CategoryStay, Club, Event, Member, Player, PlayerCategory
from tournaments.services.club.clubs import add_players, archive_player
from tournaments.services.club.people import anonymise
from tournaments.services.prizes import change_category, remove_category, set_categories
from tournaments.services.refusals import Refused

pytestmark = pytest.mark.django_db
ENDED = localdate() - timedelta(days=1)


@pytest.fixture
def club() -> Club:
    club = make_club()
    add_players(club=club, names=["Ana", "Bruno", "Chiara", "Dovas"], actor=SYSTEM)
    return club


@pytest.fixture
def director(client: Client, club: Club) -> Client:
    return sign_in(client, make_member(club, Member.Role.DIRECTOR))


def address(of: PlayerCategory) -> str:
    return reverse("category", args=[of.club.slug, of.pk])


def pks(club: Club, *names: str) -> list[int]:
    return [club.players.get(name=name).pk for name in names]


def ticked(page: str) -> list[int]:
    return [int(pk) for pk in re.findall(r'name="players" value="(\d+)"[^>]*checked', page)]


def inside(of: PlayerCategory) -> dict[str, tuple[date | None, date | None]]:
    stays = of.stays.select_related("player").order_by("player__name")
    return {stay.player.name: (stay.since, stay.until) for stay in stays}


def test_each_category_leads_to_ticks_for_who_is_in_it_and_those_stand_first(director, club):
    junior = category(club, "Junior", "Chiara")
    assert f'href="{address(junior)}"' in director.get(reverse("categories", args=[club.slug])).content.decode()
    page = director.get(address(junior)).content.decode()
    assert ticked(page) == pks(club, "Chiara")
    listed = [int(pk) for pk in re.findall(r'name="players" value="(\d+)"', page)]
    assert listed == pks(club, "Chiara", "Ana", "Bruno", "Dovas")
    assert re.findall(r'name="before" value="(\d+)"', page) == [str(pk) for pk in pks(club, "Chiara")]


def test_whoever_is_ticked_joins_from_day_to_day_and_each_has_an_entry_in_the_log(director, club):
    junior, newcomer = category(club, "Junior"), category(club, "Newcomer", "Ana")
    before = AuditEntry.objects.latest("pk").pk
    sent = {"players": pks(club, "Ana", "Bruno"), "since": "2026-01-01", "until": "2099-12-31"}
    answer = director.post(address(junior), sent)
    assert answer.status_code == 302 and answer.url == address(junior)
    assert inside(junior) == dict.fromkeys(("Ana", "Bruno"), (date(2026, 1, 1), date(2099, 12, 31)))
    assert list(inside(newcomer)) == ["Ana"]
    entries = AuditEntry.objects.filter(action="player-categories-set", pk__gt=before).order_by("after__player__player")
    assert [entry.after["player"]["player"] for entry in entries] == pks(club, "Ana", "Bruno")
    assert [stay["name"] for stay in entries[0].after["categories"]] == ["Junior", "Newcomer"]
    assert [stay["name"] for stay in entries[0].before["categories"]] == ["Newcomer"]
    assert "Ana" in director.get(reverse("club-log", args=[club.slug])).content.decode()


def test_whoever_is_unticked_was_in_it_until_the_day_that_stands_there(director, club):
    junior = category(club, "Junior", "Ana", "Bruno")
    page = director.get(address(junior)).content.decode()
    assert re.search(rf'name="last_day" value="{ENDED.isoformat()}"', page)
    before = pks(club, "Ana", "Bruno")
    director.post(address(junior), {"before": before, "players": before[1:], "last_day": ENDED.isoformat()})
    assert inside(junior) == {"Ana": (None, ENDED), "Bruno": (None, None)}
    page = director.get(address(junior)).content.decode()
    assert ticked(page) == before[1:]
    assert "(1)" in director.get(reverse("categories", args=[club.slug])).content.decode()
    director.post(address(junior), {"before": before[1:], "players": before[:1]})
    assert inside(junior) == {"Ana": (None, None)}, "without a last day it is as if Bruno had never been in it"


def test_whoever_leaves_today_keeps_the_prize_of_an_event_that_is_over():
    night = finished_night()
    junior, first = night.club.categories.get(), won(night)
    (chiara,) = pks(night.club, "Chiara")
    Event.objects.filter(pk=night.pk).update(date=ENDED)
    days = {"days": Days(), "today": localdate(), "actor": SYSTEM}
    change_category(category=junior, joining=[], leaving=[chiara], last_day=ENDED, **days)
    assert won(night) == first
    change_category(category=junior, joining=[chiara], leaving=[], last_day=None, **days)
    change_category(category=junior, joining=[], leaving=[chiara], last_day=None, **days)
    assert won(night)["Best junior"] == (["Ana"], 30)


def test_whoever_comes_back_keeps_their_first_day_and_who_was_to_come_has_never_been(club):
    start, later = date(2020, 1, 1), localdate() + timedelta(days=9)
    junior = category(club, "Junior", "Ana", since=start, until=ENDED)
    set_categories(player=club.players.get(name="Bruno"), days={junior.pk: Days(later)}, actor=SYSTEM)
    change_category(
        category=junior,
        joining=pks(club, "Ana"),
        leaving=pks(club, "Bruno"),
        days=Days(),
        last_day=ENDED,
        today=localdate(),
        actor=SYSTEM,
    )
    assert inside(junior) == {"Ana": (start, None)}


def test_whoever_comes_back_loses_no_day_that_they_were_in_it(director, club):
    start, end = date(2020, 1, 1), date(2024, 12, 31)
    junior = category(club, "Junior", "Ana", since=start, until=end)
    (ana, bruno) = pks(club, "Ana", "Bruno")
    for days in ({"since": "2025-01-02"}, {"until": "2024-12-30"}):
        page = director.post(address(junior), {"players": [ana, bruno], **days}).content.decode()
        assert "They would lose their former days in it: Ana." in page and ticked(page) == [ana, bruno]
        assert inside(junior) == {"Ana": (start, end)}
    director.post(address(junior), {"players": [ana, bruno], "since": "2025-01-01"})
    assert inside(junior) == {"Ana": (start, None), "Bruno": (date(2025, 1, 1), None)}


def test_nobody_leaves_before_their_first_day(director, club):
    start = date(2020, 1, 1)
    junior = category(club, "Junior", "Ana", "Bruno", since=start)
    before = {"before": pks(club, "Ana", "Bruno"), "players": pks(club, "Bruno")}
    page = director.post(address(junior), before | {"last_day": "2019-12-31"}).content.decode()
    assert "Their first day comes after this last day: Ana." in page
    assert inside(junior) == dict.fromkeys(("Ana", "Bruno"), (start, None))
    director.post(address(junior), before | {"last_day": "2020-01-01"})
    assert inside(junior) == {"Ana": (start, start), "Bruno": (start, None)}


def test_two_directors_at_once_do_not_undo_each_other(director, club):
    junior = category(club, "Junior", "Ana", "Bruno")
    ana, bruno, chiara, dovas = pks(club, "Ana", "Bruno", "Chiara", "Dovas")
    seen = {"before": [ana, bruno], "last_day": ENDED.isoformat()}
    director.post(address(junior), seen | {"players": [bruno, chiara], "since": "2026-05-05"})
    director.post(address(junior), seen | {"players": [ana, bruno, chiara, dovas], "since": "2026-07-07"})
    first, second = (date(2026, 5, 5), None), (date(2026, 7, 7), None)
    assert inside(junior) == {"Ana": (None, ENDED), "Bruno": (None, None), "Chiara": first, "Dovas": second}
    entries = AuditEntry.objects.count()
    director.post(address(junior), seen | {"players": [bruno, chiara]})
    assert AuditEntry.objects.count() == entries, "what another director has done already is done"


def test_what_is_wrong_is_refused_whole_with_a_sentence_and_the_ticks_stay(director, club):
    junior, elsewhere = category(club, "Junior", "Ana"), make_club(name="Elsewhere")
    add_players(club=elsewhere, names=["Eva"], actor=SYSTEM)
    ana, bruno = pks(club, "Ana", "Bruno")
    sent = {"before": [ana], "players": [bruno], "last_day": ENDED.isoformat()}
    for wrong, sentence in (
        ({"since": "2026-02-02", "until": "2026-02-01"}, "cannot be before the first"),
        ({"since": "never"}, "Enter a valid date."),
        ({"last_day": "2026-02-30"}, "Enter a valid date."),
        ({"players": [bruno, *pks(elsewhere, "Eva")]}, "The list has changed in the meantime. Look again."),
        ({"before": ["x"]}, "The list has changed in the meantime. Look again."),
    ):
        page = director.post(address(junior), sent | wrong).content.decode()
        assert sentence in page and ticked(page) == [bruno]
        assert inside(junior) == {"Ana": (None, None)}


def test_whoever_became_anonymous_meanwhile_is_put_in_no_category(director, club):
    junior = category(club, "Junior")
    bruno = Player.objects.get(name="Bruno")
    anonymise(player=bruno, actor=SYSTEM, now=bruno.created_at)
    sent = {"players": [bruno.pk, *pks(club, "Ana")]}
    page = director.post(address(junior), sent).content.decode()
    assert "The list has changed in the meantime" in page and ticked(page) == pks(club, "Ana")
    change = {"category": junior, "leaving": [], "last_day": None, "today": localdate(), "actor": SYSTEM}
    with pytest.raises(Refused, match="list-changed"):
        change_category(joining=sent["players"], days=Days(), **change)
    assert not CategoryStay.objects.exists()
    remove_category(club=club, category_id=junior.pk, actor=SYSTEM)
    with pytest.raises(Refused, match="category-gone"):
        change_category(joining=pks(club, "Ana"), days=Days(), **change)
    assert director.get(address(junior)).status_code == 404


def test_who_comes_no_more_is_listed_only_while_they_are_in_it(director, club):
    junior = category(club, "Junior", "Ana")
    for name in ("Ana", "Bruno"):
        archive_player(player=club.players.get(name=name), archived=True, actor=SYSTEM)
    page = director.get(address(junior)).content.decode()
    assert "Ana" in page and "Bruno" not in page


def test_a_club_without_players_is_told_where_to_add_them(client):
    club = make_club()
    sign_in(client, make_member(club, Member.Role.DIRECTOR))
    page = client.get(address(category(club, "Junior"))).content.decode()
    assert reverse("roster", args=[club.slug]) in page and "The club has no players yet." in page


def test_find_leads_to_the_categories(director, club):
    page = director.get(reverse("find"), {"q": "categor", "club": club.slug}).content.decode()
    assert f'href="{reverse("categories", args=[club.slug])}"' in page


def test_five_hundred_players_are_read_in_as_many_statements_as_five_and_saved_by_the_batch(director, club):
    junior, counts = category(club, "Junior"), []
    for count in (5, 500):
        add_players(club=club, names=[f"P{number}" for number in range(count)], actor=SYSTEM)
        players = list(club.players.values_list("pk", flat=True))
        with CaptureQueriesContext(connection) as read:
            director.get(address(junior))
        with CaptureQueriesContext(connection) as saved:
            assert director.post(address(junior), {"players": players}).status_code == 302
        assert junior.stays.count() == len(players)
        inserts = [query for query in saved if query["sql"].startswith("INSERT")]
        counts.append((len(read), len(saved) - len(inserts)))
        assert len(inserts) <= 2 + count / 20  # SQLite takes 999 values at once
        junior.stays.all().delete()
    assert counts[0] == counts[1]
