"""The draws of a stage of an event file made again, from what the file knows they rested on."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from scoring.games import GAMES
from tournaments.formats.drawing import OPTIONAL, answer_request, group_json, read_request, table_json
from tournaments.formats.plan import floats
from tournaments.formats.record import Id, NoValidPairing, StageRecord
from tournaments.formats.seating import NotEnoughPeople, seat_at_random, table_sizes
from tournaments.formats.seeds import round_seed
from tournaments.formats.standings.ledger import drawn_lots
from tournaments.proofs.alone import LibraryMissing
from tournaments.proofs.stages import ReadStage
from tournaments.proofs.tables import Difference, Json, ScoredTable, earlier_records, games_record, is_board

CHANGED_LATER = ("rounds", "chain", "games", "decided", "last_games")


def check_draws(stage: ReadStage, checked: Counter[str], unchecked: Counter[str]) -> None:
    """Every round, play-off and lot of the stage. Raises Difference."""
    earlier: list[Json] = []
    numbers = [round_["number"] for round_ in stage.raw["rounds"]]
    if numbers != sorted(set(numbers)):
        raise Difference(f"{stage.name}: order of the rounds", numbers)
    for round_ in stage.raw["rounds"]:
        where = f"{stage.name}, round {round_['number']}"
        _check_people(stage, round_, where)
        if round_["play_off"]:
            _check_play_off(stage, round_, where, checked, unchecked)
            continue
        if round_["draw"] is None:
            unchecked["draw-not-kept"] += 1
        else:
            _Draw(stage, round_, earlier, where).check(checked, unchecked)
        earlier.append(round_)
    _check_lots(stage, checked, unchecked)


def _check_people(stage: ReadStage, round_: Json, where: str) -> None:
    """Everybody in a round is an entrant, and in it once; the tables stand in the order in which they were opened."""
    tables = [table["table"] for table in round_["tables"]]
    if tables != sorted(tables):
        raise Difference(f"{where}: order of the tables", tables)
    seated = [who for table in round_["tables"] for who in _people(table)]
    people = [*seated, *round_["byes"], *(asked["entrant"] for asked in round_["requested"])]
    if len(set(people)) < len(people) or not stage.homes.keys() >= set(people):
        raise Difference(f"{where}: entrants", sorted(people))
    if round_["draw"] is not None and round_["play_off"]:
        raise Difference(f"{where}: draw of a play-off")


def _people(table: Json) -> list[Id]:
    return [*(seat["entrant"] for seat in table["seats"]), *table["absent"]]


def _plan(raw: Json) -> dict[str, Any]:
    """Without what may be changed while a stage runs."""
    options = {name: value for name, value in raw["options"].items() if name not in CHANGED_LATER}
    return {"format": raw["format"], "options": options}


def _seated(known: Json) -> list[list[Id]]:
    return sorted(sorted(table["seats"]) for table in known["tables"])


def _as_claimed(claim: Json, table: Json) -> Json:
    """The table with its games won only where the claim names them: draws of earlier programs do not."""
    return {name: value for name, value in table.items() if name != "wins" or name in claim}


def _counted(board: ScoredTable, provisional: Mapping[int, str]) -> ScoredTable:
    """As the draw was told to count it, where it had no result."""
    how = provisional.get(board.raw["table"])
    return replace(board, raw={**board.raw, "counted": how}) if how else board


class _Draw:
    def __init__(self, stage: ReadStage, round_: Json, earlier: Sequence[Json], where: str) -> None:
        self.stage, self.round, self.earlier, self.where = stage, round_, earlier, where
        self.request: Json = round_["draw"]["request"]
        self.bracket = stage.plan.form.bracket is not None
        self.as_now = True  # nothing that the draw rested on was corrected or ruled on since

    def check(self, checked: Counter[str], unchecked: Counter[str]) -> None:
        claims = self.round["draw"]["answer"]
        self._check_request()
        try:
            answer = answer_request(self.request)
        except LibraryMissing:
            unchecked["draw-without-library"] += 1
            answer = claims
        except NoValidPairing as error:
            raise Difference(f"{self.where}: draw", claims, error.as_dict()) from error
        else:
            checked["draws"] += 1
        if answer != claims:
            raise Difference(f"{self.where}: draw", claims, answer)
        if self.round["edited"]:
            unchecked["draw-changed-by-hand"] += 1
        else:
            self._check_seats(answer or {})
            self._check_floats()

    def _check_request(self) -> None:
        raw = self.stage.raw
        claims, plan = _plan(self.request), _plan(raw)
        if claims != plan:
            raise Difference(f"{self.where}: plan of the draw", claims, plan)
        numbers = []
        for group in self.request["groups"]:
            homes = {self.stage.homes.get(who) for who in group["entrants"]}
            number = homes.pop() if homes else None
            if number is None or homes:
                raise Difference(f"{self.where}: group of the draw", group["entrants"])
            numbers.append(number)
            self._check_group(group, number)
        follows = list(range(1, len(self.stage.groups) + 1))
        if numbers != (sorted(set(numbers)) if self.round["edited"] else follows):
            raise Difference(f"{self.where}: groups of the draw", numbers, follows)

    def _check_group(self, claims: Json, number: int) -> None:
        """What a group's draw rested on is what the file knows of the time before it. Who had left by then, who was
        kept apart, and who was of a team, stands here alone.
        """
        follows = group_json(self._before(self.stage.groups[number - 1], claims["entrants"]), number=int)
        where = f"{self.where}, group {number}: before the draw"
        if claims.keys() - OPTIONAL != follows.keys() - OPTIONAL:
            raise Difference(where, sorted(claims), sorted(follows))
        if (seed := self.stage.raw["seed"]) is not None:
            follows["seed"] = str(round_seed(int(seed) + number - 1, len(claims["rounds"]) + 1))
        checked = ["entrants", "late", "handicaps", *(["seed"] if seed is not None else [])]
        checked += [] if self.bracket else ["floats"]
        checked += [] if self.round["edited"] else ["resting"]
        for name in checked:
            if claims.get(name) != follows.get(name):
                raise Difference(f"{where}: {name}", claims.get(name), follows.get(name))
        named = chain(claims["withdrawn"], claims["kept"], *claims["avoid"], *claims.get("teams", []))
        if not self.stage.homes.keys() >= set(named):
            raise Difference(f"{where}: entrants", claims["entrants"])
        if self.bracket:
            self._check_bracket(claims, where)
            return
        if len(claims["rounds"]) != len(follows["rounds"]):
            raise Difference(f"{where}: rounds", len(claims["rounds"]), len(follows["rounds"]))
        for index, (known, now) in enumerate(zip(claims["rounds"], follows["rounds"], strict=True)):
            there = f"{where}: round {index + 1}"
            if known["byes"] != now["byes"]:
                raise Difference(f"{there}: byes", known["byes"], now["byes"])
            if _seated(known) != _seated(now):
                raise Difference(f"{there}: tables", _seated(known), _seated(now))
            tables = {frozenset(_people(table)): table for table in self.earlier[index]["tables"]}
            for claim in known["tables"]:
                self._check_table(claim, tables[frozenset(claim["seats"])], there)

    def _before(self, group: StageRecord, entrants: Sequence[Id]) -> StageRecord:
        """The group as it was before this round: without those who came later."""
        here = frozenset(entrants)
        rounds = [
            replace(record, byes=tuple(bye for bye in record.byes if bye.id in here))
            for record in group.rounds[: len(self.earlier)]
        ]
        while rounds and not (rounds[-1].tables or rounds[-1].byes):
            rounds.pop()
        late = {
            entry["seed"]
            for entry in self.stage.raw["entrants"]
            if entry["from_round"] >= self.round["number"] and entry["from_round"] > 1
        }
        asked = {bye["entrant"] for bye in self.round["requested"]}
        return replace(
            group,
            entrants=tuple(who for who in group.entrants if who in here or who not in late),
            rounds=tuple(rounds),
            matches=group.matches[: len(rounds)],
            floats=group.floats[: len(rounds)],
            late=group.late & here,
            resting=frozenset(who for who in group.entrants if who in asked),
        )

    def _check_bracket(self, claims: Json, where: str) -> None:
        """What was taken back since, and played by others, is not known any more."""
        tables = {(table["match"], frozenset(_people(table))): table for one in self.earlier for table in one["tables"]}
        for known, matches in zip(claims["rounds"], claims["matches"], strict=True):
            for claim, match in zip(known["tables"], matches, strict=True):
                if (table := tables.get((match, frozenset(claim["seats"])))) is not None:
                    self._check_table(claim, table, where)

    def _check_table(self, claim: Json, table: Json, where: str) -> None:
        """The draw knew a result that the table has, or once had: before a correction, or as its sheet stood."""
        number = table["table"]
        games = self.stage.played(number)
        now = _as_claimed(claim, table_json(games_record(games, bracket=self.bracket), number=int))
        if claim == now:
            return
        self.as_now = False
        is_open = not claim["forfeited"] and all(place is None for place in claim["places"])
        provisional = {one["table"]: one["counted"] for one in self.round["provisional"]}
        counted = next((provisional[one] for one in self.stage.games[number] if one in provisional), None)
        if (self.bracket and is_open) or (counted and table["absent"]):
            return
        if is_board(games[0][0].raw):
            games = [(_counted(board, provisional), rulings) for board, rulings in games]
        standing = counted == "standing"
        game, rules = self.stage.game, self.stage.game_rules
        for record in earlier_records(games, game=game, rules=rules, bracket=self.bracket, as_it_stands=standing):
            then = _as_claimed(claim, table_json(record, number=int))
            if claim == then or (counted == "shared" and claim == {**then, "places": [1] * len(then["places"])}):
                return
        nothing = {**now, "places": [1] * len(now["seats"]), "scores": [0] * len(now["seats"]), "forfeited": []}
        if counted is None or claim != nothing:
            raise Difference(f"{where}: table {number}", claim, now)

    def _check_seats(self, answer: Json) -> None:
        """Who was drawn for a table sits at it, unless it was taken back."""
        drawn = {frozenset(ids): ids for ids in answer["tables"]}
        for table in self.round["tables"]:
            seats = [seat["entrant"] for seat in table["seats"]]
            ids = drawn.pop(frozenset(_people(table)), None)
            if ids is None or seats != [who for who in ids if who not in table["absent"]]:
                raise Difference(f"{self.where}: table {table['table']}", seats, ids)
            match = answer["matches"][answer["tables"].index(ids)] if self.bracket else None
            if table["match"] != match:
                raise Difference(f"{self.where}: match of table {table['table']}", table["match"], match)
        if drawn and not self.bracket:
            raise Difference(f"{self.where}: drawn and not seated", None, sorted(map(sorted, drawn)))
        if sorted(self.round["byes"]) != sorted(answer["byes"]):
            raise Difference(f"{self.where}: byes", self.round["byes"], answer["byes"])

    def _check_floats(self) -> None:
        if not self.as_now or self.round["provisional"]:
            return
        plan, groups = read_request(self.request)
        tables = [[seat["entrant"] for seat in table["seats"]] for table in self.round["tables"]]
        found = floats(plan, groups, tables)
        follows = None if found is None else list(found)
        if self.round["floats"] != follows:
            raise Difference(f"{self.where}: floats", self.round["floats"], follows)


def _check_play_off(stage: ReadStage, round_: Json, where: str, checked: Counter[str], unchecked: Counter[str]) -> None:
    """Who is level is seated by lot."""
    if stage.raw["seed"] is None:
        unchecked["lot-before-the-end"] += 1
        return
    game = GAMES[stage.game]
    people = sorted((who for table in round_["tables"] for who in _people(table)), key=stage.lots.__getitem__)
    seed = round_seed(int(stage.raw["seed"]), round_["number"])
    try:
        sizes = table_sizes(len(people), smallest=game.min_seats, largest=game.max_seats, preferred=game.max_seats)
    except NotEnoughPeople as error:
        raise Difference(f"{where}: play-off", people) from error
    seated = seat_at_random(people, sizes, seed=seed)
    claims = [_people(table) for table in round_["tables"]]
    if [sorted(ids) for ids in claims] != [sorted(ids) for ids in seated]:
        raise Difference(f"{where}: play-off", claims, seated)
    for table, ids in zip(round_["tables"], seated, strict=True):
        seats = [seat["entrant"] for seat in table["seats"]]
        if seats != [who for who in ids if who not in table["absent"]]:
            raise Difference(f"{where}: seats of table {table['table']}", seats, ids)
    checked["draws"] += 1


def _check_lots(stage: ReadStage, checked: Counter[str], unchecked: Counter[str]) -> None:
    """Lots drawn by a ruling are those of the seed."""
    for ruling in stage.raw["rulings"]:
        if ruling["kind"] not in ("lots", "first-lots"):
            continue
        if stage.raw["seed"] is None:
            unchecked["lot-before-the-end"] += 1
            continue
        level = ruling["value"]
        group = next((group for group in stage.groups if {*level} <= {*group.entrants}), None)
        order = drawn_lots(level, seed=group.seed if group else int(stage.raw["seed"]), drawn_as=stage.lots)
        if order != level:
            raise Difference(f"{stage.name}: lots", level, order)
        checked["draws"] += 1
