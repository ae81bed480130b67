"""What is kept for reading, proved against what it comes from: scores, confirmations, tallies."""

from collections.abc import Callable, Iterator

from django.db import transaction
from django.db.models import Model

from tournaments import audit
from tournaments.audit import SYSTEM, Details, seated_at
from tournaments.models import Club, Event, Table
from tournaments.selectors.club.tallies import brought, kept, settled_at
from tournaments.services.change import commit_change, commit_table_change, keep_confirmation, lock_event, lock_table
from tournaments.services.kept.achievements import rebuild_achievements
from tournaments.services.kept.bends import rebuild_bends
from tournaments.services.kept.differences import Difference, differences
from tournaments.services.kept.ladders import rebuild_ladders
from tournaments.services.kept.leagues import rebuild_leagues
from tournaments.services.kept.meetings import rebuild_meetings
from tournaments.services.kept.ratings import rebuild_ratings
from tournaments.services.kept.reports import rebuild_reports
from tournaments.services.kept.seasons import rebuild_seasons
from tournaments.services.kept.statistics import rebuild_statistics
from tournaments.services.kept.tallies import keep_tallies, rebuild_contests
from tournaments.services.table.judging import rescore

REBUILDERS: tuple[Callable[[Club], list[Difference]], ...] = (
    rebuild_contests,
    rebuild_ratings,
    rebuild_statistics,
    rebuild_reports,
    rebuild_achievements,
    rebuild_bends,
    rebuild_meetings,
    rebuild_seasons,
    rebuild_leagues,
    rebuild_ladders,
)
"""One for each of the KEEPERS: what a club keeps of its events, told where it differs, and written anew."""

Kept = dict[int | None, dict[str, object]]
"""By seat; under None what was confirmed and disputed at the table comes to."""


def rebuild_scores(*, keep: bool) -> Iterator[Difference]:
    """Every seat whose kept score is not what the deals give, every table of which something else is said than its
    confirmations come to, and the tallies that are not those of the seats; with `keep` the rebuilt ones stay.
    """
    steps: list[tuple[type[Model], Callable[[int], list[Difference]]]] = [
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


def _rebuild_table(table_id: int) -> list[Difference]:
    table = lock_table(table_id)
    before = _kept(table)
    rescore(table)
    keep_confirmation(table)
    table.save(update_fields=["deal_count"])
    after = _kept(table)
    found = [Difference(str(table), seat, before[seat], after[seat]) for seat in before if before[seat] != after[seat]]
    if found:
        was, now = (_by_player(table, found, kept) for kept in (before, after))
        commit_table_change(table, SYSTEM, "scores-rebuilt", before={"scores": was}, after={"scores": now})
    return found


def _rebuild_event(event_id: int) -> list[Difference]:
    event = lock_event(event_id)
    was, now = kept(event.tallies.all()), brought(event)
    found = differences(str(event), was, now)
    if event.settled_at != settled_at(event):
        found.append(Difference(str(event), None, {"at": str(event.settled_at)}, {"at": str(settled_at(event))}))
    if found:
        keep_tallies(event)
        commit_change(event, SYSTEM, "scores-rebuilt", before=_logged(found, "kept"), after=_logged(found, "rebuilt"))
    return found


def _rebuild_club(club_id: int) -> list[Difference]:
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    found = [each for rebuild in REBUILDERS for each in rebuild(club)]
    if found:
        before, after = (_logged(found, which) for which in ("kept", "rebuilt"))
        audit.record(SYSTEM, "scores-rebuilt", club=club, before=before, after=after)
    return found


def _logged(found: list[Difference], which: str) -> Details:
    return {"scores": [getattr(each, which) for each in found]}


def _kept(table: Table) -> Kept:
    kept: Kept = {
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
    return {**kept, None: {"opinion": str(table.confirmation), "accepted_at": accepted_at, "deals": table.deal_count}}


def _by_player(table: Table, found: list[Difference], kept: Kept) -> list[dict[str, object]]:
    players = seated_at(table)
    return [{"player": players[each.seat], **kept[each.seat]} for each in found if each.seat is not None]
