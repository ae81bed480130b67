from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.factories import announce, deal, make_table
from tournaments.models import Seat

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


def test_rebuilding_writes_what_the_deals_give():
    table = make_table()
    deal(table, announce(1, 3, 3))
    Seat.objects.filter(table=table, index=1).update(score=99)
    assert "1 rebuilt" in check(rebuild=True)
    assert table.seats.get(index=1).score == 10
