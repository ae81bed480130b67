"""How a tournament stands: each stage's places with what decided them, and the final places over all stages."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from django.utils.translation import get_language

from tournaments.formats.draw import Id
from tournaments.formats.stages import strikes_state
from tournaments.formats.standings.figures import Figure
from tournaments.formats.standings.ranking import Row
from tournaments.models import Round, Stage
from tournaments.selectors.kept import kept, kept_for_tables
from tournaments.selectors.numbers import number_text
from tournaments.selectors.stage.people import Person, person
from tournaments.selectors.stage.records import StageState

Counted = Literal["points", "lives", "places"]
"""What a stage counts: event points, lives left, or in a bracket nothing but who is out."""


@dataclass(frozen=True)
class PlaceRow:
    """``figures`` by tie-break as text, in the order of the columns; ``decided_by`` the key of the one that put this
    row below the one above it. ``by_lot``: nothing but a lot tells the place from a neighbour's. ``drawn`` is what
    pages have made of the rest, but for the place itself; it stays as long as the figures do."""

    place: int | None
    person: Person
    value: str = ""  # points or lives
    figures: dict[str, str] = field(default_factory=dict)
    decided_by: str = ""
    by_lot: bool = False
    drawn: dict[Hashable, str] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class GroupPlaces:
    number: int | None  # None where there is but one group
    columns: list[str]  # keys of the tie-breaks
    rows: list[PlaceRow]


@dataclass(frozen=True, eq=False)
class StageSection:
    stage: Stage
    counted: Counted
    groups: list[GroupPlaces]
    rounds: list[Round]
    bracket: bool
    crossed: bool  # whether there is a cross-table of it


def shown_section(state: StageState) -> StageSection:
    """Made once a language for all who look."""
    stage = state.stage
    made = ("section", stage.pk, get_language())
    known: KnownRows = kept_for_tables(stage.event, ("rows", stage.pk, get_language()), dict)
    return kept(stage.event, made, lambda: stage_section(state, known))


def stage_section(state: StageState, known: "KnownRows | None" = None) -> StageSection:
    """Rows that are as those `known` stay these."""
    form = state.plan.form
    several = len(state.groups) > 1
    known = {} if known is None else known
    return StageSection(
        stage=state.stage,
        counted="points" if form.standings else "places" if form.bracket else "lives",
        groups=[
            _group_places(state, index, index + 1 if several else None, known) for index in range(len(state.groups))
        ],
        rounds=state.rounds,
        bracket=form.bracket is not None,
        crossed=form.bracket is None and bool(state.rounds),
    )


def final_places(states: Sequence[StageState]) -> list[PlaceRow]:
    """Over the whole chain: who came further stands higher, the expelled and annulled below all others and without a
    place. Nobody has one where nothing was played.
    """
    played = any(places for state in states for places in state.places)
    rows: list[PlaceRow] = []
    without: list[PlaceRow] = []
    seen: set[Id] = set()
    for state in reversed(states):
        ordered = [(place, who) for place, who in _merged(state) if who not in seen]
        before = len(rows)
        unplaced = {who for group in state.groups for who in group.expelled | group.annulled}
        counted = [place for place, who in ordered if who not in unplaced]
        for place, who in ordered:
            seen.add(who)
            them = person(state.entrants[who])
            if who in unplaced:
                without.append(PlaceRow(None, them))
            else:
                shown = before + 1 + sum(other < place for other in counted) if played else None
                rows.append(PlaceRow(shown, them, by_lot=who in state.placed_by_lot))
    return rows + without


def _merged(state: StageState) -> Iterator[tuple[int, Id]]:
    """(place in the group, id) over all groups, best first; those without a place last."""
    placed = sorted(
        (pair for places in state.places for pair in places),
        key=lambda pair: pair[0],
    )
    yield from placed
    known = {who for _, who in placed}
    yield from ((len(state.entries) + 1, who) for who in state.entrants if who not in known)


def _group_places(state: StageState, index: int, number: int | None, known: "KnownRows") -> GroupPlaces:
    form, options, group = state.plan.form, state.plan.options, state.groups[index]
    if form.standings:
        rows = state.standings[index]
        columns = [key for key in options.chain if key != "score" and any(_tells(row, key) for row in rows)]
        return GroupPlaces(number, columns, [_row(row, columns, state, known) for row in rows])
    lives = {} if form.bracket else strikes_state(group, options).lives
    people = {who: person(state.entrants[who]) for who in group.entrants}
    places = state.places[index] or [(None, who) for who in lives]
    placed = [
        PlaceRow(None if people[who].expelled else place, people[who], str(lives.get(who, ""))) for place, who in places
    ]
    return GroupPlaces(number, [], sorted(placed, key=lambda row: row.person.expelled))


def _tells(row: Row, key: str) -> bool:
    return key in row.figures and row.figures[key].value is not None


KnownRows = dict[Id, tuple[Row, list[str], PlaceRow]]
"""Of entrants, each with what it was made of."""


def _row(row: Row, columns: list[str], state: StageState, known: KnownRows) -> PlaceRow:
    was, of, before = known.get(row.id, (None, [], None))
    if was and before and of == columns and was.figures == row.figures and was.points == row.points:
        them, value, figures, drawn = before.person, before.value, before.figures, before.drawn
    else:
        them, value, drawn = person(state.entrants[row.id]), number_text(row.points), {}
        figures = {key: _figure_text(row.figures.get(key)) for key in columns}
    shown = PlaceRow(row.rank, them, value, figures, row.decided_by or "", row.id in state.placed_by_lot, drawn)
    known[row.id] = row, columns, shown
    return shown


def _figure_text(figure: Figure | None) -> str:
    return "" if figure is None else number_text(figure.value)
