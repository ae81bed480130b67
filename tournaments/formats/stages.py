"""Every format behind one question: what is the next round of this stage? ``FORMATS`` is the one registry."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import zip_longest
from random import Random

from tournaments.formats.bracket import Bracket
from tournaments.formats.draw import Draw, Entry, Id, Score, Seating
from tournaments.formats.elimination import double_elimination, single_elimination
from tournaments.formats.ledger import Ledger
from tournaments.formats.pods import draw_pods
from tournaments.formats.points import SCHEMES, PointRule
from tournaments.formats.progress import Progress, play
from tournaments.formats.record import EventRecord, RoundRecord, TableRecord
from tournaments.formats.round_robin import berger, schedule
from tournaments.formats.standings import standings
from tournaments.formats.strikes import Placed, Strikes, draw_strikes, strikes
from tournaments.formats.swiss import draw_swiss
from tournaments.formats.table_knockout import table_knockout


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a stage is played; each format reads what concerns it.

    ``seats`` at a table; ``rounds`` None for the format's natural number; ``remainder`` as in ``draw_pods``;
    ``double`` a second lap of a round robin; ``advance`` how many go on from a table of a table knockout (None: half
    of them); ``lives`` and ``loses`` as in ``strikes``; ``rule`` how results become event points (None: a win where
    two sit at a table, 4-3-2-1 where more do).
    """

    seats: int = 2
    rounds: int | None = None
    remainder: str = "threes"
    double: bool = False
    third_place: bool = False
    grand_final: str = "single"
    advance: int | None = None
    lives: int = 2
    loses: str = "last"
    rule: PointRule | None = None

    @property
    def points(self) -> PointRule:
        return self.rule or PointRule(scheme=SCHEMES["win" if self.seats == 2 else "4321"])


@dataclass(frozen=True, slots=True, kw_only=True)
class StageRecord:
    """A stage so far: ``entrants`` in the order of their seeds; ``seed`` is the stored seed of all draws.

    What each round's draw said is kept with it: ``matches`` the bracket's number of each table (empty for formats
    without a bracket), ``floats`` who floated down in a Swiss for two.
    """

    entrants: tuple[Id, ...]
    rounds: tuple[RoundRecord, ...] = ()
    matches: tuple[tuple[int, ...], ...] = ()
    floats: tuple[tuple[Id, ...] | None, ...] = ()
    withdrawn: frozenset[Id] = frozenset()
    avoid: frozenset[frozenset[Id]] = frozenset()
    seed: int = 0

    @property
    def playing(self) -> tuple[Id, ...]:
        return tuple(who for who in self.entrants if who not in self.withdrawn)


@dataclass(frozen=True, slots=True)
class NextRound:
    """A round to be played, and by table the number of the bracket's match; ``scores`` are those it was drawn by."""

    seating: Seating
    matches: tuple[int, ...] = ()
    scores: Mapping[Id, Score] = field(default_factory=dict)


Drawer = Callable[[StageRecord, Options], NextRound | None]
Places = tuple[tuple[int, Id], ...]


@dataclass(frozen=True, slots=True)
class Format:
    """``next_round`` answers None when the stage is over, and raises NoValidPairing where nobody can be seated.

    ``places`` gives (place, id), best first, of all whose place is settled so far; equal places are shared.
    ``duels`` says that two sit at a table, whatever the options say.
    """

    key: str
    next_round: Drawer
    places: Callable[[StageRecord, Options], Places]
    duels: bool = False


def history_of(stage: StageRecord) -> list[Seating]:
    return [
        Seating(
            tuple(tuple(seat.id for seat in table.seats) for table in round_.tables),
            tuple(bye.id for bye in round_.byes),
            floats,
        )
        for round_, floats in zip_longest(stage.rounds, stage.floats)
    ]


def seed_of_round(stage: StageRecord) -> int:
    """A seed of its own for the next round, from the one stored for the stage."""
    return Random(f"{stage.seed}:{len(stage.rounds)}").getrandbits(32)


def event_record(stage: StageRecord) -> EventRecord:
    return EventRecord(stage.entrants, stage.rounds, withdrawn=stage.withdrawn, seed=stage.seed)


def swiss_round(stage: StageRecord, options: Options) -> NextRound | None:
    """By the scores so far, two at a table or more. The natural number of rounds is that of a single elimination."""
    rounds = options.rounds or max(1, (len(stage.entrants) - 1).bit_length())
    if len(stage.rounds) >= rounds:
        return None
    scores = Ledger(event_record(stage), options.points).score
    entries = [Entry(who, scores[who]) for who in stage.playing]
    draw = draw_swiss if options.seats == 2 else pods_drawer(options, rounds)
    drawn = draw(entries, history_of(stage), avoid=stage.avoid, seed=seed_of_round(stage))
    return NextRound(drawn.seating, scores=scores)


