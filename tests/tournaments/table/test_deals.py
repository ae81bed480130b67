"""Recording, correcting and voiding: every version is kept, the newest counts, nothing is half-saved."""

import uuid
from fractions import Fraction

import pytest

from scoring.errors import ScoringError
from tests.factories import announce, correct, deal, make_night, make_table, seat_table, whole_vilnius_game
from tournaments.audit import SYSTEM, Actor
from tournaments.models import AuditEntry, Deal, RecordedForGood, Table
from tournaments.services.night import finish_event
from tournaments.services.refusals import Missing, Refused, Stale
from tournaments.services.table.deals import record_deal, set_first_dealer
from tournaments.services.table.life import adjourn_table, end_table, resume_table, revoke_pad_link

pytestmark = pytest.mark.django_db

RACE = {"race_to": 1, "cards": "optional"}
WON = {"dealer": 0, "claimed": [0]}


def scores(table: Table) -> list[Fraction]:
    return list(table.seats.order_by("index").values_list("score", flat=True))


def places(table: Table) -> list[int]:
    return list(table.seats.order_by("index").values_list("place", flat=True))


def test_a_deal_moves_the_scores_the_places_and_the_revision():
    table = make_table()
    before = table.event.revision
    deal(table, announce(1, 3, 3))
    table.refresh_from_db()
    table.event.refresh_from_db()
    assert scores(table) == [0, 10]
    assert places(table) == [2, 1]
    assert table.deal_count == 1
    assert table.event.revision == table.revision > before


def test_every_change_leaves_an_audit_entry_of_its_own_revision():
    table = make_table()
    deal(table, announce(1, 3, 3))
    correct(table, 1, announce(1, 3, 2), reason="miscounted")
    correct(table, 1, None)
    entries = list(AuditEntry.objects.filter(table=table).order_by("id"))
    assert [entry.action for entry in entries] == ["deal", "correction", "void"]
    assert len({entry.revision for entry in entries}) == 3
    assert entries[1].before["payload"]["taken"] == 3
    assert entries[1].after == {
        "deal": 1, "version": 2, "payload": announce(1, 3, 2), "reason": "miscounted",
    }  # fmt: skip


def test_a_resend_gets_the_first_answer_and_changes_nothing():
    table, client_id = make_table(), uuid.uuid4()
    given = {"table_id": table.pk, "client_id": client_id, "base_revision": None, "actor": SYSTEM}
    first = record_deal(payload=announce(1, 3, 3), **given)
    deal(table, announce(0, 2, 2))
    table.event.refresh_from_db()
    revision = table.event.revision
    again = record_deal(payload=announce(1, 3, 3), **given)
    table.event.refresh_from_db()
    assert (again.number, again.version, again.repeated) == (first.number, first.version, True)
    assert Deal.objects.filter(table=table).count() == 2
    assert table.event.revision == revision


def test_a_resend_is_answered_even_when_the_phone_is_behind():
    table, client_id = make_table(), uuid.uuid4()
    table.refresh_from_db()
    given = {"table_id": table.pk, "client_id": client_id, "base_revision": table.revision, "actor": SYSTEM}
    record_deal(payload=announce(1, 3, 3), **given)
    assert record_deal(payload=announce(1, 3, 3), **given).repeated


def test_the_client_id_of_another_table_is_refused():
    night = make_night()
    first, second = seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "Dovas")
    client_id = uuid.uuid4()
    given = {"payload": announce(1, 3, 3), "client_id": client_id, "base_revision": None, "actor": SYSTEM}
    record_deal(table_id=first.pk, **given)
    with pytest.raises(Refused, match="client-id-taken"):
        record_deal(table_id=second.pk, **given)


def test_another_deal_under_a_known_client_id_is_refused_not_swallowed():
    table, client_id = make_table(), uuid.uuid4()
    given = {"table_id": table.pk, "client_id": client_id, "base_revision": None, "actor": SYSTEM}
    record_deal(payload=announce(1, 3, 3), **given)
    deal(table, announce(0, 3, 3))
    with pytest.raises(Refused, match="client-id-taken"):
        record_deal(payload=announce(1, 4, 4), **given)
    with pytest.raises(Refused, match="client-id-taken"):
        correct(table, 2, announce(1, 3, 3), client_id=client_id)
    with pytest.raises(Refused, match="client-id-taken"):
        correct(table, 1, None, client_id=client_id)
    assert Deal.objects.count() == 2


def test_a_link_revoked_while_a_deal_waited_for_its_turn_saves_nothing():
    table = make_table()
    link = table.pad_links.get()
    revoke_pad_link(table_id=table.pk, actor=SYSTEM)
    given = {"base_revision": None, "actor": Actor(pad_link=link)}
    with pytest.raises(Missing):
        record_deal(table_id=table.pk, payload=announce(1, 3, 3), client_id=uuid.uuid4(), **given)
    with pytest.raises(Missing):
        set_first_dealer(table_id=table.pk, seat=1, **given)
    deal(table, announce(1, 3, 3))
    with pytest.raises(Missing):
        correct(table, 1, None, actor=Actor(pad_link=link))
    assert Deal.objects.count() == 1


