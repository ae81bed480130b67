"""Confirmations: who may confirm and dispute what, what it stops, and what settles it."""

import uuid
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from tests.confirmation_scenes import (
    CONFIRMED,
    DISPUTED,
    WITHDRAWN,
    ask,
    change,
    correction,
    director,
    enter,
    later,
    phone,
    say,
    table_to_confirm,
    won_by,
)
from tests.factories import correct, deal, make_table
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Confirmation, Table
from tournaments.selectors.night.standings import event_standings
from tournaments.selectors.table.confirmations import has_counting_result
from tournaments.services.refusals import Missing, Refused, Stale
from tournaments.services.table.confirmations import confirm_or_dispute, rule
from tournaments.services.table.deals import record_deal
from tournaments.services.table.life import end_table, renew_pad_link, reopen_table

pytestmark = pytest.mark.django_db


def refused(table: Table, *said: object, **given: object) -> str:
    with pytest.raises(Refused) as caught:
        say(table, *said, **given)
    table.refresh_from_db()
    return caught.value.code


def standing(table: Table) -> str:
    table.refresh_from_db()
    return table.confirmation


def games(table: Table) -> list[int]:
    return [row.games for row in event_standings(table.event)]


WHOLE, BOTH = (), (1, 2)


@pytest.mark.parametrize(
    ("mode", "deals", "verdict", "seat", "becomes"),
    [
        ("table", WHOLE, CONFIRMED, 1, "confirmed"),
        ("table", WHOLE, CONFIRMED, 0, "own-entry"),
        ("table", WHOLE, CONFIRMED, None, "seat-needed"),
        ("table", WHOLE, DISPUTED, 1, "disputed"),
        ("table", WHOLE, DISPUTED, 0, "disputed"),
        ("table", WHOLE, DISPUTED, None, "disputed"),
        ("table", WHOLE, WITHDRAWN, 1, "nothing-disputed"),
        ("table", BOTH, CONFIRMED, 1, "opinion-not-asked"),
        ("deal", BOTH, CONFIRMED, 1, "confirmed"),
        ("deal", (1,), CONFIRMED, 1, "waiting"),
        ("deal", BOTH, CONFIRMED, 0, "own-entry"),
        ("deal", BOTH, CONFIRMED, None, "seat-needed"),
        ("deal", (2,), DISPUTED, 2, "disputed"),
        ("deal", (2,), DISPUTED, None, "disputed"),
        ("deal", (3,), CONFIRMED, 1, "deal-unknown"),
        ("deal", WHOLE, CONFIRMED, 1, "opinion-not-asked"),
        ("none", WHOLE, CONFIRMED, 1, "opinion-not-asked"),
        ("none", BOTH, DISPUTED, 1, "opinion-not-asked"),
    ],
)
def test_who_may_say_what(mode, deals, verdict, seat, becomes):
    table = table_to_confirm(mode)
    if becomes in Table.ConfirmationState.values:
        say(table, verdict, seat, *deals)
        assert table.confirmation == becomes
    else:
        assert refused(table, verdict, seat, *deals) == becomes
        assert not Confirmation.objects.exists()


def test_a_table_that_plays_is_not_confirmed_as_a_whole_but_its_deals_are():
    assert refused(table_to_confirm("table", ended=False), CONFIRMED, 1) == "opinion-not-asked"
    table = table_to_confirm("deal", ended=False)
    say(table, CONFIRMED, 1, 1, 2)
    assert table.confirmation == "confirmed"
    enter(table, 1)
    assert standing(table) == "waiting"


@pytest.mark.parametrize(("said", "becomes"), [((2,), "waiting"), ((2, 0), "confirmed"), ((1,), "confirmed")])
def test_who_entered_none_of_a_table_confirms_it_alone_and_two_who_did_each_for_the_other(said, becomes):
    table = table_to_confirm("table", ended=False)
    enter(table, 2)
    end_table(table_id=table.pk, actor=SYSTEM)
    for seat in said:
        say(table, CONFIRMED, seat)
    assert table.confirmation == becomes