def pods_drawer(options: Options, rounds: int) -> Callable[..., Draw]:
    return partial(draw_pods, seats=options.seats, remainder=options.remainder, rounds=rounds)


def round_robin_round(stage: StageRecord, options: Options) -> NextRound | None:
    """The next round of the schedule made for all who entered; who would sit with nobody but the withdrawn is free."""
    number = len(stage.rounds)
    plan = planned_rounds(stage.entrants, seats=options.seats, rounds=options.rounds, double=options.double)
    if number >= len(plan):
        return None
    seated = [tuple(who for who in table if who not in stage.withdrawn) for table in plan[number].tables]
    byes = [who for who in plan[number].byes if who not in stage.withdrawn]
    alone = [table[0] for table in seated if len(table) == 1]
    return NextRound(Seating(tuple(table for table in seated if len(table) > 1), (*byes, *alone)))


@lru_cache(maxsize=64)
def planned_rounds(entrants: tuple[Id, ...], *, seats: int, rounds: int | None, double: bool) -> tuple[Seating, ...]:
    """The whole schedule; searched for once, since every round of the stage asks for it again."""
    if seats == 2:
        return tuple(berger(entrants, double=double)[:rounds])
    return tuple(schedule(entrants, seats=seats, rounds=rounds))


def single(entrants: int, options: Options) -> Bracket:
    return single_elimination(entrants, third_place=options.third_place)


def double(entrants: int, options: Options) -> Bracket:
    return double_elimination(entrants, grand_final=options.grand_final)


def tables(entrants: int, options: Options) -> Bracket:
    return table_knockout(entrants, seats=options.seats, advance=options.advance or options.seats // 2)


Maker = Callable[[int, Options], Bracket]


def bracket_round(make: Maker) -> Drawer:
    """Every match whose seats are known and which has not been played."""

    def next_round(stage: StageRecord, options: Options) -> NextRound | None:
        progress = bracket_progress(stage, make(len(stage.entrants), options))
        if not progress.ready:
            return None
        seats = [tuple(who for who in progress.seats[match] if who is not None) for match in progress.ready]
        return NextRound(Seating(tuple(seats)), tuple(progress.ready))

    return next_round


def bracket_places(make: Maker) -> Callable[[StageRecord, Options], Places]:
    return lambda stage, options: bracket_progress(stage, make(len(stage.entrants), options)).places


def bracket_progress(stage: StageRecord, bracket: Bracket) -> Progress:
    """How far the stage's bracket has come; a table whose places are shared decides nothing yet."""
    results = {}
    for round_, numbers in zip(stage.rounds, stage.matches, strict=True):
        for table, number in zip(round_.tables, numbers, strict=True):
            order = order_of(table)
            if table.kind != "open" and len({place for place, _ in order}) == len(order):
                results[number] = [who for _, who in order]
    return play(bracket, stage.entrants, results)


def order_of(table: TableRecord) -> list[tuple[int, Id]]:
    """(place, id) by place; who forfeited comes after all who played, in the order of the seats."""
    played = sorted((seat.place or 0, seat.id) for seat in table.present)
    missing = [seat.id for seat in table.seats if seat.id in table.forfeited]
    return played + [(len(played) + number, who) for number, who in enumerate(missing, start=1)]


def strikes_state(stage: StageRecord, options: Options) -> Strikes:
    rounds = [
        [
            Placed(tuple(who for _, who in order), tuple(place for place, _ in order))
            for table in round_.tables
            if table.kind != "open"
            for order in [order_of(table)]
        ]
        for round_ in stage.rounds
    ]
    gone = dict.fromkeys(stage.withdrawn, len(rounds))
    return strikes(stage.entrants, rounds, lives=options.lives, loses=options.loses, withdrawn=gone)


def strikes_round(stage: StageRecord, options: Options) -> NextRound | None:
    state = strikes_state(stage, options)
    if len(state.still_in) < 2:
        return None
    seed = seed_of_round(stage)
    draw = draw_strikes(state, history_of(stage), seats=options.seats, avoid=stage.avoid, seed=seed)
    return NextRound(draw.seating, scores=state.lives)


def standing_places(stage: StageRecord, options: Options) -> Places:
    rows = standings(event_record(stage), rule=options.points)
    return tuple((row.rank, row.id) for row in rows if row.rank is not None)


FORMATS: Mapping[str, Format] = {
    each.key: each
    for each in (
        Format("round-robin", round_robin_round, standing_places),
        Format("swiss", swiss_round, standing_places),
        Format("single-elimination", bracket_round(single), bracket_places(single), duels=True),
        Format("double-elimination", bracket_round(double), bracket_places(double), duels=True),
        Format("table-knockout", bracket_round(tables), bracket_places(tables)),
        Format("strikes", strikes_round, lambda stage, options: strikes_state(stage, options).places),
    )
}
