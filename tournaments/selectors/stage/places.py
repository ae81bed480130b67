"""The places of each stage with what decided them, the final places, and what a director looks at before ruling on a
table or on a tie.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from typing import Literal, NamedTuple

from django.utils.translation import get_language

from tournaments.formats.bracket.progress import Bracket
from tournaments.formats.graph import StageEnd, final_order, knocked_out_places, stage_places
from tournaments.formats.plan import read_plan
from tournaments.formats.prizes import counts_points
from tournaments.formats.record import Id
from tournaments.formats.stages import strikes_state
from tournaments.formats.standings.ledger import settled_tiers
from tournaments.formats.standings.points import Figure
from tournaments.formats.standings.ranking import Row, by_lot
from tournaments.models import Entrant, Event, Round, Ruling, Stage, Table
from tournaments.models.table import ENDED
from tournaments.selectors.following import kept, kept_for_tables
from tournaments.selectors.stage.beginning import sources_of
from tournaments.selectors.stage.qualification import tiers_of
from tournaments.selectors.stage.records import StageState, stage_state
from tournaments.selectors.stage.stages import (
    Person,
    PlayedMatch,
    as_if_ended,
    match_around,
    match_score,
    newest,
    person,
    standing_of_boards,
    standing_of_match,
)
from tournaments.selectors.table.cards import MatchScore, number_text
from tournaments.selectors.table.deals import has_later_round
from tournaments.selectors.table.page import TablePage, table_page

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
    """Made once a language for all readers."""
    stage = state.stage
    key = ("section", stage.pk, get_language())
    stored: KnownRows = kept_for_tables(stage.event, ("rows", stage.pk, get_language()), dict)
    return kept(stage.event, key, lambda: stage_section(state, stored))


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
    """Over all stages: who came further stands higher, the expelled and annulled below all others and without a
    place. Nobody has one where nothing was played.
    """
    played = any(places for state in states for places in state.places)
    by_number = {state.stage.number: state for state in states}
    rows = []
    for ended in final_order([_end(state) for state in states]):
        state = by_number[ended.stage]
        by_lot = ended.place is not None and ended.id in state.placed_by_lot
        rows.append(PlaceRow(ended.place if played else None, person(state.entrants[ended.id]), by_lot=by_lot))
    return rows


def ranked_places(state: StageState) -> list[PlaceRow]:
    """Of one stage, as the desk has it: while it is played, no lot parts those who are level for first place. Once the
    event is over, early too, places are as its report has them.
    """
    rows = final_places([state])
    is_over = state.stage.status != Stage.Status.RUNNING or state.stage.event.status == Event.Status.FINISHED
    if is_over or not any(row.place for row in rows):
        return rows
    level = {who for tie in level_first(state) for who in tie.ids}
    return [replace(row, place=1) if row.person.id in level else row for row in rows]


class PlaceInStage(NamedTuple):
    counted: Counted
    group: int | None = None  # None where there is but one
    place: int | None = None
    value: str = ""


class ThroughStages(NamedTuple):
    """A final place, and that in each of the ``stages``, empty in one that its holder did not play."""

    final: PlaceRow
    stages: list[PlaceInStage]


def through_stages(states: Sequence[StageState]) -> list[ThroughStages]:
    sections = [shown_section(state) for state in states]
    placed = {
        (section.stage.pk, row.person.id): PlaceInStage(section.counted, group.number, row.place, row.value)
        for section in sections
        for group in section.groups
        for row in group.rows
    }
    return [
        ThroughStages(row, [placed.get((one.stage.pk, row.person.id), PlaceInStage(one.counted)) for one in sections])
        for row in final_places(states)
    ]


def final_points(states: Sequence[StageState]) -> Mapping[Id, Fraction]:
    """By entrant, where they come first in what placed everybody; points of several stages or groups do not compare."""
    if len(states) != 1 or len(states[0].groups) != 1 or not counts_points(states[0].plan):
        return {}
    return {row.id: Fraction(row.points) for row in states[0].standings[0]}


def _end(state: StageState) -> StageEnd:
    gone = frozenset(who for group in state.groups for who in group.withdrawn)
    placed = stage_places(state.plan, state.places, list(state.entrants), gone)
    return StageEnd(
        number=state.stage.number,
        sources=sources_of(state.stage),
        places=placed,
        unplaced=frozenset(who for group in state.groups for who in group.expelled | group.annulled),
        out=knocked_out_places(state.plan, len(state.entries)),
    )


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


@dataclass(frozen=True)
class RulingPage:
    page: TablePage
    rulings: list[Ruling]  # the oldest first
    has_later_round: bool  # later rounds rest on the table's result
    alone: int  # so many of the best places cannot be shared: it is a match of a knockout, and no board of one
    alone_in_match: int  # the same of the match of which it is one game, or board
    closed_ranks: bool  # somebody never came, and the others have moved up
    match: MatchScore | None  # of which the table is one game
    match_places: list[int]  # by seat, as the match stands
    at_play: list[int]  # numbers of the tables of boards that would end with the match
    closed: MatchScore | None  # the match by then
    latest: int  # as `latest_ruling` tells
    elsewhere: list[tuple[Table, Ruling]]  # by which the match is decided, at others of its games or boards

    @property
    def counts(self) -> Ruling | None:
        """The ruling that counts, if any does."""
        ruling = newest(self.rulings)
        return ruling if ruling and ruling.kind != Ruling.Kind.LIFTED else None

    def fits(self, ruling: Ruling) -> bool:
        """Whether the ruling speaks of the seats as they are now."""
        lifted = [ruling.pk for ruling in self.rulings if ruling.kind == Ruling.Kind.LIFTED]
        return not self.closed_ranks or not lifted or ruling.pk > lifted[-1]

    @property
    def places(self) -> list[int]:
        """By seat, as they stand."""
        if self.counts and self.counts.kind == Ruling.Kind.DECISION:
            return list(self.counts.value)
        return [seat.place for seat in self.page.card.seats] if self.page.table.deal_count else []


@dataclass(frozen=True)
class TieLine:
    entrant: Entrant
    group: int
    place: int
    level: bool


def ruling_page(table_id: int) -> RulingPage:
    page = table_page(table_id)
    table = Table.objects.select_related("event", "round__stage__event").get(pk=table_id)
    rulings = list(table.rulings.select_related("user"))
    played = match_around(table)
    now = match_score(table, played.record, played.sides) if played else None
    places, at_play, closed = standing_of_match(table.pk) if played else [], [], None
    if played and table.is_board:
        at_play = [board.number for board in played.games if board.status not in ENDED]
        ended = as_if_ended(played, table.event)
        places, closed = standing_of_boards(ended, table), match_score(table, ended.record, played.sides)
    return RulingPage(
        page,
        rulings,
        has_later_round(table),
        0 if table.is_board else _alone(table),
        _alone(table),
        _closed_ranks(table),
        now,
        places,
        at_play,
        closed,
        latest_ruling(table),
        _ruled_elsewhere(played, table) if played else [],
    )


def latest_ruling(table: Table) -> int:
    """On the table, or on any of its match (id); 0 where there is none."""
    played = match_around(table)
    rulings = chain.from_iterable(played.rulings.values()) if played else table.rulings.all()
    return max((ruling.pk for ruling in rulings), default=0)


def _ruled_elsewhere(played: PlayedMatch, table: Table) -> list[tuple[Table, Ruling]]:
    counting = [(game, newest(played.rulings.get(game.pk, []))) for game in played.games if game.pk != table.pk]
    return [(game, ruling) for game, ruling in counting if ruling and ruling.kind == Ruling.Kind.MATCH]


def _closed_ranks(table: Table) -> bool:
    drawn = table.round.seating.tables if table.round else ()
    return any(drawn_table.forfeited for drawn_table in drawn if drawn_table.number == table.number)


def _alone(table: Table) -> int:
    """How many places decide who goes on; at the last match of all every one does."""
    if table.round is None or table.match is None:
        return 0
    bracket = bracket_of(table.round.stage)
    if bracket is None:
        return 0
    match = bracket.matches[table.match - 1]
    return len(match.seats) if match is bracket.matches[-1] else match.advance


def bracket_of(stage: Stage) -> Bracket | None:
    """Without reading who plays in it."""
    plan = read_plan(stage.format, stage.options)
    return plan.form.bracket(stage.entries.count(), plan.options) if plan.form.bracket else None


def tie_lines(stage: Stage) -> list[TieLine]:
    """Everybody in a stage as they stand, group by group."""
    state = stage_state(stage)
    lines = []
    for index, places in enumerate(state.places):
        level = level_in(state, index)
        lines += [TieLine(state.entrants[who], index + 1, place, who in level) for place, who in places]
    return lines


def level_in(state: StageState, group: int) -> set[Id]:
    """Who shares a place of the group (from 0), or has their own by lot alone."""
    places = state.places[group]
    shared = Counter(place for place, _ in places)
    parted = by_lot(state.standings[group]) if state.plan.form.standings else set()
    return {who for place, who in places if shared[place] > 1} | parted


def settles_ties(stage: Stage) -> bool:
    """Whether the order of the stage asks what was decided at the table."""
    plan = read_plan(stage.format, stage.options)
    return plan.form.standings and "decided" in plan.options.chain


@dataclass(frozen=True)
class LevelFirst:
    """Some whom nothing that was played tells apart, in a group (None: of one) of the last stage."""

    entrants: list[Entrant]
    group: int | None
    shared: bool  # they share it, as the director has said
    by_lot: bool  # without the director's word a lot says who is first
    tables: list[int]  # numbers of those at which they play it off just now

    @property
    def ids(self) -> list[int]:
        return [entrant.pk for entrant in self.entrants]

    @property
    def is_open(self) -> bool:
        return not (self.shared or self.tables)


def level_for_first_place(stage: Stage) -> list[LevelFirst]:
    return level_first(stage_state(stage))


def level_first(state: StageState) -> list[LevelFirst]:
    """In a bracket, and where lives are lost, it is always told at a table who is first."""
    if not (state.plan.form.standings and state.rounds):
        return []
    settled = [decision.places for decision in state.decisions if decision.how != "lots"]
    ties = []
    for number, tiers in enumerate(tiers_of(state), start=1):
        first = settled_tiers(settled, tiers[0])[0] if tiers else []
        if len(first) > 1:
            ties.append(_shown_level(state, first, number))
    return ties


def _shown_level(state: StageState, ids: list[int], number: int) -> LevelFirst:
    tables = [t.number for t in state.open_play_offs() if any(seat.entrant_id in ids for seat in t.seats.all())]
    shared = any(tie.issuperset(ids) for tie in state.groups[number - 1].shared)
    return LevelFirst(
        entrants=[state.entrants[who] for who in ids],
        group=number if len(state.groups) > 1 else None,
        shared=shared,
        by_lot=not shared and state.placed_by_lot.issuperset(ids),
        tables=tables,
    )
