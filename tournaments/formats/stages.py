"""Every format behind one question: what is the next round of this stage? ``FORMATS`` is the one registry."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import zip_longest

from tournaments.formats.acceleration import starting_points, virtual_points
from tournaments.formats.bracket.progress import Bracket, Progress, play
from tournaments.formats.options import Options
from tournaments.formats.record import Entry, EventRecord, Id, Points, Score, Seating, StageRecord, TableRecord
from tournaments.formats.seeds import round_seed
from tournaments.formats.standings.ledger import Ledger
from tournaments.formats.standings.ranking import RankingCache, Row, played_history, standings
from tournaments.formats.systems.elimination import double_elimination, single_elimination, table_knockout
from tournaments.formats.systems.pods import draw_pods, pod_sizes
from tournaments.formats.systems.round_robin import berger, enough_rounds, rounds_a_lap, schedule
from tournaments.formats.systems.strikes import Placed, Strikes, draw_strikes, strikes
from tournaments.formats.systems.swiss import draw_swiss


@dataclass(frozen=True, slots=True)
class NextRound:
    """A round to be played, and by table the number of the bracket's match; ``scores`` are those it was drawn by."""

    seating: Seating
    matches: tuple[int, ...] = ()
    scores: Mapping[Id, Score] = field(default_factory=dict)


Drawer = Callable[[StageRecord, Options], NextRound | None]
Asker = Callable[[StageRecord, Options], bool]
Maker = Callable[[int, Options], Bracket]
Places = tuple[tuple[int, Id], ...]


@dataclass(frozen=True, slots=True)
class Format:
    """``next_round`` answers None when the stage is over, and raises NoValidPairing where nobody can be seated.
    ``goes_on`` says without a draw whether it would do anything but answer None.

    ``places`` gives (place, id), best first, of all whose place is settled so far; equal places are shared.
    ``duels`` says that two sit at a table, whatever the options say; ``bracket`` makes the matches of a knockout, in
    which every table must have one winner; ``standings`` says that places come from points and tie-breaks, and
    ``scheduled`` that everybody meets everybody.
    """

    key: str
    next_round: Drawer
    goes_on: Asker
    places: Callable[[StageRecord, Options], Places]
    duels: bool = False
    bracket: Callable[[int, Options], Bracket] | None = None
    standings: bool = False
    scheduled: bool = False


def seatings_of(stage: StageRecord) -> list[Seating]:
    """The rounds as they were seated, whether or not everybody came."""
    return [
        Seating(tuple(table.ids for table in round_.tables), tuple(bye.id for bye in round_.byes), floats)
        for round_, floats in zip_longest(stage.rounds, stage.floats)
    ]


def history_of(stage: StageRecord, options: Options) -> list[Seating]:
    """The rounds as the next draw knows them: what was not played is no game."""
    return played_history(stage.rounds, stage.floats, rule=options.points, seats=options.seats)


def resting(groups: Iterable[StageRecord], who: Collection[Id]) -> list[StageRecord]:
    """The ``groups`` where these have a bye on request in the next round."""
    return [replace(group, resting=frozenset(who).intersection(group.entrants)) for group in groups]


def seed_of_round(stage: StageRecord) -> int:
    """A seed of its own for the next round, from the one stored for the stage."""
    return round_seed(stage.seed, len(stage.rounds) + 1) if stage.round_seed is None else stage.round_seed


def event_record(stage: StageRecord, options: Options, *, scheduled: bool = False) -> EventRecord:
    """A stage as standings read it, without what was annulled."""
    return EventRecord(
        stage.entrants,
        tuple(round_.without(stage.annulled) for round_ in stage.rounds) if stage.annulled else stage.rounds,
        withdrawn=stage.withdrawn - stage.expelled,
        expelled=stage.expelled,
        decisions=stage.decisions,
        shared=stage.shared,
        seed=stage.seed,
        scheduled=scheduled,
        annulled=stage.annulled,
        drawn_as=stage.drawn_as,
        starting=starting_of(stage, options),
        boards=options.boards,
    )


def starting_of(stage: StageRecord, options: Options) -> dict[Id, Fraction]:
    """The points from before the first round, of those who have any."""
    if options.acceleration == "handicap":
        return {who: points for who, points in stage.handicaps.items() if points}
    if options.acceleration != "mcmahon":
        return {}
    return starting_points(stage, bands=options.bands, win=options.points.win_over_last(options.seats))


