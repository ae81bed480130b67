"""A club's crest: the picture that it has brought, or its initials upon one of the suits."""

from dataclasses import dataclass

from tournaments.models import Club
from tournaments.selectors.table.cards import initials

SUITS = ("purple", "green", "orange")


@dataclass(frozen=True)
class Crest:
    letters: str
    suit: str
    picture: str  # in Base64; empty: it is drawn


def crest_of(club: Club, picture: str = "") -> Crest:
    return Crest(initials(club.name), SUITS[club.pk % len(SUITS)], picture)
