"""Players can note the fingerprint of a stage's seed before it is used, and compare it with the seed afterwards."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import announce, deal, make_night, make_user, seat_table, sign_in
from tests.tournament_scenes import begun, make_tournament, next_round, play_event
from tournaments.audit import SYSTEM
from tournaments.models import Club, Event, Member
from tournaments.proofs.chain import BEGINNING
from tournaments.services.night import finish_event
from tournaments.services.table.life import end_table
from tournaments.templatetags.capstone import in_fours

pytestmark = pytest.mark.django_db


def page(name: str, *args: object, client: Client | None = None) -> str:
    answer = (client or Client()).get(reverse(name, args=args))
    assert answer.status_code == 200
    return answer.content.decode()


def director_of(club: Club) -> Client:
    user = make_user("director")
    Member.objects.create(club=club, user=user, role=Member.Role.OWNER)
    return sign_in(Client(), user)


def test_before_the_first_round_the_fingerprint_stands_on_the_wall_and_on_the_results():
    event = begun(4)
    stage = event.stages.get()
    assert f"<code>{in_fours(stage.commitment[:16])}</code>" in page("wall", event.pk)
    results = page("event", event.pk)
    assert in_fours(stage.commitment) in results
    assert str(stage.seed) not in results


def test_a_round_that_is_played_tells_the_fingerprint_on_its_pairings_its_print_and_its_cards_and_no_seed():
    event = begun(4)
    stage, (table, *_) = event.stages.get(), next_round(event)
    pages = [
        page("wall", event.pk),
        page("pairings", table.round_id),
        page("print-sheet", event.pk, "pairings"),
        page("event-cards", event.pk, client=director_of(event.club)),
    ]
    assert [in_fours(stage.commitment[:16]) in html for html in pages] == [True] * 4
    assert [str(stage.seed) in html for html in pages] == [False] * 4


def test_after_the_event_the_seed_stands_beside_the_fingerprint():
    event = play_event(make_tournament(4))
    finish_event(event_id=event.pk, actor=SYSTEM)
    stage = event.stages.first()
    pages = [
        page("wall", event.pk),
        page("pairings", stage.rounds.first().pk),
        page("print-sheet", event.pk, "pairings"),
        page("event", event.pk),
    ]
    assert [f"<code>{stage.seed}</code>" in html for html in pages] == [True] * 4
    assert [in_fours(stage.commitment[:16]) in html for html in pages] == [True] * 4


def over() -> Event:
    night = make_night()
    table = seat_table(night, "Ana", "Bruno")
    deal(table, announce(1, 2, 2))
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    night.refresh_from_db()
    return night


def test_the_report_has_the_hash_of_the_newest_entry_of_the_log():
    night = over()
    assert f"<code>{in_fours(night.log_head)}</code>" in page("report", night.pk)


def test_an_event_from_before_logs_were_chains_reports_none():
    night = over()
    Event.objects.update(log_head=BEGINNING)
    assert in_fours(BEGINNING)[:9] not in page("report", night.pk)


def test_a_hash_is_told_in_groups_of_four():
    assert in_fours("0123456789") == "0123 4567 89"
