"""A stage of an event file as the formats read it: its draws made again, its places and tie-breaks computed anew."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tournaments.formats.drawing import exact_json, read_exact
from tournaments.formats.graph import StageEnd, comes_by, final_order, knocked_out_places, sources_at, stage_places
from tournaments.formats.plan import StagePlan, read_plan
from tournaments.formats.record import ByeRecord, Id, RoundRecord, StageRecord, TableRecord
from tournaments.formats.repechage import beaten
from tournaments.formats.seeds import commitment
from tournaments.formats.sources import StageSource
from tournaments.formats.stages import Places, places_of, stage_standings
from tournaments.formats.standings.ranking import Row, by_lot, first_of_each
from tournaments.proofs.games import check_seats, check_terms, first_games, further_games, with_line_ups
from tournaments.proofs.tables import Difference, Json, ScoredTable, games_record, has_result, scored

SETTLED_BY = {"order": "decided", "lots": "lots", "first-lots": "first-lots", "shared": "shared"}
Settled = tuple[str, str, Mapping[Id, int]]
"""When, how, and the places of those who were level."""


@dataclass(frozen=True)
class ReadStage:
    """A stage whose tables are scored; entrants are called by their seeds."""

    raw: Json
    game: str
    game_rules: Json
    plan: StagePlan
    tables: Mapping[int, ScoredTable]  # by number in the file
    games: Mapping[int, list[int]]  # of a match by its first, which alone stands in ``raw``; a table alone by itself
    rulings: Mapping[int, list[Json]]  # by table
    groups: Sequence[StageRecord]
    settled: Sequence[Settled]

    @property
    def name(self) -> str:
        """As differences call it."""
        return f"stage {self.raw['number']}"

    @cached_property
    def homes(self) -> dict[Id, int]:
        """The group of each entrant."""
        return {entry["seed"]: entry["group"] for entry in self.raw["entrants"]}

    @cached_property
    def lots(self) -> dict[Id, Id]:
        """By which number everybody's lot is drawn."""
        return {entry["seed"]: int(entry["lot"]) for entry in self.raw["entrants"]}

    def played(self, table: int) -> list[tuple[ScoredTable, Sequence[Json]]]:
        """All games of the match that begins with this table, each with its rulings."""
        return [(self.tables[number], self.rulings.get(number, ())) for number in self.games[table]]

    @property
    def scheduled(self) -> bool:
        """Whether everybody meets everybody."""
        return self.plan.form.scheduled


def read_stage(raw: Json, *, game: str, rules: Json, over: bool) -> ReadStage:
    """``over``: the event is. Raises Difference."""
    plan = read_plan(raw["format"], raw["options"])
    seed = None if raw["seed"] is None else int(raw["seed"])
    if seed is not None and (str(seed) != raw["seed"] or commitment(seed) != raw["commitment"]):
        raise Difference(f"stage {raw['number']}: commitment", raw["commitment"], commitment(seed))
    if (seed is not None) is not raw["over"] or (over and not raw["over"]):
        raise Difference(f"stage {raw['number']}: over", raw["over"])
    raw = with_line_ups(raw, plan)
    all_tables = [table for round_ in raw["rounds"] for table in round_["tables"]]
    tables = {table["table"]: scored(table, game=game, rules=rules) for table in all_tables}
    rulings: dict[int, list[Json]] = defaultdict(list)
    for ruling in raw["rulings"]:
        if ruling["table"] is not None:
            rulings[ruling["table"]].append(ruling)
    if unknown := rulings.keys() - tables.keys():
        raise Difference(f"stage {raw['number']}: ruling on table {min(unknown)}")
    games = further_games(raw)
    raw = first_games(raw)
    matches = {
        first: [(tables[number], rulings.get(number, ())) for number in numbers] for first, numbers in games.items()
    }
    for played in matches.values():
        check_seats(played)
        check_terms(played, plan, game=game, rules=rules)
    records = {first: games_record(played, bracket=plan.form.bracket is not None) for first, played in matches.items()}
    settled = _settled(raw, tables, rulings, records)
    open_play_off = any(
        not has_result(tables[table["table"]], rulings.get(table["table"], ()))
        for round_ in raw["rounds"]
        if round_["play_off"]
        for table in round_["tables"]
    )
    reader = _GroupReader(raw, plan, records, settled, seed or 0, playing_off=open_play_off)
    groups = [reader.group(number) for number in range(1, plan.groups + 1)]
    if plan.form.bracket:
        once = {first: games_record(played, bracket=True, forfeits_first=True) for first, played in matches.items()}
        if once != records:
            groups = _as_placed(raw, plan, groups, [replace(reader, records=once).group(1)])
    return ReadStage(raw, game, rules, plan, tables, games, rulings, groups, settled)


