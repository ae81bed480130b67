"""The tables of an event file scored anew, by the rules alone, and what counts of each in its stage."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from scoring.deals import Deal
from scoring.errors import ScoringError
from scoring.games import GAMES
from scoring.result import RecordedTable, TableResult
from tournaments.formats.boards import BOARDS, team_match
from tournaments.formats.drawing import read_exact
from tournaments.formats.matches import MatchRule, match_record
from tournaments.formats.record import Id, SeatRecord, TableRecord
from tournaments.formats.stages import as_moved_on

Json = Mapping[str, Any]
ENDED = ("finished", "closed")


def night_figures(whole: Json) -> dict[int, Fraction]:
    """What ranked whoever has a place at a club night, best first: with the handicap, where the night gives one; points
    where somebody has announced nothing and so has no average.
    """
    by_average = whole["event"]["by_average"]
    figures = {}
    for row in whole["standings"]:
        if row["place"] is not None:
            figure = row["points"] if row["average"] is None or not by_average else row["average"]
            figures[row["person"]] = read_exact(row.get("total", figure))
    return figures


class Difference(Exception):
    """What the file claims is not what follows: ``where``, what it ``claims``, and what ``follows``."""

    def __init__(self, where: str, claims: object = None, follows: object = None) -> None:
        super().__init__(where)
        self.where = where
        self.claims = claims
        self.follows = follows


@dataclass(frozen=True, slots=True)
class ScoredSeat:
    """As a row of the database keeps it; ``net`` None where a deal does not say what was paid."""

    entrant: int
    substitute: int | None
    score: Fraction
    place: int
    made: int
    exact: int
    net: int | None


@dataclass(frozen=True, slots=True)
class ScoredTable:
    """A table with what its deals give; ``deals`` is the number of those that stand."""

    raw: Json
    seats: tuple[ScoredSeat, ...]
    deals: int

    @property
    def counts(self) -> bool:
        """Whether the places of its deals are a result."""
        return bool(self.raw["counts"]) and self.deals > 0

    @property
    def times(self) -> set[str]:
        """When a version of a deal was recorded."""
        return {version["at"] for deal in self.raw["deals"] for version in deal["versions"]}


def scored(raw: Json, *, game: str, rules: Json) -> ScoredTable:
    """Every seat by the rules. Raises Difference where the file says otherwise, or a deal is against the rules."""
    where = f"table {raw['table']}"
    if raw["status"] not in ("playing", "adjourned", *ENDED):
        raise Difference(f"{where}: status", raw["status"])
    if type(raw["counts"]) is not bool or (raw["counts"] and raw["status"] not in ENDED):
        raise Difference(f"{where}: a result that counts", raw["counts"])
    payloads = _newest(raw["deals"], where)
    read, result = _result(raw, payloads, game=game, rules=rules, closed=raw["status"] == "closed")
    live = [deal for deal in read if deal is not None]
    rows = []
    for index, seat in enumerate(raw["seats"]):
        row = _seat(seat, index, result, live)
        claims = (read_exact(seat["score"]), seat["place"])
        if claims != (row.score, row.place):
            raise Difference(
                f"{where}, seat {index + 1}: score and place", _shown(*claims), _shown(row.score, row.place)
            )
        rows.append(row)
    value = GAMES[game]
    if raw["status"] == "finished" and live and not (result.finished or value.is_open(value.check_rules(rules))):
        raise Difference(f"{where}: status", "finished", "not over")
    return ScoredTable(raw, tuple(rows), len(live))


def _result(
    raw: Json, payloads: Sequence[Any], *, game: str, rules: Json, closed: bool
) -> tuple[tuple[Deal | None, ...], TableResult]:
    standing = max((number for number, deal in enumerate(payloads, start=1) if deal is not None), default=0)
    value, seats = GAMES[game], len(raw["seats"])
    try:
        read = value.read_deals(payloads[:standing], seats=seats)
        table = RecordedTable(seats, raw["first_dealer"], rules, read, closed=closed)
        return read, value.score(table)
    except ScoringError as error:
        raise Difference(f"table {raw['table']}: the rules", None, error.as_dict()) from error


def _newest(deals: Sequence[Json], where: str) -> list[Any]:
    numbers = [deal["number"] for deal in deals]
    if numbers != list(range(1, len(numbers) + 1)):
        raise Difference(f"{where}: numbers of deals", numbers)
    for deal in deals:
        payloads = [version["deal"] for version in deal["versions"]]
        if not payloads or not all(isinstance(payload, dict | None) for payload in payloads):
            raise Difference(f"{where}: versions of deal {deal['number']}")
    return [deal["versions"][-1]["deal"] for deal in deals]


def _seat(raw: Json, index: int, result: TableResult, live: Sequence[Deal]) -> ScoredSeat:
    if not live:
        return ScoredSeat(raw["entrant"], raw["substitute"], Fraction(0), 1, 0, 0, None)
    seat = result.seats[index]
    decided = sum(deal.playoff_of is None for deal in live) - (result.playoff_of is not None)
    made, exact = (seat.sheet.made, seat.sheet.exact) if seat.sheet else (decided, 0)
    nets = [getattr(deal, "net", None) for deal in result.deals if deal is not None]
    gains = [net for net in nets if net is not None]
    net = sum(gain.get(index, 0) for gain in gains) if gains and len(gains) == len(nets) else None
    return ScoredSeat(raw["entrant"], raw["substitute"], Fraction(seat.score), seat.place, made, exact, net)


def _shown(score: Fraction, place: int) -> list[str | int]:
    return [str(score), place]


def newest_ruling(rulings: Sequence[Json]) -> Json | None:
    """The ruling on a table's places that counts."""
    return next((ruling for ruling in reversed(rulings) if ruling["kind"] != "advanced"), None)


