"""A stage as the formats read it, made from what the database keeps, in a fixed number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import combinations

from django.db.models import Prefetch, prefetch_related_objects

from tournaments.formats.boards import by_seat
from tournaments.formats.bracket.progress import Bracket
from tournaments.formats.plan import StagePlan, read_plan
from tournaments.formats.record import ByeRecord, Id, Points, RoundRecord, StageRecord, TableRecord
from tournaments.formats.stages import Places, places_of, stage_standings, undecided
from tournaments.formats.standings.ranking import RankingCache, Row, by_lot
from tournaments.models import Entrant, Event, Provisional, Round, RoundSeating, Ruling, Seat, Stage, StageEntry, Table
from tournaments.models.prepared import later_rulings, revisions_in, seatings_at
from tournaments.selectors.following import kept, kept_for_tables
from tournaments.selectors.stage.stages import Decision, ResultReader, every_round, has_result, settled_by, sharing


@dataclass(frozen=True)
class StageState:
    """Everything of one stage: rows to show, and ``groups`` as the formats read them, each with its own rounds.

    Play-offs come after all other ``rounds`` and stand in no group's record: they are among the ``decisions``.
    """

    stage: Stage
    plan: StagePlan
    entries: list[StageEntry]
    rounds: list[Round]  # published, by number
    preview: Round | None
    tables: dict[int, list[Table]]  # by round, one of each match; those taken back left out
    rulings: dict[int, list[Ruling]]  # by table, the oldest first
    groups: list[StageRecord]
    decisions: list[Decision]  # the newest last
    # Of matches of several games by their newest, of matches of teams by their first board.
    games: Mapping[int, list[Table]] = field(default_factory=dict)
    caches: Sequence[RankingCache] = ()  # by group, of whoever ranks them again and again

    @cached_property
    def entrants(self) -> dict[Id, Entrant]:
        return {entry.entrant_id: entry.entrant for entry in self.entries}

    @cached_property
    def bracket(self) -> Bracket | None:
        make = self.plan.form.bracket
        return make(len(self.entries), self.plan.options) if make else None

    @cached_property
    def standings(self) -> list[tuple[Row, ...]]:
        """The rows of each group, where places come from points."""
        form, options = self.plan.form, self.plan.options
        caches = self.caches or [RankingCache() for _ in self.groups]
        return [
            stage_standings(group, options, scheduled=form.scheduled, cache=cache)
            for group, cache in zip(self.groups, caches, strict=True)
        ]

    @cached_property
    def places(self) -> list[Places]:
        """Place and id in each group, best first."""
        if self.plan.form.standings:
            return [places_of(rows) for rows in self.standings]
        return [self.plan.form.places(group, self.plan.options) for group in self.groups]

    @cached_property
    def placed_by_lot(self) -> set[Id]:
        """Whose place nothing but a lot tells from a neighbour's."""
        if not self.plan.form.standings:
            return set()
        drawn = {who for decision in self.decisions if decision.how == "first-lots" for who in decision.places}
        return drawn.union(*(by_lot(rows) for rows in self.standings))

    def match_of(self, table: Table) -> TableRecord:
        """The record to which the table belongs, alone or as one of several games."""
        group, number, index = self.position(table)
        return self.groups[group].rounds[number - 1].tables[index]

    @property
    def all_tables(self) -> list[Table]:
        return [table for round_ in self.rounds for table in self.tables[round_.pk]]

    @cached_property
    def open_tables(self) -> list[Table]:
        """Tables without a result yet; in a bracket also those whose result does not say who goes on."""
        return [table for table in self.all_tables if self._is_open(table)]

    def _is_open(self, table: Table) -> bool:
        if table.games > 1:
            return self.match_of(table).kind == "open" or self._is_level(table)
        return not has_result(table, self.rulings.get(table.pk, [])) or self._is_level(table)

    def _is_level(self, table: Table) -> bool:
        """Whether the table's match of a bracket does not say who goes on."""
        people = self._undecided.get(table.match or 0)
        return people is not None and {*self.sides(table)} <= people

    def sides(self, table: Table) -> list[int]:
        """Who (ids) meets at the table, by its seats: teams, where it is a board of theirs."""
        if table.is_board:
            round_ = next(round_ for round_ in self.rounds if round_.pk == table.round_id)
            return [*by_seat(table.game, round_.seating.sides(table.match_number))]
        return [seat.entrant_id for seat in table.seats.all()]

    def boards(self, tables: Iterable[Table]) -> list[Table]:
        """These tables, each with all boards of its match where teams meet."""
        return [board for table in tables for board in (self.games[table.pk] if table.is_board else [table])]

    def waiting(self, tables: Iterable[Table]) -> list[Table]:
        """These ``open_tables``; where teams meet the boards without a result, or the first where all have one."""
        waiting = []
        for table in tables:
            boards = [board for board in self.boards([table]) if not has_result(board, self.rulings.get(board.pk, []))]
            waiting += boards or [table]
        return waiting

    def open_play_offs(self) -> list[Table]:
        play_offs = {round_.pk for round_ in self.rounds if round_.seating.play_off}
        return [table for table in self.open_tables if table.round_id in play_offs]

    @cached_property
    def _undecided(self) -> dict[int, frozenset[Id]]:
        """Who sits at the matches of a bracket that decide nothing yet."""
        return undecided(self.groups[0], self.bracket) if self.bracket and self.rounds else {}

    def position(self, table: Table) -> tuple[int, int, int]:
        """Where the groups have the table: index of the group, number of the round (from 1), index in the round."""
        home = self.sides(table)[0]
        group = next(index for index, group_record in enumerate(self.groups) if home in group_record.entrants)
        number = next(number for number, round_ in enumerate(self.rounds, 1) if round_.pk == table.round_id)
        records = self.groups[group].rounds[number - 1].tables
        return group, number, next(i for i, record in enumerate(records) if home in record.ids)

    def group_of(self, who: Id) -> StageRecord:
        return next(group for group in self.groups if who in group.entrants)


