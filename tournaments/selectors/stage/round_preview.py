"""A drawn round before it is published: who sits where, with what behind them, and what is not as it should be."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from scoring.games import GAMES
from tournaments.formats.draw import Id, Score, Seating
from tournaments.formats.faults import Fault, faults
from tournaments.formats.stages import event_record, resting, strikes_state
from tournaments.formats.standings.ledger import Ledger
from tournaments.models import Entrant, Player, PreviewStep, Round, name_order
from tournaments.selectors.numbers import number_text
from tournaments.selectors.stage.records import StageState, requested_byes, stage_state
from tournaments.selectors.table.cards import PlayerTag, player_tag


@dataclass(frozen=True)
class PreviewSeat:
    entrant_id: int
    player: PlayerTag
    before: str  # points, lives or seed, as the format has it


@dataclass(frozen=True)
class PreviewTable:
    number: int
    pinned: bool
    seats: list[PreviewSeat]
    forfeited: list[PreviewSeat]  # gone, so that the others play without them
    faults: list[Fault]


@dataclass(frozen=True)
class PlacedSeat:
    table: int | None
    seat: PreviewSeat
    placed: bool  # at a table, or free this round


@dataclass(frozen=True)
class RoundPreview:
    round: Round
    counts: str  # what `before` counts: "points", "lives" or "seed"
    bracket: bool
    tables: list[PreviewTable]
    byes: list[PreviewSeat]
    requested: list[tuple[PreviewSeat, str]]  # who rests on request, and what it gives
    placeless: list[PreviewSeat]  # due to play, but at no table and without a bye
    faults: list[Fault]  # of nobody's table
    left: frozenset[Id]  # who plays no more
    most_seats: int
    last_step: PreviewStep | None
    names: dict[Id, str]
    minutes: int | None  # of the round before
    provisional: list[int]  # numbers of the tables that count as they stood

    @property
    def fault_count(self) -> int:
        return len(self.faults) + sum(len(table.faults) for table in self.tables)

    @property
    def pinned(self) -> int:
        """How many tables stay as they are, the byes as one."""
        return sum(table.pinned for table in self.tables) + bool(self.round.seating.byes_pinned)

    @cached_property
    def people(self) -> dict[int, PlacedSeat]:
        """Everybody by id, in the order of their names."""
        people = [PlacedSeat(table.number, seat, placed=True) for table in self.tables for seat in table.seats]
        people += [PlacedSeat(None, seat, placed=True) for seat in self.byes]
        resting = [seat for seat, _points in self.requested]
        people += [PlacedSeat(None, seat, placed=False) for seat in (*self.placeless, *resting)]
        return {
            each.seat.entrant_id: each for each in sorted(people, key=lambda each: name_order(each.seat.player.name))
        }


def round_preview(round_: Round) -> RoundPreview:
    state = stage_state(round_.stage, provisional=round_.seating.provisional)
    counts, before = _before(state)
    rest = _faults(state, round_)

    def seats(ids: Iterable[int]) -> list[PreviewSeat]:
        return [_seat(state.entrants[who], before.get(who)) for who in ids]

    tables = [
        PreviewTable(each.number, each.pinned, seats(each.entrants), seats(each.forfeited), rest[index])
        for index, each in enumerate(round_.seating.tables)
    ]
    earlier = Round.objects.filter(stage__event=round_.stage.event_id, status=Round.Status.PUBLISHED)
    return RoundPreview(
        round=round_,
        counts=counts,
        bracket=state.plan.form.bracket is not None,
        tables=sorted(tables, key=lambda table: table.number),
        byes=seats(round_.seating.byes),
        requested=[
            (_seat(state.entrants[who], before.get(who)), number_text(points))
            for who, points in requested_byes(state.plan, round_.seating).items()
        ],
        placeless=seats(who for fault in rest[None] if fault.code == "missing" for who in fault.ids),
        faults=rest[None],
        left=frozenset(who for group in state.groups for who in group.withdrawn),
        most_seats=GAMES[round_.stage.event.game].max_seats,
        last_step=round_.steps.filter(undone=False).last(),
        names={who: _player(entrant).name for who, entrant in state.entrants.items()},
        minutes=earlier.order_by("published_at").values_list("minutes", flat=True).last(),
        provisional=[table.number for table in state.all_tables if table.pk in round_.seating.provisional],
    )


def _faults(state: StageState, round_: Round) -> dict[int | None, list[Fault]]:
    """By index of the table; None for the byes."""
    drawn = Seating(tuple(each.entrants for each in round_.seating.tables), round_.seating.byes)
    found: dict[int | None, list[Fault]] = defaultdict(list)
    for fault in faults(state.plan, resting(state.groups, round_.seating.requested), drawn):
        found[fault.table].append(fault)
    return found


def _before(state: StageState) -> tuple[str, dict[Id, Score]]:
    form, options = state.plan.form, state.plan.options
    found: dict[Id, Score] = {}
    if form.bracket:
        return "seed", {entry.entrant_id: entry.seed for entry in state.entries}
    for group in state.groups:
        if form.standings:
            found |= Ledger(event_record(group, scheduled=form.scheduled), options.points).score
        else:
            found |= strikes_state(group, options).lives
    return ("points" if form.standings else "lives"), found


def _seat(entrant: Entrant, before: Score | None) -> PreviewSeat:
    return PreviewSeat(entrant.pk, player_tag(_player(entrant)), number_text(before))


def _player(entrant: Entrant) -> Player:
    return entrant.substitute or entrant.player
