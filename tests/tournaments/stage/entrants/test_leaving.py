"""Leaving a round robin: what becomes of the results is chosen, and seen before."""

from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament_scenes import begun, draw, finish_round, ids, next_round, play_round, play_stage, running
from tournaments.audit import SYSTEM
from tournaments.formats.standings.ranking import Row
from tournaments.models import AuditEntry, Event, Ruling, StageEntry, Table
from tournaments.selectors.stage.places import final_places
from tournaments.selectors.stage.records import stage_state
from tournaments.services.refusals import Refused
from tournaments.services.stage.entrants import expel, reinstate, withdraw
from tournaments.services.stage.rounds import publish_round

pytestmark = pytest.mark.django_db
ROBIN = [("round-robin", {"chain": ["score"]})]


def robin(count: int, *, rounds: int) -> Event:
    event = begun(count, stages=ROBIN)
    for _ in range(rounds):
        play_round(event)
    return event


def rows(event: Event) -> dict[int, Row]:
    return {row.id: row for rows in stage_state(running(event)).standings for row in rows}


def leave(event: Event, who: int, results: str) -> None:
    withdraw(event_id=event.pk, entrant_id=who, results=results, actor=SYSTEM)


def test_nobody_leaves_before_it_is_said_what_becomes_of_the_results():
    event = robin(6, rounds=1)
    who = ids(event)[0]
    for act in (
        lambda: leave(event, who, ""),
        lambda: expel(event_id=event.pk, entrant_id=who, reason="x", actor=SYSTEM),
    ):
        with pytest.raises(Refused) as refusal:
            act()
        assert refusal.value.code == "results-undecided"
    assert event.entrants.get(pk=who).status == "active"


def test_annulled_results_count_for_nobody_and_the_partner_is_free():
    event = robin(6, rounds=1)
    before = rows(event)
    who = next(row.id for row in before.values() if row.points == 1)
    leave(event, who, "annulled")
    after = rows(event)
    assert (after[who].rank, after[who].points, after[who].status) == (None, 0, "annulled")
    assert sum(row.points for row in after.values()) == 2
    round_ = draw(event)
    assert who not in round_.seating.seated
    assert len(round_.seating.byes) == 1


def test_kept_results_stand_and_the_others_win_the_rest_by_forfeit():
    event = robin(4, rounds=2)
    who = ids(event)[0]
    before = rows(event)
    leave(event, who, "kept")
    assert {each.id: each.points for each in rows(event).values()} == {each.id: each.points for each in before.values()}
    tables = next_round(event)
    (lost,) = [table for table in tables if table.seats.filter(entrant=who).exists()]
    assert lost.status == Table.Status.CLOSED
    assert lost.rulings.get().kind == Ruling.Kind.FORFEIT
    assert not lost.pad_links.exists() or not lost.pad_links.filter(revoked_at=None).exists()
    finish_round(event)
    other = lost.seats.exclude(entrant=who).get().entrant_id
    assert rows(event)[other].points == before[other].points + 1


def test_a_draw_from_before_does_not_hold_for_who_leaves_after_it():
    event = robin(4, rounds=1)
    round_ = draw(event)
    leave(event, ids(event)[0], "annulled")
    with pytest.raises(Refused, match="gone-since-draw"):
        publish_round(round_id=round_.pk, actor=SYSTEM)


def test_at_tables_of_three_the_others_play_without_who_left():
    event = begun(9, stages=[("round-robin", {"seats": 3})])
    play_round(event)
    who = ids(event)[0]
    leave(event, who, "kept")
    seating = draw(event).seating
    (theirs,) = [each for each in seating.tables if who in each.forfeited]
    assert len(theirs.entrants) == 2
    publish_round(round_id=running(event).rounds.get(number=2).pk, actor=SYSTEM)
    finish_round(event)
    record = stage_state(running(event)).groups[0].rounds[1]
    (table,) = [each for each in record.tables if who in each.forfeited]
    assert table.kind == "forfeit"


def test_who_comes_back_has_the_results_again():
    event = robin(6, rounds=1)
    who = ids(event)[0]
    before = rows(event)[who]
    leave(event, who, "annulled")
    reinstate(event_id=event.pk, entrant_id=who, actor=SYSTEM)
    assert rows(event)[who] == before
    assert StageEntry.objects.get(entrant=who).results == ""


