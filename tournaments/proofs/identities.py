"""Who of several installations is one person: by a passport that was taken in, or a federation's number. What else
looks so is only proposed.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from tournaments.proofs.rated import Identity, KnownPerson, ListedEvent

NUMBER = "#"
"""In place of an installation, before a federation's number: no fingerprint is written so."""


@dataclass(frozen=True)
class ListedPerson:
    """Somebody, whatever installations know them, named as at the latest event. ``key`` is a name for files and links.
    Who is not ``listed`` counts for the others, and is named in no list.
    """

    key: str
    name: str
    clubs: tuple[str, ...]
    known_as: tuple[Identity, ...]
    federation_number: str
    listed: bool


class ProposedPair(NamedTuple):
    """Two who may be one, by their places in the list of people; ``why``: "name", "name-and-club", or "met" of those
    whom a passport or a number joins, although they sat in one event as two.
    """

    one: int
    other: int
    why: str


def people_of(events: Sequence[ListedEvent]) -> tuple[list[ListedPerson], list[ProposedPair]]:
    """``events`` in turn, each once."""
    reader = _Identities(events)
    return reader.people, sorted(reader.proposals())


class _Identities:
    def __init__(self, events: Sequence[ListedEvent]) -> None:
        self.latest: dict[Identity, tuple[int, KnownPerson]] = {}
        self.clubs: dict[Identity, set[str]] = defaultdict(set)
        self.events: dict[Identity, set[int]] = defaultdict(set)
        for number, event in enumerate(events):
            for known in event.people.values():
                self.latest[known.identity] = number, known
                self.clubs[known.identity].add(event.club)
                self.events[known.identity].add(number)
        self.groups = _joined(known for _, known in self.latest.values())

    def _have_met(self, one: Iterable[Identity], other: Iterable[Identity]) -> bool:
        return not self._events(one).isdisjoint(self._events(other))

    def _events(self, identities: Iterable[Identity]) -> set[int]:
        return set[int]().union(*(self.events[identity] for identity in identities))

    def _is_one(self, group: Sequence[Identity]) -> bool:
        return not any(self._have_met([one], [other]) for one, other in combinations(group, 2))

    @cached_property
    def people(self) -> list[ListedPerson]:
        people = []
        for group in self.groups:
            people += [self._person(group)] if self._is_one(group) else [self._person([who]) for who in group]
        return sorted(people, key=lambda person: person.known_as)

    def _person(self, group: Sequence[Identity]) -> ListedPerson:
        known_as = tuple(sorted(group))
        newest_first = [known for _, known in sorted((self.latest[who] for who in group), reverse=True)]
        issuer, number = known_as[0]
        return ListedPerson(
            key=f"{issuer[:32]}-{number}",
            name=newest_first[0].name,
            clubs=tuple(sorted(set[str]().union(*(self.clubs[who] for who in group)))),
            known_as=known_as,
            federation_number=next((known.federation_number for known in newest_first if known.federation_number), ""),
            listed=all(known.listed for known in newest_first),
        )

    def proposals(self) -> Iterator[ProposedPair]:
        """Each pair once; nobody is proposed who is named nowhere."""
        places = {identity: place for place, person in enumerate(self.people) for identity in person.known_as}
        apart = set()
        for group in self.groups:
            if not self._is_one(group):
                apart |= {tuple(sorted((places[one], places[other]))) for one, other in combinations(group, 2)}
        yield from (ProposedPair(one, other, "met") for one, other in apart if self._are_named(one, other))
        for one, other in _namesakes(self.people):
            if (one, other) not in apart and self._are_named(one, other):
                first, second = self.people[one], self.people[other]
                if not self._have_met(first.known_as, second.known_as):
                    yield ProposedPair(one, other, "name-and-club" if {*first.clubs} & {*second.clubs} else "name")

    def _are_named(self, one: int, other: int) -> bool:
        return self.people[one].listed and self.people[other].listed


def _joined(people: Iterable[KnownPerson]) -> list[list[Identity]]:
    """Groups of those whom passports and numbers link, over any number of steps."""
    links: dict[Identity, set[Identity]] = defaultdict(set)
    present = set()
    for known in people:
        present.add(known.identity)
        others = list(known.elsewhere)
        if known.federation_number:
            others.append((f"{NUMBER}{known.federation_number}", 0))
        for other in others:
            links[known.identity].add(other)
            links[other].add(known.identity)
    groups, seen = [], set[Identity]()
    for start in sorted(present):
        if start not in seen:
            group = _reached(start, links)
            seen |= group
            groups.append(sorted(group & present))
    return groups


def _reached(start: Identity, links: Mapping[Identity, set[Identity]]) -> set[Identity]:
    reached, ahead = {start}, [start]
    while ahead:
        new = links.get(ahead.pop(), set()) - reached
        reached |= new
        ahead += new
    return reached


def _namesakes(people: Sequence[ListedPerson]) -> Iterator[tuple[int, int]]:
    """Initials are nobody's name."""
    by_name: dict[str, list[int]] = defaultdict(list)
    for place, person in enumerate(people):
        if not all(word.endswith(".") for word in person.name.split()):
            by_name[plain_name(person.name)].append(place)
    for places in by_name.values():
        yield from combinations(places, 2)


def plain_name(name: str) -> str:
    """Without capitals, accents and the order of its words."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(sorted(plain.split()))
