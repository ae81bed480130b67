"""Round robins: everyone meets everyone, at tables of two once or twice, at larger ones as evenly as can be."""

from collections.abc import Sequence
from random import Random

from tournaments.formats.draw import Entry, Id, NoValidPairing, Seating
from tournaments.formats.systems.designs import Schedule, without_repeats
from tournaments.formats.systems.evenness import even_out, unevenness
from tournaments.formats.systems.pods import make_task, pod_sizes, rotated
from tournaments.formats.systems.pods_search import anneal, opening, weigh

# A schedule depends on nothing but the order of its entrants.
SEED = 1
STEPS_A_ROUND = 20_000


def berger(ids: Sequence[Id], *, double: bool = False) -> list[Seating]:
    """The rounds of a Berger table, who deals first named first; `double` adds a lap with the seats exchanged.

    With an odd number one has a bye in each round. Source: FIDE Handbook, C.05 General Regulations for Competitions,
    Annex 1. Raises NoValidPairing, clause "sizes", for fewer than two.
    """
    if len(ids) < 2:
        raise NoValidPairing("sizes", tuple(ids))
    ring = rounds_a_lap(len(ids))
    half = (ring + 1) // 2
    lap = [berger_round(ids, opponent=turn * half % ring, last_first=turn % 2 == 1) for turn in range(ring)]
    return lap + [exchanged(seating) for seating in lap] if double else lap


def rounds_a_lap(people: int) -> int:
    """How many rounds everyone needs to meet everyone once at tables of two."""
    return people - 1 + people % 2


def berger_round(ids: Sequence[Id], *, opponent: int, last_first: bool) -> Seating:
    """All stand in a ring and pair up around `opponent`, who has the bye, or with an even number meets the last."""
    ring = rounds_a_lap(len(ids))
    pairs = [((opponent + step) % ring, (opponent - step) % ring) for step in range(1, ring // 2 + 1)]
    tables = tuple((ids[one], ids[other]) for one, other in pairs)
    if len(ids) == ring:
        return Seating(tables, (ids[opponent],))
    of_last = (ids[ring], ids[opponent]) if last_first else (ids[opponent], ids[ring])
    return Seating((of_last, *tables))


def exchanged(seating: Seating) -> Seating:
    return Seating(tuple(table[::-1] for table in seating.tables), seating.byes)


def schedule(ids: Sequence[Id], *, seats: int, rounds: int | None = None) -> list[Seating]:
    """`rounds` rounds at tables of `seats`, or as many as everyone needs to be able to meet everyone.

    At two it is the Berger table, lap after lap with seats exchanged. At three and more everyone sits in every round,
    at tables of one seat less where the number wants it, and those are shared out. Where a schedule is known in which
    everyone meets everyone exactly once it is taken, over and over if need be; else one without repeats as far as it
    goes, or a searched one, whichever is more even. The same ids give the same schedule. Raises NoValidPairing,
    clause "sizes", for fewer than two.
    """
    if seats == 2:
        laps = berger(ids, double=True)
        return [laps[number % len(laps)] for number in range(len(laps) // 2 if rounds is None else rounds)]
    sizes, _ = pod_sizes(len(ids), seats=seats)
    if rounds is None:
        rounds = enough_rounds(sizes)
    known = named(ids, without_repeats(len(ids), sizes[0])) if sizes[0] == sizes[-1] else []
    whole = len(known) * (sizes[0] - 1) == len(ids) - 1
    if whole:
        known *= -(-rounds // len(known))
    candidates = [completed(ids, known[:rounds], rounds=rounds, sizes=sizes, seats=seats)]
    if not whole and 1 < len(known) < rounds:
        candidates.append(completed(ids, [], rounds=rounds, sizes=sizes, seats=seats))
    return with_seats(min(candidates, key=unevenness))


def enough_rounds(sizes: Sequence[int]) -> int:
    """The fewest rounds with seats enough for every two to meet: (n - 1) / (seats - 1), rounded up, at full tables."""
    people = sum(sizes)
    return -(-people * (people - 1) // sum(size * (size - 1) for size in sizes))


def named(ids: Sequence[Id], rounds: Schedule) -> list[Seating]:
    return [Seating(tuple(tuple(ids[point] for point in table) for table in tables)) for tables in rounds]


def completed(
    ids: Sequence[Id], known: Sequence[Seating], *, rounds: int, sizes: Sequence[int], seats: int
) -> list[Seating]:
    """`known` followed by rounds with few repeats, those then made more even together."""
    rng = Random(SEED)
    entries = [Entry(id_) for id_ in ids]
    seatings = list(known)
    while len(seatings) < rounds:
        task = make_task(entries, seatings, sizes=sizes, byes=0, seats=seats, avoid=())
        tables = anneal(
            task, opening(task, rng), weigh(task).pairs, rng, steps=STEPS_A_ROUND, heat=0.5, window=len(ids)
        )
        seatings.append(Seating(tuple(tuple(ids[person] for person in table) for table in tables)))
    return even_out(seatings, fixed=len(known), rng=rng)


def with_seats(seatings: Sequence[Seating]) -> list[Seating]:
    """The same tables, with dealing first and the other seats shared out round by round."""
    rng = Random(SEED)
    done: list[Seating] = []
    for seating in seatings:
        done.append(Seating(rotated(seating.tables, done, rng)))
    return done
