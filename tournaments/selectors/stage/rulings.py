"""What a director looks at before ruling on a table or on a tie."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.draw import Id
from tournaments.formats.plan import read_plan
from tournaments.formats.stages import Places
from tournaments.formats.standings.ranking import Row, by_lot
from tournaments.formats.standings.settled import settled_tiers
from tournaments.models import Entrant, Ruling, Stage, Table
from tournaments.selectors.stage.qualification import tiers_of
from tournaments.selectors.stage.records import StageState, newest, stage_state
from tournaments.selectors.table.later_rounds import has_later_round
from tournaments.selectors.table.page import TablePage, table_page


@dataclass(frozen=True)
class RulingPage:
    page: TablePage
    rulings: list[Ruling]  # the oldest first
    has_later_round: bool  # later rounds rest on the table's result
    alone: int  # so many of the best places cannot be shared: it is a match of a knockout
    closed_ranks: bool  # somebody never came, and the others have moved up

    @property
    def counts(self) -> Ruling | None:
        """The ruling that counts, if any does."""
        ruling = newest(self.rulings)
        return ruling if ruling and ruling.kind != Ruling.Kind.LIFTED else None

    def fits(self, ruling: Ruling) -> bool:
        """Whether the ruling speaks of the seats as they are now."""
        lifted = [each.pk for each in self.rulings if each.kind == Ruling.Kind.LIFTED]
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
    return RulingPage(page, rulings, has_later_round(table), _alone(table), _closed_ranks(table))


def _closed_ranks(table: Table) -> bool:
    drawn = table.round.seating.tables if table.round else ()
    return any(each.forfeited for each in drawn if each.number == table.number)


def _alone(table: Table) -> int:
    """How many places decide who goes on; at the last match of all every one does."""
    if table.round is None or table.match is None:
        return 0
    stage = table.round.stage
    plan = read_plan(stage.format, stage.options)
    if plan.form.bracket is None:
        return 0
    matches = plan.form.bracket(stage.entries.count(), plan.options).matches
    match = matches[table.match - 1]
    return len(match.seats) if match is matches[-1] else match.advance


def tie_lines(stage: Stage) -> list[TieLine]:
    """Everybody in a stage as they stand, group by group."""
    state = stage_state(stage)
    lines = []
    for index, places in enumerate(state.places):
        level = _level(places, state.standings[index] if state.plan.form.standings else ())
        lines += [TieLine(state.entrants[who], index + 1, place, who in level) for place, who in places]
    return lines


def _level(places: Places, rows: Sequence[Row]) -> set[Id]:
    """Who shares a place, or has his own by lot alone."""
    shared = Counter(place for place, _ in places)
    return {who for place, who in places if shared[place] > 1} | by_lot(rows)


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
    by_lot: bool  # without a word of his a lot says who is first
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
    known = [each.places for each in state.decisions if each.how != "lots"]
    found = []
    for number, tiers in enumerate(tiers_of(state), start=1):
        first = settled_tiers(known, tiers[0])[0] if tiers else []
        if len(first) > 1:
            found.append(_shown_level(state, first, number))
    return found


def _shown_level(state: StageState, ids: list[int], number: int) -> LevelFirst:
    tables = [t.number for t in state.open_play_offs() if any(seat.entrant_id in ids for seat in t.seats.all())]
    shared = any(each.issuperset(ids) for each in state.groups[number - 1].shared)
    return LevelFirst(
        entrants=[state.entrants[who] for who in ids],
        group=number if len(state.groups) > 1 else None,
        shared=shared,
        by_lot=not shared and state.placed_by_lot.issuperset(ids),
        tables=tables,
    )
