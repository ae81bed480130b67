"""Corrections from the pads by mode, state and time; those of what is confirmed wait for another seat's consent."""

import uuid

import pytest
from django.utils import timezone

from scoring.errors import ScoringError
from tests.confirmation_scenes import (
    CONFIRMED,
    DISPUTED,
    ask,
    change,
    correction,
    enter,
    later,
    phone,
    say,
    table_to_confirm,
    won_by,
)
from tests.factories import announce, make_member, make_table
from tournaments.audit import SYSTEM, Actor
from tournaments.models import AuditEntry, Confirmation, Deal, Member, ProposedCorrection, Table
from tournaments.selectors.table.page import open_proposed_corrections, table_page
from tournaments.services.refusals import Missing, Refused, Stale
from tournaments.services.table.confirmations import rule
from tournaments.services.table.deals import correct_deal, record_deal
from tournaments.services.table.life import renew_pad_link
from tournaments.services.table.proposed_corrections import answer_proposed_correction, correct_or_propose

pytestmark = pytest.mark.django_db

Answer = ProposedCorrection.Answer
DONE, PROPOSED = "done", "proposed"


def outcome(table, seat=1, asked=None, **given) -> str:
    try:
        made = change(table, asked or correction(), seat, **given)
    except Refused as refused:
        return refused.code
    return PROPOSED if isinstance(made, ProposedCorrection) else DONE


def propose(table, seat=1, **given) -> ProposedCorrection:
    made = change(table, given.pop("asked", correction()), seat, **given)
    assert isinstance(made, ProposedCorrection)
    return made


def answer(table, proposed, given, seat) -> None:
    answer_proposed_correction(proposed_id=proposed.pk, answer=given, actor=phone(table, seat))
    proposed.refresh_from_db()


def refused(table, proposed, given, seat) -> str:
    with pytest.raises(Refused) as caught:
        answer(table, proposed, given, seat)
    proposed.refresh_from_db()
    return caught.value.code


def confirmed_table(mode="table", **facts) -> Table:
    table = table_to_confirm(mode, **facts)
    say(table, CONFIRMED, 1, *((1, 2) if mode == "deal" else ()))
    return table


def shown(table) -> list[int]:
    table.refresh_from_db()
    return [
        each["id"]
        for each in open_proposed_corrections(table_page(table.pk), actor=phone(table, 2), now=timezone.now())
    ]


# Accepted by itself after 10 minutes, the players' time for corrections is 30 minutes.
@pytest.mark.parametrize(
    ("mode", "ended", "said", "minutes", "comes_to"),
    [
        ("none", False, None, 0, DONE),
        ("none", False, None, 999, DONE),
        ("none", True, None, 29, DONE),
        ("none", True, None, 31, "correction-closed"),
        ("table", False, None, 999, DONE),
        ("table", True, None, 9, DONE),
        ("table", True, None, 11, PROPOSED),
        ("table", True, None, 39, PROPOSED),
        ("table", True, None, 41, "correction-closed"),
        ("table", True, CONFIRMED, 0, PROPOSED),
        ("table", True, CONFIRMED, 29, PROPOSED),
        ("table", True, CONFIRMED, 31, "correction-closed"),
        ("table", True, DISPUTED, 0, DONE),
        ("table", True, DISPUTED, 999, DONE),
        ("deal", False, None, 9, DONE),
        ("deal", False, None, 999, PROPOSED),
        ("deal", False, CONFIRMED, 0, PROPOSED),
        ("deal", False, CONFIRMED, 999, PROPOSED),
        ("deal", False, DISPUTED, 999, DONE),
        ("deal", True, None, 9, DONE),
        ("deal", True, None, 11, PROPOSED),
        ("deal", True, None, 41, "correction-closed"),
        ("deal", True, CONFIRMED, 29, PROPOSED),
        ("deal", True, CONFIRMED, 31, "correction-closed"),
        ("deal", True, DISPUTED, 999, DONE),
    ],
)
def test_what_comes_of_a_correction_from_a_pad(mode, ended, said, minutes, comes_to):
    table = table_to_confirm(mode, ended=ended)
    if said:
        say(table, said, 2, *((1, 2) if mode == "deal" else ()))
    with later(minutes):
        assert outcome(table) == comes_to
        assert Deal.objects.filter(table=table, version=2).exists() == (comes_to == DONE)


def test_the_director_corrects_at_any_time():
    table = confirmed_table()
    user = make_member(table.event.club, Member.Role.DIRECTOR, name=uuid.uuid4().hex[:8])
    with later(999):
        correct_deal(
            table_id=table.pk,
            number=1,
            payload=won_by(2),
            client_id=uuid.uuid4(),
            base_revision=None,
            actor=Actor(user=user),
        )
    assert Deal.objects.get(table=table, number=1, version=2).user == user