def test_a_phone_that_is_behind_is_told_and_nothing_is_saved():
    table = make_table()
    seen = table.revision
    deal(table, announce(1, 3, 3), base_revision=seen)
    with pytest.raises(Stale):
        deal(table, announce(1, 4, 4), base_revision=seen)
    assert Deal.objects.filter(table=table).count() == 1
    assert scores(table) == [0, 10]


def test_what_happens_at_another_table_makes_no_phone_stale():
    night = make_night()
    first, second = seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "Dovas")
    seen = second.revision
    deal(first, announce(1, 3, 3))
    assert deal(second, announce(1, 4, 4), base_revision=seen).number == 1


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        (announce(0, 3, 3), "out-of-turn"),
        (announce(1, 7, 3), "announcement-range"),
        (announce(1, 3, 9), "tricks-range"),
        ({"declarer": 1}, "malformed"),
        ({**announce(1, 3, 3), "trump": "X"}, "trump-unknown"),
    ],
)
def test_a_bad_deal_is_refused_and_changes_nothing(payload, code):
    table = make_table()
    revision = table.event.revision
    with pytest.raises(ScoringError) as caught:
        deal(table, payload)
    table.event.refresh_from_db()
    assert (caught.value.code, caught.value.params["deal"]) == (code, 1)
    assert not Deal.objects.exists()
    assert table.event.revision == revision


def test_a_correction_that_breaks_a_later_quota_names_the_deal_it_collides_with():
    table = make_table()
    for payload in (announce(1, 3, 3), announce(0, 3, 3), announce(1, 6, 6)):
        deal(table, payload)
    with pytest.raises(ScoringError) as caught:
        correct(table, 1, announce(1, 6, 6))
    assert caught.value.as_dict() == {"code": "quota-used", "deal": 3, "seat": 1, "announced": 6}
    assert scores(table) == [10, 20]


def test_a_correction_keeps_the_version_it_replaces():
    table = make_table()
    deal(table, announce(1, 3, 3))
    assert correct(table, 1, announce(1, 3, 1)).version == 2
    assert scores(table) == [0, 6]
    assert [row.payload["taken"] for row in Deal.objects.filter(table=table)] == [3, 1]


def test_the_last_deal_voided_is_dealt_again_under_its_number():
    table = make_table()
    deal(table, announce(1, 3, 3))
    correct(table, 1, None)
    assert scores(table) == [0, 0]
    again = deal(table, announce(1, 2, 2))
    assert (again.number, again.version) == (1, 3)
    assert scores(table) == [0, 10]


def test_a_deal_voided_in_the_middle_keeps_its_number_and_the_rotation():
    table = make_table()
    for payload in (announce(1, 3, 3), announce(0, 3, 3), announce(1, 2, 2)):
        deal(table, payload)
    correct(table, 2, None)
    assert scores(table) == [0, 20]
    assert deal(table, announce(0, 1, 1)).number == 4


def test_an_unknown_deal_and_a_voided_one_cannot_be_voided():
    table = make_table()
    deal(table, announce(1, 3, 3))
    with pytest.raises(Refused, match="deal-unknown"):
        correct(table, 2, None)
    correct(table, 1, None)
    with pytest.raises(Refused, match="deal-voided"):
        correct(table, 1, None)


def test_what_was_recorded_cannot_be_edited_or_deleted():
    table = make_table()
    deal(table, announce(1, 3, 3))
    row, entry = Deal.objects.get(), AuditEntry.objects.latest("id")
    for change in (row.save, row.delete, entry.save, entry.delete, Deal.objects.all().delete):
        with pytest.raises(RecordedForGood):
            change()
    with pytest.raises(RecordedForGood):
        Deal.objects.update(payload=None)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_vilnius_game_ends_by_itself(seats):
    table = make_table(seats=seats)
    for payload in whole_vilnius_game(seats):
        deal(table, payload)
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED
    assert scores(table) == [160 - 2 * seat for seat in range(seats)]
    with pytest.raises(ScoringError, match="table-finished"):
        deal(table, announce(1, 3, 3))


def test_voiding_the_deal_that_ended_the_game_lets_it_go_on():
    table = make_table()
    for payload in whole_vilnius_game(2):
        deal(table, payload)
    correct(table, 32, None)
    table.refresh_from_db()
    assert (table.status, table.ended_at) == (Table.Status.PLAYING, None)


