"""A whole club from its file: all of it or nothing."""

from collections.abc import Iterable, Mapping

from django.contrib.auth.models import User
from django.db import transaction

from tournaments import audit
from tournaments.audit import Actor
from tournaments.models import Club, Event, Member, Player, PlayerMerge, Table
from tournaments.services.change import keep_confirmation, lock_table
from tournaments.services.club.clubs import free_slug
from tournaments.services.files.arrival import IMPOSSIBLE, Arrival, FileRow
from tournaments.services.files.ids import one_at_a_time
from tournaments.services.kept.tallies import keep_tallies
from tournaments.services.refusals import Refused
from tournaments.services.table.judging import rescore
from tournaments.services.table.rebuild import REBUILDERS


@transaction.atomic
def bring_club(
    *,
    rows: Iterable[FileRow],
    sizes: Mapping[str, tuple[int, int, int]],
    name: str,
    slug: str,
    into: Club | None,
    people: Mapping[int, int],
    owner: User | None,
    actor: Actor,
    rehearsal: bool = False,
) -> Club:
    """``people``: which of the file's players are which of the list of the club it comes ``into``; a club of its own is
    the ``owner``'s. A rehearsal does all of it, and then none.
    """
    one_at_a_time()
    if into:
        into = Club.objects.select_for_update(no_key=True).get(pk=into.pk)
        _check_people(into, people)
    arrival = Arrival(into=into, people=people, sizes=sizes, slug=free_slug(slug))
    arrival.take(rows)
    club = Club.objects.get(pk=arrival.club_id)
    _check_merges(club)
    try:
        _keep_up(club, arrival)
    except IMPOSSIBLE as error:
        raise Refused("club-file-unfit") from error
    if owner and not into:
        Member.objects.create(club=club, user=owner, role=Member.Role.OWNER)
    audit.record(actor, "club-brought", club=club, after={"name": name})
    if rehearsal:
        transaction.set_rollback(True)
    return club


def _check_people(into: Club, people: Mapping[int, int]) -> None:
    if len(set(people.values())) < len(people):
        raise Refused("people-twice")
    listed = Player.objects.filter(club=into, anonymised_at=None, merge=None, pk__in=people.values())
    if listed.count() < len(people):
        raise Refused("player-gone")


def _check_merges(club: Club) -> None:
    """Whoever is somebody else is not in the end the same again: that would be followed for ever."""
    into = dict(PlayerMerge.objects.filter(gone__club=club).values_list("gone", "into"))
    for gone in into:
        further, one = 0, gone
        while one in into:
            further, one = further + 1, into[one]
            if further > len(into):
                raise Refused("club-file-unfit")


def _keep_up(club: Club, arrival: Arrival) -> None:
    """What is kept for reading is made of what came, not believed."""
    for pk in arrival.ids(Table):
        table = lock_table(pk)
        rescore(table)
        keep_confirmation(table)
        table.save(update_fields=["deal_count", "confirmation", "accepted_at"])
    for pk in arrival.ids(Event):
        event = Event.objects.get(pk=pk)
        if event.status == Event.Status.FINISHED:
            keep_tallies(event)
    for rebuild in REBUILDERS:
        rebuild(club)
