"""Statements that are made once read and write what the models read and write, on either database."""

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from django.db import IntegrityError, connection, models
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from psycopg.pq import Format

from tests.factories import announce, correct, deal, make_club, make_table, make_user, pad_token
from tests.tournament_scenes import make_tournament, next_round, start
from tournaments.models import AuditEntry, Confirmation, Deal, Event, Seat, Table
from tournaments.models.prepared import confirmations_at
from tournaments.models.statements import (
    MOST_LISTS,
    Prepared,
    PreparedForAll,
    PreparedOnce,
    columns,
    insert,
    joined,
    update,
    update_all,
)
from tournaments.permissions import pad_to_score
from tournaments.selectors.table.deals import deal_history
from tournaments.services.table.judging import open_pad

pytestmark = pytest.mark.django_db


def values(row: models.Model) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def same(one: models.Model, other: models.Model) -> bool:
    return values(one) == values(other)


def rows_of(model: type[models.Model]) -> Prepared[list[object]]:
    names = columns(model)
    return Prepared(lambda key: QuerySet(model).filter(pk=key).values_list(*names), lambda row: row)


def test_every_kind_of_row_is_read_as_its_model_reads_it() -> None:
    start(event := make_tournament(4, game="vilnius", rules={}))
    (table, _) = next_round(event, minutes=30)
    deal(table, announce(1, 3, 3))
    Seat.objects.filter(table=table).update(score=Fraction(7, 3), net=-4)
    for model in (Event, Table, Seat, Deal, AuditEntry):
        row = QuerySet(model).latest("pk")
        (read,) = rows_of(model)(row.pk)
        assert dict(zip(columns(model), read, strict=True)) == values(row)


def test_what_is_written_is_what_the_model_reads() -> None:
    table = make_table()
    link, user = table.pad_links.get(), make_user("director")
    facts = {"table": table, "number": 1, "version": 1, "revision": 9, "user": user, "pad_link": link, "seat": 1}
    voided = {**facts, "version": 2, "payload": None}
    for row in (Deal(payload={"text": "“Č”", "parts": [1, None]}, **facts), Deal(**voided)):
        insert(row)
        assert row.pk and row.created_at and same(row, Deal.objects.get(pk=row.pk))
    assert Deal.objects.filter(payload__isnull=True).count() == 1


def test_a_key_that_is_taken_is_refused_by_the_database() -> None:
    table, client_id = make_table(), uuid.uuid4()
    facts = {"table": table, "number": 1, "revision": 1, "payload": {}, "client_id": client_id}
    insert(Deal(version=1, **facts))
    with pytest.raises(IntegrityError):
        insert(Deal(version=2, **facts))


def test_a_row_is_written_whole_or_in_part() -> None:
    table = Table.objects.get(pk=make_table().pk)
    table.last_deal_at, table.call_note, table.number = timezone.now(), "it's 100 %", 7
    update(table, only=("call_note",))
    assert Table.objects.values_list("call_note", "number", "last_deal_at").get() == ("it's 100 %", 1, None)
    update(table)
    assert same(table, Table.objects.get())


@pytest.mark.parametrize("nets", [(3, -3, None), (None, None, None)])
def test_several_rows_are_written_at_once_each_with_its_own(nets: Sequence[int | None]) -> None:
    make_table(seats=3, club=make_club(name="Another"))
    seats = list(make_table(seats=3).seats.all())
    others = list(map(values, Seat.objects.exclude(pk__in=[seat.pk for seat in seats])))
    for seat, net in zip(seats, nets, strict=True):
        seat.score, seat.net, seat.place = Fraction(seat.index, 3), net, 3 - seat.index
    update_all(seats, only=("score", "net", "place"))
    assert all(same(seat, Seat.objects.get(pk=seat.pk)) for seat in seats)
    assert list(map(values, Seat.objects.exclude(pk__in=[seat.pk for seat in seats]))) == others