def test_agreed_it_is_the_proposer_s_correction_confirmed_by_who_agreed():
    table = confirmed_table("deal")
    proposed = propose(table, 1, reason="Ana mistook the pot")
    answer(table, proposed, Answer.AGREED, 2)
    deal = Deal.objects.get(table=table, number=1, version=2)
    assert (deal.seat, deal.pad_link, deal.reason) == (1, proposed.pad_link, "Ana mistook the pot")
    assert deal.client_id == proposed.client_id
    word = Confirmation.objects.latest("pk")
    assert (word.deal, word.verdict, word.seat) == (deal, CONFIRMED, 2)
    table.refresh_from_db()
    assert (table.confirmation, proposed.answer, proposed.answered_seat) == ("confirmed", Answer.AGREED, 2)
    assert table.seats.get(index=2).score == 1


def test_agreed_the_whole_table_stays_confirmed():
    table = confirmed_table("table")
    answer(table, propose(table, 0), Answer.AGREED, 2)
    table.refresh_from_db()
    assert (table.confirmation, table.seats.get(index=2).score) == ("confirmed", 1)


@pytest.mark.parametrize(
    ("proposer", "given", "seat", "code"),
    [
        (1, Answer.AGREED, 1, "own-proposal"),
        (1, Answer.AGREED, None, "seat-needed"),
        (None, Answer.AGREED, None, "seat-needed"),
        (1, Answer.DECLINED, 1, "own-proposal"),
        (1, Answer.DECLINED, None, "seat-needed"),
        (1, Answer.WITHDRAWN, 2, "proposal-of-another"),
        (1, Answer.WITHDRAWN, None, "proposal-of-another"),
        (None, Answer.WITHDRAWN, 2, "proposal-of-another"),
        (1, Answer.AGREED, 0, None),
        (1, Answer.DECLINED, 2, None),
        (1, Answer.WITHDRAWN, 1, None),
        (None, Answer.WITHDRAWN, None, None),
    ],
)
def test_who_may_answer(proposer, given, seat, code):
    table = confirmed_table()
    proposed = propose(table, proposer)
    if code:
        assert refused(table, proposed, given, seat) == code
        assert (proposed.answer, shown(table)) == ("", [proposed.pk])
    else:
        answer(table, proposed, given, seat)
        assert (proposed.answer, shown(table)) == (given, [])
    assert Deal.objects.filter(table=table, version=2).exists() == (code is None and given == Answer.AGREED)


def test_an_answer_is_given_once():
    table = confirmed_table()
    proposed = propose(table)
    answer(table, proposed, Answer.AGREED, 2)
    answer(table, proposed, Answer.AGREED, 2)
    assert refused(table, proposed, Answer.DECLINED, 0) == "proposal-answered"
    assert Deal.objects.filter(table=table, number=1).count() == 2
    assert AuditEntry.objects.filter(action="correction-agreed").count() == 1


def test_a_phone_of_another_table_answers_nothing():
    table, other = confirmed_table(), confirmed_table()
    proposed = propose(table)
    with pytest.raises(Missing):
        answer(other, proposed, Answer.AGREED, 2)
    with pytest.raises(Missing):
        answer_proposed_correction(proposed_id=proposed.pk + 99, answer=Answer.AGREED, actor=phone(table, 2))


def test_a_proposal_sent_again_is_one_and_ends_as_the_correction_it_became():
    table = confirmed_table()
    sent = uuid.uuid4()
    proposed = propose(table, client_id=sent)
    assert propose(table, client_id=sent, base_revision=0) == proposed
    answer(table, proposed, Answer.AGREED, 2)
    made = change(table, correction(), 1, client_id=sent, base_revision=0)
    assert (made.number, made.version, made.repeated) == (1, 2, True)
    assert ProposedCorrection.objects.count() == 1


def test_another_change_under_a_known_number_is_refused():
    table, sent = confirmed_table(), uuid.uuid4()
    propose(table, client_id=sent)
    assert outcome(table, asked=correction(2), client_id=sent) == "client-id-taken"
    assert outcome(confirmed_table(), client_id=sent) == "client-id-taken"


def test_what_was_declined_is_not_asked_again_by_a_resend():
    table, sent = confirmed_table(), uuid.uuid4()
    answer(table, propose(table, client_id=sent), Answer.DECLINED, 2)
    assert propose(table, client_id=sent).answer == Answer.DECLINED
    assert shown(table) == []


def test_nothing_impossible_is_proposed():
    table = confirmed_table()
    with pytest.raises(ScoringError):
        propose(table, asked=correction(1, winner=7))
    assert outcome(table, asked=correction(9)) == "deal-unknown"
    with pytest.raises(Stale):
        propose(table, base_revision=0)
    assert not ProposedCorrection.objects.exists()


