"""A bracket as a list of matches, each saying where its seats come from."""

from dataclasses import dataclass

LARGEST = 4096


@dataclass(frozen=True, slots=True)
class Seed:
    """The entrant of this seed, from 1."""

    seed: int

    def as_dict(self, *, by_place: bool = False) -> dict[str, int]:
        """``{"seed": n}``, however places are written."""
        return {"seed": self.seed}


@dataclass(frozen=True, slots=True)
class PlaceOf:
    """Whoever takes this place (from 1) in that earlier match. At a table of two, 1 is the winner, 2 the loser."""

    match: int
    place: int

    def as_dict(self, *, by_place: bool = False) -> dict[str, int]:
        """``{"winner_of": n}`` or ``{"loser_of": n}``; by place ``{"match": n, "place": p}``."""
        if by_place:
            return {"match": self.match, "place": self.place}
        return {"winner_of" if self.place == 1 else "loser_of": self.match}


Source = Seed | PlaceOf


@dataclass(frozen=True, slots=True)
class Match:
    """One table of a knockout, numbered from 1 in an order in which the matches can be played.

    ``bracket`` is "winners", "losers", "final" or "third-place"; ``round`` counts from 1 within it. A match with
    ``reset`` is played only if the winner of the losers' bracket won the one before. ``advance`` of the places go on.
    """

    number: int
    bracket: str
    round: int
    seats: tuple[Source, ...]
    reset: bool = False
    advance: int = 1

    def as_dict(self, *, by_place: bool = False) -> dict[str, object]:
        seats = [source.as_dict(by_place=by_place) for source in self.seats]
        match = {"match": self.number, "bracket": self.bracket, "round": self.round, "seats": seats}
        return match | {"reset": True} if self.reset else match


@dataclass(frozen=True, slots=True)
class Bracket:
    """The matches by their numbers, without gaps. The last one decides who wins, unless it is a reset not needed."""

    entrants: int
    matches: tuple[Match, ...]

    def as_dict(self, *, by_place: bool = False) -> dict[str, object]:
        """The matches as plain values; ``by_place`` writes earlier matches as ``{"match", "place"}``."""
        return {"matches": [match.as_dict(by_place=by_place) for match in self.matches]}


def check_entrants(entrants: int) -> None:
    """Raises ValueError unless a bracket can be made for so many."""
    if not 2 <= entrants <= LARGEST:
        raise ValueError(f"a bracket holds 2 to {LARGEST} entrants, not {entrants}")
