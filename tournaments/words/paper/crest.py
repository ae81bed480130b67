"""A club's crest, as long as nobody has drawn it another one: its initials upon one of the suits."""

from dataclasses import dataclass

from tournaments.models import Club
from tournaments.selectors.table.cards import initials

SUITS = ("purple", "green", "orange")


@dataclass(frozen=True)
class Crest:
    letters: str
    suit: str


def crest_of(club: Club) -> Crest:
    return Crest(initials(club.name), SUITS[club.pk % len(SUITS)])
