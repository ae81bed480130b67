"""Who met whom and how it went, as cross-tables, and the way of one entrant through a tournament, in a number of
queries that is fixed for each stage.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tournaments.formats.bracket.progress import Bracket
from tournaments.formats.explain import Reason, explain_round
from tournaments.formats.plan import StagePlan
from tournaments.formats.record import Id, SeatRecord, StageRecord, TableRecord
from tournaments.formats.repechage import knocked_out_by
from tournaments.formats.stages import event_record, order_of
from tournaments.formats.standings.ledger import Ledger
from tournaments.formats.standings.ranking import Row
from tournaments.models import WITH_ROUNDS, Entrant, Event, Round, Stage, StageEntry, Table
from tournaments.selectors.stage.beginning import is_explained
from tournaments.selectors.stage.places import GroupPlaces, PlaceRow, shown_section
from tournaments.selectors.stage.records import StageState, shown_state
from tournaments.selectors.stage.stages import Decision, Person, match_score
from tournaments.selectors.table.cards import MatchScore, number_text

LARGEST_MATRIX = 32  # more columns than that are read round by round,
LARGEST_SPARSE_MATRIX = 16  # and fewer where most never meet

Played = tuple[Table, TableRecord]
Outcome = Literal["won", "drawn", "lost", "won-by-forfeit", "forfeit", "playing"]
SIGNS: dict[Outcome, tuple[str, Literal["won", "even", "lost", "open"]]] = {
    "won": ("1", "won"),
    "drawn": ("½", "even"),
    "lost": ("0", "lost"),
    "won-by-forfeit": ("+", "won"),
    "forfeit": ("−", "lost"),
    "playing": ("·", "open"),
}


@dataclass(frozen=True)
class Mark:
    """How a table went for one of those who sat there."""

    outcome: Outcome
    table_id: int
    games: str = ""  # won in a match of several

    @property
    def text(self) -> str:
        return self.games or SIGNS[self.outcome][0]

    @property
    def kind(self) -> str:
        return SIGNS[self.outcome][1]


@dataclass(frozen=True)
class CrossTurn:
    """One round of somebody: at a ``table`` the mark or the place, ``against`` (the number of a row) where two sat."""

    table: int | None = None
    table_id: int | None = None
    mark: Mark | None = None
    against: int | None = None
    place: int | None = None
    bye: bool = False
    asked: bool = False  # a bye on request
    points: str = ""


@dataclass(frozen=True)
class CrossRow:
    place: int | None
    person: Person
    value: str
    meetings: list[list[Mark] | None]  # against each row; None against oneself
    turns: list[CrossTurn]  # by round
    by_lot: bool
    start: str  # points from before the first round, where the stage gives any


@dataclass(frozen=True)
class CrossGroup:
    number: int | None
    matrix: bool
    rounds: range
    rows: list[CrossRow]
    has_start: bool


@dataclass(frozen=True)
class StageCross:
    stage: Stage
    lives: bool  # what the rows count is lives, not points
    groups: list[CrossGroup]


def cross_tables(states: Sequence[StageState]) -> list[StageCross]:
    """Of the stages that have been played and are no brackets, the latest first."""
    tables = []
    for state in reversed(states):
        section = shown_section(state)
        if section.crossed:
            pairs = zip(state.groups, section.groups, strict=True)
            groups = [_group(state, group, places) for group, places in pairs]
            tables.append(StageCross(state.stage, section.counted == "lives", groups))
    return tables


def _group(state: StageState, group: StageRecord, places: GroupPlaces) -> CrossGroup:
    rounds = list(_rounds(state, group))
    most = LARGEST_MATRIX if state.plan.form.scheduled else LARGEST_SPARSE_MATRIX
    matrix = state.plan.options.seats == 2 and len(places.rows) <= most
    numbers = {row.person.id: number for number, row in enumerate(places.rows, start=1)}
    marks = _marks([played for tables in rounds for played in tables]) if matrix else {}
    turns = {} if matrix else _turns(state, group, rounds, numbers)
    return CrossGroup(
        number=places.number,
        matrix=matrix,
        rounds=range(1, len(rounds) + 1),
        rows=[_row(row, places.rows, marks, turns) for row in places.rows],
        has_start="starting-points" in places.columns,
    )


def _row(
    row: PlaceRow, rows: list[PlaceRow], marks: dict[tuple[Id, Id], list[Mark]], turns: dict[Id, list[CrossTurn]]
) -> CrossRow:
    who = row.person.id
    meetings = [None if other is row else marks.get((who, other.person.id), []) for other in rows]
    start = row.figures.get("starting-points", "")
    return CrossRow(row.place, row.person, row.value, meetings if marks else [], turns.get(who, []), row.by_lot, start)


def _rounds(state: StageState, group: StageRecord) -> Iterator[list[Played]]:
    """By round, the group's tables beside what the formats read of them."""
    members = set(group.entrants)
    for round_, record in zip(state.rounds, group.rounds, strict=False):
        tables = [table for table in state.tables[round_.pk] if state.sides(table)[0] in members]
        yield list(zip(tables, record.tables, strict=True))


