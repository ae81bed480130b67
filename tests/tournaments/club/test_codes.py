"""One code a table of the room and one a player, for good: what they open, and what they no longer open."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import NAMES, announce, deal, make_club, make_night, make_table, pad_token, seat_table
from tests.tournament_scenes import begun, draw, make_tournament, next_round, play_event
from tournaments.audit import SYSTEM
from tournaments.codes import player_code, table_code
from tournaments.models import AuditEntry, Club, Event, Player, RoomTable, Round, Table
from tournaments.selectors.club.players import own_evenings
from tournaments.services.club.clubs import add_players, renew_table_code, set_club_visibility, set_event_visibility
from tournaments.services.night import finish_event, mark_left
from tournaments.services.registration import set_registration
from tournaments.services.stage.entrants import substitute
from tournaments.services.table.life import adjourn_table, end_table, revoke_pad_link

pytestmark = pytest.mark.django_db


def scan(client, code: str):
    return client.get(f"/codes/{code}/")


def code_of(player: Player) -> str:
    player.refresh_from_db()
    return player_code(player.pk, player.code_edition)


def player_of(event: Event, name: str) -> Player:
    return event.entrants.get(player__name=name).player


def pad_of(table: Table) -> str:
    return reverse("pad", args=[table.pad_links.get(revoked_at=None).token])


def test_a_tables_code_opens_whatever_is_played_there_now(client):
    night = make_night()
    code = table_code(night.club_id, 1, 0)
    first = seat_table(night, "Ana", "Bruno")
    assert scan(client, code)["Location"] == pad_of(first)
    end_table(table_id=first.pk, actor=SYSTEM)
    second = seat_table(night, "Chiara", "Dovas")
    assert second.number == first.number
    assert scan(client, code)["Location"] == pad_of(second)


def test_when_a_table_has_ended_its_code_still_shows_the_result_to_confirm(client):
    table = make_table()
    end_table(table_id=table.pk, actor=SYSTEM)
    assert scan(client, table_code(table.event.club_id, 1, 0))["Location"] == pad_of(table)


def test_a_table_of_the_next_round_opens_by_the_same_code(client):
    event = begun(4)
    tables = next_round(event)
    code = table_code(event.club_id, tables[0].number, 0)
    assert scan(client, code)["Location"] == pad_of(tables[0])


def test_a_free_table_says_so_and_leads_on(client):
    club = make_club()
    answer = scan(client, table_code(club.pk, 4, 0))
    assert answer.status_code == 200
    assert "Nothing is played at table 4 yet" in answer.content.decode()
    assert reverse("club", args=[club.slug]) in answer.content.decode()


def test_an_evening_that_is_over_leaves_its_tables_free(client):
    table = make_table()
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=table.event_id, actor=SYSTEM)
    assert scan(client, table_code(table.event.club_id, 1, 0)).status_code == 200


def test_two_games_under_one_number_are_offered_by_who_plays(client):
    club = make_club()
    tables = [
        seat_table(make_night(club=club, names=names), *names) for names in (("Ana", "Bruno"), ("Chiara", "Elena"))
    ]
    text = scan(client, table_code(club.pk, 1, 0)).content.decode()
    assert all(pad_of(table) in text for table in tables)
    assert "Chiara · Elena" in text


def test_a_players_code_tells_where_they_sit_with_whom_and_opens_their_own_pad(client):
    table = make_table(seats=3)
    answer = scan(client, code_of(player_of(table.event, "Bruno")))
    text = answer.content.decode()
    assert "Table 1" in text and "seat 2" in text
    (seat,) = answer.context["mine"].seats
    assert [other.name for other in seat.others] == ["Ana", "Chiara"]
    pad = client.get(reverse("pad", args=[seat.token]))
    assert pad.context["boot"]["state"]["me"] == 1


def test_a_players_page_holds_no_secret_but_their_own_seats(client):
    table = make_table()
    text = scan(client, code_of(player_of(table.event, "Ana"))).content.decode()
    assert table.pad_links.get().token not in text
    assert text.count('href="/pad/') == 1


def test_the_page_follows_the_evening(client):
    table = make_table()
    text = scan(client, code_of(player_of(table.event, "Ana"))).content.decode()
    assert f'data-live-url="/events/{table.event_id}/stream/"' in text


def test_a_player_without_a_table_reads_why(client):
    night = make_night(names=("Ana", "Bruno"))
    ana, bruno = player_of(night, "Ana"), player_of(night, "Bruno")
    assert "You have no table yet" in scan(client, code_of(ana)).content.decode()
    mark_left(event_id=night.pk, entrant_id=night.entrants.get(player=bruno).pk, actor=SYSTEM)
    assert "You no longer play here tonight" in scan(client, code_of(bruno)).content.decode()


def test_a_bye_is_told(client):
    event = begun(5)
    next_round(event)
    (bye,) = Round.objects.get(stage__event=event).seating.byes
    assert "You have a bye this round" in scan(client, code_of(event.entrants.get(pk=bye).player)).content.decode()


def test_an_adjourned_table_stands_behind_the_one_that_is_played(client):
    night = make_night()
    adjourn_table(table_id=seat_table(night, "Ana", "Bruno").pk, actor=SYSTEM)
    seat_table(night, "Ana", "Chiara")
    seats = scan(client, code_of(player_of(night, "Ana"))).context["mine"].seats
    assert [seat.playing for seat in seats] == [True, False]


def test_a_preview_shows_nobody_a_table(client):
    event = begun(4)
    draw(event)
    assert "You have no table yet" in scan(client, code_of(event.entrants.first().player)).content.decode()


def test_a_code_is_made_new_once_and_the_old_card_says_to_scan_the_new_one(client):
    club, _other = make_club(), make_club(name="Vilnia")
    for _tap in range(2):
        renew_table_code(club=club, number=3, edition=0, actor=SYSTEM)
    assert RoomTable.objects.get(club=club, number=3).code_edition == 1
    old = scan(client, table_code(club.pk, 3, 0))
    assert (old.status_code, "Scan the new card" in old.content.decode()) == (410, True)
    assert scan(client, table_code(club.pk, 3, 1)).status_code == 200
    assert scan(client, table_code(club.pk, 2, 0)).status_code == 200
    (entry,) = AuditEntry.objects.filter(action="code-renewed")
    assert (entry.before, entry.after) == ({"table": 3, "version": 1}, {"table": 3, "version": 2})


def test_a_players_code_is_made_new_by_one_tap_of_the_director(client):
    club = make_night(names=("Ana",)).club
    ana = Player.objects.get()
    client.force_login(club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    old = code_of(ana)
    for _tap in range(2):
        client.post(reverse("code-renew-player", args=[ana.pk]), {"edition": 0})
    ana.refresh_from_db()
    assert ana.code_edition == 1
    assert scan(client, old).status_code == 410
    assert AuditEntry.objects.filter(action="code-renewed", after__player__player=ana.pk).count() == 1


def test_a_tables_code_is_made_new_by_one_tap_of_the_director(client):
    club = make_club()
    client.force_login(club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post(reverse("code-renew-table", args=[club.slug, 4]), {"edition": 0}, follow=True)
    assert "Made new" in answer.content.decode()
    assert scan(client, table_code(club.pk, 4, 0)).status_code == 410


@pytest.mark.parametrize("change", ["number", "edition", "kind", "signature", "nobody"])
def test_nobody_makes_one_code_from_another(client, change):
    night = make_night(names=("Ana",))
    kind, owner, number, edition, signature = table_code(night.club_id, 1, 0).split("-")
    made = {
        "number": f"{kind}-{owner}-2-{edition}-{signature}",
        "edition": f"{kind}-{owner}-{number}-1-{signature}",
        "kind": f"p-{owner}-{number}-{edition}-{signature}",
        "signature": f"{kind}-{owner}-{number}-{edition}-{signature[:-1]}",
        "nobody": "t-x-1-0-abc",
    }[change]
    assert scan(client, made).status_code == 404


def test_a_revoked_card_of_the_evening_says_to_scan_the_new_one(client):
    table = make_table()
    pad = pad_of(table)
    revoke_pad_link(table_id=table.pk, actor=SYSTEM)
    answer = client.get(pad)
    assert (answer.status_code, "Scan the new card" in answer.content.decode()) == (404, True)
    assert "Scan the new card" not in client.get("/pad/nobody/").content.decode()


def sheet(client, club: Club, query: str = ""):
    client.force_login(club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    return client.get(reverse("codes", args=[club.slug]) + query)


def test_the_room_is_as_large_as_it_ever_was_until_told_otherwise(client):
    club = make_club()
    assert len(sheet(client, club).context["codes"]) == 6
    night = make_night(club=club)
    seat_table(night, "Ana", "Bruno")
    seat_table(night, "Chiara", "Dovas")
    assert len(sheet(client, club).context["codes"]) == 2
    assert len(sheet(client, club, "?count=9").context["codes"]) == 9
    assert sheet(client, club, "?count=0").context["codes"] == []


def test_every_player_of_the_club_has_a_card(client):
    club = make_night().club
    codes = [printed.code for printed in sheet(client, club, "?of=players").context["codes"]]
    assert [code.player.name for code in codes] == ["Ana", "Bruno", "Chiara", "Dovas"]
    assert [code.code for code in codes] == [code_of(player) for player in club.players.all()]


def test_the_page_of_a_player_leads_who_may_print_it_to_their_code(client):
    club = make_night().club
    player = club.players.first()
    page, to_code = reverse("player", args=[player.pk]), f"/codes/?of=players#player-{player.pk}"
    assert to_code not in client.get(page).content.decode()
    assert f'id="player-{player.pk}"' in sheet(client, club, "?of=players").content.decode()
    assert to_code in client.get(page).content.decode()


def test_a_substitute_is_led_to_the_seat_and_the_entrant_is_told(client):
    event = begun(2)
    entrant = event.entrants.select_related("player").order_by("pk")[0]
    substitute(event_id=event.pk, entrant_id=entrant.pk, name="Zita", actor=SYSTEM)
    next_round(event)
    (seat,) = scan(client, code_of(Player.objects.get(name="Zita"))).context["mine"].seats
    assert seat.stands_in_for == entrant.player.name
    assert "Zita plays for you" in scan(client, code_of(entrant.player)).content.decode()


def test_the_own_page_leads_nowhere_that_is_hidden_from_who_has_the_code(client):
    night = make_night(names=["Ana Rossi", "Bruno"])
    table = seat_table(night, "Ana Rossi", "Bruno")
    deal(table, announce(1, 3, 3))
    set_club_visibility(club=night.club, visibility="private", shown_names="full", actor=SYSTEM)
    ana = Player.objects.get(name="Ana Rossi")
    own = reverse("code", args=[player_code(ana.pk, 0)])
    led = [reverse("table", args=[table.pk]), reverse("player", args=[ana.pk])]
    phone = client
    assert all(f'href="{at}"' in phone.get(own).content.decode() and phone.get(at).status_code == 200 for at in led)
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    Event.objects.filter(pk=night.pk).update(codes_end_at=timezone.now() - timedelta(minutes=1))
    text = phone.get(own).content.decode()
    assert "Bruno" in text and not any(at in text for at in led)
    over = phone.get(reverse("pad", args=[pad_token(table)])).content.decode()
    assert reverse("event", args=[night.pk]) not in over
    set_club_visibility(club=night.club, visibility="public", shown_names="full", actor=SYSTEM)
    over = phone.get(reverse("pad", args=[pad_token(table)])).content.decode()
    assert reverse("event", args=[night.pk]) in over


def test_who_may_enter_a_private_event_by_the_own_code_sees_it(client):
    night = make_night(names=[])
    (ana,) = add_players(club=night.club, names=["Ana Rossi"], actor=SYSTEM)
    set_event_visibility(event_id=night.pk, visibility="private", actor=SYSTEM)
    set_registration(event_id=night.pk, is_open=True, actor=SYSTEM)
    phone, led = client, reverse("event", args=[night.pk])
    assert phone.get(led).status_code == 404
    assert led in phone.get(reverse("code", args=[player_code(ana.pk, 0)])).content.decode()
    assert phone.get(led).status_code == 200


def test_last_weeks_evening_stands_below_this_one_with_the_place_in_it(client):
    club = make_club()
    last, this = (make_night(club=club, on=date(2026, 11, day), names=NAMES[:2]) for day in (13, 20))
    for night in (last, this):
        for _number in range(7):
            table = seat_table(night, *NAMES[:2])
            deal(table, announce(1, 2, 2))
            end_table(table_id=table.pk, actor=SYSTEM)
        finish_event(event_id=night.pk, actor=SYSTEM)
    winner = player_of(last, NAMES[1])
    results = scan(client, code_of(winner)).content.decode().split("My results")[1]
    assert results.index("20 Nov 2026") < results.index("13 Nov 2026")
    assert results.count("<strong>place 1</strong>") == 2
    assert f"{reverse('player', args=[winner.pk])}?tab=tables" in results


def test_an_evening_of_many_tables_hides_no_other_and_has_the_earlier_ones_in_a_fold(client):
    club = make_club()
    last, this = (make_night(club=club, on=date(2026, 11, day), names=NAMES[:2]) for day in (13, 20))
    for night, count in ((last, 1), (this, 22)):
        for _number in range(count):
            end_table(table_id=seat_table(night, *NAMES[:2]).pk, actor=SYSTEM)
    results = scan(client, code_of(player_of(last, NAMES[1]))).content.decode().split("My results")[1]
    newest, folded = results[: results.index("13 Nov 2026")].split("<details")
    assert (newest.count("<li>"), folded.count("<li>")) == (12, 10) and "Earlier tables: 10" in folded


def test_of_several_evenings_on_one_day_the_latest_are_shown():
    club = make_club()
    nights = [make_night(club=club, on=date(2026, 11, 20), names=NAMES[:2]) for _number in range(6)]
    for night in nights:
        end_table(table_id=seat_table(night, *NAMES[:2]).pk, actor=SYSTEM)
    shown = own_evenings(player_of(nights[0], NAMES[0]))
    assert [evening.event_id for evening in shown] == [night.pk for night in nights[:0:-1]]


def test_the_place_in_a_tournament_leads_to_why(client):
    event = play_event(make_tournament(4))
    finish_event(event_id=event.pk, actor=SYSTEM)
    entrant = event.entrants.first()
    results = scan(client, code_of(entrant.player)).content.decode().split("My results")[1]
    assert reverse("why", args=[event.pk, entrant.pk]) in results
