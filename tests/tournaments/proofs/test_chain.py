"""The log of an event is a chain: what is changed, missing, moved or added in it is found, and names can be erased."""

import uuid
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from django.db.models import QuerySet

from tests.factories import announce, correct, deal, make_night, make_table, make_user, seat_table
from tests.tournaments.files.club_files import brought, elsewhere, rewritten
from tests.tournaments.files.club_files import file_of as club_file
from tests.tournaments.proofs.scenes import check_log, file_of
from tournaments.audit import SYSTEM, Actor, told_by
from tournaments.models import AuditEntry, Event, Member, Table
from tournaments.proofs.chain import BEGINNING, check_chain, deals_hash, entry_hash, facts_hash
from tournaments.proofs.tables import Difference
from tournaments.proofs.verify import verify
from tournaments.services.club.forgetting import forget_names
from tournaments.services.club.members import invite_person, remove_member, set_member
from tournaments.services.table.life import adjourn_table, resume_table
from tournaments.services.table.several_deals import Exchange, Insertion, TypedIn, correct_many, record_sheet, undo

Facts = dict[str, Any]


# Laws


def a_file() -> tuple[Facts, list[Facts]]:
    """What is read of a file: its log and its tables. Two deals are played, and the first is corrected."""
    written: list[tuple[str, int | None, dict[int, Any]]] = [
        ("tables-opened", None, {}),
        ("deal", 1, {1: {"taken": 2}}),
        ("deal", 1, {2: {"taken": 0}}),
        ("correction", 1, {1: {"taken": 3}}),
        ("table-ended", 1, {}),
    ]
    log: list[Facts] = []
    for revision, (action, table, deals) in enumerate(written, start=1):
        entry = {
            "id": 10 * revision,
            "at": f"2026-11-27T20:0{revision}:00Z",
            "revision": revision,
            "action": action,
            "table": table,
            "previous": entry_hash(log[-1]) if log else BEGINNING,
            "facts": facts_hash({"table": 7, "user": revision}),
            "deals": deals_hash(deals.items()) if deals else None,
            "ruling": None,
        }
        log.append(entry)
    first = [{"at": "", "revision": 2, "deal": {"taken": 2}}, {"at": "", "revision": 4, "deal": {"taken": 3}}]
    second = [{"at": "", "revision": 3, "deal": {"taken": 0}}]
    table = {"table": 1, "deals": [{"number": 1, "versions": first}, {"number": 2, "versions": second}]}
    return {"event": {"log_head": entry_hash(log[-1])}, "log": log}, [table]


def checked(whole: Facts, tables: list[Facts]) -> tuple[Counter[str], Counter[str]]:
    """What was, and what could not be."""
    chained, unchained = Counter[str](), Counter[str]()
    check_chain(whole, tables, chained, unchained)
    return +chained, +unchained


def test_a_log_that_nobody_changed_is_whole():
    assert checked(*a_file()) == ({"chain": 5}, {})


def versions_of(tables: list[Facts]) -> list[Facts]:
    return [version for number in tables[0]["deals"] for version in number["versions"]]


def add(whole: Facts, tables: list[Facts]) -> None:
    whole["log"].append({**whole["log"][-1], "id": 60, "previous": entry_hash(whole["log"][-1])})


def change_a_deal(whole: Facts, tables: list[Facts]) -> None:
    versions_of(tables)[1]["deal"] = {"taken": 4}


def move_a_deal(whole: Facts, tables: list[Facts]) -> None:
    tables[0]["table"] = 2


def forget_a_version(whole: Facts, tables: list[Facts]) -> None:
    del tables[0]["deals"][0]["versions"][0]


def invent_a_version(whole: Facts, tables: list[Facts]) -> None:
    """Which the deal has replaced within one change."""
    versions = tables[0]["deals"][0]["versions"]
    versions.insert(0, {**versions[0], "deal": {"taken": 6}})


def let_the_older_version_count(whole: Facts, tables: list[Facts]) -> None:
    tables[0]["deals"][0]["versions"].reverse()


def leave_a_deal_out_of_the_chain(whole: Facts, tables: list[Facts]) -> None:
    versions_of(tables)[2]["revision"] = None