def shown_state(stage: Stage) -> StageState:
    """For pages: made once for all readers. The figures of tables that play are not to be asked of it."""
    event = stage.event

    def make() -> StageState:
        entries = kept_for_tables(event, ("entries", stage.pk), lambda: _entries(stage))
        stored: StoredTables = kept_for_tables(event, ("tables", stage.pk), dict)
        tables = _stage_tables(stage, entries, stored)
        read: ReadTables = kept_for_tables(event, ("read", stage.pk), dict)
        ruled: list[Ruling] = kept_for_tables(event, ("ruled", stage.pk), list)
        ruled += later_rulings(stage.pk, ruled[-1].pk if ruled else 0)  # none is ever changed
        state = _state(stage, entries, tables, ruled, before=read)
        caches = kept_for_tables(event, ("ranked", stage.pk), lambda: [RankingCache() for _ in state.groups])
        return replace(state, caches=caches)

    return kept(event, ("state", stage.pk), make)


def stage_state(stage: Stage, *, provisional: Provisional | None = None, at: datetime | None = None) -> StageState:
    """``at``: with the places of what counts by then, if not by now."""
    entries = _entries(stage)
    tables, ruled = _stage_tables(stage, entries, {}), list(stage.rulings.all())
    return _state(stage, entries, tables, ruled, provisional=provisional, at=at)


def _entries(stage: Stage) -> list[StageEntry]:
    return list(stage.entries.select_related("entrant__player", "entrant__substitute"))


def _state(
    stage: Stage,
    entries: list[StageEntry],
    read: list[Table],
    ruled: list[Ruling],
    *,
    provisional: Provisional | None = None,
    at: datetime | None = None,
    before: "ReadTables | None" = None,
) -> StageState:
    plan = read_plan(stage.format, stage.options)
    rounds = every_round(stage)
    published = [round_ for round_ in rounds if round_.status == Round.Status.PUBLISHED]
    tables: dict[int, list[Table]] = {round_.pk: [] for round_ in published}
    games = _games(read)
    for table in read:
        if table.games == 1 or table.pk in games:
            tables[table.round_id or 0].append(table)
    rulings: dict[int, list[Ruling]] = defaultdict(list)
    for ruling in ruled:
        if ruling.table_id:
            rulings[ruling.table_id].append(ruling)
    counted = [round_ for round_ in published if not round_.seating.play_off]
    play_offs = [round_ for round_ in published if round_.seating.play_off]
    results = ResultReader(plan.form.bracket is not None, provisional or {}, at)
    reader = _RecordReader(plan, entries, counted, tables, rulings, games, results, {} if before is None else before)
    playing_off = any(
        not has_result(table, rulings[table.pk], at=at) for play_off in play_offs for table in tables[play_off.pk]
    )
    played_off = [record for play_off in play_offs if (record := reader.play_off(play_off))]
    settled = settled_by(ruled, here={entry.entrant_id for entry in entries})
    decisions = sorted([*settled, *played_off], key=lambda decision: decision.at)
    return StageState(
        stage=stage,
        plan=plan,
        entries=entries,
        rounds=published,
        preview=next((round_ for round_ in rounds if round_.status == Round.Status.PREVIEW), None),
        tables=tables,
        rulings=rulings,
        groups=[reader.group(stage, group, decisions, playing_off=playing_off) for group in range(1, plan.groups + 1)],
        decisions=decisions,
        games=games,
    )