def test_a_deal_can_be_proposed_to_be_voided():
    table = confirmed_table()
    answer(table, propose(table, asked={"kind": "void", "number": 1}), Answer.AGREED, 2)
    assert Deal.objects.get(table=table, number=1, version=2).payload is None


def test_a_proposal_lapses_when_its_deal_has_changed():
    table = confirmed_table()
    proposed, other = propose(table), propose(table, 0, asked=correction(1, winner=0))
    answer(table, proposed, Answer.AGREED, 2)
    assert shown(table) == []
    assert refused(table, other, Answer.AGREED, 2) == "proposal-outdated"
    assert other.answer == Answer.OUTDATED
    assert Deal.objects.filter(table=table, number=1).count() == 2


def test_the_next_deals_do_not_make_a_correction_lapse():
    table = confirmed_table("deal", ended=False)
    proposed = propose(table)
    enter(table, 0)
    assert shown(table) == [proposed.pk]
    answer(table, proposed, Answer.AGREED, 2)
    table.refresh_from_db()
    assert (proposed.answer, table.confirmation) == (Answer.AGREED, "waiting")


def test_what_does_not_go_with_the_deals_since_is_refused_and_stays_open():
    table = make_table(seats=2)
    ask(table.event, "deal")
    for payload in (announce(1, 6, 6), announce(0, 0, 0)):
        record_deal(
            table_id=table.pk, payload=payload, client_id=uuid.uuid4(), base_revision=None, actor=phone(table, 0)
        )
    say(table, CONFIRMED, 1, 1, 2)
    proposed = propose(table, asked={"kind": "deal", "number": 1, "payload": announce(1, 0, 0)})
    record_deal(
        table_id=table.pk, payload=announce(1, 0, 0), client_id=uuid.uuid4(), base_revision=None, actor=phone(table, 0)
    )
    with pytest.raises(ScoringError, match="quota-used"):
        answer(table, proposed, Answer.AGREED, 0)
    proposed.refresh_from_db()
    assert proposed.answer == ""


def test_a_proposal_from_a_revoked_address_lapses():
    table = confirmed_table()
    proposed = propose(table)
    renew_pad_link(table_id=table.pk, actor=SYSTEM)
    assert refused(table, proposed, Answer.AGREED, 2) == "proposal-outdated"
    assert not Deal.objects.filter(table=table, version=2).exists()


def test_nobody_agrees_when_the_time_for_corrections_is_over():
    table = confirmed_table()
    proposed = propose(table)
    with later(31):
        assert shown(table) == []
        assert refused(table, proposed, Answer.AGREED, 2) == "correction-closed"


@pytest.mark.parametrize("mode", ["table", "deal"])
def test_two_who_sat_wrongly_are_exchanged_with_the_consent_of_a_third(mode):
    table = confirmed_table(mode)
    proposed = propose(table, 1, asked={"kind": "exchange", "seats": [1, 2], "from": 2})
    answer(table, proposed, Answer.AGREED, 2)
    assert [seat.score for seat in table.seats.order_by("index")] == [0, 1, 1]
    table.refresh_from_db()
    assert table.confirmation == "confirmed"


def test_a_forgotten_deal_comes_in_with_consent_unless_others_were_recorded_meanwhile():
    table = confirmed_table("deal", ended=False)
    forgotten = {"kind": "insert", "at": 1, "payload": won_by(0)}
    proposed = propose(table, 1, asked=forgotten)
    enter(table, 0)
    assert refused(table, proposed, Answer.AGREED, 2) == "proposal-outdated"
    again = propose(table, 1, asked=forgotten)
    answer(table, again, Answer.AGREED, 2)
    assert table.seats.get(index=0).score == 1
    table.refresh_from_db()
    assert table.confirmation == "confirmed"


def test_what_the_director_ruled_may_still_be_corrected_by_consent():
    table = table_to_confirm("table")
    say(table, DISPUTED, 2)
    user = make_member(table.event.club, Member.Role.DIRECTOR, name=uuid.uuid4().hex[:8])
    rule(table_id=table.pk, reason="stands", actor=Actor(user=user))
    assert outcome(table) == PROPOSED


def test_every_step_is_in_the_log_with_the_seat():
    table = confirmed_table()
    answer(table, propose(table, 1), Answer.AGREED, 2)
    entries = AuditEntry.objects.filter(table=table).order_by("pk").values_list("action", "seat")
    assert list(entries)[-3:] == [("correction-proposed", 1), ("correction", 1), ("correction-agreed", 2)]


def test_a_revoked_phone_proposes_nothing():
    table = confirmed_table()
    old = phone(table, 1)
    renew_pad_link(table_id=table.pk, actor=SYSTEM)
    with pytest.raises(Missing):
        correct_or_propose(table_id=table.pk, change=correction(), client_id=uuid.uuid4(), base_revision=999, actor=old)