def swiss_length(stage: StageRecord, options: Options) -> int:
    """How many rounds are played; the natural number is that of a single elimination."""
    return options.rounds or max(1, (len(stage.entrants) - 1).bit_length())


def swiss_goes_on(stage: StageRecord, options: Options) -> bool:
    """Whether a Swiss stage has rounds left to draw."""
    return len(stage.rounds) < swiss_length(stage, options)


def drawing_scores(stage: StageRecord, options: Options) -> Mapping[Id, Score]:
    """What the next round of a stage with standings is drawn by: the scores so far, with the virtual points."""
    scores, points = Ledger(event_record(stage, options), options.points).score, acceleration_of(stage, options)
    return {who: score + points.get(who, 0) for who, score in scores.items()}


def acceleration_of(stage: StageRecord, options: Options) -> Mapping[Id, Points]:
    """The virtual points of the next round, nothing where it is not accelerated."""
    if options.acceleration != "baku":
        return {}
    return virtual_points(stage, rounds=swiss_length(stage, options), win=options.points.win_over_last(options.seats))


def swiss_round(stage: StageRecord, options: Options) -> NextRound | None:
    """The next round of a Swiss, drawn by the scores so far, for tables of two or more; None where it is over."""
    if not swiss_goes_on(stage, options):
        return None
    scores = drawing_scores(stage, options)
    entries = [Entry(who, scores[who]) for who in stage.playing]
    seats, remainder, hasty = options.seats, options.remainder, options.hasty
    if seats == 2:
        draw = partial(draw_swiss, alternating=options.points.scheme.by_game)
    else:
        draw = partial(draw_pods, seats=seats, remainder=remainder, hasty=hasty)
    seed, rounds = seed_of_round(stage), swiss_length(stage, options)
    drawn = draw(entries, history_of(stage, options), avoid=stage.avoid, teams=stage.teams, seed=seed, rounds=rounds)
    return NextRound(drawn.seating, scores=scores)


def round_robin_length(stage: StageRecord, options: Options) -> int:
    """How many rounds ``planned_rounds`` has, without the search for them."""
    people = len(stage.entrants)
    if options.seats > 2:
        return options.rounds or enough_rounds(pod_sizes(people, seats=options.seats)[0])
    whole = rounds_a_lap(people) * (2 if options.double else 1)
    return min(whole, options.rounds or whole)


def leg_of(options: Options, sizes: Collection[int], number: int) -> int | None:
    """Which leg the round of this number belongs to, 1 or 2, where everybody of all groups of these ``sizes`` meets
    twice.
    """
    laps = {rounds_a_lap(size) for size in sizes}
    if not options.double or options.seats > 2 or len(laps) != 1:
        return None
    return 1 if number <= laps.pop() else 2


def round_robin_goes_on(stage: StageRecord, options: Options) -> bool:
    """Whether a round robin has rounds left to play."""
    return len(stage.rounds) < round_robin_length(stage, options)


def round_robin_round(stage: StageRecord, options: Options) -> NextRound | None:
    """The next round of the schedule made for all who entered. Who would sit with nobody but the withdrawn is free;
    whoever lost the rest by forfeit keeps the seat, for the others to win.
    """
    if not round_robin_goes_on(stage, options):
        return None
    plan = planned_rounds(stage.entrants, seats=options.seats, rounds=options.rounds, double=options.double)
    planned = plan[len(stage.rounds)]
    away = stage.withdrawn - stage.kept
    here = [table for table in planned.tables if not stage.withdrawn.issuperset(table)]
    seated = [tuple(who for who in table if who not in away) for table in here]
    byes = [who for who in planned.byes if who not in stage.withdrawn]
    alone = [table[0] for table in seated if len(table) == 1]
    return NextRound(Seating(tuple(table for table in seated if len(table) > 1), (*byes, *alone)))


@lru_cache(maxsize=64)
def planned_rounds(entrants: tuple[Id, ...], *, seats: int, rounds: int | None, double: bool) -> tuple[Seating, ...]:
    """The whole schedule; made once, since every round of the stage asks for it again."""
    if seats == 2:
        return tuple(berger(entrants, double=double)[:rounds])
    return tuple(
        Seating(tuple(tuple(entrants[number] for number in table) for table in seating.tables))
        for seating in schedule_by_number(len(entrants), seats=seats, rounds=rounds)
    )


