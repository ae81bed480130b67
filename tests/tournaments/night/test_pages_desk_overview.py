"""The desk shows who needs the director, on a club night as in a tournament, and what is answered does what it says."""

import re
from datetime import date, timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import NAMES, announce, deal, make_club, make_night, make_table, pad_token, seat_table
from tests.tournament_scenes import finish_round, make_tournament, next_round, start
from tournaments.audit import SYSTEM, Actor
from tournaments.models import Club, Event, Message, Table
from tournaments.services.night import send_message
from tournaments.services.table.claims import call_director
from tournaments.services.table.confirmations import confirm_or_dispute, set_confirmation
from tournaments.services.table.life import adjourn_table, end_table, resume_table

pytestmark = pytest.mark.django_db

TABLE, USUAL = Event.ConfirmationMode.TABLE, (Event.ConfirmationMode.NONE, 10, 30)


def director(client: Client, club: Club) -> Client:
    client.force_login(club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def the_desk(client: Client, event: Event, *, opened: Table | None = None) -> str:
    answer = client.get(reverse("desk", args=[event.pk]), {"open": opened.pk} if opened else {})
    assert answer.status_code == 200
    return answer.content.decode()


def post(client: Client, name: str, pk: int, **data: object) -> str:
    answer = client.post(reverse(name, args=[pk]), data, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def settings_of(event: Event) -> tuple[str, int | None, int]:
    event.refresh_from_db()
    return event.confirmation, event.accept_minutes, event.correction_minutes


@pytest.fixture(params=["club night", "tournament"])
def table(request) -> Table:
    """One with a deal, of a finished game, at an event that asks for confirmations of tables."""
    if request.param == "tournament":
        event = make_tournament(names=("Ana", "Bruno"))
        start(event)
        (table,) = next_round(event)
        played = {"dealer": table.first_dealer, "claimed": [0]}
    else:
        table = make_table()
        played = announce(1, 3, 3)
    set_confirmation(event_id=table.event_id, mode=TABLE, accept_minutes=10, correction_minutes=30, actor=SYSTEM)
    deal(table, played)
    if request.param == "club night":
        end_table(table_id=table.pk, actor=SYSTEM)
    table.event.refresh_from_db()
    return table


def dispute(table: Table) -> None:
    confirm_or_dispute(
        table_id=table.pk,
        verdict="disputed",
        deals=None,
        base_revision=table.event.revision,
        reason="it was <four>",
        actor=Actor(pad_link=table.pad_links.get(), seat=1),
    )


def test_an_empty_desk_needs_nobody_and_says_so(client):
    night = make_night(names=())
    page = the_desk(director(client, night.club), night)
    assert not re.search("Needs you|All tables|Message to all", words(page))


def test_a_call_stands_on_top_with_its_note_and_rings(client, table):
    call_director(table_id=table.pk, note="cards & <more>", actor=SYSTEM)
    page = the_desk(director(client, table.event.club), table.event)
    assert "Needs you Table 1" in words(page)
    assert "cards & <more>" in words(page)
    assert f'data-rings="call-{table.pk}-' in page


def test_who_is_coming_says_so_to_the_table_and_who_was_there_says_nothing(client, table):
    director(client, table.event.club)
    told = []
    for answer in ("coming", "coming", "settled"):
        if answer == "settled" or not told:
            call_director(table_id=table.pk, note="", actor=SYSTEM)
        assert "Calls you" not in post(client, "table-call", table.pk, answer=answer)
        told.append([message.text for message in Message.objects.filter(table=table)])
    assert told == [["The director is coming."]] * 3


def test_a_dispute_is_shown_with_who_and_why_until_it_is_ruled_on(client, table):
    dispute(table)
    director(client, table.event.club)
    page = words(the_desk(client, table.event))
    disputer = table.seats.get(index=1).player.short_name
    assert re.search(rf"Disputed {disputer}, 0 min it was <four>", page)
    assert "Disputed" not in words(post(client, "table-stands", table.pk, reason="read from the slip"))
    table.refresh_from_db()
    assert table.confirmation == Table.ConfirmationState.CONFIRMED
    assert table.confirmations.last().reason == "read from the slip"


def test_a_result_that_waits_says_when_it_counts_and_can_be_confirmed_from_the_desk(client, table):
    director(client, table.event.club)
    table.refresh_from_db()
    page = the_desk(client, table.event)
    assert f"counts at {timezone.localtime(table.accepted_at):%H:%M}" in words(page)
    assert "data-due=" in page
    assert "counts at" not in words(post(client, "table-stands", table.pk))


def test_nobody_is_asked_for_what_is_ruled_on_in_vain(client):
    table = make_table()
    assert "Nobody is asked to confirm this." in post(director(client, table.event.club), "table-stands", table.pk)


@pytest.mark.parametrize("alone", [True, False], ids=["fetched alone", "in the page"])
def test_an_open_table_leads_to_its_sheet_and_its_correction(client, table, alone):
    director(client, table.event.club)
    page = the_desk(client, table.event, opened=None if alone else table)
    if alone:
        (address,) = re.findall(r'hx-get="(/tables/[^"]+)"', page)
        page = client.get(address).content.decode()
        assert "<html" not in page
    for name in ("table", "table-correct"):
        assert f'href="{reverse(name, args=[table.pk])}"' in page


def test_a_table_without_a_deal_leads_to_no_correction(client):
    table = seat_table(make_night(), "Ana", "Bruno")
    page = the_desk(director(client, table.event.club), table.event, opened=table)
    assert reverse("table", args=[table.pk]) in page
    assert reverse("table-correct", args=[table.pk]) not in page
    assert page.index("discard it") > page.index("They are here"), "last where nobody means it"


def test_a_closed_table_is_opened_by_a_link_where_there_is_no_script(client, table):
    other = seat_table(make_night(club=make_club(name="Other")), "Ana", "Bruno")
    page = the_desk(director(client, table.event.club), table.event)
    assert f'href="?open={table.pk}#table-{table.pk}"' in page
    assert "Message to this table" not in words(page)
    assert "Message to this table" in words(the_desk(client, table.event, opened=table))
    assert "Message to this table" not in words(the_desk(client, table.event, opened=other))


def test_whatever_is_done_at_a_table_it_stays_open(client, table):
    director(client, table.event.club)
    assert "Message to this table" in words(post(client, "pad-link-renew", table.pk))
    said = {"table": table.pk, "text": "Sort your cards"}
    assert "Message to this table" in words(post(client, "desk-message", table.event_id, **said))
    at_the_desk = {"HX-Request": "true"}
    answer = client.post(reverse("pad-link-renew", args=[table.pk]), {"open": table.pk}, headers=at_the_desk)
    assert "Message to this table" in words(answer.content.decode())


def test_a_tile_shows_deal_leader_and_scores(client):
    table = make_table(seats=2)
    deal(table, announce(1, 3, 3))
    page = the_desk(director(client, table.event.club), table.event)
    assert re.findall(r'class="(\w*)" data-row="s\d+".*?title="(\w+)".*?data-cell="score">(-?\d+)<', page, re.S) == [
        ("", "Ana", "0"),
        ("leads", "Bruno", "10"),
    ]
    assert "Table 1 Deals 1/32" in words(page)


def test_tables_of_an_earlier_round_are_folded_and_say_which(client):
    event = make_tournament(4)
    start(event)
    next_round(event)
    finish_round(event)
    next_round(event)
    page = the_desk(director(client, event.club), event)
    now, earlier = page.split('<details id="earlier-tables">')
    assert [words(now).count("Table 1 "), words(now).count("round 1")] == [1, 0]
    assert "2 tables of earlier rounds" in words(earlier)
    assert words(earlier).count(" round 1 ") == 2


def test_nobody_is_told_to_start_a_tournament_that_nobody_has_entered(client):
    event = make_tournament(0)
    page = the_desk(director(client, event.club), event)
    assert reverse("stage-start", args=[event.stages.get().pk]) not in page
    assert re.search(r"Nobody has entered yet\. .* Enter the players ", words(page))


def test_a_table_that_is_long_over_has_nothing_to_open(client):
    table = make_table()
    director(client, table.event.club)
    address = reverse("table-desk", args=[table.pk])
    assert client.get(address).status_code == 200
    end_table(table_id=table.pk, actor=SYSTEM)
    Table.objects.update(ended_at=timezone.now() - timedelta(hours=1))
    assert client.get(address).status_code == 404


def test_a_message_goes_to_one_table_or_to_all_and_is_listed_with_its_time(client, table):
    director(client, table.event.club)
    post(client, "desk-message", table.event_id, table=table.pk, text="Sort your cards")
    page = words(post(client, "desk-message", table.event_id, text="Last deals"))
    assert list(Message.objects.values_list("table", "text")) == [(table.pk, "Sort your cards"), (None, "Last deals")]
    assert re.search(r"\d\d:\d\d all Last deals \d\d:\d\d table 1 Sort your cards", page)


@pytest.mark.parametrize("text", ["", "   ", "x" * 201])
def test_a_message_that_says_nothing_or_too_much_is_not_sent(client, text):
    night = make_night()
    page = post(director(client, night.club), "desk-message", night.pk, text=text)
    assert re.search("Write what the tables are to read|at most 200 characters", words(page))
    assert not Message.objects.exists()


def test_a_message_to_a_table_of_another_event_is_not_found(client):
    night, other = make_night(), make_night(club=make_club(name="Other"))
    strange = seat_table(other, "Ana", "Bruno")
    director(client, night.club)
    answer = client.post(reverse("desk-message", args=[night.pk]), {"text": "Psst", "table": strange.pk})
    assert answer.status_code == 404


def test_only_the_newest_messages_are_listed(client):
    night = make_night()
    seat_table(night, "Ana", "Bruno")
    for number in range(7):
        send_message(event_id=night.pk, table_id=None, text=f"Message {number}", actor=SYSTEM)
    page = words(the_desk(director(client, night.club), night))
    assert re.findall(r"Message \d", page) == [f"Message {number}" for number in (6, 5, 4, 3, 2)]


# What is shown when a result is accepted by itself


def test_a_page_shows_what_was_accepted_by_itself_although_its_revision_is_the_same(client, table):
    def etag(name: str, pk: int) -> str:
        return client.get(reverse(name, args=[pk]), headers={"HX-Request": "true"})["ETag"]

    pages = [("event", table.event_id), ("wall", table.event_id), ("table", table.pk)]
    before = [etag(*page) for page in pages]
    assert [etag(*page) for page in pages] == before
    Table.objects.update(accepted_at=timezone.now() - timedelta(seconds=1))
    assert all(etag(*page) != old for page, old in zip(pages, before, strict=True))


# Settings


def test_a_night_opens_with_the_confirmation_it_was_given(client):
    club = make_club()
    night = {"name": "N", "date": date(2026, 11, 20), "record_trump": "True", "no_trump": ""}
    address = reverse("event-new", args=[club.slug]) + "?game=vilnius"
    asked = {"confirmation": "deal", "accept_minutes": "", "correction_minutes": "45"}
    director(client, club).post(address, night | asked)
    assert settings_of(Event.objects.latest("pk")) == ("deal", None, 45)
    client.post(address, night)
    assert settings_of(Event.objects.latest("pk")) == USUAL


def test_a_tournament_opens_with_the_confirmation_it_was_given(client):
    club = make_club()
    address = reverse("tournament-new", args=[club.slug]) + "?game=vilnius&preset=round-robin"
    page = director(client, club).get(address)
    stages = {field.html_name: field.value() for form in page.context["plan"] for field in form if field.value()}
    shape = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page.content.decode()))
    given = {"name": "Open", "date": date(2026, 11, 21), "confirmation": "table", "accept_minutes": "5"}
    client.post(address, shape | stages | given | {"correction_minutes": "0"})
    assert settings_of(Event.objects.get()) == ("table", 5, 0)


