"""How strong players have shown themselves, from the places at finished tables of any size."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openskill.models import BradleyTerryFull

from tournaments.formats.draw import Id

MU = 25.0
SIGMA = MU / 3


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength as a guess ``mu`` and how unsure it is, ``sigma``, after so many ``games`` (tables).

    Both in the scale of the source: everybody starts at 25 ± 25/3, and who is better by 25/6 · √2 ≈ 5.9 beats another
    well-known player at about 73 tables of 100. Without arguments, the rating of a new player.
    """

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @property
    def ordinal(self) -> float:
        """Seeds are by this: the strength shown almost certainly (mu − 3 sigma), 0 for who is new."""
        return self.mu - 3 * self.sigma


# A sigma that could grow would let a favourite's ordinal fall by winning.
_MODEL = BradleyTerryFull(mu=MU, sigma=SIGMA, limit_sigma=True)


def ratings(tables: Iterable[Sequence[tuple[Id, int]]]) -> dict[Id, Rating]:
    """Ratings of all who sat at these tables, given in the order they ended as (id, place) of each seat.

    Places are from 1, equal ones tied; the order of the seats does not matter. A table of one says nothing and does
    not count; who sat nowhere else is not in the answer. Source: Weng and Lin, "A Bayesian Approximation Method for
    Online Ranking", Journal of Machine Learning Research 12 (2011), algorithm 1 (Bradley–Terry, full pair): every two
    at a table are compared.
    """
    found: dict[Id, Rating] = {}
    for table in tables:
        if len(table) > 1:
            # Sums of floats depend on their order.
            _rate(found, sorted(table, key=lambda seat: (seat[1], seat[0])))
    return found


def _rate(found: dict[Id, Rating], seats: Sequence[tuple[Id, int]]) -> None:
    before = [found.get(who, Rating()) for who, _ in seats]
    rated = _MODEL.rate(
        [[_MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in before], ranks=[float(place) for _, place in seats]
    )
    for (who, _), old, (new,) in zip(seats, before, rated, strict=True):
        found[who] = Rating(new.mu, new.sigma, old.games + 1)