def _marks(played: Sequence[Played]) -> dict[tuple[Id, Id], list[Mark]]:
    marks: dict[tuple[Id, Id], list[Mark]] = defaultdict(list)
    for table, record in played:
        for mine in record.seats:
            for theirs in record.seats:
                if mine is not theirs:
                    marks[mine.id, theirs.id].append(_mark(table, record, mine, theirs))
    return marks


def _mark(table: Table, record: TableRecord, mine: SeatRecord, theirs: SeatRecord) -> Mark:
    outcome = _outcome(record, mine, theirs)
    several = mine.wins is not None and outcome not in ("forfeit", "won-by-forfeit")
    games = f"{number_text(mine.wins)}–{number_text(theirs.wins)}" if several else ""
    return Mark(outcome, table.pk, games)


def _outcome(record: TableRecord, mine: SeatRecord, theirs: SeatRecord) -> Outcome:
    if mine.id in record.forfeited:
        return "forfeit"
    if theirs.id in record.forfeited:
        return "won-by-forfeit"
    if mine.place is None or theirs.place is None:
        return "playing"
    if mine.place == theirs.place:
        return "drawn"
    return "won" if mine.place < theirs.place else "lost"


def _turns(
    state: StageState, group: StageRecord, rounds: list[list[Played]], numbers: dict[Id, int]
) -> dict[Id, list[CrossTurn]]:
    """By entrant and round; ``numbers`` are those of the rows."""
    points: dict[Id, list[str]] = {}
    if state.plan.form.standings:
        options = state.plan.options
        ledger = Ledger(event_record(group, options, scheduled=state.plan.form.scheduled), options.points)
        points = {who: [number_text(turn.points) for turn in turns] for who, turns in ledger.turns.items()}
    one_a_win = state.plan.options.points.scheme.key == "win"  # then the result of two is their points
    turns: dict[Id, list[CrossTurn]] = {who: [] for who in group.entrants}
    for number, tables in enumerate(rounds):
        seated = {seat.id: (table, record) for table, record in tables for seat in record.seats}
        requested = {bye.id: bye.requested for bye in group.rounds[number].byes}
        for who, line in turns.items():
            gained = points[who][number] if who in points else ""
            if who in seated:
                table, record = seated[who]
                is_certain = record.kind == "open" or (len(record.seats) == 2 and one_a_win)
                line.append(_turn(table, record, who, numbers, points="" if is_certain else gained))
            else:
                asked = who in state.rounds[number].seating.requested
                line.append(CrossTurn(bye=requested.get(who) is False, asked=asked, points=gained))
    return turns


def _turn(table: Table, record: TableRecord, who: Id, numbers: dict[Id, int], *, points: str) -> CrossTurn:
    turn = CrossTurn(table.number, table.pk, points=points)
    if len(record.seats) == 2:
        mine, theirs = sorted(record.seats, key=lambda seat: seat.id != who)
        return replace(turn, mark=_mark(table, record, mine, theirs), against=numbers[theirs.id])
    if who in record.forfeited:
        return replace(turn, mark=Mark("forfeit", table.pk))
    if record.kind == "open":
        return replace(turn, mark=Mark("playing", table.pk))
    return replace(turn, place=next(place for place, other in order_of(record) if other == who))


