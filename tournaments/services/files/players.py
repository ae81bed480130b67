from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction

from tournaments.audit import Actor
from tournaments.models import Club, Player, tidy_name
from tournaments.services.club.clubs import players_named


class ListedPlayer(NamedTuple):
    """Of whom a list tells that is brought in."""

    name: str
    nickname: str


@transaction.atomic
def bring_players(*, club: Club, listed: Sequence[ListedPlayer], actor: Actor) -> int:
    """Those of the list who are not on the club's yet; how many these are. Whoever is, stays as the club has it."""
    known = set(club.players.values_list("pk", flat=True))
    found = players_named(club=club, names=[each.name for each in listed], actor=actor)
    new = {name: player for name, player in found.items() if player.pk not in known}
    for each in listed:
        if player := new.get(tidy_name(each.name).casefold()):
            player.nickname = each.nickname
    Player.objects.bulk_update([player for player in new.values() if player.nickname], ["nickname"], batch_size=500)
    return len(new)
