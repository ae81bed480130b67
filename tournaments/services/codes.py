"""Codes are renewed: those of an event's pads together, a permanent one where its card was lost. From then on the old
card opens nothing.
"""

from collections.abc import Collection

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournaments import audit
from tournaments.audit import Actor, Details, the_player
from tournaments.models import Club, PadLink, Player, RoomTable, Table
from tournaments.models.event import GRACE
from tournaments.selectors.club.people import all_of
from tournaments.services.change import commit_change, lock_event
from tournaments.services.refusals import Refused


@transaction.atomic
def renew_table_code(*, club: Club, number: int, edition: int, actor: Actor) -> None:
    """`edition`: of the code that was seen; a second tap makes no further one."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    room_table, _ = RoomTable.objects.get_or_create(club=club, number=number)
    if room_table.code_edition == edition:
        RoomTable.objects.filter(pk=room_table.pk).update(code_edition=edition + 1)
        _record(club, {"table": number}, edition, actor)


@transaction.atomic
def renew_player_code(*, player: Player, edition: int, actor: Actor) -> None:
    """With those of whoever was merged into this player: their cards open the same."""
    Club.objects.select_for_update(no_key=True).get(pk=player.club_id)
    if Player.objects.filter(pk=player.pk, code_edition=edition).exists():
        Player.objects.filter(pk__in=[row.pk for row in all_of(player)]).update(code_edition=F("code_edition") + 1)
        _record(player.club, {"player": the_player(player.pk)}, edition, actor)


def _record(club: Club, owner: Details, edition: int, actor: Actor) -> None:
    before: Details = {**owner, "version": edition + 1}
    after: Details = {**owner, "version": edition + 2}
    audit.record(actor, "code-renewed", club=club, before=before, after=after)


@transaction.atomic
def renew_codes(*, event_id: int, tables: Collection[int], newest: int, actor: Actor) -> int:
    """Of these tables (ids), but for those renewed since: `newest` is the latest link (id) that was seen, so that a
    second tap does nothing. Tells of how many.
    """
    event = lock_event(event_id)
    seen = event.tables.filter(pk__in=tables).exclude(status=Table.Status.UNDONE)
    renewed = list(seen.exclude(pad_links__pk__gt=newest).order_by("number"))
    valid = PadLink.objects.filter(table__in=renewed, revoked_at=None)
    had = set(valid.values_list("table", flat=True))
    before: Details = {"tables": [table.number for table in renewed if table.pk in had]}
    valid.update(revoked_at=timezone.now())
    PadLink.objects.bulk_create(PadLink(table=table) for table in renewed)
    after: Details = {"tables": [table.number for table in renewed]}
    if renewed:
        commit_change(event, actor, "codes-renewed", before=before, after=after)
    return len(renewed)


@transaction.atomic
def make_codes_good_again(*, event_id: int, actor: Actor) -> None:
    """For a day, so that a table can put right what is wrong, or a phone send what it has kept."""
    event = lock_event(event_id)
    if event.codes_end_at is None:
        raise Refused("codes-good")
    old_codes_end_at, event.codes_end_at = event.codes_end_at, timezone.now() + GRACE
    event.save(update_fields=["codes_end_at"])
    until: Details = {"until": event.codes_end_at.isoformat()}
    commit_change(event, actor, "codes-good-again", before={"until": old_codes_end_at.isoformat()}, after=until)