@dataclass(frozen=True)
class RoundWhy:
    round: Round
    reason: Reason
    table: Table | None
    match: MatchScore | None

    @property
    def is_edited(self) -> bool:
        """The director changed the draw by hand."""
        return bool(self.round.seating.edited)

    @property
    def is_provisional(self) -> bool:
        """Tables were still playing when it was drawn."""
        return bool(self.round.seating.provisional)


@dataclass(frozen=True)
class StageWhy:
    """``place`` is None while it is open, and for the expelled. ``row`` and its neighbours exist where places come from
    points; ``mates`` are who sat at the same table, by round from 1.
    """

    stage: Stage
    plan: StagePlan
    entry: StageEntry
    entrants: Mapping[Id, Entrant]
    size: int
    place: int | None
    row: Row | None
    above: Row | None
    below: Row | None
    rounds: list[RoundWhy]
    mates: Mapping[int, tuple[Id, ...]]
    bracket: Bracket | None
    lots_seed: int
    decisions: list[Decision]  # among those who were level with this entrant
    explains_handicap: bool
    lost_to: Id | None  # who has knocked this entrant out of a single elimination


@dataclass(frozen=True)
class WhyPage:
    event: Event
    entrant: Entrant
    revision: int
    stages: list[StageWhy]  # the newest first


def why_page(event_id: int, entrant_id: int) -> WhyPage:
    """Raises Event.DoesNotExist, also for a club night, and Entrant.DoesNotExist."""
    event = Event.objects.select_related("club").get(pk=event_id, kind__in=WITH_ROUNDS)
    entrant = event.entrants.select_related("player", "substitute").get(pk=entrant_id)
    stages = list(event.stages.filter(entries__entrant=entrant).order_by("-number"))
    for stage in stages:
        stage.event = event
    return WhyPage(event, entrant, event.revision, [_stage(shown_state(stage), entrant.pk) for stage in stages])


def _stage(state: StageState, who: Id) -> StageWhy:
    group, plan = state.group_of(who), state.plan
    index = state.groups.index(group)
    rows: Sequence[Row] = ()
    if plan.form.standings:
        rows = state.standings[index]
    at = next((index for index, row in enumerate(rows) if row.id == who), None)
    places = {id_: place for place, id_ in state.places[index]} if group.rounds else {}
    entry = next(entry for entry in state.entries if entry.entrant_id == who)
    return StageWhy(
        stage=state.stage,
        plan=plan,
        entry=entry,
        entrants=state.entrants,
        size=len(group.entrants),
        place=places.get(who),
        row=None if at is None else rows[at],
        above=rows[at - 1] if at else None,
        below=rows[at + 1] if at is not None and at + 1 < len(rows) else None,
        rounds=_explained_rounds(state, group, who),
        mates=_mates(group, who),
        lots_seed=group.seed,
        decisions=[decision for decision in state.decisions if who in decision.places],
        bracket=state.bracket,
        explains_handicap=is_explained(entry.entrant.player, state.stage.event.club),
        lost_to=knocked_out_by(plan, group).get(who),
    )


def _explained_rounds(state: StageState, group: StageRecord, who: Id) -> list[RoundWhy]:
    """A group may have been over some rounds before the others."""
    key, options = state.plan.form.key, state.plan.options
    rounds = []
    for number, round_ in enumerate(state.rounds[: len(group.rounds)], start=1):
        table = _table(state, round_, who)
        several = table is not None and table.games > 1
        match = match_score(table, state.match_of(table), state.entrants) if table and several else None
        reason = explain_round(key, group, options, round=number, who=who)
        rounds.append(RoundWhy(round_, reason, table, match))
    return rounds


def _table(state: StageState, round_: Round, who: Id) -> Table | None:
    return next((table for table in state.tables[round_.pk] if who in state.sides(table)), None)


def _mates(group: StageRecord, who: Id) -> dict[int, tuple[Id, ...]]:
    mates = {}
    for number, round_ in enumerate(group.rounds, start=1):
        for table in round_.tables:
            if who in table.ids:
                mates[number] = tuple(id_ for id_ in table.ids if id_ != who)
    return mates
