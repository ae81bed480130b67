"""The scores kept on the seats, and the confirmations of the tables, proved against what they come from."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction

from tournaments.audit import SYSTEM, seated_at
from tournaments.models import Table
from tournaments.services.change import commit_table_change, keep_confirmation, lock_table
from tournaments.services.table.deals import rescore

Kept = dict[int | None, dict[str, object]]
"""By seat; under None what was confirmed and disputed at the table comes to."""


@dataclass(frozen=True)
class Difference:
    table: str
    seat: int | None
    kept: dict[str, object]
    rebuilt: dict[str, object]


def rebuild_scores(*, keep: bool) -> Iterator[Difference]:
    """Every seat whose kept score is not what the deals give, and every table of which something else is said than its
    confirmations come to; with `keep` the rebuilt ones stay.
    """
    for table_id in Table.objects.order_by("pk").values_list("pk", flat=True):
        with transaction.atomic():
            yield from _rebuild(table_id)
            if not keep:
                transaction.set_rollback(True)


def _rebuild(table_id: int) -> list[Difference]:
    table = lock_table(table_id)
    before = _kept(table)
    rescore(table)
    keep_confirmation(table)
    table.save(update_fields=["deal_count"])
    after = _kept(table)
    found = [Difference(str(table), seat, before[seat], after[seat]) for seat in before if before[seat] != after[seat]]
    if found:
        was, now = (_by_name(table, found, kept) for kept in (before, after))
        commit_table_change(table, SYSTEM, "scores-rebuilt", before={"scores": was}, after={"scores": now})
    return found


def _kept(table: Table) -> Kept:
    kept: Kept = {
        seat.index: {
            "score": str(seat.score),
            "place": seat.place,
            "deals": seat.deals,
            "exact": seat.exact,
            "net": seat.net,
        }
        for seat in table.seats.order_by("index")
    }
    accepted_at = table.accepted_at.isoformat() if table.accepted_at else None
    return {**kept, None: {"opinion": str(table.confirmation), "accepted_at": accepted_at}}


def _by_name(table: Table, found: list[Difference], kept: Kept) -> list[dict[str, object]]:
    names = seated_at(table)
    return [{"player": names[each.seat], **kept[each.seat]} for each in found if each.seat is not None]
