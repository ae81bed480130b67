"""What a director can do with the row of a player, and what has been done."""

from dataclasses import dataclass

from tournaments.models import Member, NameAside, Player, PlayerMerge
from tournaments.selectors.club.people.same import all_of, has_taken_part


@dataclass(frozen=True)
class PersonPage:
    player: Player
    member: Member | None
    has_played: bool
    aside: NameAside | None  # as long as the name can be given back
    merges: list[PlayerMerge]  # the latest first


def person_page(player: Player) -> PersonPage:
    return PersonPage(
        player=player,
        member=Member.objects.filter(player=player).select_related("user").first(),
        has_played=has_taken_part(all_of(player)),
        aside=NameAside.objects.filter(player=player).first(),
        merges=list(PlayerMerge.objects.filter(into=player).select_related("gone")),
    )
