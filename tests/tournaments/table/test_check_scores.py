from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.factories import announce, deal, make_table
from tournaments.models import Seat, Table

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
