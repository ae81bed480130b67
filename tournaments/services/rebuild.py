"""Whatever is stored for reading, checked against what it comes from: scores, confirmations, tallies, summaries; and
logs against the hashes of their entries.
"""

from collections.abc import Callable, Iterator

from django.db import transaction
from django.db.models import Max, Model

from tournaments import audit
from tournaments.audit import SYSTEM, Details, chained, seated_at, told_by
from tournaments.models import AuditEntry, Club, Event, Table
from tournaments.proofs.chain import BEGINNING, entry_hash, facts_hash
from tournaments.selectors.club.standings import brought, settled_at, stored_tallies
from tournaments.services.change import commit_change, commit_table_change, keep_confirmation, lock_event, lock_table
from tournaments.services.summaries.players import (
    Drift,
    differences,
    update_tallies,
)
from tournaments.services.summaries.registry import rebuild_summaries
from tournaments.services.table.judging import rescore

BROUGHT = "club-brought"
Kept = dict[int | None, dict[str, object]]
"""By seat; under None what was confirmed and disputed at the table comes to."""


def rebuild_scores(*, keep: bool) -> Iterator[Drift]:
    """Every seat whose kept score is not what the deals give, every table of which something else is said than its
    confirmations come to, and the tallies that are not those of the seats; with `keep` the rebuilt ones stay.
    """
    steps: list[tuple[type[Model], Callable[[int], list[Drift]]]] = [
        (Table, _rebuild_table),
        (Event, _rebuild_event),
        (Club, _rebuild_club),
    ]
    for model, rebuild in steps:
        for pk in model._default_manager.order_by("pk").values_list("pk", flat=True):
            with transaction.atomic():
                yield from rebuild(pk)
                if not keep:
                    transaction.set_rollback(True)


def log_differences() -> Iterator[Drift]:
    """Every chained entry of an event's log that says something else than when it was written, or follows another one.
    Nothing rebuilds these. What came in a club's file says the same by other ids, so only its order is looked at.
    """
    brought = AuditEntry.objects.filter(action=BROUGHT).values("club").annotate(newest=Max("pk"))
    by_ids_from_elsewhere = dict(brought.values_list("club", "newest"))
    for event in Event.objects.order_by("pk").iterator():
        entries = AuditEntry.objects.filter(event=event).exclude(previous_hash="").order_by("pk")
        head, oldest = BEGINNING, by_ids_from_elsewhere.get(event.club_id, 0)
        for entry in entries.iterator():
            facts = facts_hash(told_by(entry)) if entry.pk > oldest else entry.facts_hash
            was, now = (entry.previous_hash, entry.facts_hash), (head, facts)
            if was != now:
                yield Drift(f"{event}, entry {entry.pk} of the log", None, _linked(*was), _linked(*now))
            head = entry_hash(chained(entry))
        if event.log_head != head:
            yield Drift(f"{event}, head of the log", None, {"head": event.log_head}, {"head": head})


def _linked(previous: str, facts: str) -> dict[str, object]:
    return {"previous": previous, "facts": facts}


def _rebuild_table(table_id: int) -> list[Drift]:
    table = lock_table(table_id)
    stored_figures = _kept(table)
    rescore(table)
    keep_confirmation(table)
    table.save(update_fields=["deal_count"])
    rebuilt_figures = _kept(table)
    seat_differences = [
        Drift(str(table), seat, stored_figures[seat], rebuilt_figures[seat])
        for seat in stored_figures
        if stored_figures[seat] != rebuilt_figures[seat]
    ]
    if seat_differences:
        was, now = (_by_player(table, seat_differences, stored) for stored in (stored_figures, rebuilt_figures))
        commit_table_change(table, SYSTEM, "scores-rebuilt", before={"scores": was}, after={"scores": now})
    return seat_differences


def _rebuild_event(event_id: int) -> list[Drift]:
    event = lock_event(event_id)
    was, now = stored_tallies(event.tallies.all()), brought(event)
    event_differences = differences(str(event), was, now)
    if event.settled_at != settled_at(event):
        event_differences.append(Drift(str(event), None, {"at": str(event.settled_at)}, {"at": str(settled_at(event))}))
    if event_differences:
        update_tallies(event)
        commit_change(
            event,
            SYSTEM,
            "scores-rebuilt",
            before=_logged(event_differences, "kept"),
            after=_logged(event_differences, "rebuilt"),
        )
    return event_differences


def _rebuild_club(club_id: int) -> list[Drift]:
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    all_differences = rebuild_summaries(club)
    if all_differences:
        before, after = (_logged(all_differences, state) for state in ("kept", "rebuilt"))
        audit.record(SYSTEM, "scores-rebuilt", club=club, before=before, after=after)
    return all_differences


def _logged(differences: list[Drift], state: str) -> Details:
    return {"scores": [getattr(difference, state) for difference in differences]}


def _kept(table: Table) -> Kept:
    stored: Kept = {
        seat.index: {
            "score": str(seat.score),
            "place": seat.place,
            "deals": seat.deals,
            "exact": seat.exact,
            "net": seat.net,
            "won": seat.won,
        }
        for seat in table.seats.order_by("index")
    }
    accepted_at = table.accepted_at.isoformat() if table.accepted_at else None
    return {
        **stored,
        None: {"confirmation": str(table.confirmation), "accepted_at": accepted_at, "deals": table.deal_count},
    }


def _by_player(table: Table, differences: list[Drift], stored: Kept) -> list[dict[str, object]]:
    players = seated_at(table)
    return [
        {"player": players[difference.seat], **stored[difference.seat]}
        for difference in differences
        if difference.seat is not None
    ]