def ruling_on(raw: Json, rulings: Sequence[Json]) -> Json | None:
    """That which counts of the table alone: what is ruled on a match of teams says nothing of its board."""
    return newest_ruling([ruling for ruling in rulings if not (ruling["kind"] == "match" and is_board(raw))])


def has_result(table: ScoredTable, rulings: Sequence[Json]) -> bool:
    """By its deals, or by the director's word."""
    ruling = newest_ruling(rulings)
    if ruling and ruling["kind"] in ("decision", "match"):
        return True
    forfeits = len(ruling["value"]) if ruling and ruling["kind"] == "forfeit" else 0
    return table.counts or forfeits >= len(table.seats) - 1


def table_record(table: ScoredTable, rulings: Sequence[Json]) -> TableRecord:
    """What counts of the table alone; of a board that is ``counted`` provisionally by that."""
    ruling = ruling_on(table.raw, rulings)
    places: list[int | None]
    if ruling and (ruling["kind"] == "decision" or (ruling["kind"] == "match" and not is_game(table.raw))):
        places = [ruling["value"][index] for index in range(len(table.seats))]
    elif table.raw.get("counted") == "shared":
        places = [1] * len(table.seats)
    else:
        counts = table.counts or "counted" in table.raw
        places = [seat.place if counts else None for seat in table.seats]
    forfeits = set(ruling["value"]) if ruling and ruling["kind"] == "forfeit" else set()
    sitting = tuple(
        SeatRecord(seat.entrant, place, seat.score, exact=seat.exact, made=seat.made, net=seat.net)
        for seat, place in zip(table.seats, places, strict=True)
    )
    absent = tuple(SeatRecord(who) for who in table.raw["absent"])
    gone = {seat.entrant for index, seat in enumerate(table.seats) if index in forfeits}
    return TableRecord((*sitting, *absent), frozenset(gone | {seat.id for seat in absent}))


def is_game(raw: Json) -> bool:
    """Whether the table is one game of a match of several."""
    return bool(raw.get("games", 1) > 1)


def is_board(raw: Json) -> bool:
    """Whether the table is one of those over which two teams meet; who is in its seats are the teams."""
    return is_game(raw) and raw["decided"] == BOARDS


Games = Sequence[tuple[ScoredTable, Sequence[Json]]]
"""The tables of a match in their order, or a single one; each with its rulings."""


