"""Where everybody stood after each round of a stage whose places come from points."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile

from tournaments.formats.draw import Id
from tournaments.formats.record import EventRecord
from tournaments.formats.stages import event_record
from tournaments.formats.standings.points import PointRule
from tournaments.formats.standings.running import running_scores
from tournaments.selectors.kept import kept, kept_for_tables
from tournaments.selectors.pictures.race import LINES
from tournaments.selectors.stage.people import person
from tournaments.selectors.stage.records import StageState
from tournaments.selectors.table.cards import PlayerTag

FEWEST = 2  # rounds that a picture takes


@dataclass(frozen=True)
class PlaceCourse:
    player: PlayerTag
    places: tuple[int, ...]  # after each round that has all its results


@dataclass(frozen=True)
class PlacesByRound:
    """``courses``: of the first as the group stands now, as many as a picture takes. ``lead_since``: the round after
    which who leads alone now came first.
    """

    group: int | None
    courses: list[PlaceCourse]
    lead_since: int | None


def shown_places_by_round(state: StageState) -> list[PlacesByRound]:
    """Made once for all who look."""
    stage = state.stage
    known: KnownPlaces = kept_for_tables(stage.event, ("rounds", stage.pk), dict)
    return kept(stage.event, ("by round", stage.pk), lambda: places_by_round(state, known))


def places_by_round(state: StageState, known: "KnownPlaces | None" = None) -> list[PlacesByRound]:
    """Of each group. Places go by points alone, and equal points share them. Those `known` by the same record stay."""
    if not state.plan.form.standings:
        return []
    several = len(state.groups) > 1
    known = {} if known is None else known
    found = [_of_group(state, index, index + 1 if several else None, known) for index in range(len(state.groups))]
    return [each for each in found if each]


KnownPlaces = dict[int, tuple[EventRecord, Mapping[Id, tuple[int, ...]]]]
"""Of a group (its index), with the rounds they were made of: anew where one has ended, not where somebody plays on."""


def _of_group(state: StageState, index: int, number: int | None, known: KnownPlaces) -> PlacesByRound | None:
    group, options = state.groups[index], state.plan.options
    played = takewhile(lambda round_: all(table.kind != "open" for table in round_.tables), group.rounds)
    rounds = len(list(played))
    if rounds < FEWEST:
        return None
    record = event_record(group, scheduled=state.plan.form.scheduled)
    ended = replace(record, rounds=record.rounds[:rounds], decisions=())
    if index not in known or known[index][0] != ended:
        known[index] = ended, _places_after_each(ended, options.points)
    places = known[index][1]
    rows = [row.id for row in state.standings[index] if row.id in places]
    courses = [PlaceCourse(person(state.entrants[who]).tag, places[who]) for who in rows[:LINES]]
    return PlacesByRound(number, courses, _lead_since([places[who] for who in rows]))


def _places_after_each(record: EventRecord, rule: PointRule) -> Mapping[Id, tuple[int, ...]]:
    scores = running_scores(record, rule, rounds=len(record.rounds))
    after_each = [_places(after) for after in zip(*scores.values(), strict=True)]
    return dict(zip(scores, zip(*after_each, strict=True), strict=True))


def _places(scores: Sequence[Fraction]) -> list[int]:
    ordered = sorted(-score for score in scores)
    return [1 + bisect_left(ordered, -score) for score in scores]


def _lead_since(courses: list[tuple[int, ...]]) -> int | None:
    first, *others = courses
    if first[-1] != 1 or any(places[-1] == 1 for places in others):
        return None
    return len(first) + 1 - len(list(takewhile(lambda place: place == 1, reversed(first))))
