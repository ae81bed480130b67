from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import QuerySet

from tests.factories import announce, correct, deal, make_table
from tests.tournaments.files.club_files import brought, elsewhere, file_of, rewritten
from tournaments.models import AuditEntry, Event, Seat, Table

pytestmark = pytest.mark.django_db


def check(**options):
    output = StringIO()
    call_command("check_scores", stdout=output, **options)
    return output.getvalue()


def test_scores_kept_by_the_services_are_those_of_the_deals():
    deal(make_table(), announce(1, 3, 3))
    assert "Every score" in check()


def test_a_score_somebody_changed_behind_the_app_is_found_and_left_alone():
    table = make_table()
    deal(table, announce(1, 3, 3))
    Seat.objects.filter(table=table, index=1).update(score=99)
    with pytest.raises(CommandError, match="1 differ"):
        check()
    assert table.seats.get(index=1).score == 99


def test_a_wrong_count_of_deals_is_found_and_put_right():
    table = make_table()
    deal(table, announce(1, 3, 3))
    Table.objects.filter(pk=table.pk).update(deal_count=9)
    assert "1 rebuilt" in check(rebuild=True)
    assert Table.objects.get(pk=table.pk).deal_count == 1
    assert "Every score" in check()


def test_rebuilding_writes_what_the_deals_give():
    table = make_table()
    deal(table, announce(1, 3, 3))
    Seat.objects.filter(table=table, index=1).update(score=99)
    assert "1 rebuilt" in check(rebuild=True)
    assert table.seats.get(index=1).score == 10


@pytest.mark.parametrize(
    "change",
    [
        {"after": {"deal": 1, "version": 1, "payload": announce(1, 3, 3)}},
        {"seat": 5},
        {"previous_hash": "0" * 64},
        {"action": "void"},
    ],
)
def test_a_log_somebody_changed_behind_the_app_is_found_and_nothing_rebuilds_it(change):
    table = make_table()
    deal(table, announce(1, 3, 3))
    correct(table, 1, announce(1, 3, 2), reason="misheard")
    assert "Every score" in check()
    newest = AuditEntry.objects.filter(table=table).latest("pk")
    QuerySet(AuditEntry).filter(pk=newest.pk).update(**change)
    for rebuild in (False, True):
        with pytest.raises(CommandError, match="differ in logs"):
            check(rebuild=rebuild)


def test_a_head_that_is_another_than_that_of_the_log_is_found():
    deal(make_table(), announce(1, 3, 3))
    Event.objects.update(log_head="0" * 64)
    with pytest.raises(CommandError, match="differ in logs"):
        check()


def test_the_log_of_a_club_that_came_in_a_file_says_the_same_by_other_ids():
    table = make_table()
    deal(table, announce(1, 3, 3))
    club = brought(rewritten(file_of(table.event.club), elsewhere))
    assert club.events.get().pk != table.event_id
    deal(Table.objects.get(event__club=club), announce(0, 2, 2))
    assert "Every score" in check()
