"""What an event file says that ratings rest on: who they are, and who came where at which table."""

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import NamedTuple

from tournaments.formats.ratings import Seat
from tournaments.proofs.canonical import canonical
from tournaments.proofs.tables import Json, ruling_on
from tournaments.proofs.verify import NoEventFile

NEVER = datetime.min.replace(tzinfo=UTC)
Identity = tuple[str, int]
"""The fingerprint of an installation, and the number by which it knows somebody."""


class KnownPerson(NamedTuple):
    """Somebody as a file has them. ``elsewhere``: how passports that they brought call them; ``federation_number``
    empty where there is none, or the reader may not see it. Who is not ``listed`` is named in no ranking.
    """

    identity: Identity
    name: str
    federation_number: str
    elsewhere: tuple[Identity, ...]
    listed: bool


@dataclass(frozen=True)
class ListedEvent:
    """``people`` by their numbers in the file, and ``tables`` with those numbers, in the order in which they ended.
    ``openings`` tell tables apart from all others, wherever they are claimed.
    """

    issuer: str
    id: int
    revision: int
    club: str
    name: str
    day: date
    game: str
    over: bool
    people: Mapping[int, KnownPerson]
    tables: Sequence[Sequence[Seat]]
    openings: frozenset[bytes]
    digest: str
    size: int

    @property
    def turn(self) -> tuple[date, str, int]:
        """Events are rated one after the other, by this."""
        return self.day, self.issuer, self.id

    @property
    def newest_first(self) -> tuple[int, str, int, int, str]:
        """Of two files as new as each other the shorter one first: it tells fewer names."""
        return -self.revision, self.issuer, self.id, self.size, self.digest


def read_event(text: bytes) -> ListedEvent:
    """From a file that was proved. Raises NoEventFile."""
    whole = json.loads(text)
    try:
        return _read(whole, text)
    except (LookupError, TypeError, ValueError) as error:
        raise NoEventFile(f"people or tables: {error!r}") from error


def _read(whole: Json, text: bytes) -> ListedEvent:
    issuer = sha256(base64.b64decode(whole["key"])).hexdigest()
    event, raw_tables = whole["event"], list(_tables(whole))
    people = {raw["number"]: _known(raw, issuer) for raw in whole["people"]}
    if len({who.identity for who in people.values()}) < len(people):
        raise ValueError("one person twice")
    return ListedEvent(
        issuer=issuer,
        id=_whole_number(event["id"]),
        revision=_whole_number(event["revision"]),
        club=str(whole["club"]["name"]),
        name=str(event["name"]),
        day=date.fromisoformat(event["date"]),
        game=event["game"],
        over=event["status"] == "finished",
        people=people,
        tables=[seats for _, _, seats in sorted(_played(raw_tables, people)) if len(seats) > 1],
        openings=frozenset(canonical(table["deals"][0]["versions"][0]) for table, _, _ in raw_tables if table["deals"]),
        digest=sha256(text).hexdigest(),
        size=len(text),
    )


def _known(raw: Json, issuer: str) -> KnownPerson:
    elsewhere = tuple(sorted((_fingerprint(one["issuer"]), _whole_number(one["id"])) for one in raw["elsewhere"]))
    number = "".join((raw["federation_number"] or "").split()).casefold()
    return KnownPerson((issuer, _whole_number(raw["id"])), str(raw["name"]), number, elsewhere, raw["ranked"] is True)


def _fingerprint(value: object) -> str:
    if not isinstance(value, str) or len(value) != 64 or set(value) - set("0123456789abcdef"):
        raise ValueError(value)
    return value


def _whole_number(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value


def _tables(whole: Json) -> Iterator[tuple[Json, Json, Sequence[Json]]]:
    """Each with the people of its entrants, and the rulings on it."""
    for table in whole["tables"]:
        yield table, {who["number"]: who["number"] for who in whole["people"]}, ()
    for stage in whole["stages"]:
        entrants = {entry["seed"]: entry["person"] for entry in stage["entrants"]}
        for round_ in stage["rounds"]:
            for table in round_["tables"]:
                yield table, entrants, [ruling for ruling in stage["rulings"] if ruling["table"] == table["table"]]


def _played(
    tables: Sequence[tuple[Json, Json, Sequence[Json]]], people: Mapping[int, KnownPerson]
) -> Iterator[tuple[datetime, int, list[Seat]]]:
    """Those that count. Who forfeited did not play, and places that the director decided are the places."""
    for table, entrants, rulings in tables:
        if not table["counts"] or all(deal["versions"][-1]["deal"] is None for deal in table["deals"]):
            continue
        ruling = ruling_on(table, rulings)
        kind, value = (ruling["kind"], ruling["value"]) if ruling else ("", ())
        seats = [
            (seat["substitute"] or entrants[seat["entrant"]], value[index] if kind == "decision" else seat["place"])
            for index, seat in enumerate(table["seats"])
            if kind != "forfeit" or index not in value
        ]
        if len(dict(seats)) < len(seats) or not people.keys() >= dict(seats).keys():
            raise ValueError(f"table {table['table']}")
        ended_at = table["ended_at"]
        yield (datetime.fromisoformat(ended_at) if ended_at else NEVER), table["table"], seats