def test_an_opened_pad_is_what_the_models_read() -> None:
    start(event := make_tournament(4, game="vilnius", rules={}))
    (table, _) = next_round(event, minutes=30)
    deal(table, announce(1, 3, 3))
    correct(table, 1, None)
    holder = pad_to_score(pad_token(table))
    opened = open_pad(holder.key, holder.by)
    known = Table.objects.get(pk=table.pk)
    assert known.round and opened.table.round
    pairs = [(opened.table, known), (opened.table.event, known.event), (opened.table.round, known.round)]
    pairs += [(opened.table.round.stage, known.round.stage), *zip(opened.seats, known.seats.all(), strict=True)]
    assert all(same(*pair) for pair in pairs)
    assert opened.names == [seat.player.short_name for seat in known.seats.all()]
    assert opened.actor.pad_link == table.pad_links.get()
    kept = list(Deal.objects.filter(table=table).values_list("pk", "payload", "client_id", "created_at"))
    assert [(row.pk, row.payload, row.client_id, row.created_at) for row in deal_history(table.pk)] == kept


def test_a_row_is_read_with_those_it_refers_to_and_without_those_it_does_not() -> None:
    start(event := make_tournament(4, game="vilnius", rules={}))
    (in_a_round, _) = next_round(event, minutes=30)
    alone = make_table()
    alone.began_in = event
    alone.save()
    paths = ["event", "event__club", "began_in", "round", "round__stage"]
    names, read = joined(Table, *paths)
    for table in (in_a_round, alone):
        known = Table.objects.select_related(*paths).get(pk=table.pk)
        (found,) = Prepared(lambda key: Table.objects.filter(pk=key).values_list(*names), read)(table.pk)
        with CaptureQueriesContext(connection) as asked:
            pairs = [(found, known), (found.event, known.event), (found.event.club, known.event.club)]
            if found.round and known.round:
                pairs += [(found.round, known.round), (found.round.stage, known.round.stage)]
            assert all(same(*pair) for pair in pairs)
            assert (found.began_in, found.round) == (known.began_in, known.round)
        assert not asked


def test_confirmations_are_read_as_the_model_reads_them() -> None:
    table = make_table()
    deal(table, announce(1, 3, 3))
    facts = {"table": table, "deal": table.deals.get(), "revision": 9, "seat": 0, "reason": "no"}
    written = Confirmation.objects.create(verdict=Confirmation.Verdict.DISPUTED, **facts)
    (read,) = confirmations_at(table.pk)
    assert read == written and same(read, Confirmation.objects.get())


def test_a_prepared_statement_is_made_once() -> None:
    asked = []

    def rows(key: object) -> QuerySet[Event]:
        asked.append(key)
        return Event.objects.filter(pk=key).values_list("name")

    prepared = Prepared(rows, lambda row: row)
    first, second = (make_table(club=make_club(name=name)).event for name in ("One", "Two"))
    assert [prepared(first.pk), prepared(second.pk), prepared(0)] == [[["Friday"]], [["Friday"]], []]
    assert len(asked) == 1 and connection.vendor in ("sqlite", "postgresql")


def test_several_values_may_be_open() -> None:
    one, other = (make_table(seats=3, club=make_club(name=name)) for name in ("One", "Two"))
    seats = Prepared(
        lambda table, index, name: Seat.objects.filter(
            table=table, index=index, table__event__club__name=name, place=1
        ).values_list("pk"),
        tuple,
    )
    for table, index, name in [(one, 1, "One"), (other, 1, "Two"), (other, 2, "Two")]:
        assert seats(table.pk, index, name) == [(table.seats.get(index=index).pk,)]
    assert seats(one.pk, 1, "Two") == seats(one.pk, 3, "One") == seats(0, 1, "One") == []


def test_a_statement_from_which_an_open_value_is_left_out_is_refused() -> None:
    asked = Prepared(lambda _table: Seat.objects.values_list("pk"), tuple)
    with pytest.raises(AssertionError, match="each value is asked for"):
        asked(1)


def test_rows_are_found_for_however_many_keys() -> None:
    keys = list(make_table(seats=4).seats.order_by("pk").values_list("pk", flat=True))
    found = PreparedForAll(lambda some: Seat.objects.filter(pk__in=some).order_by("pk").values_list("pk"), tuple)
    for wanted in range(5):
        assert found(keys[:wanted][::-1]) == [(key,) for key in keys[:wanted]]
        assert found([*keys[:wanted], 0]) == [(key,) for key in keys[:wanted]]


