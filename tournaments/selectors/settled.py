"""What told entrants apart whom nothing that was played did, as it is kept."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from tournaments.formats.draw import Id
from tournaments.formats.standings.settled import Settled
from tournaments.models import Ruling

How = Literal["decided", "lots", "play-off", "first-lots", "shared"]


SETTLED_BY: Mapping[str, How] = {
    Ruling.Kind.ORDER: "decided",
    Ruling.Kind.LOTS: "lots",
    Ruling.Kind.FIRST_LOTS: "first-lots",
    Ruling.Kind.SHARED: "shared",
}


@dataclass(frozen=True)
class Decision:
    """What told some apart who were level: the director's word, a lot, or tables played for it; or that they share. The
    "lots" of a cut say who goes on, and move no place.
    """

    how: How
    at: datetime
    places: Settled


def settled_by(rulings: Iterable[Ruling]) -> list[Decision]:
    """By the rulings on a stage, the oldest first; what was taken back is left out."""
    found: list[Decision] = []
    for ruling in rulings:
        if ruling.kind in SETTLED_BY:
            how = SETTLED_BY[ruling.kind]
            places = {who: 1 if how == "shared" else place for place, who in enumerate(ruling.value, start=1)}
            found.append(Decision(how, ruling.created_at, places))
        elif ruling.kind == Ruling.Kind.LIFTED and ruling.table_id is None:
            found.remove(next(each for each in reversed(found) if each.places.keys() == {*ruling.value}))
    return found


def sharing(decisions: Sequence[Decision], members: set[Id]) -> frozenset[frozenset[Id]]:
    """Which of the members share a place, as long as nothing newer settles it among them."""
    return frozenset(
        frozenset(each.places)
        for number, each in enumerate(decisions, start=1)
        if each.how == "shared"
        and members.issuperset(each.places)
        and not any(later.places.keys() >= each.places.keys() for later in decisions[number:] if later.how != "lots")
    )
