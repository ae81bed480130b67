"""The log of an event and of a club: what it says, whom it lets in, and what its filters leave."""

import json
import re
import uuid
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from tests.factories import (
    announce,
    correct,
    deal,
    make_club,
    make_member,
    make_night,
    make_table,
    make_user,
    pad_token,
    seat_table,
)
from tests.tournament_scenes import make_tournament, next_round, play_round, start
from tournaments import audit
from tournaments.audit import SYSTEM, Actor
from tournaments.models import Event, Member, Table
from tournaments.selectors.log import PAGE
from tournaments.services.club.clubs import add_players, edit_player
from tournaments.services.stage.rulings import forfeit
from tournaments.services.table.claims import call_director
from tournaments.services.table.confirmations import confirm_or_dispute, set_confirmation
from tournaments.services.table.deals import record_deal
from tournaments.services.table.life import adjourn_table, resume_table
from tournaments.services.table.proposed_corrections import answer_proposed_correction, correct_or_propose
from tournaments.services.table.several_deals import Exchange, correct_many
from tournaments.words.log.actions import KINDS

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client: Client) -> Client:
    """Signed in as the owner of the club Neris."""
    ana = make_user("director", first_name="Daiva", last_name="Rimkutė")
    make_club(owner=ana)
    client.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
    return client


def neris() -> dict[str, object]:
    return {"club": Member.objects.get(user__username="director").club}


def lines(client: Client, event: Event, **query: object) -> list[str]:
    """The entries as they are read: each one's text in a single line."""
    return entries(client.get(reverse("event-log", args=[event.pk]), query).content.decode())


def entries(page: str) -> list[str]:
    found = re.findall(r'<li class="log-line".*?</li>', page, re.S)
    return [" ".join(unescape(re.sub("<[^>]*>", " ", each)).split()) for each in found]


def test_a_correction_shows_only_what_it_changed_and_from_what(director):
    table = make_table(**neris())
    deal(table, announce(1, 3, 3))
    correct(table, 1, announce(1, 3, 2), reason="miscounted")
    newest, recorded, *_ = lines(director, table.event)
    assert "Deal 1 was corrected: Bruno announced 3, took 2." in newest
    assert "Tricks taken before: 3 → after: 2" in newest
    assert "Reason miscounted" in newest
    assert "Announced before" not in newest
    assert "Deal 1: Bruno announced 3, took 3." in recorded


def test_every_line_tells_when_who_and_at_which_table(director):
    table = make_table(**neris())
    link = table.pad_links.get()
    for token, declarer in ((link.token, 1), (pad_token(table, 1), 0)):
        sent = {"client_id": str(uuid.uuid4()), "base_revision": 99, "payload": announce(declarer, 2, 2)}
        answer = director.post(f"/pad/{token}/deals/", json.dumps(sent), content_type="application/json")
        assert answer.status_code == 200
    director.post(reverse("table-adjourn", args=[table.pk]))
    adjourned, own_phone, a_phone, *_, first = lines(director, table.event)
    assert "Daiva Rimkutė Table 1" in adjourned
    assert "State before: playing → after: adjourned" in adjourned
    assert "Bruno (own phone) Table 1" in own_phone
    assert "a phone at table 1 Table 1" in a_phone
    assert "the app" in first
    assert re.match(r"\d\d:\d\d:\d\d ", first)
    assert f"revision #{table.event.revision}" not in first


def test_the_log_tells_in_words_whatever_happens_in_a_tournament(director):
    event = make_tournament(8, **neris(), stages=(("swiss", {"rounds": 2, "seats": 4}),))
    start(event)
    table = play_round(event)[0]
    (table, *_) = next_round(event, minutes=40)
    forfeit(table_id=table.pk, seats=[0, 1, 2], reason="stayed away", actor=SYSTEM)
    told = lines(director, event)
    assert "Did not play" in told[0] or "forfeit" in told[0]
    assert any("Round 2 was published." in line and "Minutes 40" in line for line in told)
    assert any("Swiss" in line for line in told)
    assert [line for line in told if re.search(r"[{}]|\[\]|None|\?", line)] == []


