"""The director runs a night from the desk, with htmx and without."""

import re
from datetime import timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import announce, deal, make_club, make_night, seat_table, told
from tournaments.audit import SYSTEM
from tournaments.formats.acceleration import NightTerms
from tournaments.models import AuditEntry, Club, Entrant, Event, Player, Table
from tournaments.services.handicaps import set_night_handicap
from tournaments.services.table.life import adjourn_table, end_table

pytestmark = pytest.mark.django_db

PRESENT = ("Ana", "Bruno", "Chiara", "Dovas", "Elena", "Faust", "Giulia")


@pytest.fixture
def director(client: Client) -> Client:
    make_club()
    client.force_login(Club.objects.get().members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def open_night(**facts: object) -> Event:
    return make_night(club=Club.objects.get(), **facts)


def post(client: Client, name: str, pk: int, **data: object) -> str:
    """Post, and read the desk that follows."""
    answer = client.post(reverse(name, args=[pk]), data, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_table_that_was_taken_back_is_not_counted_as_finished(director):
    night = open_night(names=PRESENT[:6])
    mistaken, over = seat_table(night, *PRESENT[:2]), seat_table(night, *PRESENT[2:4])
    text = post(director, "table-take-back", mistaken.pk)
    assert "1 table taken back" in text and "finished table" not in text
    deal(over, announce(1, 2, 2))
    end_table(table_id=over.pk, actor=SYSTEM)
    Table.objects.filter(pk=over.pk).update(ended_at=timezone.now() - timedelta(hours=1))
    text = director.get(reverse("desk", args=[night.pk])).text
    assert "1 finished table · 1 table taken back" in " ".join(text.split())


def test_a_night_with_handicap_says_so_and_where_that_is_changed_before_the_first_deal(director):
    night = open_night(names=PRESENT[:2])
    desk, change = reverse("desk", args=[night.pk]), reverse("night-handicap", args=[night.pk])
    assert "with handicap" not in director.get(desk).text
    set_night_handicap(event_id=night.pk, terms=NightTerms(rounds=3, cap=2, win=Fraction(20)), actor=SYSTEM)
    text = director.get(desk).text
    assert "with handicap" in text and change in text
    deal(seat_table(night, *PRESENT[:2]), announce(1, 2, 2))
    text = director.get(desk).text
    assert "with handicap" in text and change not in text


def entrant(night: Event, name: str) -> Entrant:
    return night.entrants.get(player__name=name)


def tables(night: Event) -> list[list[str]]:
    return [
        [seat.entrant.player.name for seat in table.seats.order_by("index")]
        for table in night.tables.order_by("number")
    ]


def test_people_arrive_by_tick_and_by_name_and_join_the_roster(director):
    night = open_night(names=())
    Player.objects.create(club=night.club, name="Ana")
    text = post(director, "desk-here", night.pk, players=[Player.objects.get().pk], names="Bruno\nChiara, Dovas")
    assert night.entrants.filter(present=True).count() == 4
    assert Player.objects.count() == 4
    assert "4 players are free" in text


@pytest.mark.parametrize(
    ("names", "words"), [("x" * 500, "is too long"), ("---", "has no letter"), ("", "Tick somebody, or write a name")]
)
def test_a_name_that_cannot_be_is_refused_in_words(director, names, words):
    night = open_night(names=())
    assert words in post(director, "desk-here", night.pk, names=names)
    assert not Player.objects.exists()


@pytest.mark.parametrize("tick", [10**30, "Ana", -1])
def test_a_tick_for_nobody_on_the_roster_changes_nothing(director, tick):
    night = open_night(names=())
    assert "Select a valid choice" in post(director, "desk-here", night.pk, players=[tick])
    assert not night.entrants.exists()


def test_somebody_leaves_and_is_back(director):
    night = open_night(names=("Ana", "Bruno"))
    ana = entrant(night, "Ana")
    post(director, "desk-left", night.pk, entrant=ana.pk)
    assert not entrant(night, "Ana").present
    post(director, "desk-here", night.pk, players=[ana.player_id])
    assert entrant(night, "Ana").present


def test_who_still_plays_cannot_leave_and_the_desk_says_why(director):
    night = open_night(names=("Ana", "Bruno"))
    seat_table(night, "Ana", "Bruno")
    text = post(director, "desk-left", night.pk, entrant=entrant(night, "Ana").pk)
    assert "Table 1 is still playing" in text


def test_an_entrant_of_another_night_is_not_found(director):
    night, other = open_night(), open_night(names=("Ana",))
    answer = director.post(reverse("desk-left", args=[night.pk]), {"entrant": entrant(other, "Ana").pk})
    assert answer.status_code == 404


def test_sizes_are_shown_before_anybody_is_seated(director):
    night = open_night(names=PRESENT)
    text = director.get(reverse("desk", args=[night.pk])).content.decode()
    assert "7 players are free" in text
    assert re.findall(r"<option value=\"\d\">([\d +]+)</option>", text) == ["4 + 3", "3 + 2 + 2", "2 + 2 + 2 + 1"][:2]


def drawn(director: Client, night: Event, **query: object) -> dict[str, str]:
    """The seats of the proposal, as the form would post them."""
    answer = director.get(reverse("desk-seating", args=[night.pk]), query, follow=True)
    rows = re.findall(r'name="(seat-\d+)".*?</select>', answer.content.decode(), re.S)
    seats = {}
    for name in rows:
        field = re.search(rf'name="{name}".*?</select>', answer.content.decode(), re.S)
        chosen = re.search(r'value="(\d+)" selected', field[0]) if field else None
        seats[name] = chosen[1] if chosen else ""
    return seats


def test_a_random_draw_can_be_looked_at_again_by_its_seed(director):
    night = open_night(names=PRESENT)
    address = reverse("desk-seating", args=[night.pk])
    answer = director.get(address, {"how": "random", "size": 4})
    assert "seed=" in answer.url
    first = drawn(director, night, how="random", size=4, seed=7)
    assert first == drawn(director, night, how="random", size=4, seed=7)
    assert sorted(first.values()) == ["1"] * 4 + ["2"] * 3


def test_the_tables_drawn_are_opened_and_the_draw_is_logged(director):
    night = open_night(names=PRESENT)
    seats = drawn(director, night, how="random", size=4, seed=7)
    post(director, "desk-seating", night.pk, how="random", seed=7, **seats)
    assert [len(table) for table in tables(night)] == [4, 3]
    assert AuditEntry.objects.filter(action="tables-opened").get().after["how"] == {"how": "random", "seed": 7}


def test_the_best_of_the_night_sit_together_when_asked(director):
    night = open_night(names=PRESENT[:6])
    table = seat_table(night, "Chiara", "Elena")
    deal(table, announce(1, 3, 3))
    director.post(reverse("table-end", args=[table.pk]))
    seats = drawn(director, night, how="standings", size=3)
    assert next(iter(seats)) == f"seat-{entrant(night, 'Elena').pk}"


def test_by_hand_everybody_waits_until_he_is_given_a_table(director):
    night = open_night(names=PRESENT[:4])
    assert set(drawn(director, night, how="by-hand", size=4).values()) == {""}
    ids = [entrant(night, name).pk for name in ("Dovas", "Ana")]
    post(director, "desk-seating", night.pk, how="by-hand", **{f"seat-{pk}": "1" for pk in ids})
    assert tables(night) == [["Dovas", "Ana"]]


def test_a_table_too_small_comes_back_with_the_reason_and_the_seats_as_chosen(director):
    night = open_night(names=PRESENT[:3])
    ana = entrant(night, "Ana")
    answer = director.post(
        reverse("desk-seating", args=[night.pk]), {"how": "by-hand", f"seat-{ana.pk}": "1"}, follow=True
    )
    text = answer.content.decode()
    assert "seats 2 to 4" in text
    assert not night.tables.exists()


def test_a_player_who_has_left_meanwhile_is_noticed(director):
    night = open_night(names=PRESENT[:3])
    posted = {f"seat-{entrant(night, name).pk}": "1" for name in PRESENT[:3]}
    director.post(reverse("desk-left", args=[night.pk]), {"entrant": entrant(night, "Ana").pk})
    text = post(director, "desk-seating", night.pk, how="by-hand", **posted)
    assert "list of players has changed" in text


def buttons(text: str, address: str) -> list[str]:
    """The values of the buttons that post there."""
    found = re.findall(rf'<button[^>]*value="([^"]*)"[^>]*formaction="{address}"', text)
    return [value for value in found if value]


def test_the_next_step_seats_the_one_who_came_late_where_there_is_room(director):
    night = make_night(club=Club.objects.get(), names=("Ana", "Bruno", "Chiara"))
    table = seat_table(night, "Ana", "Bruno")
    text = " ".join(director.get(reverse("desk", args=[night.pk])).content.decode().split())
    chiara = night.entrants.get(player__name="Chiara").pk
    step = text[text.index('class="step"') :].split("</section>")[0]
    assert f'name="place" value="{chiara}-{table.pk}"' in step and "Seat Chiara at table 1 </button>" in step
    deal(table, announce(1, 3, 3))
    assert "Seat Chiara at table 1" not in director.get(reverse("desk", args=[night.pk])).content.decode()


def test_who_comes_late_sits_down_with_one_tap_where_a_table_has_not_begun(director):
    night = open_night(names=PRESENT)
    begun, small = seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "Dovas")
    deal(begun, announce(1, 3, 3))
    address = reverse("desk-sit-down", args=[night.pk])
    desk = director.get(reverse("desk", args=[night.pk])).content.decode()
    elena, faust, giulia = (entrant(night, name).pk for name in PRESENT[4:])
    assert buttons(desk, address) == [f"{pk}-{small.pk}" for pk in (elena, faust, giulia)]
    text = post(director, "desk-sit-down", night.pk, place=f"{elena}-{small.pk}")
    assert tables(night) == [["Ana", "Bruno"], ["Chiara", "Dovas", "Elena"]]
    post(director, "desk-sit-down", night.pk, place=f"{faust}-{small.pk}")
    assert buttons(text, address) and not buttons(post(director, "desk-here", night.pk, names="Zita"), address)
    assert "seats 2 to 4" in post(director, "desk-sit-down", night.pk, place=f"{giulia}-{small.pk}")


@pytest.mark.parametrize("place", ["", "7", "7-x", "-", "1-2-3"])
def test_a_place_that_is_none_changes_nothing(director, place):
    night = open_night(names=PRESENT)
    table = seat_table(night, "Ana", "Bruno")
    post(director, "desk-sit-down", night.pk, place=place)
    assert table.seats.count() == 2


def test_a_table_opened_by_mistake_is_taken_back_and_can_be_had_again(director):
    night = open_night(names=("Ana", "Bruno"))
    table = seat_table(night, "Ana", "Bruno")
    panel = director.get(reverse("table-desk", args=[table.pk])).content.decode()
    assert "Opened by mistake" in panel
    text = post(director, "table-take-back", table.pk)
    assert "2 players are free" in text and "taken back" in text
    assert "closed unfinished" not in director.get(reverse("tables", args=[night.pk])).content.decode()
    post(director, "table-reopen", table.pk)
    assert Table.objects.get().status == "playing"
    deal(table, announce(1, 3, 3))
    assert "Opened by mistake" not in director.get(reverse("table-desk", args=[table.pk])).content.decode()


def test_the_free_tables_of_the_room_are_offered_and_opened_as_they_were_chosen(director):
    night = open_night(names=PRESENT)
    first = seat_table(night, "Ana", "Bruno")
    seat_table(night, "Chiara", "Dovas")
    director.post(reverse("table-end", args=[first.pk]))
    text = director.get(reverse("desk-seating", args=[night.pk]), {"how": "by-hand", "size": 2}).content.decode()
    assert re.findall(r"Table (\d+)</h2>", text) == ["1", "3", "4"]
    chosen = {f"seat-{entrant(night, name).pk}": "3" for name in ("Ana", "Bruno")}
    post(director, "desk-seating", night.pk, how="by-hand", **chosen)
    assert night.tables.filter(status="playing").latest("pk").number == 3
    again = {f"seat-{entrant(night, name).pk}": "3" for name in ("Elena", "Faust")}
    text = post(director, "desk-seating", night.pk, how="by-hand", **again)
    assert "Table 3 is in use by now" in text and re.findall(r"Table (\d+)</h2>", text) == ["1", "4"]


def test_while_a_table_has_no_deal_the_next_thing_is_its_card(director):
    night = open_night()
    cards = reverse("event-cards", args=[night.pk])
    assert cards not in director.get(reverse("desk", args=[night.pk])).text, "there is no table to put one on"
    table = seat_table(night, *PRESENT[:4])
    text = director.get(reverse("desk", args=[night.pk])).text
    assert "whoever scans it keeps score" in text
    assert text.count(f'href="{cards}"') == 1
    deal(table, announce(1, 3, 3))
    text = director.get(reverse("desk", args=[night.pk])).text
    assert "whoever scans it keeps score" not in text
    assert f'href="{cards}"' in text


def test_people_change_seats_before_the_first_deal(director):
    night = open_night(names=PRESENT[:5])
    first, second = seat_table(night, "Ana", "Bruno", "Chiara"), seat_table(night, "Dovas", "Elena")
    chiara, dovas = first.seats.get(index=2), second.seats.get(index=0)
    post(director, "desk-move", night.pk, seat=chiara.pk, to=f"seat-{dovas.pk}")
    assert tables(night) == [["Ana", "Bruno", "Dovas"], ["Chiara", "Elena"]]
    post(director, "desk-move", night.pk, seat=first.seats.get(index=2).pk, to=f"table-{second.pk}")
    assert tables(night) == [["Ana", "Bruno"], ["Chiara", "Elena", "Dovas"]]


def test_a_table_is_adjourned_and_resumed(director):
    night = open_night(names=("Ana", "Bruno"))
    table = seat_table(night, "Ana", "Bruno")
    post(director, "table-adjourn", table.pk)
    assert Table.objects.get().status == "adjourned"
    post(director, "desk-resume", night.pk, table=table.pk)
    assert Table.objects.get().status == "playing"


def test_a_table_adjourned_earlier_goes_on_tonight(director):
    earlier, tonight = open_night(names=("Ana", "Bruno")), open_night(names=())
    table = seat_table(earlier, "Ana", "Bruno")
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    assert "Play on" in director.get(reverse("desk", args=[tonight.pk])).content.decode()
    post(director, "desk-resume", tonight.pk, table=table.pk)
    assert tonight.tables.get().pk == table.pk


def test_a_table_of_another_club_cannot_be_resumed_here(director):
    night = open_night()
    theirs = seat_table(make_night(club=make_club(name="Vilnia")), "Ana", "Bruno")
    adjourn_table(table_id=theirs.pk, actor=SYSTEM)
    answer = director.post(reverse("desk-resume", args=[night.pk]), {"table": theirs.pk})
    assert answer.status_code == 404


def test_a_pad_link_is_renewed_and_revoked(director):
    table = seat_table(open_night(), "Ana", "Bruno")
    old = table.pad_links.get().token
    post(director, "pad-link-renew", table.pk)
    assert table.pad_links.get(revoked_at=None).token != old
    assert "pad link revoked" in post(director, "pad-link-revoke", table.pk)
    assert not table.pad_links.filter(revoked_at=None).exists()


def test_a_night_ends_when_nobody_plays_and_can_be_reopened(director):
    night = open_night()
    table = seat_table(night, "Ana", "Bruno")
    assert "Still playing: table 1" in post(director, "event-finish", night.pk)
    post(director, "table-end", table.pk)
    text = post(director, "event-finish", night.pk)
    assert "This night is over" in text
    assert re.search(rf'btn-primary" href="{reverse("event", args=[night.pk])}"', text), "next come its results"
    post(director, "event-reopen", night.pk)
    night.refresh_from_db()
    assert night.status == "open"


def test_htmx_gets_the_desk_alone_with_the_message(director):
    night = open_night(names=())
    answer = director.post(reverse("desk-here", args=[night.pk]), {"names": "---"}, headers={"HX-Request": "true"})
    text = answer.content.decode()
    assert "<html" not in text
    assert "has no letter" in text


def test_a_player_is_renamed_but_not_to_somebody_elses_name(director):
    club = Club.objects.get()
    ana = Player.objects.create(club=club, name="Ana")
    Player.objects.create(club=club, name="Bruno")
    address = reverse("player-edit", args=[ana.pk])
    answer = director.post(address, {"name": "bruno", "nickname": "", "colour": "teal"})
    assert "a player of this name already" in answer.content.decode()
    director.post(address, {"name": "Anna", "nickname": "An", "federation_number": " LTU  17 ", "colour": "teal"})
    ana.refresh_from_db()
    assert (ana.name, ana.nickname, ana.federation_number, ana.colour) == ("Anna", "An", "LTU 17", "teal")
    entry = AuditEntry.objects.get(action="player-edited")
    assert (told(entry.after)["player"], entry.after["edited"]) == ("Anna", ["name", "nickname", "federation_number"])


def test_several_players_join_the_roster_by_paste(director):
    club = Club.objects.get()
    director.post(reverse("roster", args=[club.slug]), {"names": "Ana\n  Bruno   Ferri \n\nAna"})
    assert list(club.players.values_list("name", flat=True)) == ["Ana", "Bruno Ferri"]


@pytest.mark.parametrize("name", ["žukas", "Z\u030cukas", "\u202aŽukas"])
def test_a_name_beyond_ascii_is_taken_too(director, name):
    club = Club.objects.get()
    ana = Player.objects.create(club=club, name="Ana")
    Player.objects.create(club=club, name="Žukas")
    answer = director.post(reverse("player-edit", args=[ana.pk]), {"name": name, "nickname": "", "colour": "teal"})
    assert "a player of this name already" in answer.content.decode()


RUN_OUT = "the cards may run out"


@pytest.mark.parametrize(
    ("game", "rules", "players", "words"),
    [
        ("colonial-italian", {}, 5, ""),
        ("colonial-italian", {}, 6, "36 are dealt and up to 24 drawn, the deck has 55"),
        ("colonial-italian", {"hand_size": 8}, 5, "40 are dealt and up to 20 drawn, the deck has 55"),
        ("protean", {}, 6, ""),
    ],
)
def test_that_the_cards_may_run_out_is_said_where_people_are_seated(director, game, rules, players, words):
    night = open_night(names=PRESENT[:players], game=game, rules=rules)
    query = {"how": "random", "size": players, "seed": 1}
    seating = director.get(reverse("desk-seating", args=[night.pk]), query).content.decode()
    shown = re.findall(r'role="status" data-players="(\d)">', seating)
    assert shown == ([str(players)] if words else [])
    panel = director.get(reverse("table-desk", args=[seat_table(night, *PRESENT[:players]).pk])).content.decode()
    for text in (seating, panel) if words else ():
        assert f"With {players} at a table {RUN_OUT}: {words}" in text
    assert words or RUN_OUT not in panel
