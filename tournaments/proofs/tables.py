"""The tables of an event file scored anew, by the rules alone, and what counts of each in its stage."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.deals import Deal
from scoring.errors import ScoringError
from scoring.games import GAMES
from scoring.result import RecordedTable, TableResult
from tournaments.formats.drawing import read_exact
from tournaments.formats.record import SeatRecord, TableRecord

Json = Mapping[str, Any]
ENDED = ("finished", "closed")


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
    def was_corrected(self) -> bool:
        """Whether any deal has more than one version."""
        return any(len(deal["versions"]) > 1 for deal in self.raw["deals"])


def scored(raw: Json, *, game: str, rules: Json) -> ScoredTable:
    """Every seat by the rules. Raises Difference where the file says otherwise, or a deal is against the rules."""
    where = f"table {raw['table']}"
    if raw["status"] not in ("playing", "adjourned", *ENDED):
        raise Difference(f"{where}: status", raw["status"])
    if type(raw["counts"]) is not bool or (raw["counts"] and raw["status"] not in ENDED):
        raise Difference(f"{where}: a result that counts", raw["counts"])
    deals = _newest(raw["deals"], where)
    standing = max((number for number, deal in enumerate(deals, start=1) if deal is not None), default=0)
    value, seats = GAMES[game], len(raw["seats"])
    try:
        read = value.read_deals(deals[:standing], seats=seats)
        table = RecordedTable(seats, raw["first_dealer"], rules, read, closed=raw["status"] == "closed")
        result = value.score(table)
    except ScoringError as error:
        raise Difference(f"{where}: the rules", None, error.as_dict()) from error
    live = [deal for deal in read if deal is not None]
    rows = [_seat(seat, index, result, live, where) for index, seat in enumerate(raw["seats"])]
    if raw["status"] == "finished" and live and not (result.finished or value.is_open(value.check_rules(rules))):
        raise Difference(f"{where}: status", "finished", "not over")
    return ScoredTable(raw, tuple(rows), len(live))


def _newest(deals: Sequence[Json], where: str) -> list[Any]:
    newest: dict[int, Any] = {}
    for deal in deals:
        if deal["number"] in newest or not deal["versions"]:
            raise Difference(f"{where}: deal {deal['number']}")
        newest[deal["number"]] = deal["versions"][-1]["deal"]
        if not all(version["deal"] is None or isinstance(version["deal"], dict) for version in deal["versions"]):
            raise Difference(f"{where}: deal {deal['number']}")
    if list(newest) != sorted(newest) or any(type(number) is not int or number < 1 for number in newest):
        raise Difference(f"{where}: numbers of deals", list(newest))
    return [newest.get(number) for number in range(1, max(newest, default=0) + 1)]


def _seat(raw: Json, index: int, result: TableResult, live: Sequence[Deal], where: str) -> ScoredSeat:
    seat = result.seats[index]
    claims = (read_exact(raw["score"]), raw["place"])
    follows = (Fraction(seat.score), seat.place) if live else (Fraction(0), 1)
    if claims != follows:
        raise Difference(f"{where}, seat {index + 1}: score and place", _shown(claims), _shown(follows))
    decided = sum(deal.playoff_of is None for deal in live) - (result.playoff_of is not None)
    made, exact = (seat.sheet.made, seat.sheet.exact) if seat.sheet else (decided, 0)
    nets = [getattr(deal, "net", None) for deal in result.deals if deal is not None]
    gains = [net for net in nets if net is not None]
    net = sum(gain.get(index, 0) for gain in gains) if gains and len(gains) == len(nets) else None
    if not live:
        made, net = 0, None
    return ScoredSeat(raw["entrant"], raw["substitute"], follows[0], follows[1], made, exact, net)


def _shown(pair: tuple[Fraction, int]) -> list[str | int]:
    return [str(pair[0]), pair[1]]


def newest_ruling(rulings: Sequence[Json]) -> Json | None:
    """The ruling on a table's places that counts."""
    return next((ruling for ruling in reversed(rulings) if ruling["kind"] != "advanced"), None)


def has_result(table: ScoredTable, rulings: Sequence[Json]) -> bool:
    """By its deals, or by the director's word."""
    ruling = newest_ruling(rulings)
    if ruling and ruling["kind"] == "decision":
        return True
    forfeits = len(ruling["value"]) if ruling and ruling["kind"] == "forfeit" else 0
    return table.counts or forfeits >= len(table.seats) - 1


def table_record(table: ScoredTable, rulings: Sequence[Json], *, bracket: bool) -> TableRecord:
    """What counts of the table in its stage."""
    ruling = newest_ruling(rulings)
    order = next((ruled["value"] for ruled in reversed(rulings) if ruled["kind"] == "advanced"), None)
    places: list[int | None]
    if bracket and order:
        places = [order.index(seat.entrant) + 1 for seat in table.seats]
    elif ruling and ruling["kind"] == "decision":
        places = [ruling["value"][index] for index in range(len(table.seats))]
    else:
        places = [seat.place if table.counts else None for seat in table.seats]
    forfeits = set(ruling["value"]) if ruling and ruling["kind"] == "forfeit" else set()
    sitting = tuple(
        SeatRecord(seat.entrant, place, seat.score, exact=seat.exact, made=seat.made, net=seat.net)
        for seat, place in zip(table.seats, places, strict=True)
    )
    absent = tuple(SeatRecord(who) for who in table.raw["absent"])
    gone = {seat.entrant for index, seat in enumerate(table.seats) if index in forfeits}
    return TableRecord((*sitting, *absent), frozenset(gone | {seat.id for seat in absent}))