def test_confirmations_proposals_and_several_deals_at_once_are_told_in_words(director):
    night = make_night(**neris(), names=["Ana", "Bruno"])
    set_confirmation(event_id=night.pk, mode="deal", accept_minutes=5, correction_minutes=20, actor=SYSTEM)
    table = seat_table(night, "Ana", "Bruno")
    ana, bruno = (Actor(pad_link=table.pad_links.get(), seat=seat) for seat in (0, 1))
    given = {"table_id": table.pk, "base_revision": None}
    record_deal(**given, payload=announce(1, 3, 3), client_id=uuid.uuid4(), actor=ana)
    table.refresh_from_db()
    said = {"table_id": table.pk, "verdict": "confirmed", "deals": [(1, 1)], "base_revision": table.revision}
    confirm_or_dispute(**said, reason="", actor=bruno)
    change = {"kind": "deal", "number": 1, "payload": announce(1, 3, 2)}
    proposed = correct_or_propose(**given, change=change, client_id=uuid.uuid4(), actor=ana, reason="miscounted")
    answer_proposed_correction(proposed_id=proposed.pk, answer="agreed", actor=bruno)
    correct_many(**given, change=Exchange((0, 1), 1), client_id=uuid.uuid4(), actor=SYSTEM, reason="sat wrongly")
    told = lines(director, night, table=table.pk)
    assert [line for line in told if re.search(r"[{}]|None", line)] == []
    exchanged, *between, confirmed, _recorded = told
    assert "Since deal 1 these two sat in each other’s seats: Ana, Bruno" in exchanged
    assert "Deal 1 before: Bruno announced 3, took 2. → after: Ana announced 3, took 2." in exchanged
    assert "Bruno (own phone)" in confirmed
    assert "Confirmation: confirmed." in confirmed
    asked = [line for line in between if "another seat must agree: deal 1: Bruno announced 3, took 2." in line]
    agreed = [line for line in between if "Another seat agreed to a correction: deal 1:" in line]
    assert ["Ana (own phone)" in asked[0], "Bruno (own phone)" in agreed[0]] == [True, True]
    assert lines(director, night, kind="corrections", table=table.pk)[0] == exchanged


def test_an_entry_of_another_age_is_shown_as_well_as_can_be(director):
    event = make_night(**neris())
    for code, before, after in (
        ("table-fixed", 3, {"entrant": 4}),
        ("deal", None, {"deal": 1}),
        ("ruling", [1, 2], "x"),
        ("gone-since", {"deep": {"er": [1, None]}}, None),
        ("correction", None, {"deal": 1, "payload": {"announced": 3}}),
        ("correction", {"deal": 1, "payload": {"hands": {"x": ["P1"]}}}, {"deals": ["y"]}),
    ):
        audit.record(SYSTEM, code, club=event.club, event=event, before=before, after=after)
    assert any("Something was changed (gone-since)" in line for line in lines(director, event))


@pytest.mark.parametrize("name", ["event-log", "event-log-csv", "event-log-jsonl"])
def test_only_who_may_look_at_the_desk_reads_the_log(client, name):
    club = make_club()
    event = make_night(club=club)
    address = reverse(name, args=[event.pk])
    assert client.get(address).status_code == 302
    for user, status in (
        (make_user("stranger"), 404),
        (make_member(club, Member.Role.PLAYER), 403),
        (make_member(club, Member.Role.READER), 200),
        (make_member(club, Member.Role.DIRECTOR), 200),
    ):
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        assert client.get(address).status_code == status


@pytest.mark.parametrize("name", ["club-log", "club-log-csv", "club-log-jsonl"])
def test_only_who_directs_may_read_the_clubs_log(client, name):
    club = make_club()
    address = reverse(name, args=[club.slug])
    assert client.get(address).status_code == 302
    for user, status in (
        (make_user("stranger"), 404),
        (make_member(club, Member.Role.SCORER), 403),
        (make_member(club, Member.Role.DIRECTOR), 200),
    ):
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        assert client.get(address).status_code == status


def test_the_clubs_log_holds_what_belongs_to_no_event_and_nothing_else(director):
    club = Member.objects.get(user__username="director").club
    (ana,) = add_players(club=club, names=["Ana"], actor=SYSTEM)
    edit_player(player=ana, name="Ana P.", nickname="Anė", colour="teal", actor=SYSTEM)
    make_night(club=club, names=["Ana P."])
    other = make_club(name="Other", owner=make_user("other"))
    add_players(club=other, names=["Zita"], actor=SYSTEM)
    told = entries(director.get(reverse("club-log", args=[club.slug])).content.decode())
    assert [re.search("edited|New on the club’s list: Ana|founded", line)[0] for line in told] == [
        "edited", "New on the club’s list: Ana", "founded",
    ]  # fmt: skip
    assert "The player Ana P. was edited." in told[0]
    assert "What was changed name, nickname" in told[0]
    kept = entries(director.get(reverse("club-log", args=[club.slug]), {"text": "ana p"}).content.decode())
    assert len(kept) == 2


