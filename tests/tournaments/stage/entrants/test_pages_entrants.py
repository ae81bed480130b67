"""The director keeps the list of a tournament's entrants, and players enter themselves."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_night
from tests.tournament_scenes import finish_table, ids, make_tournament, next_round, rated, start
from tournaments.audit import SYSTEM
from tournaments.forms.stage.entrants import OrderForm
from tournaments.models import AuditEntry, Club, Entrant, Event, Player, StageEntry
from tournaments.services.stage.entrants import ListedEntrant, enter
from tournaments.services.stage.rulings import forfeit

pytestmark = pytest.mark.django_db

LONG = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis"


def tournament(count: int = 0, **given: Any) -> Event:
    return make_tournament(count, club=Club.objects.get(), **given)


def page(client: Client, event: Event, **query: object) -> str:
    answer = client.get(reverse("entrants", args=[event.pk]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def post(client: Client, action: str, event: Event, /, **data: object) -> str:
    """Post, and read the page that follows."""
    answer = client.post(reverse(action, args=[event.pk]), data, follow=True)
    assert answer.status_code == 200
    event.refresh_from_db()
    return answer.content.decode()


def names(event: Event) -> list[str]:
    return list(event.entrants.order_by("seed", "pk").values_list("player__name", flat=True))


def one(event: Event, name: str = "P1") -> Entrant:
    return event.entrants.get(player__name=name)


def test_an_empty_list_says_how_to_begin(director):
    assert "Nobody is entered yet" in page(director, tournament())


@pytest.mark.parametrize(("days", "ticked"), [(0, True), (1, False)])
def test_who_is_added_is_checked_in_unless_the_tournament_is_still_ahead(director, days, ticked):
    event = tournament()
    Event.objects.filter(pk=event.pk).update(date=timezone.localdate() + timedelta(days=days))
    Player.objects.create(club=event.club, name="Ana")
    pages = [page(director, event), post(director, "entrants-list", event, text="Bruno")]
    assert ['id="checked-in" checked' in text for text in pages] == [ticked] * 2


def test_the_step_of_an_empty_list_adds_who_is_ticked_or_reads_the_names(director):
    event = tournament()
    step = '<button type="submit" class="btn btn-primary" form="%s">'
    assert step % "many" in page(director, event)
    Player.objects.create(club=event.club, name="Ana")
    assert step % "add" in page(director, event)


def test_players_come_by_tick_and_by_name(director):
    event = tournament()
    player = Player.objects.create(club=event.club, name=LONG)
    text = post(director, "entrants-add", event, players=[player.pk], names="Ana\nBruno, Chiara")
    assert sorted(names(event)) == ["Ana", "Bruno", "Chiara", LONG]
    assert "4 entrants, 0 checked in" in " ".join(text.split())
    post(director, "entrants-add", event, names="Dovas", checked_in="1")
    assert one(event, "Dovas").present


def test_nobody_ticked_and_nothing_written_is_said(director):
    assert "Tick somebody, or write a name" in post(director, "entrants-add", tournament())


def test_one_tap_checks_in_one_and_another_tap_all(director):
    event = tournament(3, checked_in=False)
    post(director, "entrants-check-in", event, entrant=one(event).pk, present="1")
    assert list(event.entrants.filter(present=True)) == [one(event)]
    post(director, "entrants-status", event, entrant=one(event, "P3").pk, status="withdrawn")
    post(director, "entrants-check-in", event, present="1")
    assert event.entrants.filter(present=True).count() == 2
    post(director, "entrants-check-in", event, entrant=one(event).pk)
    assert not one(event).present


def test_the_next_step_is_to_check_in_then_to_start_and_the_missing_can_be_shown_alone(director):
    event = tournament(3, checked_in=False)
    start_it = reverse("stage-start", args=[event.stages.get().pk])
    text = page(director, event)
    assert 'btn-primary">Check in all' in text and start_it not in text
    post(director, "entrants-check-in", event, entrant=one(event).pk, present="1")
    text = page(director, event)
    assert f'class="btn btn-primary" href="{start_it}"' in text and 'btn-secondary">Check in all' in text
    missing = page(director, event, missing=1)
    shown = [f'id="entrant-{one(event, name).pk}"' in missing for name in ("P1", "P2", "P3")]
    assert shown == [False, True, True]


def test_a_pasted_list_says_who_is_new_and_whom_that_may_be_before_anybody_is_entered(director):
    event = tournament()
    Player.objects.create(club=event.club, name="Karolina Vaitkutė")
    text = post(director, "entrants-list", event, text="Karolina Vaitkute\nRita")
    assert text.count("new in the club") == 2 and text.count("or is it Karolina Vaitkutė?") == 1
    assert not event.entrants.exists()
    post(director, "entrants-list", event, text="Karolina Vaitkutė\nRita", sure="1", checked_in="1")
    assert names(event) == ["Karolina Vaitkutė", "Rita"]
    assert event.entrants.filter(present=True).count() == 2


def test_htmx_gets_the_list_alone_with_what_is_to_be_said(director):
    event = tournament(2)
    address = reverse("entrants-status", args=[event.pk])
    data = {"entrant": one(event).pk, "status": "expelled"}
    text = director.post(address, data, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in text
    assert "an expulsion needs its reason" in text
    assert one(event).status == "active"


def test_somebody_withdraws_comes_back_and_is_expelled_with_a_reason(director):
    event = tournament(2)
    who = one(event).pk
    assert "withdrawn" in post(director, "entrants-status", event, entrant=who, status="withdrawn")
    post(director, "entrants-status", event, entrant=who, status="active")
    assert one(event).status == "active"
    post(director, "entrants-status", event, entrant=who, status="expelled", reason="Hid a card")
    assert one(event).status == "expelled"
    assert AuditEntry.objects.latest("pk").after["reason"] == "Hid a card"


@pytest.mark.parametrize("key", ["single-elimination", "round-robin"])
def test_whoever_withdraws_amid_a_match_leaves_a_table_to_rule_on(director, key):
    event = tournament(2, stages=[(key, {"games": 3})])
    start(event)
    (first,) = next_round(event)
    finish_table(first, winner=0)
    who = first.seats.get(index=0).entrant_id
    address = reverse("entrant-leave", args=[event.pk, who])
    if key == "round-robin":
        text = director.post(address, {"status": "withdrawn", "results": "kept"}, follow=True).content.decode()
    else:
        text = post(director, "entrants-status", event, entrant=who, status="withdrawn")
    assert f"no longer plays. Rule on table {first.number}, which is still in play." in text
    second = event.tables.get(game=2)
    forfeit(table_id=second.pk, seats=[second.seats.get(entrant=who).index], reason="", actor=SYSTEM)
    assert "which is still in play" not in post(director, "entrants-status", event, entrant=who, status="withdrawn")


def test_the_menu_of_one_entrant_unfolds(director):
    event = tournament(2)
    assert "Who plays instead" not in page(director, event)
    text = page(director, event, open=one(event).pk)
    assert text.count("Who plays instead") == 1
    assert "Who plays instead" not in page(director, event, open="²")


def test_a_substitute_plays_and_stops_playing(director):
    event = tournament(2)
    assert "Rita plays instead" in post(director, "entrants-substitute", event, entrant=one(event).pk, name=" Rita ")
    assert "P2 plays already" in post(director, "entrants-substitute", event, entrant=one(event).pk, name="P2")
    post(director, "entrants-substitute", event, entrant=one(event).pk, name="")
    assert one(event).substitute is None


def test_a_table_is_fixed_and_any_table_again(director):
    event = tournament(2)
    assert "always at table 7" in post(director, "entrants-table", event, entrant=one(event).pk, table="7")
    post(director, "entrants-table", event, entrant=one(event).pk, table="0")
    assert one(event).fixed_table == 7
    post(director, "entrants-table", event, entrant=one(event).pk, table="")
    assert one(event).fixed_table is None


def test_an_entrant_of_another_tournament_is_not_found(director):
    event, other = tournament(2), tournament(names=["Ana", "Bruno"])
    for name in ("entrants-check-in", "entrants-table", "entrants-substitute"):
        answer = director.post(reverse(name, args=[event.pk]), {"entrant": one(other, "Ana").pk})
        assert answer.status_code == 404


def test_a_club_night_has_no_such_pages(director):
    night = make_night(club=Club.objects.get())
    for name in ("entrants", "entrants-list", "entrants-order"):
        assert director.get(reverse(name, args=[night.pk])).status_code == 404


def test_seeding_by_rating_takes_the_entered_one_first_then_that_of_the_club(director):
    event = tournament(names=["Ana", "Bruno", "Chiara"])
    entries = [ListedEntrant(name="Bruno", rating=1400), ListedEntrant(name="Chiara", rating=1600.5)]
    enter(event_id=event.pk, entries=entries, actor=SYSTEM)
    text = post(director, "entrants-seed", event, how="rating")
    assert names(event) == ["Chiara", "Bruno", "Ana"]
    assert "rating 1600.5" in text
    assert "Seeded by rating" in text


def test_a_rating_of_the_clubs_tables_is_the_number_that_the_players_own_page_shows(director):
    event = tournament(names=["Ana", "Bruno"])
    rated(event, Ana=1520.6)
    text = " ".join(page(director, event).split())
    assert "rating 1521 ± 80 (from the club’s tables)" in text
    assert "counts here as the number less one and a half times its ±" in text
    own = director.get(reverse("player", args=[event.club.players.get(name="Ana").pk])).content.decode()
    assert "<dd>1521 <small>± 80</small></dd>" in own
    event.club.players.filter(name="Ana").update(unranked=True)  # of them no page says the number
    assert "1521" not in page(director, event)


def test_the_number_of_a_random_draw_is_shown_and_gives_the_same_order_again(director):
    event = tournament(8)
    text = post(director, "entrants-seed", event, how="random", seed="1979")
    drawn = names(event)
    assert "the number drawn is 1979" in text
    post(director, "entrants-seed", event, how="random")
    post(director, "entrants-seed", event, how="random", seed="1979")
    assert names(event) == drawn


def test_seeding_by_hand_with_numbers_and_with_arrows(director):
    event = tournament(4)
    before = ids(event)
    numbers = {f"seed-{pk}": place for place, pk in enumerate(before, 1)}
    post(director, "entrants-order", event, **numbers | {f"seed-{before[3]}": 1})
    assert names(event) == ["P4", "P1", "P2", "P3"]
    numbers = {f"seed-{pk}": place for place, pk in enumerate(ids(event), 1)}
    post(director, "entrants-order", event, **numbers, up=before[1])
    assert names(event) == ["P4", "P2", "P1", "P3"]


@pytest.mark.parametrize(
    ("numbers", "up", "down", "order"),
    [
        ({1: "4"}, None, None, [2, 3, 4, 1]),
        ({4: "1"}, None, None, [4, 1, 2, 3]),
        ({2: "x", 3: ""}, None, None, [1, 2, 3, 4]),
        ({}, 1, None, [1, 2, 3, 4]),
        ({}, None, 4, [1, 2, 3, 4]),
        ({}, None, 2, [1, 3, 2, 4]),
        ({}, 9, None, [1, 2, 3, 4]),
    ],
)
def test_who_gets_a_number_comes_to_stand_there(numbers, up, down, order):
    moves = {way: str(who) for way, who in (("up", up), ("down", down)) if who}
    posted = {f"seed-{pk}": number for pk, number in numbers.items()} | moves
    assert OrderForm(posted, entrants=[1, 2, 3, 4]).order == order


def test_a_list_is_shown_before_it_counts_and_each_bad_line_is_named(director):
    event = tournament(names=["Ana"])
    listed = "name,rating,seed,table\nAna,1500,1,\nBruno,high,,\nChiara,,,4\nana,,,\n"
    text = post(director, "entrants-list", event, text=listed)
    assert names(event) == ["Ana"]
    assert "Line 3:" in text and "“high” is not a number" in text
    assert "Line 5:" in text and "on line 2 already" in text
    assert "entered already" in text and "new in the club" in text
    assert "Enter 2 players" in text
    assert "2 players entered" in post(director, "entrants-list", event, text=listed, sure="1")
    assert (one(event, "Ana").rating, one(event, "Chiara").fixed_table) == (1500, 4)
    assert event.entrants.count() == 2


def test_a_spreadsheets_file_is_read_in_its_own_letters(director):
    event = tournament()
    file = SimpleUploadedFile("list.csv", "nome;elo\nNicolò;1500\n".encode("cp1252"))
    text = post(director, "entrants-list", event, file=file)
    assert "Nicolò" in text
    assert not event.entrants.exists()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"text": " \n"}, "Paste a list, or choose a file"),
        ({"file": SimpleUploadedFile("list.csv", b"x" * 150_001)}, "too large"),
        ({"file": SimpleUploadedFile("list.xlsx", b"PK\x03\x04" + bytes(99))}, "save it there as CSV"),
    ],
)
def test_no_list_and_too_large_a_file_are_said(director, data, words):
    assert words in post(director, "entrants-list", tournament(), **data)


def test_a_list_of_bad_lines_alone_brings_nobody(director):
    event = tournament()
    text = post(director, "entrants-list", event, text="---", sure="1")
    assert "1 line to correct" in text
    assert not event.entrants.exists()


def test_when_a_round_is_played_somebody_comes_late_with_points(director):
    event = tournament(4)
    start(event)
    next_round(event)
    text = page(director, event)
    assert "Late entry" in text and "From the club’s list" not in text
    post(director, "entrants-late", event, name="Zita", points="0.5")
    entry = StageEntry.objects.get(entrant__player__name="Zita")
    assert (entry.from_round, entry.late_points) == (2, 0.5)
    assert "has begun" in post(director, "entrants-list", event, text="Nobody", sure="1")
    assert "Nobody" not in names(event)


def test_names_do_not_slip_in_beside_a_running_stage(director):
    event = tournament(4)
    start(event)
    assert "has begun" in post(director, "entrants-add", event, names="Zita")
    assert event.entrants.count() == 4


def test_a_bracket_takes_nobody_late(director):
    event = tournament(4, stages=[("single-elimination", {})])
    start(event)
    assert "takes nobody in any more" in page(director, event)


def test_some_are_kept_apart_and_need_not_be_any_more(director):
    event = tournament(4)
    pair = sorted(ids(event)[:2])
    assert "Tick two at least" in post(director, "entrants-apart", event, entrants=pair[:1])
    for _twice in range(2):
        post(director, "entrants-apart", event, entrants=pair)
    assert event.keep_apart == [pair]
    post(director, "entrants-together", event, group="-".join(map(str, pair)))
    assert event.keep_apart == []


def test_a_finished_tournament_is_shown_and_not_changed(director):
    event = tournament(4)
    Event.objects.filter(pk=event.pk).update(status=Event.Status.FINISHED)
    assert "Check in" not in page(director, event)
    assert "<form" not in page(director, event).partition('id="desk"')[2].partition("</main>")[0]


def test_a_page_costs_the_same_for_4_and_40_entrants(director):
    counts = []
    for count in (4, 40):
        event = tournament(names=[f"{count}-{number}" for number in range(count)])
        with CaptureQueriesContext(connection) as queries:
            page(director, event)
        counts.append(len(queries))
    assert counts == [12, 12]