def test_a_row_that_stands_as_it_stood_is_what_was_made_of_it() -> None:
    whose = ["me"]
    seats = PreparedOnce(
        lambda table: Seat.objects.filter(table=table).order_by("index").values_list("index", "score"),
        list,
        reader=lambda: whose[0],
    )
    table = make_table(seats=3)
    before = seats(table.pk)
    table.seats.filter(index=1).update(score=Fraction(7, 3))
    after = seats(table.pk)
    assert [again is row for again, row in zip(after, before, strict=True)] == [True, False, True]
    assert after == [[0, Fraction(0)], [1, Fraction(7, 3)], [2, Fraction(0)]]
    table.seats.filter(index=1).update(score=Fraction(0))
    assert seats(table.pk) == before
    whose[0] = "you"
    assert not any(row is other for row, other in zip(seats(table.pk), before, strict=True))


def test_of_a_list_no_more_is_known_than_twice_what_stands() -> None:
    table = make_table(seats=3)
    rows = PreparedOnce(lambda key: Seat.objects.filter(table=key).values_list("score"), list, reader=lambda: None)
    for score in range(20):
        table.seats.update(score=score)
        assert rows(table.pk) == [[Fraction(score)]] * 3
        assert len(rows._lists[(table.pk,), None]) <= 6


def test_a_list_that_nobody_has_asked_for_lately_is_forgotten() -> None:
    key, readers = make_table().pk, iter([1, 2, 1, *range(3, 2 + MOST_LISTS), 1, 2])
    rows = PreparedOnce(lambda table: Table.objects.filter(pk=table).values_list("pk"), list, reader=readers.__next__)
    first, second, again, *others, kept, forgotten = [rows(key)[0] for _ in range(4 + MOST_LISTS)]
    assert len(others) == MOST_LISTS - 1
    assert first is again is kept
    assert second is not forgotten


def test_so_many_lists_are_kept_as_are_said() -> None:
    keys = [make_table(club=make_club(name=name)).pk for name in ("One", "Two", "Three")]
    rows = PreparedOnce(lambda table: Table.objects.filter(pk=table).values_list("pk"), list, lists=2)
    one, two, three, third, second, first = [rows(key)[0] for key in (*keys, *keys[::-1])]
    assert (third is three, second is two, first is one) == (True, True, False)


def test_a_history_is_that_of_now_though_most_of_it_was_read_before() -> None:
    table, other = (make_table(club=make_club(name=name)) for name in ("One", "Two"))
    deal(table, announce(1, 3, 3))
    deal(other, announce(1, 3, 3))
    before, elsewhere = deal_history(table.pk), deal_history(other.pk)
    correct(table, 1, announce(1, 3, 2))
    correct(table, 1, None)
    now = deal_history(table.pk)
    assert now[0] is before[0] and deal_history(other.pk) == elsewhere
    kept = Deal.objects.filter(table=table).values_list("pk", "version", "payload", "client_id", "created_at")
    assert [(row.pk, row.version, row.payload, row.client_id, row.created_at) for row in now] == list(kept)
    assert {row.pk for row in now}.isdisjoint(row.pk for row in elsewhere)


def test_what_is_asked_for_the_fifth_time_is_a_plan_that_postgresql_keeps() -> None:
    if connection.vendor != "postgresql":
        return  # SQLite's driver keeps its own
    table = make_table()
    asked = Prepared(lambda table_id: Seat.objects.filter(table_id=table_id).values_list("pk"), tuple)
    for _ in range(6):
        asked(table.pk)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s", ["%tournaments_seat%"])
        assert cursor.fetchone() == (1,)


TIMES = [
    datetime(1, 1, 1, tzinfo=UTC),
    datetime(1979, 6, 30, 23, 59, 59, 999_999, tzinfo=UTC),
    datetime(2026, 3, 29, 1, 30, tzinfo=UTC),  # within the hour that Vilnius does not have
    datetime(2026, 10, 25, 0, 30, 0, 1, tzinfo=UTC),  # and that which it has twice
    datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC),
]


def test_a_time_is_read_as_it_was_written_and_in_utc() -> None:
    seen = make_table()
    for at in TIMES:
        Table.objects.update(opened_at=at)
        read = Table.objects.get(pk=seen.pk).opened_at
        (streamed,) = Table.objects.values_list("opened_at", flat=True).iterator()
        assert (read, read.tzinfo, streamed, streamed.tzinfo) == (at, UTC, at, UTC)


def test_postgresql_s_times_are_read_by_a_compiled_loader() -> None:
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        loader = cursor.adapters.get_loader(1184, Format.TEXT)  # of timestamptz
    assert loader is not None and loader.__module__ == "psycopg_binary._psycopg"