def two_tables(**facts: object) -> tuple[Event, Table, Table]:
    night = make_night(**facts)
    first, second = seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "Dovas")
    deal(first, announce(1, 3, 3))
    correct(first, 1, announce(1, 3, 2))
    deal(second, announce(1, 4, 4))
    return night, first, second


def test_the_log_is_filtered_by_table_and_by_kind(director):
    night, first, second = two_tables(**neris())
    assert len(lines(director, night, table=first.pk)) == 2
    assert len(lines(director, night, table=second.pk)) == 1
    assert [line for line in lines(director, night, kind="corrections") if "was corrected" not in line] == []
    assert len(lines(director, night, kind="deals")) == 2
    assert len(lines(director, night, kind="deals", table=first.pk)) == 1
    every_kind = [line for kind in KINDS for line in lines(director, night, kind=kind)]
    assert sorted(every_kind) == sorted(lines(director, night))


def test_the_log_is_filtered_by_who_wrote(director):
    night, first, second = two_tables(**neris())
    owner = Member.objects.get(user__username="director").user
    adjourn_table(table_id=first.pk, actor=Actor(user=owner))
    bruno = second.seats.get(index=1).entrant.player
    given = {"table_id": second.pk, "event_id": night.pk}
    adjourn_table(table_id=second.pk, actor=Actor(pad_link=second.pad_links.get(), seat=1))
    resume_table(**given, actor=Actor(pad_link=second.pad_links.get()))
    assert ["adjourned" in line for line in lines(director, night, who=f"u{owner.pk}")] == [True]
    assert [f"{bruno.name} (own phone)" in line for line in lines(director, night, who=f"p{bruno.pk}")] == [True]
    assert len(lines(director, night, who="phones")) == 2
    assert len(lines(director, night, who="app")) == len(lines(director, night)) - 3


def test_a_text_is_found_in_what_was_told_in_the_words_for_it_and_in_names(director):
    night, first, second = two_tables(**neris())
    correct(second, 1, announce(1, 4, 3), reason="Žvirblis")
    adjourn_table(table_id=first.pk, actor=Actor(user=Member.objects.get(user__username="director").user))
    every = lines(director, night)
    assert lines(director, night, text="Žvirblis") == [line for line in every if "Žvirblis" in line]
    assert lines(director, night, text="WAS CORRECTED") == [line for line in every if "was corrected" in line]
    assert lines(director, night, text="rimk") == [line for line in every if "Rimkutė" in line]
    at_the_table_of_dovas = lines(director, night, text="dovas")
    assert [line for line in every if "Dovas" in line and line not in at_the_table_of_dovas] == []
    assert [line for line in at_the_table_of_dovas if "Table 1" in line] == []
    assert lines(director, night, text="100 %_") == []


@pytest.mark.parametrize(
    "query",
    [
        {"table": "none"}, {"table": "999999"}, {"who": "p1"}, {"who": "u' OR 1=1"}, {"kind": "nonsense"},
        {"before": "-1"}, {"before": "9" * 40}, {"before": "x"}, {"text": "x" * 500}, {"text": "\x00"},
    ],
)  # fmt: skip
def test_a_filter_that_makes_no_sense_is_passed_over(director, query):
    night, *_ = two_tables(**neris())
    assert lines(director, night, **query) == lines(director, night)


def many(event: Event, count: int) -> None:
    for _ in range(count):
        event.revision += 1
        audit.record(SYSTEM, "players-here", club=event.club, event=event, after={"players": [f"N{event.revision}"]})


def test_a_long_log_is_read_page_by_page_each_entry_once(director):
    event = make_night(**neris(), names=[])
    many(event, 2 * PAGE)
    address, seen = reverse("event-log", args=[event.pk]), []
    while address:
        page = director.get(address).content.decode()
        told = entries(page)
        assert len(told) <= PAGE
        seen += told
        many(event, 1)  # what is written meanwhile does not move the older pages
        older = re.search('href="([^"]*)" rel="next"', page)
        address = unescape(older[1]) if older else ""
    numbers = [int(line.split("#")[1].split()[0]) for line in seen]
    assert numbers == list(range(2 * PAGE + 1, 0, -1))


