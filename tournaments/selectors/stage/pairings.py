"""A round as players look for it: its tables by number, and everybody by name."""

from dataclasses import dataclass, replace
from datetime import datetime

from tournaments.models import Event, Round, Ruling, Stage, Table, name_order
from tournaments.selectors.numbers import number_text
from tournaments.selectors.stage.people import Person, person
from tournaments.selectors.stage.records import StageState, newest, requested_byes, shown_state
from tournaments.selectors.table.cards import PlayerTag, SeatLine, TableCard, shown_cards
from tournaments.selectors.table.clock import clock_of
from tournaments.selectors.table.clock_view import ClockView, clock_view


@dataclass(frozen=True)
class RoundTable:
    card: TableCard
    note: str  # the director's ruling on it in words, else empty
    match: int | None
    absent: frozenset[int] = frozenset()  # seats (ids) that were forfeited


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


def current_round(state: StageState, event: Event, *, now: datetime) -> RoundView | None:
    return round_view(state, state.rounds[-1], event, now=now, with_late=True) if state.rounds else None


def round_view(state: StageState, round_: Round, event: Event, *, now: datetime, with_late: bool) -> RoundView:
    waiting = state.open_tables
    here, behind = state.tables[round_.pk], [each for each in waiting if with_late and each.round_id != round_.pk]
    cards = shown_cards(event, [*here, *behind])
    tables, late = ([_round_table(table, state, cards[table.pk]) for table in each] for each in (here, behind))
    byes = [person(state.entrants[who]) for who in round_.seating.byes if who in state.entrants]
    asked = requested_byes(state.plan, round_.seating)
    requested = [(person(state.entrants[who]), number_text(points)) for who, points in asked.items()]
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
    )


def _round_table(table: Table, state: StageState, card: TableCard) -> RoundTable:
    ruling = newest(state.rulings.get(table.pk, []))
    if ruling is None or ruling.kind not in (Ruling.Kind.DECISION, Ruling.Kind.FORFEIT):
        return RoundTable(card, "", table.match)
    seats = [_ruled(seat, ruling, played=card.begun) for seat in card.seats]
    absent = frozenset(seat.id for seat in seats if ruling.kind == Ruling.Kind.FORFEIT and seat.index in ruling.value)
    return RoundTable(replace(card, seats=seats), str(ruling.get_kind_display()), table.match, absent)


def _ruled(seat: SeatLine, ruling: Ruling, *, played: bool) -> SeatLine:
    """With the place the director gave; without a score where no deal was played."""
    seat = seat if played else replace(seat, unscored=True)
    if ruling.kind == Ruling.Kind.DECISION:
        place = ruling.value[seat.index]
        return replace(seat, place=place, leads=place == 1)
    return replace(seat, leads=seat.leads and seat.index not in ruling.value)


def name_lines(tables: list[RoundTable], byes: list[Person]) -> list[NameLine]:
    """Everybody by name, with the place in the room."""
    lines = [NameLine(each.tag, each.stands_in_for, None, None) for each in byes]
    for table in tables:
        seats = table.card.seats
        for seat in seats:
            others = tuple(other.player for other in seats if other is not seat)
            lines.append(NameLine(seat.player, seat.stands_in_for, table, seat.index + 1, others))
    return sorted(lines, key=lambda line: name_order(line.player.name))
