"""The scores kept on the seats, and the opinions on the tables, proved against what they come from."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction

from tournaments.audit import SYSTEM, seated_at
from tournaments.models import Seat, Table
from tournaments.selectors.table.deal_history import current_deals, score_table
from tournaments.services.change import commit_table_change, keep_confirmation, lock_table
from tournaments.services.table.deals import keep_scores


@dataclass(frozen=True)
class Difference:
    table: str
    seat: int | None  # None: what was confirmed and disputed at the table comes to
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
    seats = list(table.seats.order_by("index"))
    kept = {seat.pk: _kept(seat) for seat in seats}
    sheet = current_deals(table)
    keep_scores(table, seats, sheet, score_table(table, sheet, seats=len(seats)))
    table.save(update_fields=["deal_count"])
    rebuilt = {seat.pk: _kept(seat) for seat in table.seats.order_by("index")}
    differing = [seat for seat in seats if kept[seat.pk] != rebuilt[seat.pk]]
    confirmation = _confirmation(table)
    keep_confirmation(table)
    if differing or confirmation != _confirmation(table):
        names = seated_at(table)
        was, now = (
            [{"player": names[seat.index], **scores[seat.pk]} for seat in differing] for scores in (kept, rebuilt)
        )
        commit_table_change(table, SYSTEM, "scores-rebuilt", before={"scores": was}, after={"scores": now})
    found = [Difference(str(table), seat.index, kept[seat.pk], rebuilt[seat.pk]) for seat in differing]
    if confirmation != _confirmation(table):
        found.append(Difference(str(table), None, confirmation, _confirmation(table)))
    return found


def _confirmation(table: Table) -> dict[str, object]:
    accepted_at = table.accepted_at.isoformat() if table.accepted_at else None
    return {"opinion": str(table.confirmation), "accepted_at": accepted_at}


def _kept(seat: Seat) -> dict[str, object]:
    return {"score": str(seat.score), "place": seat.place, "deals": seat.deals, "exact": seat.exact, "net": seat.net}