def test_filters_are_kept_from_page_to_page_and_the_newest_is_one_tap_away(director):
    event = make_night(**neris(), names=[])
    many(event, PAGE + 5)
    given = {"kind": "people", "who": "app"}
    page = director.get(reverse("event-log", args=[event.pk]), given).content.decode()
    older = unescape(re.search('href="([^"]*)" rel="next"', page)[1])
    assert "kind=people" in older
    second = director.get(older).content.decode()
    assert len(entries(second)) == 5
    assert f'href="{reverse("event-log", args=[event.pk])}?kind=people&amp;who=app"' in second
    assert 'hx-trigger="revision' not in second, "an older page never changes"


def test_the_newest_page_follows_the_event(director):
    event = make_night(**neris())
    address = reverse("event-log", args=[event.pk]) + "?kind=people"
    page = director.get(address).content.decode()
    assert f'hx-get="{address}" hx-trigger="revision from:body"' in page
    assert f'data-revision="{event.revision}"' in page
    part = director.get(address, headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<section id="log"')
    assert entries(part) == entries(page)
    restored = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<html" in director.get(address, headers=restored).content.decode()


def test_the_entries_stand_under_their_days(director):
    event = make_night(**neris())
    page = director.get(reverse("event-log", args=[event.pk])).content.decode()
    day = timezone.localtime(event.audit_entries.latest("pk").at)
    assert re.findall('<h2 class="log-day">(.*?)</h2>', page) == [f"{day:%A}, {date_format(day)}"]


def test_a_log_that_is_empty_says_so(director):
    event = make_night(**neris())
    page = director.get(reverse("event-log", args=[event.pk]), {"text": "nobody wrote this"}).content.decode()
    assert "Nothing of that kind was written." in page


def test_names_are_shown_as_text_not_as_markup(director):
    event = make_night(**neris(), names=["<b>Ana</b>", "Bruno"])
    page = director.get(reverse("event-log", args=[event.pk])).content.decode()
    assert "&lt;b&gt;Ana&lt;/b&gt;" in page
    assert "<b>Ana" not in page


def test_a_table_carried_on_keeps_its_old_number_in_the_old_log(director):
    old = make_night(**neris(), names=["Ana", "Bruno", "Chiara", "Dovas"])
    seat_table(old, "Chiara", "Dovas")
    table = seat_table(old, "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    tonight = make_night(**neris(), names=[])
    resume_table(table_id=table.pk, event_id=tonight.pk, actor=SYSTEM)
    carried, *_, recorded, _, _, _, _ = lines(director, old)
    assert "carried on to another night" in carried
    assert "Table 2" in recorded
    assert "Table 1" in lines(director, tonight)[0]


def count(client: Client, event: Event, **query: object) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(reverse("event-log", args=[event.pk]), query).status_code == 200
    return len(queries)


def written_by_many(tables: int, entries: int) -> Event:
    night = make_night(**neris(), names=[f"N{number}" for number in range(2 * tables)])
    many(night, entries)
    for number in range(tables):
        table = seat_table(night, f"N{2 * number}", f"N{2 * number + 1}")
        given = {"payload": announce(1, 3, 3), "client_id": uuid.uuid4(), "base_revision": None}
        record_deal(table_id=table.pk, actor=Actor(pad_link=table.pad_links.get(), seat=1), **given)
        adjourn_table(table_id=table.pk, actor=Actor(user=make_user(f"director {night.pk}-{number}")))
    return night


def test_the_number_of_queries_does_not_grow_with_the_log(director):
    small, large = written_by_many(1, 5), written_by_many(20, 500)
    people = ({}, 12), ({"kind": "tables"}, 12), ({"text": "N1"}, 14)  # one more where entries tell of somebody
    for query, queries in (*people, ({"who": "phones"}, 11)):
        assert count(director, small, **query) == count(director, large, **query) == queries
    one, other = (event.tables.first().pk for event in (small, large))
    assert count(director, small, table=one) == count(director, large, table=other) == 11


def test_the_hour_of_a_call_is_told_as_on_a_clock(director):
    table = make_table(**neris())
    call_director(table_id=table.pk, note="", actor=SYSTEM)
    table.refresh_from_db()
    newest, *_ = lines(director, table.event)
    assert f"Called at {date_format(timezone.localtime(table.called_at), 'TIME_FORMAT')}" in newest
