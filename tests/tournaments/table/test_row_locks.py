"""Two people write in the same instant: real threads, each with its own connection to a real database.

PostgreSQL locks the event's row, SQLite the whole database; what comes of it has to be the same.
"""

import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from pyramid_site.sqlite.base import queues
from tests.confirmation_scenes import change, correction, phone, say, table_to_confirm
from tests.factories import announce, deal, make_club, make_night, make_table, make_user, seat_table, whole_vilnius_game
from tests.tournaments.proofs.scenes import check_log
from tournaments.audit import SYSTEM, Actor
from tournaments.models import Confirmation, Deal, Entrant, Player, ProposedCorrection, Seat, Table
from tournaments.services.change import lock_event
from tournaments.services.club.clubs import choose_shown_name, edit_player, set_club_visibility
from tournaments.services.club.members import set_member
from tournaments.services.club.people import anonymise, give_name_back
from tournaments.services.night import add_entrants_by_name, exchange_seats, mark_left
from tournaments.services.refusals import Missing, Refused, Stale
from tournaments.services.registration import set_registration, write_name
from tournaments.services.table.deals import Recorded, correct_deal, record_deal
from tournaments.services.table.life import adjourn_table, resume_table, revoke_pad_link
from tournaments.services.table.proposed_corrections import answer_proposed_correction

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 60

Call = Callable[[], Any]


def at_once(*calls: Call) -> list[Any]:
    """What each call returned or raised, all of them begun together."""
    start = threading.Barrier(len(calls))
    with ThreadPoolExecutor(len(calls)) as threads:
        running = [threads.submit(outcome, call, start) for call in calls]
        return [each.result(timeout=PATIENCE) for each in running]


def outcome(call: Call, start: threading.Barrier) -> Any:
    start.wait()
    try:
        return call()
    except (Refused, Stale, Missing) as error:
        return error
    finally:
        connection.close()


def meanwhile(call: Call) -> Future[Any]:
    """The call, begun in another thread while this one goes on."""
    threads = ThreadPoolExecutor(1)
    running = threads.submit(outcome, call, threading.Barrier(1))
    threads.shutdown(wait=False)
    return running


def until_it_waits(running: Future[Any]) -> None:
    """In PostgreSQL for a lock, on SQLite for its turn to write."""
    deadline = time.monotonic() + PATIENCE
    while not (running.done() or somebody_waits()):
        assert time.monotonic() < deadline, "in vain"
        time.sleep(0.01)


def somebody_waits() -> bool:
    if connection.vendor == "sqlite":
        return bool(queues[str(connection.settings_dict["NAME"])].waiting)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


def saving(table: Table, payload: dict[str, object], **given: Any) -> Call:
    """A phone about to save the next deal of the table."""
    facts = {"client_id": uuid.uuid4(), "base_revision": None, "actor": SYSTEM} | given
    return lambda: record_deal(table_id=table.pk, payload=payload, **facts)


def revision_of(table: Table) -> int:
    return Table.objects.values_list("revision", flat=True).get(pk=table.pk)


def two_tables() -> tuple[Table, Table]:
    night = make_night()
    return seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "Dovas")


def two_nights() -> tuple[Table, Table]:
    """One table on each of two nights of a club."""
    club = make_club()
    first, second = make_night(club=club, names=("Ana", "Bruno")), make_night(club=club, names=("Chiara", "Dovas"))
    return seat_table(first, "Ana", "Bruno"), seat_table(second, "Chiara", "Dovas")


# Who waits for whom


def test_a_deal_waits_for_another_of_the_same_event():
    first, second = two_tables()
    with transaction.atomic():
        deal(first, announce(1, 3, 3))
        other = meanwhile(saving(second, announce(1, 4, 4)))
        until_it_waits(other)
        assert not other.done()
    assert other.result(timeout=PATIENCE).number == 1
    revisions = dict(Deal.objects.values_list("table_id", "revision"))
    assert revisions[second.pk] == revisions[first.pk] + 1


def test_a_deal_of_another_event_waits_only_on_sqlite():
    first, second = two_nights()
    with transaction.atomic():
        deal(first, announce(1, 3, 3))
        other = meanwhile(saving(second, announce(1, 4, 4)))
        if connection.features.has_select_for_update:
            assert other.result(timeout=PATIENCE).number == 1
        else:
            until_it_waits(other)
            assert not other.done()
    assert other.result(timeout=PATIENCE).number == 1
    assert Deal.objects.count() == 2


def test_a_link_revoked_while_its_deal_waits_saves_nothing():
    table = make_table()
    link = table.pad_links.get()
    with transaction.atomic():
        revoke_pad_link(table_id=table.pk, actor=SYSTEM)
        late = meanwhile(saving(table, announce(1, 3, 3), actor=Actor(pad_link=link)))
        until_it_waits(late)
        assert not late.done()
    assert isinstance(late.result(timeout=PATIENCE), Missing)
    assert not Deal.objects.exists()


