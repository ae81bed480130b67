"""A bracket as a list of matches, each saying where its seats come from; and as it is played: who sits where, what can
be played, who came where.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.record import Id

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
        """The match as JSON holds it; ``by_place``: its entrants are named by their seeds' places."""
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


Results = Mapping[int, Sequence[Id]]
"""The ids of each match decided, by its number, the winner first: no place is shared in a knockout."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a bracket has come.

    ``seats``: by match, who sits there, in the order of the match's sources; None where the source is still open.
    ``decided``: by match, the results that count. ``ready``: numbers of the matches that can be played now.
    ``stale``: matches with a result of other people than those who sit there now; it does not count, and where all
    seats are taken the match is ready again. A forfeit is a result like any other.
    ``needless``: matches that need not be played (the reset, when the winners' bracket's best won the final).
    ``places``: (place, id), best first, of all whose place is settled; those out in the same round share theirs.
    """

    seats: dict[int, tuple[Id | None, ...]]
    decided: dict[int, tuple[Id, ...]]
    ready: tuple[int, ...]
    stale: tuple[int, ...]
    needless: tuple[int, ...]
    places: tuple[tuple[int, Id], ...]

    @property
    def champion(self) -> Id | None:
        """Who has won the bracket; None while that is open."""
        return next((who for place, who in self.places if place == 1), None)


@dataclass(frozen=True, slots=True)
class Moved:
    """A later match whose seats a correction changes; ``played`` if it has a result that will no longer count.

    Where the same two only change sides (a second final), the result stands.
    """

    match: int
    before: tuple[Id | None, ...]
    after: tuple[Id | None, ...]
    played: bool


def play(bracket: Bracket, entrants: Sequence[Id], results: Results) -> Progress:
    """Plays the bracket forward. ``entrants`` in the order of their seeds, as many as the bracket has.

    Raises ValueError for another number of entrants, or a result of a match that the bracket does not have.
    """
    if len(entrants) != bracket.entrants or len(set(entrants)) != len(entrants):
        raise ValueError(f"the bracket is for {bracket.entrants} entrants")
    if unknown := results.keys() - {match.number for match in bracket.matches}:
        raise ValueError(f"no such match: {min(unknown)}")
    seats: dict[int, tuple[Id | None, ...]] = {}
    decided: dict[int, tuple[Id, ...]] = {}
    ready, stale, needless = [], [], []
    for match in bracket.matches:
        number = match.number
        sitting = seats[number] = tuple(_occupant(source, entrants, decided) for source in match.seats)
        order = tuple(results.get(number, ()))
        if _is_needless(match, seats, decided):
            needless.append(number)
        elif None not in sitting and _same_people(order, sitting):
            decided[number] = order
        elif None not in sitting:
            ready.append(number)
        if order and number not in decided:
            stale.append(number)
    settled = _settled(bracket, decided, needless)
    return Progress(seats, decided, tuple(ready), tuple(stale), tuple(needless), settled)


def moved_between(before: Progress, after: Progress) -> list[Moved]:
    """What moves from one state of a bracket to another one of it: the matches whose seats change, in their order.

    A match that has been played by people who then no longer belong there is not thought away: what follows from it is
    open again until the director decides, and is told too.
    """
    return [
        Moved(number, seats, after.seats[number], played=number in before.decided and number not in after.decided)
        for number, seats in before.seats.items()
        if seats != after.seats[number] or (number in before.needless) != (number in after.needless)
    ]


def places_to_take(bracket: Bracket) -> dict[tuple[int, int], int]:
    """The final place of whoever leaves the bracket from (match, place in it).

    The last match gives the first places, the match for the third place the next ones; before them everybody out in
    the same round of the same bracket shares a place, a later round before an earlier one. Where a reset may not be
    needed, the final before it gives the same places.
    """
    last = bracket.matches[-1]
    onwards = {source for match in bracket.matches for source in match.seats}
    groups: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
    for match in bracket.matches:
        for place in range(1, len(match.seats) + 1):
            if PlaceOf(match.number, place) not in onwards:
                groups.setdefault(_rank_of_exit(match, place, last), []).append((match.number, place))
    taken: dict[tuple[int, int], int] = {}
    for _, exits in sorted(groups.items()):
        taken |= dict.fromkeys(exits, len(taken) + 1)
    if last.reset:
        taken |= {(last.number - 1, place): place for place in (1, 2)}
    return taken


def _rank_of_exit(match: Match, place: int, last: Match) -> tuple[int, int, int]:
    if match is last:
        return 0, 0, place
    if match.bracket == "third-place":
        return 1, 0, place
    return 2, -match.round, 0


def _same_people(order: Sequence[Id], sitting: Sequence[Id | None]) -> bool:
    return len(order) == len(sitting) and set(order) == set(sitting)


def _occupant(source: Source, entrants: Sequence[Id], decided: Mapping[int, Sequence[Id]]) -> Id | None:
    if isinstance(source, Seed):
        return entrants[source.seed - 1]
    return decided[source.match][source.place - 1] if source.match in decided else None


def _is_needless(match: Match, seats: Mapping[int, tuple[Id | None, ...]], decided: Mapping[int, Sequence[Id]]) -> bool:
    final = match.number - 1
    return match.reset and final in decided and decided[final][0] == seats[final][0]


def _settled(
    bracket: Bracket, decided: Mapping[int, Sequence[Id]], needless: Sequence[int]
) -> tuple[tuple[int, Id], ...]:
    to_take = places_to_take(bracket)
    last = bracket.matches[-1]
    open_again = last.number - 1 if last.reset and last.number not in needless else None
    places = []
    for number, order in decided.items():
        for place, who in enumerate(order, start=1):
            if number != open_again and (number, place) in to_take:
                places.append((to_take[number, place], who))
    return tuple(sorted(places))
