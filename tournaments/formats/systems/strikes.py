"""Lose your lives and you are out: who has how many left, and the next round's tables of two to four."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, permutations, starmap
from random import Random

from tournaments.formats.record import Draw, Id, NoValidPairing, Seating
from tournaments.formats.seating import seat_in_order, table_sizes

LOSERS = ("last", "all-but-first")
AVOIDED = 1_000_000
MATES = 1_000
AGAIN = 20  # other orders to begin with, where teammates still sit together; not among more than MANY
MANY = 40


@dataclass(frozen=True, slots=True)
class Placed:
    """A table that has been played: ``ids`` by seat, and the place of each (from 1; 1-1-3 where two are first)."""

    ids: tuple[Id, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Strikes:
    """``lives`` left by id, 0 for those out; ``out`` tells after which round (from 1) somebody went out."""

    lives: dict[Id, int]
    out: dict[Id, int]

    @property
    def still_in(self) -> tuple[Id, ...]:
        """Those who are not out, in the order of ``lives``."""
        return tuple(who for who in self.lives if who not in self.out)

    @property
    def champion(self) -> Id | None:
        """The one left. Nobody, where the last ones have all withdrawn."""
        return self.still_in[0] if len(self.still_in) == 1 else None

    @property
    def places(self) -> tuple[tuple[int, Id], ...]:
        """(place, id), best first: those still in by their lives, then those out, the latest first.

        Equal lives, or out after the same round, share a place.
        """
        merit = {who: (0, -lives) if who not in self.out else (1, -self.out[who]) for who, lives in self.lives.items()}
        merits = sorted(merit.values())
        order = sorted(merit, key=lambda who: merit[who])
        return tuple((1 + bisect_left(merits, merit[who]), who) for who in order)


def strikes(
    entrants: Sequence[Id],
    rounds: Sequence[Sequence[Placed]],
    *,
    lives: int,
    loses: str = "last",
    withdrawn: Mapping[Id, int] | None = None,
) -> Strikes:
    """Where everybody stands after the ``rounds``, each the tables that have been played so far.

    At each table ``loses="last"`` costs the last place a life, "all-but-first" everyone but the first. Whoever shares
    the place shares the fate: two who are last together both lose a life, two who are first together lose none, and
    where all are level nobody does. So somebody always stays in. Whoever sits at no table has a bye and keeps all
    lives. ``withdrawn`` tells after which round (0: before the first) somebody has left: as if out in that round.
    Raises ValueError.
    """
    if lives < 1 or loses not in LOSERS:
        raise ValueError(f"{lives} lives, {loses!r} loses one")
    left = dict.fromkeys(entrants, lives)
    leaving = withdrawn or {}
    out = {who: 0 for who in entrants if leaving.get(who) == 0}
    for number, tables in enumerate(rounds, start=1):
        for table in tables:
            for who in _losers(table, loses=loses):
                left[who] = max(0, left[who] - 1)
        for who in entrants:
            if left[who] == 0 or leaving.get(who) == number:
                out.setdefault(who, number)
    return Strikes(left, out)


def draw_strikes(
    state: Strikes,
    rounds: Sequence[Seating],
    *,
    seats: int = 4,
    avoid: Collection[frozenset[Id]] = (),
    teams: Collection[frozenset[Id]] = (),
    seed: int = 0,
) -> Draw:
    """The next round's tables of at most ``seats`` (2, 3 or 4) for everybody still in; ``rounds`` is what has been.

    People with as many lives sit together; among those, whom ``avoid`` names are kept apart first, then those of one of
    the ``teams``, then those who have met. The last two play each other whatever has been. A bye is given only where
    tables hold two and the number is odd, to one of those who have had fewest, then by lot. Each sits where they have
    sat least. ``score_gap`` counts lives. The same ``seed`` gives the same draw again. Raises NoValidPairing when fewer
    than two are left, ValueError.
    """
    if seats not in (2, 3, 4):
        raise ValueError(f"tables of strikes hold 2, 3 or 4, not {seats}")
    people = list(state.still_in)
    if len(people) < 2:
        raise NoValidPairing("too-few", tuple(people))
    rng = Random(seed)
    rng.shuffle(people)
    byes = _byes(people, rounds) if seats == 2 and len(people) % 2 else ()
    playing = sorted((who for who in people if who not in byes), key=lambda who: -state.lives[who])
    met = Counter(frozenset(pair) for past in rounds for table in past.tables for pair in combinations(table, 2))
    sat = Counter((who, seat) for past in rounds for table in past.tables for seat, who in enumerate(table))
    forbidden = Counter(dict.fromkeys(avoid, AVOIDED))
    for team in teams:
        forbidden.update(dict.fromkeys(map(frozenset, combinations(team, 2)), MATES))

    def cost(one: Id, other: Id) -> int:
        pair = frozenset((one, other))
        return met[pair] + forbidden[pair]

    sizes = table_sizes(len(playing), smallest=2, largest=max(3, seats), preferred=seats)

    def arranged() -> list[list[Id]]:
        tables = seat_in_order(playing, sizes)
        _exchange(tables, state.lives, cost)
        return tables

    def total(tables: Sequence[Sequence[Id]]) -> int:
        return sum(starmap(cost, chain.from_iterable(combinations(table, 2) for table in tables)))

    tables = arranged()
    for _ in range(AGAIN if teams and len(playing) <= MANY else 0):
        if total(tables) < MATES:
            break
        rng.shuffle(playing)
        playing.sort(key=lambda who: -state.lives[who])
        tables = min(tables, arranged(), key=total)
    return Draw(
        Seating(tuple(_in_turn(table, sat) for table in tables), byes),
        repeats=sum(met[frozenset(pair)] for table in tables for pair in combinations(table, 2)),
        score_gap=sum(
            max(state.lives[who] for who in table) - min(state.lives[who] for who in table) for table in tables
        ),
    )


def _losers(table: Placed, *, loses: str) -> list[Id]:
    first, last = min(table.places), max(table.places)
    if loses == "last":
        return [who for who, place in zip(table.ids, table.places, strict=True) if place == last != first]
    return [who for who, place in zip(table.ids, table.places, strict=True) if place != first]


def _byes(people: Sequence[Id], rounds: Sequence[Seating]) -> tuple[Id]:
    had = Counter(who for past in rounds for who in past.byes)
    return (min(people, key=lambda who: had[who]),)


def _exchange(tables: Sequence[list[Id]], lives: Mapping[Id, int], cost: Callable[[Id, Id], int]) -> None:
    """Exchanges people with equal lives between tables as long as that brings fewer together who should not meet."""

    def at(table: Sequence[Id], seat: int, who: Id) -> int:
        return sum(cost(who, other) for index, other in enumerate(table) if index != seat)

    def gain(table: Sequence[Id], seat: int, other: Sequence[Id], there: int) -> int:
        one, two = table[seat], other[there]
        return at(table, seat, one) + at(other, there, two) - at(table, seat, two) - at(other, there, one)

    def exchanges(table: Sequence[Id], seat: int) -> Iterator[tuple[int, int, int]]:
        """What is gained by each that can be made, with the other table and seat."""
        for index, other in enumerate(tables):
            for there, candidate in enumerate(other):
                if other is not table and lives[candidate] == lives[table[seat]]:
                    yield gain(table, seat, other, there), index, there

    moved = True
    while moved:
        moved = False
        for table in tables:
            for seat, who in enumerate(table):
                if not at(table, seat, who):
                    continue
                best, index, there = max(exchanges(table, seat), default=(0, 0, 0))
                if best > 0:
                    table[seat], tables[index][there] = tables[index][there], table[seat]
                    moved = True


def _in_turn(table: Sequence[Id], sat: Mapping[tuple[Id, int], int]) -> tuple[Id, ...]:
    """The order of seats in which these have sat in the same seats least often before."""
    return min(permutations(table), key=lambda order: sum(sat[who, seat] for seat, who in enumerate(order)))