def _as_placed(raw: Json, plan: StagePlan, groups: list[StageRecord], once: list[StageRecord]) -> list[StageRecord]:
    """As it was ``once`` read where the file's places are by that: so files of then prove themselves too."""
    claims = sorted((claim["place"], claim["entrant"]) for claim in raw["places"][0])
    return once if sorted(plan.form.places(once[0], plan.options)) == claims else groups


def _settled(
    raw: Json, tables: Mapping[int, ScoredTable], rulings: Mapping[int, list[Json]], records: Mapping[int, TableRecord]
) -> list[Settled]:
    """What told some apart who were level, the newest last; what was taken back left out, and who is no longer here."""
    found: list[Settled] = []
    for ruling in raw["rulings"]:
        if ruling["kind"] in SETTLED_BY:
            how = SETTLED_BY[ruling["kind"]]
            places = {who: 1 if how == "shared" else place for place, who in enumerate(ruling["value"], start=1)}
            found.append((ruling["at"], how, places))
        elif ruling["kind"] == "lifted" and ruling["table"] is None:
            found.remove(next(one for one in reversed(found) if one[2].keys() == {*ruling["value"]}))
    for round_ in raw["rounds"]:
        if round_["play_off"] and (places := _played_off([records[table["table"]] for table in round_["tables"]])):
            found.append((round_["published_at"], "play-off", places))
    return sorted((one for one in found if len(one[2]) > 1), key=lambda one: one[0])


def _played_off(tables: Sequence[TableRecord]) -> dict[Id, int]:
    if any(table.kind in ("open", "double-forfeit") for table in tables):
        return {}
    places: dict[Id, int] = {}
    for table in tables:
        places |= {seat.id: seat.place or 1 for seat in table.present}
        places |= dict.fromkeys(table.forfeited, len(table.present) + 1)
    return places


@dataclass(frozen=True)
class _GroupReader:
    raw: Json
    plan: StagePlan
    records: Mapping[int, TableRecord]
    settled: Sequence[Settled]
    seed: int
    playing_off: bool

    def group(self, number: int) -> StageRecord:
        entries = [entry for entry in self.raw["entrants"] if entry["group"] == number]
        members = {entry["seed"] for entry in entries}
        gone = frozenset(entry["seed"] for entry in entries if entry["status"] != "active")
        results = {entry["seed"]: entry["results"] for entry in entries}
        counted = [round_ for round_ in self.raw["rounds"] if not round_["play_off"]]
        drawn = [self._round(round_, entries, members) for round_ in counted]
        while drawn and not (drawn[-1][0].tables or drawn[-1][0].byes):
            drawn.pop()
        return StageRecord(
            entrants=tuple(entry["seed"] for entry in entries),
            rounds=tuple(record for record, _, _ in drawn),
            matches=tuple(matches for _, matches, _ in drawn),
            floats=tuple(floats for _, _, floats in drawn),
            withdrawn=gone,
            seed=self.seed + number - 1,
            expelled=frozenset(entry["seed"] for entry in entries if entry["status"] == "expelled"),
            decisions=tuple(places for _, how, places in self.settled if how != "lots" and members.issuperset(places)),
            shared=self._shared(members),
            closed=self.raw["over"],
            playing_off=self.playing_off,
            late=frozenset(entry["seed"] for entry in entries if entry["from_round"] > 1),
            kept=frozenset(who for who in gone if results[who] == "kept"),
            annulled=frozenset(who for who in gone if results[who] == "annulled"),
            drawn_as={entry["seed"]: int(entry["lot"]) for entry in entries},
            handicaps={
                entry["seed"]: read_exact(entry["handicap"]["points"]) for entry in entries if "handicap" in entry
            },
        )

    def _shared(self, members: set[Id]) -> frozenset[frozenset[Id]]:
        shared = set()
        for number, (_, how, places) in enumerate(self.settled, start=1):
            if how == "shared" and members.issuperset(places):
                newer = [later.keys() for _, by, later in self.settled[number:] if by != "lots"]
                if not any(ids >= places.keys() for ids in newer):
                    shared.add(frozenset(places))
        return frozenset(shared)

    def _round(
        self, round_: Json, entries: Sequence[Json], members: set[Id]
    ) -> tuple[RoundRecord, tuple[int, ...], tuple[Id, ...] | None]:
        options = self.plan.options
        read = [(self.records[table["table"]], table["match"] or 0) for table in round_["tables"]]
        tables = [pair for pair in read if pair[0].seats[0].id in members]
        byes = [ByeRecord(who, self.plan.bye_points) for who in round_["byes"] if who in members]
        byes += [
            ByeRecord(asked["entrant"], options.points.requested_points(asked["worth"], options.seats), requested=True)
            for asked in round_["requested"]
            if asked["entrant"] in members
        ]
        if tables or byes:
            here = {who for table, _ in tables for who in table.ids} | {bye.id for bye in byes}
            byes += [
                ByeRecord(entry["seed"], read_exact(entry["late_points"]), requested=True)
                for entry in entries
                if entry["from_round"] > round_["number"] and entry["seed"] not in here
            ]
        matches = tuple(match for _, match in tables) if self.plan.form.bracket else ()
        floats = None if round_["floats"] is None else tuple(who for who in round_["floats"] if who in members)
        return RoundRecord(tuple(table for table, _ in tables), tuple(byes)), matches, floats


