"""Rounds as a director sees them before they are published, with what is wrong with them, and as players look for their
table.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from scoring.games import GAMES
from tournaments.formats.bracket.progress import Bracket
from tournaments.formats.faults import Fault, faults
from tournaments.formats.record import Id, Score, Seating
from tournaments.formats.stages import event_record, leg_of, resting, strikes_state
from tournaments.formats.standings.ledger import Ledger
from tournaments.models import Entrant, Event, Player, PreviewStep, Round, Ruling, Stage, Table, name_order
from tournaments.models.table import ENDED
from tournaments.selectors.stage.qualification import places_to_go_on
from tournaments.selectors.stage.records import StageState, requested_byes, shown_state, stage_state
from tournaments.selectors.stage.stages import ON_PLACES, Person, match_score, newest, person
from tournaments.selectors.stage.teams import captains_of
from tournaments.selectors.table.cards import PlayerTag, SeatLine, TableCard, number_text, player_tag, shown_cards
from tournaments.selectors.table.deals import ClockView, clock_of, clock_view


@dataclass(frozen=True)
class RoundTable:
    card: TableCard
    note: str  # the director's ruling on it in words, else empty
    match: int | None
    absent: frozenset[int] = frozenset()  # seats (ids) that were forfeited
    ranked: bool = False  # it is over, and its seats have places; not those of one game of a match

    @property
    def seats(self) -> list[SeatLine]:
        """By place once it is over, as they sit before."""
        return sorted(self.card.seats, key=lambda seat: seat.place) if self.ranked else self.card.seats


@dataclass(frozen=True)
class NameLine:
    """Where somebody sits; ``table`` None for a bye."""

    player: PlayerTag
    stands_in_for: str
    table: RoundTable | None
    seat: int | None
    others: tuple[PlayerTag, ...] = ()


@dataclass(frozen=True)
class RoundView:
    stage: Stage
    round: Round
    tables: list[RoundTable]
    late: list[RoundTable]  # of earlier rounds, and still without a result: a bracket does not wait for them
    byes: list[Person]
    requested: list[tuple[Person, str]]  # who rests on request, and the points of that
    clock: ClockView | None
    open: bool
    leg: int | None = None  # 1 or 2, of a round robin in which everybody meets twice
    bracket: Bracket | None = None

    @property
    def names(self) -> list[NameLine]:
        return name_lines([*self.late, *self.tables], [*self.byes, *(who for who, _points in self.requested)])


@dataclass(frozen=True)
class PairingsPage:
    event: Event
    revision: int
    view: RoundView


def pairings_page(round_id: int, *, now: datetime) -> PairingsPage:
    """Raises Round.DoesNotExist for a round that is not published: a preview is for the director alone."""
    published = Round.objects.select_related("stage__event__club")
    round_ = published.get(pk=round_id, status=Round.Status.PUBLISHED)
    event = round_.stage.event
    state = shown_state(round_.stage)
    return PairingsPage(event, event.revision, round_view(state, round_, event, now=now, with_late=False))


def published_rounds(event: Event) -> list[Round]:
    """In the order they were played."""
    rounds = Round.objects.filter(stage__event=event, status=Round.Status.PUBLISHED)
    return list(rounds.select_related("stage").order_by("stage__number", "number"))


def newest_round(rounds: Sequence[Round]) -> Round:
    """Of rounds that are published, the one that was last."""
    return max(rounds, key=lambda round_: (round_.stage.status == Stage.Status.RUNNING, round_.published_at, round_.pk))


def current_round(state: StageState, event: Event, *, now: datetime) -> RoundView | None:
    return round_view(state, state.rounds[-1], event, now=now, with_late=True) if state.rounds else None


def round_view(state: StageState, round_: Round, event: Event, *, now: datetime, with_late: bool) -> RoundView:
    waiting = state.open_tables
    late_tables = [table for table in waiting if with_late and table.round_id != round_.pk]
    here, behind = state.boards(state.tables[round_.pk]), state.waiting(late_tables)
    cards = shown_cards(event, [*here, *behind])
    tables = [_round_table(table, state, cards[table.pk]) for table in here]
    late = [_round_table(table, state, cards[table.pk]) for table in behind]
    byes, requested = who_rests(state, round_)
    clock = clock_of(round_)
    is_open = any(table.round_id == round_.pk for table in waiting)
    return RoundView(
        stage=state.stage,
        round=round_,
        tables=tables,
        late=late,
        byes=byes,
        requested=requested,
        clock=clock_view(clock, now=now) if clock and is_open else None,
        open=is_open,
        leg=_leg(state, round_),
        bracket=state.bracket,
    )


def _leg(state: StageState, round_: Round) -> int | None:
    if not state.plan.form.scheduled or round_.seating.play_off:
        return None
    return leg_of(state.plan.options, [len(group.entrants) for group in state.groups], round_.number)


def who_rests(state: StageState, round_: Round) -> tuple[list[Person], list[tuple[Person, str]]]:
    """Who has a bye, and who rests on request, with the points of that."""
    byes = [person(state.entrants[who]) for who in round_.seating.byes if who in state.entrants]
    requests = requested_byes(state.plan, round_.seating)
    return byes, [(person(state.entrants[who]), number_text(points)) for who, points in requests.items()]


def _round_table(table: Table, state: StageState, card: TableCard) -> RoundTable:
    if table.games > 1:
        card = replace(card, match=match_score(table, state.match_of(table), state.entrants))
    ruling = newest(state.rulings.get(table.pk, []))
    if ruling and ruling.kind == Ruling.Kind.MATCH and table.games > 1:
        return RoundTable(card, str(ruling.get_kind_display()), table.match)
    if ruling is None or ruling.kind not in (*ON_PLACES, Ruling.Kind.FORFEIT):
        ranked = card.begun and table.status in ENDED and not table.has_games
        return RoundTable(card, "", table.match, ranked=ranked)
    seats = [_ruled(seat, ruling, played=card.begun) for seat in card.seats]
    absent = frozenset(seat.id for seat in seats if ruling.kind == Ruling.Kind.FORFEIT and seat.index in ruling.value)
    ranked = ruling.kind in ON_PLACES and not table.has_games
    return RoundTable(replace(card, seats=seats), str(ruling.get_kind_display()), table.match, absent, ranked)


def _ruled(seat: SeatLine, ruling: Ruling, *, played: bool) -> SeatLine:
    """With the place the director gave; without a score where no deal was played."""
    seat = seat if played else replace(seat, unscored=True)
    if ruling.kind in ON_PLACES:
        place = ruling.value[seat.index]
        return replace(seat, place=place, leads=place == 1)
    return replace(seat, leads=seat.leads and seat.index not in ruling.value)


def name_lines(tables: list[RoundTable], byes: list[Person]) -> list[NameLine]:
    """Everybody by name, with the place in the room."""
    lines = [NameLine(bye.tag, bye.stands_in_for, None, None) for bye in byes]
    for table in tables:
        seats = table.card.seats
        for seat in seats:
            others = tuple(other.player for other in seats if other is not seat)
            lines.append(NameLine(seat.player, seat.stands_in_for, table, seat.index + 1, others))
    return sorted(lines, key=lambda line: name_order(line.player.name))


@dataclass(frozen=True)
class PreviewSeat:
    entrant_id: int
    player: PlayerTag
    before: str  # points, lives or seed, as the format has it


@dataclass(frozen=True)
class PreviewTable:
    number: int
    match: int | None
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
class CutPlaces:
    """Of a group who stands next to the cut on either side, by place; ``group`` is None where there is but one."""

    group: int | None
    above: list[tuple[int, PreviewSeat]]
    below: list[tuple[int, PreviewSeat]]


NEAR_THE_CUT = 3


@dataclass(frozen=True)
class RoundPreview:
    round: Round
    counts: str  # what `before` counts: "points", "lives" or "seed"
    bracket: Bracket | None
    tables: list[PreviewTable]
    byes: list[PreviewSeat]
    requested: list[tuple[PreviewSeat, str]]  # who rests on request, and what it gives
    unseated: list[PreviewSeat]  # due to play, but at no table and without a bye
    faults: list[Fault]  # of nobody's table
    left: frozenset[Id]  # who plays no more
    most_seats: int
    last_step: PreviewStep | None
    names: dict[Id, str]
    minutes: int | None  # of the round before
    provisional: list[int]  # numbers of the tables that count as they stood
    cuts: list[CutPlaces]
    named: frozenset[Id]  # of teams those whose captain has said who plays
    boards: int  # over which teams meet
    captains: Mapping[Id, str]  # by team

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
        people += [PlacedSeat(None, seat, placed=False) for seat in (*self.unseated, *resting)]
        return {
            person.seat.entrant_id: person
            for person in sorted(people, key=lambda person: name_order(person.seat.player.name))
        }


def round_preview(round_: Round) -> RoundPreview:
    state = stage_state(round_.stage, provisional=round_.seating.provisional)
    counts, play_before = _before(state)
    rest = _faults(state, round_)

    def seats(ids: Iterable[int]) -> list[PreviewSeat]:
        return [_seat(state.entrants[who], play_before.get(who)) for who in ids]

    tables = [
        PreviewTable(
            table.number, table.match, table.pinned, seats(table.entrants), seats(table.forfeited), rest[index]
        )
        for index, table in enumerate(round_.seating.tables)
    ]
    earlier = Round.objects.filter(stage__event=round_.stage.event_id, status=Round.Status.PUBLISHED)
    return RoundPreview(
        round=round_,
        counts=counts,
        bracket=state.bracket,
        tables=sorted(tables, key=lambda table: table.number),
        byes=seats(round_.seating.byes),
        requested=[
            (_seat(state.entrants[who], play_before.get(who)), number_text(points))
            for who, points in requested_byes(state.plan, round_.seating).items()
        ],
        unseated=seats(who for fault in rest[None] if fault.code == "missing" for who in fault.ids),
        faults=rest[None],
        left=frozenset(who for group in state.groups for who in group.withdrawn),
        most_seats=2 if state.plan.options.boards else GAMES[round_.stage.event.game].max_seats,
        last_step=round_.steps.filter(undone=False).last(),
        names={who: _player(entrant).name for who, entrant in state.entrants.items()},
        minutes=earlier.order_by("published_at").values_list("minutes", flat=True).last(),
        provisional=[table.number for table in state.all_tables if table.pk in round_.seating.provisional],
        cuts=_cuts(state, play_before),
        named=frozenset(round_.seating.line_ups),
        boards=state.plan.options.boards,
        captains=captains_of(round_.stage.event) if state.plan.options.boards else {},
    )


def _cuts(state: StageState, play_before: Mapping[Id, Score]) -> list[CutPlaces]:
    """Among those who still play."""
    after = None if state.plan.form.bracket else places_to_go_on(state)
    cuts = []
    for number, (group, places) in enumerate(zip(state.groups, state.places, strict=True), start=1):
        lines = [
            (place, _seat(state.entrants[who], play_before.get(who)))
            for place, who in places
            if who not in group.withdrawn
        ]
        if after and after < len(lines):
            above, below = lines[max(after - NEAR_THE_CUT, 0) : after], lines[after : after + NEAR_THE_CUT]
            cuts.append(CutPlaces(number if len(state.groups) > 1 else None, above, below))
    return cuts


def _faults(state: StageState, round_: Round) -> dict[int | None, list[Fault]]:
    """By index of the table; None for the byes."""
    drawn = Seating(tuple(table.entrants for table in round_.seating.tables), round_.seating.byes)
    faults_by_table: dict[int | None, list[Fault]] = defaultdict(list)
    for fault in faults(state.plan, resting(state.groups, round_.seating.requested), drawn):
        faults_by_table[fault.table].append(fault)
    return faults_by_table


def _before(state: StageState) -> tuple[str, dict[Id, Score]]:
    form, options = state.plan.form, state.plan.options
    scores: dict[Id, Score] = {}
    if form.bracket:
        return "seed", {entry.entrant_id: entry.seed for entry in state.entries}
    for group in state.groups:
        if form.standings:
            scores |= Ledger(event_record(group, options, scheduled=form.scheduled), options.points).score
        else:
            scores |= strikes_state(group, options).lives
    return ("points" if form.standings else "lives"), scores


def _seat(entrant: Entrant, before: Score | None) -> PreviewSeat:
    return PreviewSeat(entrant.pk, player_tag(_player(entrant)), number_text(before))


def _player(entrant: Entrant) -> Player:
    return entrant.substitute or entrant.player
