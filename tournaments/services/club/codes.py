"""A permanent code is made new where its card went astray: from then on the old card opens nothing."""

from django.db import transaction
from django.db.models import F

from tournaments import audit
from tournaments.audit import Actor, Details, the_player
from tournaments.models import Club, Player, RoomTable
from tournaments.selectors.club.people.same import all_of


@transaction.atomic
def renew_table_code(*, club: Club, number: int, edition: int, actor: Actor) -> None:
    """`edition`: of the code that was seen; a second tap makes no further one."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    known, _ = RoomTable.objects.get_or_create(club=club, number=number)
    if known.code_edition == edition:
        RoomTable.objects.filter(pk=known.pk).update(code_edition=edition + 1)
        _record(club, {"table": number}, edition, actor)


@transaction.atomic
def renew_player_code(*, player: Player, edition: int, actor: Actor) -> None:
    """With those of whoever was merged into this player: their cards open the same."""
    Club.objects.select_for_update(no_key=True).get(pk=player.club_id)
    if Player.objects.filter(pk=player.pk, code_edition=edition).exists():
        Player.objects.filter(pk__in=[each.pk for each in all_of(player)]).update(code_edition=F("code_edition") + 1)
        _record(player.club, {"player": the_player(player.pk)}, edition, actor)


def _record(club: Club, whose: Details, edition: int, actor: Actor) -> None:
    before: Details = {**whose, "version": edition + 1}
    after: Details = {**whose, "version": edition + 2}
    audit.record(actor, "code-renewed", club=club, before=before, after=after)