def test_the_settings_are_changed_during_the_evening_and_the_players_read_them(client, table):
    director(client, table.event.club)
    asked = {"confirmation": "deal", "accept_minutes": "7", "correction_minutes": "20"}
    page = post(client, "event-settings", table.event_id, **asked)
    assert "Saved." in page
    assert settings_of(table.event) == ("deal", 7, 20)
    for shown in (page, client.get(reverse("event", args=[table.event_id])).content.decode()):
        assert "another seat confirms every deal · accepted by itself after 7 minutes" in words(shown)


def test_how_long_a_silent_phone_is_waited_for_is_set_where_hands_are_shown(client):
    club = make_club()
    nights = [make_night(club=club, game=game) for game in ("vilnius", "protean")]
    pages = [director(client, club).get(reverse("event-settings", args=[each.pk])).text for each in nights]
    night = nights[1]
    assert ["silence_minutes" in page for page in pages] == [False, True]
    asked = {"confirmation": "none", "accept_minutes": "", "correction_minutes": "30"}
    post(client, "event-settings", night.pk, silence_minutes="5", **asked)
    post(client, "event-settings", night.pk, **asked)
    night.refresh_from_db()
    assert night.silence_minutes == 5


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("accept_minutes", "0", "greater than or equal to 1"),
        ("accept_minutes", "1441", "less than or equal to 1440"),
        ("correction_minutes", "", "Say how many minutes"),
        ("correction_minutes", "-1", "greater than or equal to 0"),
        ("confirmation", "everybody", "Select a valid choice"),
    ],
)
def test_a_setting_that_cannot_be_is_told_in_words(client, field, value, said):
    night = make_night()
    asked = {"confirmation": "table", "accept_minutes": "10", "correction_minutes": "30"} | {field: value}
    assert said in words(post(director(client, night.club), "event-settings", night.pk, **asked))
    assert settings_of(night) == USUAL


