"""Entrants of a tournament as its pages name them."""

from dataclasses import dataclass

from tournaments.models import Entrant
from tournaments.selectors.table.cards import PlayerTag, player_tag


@dataclass(frozen=True)
class Person:
    """An entrant, shown by who plays for them now."""

    id: int
    tag: PlayerTag
    stands_in_for: str  # the entrant's own name, where a substitute plays
    gone: str  # "withdrawn" or "expelled" in words, else empty
    expelled: bool


def person(entrant: Entrant) -> Person:
    return Person(
        id=entrant.pk,
        tag=player_tag(entrant.substitute or entrant.player),
        stands_in_for=entrant.player.short_name if entrant.substitute else "",
        gone="" if entrant.status == Entrant.Status.ACTIVE else str(entrant.get_status_display()),
        expelled=entrant.status == Entrant.Status.EXPELLED,
    )