# Places


def check_places(stage: ReadStage, checked: Counter[str], unchecked: Counter[str]) -> list[Places]:
    """By group, as they follow. Raises Difference."""
    places = []
    if len(stage.raw["places"]) != len(stage.groups):
        raise Difference(f"{stage.name}: groups", len(stage.raw["places"]), len(stage.groups))
    for number, (group, claims) in enumerate(zip(stage.groups, stage.raw["places"], strict=True), start=1):
        where = f"{stage.name}, group {number}"
        rows: Sequence[Row] = ()
        if stage.plan.form.standings:
            rows = stage_standings(group, stage.plan.options, scheduled=stage.scheduled)
            found = places_of(rows)
        else:
            found = stage.plan.form.places(group, stage.plan.options)
        lots = by_lot(rows) if stage.raw["seed"] is None else set[Id]()
        unchecked["lot-before-the-end"] += len(lots)
        _compare_places(where, claims, found, but=lots)
        first = first_of_each(rows)
        for claim in claims:
            row = next((row for row in rows if row.id == claim["entrant"]), None)
            if row is not None and row.id not in lots:
                secret = {"lots"} if stage.raw["seed"] is None else set[str]()
                _compare_row(f"{where}, entrant {row.id}", claim, row, first[row.rank], checked, but={"score"} | secret)
            elif row is None and claim.keys() != {"entrant", "place"}:
                raise Difference(f"{where}, entrant {claim['entrant']}: figures")
        checked["places"] += len(claims) - len(lots)
        places.append(tuple((claim["place"], claim["entrant"]) for claim in claims) if lots else found)
    return places


def _compare_places(where: str, claims: Sequence[Json], found: Places, *, but: set[Id]) -> None:
    follows = {who: place for place, who in found}
    order = [(claim["place"], claim["entrant"]) for claim in claims]
    if sorted(who for _, who in order) != sorted(follows):
        raise Difference(f"{where}: entrants", [who for _, who in order], list(follows))
    if order != sorted(order):
        raise Difference(f"{where}: order of the places", order)
    for claim in claims:
        who = claim["entrant"]
        if who not in but and claim["place"] != follows[who]:
            raise Difference(f"{where}, entrant {who}: place", claim["place"], follows[who])


def figures_json(row: Row, first: Mapping[int | None, Row], plan: StagePlan) -> Json:
    """As a file holds them; ``first``: of those who share each place."""
    return {
        "points": exact_json(row.points),
        "decided_by": first[row.rank].decided_by,
        "tie_breaks": {
            key: None if row.figures[key].value is None else exact_json(row.figures[key].value or 0)
            for key in plan.options.chain
            if key != "score" and key in row.figures
        },
    }