# Cards


def codes(client: Client, address: str) -> list[list[str]]:
    """The addresses behind each card's codes."""
    printed = client.get(address).context["cards"]
    return [[re.sub(r"^https?://[^/]+", "", code.address) for code in card.codes] for card in printed]


def test_every_seat_gets_a_code_where_a_confirmation_is_asked_for(client):
    table = make_table(seats=3)
    director(client, table.event.club)
    token = table.pad_links.get().token
    one, each = [f"/pad/{token}/"], [f"/pad/{pad_token(table, seat)}/" for seat in range(3)]
    address = reverse("table-card", args=[table.pk])
    assert (codes(client, address), codes(client, address + "?each=seat")) == ([one], [each])
    set_confirmation(event_id=table.event_id, mode=TABLE, accept_minutes=10, correction_minutes=30, actor=SYSTEM)
    assert (codes(client, address), codes(client, address + "?each=table")) == ([each], [one])
    assert client.get(each[2] + "state/").json()["me"] == 2
    assert "table 1, seat 3" in words(client.get(address).content.decode())


def test_choosing_other_cards_keeps_the_round_that_was_asked_for(client):
    event = make_tournament(4)
    start(event)
    first, _second = next_round(event)
    address = reverse("event-cards", args=[event.pk]) + f"?round={first.round_id}"
    page = director(client, event.club).get(address).content.decode()
    assert f'href="?round={first.round_id}&amp;each=seat"' in page


@pytest.mark.parametrize("seats", [4, 5])
def test_that_the_cards_may_run_out_is_said_when_somebody_sits_down_too(client, seats):
    night = make_night(game="colonial-italian", names=NAMES[: seats + 1])
    table, late = seat_table(night, *NAMES[:seats]), night.entrants.get(player__name=NAMES[seats])
    said = words(post(director(client, night.club), "desk-sit-down", night.pk, place=f"{late.pk}-{table.pk}"))
    assert ("With 6 at a table the cards may run out" in said) is (seats == 5)


@pytest.mark.parametrize("seats", [5, 6])
def test_a_table_that_was_carried_on_says_too_that_the_cards_may_run_out(client, seats):
    night = make_night(game="colonial-italian", names=NAMES[:seats])
    later = make_night(club=night.club, game="colonial-italian", names=[])
    table = seat_table(night, *NAMES[:seats])
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    resume_table(table_id=table.pk, event_id=later.pk, actor=SYSTEM)
    said = words(director(client, night.club).get(reverse("table-desk", args=[table.pk])).content.decode())
    assert ("With 6 at a table the cards may run out" in said) is (seats == 6)