def _games(tables: Iterable[Table]) -> dict[int, list[Table]]:
    """Of matches of several, all by the newest of each (id), or the first board."""
    played: dict[tuple[int | None, int], list[Table]] = defaultdict(list)
    for table in tables:
        if table.games > 1:
            played[table.round_id, table.match_number].append(table)
    return {(games[0] if games[0].is_board else games[-1]).pk: games for games in played.values()}


StoredTables = dict[int, tuple[int, Table]]
"""Of tables that were read, each with its pad_revision before that."""
ReadTables = dict[int, tuple[Table, tuple[object, ...], TableRecord]]
"""What the formats read of these, each with what else that was made of."""


def _stage_tables(stage: Stage, entries: Iterable[StageEntry], known: StoredTables) -> list[Table]:
    """With their seats, at which sit the entrants that have been read once. Those `known` that are as new stay, and
    those that play on: of their figures nobody asks.
    """
    revisions = dict(revisions_in(stage.pk))
    newer = [pk for pk, revision in revisions.items() if pk not in known or known[pk][0] != revision]
    sitting: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for pk, *who in seatings_at([pk for pk in newer if pk in known and known[pk][1].status == Table.Status.PLAYING]):
        sitting[pk].append(tuple(who))
    changed, found = [], {}
    for table in Table.objects.filter(pk__in=newer):
        before = known.get(table.pk, (0, table))[1]
        if before is table or not _plays_on(before, table, sitting[table.pk]):
            changed.append(before := table)
        found[table.pk] = revisions[table.pk], before
    prefetch_related_objects(changed, Prefetch("seats", Seat.objects.select_related("substitute")))
    entrants = {entry.entrant_id: entry.entrant for entry in entries} if changed else {}
    seats = [seat for table in changed for seat in table.seats.all()]
    if any(table.is_board for table in changed):  # at which sit the members of the teams
        members = Entrant.objects.filter(pk__in={seat.entrant_id for seat in seats})
        entrants |= {entrant.pk: entrant for entrant in members.select_related("player", "substitute")}
    for seat in seats:
        seat.entrant = entrants[seat.entrant_id]
    known.update(found)
    return [known[pk][1] for pk in revisions]


FIGURES = ("revision", "pad_revision", "deal_count", "last_deal_at")


def _plays_on(before: Table, table: Table, sitting: list[tuple[int, ...]]) -> bool:
    if not before.status == table.status == Table.Status.PLAYING:
        return False
    same = all(before.stored[name] == value for name, value in table.stored.items() if name not in FIGURES)
    return same and sitting == [(seat.entrant_id, seat.substitute_id) for seat in before.seats.all()]