@pytest.mark.parametrize("mode", ["table", "deal"])
def test_what_waits_does_not_count_until_it_is_accepted_by_itself(mode):
    table = table_to_confirm(mode, accept=10)
    assert (table.confirmation, games(table)) == ("waiting", [0, 0, 0])
    with later(9):
        assert games(table) == [0, 0, 0]
    with later(11):
        assert games(table) == [1, 1, 1]
        assert refused(table, DISPUTED, 1, *(BOTH if mode == "deal" else WHOLE)) == "opinion-settled"
        assert refused(table, CONFIRMED, 1, *(BOTH if mode == "deal" else WHOLE)) == "opinion-settled"


def test_without_a_time_nothing_is_ever_accepted_by_itself():
    table = table_to_confirm("table", accept=None)
    with later(60 * 24 * 365):
        assert not has_counting_result(table)
        say(table, CONFIRMED, 2)
        assert has_counting_result(table)


def test_the_points_of_a_stopped_table_show_but_it_is_no_game_yet():
    table = table_to_confirm("table")
    say(table, DISPUTED, 2, reason="deal 2 was mine")
    rows = event_standings(table.event)
    assert [(row.points, row.games) for row in rows] == [(2, 0), (0, 0), (0, 0)]


def test_a_dispute_is_not_accepted_by_itself():
    table = table_to_confirm("table")
    say(table, DISPUTED, 2)
    with later(600):
        assert not has_counting_result(table)


def test_only_who_disputes_takes_it_back_and_then_it_waits_again():
    table = table_to_confirm("deal", seats=4)
    say(table, DISPUTED, 2, 1, reason="it was mine")
    assert refused(table, CONFIRMED, 3, 1) == "dispute-of-another"
    assert refused(table, WITHDRAWN, 3, 1) == "dispute-of-another"
    assert refused(table, DISPUTED, 3, 1) == "disputed-already"
    assert refused(table, WITHDRAWN, None, 1) == "dispute-of-another"
    say(table, WITHDRAWN, 2, 1)
    assert (table.confirmation, table.accepted_at is not None) == ("waiting", True)
    say(table, CONFIRMED, 3, 1, 2)
    assert table.confirmation == "confirmed"


@pytest.mark.parametrize("mode", ["table", "deal"])
def test_a_dispute_taken_back_leaves_the_others_the_whole_time_to_object(mode):
    table = table_to_confirm(mode, deals=1, accept=10)
    what = (1,) if mode == "deal" else WHOLE
    say(table, DISPUTED, 0, *what)
    with later(15):
        say(table, WITHDRAWN, 0, *what)
        assert not has_counting_result(table)
    with later(20):
        say(table, DISPUTED, 2, *what)
        say(table, WITHDRAWN, 2, *what)
    with later(29):
        assert not has_counting_result(table)
    with later(31):
        assert has_counting_result(table)


def test_who_entered_a_result_may_dispute_it_and_take_that_back():
    table = table_to_confirm("table")
    say(table, DISPUTED, 0)
    assert refused(table, CONFIRMED, 0) == "own-entry"
    say(table, WITHDRAWN, 0)
    assert table.confirmation == "waiting"


def test_who_disputed_may_confirm_at_once():
    table = table_to_confirm("table")
    say(table, DISPUTED, 2)
    say(table, CONFIRMED, 2)
    assert table.confirmation == "confirmed"


def test_the_table_s_own_phones_take_back_what_one_of_them_disputed():
    table = table_to_confirm("table")
    say(table, DISPUTED, None)
    say(table, WITHDRAWN, None)
    assert table.confirmation == "waiting"


def test_the_same_word_sent_again_is_one():
    table = table_to_confirm("deal")
    for _ in range(2):
        say(table, CONFIRMED, 1, 1, 2)
    assert Confirmation.objects.count() == 2
    assert AuditEntry.objects.filter(action="confirmation").count() == 1