def _compare_row(where: str, claim: Json, row: Row, first: Row, checked: Counter[str], *, but: set[str]) -> None:
    """``first``: of those who share the place."""
    if claim["points"] != exact_json(row.points):
        raise Difference(f"{where}: points", claim["points"], exact_json(row.points))
    figures = {
        key: None if figure.value is None else exact_json(figure.value)
        for key, figure in row.figures.items()
        if key not in but
    }
    claims = {key: value for key, value in claim["tie_breaks"].items() if key not in but or key == "score"}
    if claims != figures:
        raise Difference(f"{where}: tie-breaks", claims, figures)
    if claim["decided_by"] != first.decided_by:
        raise Difference(f"{where}: decided by", claim["decided_by"], first.decided_by)
    checked["tie_breaks"] += len(figures)


def check_sources(
    stages: Sequence[tuple[ReadStage, Sequence[Places]]], checked: Counter[str], unchecked: Counter[str]
) -> None:
    """Who has come into each stage, as its plan says; or otherwise, as a director may let them. Nobody is in two stages
    of which neither follows the other. Raises Difference.
    """
    ends = {stage.raw["number"]: (stage_end(stage, groups), stage) for stage, groups in stages}
    followed: dict[int, set[int]] = {}
    for end, stage in ends.values():
        numbers = {source.stage or 0 for source in end.sources}
        if not numbers <= {*range(1, end.number)}:
            raise Difference(f"{stage.name}: sources", sorted(numbers))
        # One that was passed over is not in the file: nobody came from it, and what it follows is not told.
        followed[end.number] = numbers.union(*(followed.get(number, range(1, number)) for number in numbers))
        _check_apart(end, [other for other, _ in ends.values() if other.number not in followed[end.number]])
        for _, who in end.places if end.sources else ():
            came = any(_comes(source, *ends[source.stage], who) for source in end.sources if source.stage in ends)
            (checked if came else unchecked)["sources" if came else "came-otherwise"] += 1


def _check_apart(end: StageEnd, others: Sequence[StageEnd]) -> None:
    """``others``: the stages that this one does not follow; a later one looks back at it by itself."""
    people = {who for _, who in end.places}
    for other in others:
        both = sorted(people.intersection(who for _, who in other.places))
        if other.number < end.number and both:
            raise Difference(f"stage {end.number}: in stage {other.number} too", both)


def _comes(source: StageSource, end: StageEnd, stage: ReadStage, who: int) -> bool:
    entries = sorted(stage.raw["entrants"], key=lambda entry: entry["seed"])
    if source.lost_to is not None:
        lost = beaten(source, stage.plan, stage.groups[0])
        return any(entry["person"] == who and entry["seed"] in lost for entry in entries)
    groups = {entry["person"]: entry["group"] for entry in entries}
    mates = [person for person, group in groups.items() if group == groups.get(who)]
    return comes_by(source, end, stage.plan, who, mates)


def final_places(stages: Sequence[tuple[ReadStage, Sequence[Places]]]) -> list[tuple[int | None, int]]:
    """(place, person) over all stages: who came further stands higher, the expelled and annulled without a place."""
    played = any(places for _, groups in stages for places in groups)
    ends = [stage_end(stage, groups) for stage, groups in stages]
    return [(ended.place if played else None, ended.id) for ended in final_order(ends)]


def stage_end(stage: ReadStage, groups: Sequence[Places]) -> StageEnd:
    """How it stands, by person."""
    people = {entry["seed"]: entry["person"] for entry in stage.raw["entrants"]}
    unplaced = {who for group in stage.groups for who in group.expelled | group.annulled}
    gone = frozenset(who for group in stage.groups for who in group.withdrawn)
    return StageEnd(
        number=stage.raw["number"],
        sources=sources_at(stage.plan, stage.raw["number"]),
        places=tuple((place, people[who]) for place, who in stage_places(stage.plan, groups, list(people), gone)),
        unplaced=frozenset(people[who] for who in unplaced),
        out=knocked_out_places(stage.plan, len(people)),
    )