def test_a_finished_game_does_not_go_on_once_the_night_is_over():
    table = make_table(game="colonial-italian", rules=RACE)
    deal(table, WON)
    finish_event(event_id=table.event_id, actor=SYSTEM)
    with pytest.raises(Refused, match="event-finished"):
        correct(table, 1, None)
    table.refresh_from_db()
    assert (table.status, table.deals.count()) == (Table.Status.FINISHED, 1)


@pytest.mark.parametrize("stop", [adjourn_table, end_table])
def test_a_correction_that_decides_a_stopped_game_finishes_it(stop):
    table = make_table(game="colonial-italian", rules=RACE)
    deal(table, WON)
    correct(table, 1, None)
    stop(table_id=table.pk, actor=SYSTEM)
    correct(table, 1, WON)
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED
    assert table.ended_at


def test_a_finished_game_does_not_go_on_while_its_players_sit_elsewhere():
    night = make_night()
    table = seat_table(night, "Ana", "Bruno")
    for payload in whole_vilnius_game(2):
        deal(table, payload)
    seat_table(night, "Ana", "Chiara")
    with pytest.raises(Refused, match="players-elsewhere"):
        correct(table, 32, None)
    assert Deal.objects.filter(table=table).count() == 32


def test_a_closed_table_can_be_corrected_but_not_continued():
    table = make_table()
    deal(table, announce(1, 3, 3))
    end_table(table_id=table.pk, actor=SYSTEM)
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED
    with pytest.raises(ScoringError, match="table-finished"):
        deal(table, announce(0, 3, 3))
    correct(table, 1, announce(1, 3, 1))
    assert scores(table) == [0, 6]


def test_a_closed_sheet_ranks_by_points_per_announcement():
    table = make_table()
    for payload in (announce(1, 3, 3), announce(0, 3, 3), announce(1, 2, 0)):
        deal(table, payload)
    assert places(table) == [2, 1]
    end_table(table_id=table.pk, actor=SYSTEM)
    assert places(table) == [1, 2]


def test_an_adjourned_table_takes_no_deal_until_it_is_resumed():
    table = make_table()
    deal(table, announce(1, 3, 3))
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    with pytest.raises(Refused, match="table-adjourned"):
        deal(table, announce(0, 3, 3))
    resume_table(table_id=table.pk, event_id=table.event_id, actor=SYSTEM)
    assert deal(table, announce(0, 3, 3)).number == 2


def test_the_table_cuts_for_the_first_dealer_until_a_deal_stands():
    table = make_table()
    set_first_dealer(table_id=table.pk, seat=1, base_revision=None, actor=SYSTEM)
    deal(table, announce(0, 3, 3))
    with pytest.raises(Refused, match="dealer-fixed"):
        set_first_dealer(table_id=table.pk, seat=0, base_revision=None, actor=SYSTEM)


def test_nobody_cuts_any_more_at_a_table_that_has_ended():
    table = make_table(game="colonial-italian", rules={"cards": "optional"})
    end_table(table_id=table.pk, actor=SYSTEM)
    with pytest.raises(Refused, match="table-over"):
        set_first_dealer(table_id=table.pk, seat=1, base_revision=None, actor=SYSTEM)


def test_a_split_deal_counts_exactly_a_third_each():
    table = make_table(seats=3, game="protean")
    nothing = {"0": ["GOF"] * 3 + ["SIF"] * 3, "1": ["BRF"] * 3 + ["SAF"] * 3, "2": ["EMF"] * 3 + ["RUF"] * 3}
    quarry = ["GOF", "SIF", "BRF"]
    deal(table, {"dealer": 0, "hands": nothing, "folded": [], "quarry": quarry})
    assert scores(table) == [Fraction(1, 3)] * 3


def test_a_deal_that_stands_under_its_number_is_the_same_whatever_the_second_phone_had_seen():
    table = make_table()
    for payload in (announce(1, 3, 2), announce(0, 2, 2)):
        deal(table, payload)
    table.refresh_from_db()
    given = {"table_id": table.pk, "client_id": uuid.uuid4(), "base_revision": table.revision, "number": 2}
    again = record_deal(payload=announce(0, 2, 2), actor=SYSTEM, **given)
    assert (again.number, again.version, again.repeated) == (2, 1, True)
    with pytest.raises(Stale):
        record_deal(payload=announce(0, 2, 3), actor=SYSTEM, **given | {"client_id": uuid.uuid4()})
    assert Deal.objects.count() == 2


def test_a_phone_that_corrects_to_what_stands_changes_nothing_though_something_else_changed_since():
    table = make_table()
    phone = Actor(pad_link=table.pad_links.get())
    for payload in (announce(1, 3, 2), announce(0, 2, 2)):
        deal(table, payload)
    table.refresh_from_db()
    seen = table.revision
    correct(table, 2, announce(0, 2, 1))
    given = {"actor": phone, "base_revision": seen}
    assert correct(table, 1, announce(1, 3, 2), **given).repeated
    assert Deal.objects.count() == 3