def test_of_several_deals_all_are_confirmed_or_none():
    table = table_to_confirm("deal", ended=False)
    enter(table, 1)
    assert refused(table, CONFIRMED, 1, 1, 2, 3) == "own-entry"
    assert not Confirmation.objects.exists()
    say(table, CONFIRMED, 2, 1, 2, 3)
    assert Confirmation.objects.count() == 3


@pytest.mark.parametrize("mode", ["table", "deal"])
@pytest.mark.parametrize("verdict", [CONFIRMED, DISPUTED])
def test_a_correction_makes_what_was_said_lapse(mode, verdict):
    table = table_to_confirm(mode, deals=1)
    say(table, verdict, 1, *((1,) if mode == "deal" else WHOLE))
    assert table.confirmation == verdict
    correct(table, 1, won_by(2))
    assert standing(table) == "waiting"


@pytest.mark.parametrize("mode", ["table", "deal"])
def test_a_dispute_is_not_lifted_by_saving_the_same_again(mode):
    table = table_to_confirm(mode, deals=1)
    say(table, DISPUTED, 1, *((1,) if mode == "deal" else WHOLE))
    answer = change(table, correction(1, winner=1), 0)
    assert (answer.version, answer.repeated) == (1, True)
    assert (standing(table), table.deals.count()) == ("disputed", 1)


def test_a_phone_confirms_only_what_it_has_shown():
    table = table_to_confirm("deal", deals=1)
    correct(table, 1, won_by(2))
    with pytest.raises(Stale) as caught:
        say(table, CONFIRMED, 1, 1, version=1)
    assert caught.value.number == 1
    say(table, CONFIRMED, 1, 1, version=2)
    whole = table_to_confirm("table")
    with pytest.raises(Stale):
        confirm_or_dispute(
            table_id=whole.pk,
            verdict=CONFIRMED,
            deals=None,
            base_revision=whole.revision - 1,
            reason="",
            actor=phone(whole, 1),
        )


def test_a_confirmation_does_not_hold_up_the_phone_that_enters_the_next_deal():
    table = table_to_confirm("deal", ended=False)
    seen = table.revision
    say(table, CONFIRMED, 1, 1)
    recorded = record_deal(
        table_id=table.pk,
        payload=won_by(1, number=3),
        client_id=uuid.uuid4(),
        base_revision=seen,
        actor=phone(table, 0),
    )
    assert recorded.number == 3


def test_a_revoked_phone_says_nothing_any_more():
    table = table_to_confirm("table")
    old = phone(table, 1)
    renew_pad_link(table_id=table.pk, actor=SYSTEM)
    table.refresh_from_db()
    with pytest.raises(Missing):
        confirm_or_dispute(
            table_id=table.pk, verdict=CONFIRMED, deals=None, base_revision=table.revision, reason="", actor=old
        )
    assert not Confirmation.objects.exists()


@pytest.mark.parametrize("mode", ["table", "deal"])
def test_the_director_s_word_settles_what_was_recorded_so_far(mode):
    table = table_to_confirm(mode, deals=2, ended=mode == "table")
    say(table, DISPUTED, 2, *((1,) if mode == "deal" else WHOLE))
    actor = director(table)
    rule(table_id=table.pk, reason="I saw it", actor=actor)
    assert standing(table) == "confirmed"
    entry = AuditEntry.objects.get(action="confirmation-ruled")
    assert (entry.user, entry.before["confirmation"], entry.after["confirmation"]) == (
        actor.user,
        "disputed",
        "confirmed",
    )
    if mode == "deal":
        enter(table, 0)
        assert standing(table) == "waiting"


def test_where_nobody_is_asked_there_is_nothing_to_rule_on():
    table = table_to_confirm("none")
    with pytest.raises(Refused, match="opinion-not-asked"):
        rule(table_id=table.pk, reason="", actor=director(table))


@pytest.mark.parametrize("mode", ["table", "deal"])
def test_what_the_director_corrects_stands_by_his_word(mode):
    table = table_to_confirm(mode, deals=1)
    say(table, DISPUTED, 2, *((1,) if mode == "deal" else WHOLE))
    correct(table, 1, won_by(2), actor=director(table))
    assert standing(table) == "confirmed"