def test_the_director_can_choose_otherwise_and_the_log_tells_both():
    event = robin(6, rounds=1)
    who = ids(event)[0]
    leave(event, who, "annulled")
    leave(event, who, "kept")
    assert rows(event)[who].rank
    first, second = AuditEntry.objects.filter(action="entrant-status").order_by("pk")
    assert (first.before["results"], first.after["results"]) == ("", "annulled")
    assert (second.before["results"], second.after["results"]) == ("annulled", "kept")


def test_the_expelled_can_be_annulled_too_and_have_no_place_in_the_end():
    event = robin(6, rounds=1)
    who, other = ids(event)[:2]
    expel(event_id=event.pk, entrant_id=who, reason="cards", results="annulled", actor=SYSTEM)
    leave(event, other, "annulled")
    play_stage(event)
    places = {row.person.id: row.place for row in final_places([stage_state(running(event))])}
    assert (places[who], places[other]) == (None, None)
    assert sum(place is not None for place in places.values()) == 4


def test_once_all_rounds_are_played_nothing_is_asked():
    event = robin(4, rounds=3)
    leave(event, ids(event)[0], "")
    assert rows(event)[ids(event)[0]].rank


@pytest.fixture
def director(client):
    event = robin(6, rounds=2)
    client.force_login(event.club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    return client, event


def test_the_page_shows_who_gains_and_who_loses_before_anything_is_done(director):
    client, event = director
    who = ids(event)[0]
    address = reverse("entrant-leave", args=[event.pk, who])
    assert address in client.get(reverse("entrants", args=[event.pk]), {"open": who}).content.decode()
    page = client.get(address)
    text = page.content.decode()
    assert "Played 2 of 5 rounds." in text
    assert "usually the results are annulled" in text
    assert page.context["form"].initial["results"] == "annulled"
    shown = {row.person.id: row for row in page.context["rows"]}
    assert who not in shown
    assert len(shown) == 5
    assert sum(row.kept.gain == "+1" for row in shown.values()) == 3
    assert event.entrants.get(pk=who).status == "active"
    answer = client.post(address, {"results": "kept", "status": "withdrawn"})
    assert answer.url == reverse("entrants", args=[event.pk])
    assert {other: rows(event)[other].points for other in shown} == {
        other: Fraction(row.now.points) for other, row in shown.items()
    }
    assert StageEntry.objects.get(entrant=who).results == "kept"


def test_the_page_asks_the_database_as_often_for_many_as_for_few(director):
    client, few = director
    counts = []
    for event in (few, robin(12, rounds=1)):
        event.club.members.get_or_create(user=few.club.members.get().user, defaults={"role": "director"})
        with CaptureQueriesContext(connection) as queries:
            assert client.get(reverse("entrant-leave", args=[event.pk, ids(event)[0]])).status_code == 200
        counts.append(len(queries) - 1)  # who directs the club
    assert counts[0] == counts[1]


def test_an_expulsion_on_that_page_needs_its_reason(director):
    client, event = director
    who = ids(event)[0]
    answer = client.post(reverse("entrant-leave", args=[event.pk, who]), {"results": "annulled", "status": "expelled"})
    assert "an expulsion needs its reason" in answer.content.decode()
    assert event.entrants.get(pk=who).status == "active"


def test_the_old_button_says_where_to_choose(director):
    client, event = director
    posted = {"entrant": ids(event)[0], "status": "withdrawn"}
    answer = client.post(reverse("entrants-status", args=[event.pk]), posted, follow=True)
    assert "choose first, on the page of this entrant" in answer.content.decode()


def test_the_standings_say_what_annulled_means(director):
    client, event = director
    who = ids(event)[0]
    leave(event, who, "annulled")
    why = client.get(reverse("why", args=[event.pk, who])).content.decode()
    assert "the results are annulled, and there is no place" in why
    assert client.get(reverse("event", args=[event.pk])).status_code == 200
    assert client.get(reverse("cross-table", args=[event.pk])).status_code == 200


def test_once_all_rounds_are_drawn_the_page_asks_for_nothing_but_why(director):
    client, event = director
    for _ in range(3):
        play_round(event)
    who = ids(event)[0]
    address = reverse("entrant-leave", args=[event.pk, who])
    assert "The results so far" not in client.get(address).content.decode()
    assert client.post(address, {"status": "withdrawn"}).status_code == 302
    assert event.entrants.get(pk=who).status == "withdrawn"
    assert StageEntry.objects.get(entrant=who).results == ""
