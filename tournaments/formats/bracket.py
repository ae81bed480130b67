"""A bracket as a list of matches, each saying where its seats come from."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seed:
    """The entrant of this seed, from 1."""

    seed: int


@dataclass(frozen=True, slots=True)
class PlaceOf:
    """Whoever takes this place (from 1) in that earlier match. At a table of two, 1 is the winner, 2 the loser."""

    match: int
    place: int


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


@dataclass(frozen=True, slots=True)
class Bracket:
    entrants: int
    matches: tuple[Match, ...]