@lru_cache(maxsize=64)
def schedule_by_number(people: int, *, seats: int, rounds: int | None) -> tuple[Seating, ...]:
    """Of entrants from 0: a search, made once for all who are as many."""
    return tuple(schedule(range(people), seats=seats, rounds=rounds))


def single(entrants: int, options: Options) -> Bracket:
    """The bracket of a single elimination for so many entrants."""
    return single_elimination(entrants, third_place=options.third_place)


def double(entrants: int, options: Options) -> Bracket:
    """The bracket of a double elimination for so many entrants."""
    return double_elimination(entrants, grand_final=options.grand_final)


def tables(entrants: int, options: Options) -> Bracket:
    """The bracket of a knockout at tables; half of each go on unless the options say otherwise."""
    return table_knockout(entrants, seats=options.seats, advance=options.advance or options.seats // 2)


def bracket_round(make: Maker) -> Drawer:
    """Every match whose seats are known and which has not been played, nor is being played by those people."""

    def next_round(stage: StageRecord, options: Options) -> NextRound | None:
        ready = matches_to_play(stage, make(len(stage.entrants), options))
        return NextRound(Seating(tuple(ready.values())), tuple(ready)) if ready else None

    return next_round


def bracket_goes_on(make: Maker) -> Asker:
    """Makes the question whether a bracket still has matches to play."""
    return lambda stage, options: bool(matches_to_play(stage, make(len(stage.entrants), options)))


def matches_to_play(stage: StageRecord, bracket: Bracket) -> dict[int, tuple[Id, ...]]:
    """Who is to sit at the matches that can begin, by the match's number."""
    progress = bracket_progress(stage, bracket)
    playing = undecided(stage, bracket)
    to_play = {}
    for match in progress.ready:
        seats = tuple(who for who in progress.seats[match] if who is not None)
        if playing.get(match) != frozenset(seats):
            to_play[match] = seats
    return to_play


def undecided(stage: StageRecord, bracket: Bracket) -> dict[int, frozenset[Id]]:
    """Who sits at the tables of a bracket that do not tell yet who goes on, by match."""
    return {
        number: frozenset(table.ids) for number, table in stage.match_tables if not is_decided(table, bracket, number)
    }


def is_decided(table: TableRecord, bracket: Bracket, number: int) -> bool:
    """Whether the table tells who goes on, and as what. A place may be shared only by those who are out here, and at
    the last table of all by nobody. Where nobody came, the director names who goes on."""
    if table.kind in ("open", "double-forfeit"):
        return False
    places = [place for place, _ in order_of(table)]
    match = bracket.matches[number - 1]
    matter = len(places) if match is bracket.matches[-1] else match.advance
    return all(places.count(place) == 1 for place in places[:matter])


def bracket_places(make: Maker) -> Callable[[StageRecord, Options], Places]:
    """Makes the question who has which place of a bracket, as far as that is decided."""
    return lambda stage, options: bracket_progress(stage, make(len(stage.entrants), options)).places


def bracket_progress(stage: StageRecord, bracket: Bracket) -> Progress:
    """How far the stage's bracket has come; a table where a place that matters is shared decides nothing yet."""
    results = {}
    for number, table in stage.match_tables:
        if is_decided(table, bracket, number):
            results[number] = [who for _, who in order_of(table)]
    return play(bracket, stage.entrants, results)


def order_of(table: TableRecord) -> list[tuple[int, Id]]:
    """(place, id) by place; who forfeited comes after all who played, in the order of the seats."""
    played = sorted((seat.place or 0, seat.id) for seat in table.present)
    missing = [seat.id for seat in table.seats if seat.id in table.forfeited]
    return played + [(len(played) + number, who) for number, who in enumerate(missing, start=1)]


def as_moved_on(table: TableRecord, order: Sequence[Id]) -> TableRecord:
    """The table of a bracket from which these have gone on, best first, whatever was ruled on it since. A forfeit that
    would say otherwise does not count in the bracket.
    """
    seats = tuple(replace(seat, place=order.index(seat.id) + 1) for seat in table.seats)
    moved = replace(table, seats=seats)
    keeps = moved.kind != "double-forfeit" and [who for _, who in order_of(moved)] == [*order]
    return moved if keeps else TableRecord(seats)


def strikes_state(stage: StageRecord, options: Options) -> Strikes:
    """How many lives everybody has left, from the tables that are over. Who withdrew is out."""
    rounds = [[_placed(table) for table in round_.tables if table.kind != "open"] for round_ in stage.rounds]
    gone = {who: stage.last_round(who) for who in stage.withdrawn}
    return strikes(stage.entrants, rounds, lives=options.lives, loses=options.loses, withdrawn=gone)


def _placed(table: TableRecord) -> Placed:
    order = order_of(table)
    return Placed(tuple(who for _, who in order), tuple(place for place, _ in order))


def strikes_places(stage: StageRecord, options: Options) -> Places:
    """Nobody has one before the first result, when all have their lives."""
    return strikes_state(stage, options).places if stage.has_result else ()


def strikes_goes_on(stage: StageRecord, options: Options) -> bool:
    """Whether more than one entrant is still in."""
    return len(strikes_state(stage, options).still_in) > 1


def strikes_round(stage: StageRecord, options: Options) -> NextRound | None:
    """The next round of those still in; None when it is over. Raises NoValidPairing."""
    if not strikes_goes_on(stage, options):
        return None
    state = strikes_state(stage, options)
    seed = seed_of_round(stage)
    history, seats = history_of(stage, options), options.seats
    draw = draw_strikes(state, history, seats=seats, avoid=stage.avoid, teams=stage.teams, seed=seed)
    return NextRound(draw.seating, scores=state.lives)


def stage_standings(
    stage: StageRecord, options: Options, *, scheduled: bool = False, cache: RankingCache | None = None
) -> tuple[Row, ...]:
    """The rows of a stage whose places come from points. Raises as ``standings`` does.

    Before the first result nobody has a rank: they stand in the order of their seeds. No lot tells anybody apart as
    long as there is something to play: until then these share their rank.
    """
    over = stage.closed or not standing_goes_on(stage, options, scheduled=scheduled)
    chain = options.chain if over else tuple(key for key in options.chain if key != "lots")
    record = event_record(stage, options, scheduled=scheduled)
    rows = standings(record, rule=options.points, chain=chain or options.chain, edition=options.edition, cache=cache)
    if stage.has_result:
        return rows
    seeds = {who: seed for seed, who in enumerate(stage.entrants)}
    unranked = (replace(row, rank=None, decided_by=None) for row in rows)
    return tuple(sorted(unranked, key=lambda row: (row.status in ("expelled", "annulled"), seeds[row.id])))


def standing_goes_on(stage: StageRecord, options: Options, *, scheduled: bool) -> bool:
    """Whether a stage that is decided by its standings has rounds, a play-off or an open table left."""
    goes_on = round_robin_goes_on if scheduled else swiss_goes_on
    return goes_on(stage, options) or stage.playing_off or any(table.kind == "open" for table in stage.tables)


def standing_places(*, scheduled: bool) -> Callable[[StageRecord, Options], Places]:
    """Makes the question who has which place by the standings."""

    def places(stage: StageRecord, options: Options) -> Places:
        return places_of(stage_standings(stage, options, scheduled=scheduled))

    return places


def places_of(rows: Iterable[Row]) -> Places:
    """Place and entrant of every row that has a rank."""
    return tuple((row.rank, row.id) for row in rows if row.rank is not None)


def knockout(key: str, make: Maker, *, duels: bool) -> Format:
    """A format whose rounds, end and places are those of the brackets that ``make`` makes."""
    return Format(key, bracket_round(make), bracket_goes_on(make), bracket_places(make), duels=duels, bracket=make)


FORMATS: Mapping[str, Format] = {
    form.key: form
    for form in (
        Format(
            "round-robin",
            round_robin_round,
            round_robin_goes_on,
            standing_places(scheduled=True),
            standings=True,
            scheduled=True,
        ),
        Format("swiss", swiss_round, swiss_goes_on, standing_places(scheduled=False), standings=True),
        knockout("single-elimination", single, duels=True),
        knockout("double-elimination", double, duels=True),
        knockout("table-knockout", tables, duels=False),
        Format("strikes", strikes_round, strikes_goes_on, strikes_places),
    )
}