def put_a_deal_elsewhere(whole: Facts, tables: list[Facts]) -> None:
    versions_of(tables)[2]["revision"] = 17


def drop_the_newest(whole: Facts, tables: list[Facts]) -> None:
    whole["log"].pop()


def drop_the_first(whole: Facts, tables: list[Facts]) -> None:
    del whole["log"][0]


def drop_one(whole: Facts, tables: list[Facts]) -> None:
    del whole["log"][2]


def swap_two(whole: Facts, tables: list[Facts]) -> None:
    log = whole["log"]
    log[1], log[2] = log[2], log[1]


def take_one_out_of_the_chain(whole: Facts, tables: list[Facts]) -> None:
    whole["log"][2]["previous"] = None


ALTERATIONS = [
    add,
    change_a_deal,
    move_a_deal,
    forget_a_version,
    invent_a_version,
    let_the_older_version_count,
    leave_a_deal_out_of_the_chain,
    put_a_deal_elsewhere,
    drop_the_newest,
    drop_the_first,
    drop_one,
    swap_two,
    take_one_out_of_the_chain,
]


@pytest.mark.parametrize("alter", ALTERATIONS)
def test_what_is_changed_missing_moved_or_added_is_found(alter: Callable[[Facts, list[Facts]], None]):
    whole, tables = a_file()
    alter(whole, tables)
    with pytest.raises(Difference):
        checked(whole, tables)


@pytest.mark.parametrize("name", ["at", "revision", "action", "facts", "deals", "ruling", "previous"])
@pytest.mark.parametrize("place", range(5))
def test_no_part_of_an_entry_can_be_another(name: str, place: int):
    whole, tables = a_file()
    other = deepcopy(whole)
    other["log"][place][name] = 99 if name == "revision" else "f" * 64
    with pytest.raises(Difference):
        checked(other, tables)


def test_a_chain_goes_on_over_entries_of_a_version_that_knew_none():
    whole, tables = a_file()
    unchained = {"at": "", "action": "deal", "table": 1, "previous": None, "facts": None, "deals": None}
    whole["log"].insert(3, {**unchained, "id": 35, "revision": 17})
    tables[0]["deals"].append({"number": 3, "versions": [{"at": "", "revision": 17, "deal": {"taken": 1}}]})
    assert checked(whole, tables)[1] == {"entry-not-chained": 1, "deal-not-chained": 1}


def test_facts_are_hashed_by_ids_and_codes_and_without_a_word_of_anybodys():
    facts = {"player": {"player": 4}, "reason": "Ana left", "payload": {"trump": "H", "override": "Ana saw it"}}
    erased = {"player": {"player": 4}, "reason": {"player": 4}, "payload": {"trump": "H", "override": "Anonymous saw"}}
    assert facts_hash(facts) == facts_hash(erased)
    assert facts_hash(facts) != facts_hash({**facts, "player": {"player": 5}})
    assert facts_hash(facts) != facts_hash({**facts, "payload": {"trump": "S", "override": "Ana saw it"}})


def test_numbers_that_json_does_not_tell_alike_everywhere_are_hashed_as_text():
    assert facts_hash({"seed": 2**60}) == facts_hash({"seed": 2**60})
    assert facts_hash({"seed": 2**60}) != facts_hash({"seed": 2**60 + 1})
    assert facts_hash({"rating": 1e-9}) != facts_hash({"rating": 0.0})


# What services write


@pytest.mark.django_db
def test_every_way_to_write_deals_chains_them():
    table = make_table(seats=2)
    for number in range(4):
        deal(table, announce((number + 1) % 2, 2, 2))
    correct(table, 2, announce(0, 2, 1))
    correct(table, 4, None)
    swapped = correct_many(
        table_id=table.pk, change=Exchange((0, 1), 1), client_id=uuid.uuid4(), base_revision=None, actor=SYSTEM
    )
    undone = undo(table_id=table.pk, revision=swapped.revision, client_id=uuid.uuid4(), actor=SYSTEM)
    forgotten = Insertion(1, announce(1, 3, 3))
    correct_many(
        table_id=table.pk, change=forgotten, client_id=uuid.uuid4(), base_revision=undone.revision, actor=SYSTEM
    )
    revision = Table.objects.get(pk=table.pk).revision
    typed = TypedIn([announce(0, 1, 1), announce(1, 1, 1)], client_id=uuid.uuid4(), base_revision=revision)
    record_sheet(table_id=table.pk, typed=typed, actor=SYSTEM)
    assert proved(table.event) == table.event.audit_entries.count()