@dataclass(frozen=True)
class _RecordReader:
    plan: StagePlan
    entries: list[StageEntry]
    rounds: list[Round]
    tables: dict[int, list[Table]]
    rulings: Mapping[int, list[Ruling]]
    games: Mapping[int, list[Table]]
    results: ResultReader
    before: ReadTables

    def group(self, stage: Stage, number: int, decisions: Sequence[Decision], *, playing_off: bool) -> StageRecord:
        entries = [entry for entry in self.entries if entry.group == number]
        people = {entry.entrant_id: entry.entrant for entry in entries}
        ids, members = tuple(people), set(people)
        gone = frozenset(who for who, entrant in people.items() if entrant.status != Entrant.Status.ACTIVE)
        results = {entry.entrant_id: entry.results for entry in entries} if gone else {}
        drawn = [self._round(round_, entries, members) for round_ in self.rounds]
        while drawn and not (drawn[-1][0].tables or drawn[-1][0].byes):
            drawn.pop()
        return StageRecord(
            entrants=ids,
            rounds=tuple(record for record, _, _ in drawn),
            matches=tuple(matches for _, matches, _ in drawn),
            floats=tuple(floats for _, _, floats in drawn),
            withdrawn=gone,
            avoid=apart(stage.event, members),
            teams=teams_among(people.values()),
            seed=stage.seed + number - 1,
            expelled=frozenset(who for who in gone if people[who].status == Entrant.Status.EXPELLED),
            decisions=tuple(
                decision.places
                for decision in decisions
                if decision.how != "lots" and members.issuperset(decision.places)
            ),
            shared=sharing(decisions, members),
            closed=stage.status == Stage.Status.FINISHED or stage.event.status == Event.Status.FINISHED,
            playing_off=playing_off,
            late=frozenset(entry.entrant_id for entry in entries if entry.from_round > 1),
            kept=frozenset(who for who in gone if results[who] == StageEntry.Results.KEPT),
            annulled=frozenset(who for who in gone if results[who] == StageEntry.Results.ANNULLED),
            drawn_as={who: first for who, entrant in people.items() if (first := entrant.first_id)},
            handicaps={entry.entrant_id: given.points for entry in entries if (given := entry.starts_with)},
        )

    def play_off(self, round_: Round) -> Decision | None:
        """The places at its tables, once all have a result; who did not come share the last."""
        absent = _absent(round_)
        tables = [self._table(table, absent.get(table.number, ()), round_.seating) for table in self.tables[round_.pk]]
        if any(table.kind in ("open", "double-forfeit") for table in tables) or round_.published_at is None:
            return None
        places: dict[Id, int] = {}
        for table in tables:
            places |= {seat.id: seat.place or 1 for seat in table.present}
            places |= dict.fromkeys(table.forfeited, len(table.present) + 1)
        return Decision("play-off", round_.published_at, places)

    def _round(
        self, round_: Round, entries: list[StageEntry], members: set[Id]
    ) -> tuple[RoundRecord, tuple[int, ...], tuple[Id, ...] | None]:
        seating: RoundSeating = round_.seating
        absent = _absent(round_)
        read = [
            (self._table(table, absent.get(table.number, ()), seating), table.match or 0)
            for table in self.tables[round_.pk]
        ]
        tables = [pair for pair in read if pair[0].seats[0].id in members]
        byes = [ByeRecord(who, self.plan.bye_points) for who in seating.byes if who in members]
        requested = requested_byes(self.plan, seating)
        byes += [ByeRecord(who, points, requested=True) for who, points in requested.items() if who in members]
        late = [entry for entry in entries if entry.from_round > round_.number]
        if late and (tables or byes):
            here = {who for table, _ in tables for who in table.ids} | {bye.id for bye in byes}
            byes += [
                ByeRecord(entry.entrant_id, entry.late_points, requested=True)
                for entry in late
                if entry.entrant_id not in here
            ]
        matches = tuple(match for _, match in tables) if self.plan.form.bracket else ()
        return (
            RoundRecord(tuple(table for table, _ in tables), tuple(byes)),
            matches,
            None if seating.floats is None else tuple(who for who in seating.floats if who in members),
        )

    def _table(self, table: Table, absent: Iterable[int], seating: RoundSeating) -> TableRecord:
        """The record of the table, or of the match of which it is the newest game or the first board."""
        if table.games == 1:
            return self._game(table, absent)
        games = self.games.get(table.pk, [table])
        records = [self._game(game, () if game.is_board else absent) for game in games]
        return self.results.match(games, records, self.rulings, seating)

    def _game(self, table: Table, absent: Iterable[int]) -> TableRecord:
        """The table's own record; the one made before, where nothing of it has changed."""
        rulings = self.rulings.get(table.pk, ())
        premises = self.results.counts(table), absent, [ruling.pk for ruling in rulings]
        earlier = self.before.get(table.pk)
        if earlier is None or earlier[0] is not table or earlier[1] != premises:
            earlier = self.before[table.pk] = table, premises, self.results.record(table, absent, rulings)
        return earlier[2]


def _absent(round_: Round) -> dict[int, tuple[int, ...]]:
    """By number of the table, who was drawn for it and never came."""
    return {table.number: table.forfeited for table in round_.seating.tables}


def requested_byes(plan: StagePlan, seating: RoundSeating) -> dict[Id, Points]:
    """Who rests in a round on request, and the points of that."""
    options = plan.options
    return {who: options.points.requested_points(worth, options.seats) for who, worth in seating.requested.items()}


def teams_among(entrants: Iterable[Entrant]) -> frozenset[frozenset[Id]]:
    """Those of whom two or more are there."""
    members: dict[int, set[Id]] = defaultdict(set)
    for entrant in entrants:
        if entrant.team_id is not None:
            members[entrant.team_id].add(entrant.pk)
    return frozenset(frozenset(team) for team in members.values() if len(team) > 1)


def apart(event: Event, members: set[Id]) -> frozenset[frozenset[Id]]:
    """Pairs who are never drawn together; where teams are drawn, those of whom members are to be kept apart."""
    groups, pairs = event.keep_apart, set[frozenset[Id]]()
    people = event.entrants.exclude(team__side=None) if groups and event.has_teams else Entrant.objects.none()
    sides = dict(people.values_list("pk", "team__side"))
    for group in groups:
        drawn = members.intersection(sides.get(who, who) for who in group)
        pairs.update(map(frozenset, combinations(drawn, 2)))
    return frozenset(pairs)
