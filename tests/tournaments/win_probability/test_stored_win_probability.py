"""Which tables' bends wait to be reckoned, and what is kept of those that have been."""

import pytest

from tests.factories import NAMES, announce, correct, deal, make_night, seat_table, whole_vilnius_game
from tournaments.audit import SYSTEM
from tournaments.models import Event, Table, TableBend
from tournaments.services.night import finish_event, reopen_event
from tournaments.services.rebuild import rebuild_scores
from tournaments.services.summaries.events import make_bends, rebuild_bends
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db


def played(night: Event, *, first: int = 0) -> Table:
    """Two play a whole game, which seat 0 wins."""
    table = seat_table(night, *NAMES[first : first + 2])
    for payload in whole_vilnius_game(2):
        deal(table, payload)
    return table


def over() -> tuple[Event, Table]:
    night = make_night()
    table = played(night)
    finish_event(event_id=night.pk, actor=SYSTEM)
    return night, table


def closed(night: Event, *winners: int) -> Table:
    """A table of hands that the director closes, each deal won by the last to stay in."""
    table = seat_table(night, "Ana", "Bruno", "Chiara")
    for winner in winners:
        deal(table, {"dealer": 0, "folded": [seat for seat in range(3) if seat != winner]})
    return end_table(table_id=table.pk, actor=SYSTEM)


def test_a_table_waits_from_the_end_of_its_event_until_the_server_has_reckoned_it():
    night = make_night()
    table = played(night)
    assert not make_bends()
    finish_event(event_id=night.pk, actor=SYSTEM)
    assert table.bend.waits and table.bend.story is None
    assert make_bends()
    table.bend.refresh_from_db()
    assert not table.bend.waits
    assert table.bend.steps[0] == [0, 0.5, 0.5] and table.bend.steps[-1] == [32, 1, 0]
    assert table.bend.story["turn"]["seats"] == [0]
    assert not make_bends()


def test_a_late_correction_lets_that_table_alone_wait_again():
    night = make_night()
    table, other = played(night), played(night, first=2)
    finish_event(event_id=night.pk, actor=SYSTEM)
    make_bends()
    correct(table, 32, announce(0, 6, 0), reason="The table saw it wrong")
    assert list(TableBend.objects.filter(waits=True).values_list("table", "story")) == [(table.pk, None)]
    make_bends()
    assert TableBend.objects.get(table=table).steps[-1] == [32, 0, 1]
    assert TableBend.objects.get(table=other).steps[-1] == [32, 1, 0]


def test_an_event_that_is_open_again_tells_nothing():
    night, _ = over()
    make_bends()
    reopen_event(event_id=night.pk, actor=SYSTEM)
    assert not TableBend.objects.exists()


def test_what_was_corrected_while_it_was_reckoned_waits_on():
    _, table = over()

    def slowly(*given: object) -> list[None]:
        correct(table, 32, announce(0, 6, 0), reason="meanwhile")
        return [None]

    assert make_bends(through=slowly)
    assert TableBend.objects.get(table=table).waits


def test_a_table_at_which_hardly_anything_was_played_has_nothing_to_tell_and_waits_no_more():
    night = make_night()
    table = seat_table(night, "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    assert make_bends() and not make_bends()
    assert not table.bend.story


def test_deals_of_hands_are_told_from_all_of_the_evening_at_tables_of_that_size():
    night = make_night(game="colonial-italian", names=NAMES[:3])
    table = closed(night, 0, 1, 1, 0)
    closed(night, 2, 2, 2)
    finish_event(event_id=night.pk, actor=SYSTEM)
    make_bends()
    table.refresh_from_db()
    assert table.bend.story["known"] == 7
    assert table.bend.steps[0][1:] == pytest.approx([1 / 3] * 3, abs=1e-4)
    assert table.bend.steps[-1] == [4, 0.5, 0.5, 0]


def test_check_scores_finds_a_bend_of_other_deals_or_none_and_lets_it_wait():
    night, table = over()
    make_bends()
    assert rebuild_bends(night.club) == []
    TableBend.objects.update(made_of=1)
    assert len(list(rebuild_scores(keep=True))) == 1
    assert TableBend.objects.get(table=table).waits
    TableBend.objects.all().delete()
    assert len(rebuild_bends(night.club)) == 1
    assert TableBend.objects.get(table=table).waits
