"""What a table tells once its event is over, for everybody; and what is for the player alone."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.statistics import added
from tests.factories import announce, deal, make_member, make_night, seat_table
from tournaments.audit import SYSTEM
from tournaments.codes import player_code
from tournaments.models import ClubCounts, Event, Member, Player, ShownNames, Table, TableBend
from tournaments.selectors.win_probability import told_tables
from tournaments.services.night import finish_event
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db

TURN = {"deal": 2, "seats": [1], "before": 0.31, "after": 0.64}
BOLD = {"deal": 3, "seat": 0, "announced": 5, "taken": 3, "stake": 0.21}
FOLD = {"deal": 1, "seat": 0, "saved": 12}
STEPS = [[0, 0.5, 0.5], [1, 0.69, 0.31], [2, 0.36, 0.64], [3, 0.002, 0.998]]


def over(*, tables: int = 1) -> tuple[Event, list[Table]]:
    """A night that is over, and tables of Ana and Bruno there, closed after three deals."""
    night = make_night()
    ended = []
    for _ in range(tables):
        table = seat_table(night, "Ana", "Bruno")
        for at, taken in enumerate((3, 4, 2)):
            deal(table, announce((at + 1) % 2, 3, taken))
        ended.append(end_table(table_id=table.pk, actor=SYSTEM))
    finish_event(event_id=night.pk, actor=SYSTEM)
    night.refresh_from_db()
    return night, ended


def tell(table: Table, **story: object) -> None:
    parts = {"known": 212, "continuations": 0, "turn": None, "bold": None, "fold": None} | story
    TableBend.objects.filter(table=table).update(waits=False, story=parts, steps=STEPS)


def page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return " ".join(response.content.decode().replace("&#x27;", "’").split())


def test_a_table_that_is_over_tells_its_chances_where_it_turned_and_what_was_bold(client: Client):
    _, (table,) = over()
    assert "The turning point" not in page(client, f"/tables/{table.pk}/")
    tell(table, turn=TURN, bold=BOLD, fold=FOLD)
    shown = page(client, f"/tables/{table.pk}/")
    turned = "It turned in deal 2: Bruno rose from a chance of 31 % to one of 64 %."
    assert f'<a href="#deal-2">{turned}</a></p>' in shown
    assert "Ana, 5 in deal 3, and took 3. The chance hung on it by ± 21 %." in shown
    assert "Ana in deal 1. Staying to the end would have cost 12 cubits more." in shown
    assert "(212 announcements, and a guess where there are few)" in shown
    assert '<td class="number">over 99 %</td>' in shown and '<td class="number">under 1 %</td>' in shown
    assert "lines-ring" in shown


def test_what_was_played_on_says_how_often_and_how_far_it_may_be_off(client: Client):
    _, (table,) = over()
    tell(table, continuations=2040, known=24)
    shown = page(client, f"/tables/{table.pk}/")
    assert "No deal alone turned this table." in shown
    assert "played on 2040 times, with deals such as the 24 of that evening" in shown
    assert "± 2 % at the most" in shown
    assert "lines-ring" not in shown


def test_the_evening_turned_where_a_table_turned_most(client: Client):
    night, (table, other) = over(tables=2)
    assert "The turning point" not in page(client, f"/events/{night.pk}/")
    tell(table, turn=TURN)
    tell(other, turn=TURN | {"deal": 3, "seats": [0, 1], "before": 0.2, "after": 1})
    rose = "Ana and Bruno rose from a chance of 20 % to one of 100 %."
    turned = f"The evening turned in deal 3 at table {other.number}: {rose}"
    assert turned in page(client, f"/events/{night.pk}/")
    shown = page(client, f"/events/{night.pk}/bend/")
    assert turned in shown
    assert shown.index(f'href="/tables/{other.pk}/#deal-3"') < shown.index(f'href="/tables/{table.pk}/#deal-2"')


def test_where_nothing_is_told_yet_the_page_says_so(client: Client):
    night, _ = over()
    assert "Nothing is told yet." in page(client, f"/events/{night.pk}/bend/")
    assert client.get("/events/999999/bend/").status_code == 404


def test_an_evening_is_read_by_two_statements_however_many_tables(django_assert_num_queries):
    night, tables = over(tables=3)
    for table in tables:
        tell(table, turn=TURN)
    with django_assert_num_queries(2):
        assert len(told_tables(night)) == 3


def test_strangers_read_names_as_the_club_tells_them(client: Client):
    night, (table,) = over()
    tell(table, turn=TURN)
    night.club.shown_names = ShownNames.INITIALS
    night.club.save()
    assert "B. rose from a chance" in page(client, f"/events/{night.pk}/bend/")
    assert "B. rose from a chance" in page(client, f"/tables/{table.pk}/")


def known(night: Event) -> Player:
    """Ana, who loses where others win by announcing 5."""
    ana = night.club.players.get(name="Ana")
    own, others = {"tricks:4.4.5.3": 43, "tricks:4.4.2.2": 40}, {"tricks:4.4.5.5": 1000, "tricks:4.4.2.2": 1000}
    everybody = {key: own.get(key, 0) + others.get(key, 0) for key in own | others}
    for player, counts in ((ana, own), (None, everybody)):
        ClubCounts.objects.update_or_create(club=night.club, game="vilnius", player=player, defaults={"counts": counts})
    return ana


def test_what_somebody_makes_of_announcements_is_for_the_player_and_the_directors_alone(client: Client):
    night = make_night()
    ana = known(night)
    assert "Announcing 5 costs" not in page(client, f"/players/{ana.pk}/")
    assert "Announcing 5 costs" in page(client, reverse("code", args=[player_code(ana.pk, ana.code_edition)]))
    reader = make_member(night.club, Member.Role.READER)
    client.force_login(reader)
    assert "Announcing 5 costs" not in page(client, f"/players/{ana.pk}/")
    Member.objects.filter(user=reader).update(player=ana)
    assert "Announcing 5 costs" in page(client, f"/players/{ana.pk}/")
    client.force_login(make_member(night.club, Member.Role.DIRECTOR))
    shown = page(client, f"/players/{ana.pk}/")
    assert "Announcing 5 costs" in shown
    assert shown.count("deals, ±") <= 3


def test_the_skill_tab_tells_what_is_private_to_the_same_people_and_its_counts_to_everybody(client: Client):
    ana = known(make_night())
    address = reverse("player-statistics", args=[ana.pk])
    assert "Points per announcement" in page(client, address) and "Announcing 5 costs" not in page(client, address)
    reader = make_member(ana.club, Member.Role.READER)
    client.force_login(reader)
    assert "Announcing 5 costs" not in page(client, address)
    Member.objects.filter(user=reader).update(player=ana)
    assert "Announcing 5 costs" in page(client, address)


def test_what_somebody_wins_with_the_hands_shown_is_told_beside_the_others_and_what_the_cards_gave(client: Client):
    night = make_night(game="colonial-italian")
    ana = Player.objects.get(name="Ana")
    own = {"met": 100, "due": 50_000_000, "due-squared": 30_000_000, "taken": 55_000_000}
    others = {"met": 1000, "due": 400_000_000, "due-squared": 200_000_000, "taken": 320_000_000}
    for player, counts in ((ana, own), (None, added(own, others))):
        ClubCounts.objects.create(club=night.club, game="colonial-italian", player=player, counts=counts)
    assert "hands shown" not in page(client, f"/players/{ana.pk}/")
    client.force_login(make_member(night.club, Member.Role.DIRECTOR))
    shown = page(client, f"/players/{ana.pk}/")
    assert "Won 55 of 100 hands shown; with hands as strong the others win 40 (± 9.6)." in shown
    assert "That is 0.15 a deal more than chance explains." in shown
    assert "The cards were worth 8 more wins than the others’ hands." in shown
