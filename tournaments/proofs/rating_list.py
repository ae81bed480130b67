"""One rating list over event files of any number of installations, every change with what it is made of. The same files
in any order give the same list: docs/files.md.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from tournaments.formats.ratings import AWAY, BETA, NEW, Duel, Strength, rated, steps
from tournaments.proofs.identities import ListedPerson, ProposedPair, people_of, plain_name
from tournaments.proofs.rated import Identity, ListedEvent


class LeftOut(NamedTuple):
    """A file that does not count: an "older" one of the same event, a "copy" by another installation, or "not-over"."""

    event: ListedEvent
    why: str


class Opponent(NamedTuple):
    """``before``: their strength then. People are their places in the list of people."""

    before: Strength
    duel: Duel


class ListedTable(NamedTuple):
    """What a table was worth to one who sat there; the others best place first."""

    before: Strength
    after: Strength
    place: int
    seats: int
    others: Sequence[Opponent]

    @property
    def moved(self) -> float:
        """By how much the guess rose."""
        return self.after.mu - self.before.mu


class ListedChange(NamedTuple):
    """What an event has made of somebody's strength."""

    event: ListedEvent
    tables: Sequence[ListedTable]

    @property
    def before(self) -> Strength:
        """The first table's."""
        return self.tables[0].before

    @property
    def after(self) -> Strength:
        """The last table's."""
        return self.tables[-1].after


class ListedRow(NamedTuple):
    """Whoever is settled and has come of late has a ``rank``."""

    person: int
    strength: Strength
    latest: date
    is_away: bool
    rank: int | None

    @property
    def number(self) -> int:
        """As lists show it."""
        return round(self.strength.mu)

    @property
    def is_settled(self) -> bool:
        """Whether it is known well enough for a rank."""
        return self.strength.is_settled

    @property
    def band(self) -> int:
        """Nineteen guesses of twenty lie within so much of the number."""
        return round(2 * self.strength.sigma)


class GameList(NamedTuple):
    """``changes`` by person, in turn, also of those who are in no row."""

    game: str
    rows: Sequence[ListedRow]
    changes: Mapping[int, Sequence[ListedChange]]


@dataclass(frozen=True)
class RatingList:
    """``events``: those that count, in turn."""

    people: Sequence[ListedPerson]
    games: Sequence[GameList]
    proposals: Sequence[ProposedPair]
    events: Sequence[ListedEvent]
    left_out: Sequence[LeftOut]


def rating_list(files: Iterable[ListedEvent]) -> RatingList:
    """Of files that were proved."""
    current, left_out = _once_each(files)
    people, proposals = people_of(current)
    events = [event for event in current if event.over]
    left_out += [LeftOut(event, "not-over") for event in current if not event.over]
    by_game: dict[str, list[ListedEvent]] = defaultdict(list)
    for event in events:
        by_game[event.game].append(event)
    games = []
    for game in sorted(by_game):
        changes = _changes(by_game[game], people)
        games.append(GameList(game, _rows(people, changes, until=events[-1].day), changes))
    left_out.sort(key=lambda left: (left.event.turn, left.event.newest_first))
    return RatingList(people, games, proposals, events, left_out)


def _once_each(files: Iterable[ListedEvent]) -> tuple[list[ListedEvent], list[LeftOut]]:
    """Each event by its newest file, in turn. Where two installations claim one table, a club has moved, or was
    restored elsewhere: the file that is newer counts.
    """
    newest: dict[Identity, ListedEvent] = {}
    left_out, openings = [], set[bytes]()
    for event in sorted({file.digest: file for file in files}.values(), key=lambda file: file.newest_first):
        if (event.issuer, event.id) in newest:
            left_out.append(LeftOut(event, "older"))
        elif openings & event.openings:
            left_out.append(LeftOut(event, "copy"))
        else:
            newest[event.issuer, event.id] = event
            openings |= event.openings
    return sorted(newest.values(), key=lambda event: event.turn), left_out


def _changes(events: Sequence[ListedEvent], people: Sequence[ListedPerson]) -> dict[int, list[ListedChange]]:
    places = {identity: place for place, person in enumerate(people) for identity in person.known_as}
    strengths: dict[int, Strength] = {}
    changes: dict[int, list[ListedChange]] = defaultdict(list)
    for event in events:
        tables: dict[int, list[ListedTable]] = defaultdict(list)
        for table in event.tables:
            seats = [(places[event.people[number].identity], place) for number, place in table]
            after = rated(seats, strengths, beta=BETA)
            for who, place in seats:
                duels = steps(who, seats, strengths, beta=BETA)
                others = [Opponent(strengths.get(duel.other, NEW), duel) for duel in duels]
                tables[who].append(ListedTable(strengths.get(who, NEW), after[who], place, len(seats), others))
            strengths |= after
        for who, of_event in tables.items():
            changes[who].append(ListedChange(event, of_event))
    return changes


def _rows(
    people: Sequence[ListedPerson], changes: Mapping[int, Sequence[ListedChange]], *, until: date
) -> list[ListedRow]:
    """Who has a rank first, then who will have one, then who comes no more; within each the strongest first."""
    rows = []
    for who, of_person in changes.items():
        if people[who].listed:
            latest = of_person[-1].event.day
            rows.append(ListedRow(who, of_person[-1].after, latest, until - latest > AWAY, None))
    rows.sort(key=lambda row: (-row.number, plain_name(people[row.person].name), row.person))
    numbers = [row.number for row in rows if row.strength.is_settled and not row.is_away]
    ranked = [
        row._replace(rank=numbers.index(row.number) + 1) for row in rows if row.strength.is_settled and not row.is_away
    ]
    tentative = [row for row in rows if not row.strength.is_settled and not row.is_away]
    return ranked + tentative + [row for row in rows if row.is_away]