def test_a_correction_of_the_director_in_mid_game_does_not_confirm_the_rest():
    table = table_to_confirm("table", ended=False)
    correct(table, 1, won_by(2), actor=director(table))
    end_table(table_id=table.pk, actor=SYSTEM)
    assert standing(table) == "waiting"


def test_the_last_deal_that_the_director_enters_does_not_confirm_the_others():
    table = make_table(seats=3, game="colonial-italian", rules={"cards": "optional", "deals": 2})
    ask(table.event, "table")
    enter(table, 0)
    deal(table, won_by(1, number=2), actor=director(table))
    table.refresh_from_db()
    assert (table.status, table.confirmation) == ("finished", "waiting")
    say(table, CONFIRMED, 1)
    assert table.confirmation == "confirmed"


def test_what_a_program_enters_is_as_from_the_table_s_own_address():
    table = table_to_confirm("deal", deals=0, ended=False)
    by = replace(director(table), pad_link=table.pad_links.get())
    deal(table, won_by(1), actor=by)
    assert standing(table) == "waiting"
    say(table, CONFIRMED, 0, 1)
    assert table.confirmation == "waiting"
    say(table, CONFIRMED, 1, 1)
    assert table.confirmation == "confirmed"


def test_a_table_that_plays_on_after_all_is_asked_again_when_it_ends():
    table = table_to_confirm("table")
    say(table, CONFIRMED, 1)
    reopen_table(table_id=table.pk, actor=SYSTEM)
    assert standing(table) == ""
    enter(table, 0)
    end_table(table_id=table.pk, actor=SYSTEM)
    assert standing(table) == "waiting"


def test_what_counts_already_goes_on_counting_when_the_event_begins_to_ask():
    table = table_to_confirm("none")
    with later(600):
        for mode in ("table", "deal"):
            ask(table.event, mode, accept=None)
            assert standing(table) == "confirmed"
            assert has_counting_result(table)


@pytest.mark.parametrize("mode", ["table", "deal"])
@pytest.mark.parametrize("other", ["none", "table", "deal"])
def test_no_dispute_is_lost_by_asking_somebody_else(mode, other):
    table = table_to_confirm(mode, deals=1)
    say(table, DISPUTED, 1, *((1,) if mode == "deal" else WHOLE))
    with later(60):
        if mode == other:
            ask(table.event, other, accept=5)
        else:
            with pytest.raises(Refused) as caught:
                ask(table.event, other)
            assert caught.value.as_dict() == {"code": "tables-disputed", "tables": [table.number]}
        assert standing(table) == "disputed"
        assert not has_counting_result(table)


def test_a_longer_time_to_object_does_not_stop_what_was_accepted():
    table = table_to_confirm("table", accept=10)
    with later(11):
        ask(table.event, "table", accept=30)
        assert standing(table) == "confirmed"


def test_another_setting_is_kept_on_every_table_and_in_the_log():
    table = table_to_confirm("table", accept=None)
    ask(table.event, "none")
    assert (standing(table), has_counting_result(table)) == ("", True)
    entry = AuditEntry.objects.filter(action="confirmation-set").latest("pk")
    alike = {"correction_minutes": 30, "shared_phones": False, "silence_minutes": 2}
    assert entry.before == {"confirmation_mode": "table", "accept_minutes": None, **alike}
    assert entry.after == {"confirmation_mode": "none", "accept_minutes": 10, **alike}


def test_what_is_kept_on_a_table_is_proved_from_the_confirmations():
    table = table_to_confirm("table")
    say(table, DISPUTED, 2)
    call_command("check_scores")
    Table.objects.filter(pk=table.pk).update(confirmation="confirmed")
    with pytest.raises(CommandError, match="1 differ"):
        call_command("check_scores")
    call_command("check_scores", rebuild=True)
    assert standing(table) == "disputed"