def test_a_table_carried_on_while_its_deal_waits_is_not_written_on_the_old_night():
    first, second = two_nights()
    adjourn_table(table_id=first.pk, actor=SYSTEM)
    with transaction.atomic():
        resume_table(table_id=first.pk, event_id=second.event_id, actor=SYSTEM)
        late = meanwhile(saving(first, announce(1, 3, 3)))
        until_it_waits(late)
        assert not late.done()
    # SQLite had let nobody read where the table was; there the deal simply comes after.
    answer = late.result(timeout=PATIENCE)
    assert isinstance(answer, Missing) if connection.features.has_select_for_update else answer.number == 1


# The same thing twice


def test_of_two_deals_saved_at_once_one_is_recorded_and_the_other_phone_is_told_200_times():
    game = whole_vilnius_game(2)
    for turn in range(200):
        number = turn % len(game) + 1
        if number == 1:
            table = make_table(club=make_club(name=f"Club {turn}"))
        seen, payload = revision_of(table), game[number - 1]
        other = {**payload, "taken": (payload["taken"] + 1) % 6}
        answers = at_once(*(saving(table, each, base_revision=seen, number=number) for each in (payload, other)))
        assert sorted(type(answer).__name__ for answer in answers) == ["Recorded", "Stale"]
        (kept,) = Deal.objects.filter(table=table, number=number)
        assert kept.payload == (payload if isinstance(answers[0], Recorded) else other)
    assert Deal.objects.count() == 200


def test_of_two_corrections_at_once_one_is_recorded_and_the_other_phone_is_told():
    table = make_table()
    deal(table, announce(1, 3, 3))
    for version in range(2, 42):
        seen = revision_of(table)
        answers = at_once(*(correcting(table, taken, seen) for taken in (version % 7, (version + 1) % 7)))
        assert sorted(type(answer).__name__ for answer in answers) == ["Recorded", "Stale"]
        assert [each.version for each in answers if isinstance(each, Recorded)] == [version]
    assert Deal.objects.filter(table=table, number=1).count() == 41


def correcting(table: Table, taken: int, seen: int) -> Call:
    facts = {"client_id": uuid.uuid4(), "base_revision": seen, "actor": SYSTEM}
    return lambda: correct_deal(table_id=table.pk, number=1, payload=announce(1, 3, taken), **facts)


def test_what_is_written_at_several_tables_at_once_is_one_chain_in_the_log():
    tables = two_tables()
    event = tables[0].event
    for payload in whole_vilnius_game(2)[:20]:
        answers = at_once(
            *(saving(table, payload) for table in tables),
            lambda: set_member(
                club=event.club, event=event, user=make_user(str(uuid.uuid4())), role="arbiter", actor=SYSTEM
            ),
        )
        assert [type(answer).__name__ for answer in answers] == ["Recorded", "Recorded", "Member"]
    check_log(event)


def test_the_same_client_id_twice_at_once_is_one_deal_and_both_get_the_same_answer():
    table = make_table()
    for number, payload in enumerate(whole_vilnius_game(2), start=1):
        resent = saving(table, payload, client_id=uuid.uuid4(), base_revision=revision_of(table))
        first, second = at_once(resent, resent)
        assert (first.number, first.version) == (second.number, second.version) == (number, 1)
        assert {first.repeated, second.repeated} == {True, False}
    assert Deal.objects.count() == 32


def test_the_same_client_id_at_two_events_at_once_is_one_deal_and_the_other_is_refused():
    tables = two_nights()
    for payload in whole_vilnius_game(2)[:20]:
        client_id = uuid.uuid4()
        answers = at_once(*(saving(table, payload, client_id=client_id) for table in tables))
        (loser,) = [table for table, answer in zip(tables, answers, strict=True) if isinstance(answer, Refused)]
        assert [each.code for each in answers if isinstance(each, Refused)] == ["client-id-taken"]
        deal(loser, payload)
    assert Deal.objects.count() == 40


# Two events, many seats, one roster


def test_tables_carried_on_both_ways_at_once_do_not_wait_for_each_other_for_ever():
    tables = two_nights()
    nights = [table.event_id for table in tables]
    for _ in range(10):
        for table in tables:
            adjourn_table(table_id=table.pk, actor=SYSTEM)
        nights.reverse()
        assert all(isinstance(answer, Table) for answer in at_once(*map(going_to, tables, nights)))
        assert [Table.objects.get(pk=table.pk).event_id for table in tables] == nights


def going_to(table: Table, night: int) -> Call:
    return lambda: resume_table(table_id=table.pk, event_id=night, actor=SYSTEM)


