"""People change places so that mates meet as late as can be in a knockout, in other groups, or early in a round robin,
or as seldom where it is too short for everybody to meet.

Mates are of one group before, or are to be kept apart, or of one team: ``Kinds``, what matters most first. Only within
a tier do people change places, and as little as does it.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, pairwise
from random import Random

from tournaments.formats.bracket.progress import Bracket, Seed
from tournaments.formats.plan import StagePlan
from tournaments.formats.record import Id, Seating
from tournaments.formats.stages import planned_rounds
from tournaments.formats.systems.elimination import seed_order
from tournaments.formats.systems.pods import pod_sizes
from tournaments.formats.systems.round_robin import berger, enough_rounds, meets_of

RESTARTS = 100
WEIGHT = 4096
FIRST = WEIGHT**64
"""How much more a kind of mates weighs than the next."""
MANY = 128
"""With more people the search does not start again."""
LAST_ROUNDS = 3

Kinds = Sequence[Iterable[Collection[Id]]]


@dataclass(frozen=True, slots=True)
class Places:
    """``clash``: how bad it is that two mates have these places, from 0; ``needless``: how bad it need be for no more
    than an ``inevitable`` number of pairs of so many mates.
    """

    clash: Callable[[int, int], int]
    needless: Callable[[int], int]
    inevitable: Callable[[int], int] = lambda _mates: 0


PlacesOf = Callable[[int], Places]
"""By how many people there are."""


def apart(people: Sequence[Id], kinds: Kinds, *, tiers: Sequence[int], places: Places) -> list[Id]:
    """The ``people`` in another order, of tiers of these sizes.

    A worse clash weighs more than any number of lesser ones. Where the search by exchanges ends with a needless clash,
    it starts again from where it stood with one pair exchanged by a fixed lot.
    """
    sets = [[frozenset(mates).intersection(people) for mates in kind] for kind in kinds]
    if not any(len(mates) > 1 for kind in sets for mates in kind):
        return list(people)
    bounds = [range(end - size, end) for end, size in zip(accumulate(tiers), tiers, strict=True)]
    order = _Order(people, sets, places)
    order.exchange(bounds)
    lots = Random(0)
    for _ in range(RESTARTS if len(people) <= MANY else 0):
        if not order.has_needless:
            break
        other = _Order(order.people, sets, places)
        other.swap(*lots.choices(lots.choice(bounds), k=2))
        other.exchange(bounds)
        order = min(order, other, key=_Order.cost)
    return order.people


def apart_in(plan: StagePlan, people: Sequence[Id], kinds: Kinds, *, tiers: Sequence[int] = ()) -> list[Id]:
    """The seeds of a stage of one group; without ``tiers`` of a knockout those of seeds. A Swiss and strikes draw each
    round by themselves, and bands go by seed.
    """
    options, count = plan.options, len(people)
    if count < 2 or plan.groups > 1 or not any(kinds):
        return list(people)
    if plan.form.bracket:
        places = in_bracket(count) if plan.form.duels else at_tables(plan.form.bracket(count, options))
        return apart(people, kinds, tiers=tiers or by_halving(count), places=places)
    if not plan.form.scheduled or options.acceleration == "mcmahon":
        return list(people)
    if options.seats == 2:
        return apart(people, kinds, tiers=[count], places=in_round_robin(count, rounds=options.rounds))
    sizes, _ = pod_sizes(count, seats=options.seats)
    if options.rounds is None or options.rounds >= enough_rounds(sizes):
        return list(people)  # there is room for everybody to meet everybody, mates too
    rounds = planned_rounds(tuple(range(count)), seats=options.seats, rounds=options.rounds, double=False)
    return apart(people, kinds, tiers=[count], places=in_schedule(rounds))


def first_places(plan: StagePlan, people: int) -> Places:
    """Of the seeds of a stage into which people come from groups: as few as can be meet again at the first tables, or
    in a group; in the usual bracket, and where only a draw tells who sit together, they meet as late as can be.
    """
    form, options = plan.form, plan.options
    if plan.groups > 1 and form.scheduled:
        return in_groups(people, groups=min(plan.groups, people // 2))
    if form.key == "swiss" and options.seats == 2 and options.acceleration in ("none", "baku"):
        return _first_pairs(people, groups=min(plan.groups, people // 2), baku=options.acceleration == "baku")
    if form.bracket and not form.duels:
        return at_tables(form.bracket(people, options))
    return in_bracket(people)


def by_halving(people: int) -> list[int]:
    """The sizes of the tiers of seeds in a knockout: the first, the second, those up to the fourth, the eighth …"""
    ends = [1, *(min(people, 1 << power) for power in range(1, people.bit_length() + 1))]
    return [1, *(size for before, end in pairwise(ends) if (size := end - before))]


def in_bracket(people: int) -> Places:
    """The seeds of an elimination: two of a kind need not meet before the final, three or four not before the
    semi-finals, five to eight not before the quarter-finals.
    """
    order = seed_order(1 << (people - 1).bit_length())
    spots = sorted(range(len(order)), key=lambda spot: order[spot])
    rounds = (people - 1).bit_length()
    weights = [0, *(WEIGHT ** (rounds - bits) for bits in range(1, rounds)), 0]  # nothing where it is in the final
    return Places(
        lambda one, other: weights[(spots[one] ^ spots[other]).bit_length()],
        lambda mates: WEIGHT ** (mates - 1).bit_length(),
    )


def at_tables(bracket: Bracket) -> Places:
    """The seeds of a knockout at tables: where they first sit down."""
    tables = {
        seat.seed - 1: match.number for match in bracket.matches for seat in match.seats if isinstance(seat, Seed)
    }
    return _elsewhere([tables[seed] for seed in range(bracket.entrants)])


def in_groups(people: int, *, groups: int) -> Places:
    """The seeds that are dealt to and fro to so many groups."""
    return _elsewhere(_dealt(people, groups=groups))


def _dealt(people: int, *, groups: int) -> list[int]:
    laps = [divmod(seed, groups) for seed in range(people)]
    return [groups - 1 - step if lap % 2 else step for lap, step in laps]


def _first_pairs(people: int, *, groups: int, baku: bool) -> Places:
    """The first round of a Swiss, in each group; by the Baku acceleration its halves play among themselves."""
    group_of = _dealt(people, groups=groups)
    tables = [*range(people)]  # whoever meets nobody sits alone
    for number in range(groups):
        seeds = [seed for seed in range(people) if group_of[seed] == number]
        cut = 2 * -(-len(seeds) // 4) if baku else len(seeds)
        for part in (seeds[:cut], seeds[cut:]):
            half = len(part) // 2
            for upper, lower in zip(part[:half], part[half : 2 * half], strict=True):
                tables[lower] = upper
    return _elsewhere(tables)


def _elsewhere(numbers: Sequence[int]) -> Places:
    tables = len(set(numbers))
    return Places(
        lambda one, other: int(numbers[one] == numbers[other]),
        lambda _mates: 1,
        lambda mates: sum(before // tables for before in range(mates)),
    )


def in_round_robin(people: int, *, rounds: int | None = None) -> Places:
    """The numbers of a Berger table: the earlier mates meet, the better, and not in the last three rounds (FIDE
    Handbook, C.05, Annex 2, Varma tables).
    """
    lap = berger(range(people))[:rounds]
    met = {frozenset(table): number for number, seating in enumerate(lap) for table in seating.tables}
    return Places(
        lambda one, other: WEIGHT ** met[pair] - 1 if (pair := frozenset((one, other))) in met else 0,
        lambda _mates: WEIGHT ** max(0, len(lap) - LAST_ROUNDS) - 1,
    )


def in_schedule(rounds: Sequence[Seating]) -> Places:
    """The numbers of a round robin at tables of three and more: the more seldom mates meet, the better."""
    meets = meets_of(rounds)
    fewest = min(meets[one][other] for one, other in combinations(meets, 2))
    return Places(lambda one, other: meets[one][other], lambda _mates: fewest + 1)


class _Order:
    """``people`` by place (from 0), and the exchanges that keep mates apart."""

    def __init__(self, people: Sequence[Id], kinds: Sequence[Sequence[frozenset[Id]]], places: Places) -> None:
        self.people = list(people)
        self.places = places
        self._kinds = kinds
        self._place = {who: place for place, who in enumerate(people)}
        self._mates: dict[Id, dict[Id, int]] = {who: {} for who in people}
        for kind, sets in enumerate(reversed(kinds)):
            for mates in sets:
                for one, other in combinations(mates, 2):
                    for who, mate in ((one, other), (other, one)):
                        self._mates[who][mate] = self._mates[who].get(mate, 0) + FIRST**kind

    def exchange(self, tiers: Sequence[range]) -> None:
        """Exchanges two of a tier as long as that avoids a clash, the lowest tier first, the nearest first."""
        moved = True
        while moved:
            moved = False
            for tier in reversed(tiers):
                for place in tier:
                    if self._cost(place, self.people[place]):
                        best = max(tier, key=lambda other: (self._gain(place, other), -abs(other - place)))
                        if self._gain(place, best) > 0:
                            self.swap(place, best)
                            moved = True

    def swap(self, one: int, other: int) -> None:
        """Exchanges the people in two places."""
        self.people[one], self.people[other] = self.people[other], self.people[one]
        for place in (one, other):
            self._place[self.people[place]] = place

    def cost(self) -> int:
        """How far the order is from keeping mates apart; the lower, the better."""
        return sum(self._cost(place, who) for place, who in enumerate(self.people))

    @property
    def has_needless(self) -> bool:
        """Whether more mates clash, or worse, than their number makes necessary."""
        return any(self._clashes(mates) > self.places.inevitable(len(mates)) for kind in self._kinds for mates in kind)

    def _clashes(self, mates: Collection[Id]) -> int:
        clash, place, needless = self.places.clash, self._place, self.places.needless(len(mates))
        return sum(clash(place[one], place[other]) >= needless for one, other in combinations(mates, 2))

    def _gain(self, one: int, other: int) -> int:
        first, second = self.people[one], self.people[other]
        if first == second:
            return 0
        now = self._cost(one, first, beside=second) + self._cost(other, second, beside=first)
        return now - self._cost(one, second, beside=first) - self._cost(other, first, beside=second)

    def _cost(self, place: int, who: Id, *, beside: Id | None = None) -> int:
        """How bad this place is for somebody, one mate left aside."""
        clash, places = self.places.clash, self._place
        return sum(weight * clash(place, places[mate]) for mate, weight in self._mates[who].items() if mate != beside)