def proved(event: Event) -> int:
    """How many entries are chained; nothing is beside the chain."""
    event.refresh_from_db()
    report = verify(file_of(event))
    assert report.difference is None, report.as_dict()["difference"]
    assert (report.unchecked["entry-not-chained"], report.unchecked["deal-not-chained"]) == (0, 0)
    return report.checked["chain"]


@pytest.mark.django_db
def test_who_may_act_at_an_event_stands_in_its_chain():
    night = make_night()
    user = make_user("arbiter")
    set_member(club=night.club, event=night, user=user, role=Member.Role.ARBITER, actor=SYSTEM)
    invite_person(club=night.club, event=night, role=Member.Role.ARBITER, actor=Actor(user))
    remove_member(member=night.members.get(), actor=SYSTEM)
    deal(seat_table(night, "Ana", "Bruno"), announce(1, 2, 2))
    assert proved(night) == night.audit_entries.count() > 3


@pytest.mark.django_db
def test_erasing_a_name_leaves_every_hash_as_it_was():
    table = make_table(seats=2)
    deal(table, announce(1, 2, 2))
    correct(table, 1, announce(1, 2, 1), reason="Ana misheard")
    forget_names(table.event.club, name="Ana", nickname="", instead="Somebody")
    assert "Somebody misheard" in str(list(AuditEntry.objects.values_list("after")))
    for entry in table.event.audit_entries.all():
        assert facts_hash(told_by(entry)) == entry.facts_hash, entry.action
    proved(table.event)


@pytest.mark.django_db
def test_what_another_server_takes_over_proves_itself_and_its_chain_goes_on():
    table = make_table(seats=2)
    deal(table, announce(1, 2, 2))
    head = Event.objects.get(pk=table.event_id).log_head
    club = brought(rewritten(club_file(table.event.club), elsewhere))
    event = club.events.get()
    assert (event.pk, event.log_head) != (table.event_id, BEGINNING)
    assert event.log_head == head
    deal(Table.objects.get(event=event), announce(0, 2, 2))
    proved(event)


@pytest.mark.django_db
def test_a_table_carried_on_elsewhere_leaves_its_first_deals_in_the_chain_of_the_night_before():
    table = make_table(seats=2)
    deal(table, announce(1, 2, 2))
    adjourn_table(table_id=table.pk, actor=SYSTEM)
    later = make_night(club=table.event.club, names=[])
    resume_table(table_id=table.pk, event_id=later.pk, actor=SYSTEM)
    deal(table, announce(0, 2, 2))
    proved(table.event)
    later.refresh_from_db()
    report = verify(file_of(later))
    assert (report.difference, report.unchecked["deal-not-chained"]) == (None, 1)


@pytest.mark.django_db
def test_entries_of_the_version_before_stand_beside_the_chain():
    table = make_table(seats=2)
    deal(table, announce(1, 2, 2))
    QuerySet(AuditEntry).filter(event=table.event).update(previous_hash="", facts_hash="")
    Event.objects.update(log_head=BEGINNING)
    deal(table, announce(0, 2, 2))
    table.event.refresh_from_db()
    report = verify(file_of(table.event))
    assert (report.difference, report.checked["chain"], report.unchecked["deal-not-chained"]) == (None, 1, 1)


@pytest.mark.django_db
@pytest.mark.parametrize("change", [{"action": "void"}, {"facts_hash": "0" * 64}, {"revision": 1}])
def test_whoever_changes_the_log_in_the_database_changes_the_head(change: Facts):
    table = make_table(seats=2)
    deal(table, announce(1, 2, 2))
    deal(table, announce(0, 2, 2))
    pk = table.event.audit_entries.filter(action="deal").earliest("pk").pk
    QuerySet(AuditEntry).filter(pk=pk).update(**change)
    table.event.refresh_from_db()
    assert verify(file_of(table.event)).difference is not None
    with pytest.raises(Difference):
        check_log(table.event)