def test_seats_exchanged_twice_at_once_still_hold_everybody_once():
    tables = two_tables()
    a, b, c, d = Seat.objects.filter(table__in=tables).order_by("table__number", "index").values_list("pk", flat=True)
    event, people = tables[0].event_id, sorted(Entrant.objects.values_list("pk", flat=True))
    for _ in range(20):
        assert at_once(exchanging(event, a, c), exchanging(event, c, b), exchanging(event, b, d)) == [None] * 3
        assert sorted(Seat.objects.values_list("entrant_id", flat=True)) == people


def exchanging(event: int, first: int, second: int) -> Call:
    return lambda: exchange_seats(event_id=event, first_id=first, second_id=second, actor=SYSTEM)


def test_a_name_new_to_the_club_at_two_events_at_once_is_one_player_of_both():
    nights = [table.event for table in two_nights()]
    for turn in range(10):
        name = f"Newcomer {turn}"
        at_once(*(coming(night.pk, name) for night in nights))
        assert Player.objects.get(name=name).entries.count() == 2


def coming(night: int, name: str) -> Call:
    return lambda: add_entrants_by_name(event_id=night, names=[name], actor=SYSTEM)


# Confirmations and proposed corrections


def test_two_seats_agree_at_once_and_the_correction_is_made_once():
    table = table_to_confirm("table")
    say(table, Confirmation.Verdict.CONFIRMED, 1)
    proposed = change(table, correction(), 1)
    assert isinstance(proposed, ProposedCorrection)
    answers = [
        partial(
            answer_proposed_correction,
            proposed_id=proposed.pk,
            answer=ProposedCorrection.Answer.AGREED,
            actor=phone(table, seat),
        )
        for seat in (0, 2)
    ]
    codes = sorted(getattr(each, "code", "made") for each in at_once(*answers))
    assert codes == ["made", "proposal-answered"]
    assert Deal.objects.filter(table=table, number=1).count() == 2


def test_a_deal_that_is_corrected_in_the_same_instant_is_never_confirmed_unseen():
    for _ in range(5):
        table = table_to_confirm("deal", deals=1, ended=False)
        confirming = partial(say, table, Confirmation.Verdict.CONFIRMED, 1, 1)
        made = at_once(confirming, partial(change, table, correction(), 0))
        table.refresh_from_db()
        corrected = Deal.objects.filter(table=table, version=2).exists()
        # Confirmed first, the correction has to be agreed to; corrected first, the phone is shown it.
        assert (isinstance(made[0], Stale), corrected) in {(True, True), (False, False)}
        assert table.confirmation == ("waiting" if corrected else "confirmed")


@pytest.mark.parametrize("has_code", [True, False])
def test_two_who_write_the_same_name_in_the_same_instant_are_one(has_code: bool) -> None:
    night = make_night(names=["Ana"])
    set_registration(event_id=night.pk, is_open=True, actor=SYSTEM)
    at_door = partial(write_name, event_id=night.pk, origin="hall", has_code=has_code)
    first, second = at_once(partial(at_door, name="Chiara"), partial(at_door, name="chiara"))
    assert first == second
    assert Player.objects.filter(name__iexact="chiara").count() == night.entrants.count() - 1 == int(has_code)


# Names and events

RENAMED: dict[str, Callable[[Player], object]] = {
    "anonymised": lambda ana: anonymise(player=ana, actor=SYSTEM, now=timezone.now()),
    "given back": lambda ana: give_name_back(player=ana, actor=SYSTEM),
    "edited": lambda ana: edit_player(player=ana, name="Anna", nickname="", colour="gold", actor=SYSTEM),
    "shown otherwise": lambda ana: choose_shown_name(player=ana, shown_names="initials", actor=SYSTEM),
    "seen by others": lambda ana: set_club_visibility(
        club=ana.club, visibility="private", shown_names="full", actor=SYSTEM
    ),
}


@pytest.mark.parametrize("how", RENAMED)
def test_whose_name_changes_while_the_event_changes_neither_waits_for_ever(how: str) -> None:
    night = make_night(names=["Ana", "Bruno"])
    ana = night.club.players.get(name="Ana")
    mark_left(event_id=night.pk, entrant_id=ana.entries.get().pk, actor=SYSTEM)
    if how == "given back":
        RENAMED["anonymised"](ana)
    with transaction.atomic():
        lock_event(night.pk)
        renaming = meanwhile(partial(RENAMED[how], ana))
        until_it_waits(renaming)
        night.entrants.filter(player__name="Bruno").update(substitute=ana)
        add_entrants_by_name(event_id=night.pk, names=["Newcomer"], actor=SYSTEM)
    renaming.result(timeout=PATIENCE)
    assert night.entrants.filter(player__name="Newcomer", present=True).exists()