def games_record(
    games: Games, *, bracket: bool, as_it_stands: bool = False, forfeits_first: bool = False
) -> TableRecord:
    """What counts in the stage of a table alone, or of all games of a match together. ``forfeits_first``: as programs
    once read them, which let whoever forfeits come last even where they had moved on.
    """
    record = _games_record(games, bracket=bracket, as_it_stands=as_it_stands)
    if not (bracket and (order := _moved_on(games))):
        return record
    moved = as_moved_on(record, order)
    return replace(moved, forfeited=record.forfeited) if forfeits_first else moved


def _games_record(games: Games, *, bracket: bool, as_it_stands: bool) -> TableRecord:
    records = [table_record(table, rulings) for table, rulings in games]
    raw = games[0][0].raw
    if not is_game(raw):
        return records[0]
    if is_board(raw):
        return _team_record(games, records, bracket=bracket)
    extra = raw.get("extra_games", 0)
    rule = MatchRule(raw["games"] - extra, raw["decided"], extra)
    return match_record(records, rule, ruled=_ruled(games, bracket=bracket), as_it_stands=as_it_stands)


def _moved_on(games: Games) -> list[Id]:
    """The order in which these moved on, where the director let that stand after a correction."""
    words = sorted((ruling for _, rulings in games for ruling in rulings), key=lambda ruling: ruling["at"])
    return next((ruling["value"] for ruling in reversed(words) if ruling["kind"] == "advanced"), [])


def _team_record(games: Games, records: Sequence[TableRecord], *, bracket: bool) -> TableRecord:
    """A board for which one side alone had somebody has no table."""
    raw = games[0][0].raw
    boards = dict(enumerate(records, start=1))
    for side, count in raw["named"].items():
        for board in range(1, count + 1):
            boards.setdefault(board, TableRecord((SeatRecord(side),)))
    sides = [seat["entrant"] for seat in raw["seats"]]
    ruled = _ruled(games, bracket=bracket)
    return team_match(sides, boards, {side: side for side in sides}, number=raw["games"], bracket=bracket, ruled=ruled)


def _ruled(games: Games, *, bracket: bool) -> dict[Id, int] | None:
    """The places in the match by the director's word, the newest on any of its games."""
    if bracket and (order := _moved_on(games)):
        return {who: place for place, who in enumerate(order, start=1)}
    newest = [(table, ruling) for table, rulings in games if (ruling := newest_ruling(rulings))]
    decided = [(ruling["at"], table, ruling["value"]) for table, ruling in newest if ruling["kind"] == "match"]
    if not decided:
        return None
    _, table, value = max(decided, key=lambda one: one[0])
    return {seat.entrant: value[index] for index, seat in enumerate(table.seats)}


def earlier_records(
    games: Games, *, game: str, rules: Json, bracket: bool, as_it_stands: bool = False, since: str = ""
) -> Iterator[TableRecord]:
    """What counted of the table, or match, after each deal, correction and ruling from then on, if it counted then;
    in a bracket also with ``forfeits_first``.
    """
    times = {at for table, rulings in games for at in table.times | {ruling["at"] for ruling in rulings}}
    for at in sorted(at for at in times if at >= since):
        for closed in {False, any(table.raw["status"] == "closed" for table, _ in games)}:
            with suppress(Difference):  # not all of a step was recorded
                then = [
                    (
                        _as_of(table, at, game=game, rules=rules, closed=closed),
                        [ruling for ruling in rulings if ruling["at"] <= at],
                    )
                    for table, rulings in games
                ]
                for first in {False, bracket}:
                    yield games_record(then, bracket=bracket, as_it_stands=as_it_stands, forfeits_first=first)


def _as_of(table: ScoredTable, at: str, *, game: str, rules: Json, closed: bool) -> ScoredTable:
    payloads = [
        next((version["deal"] for version in reversed(deal["versions"]) if version["at"] <= at), None)
        for deal in table.raw["deals"]
    ]
    closed = closed and table.raw["status"] == "closed"
    read, result = _result(table.raw, payloads, game=game, rules=rules, closed=closed)
    live = [deal for deal in read if deal is not None]
    seats = tuple(_seat(seat, index, result, live) for index, seat in enumerate(table.raw["seats"]))
    return replace(table, raw={**table.raw, "counts": True}, seats=seats, deals=len(live))
