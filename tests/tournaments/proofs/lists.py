"""Event files of several installations as they are written, without a server; and the list that follows from them,
worked out once more in the plainest way from docs/files.md and Weng and Lin's algorithm 1.
"""

import base64
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import combinations, count
from math import exp, sqrt
from random import Random
from typing import Any

from tournaments.proofs.canonical import canonical

Json = dict[str, Any]
START = datetime(2026, 1, 10, 18, tzinfo=UTC)
MICROSECONDS = count(1)


@dataclass
class Somebody:
    """As one installation has them."""

    id: int
    name: str
    federation_number: str | None = None
    elsewhere: list[Json] = field(default_factory=list)
    ranked: bool = True


@dataclass
class Installation:
    """Its key is its name: nothing here is signed."""

    key: str
    club: str
    events: int = 0

    @property
    def issuer(self) -> str:
        return sha256(self.key.encode()).hexdigest()

    def passport(self, somebody: Somebody) -> Json:
        return {"issuer": self.issuer, "id": somebody.id}

    def night(self, tables: Sequence[Sequence[tuple[Somebody, int]]], *, day: int = 0, **facts: Any) -> Json:
        """Of tables by (who, place), in the order in which they ended."""
        self.events += 1
        people = list({who.id: who for table in tables for who, _ in table}.values())
        numbers = {who.id: number for number, who in enumerate(people, start=1)}
        start = START + timedelta(days=day)
        return {
            "format": "capstone-event/1",
            "key": base64.b64encode(self.key.encode()).decode(),
            "club": {"slug": self.club.lower(), "name": self.club},
            "event": {
                "id": self.events,
                "name": f"Night {self.events}",
                "date": start.date().isoformat(),
                "kind": "club-night",
                "game": "vilnius",
                "status": "finished",
                "revision": 10,
                **facts,
            },
            "people": [{"number": numbers[who.id], **as_written(who)} for who in people],
            "stages": [],
            "tables": [
                a_table(
                    number, [(numbers[who.id], place) for who, place in table], at=start + timedelta(minutes=number)
                )
                for number, table in enumerate(tables, start=1)
            ],
        }


def as_written(who: Somebody) -> Json:
    return {
        "id": who.id,
        "name": who.name,
        "federation_number": who.federation_number,
        "elsewhere": who.elsewhere,
        "ranked": who.ranked,
    }


def a_table(number: int, seats: Sequence[tuple[int, int]], *, at: datetime) -> Json:
    opened = at.replace(microsecond=next(MICROSECONDS) % 1_000_000, tzinfo=None).isoformat() + "Z"
    return {
        "table": number,
        "counts": True,
        "ended_at": at.replace(tzinfo=None).isoformat() + "Z",
        "seats": [{"entrant": who, "substitute": None, "score": 0, "place": place} for who, place in seats],
        "deals": [{"number": 1, "versions": [{"at": opened, "deal": {"declarer": 0}}]}],
    }


def random_files(random: Random) -> list[bytes]:
    """Of five installations with a club each; some people are known to two, by a passport or a number."""
    clubs = [Installation(f"key {number} {random.random()}", f"Club {number}") for number in range(5)]
    rosters = [[Somebody(number, f"Player {place}.{number}") for number in range(1, 9)] for place in range(5)]
    for link in range(6):
        one, other = random.sample(range(5), 2)
        here, there = random.choice(rosters[one]), random.choice(rosters[other])
        if random.random() < 0.5:
            here.elsewhere.append(clubs[other].passport(there))
        else:
            here.federation_number = there.federation_number = f"LTU {link}"
    random.choice(rosters[0]).ranked = False
    files = []
    for place, club in enumerate(clubs):
        for _ in range(4):
            tables = []
            for _ in range(random.randrange(1, 4)):
                sitting = random.sample(rosters[place], random.randrange(2, 7))
                tables.append([(who, random.randrange(1, len(sitting) + 1)) for who in sitting])
            files.append(canonical(club.night(tables, day=random.randrange(30))))
    return files


Own = tuple[str, int]
Worth = tuple[float, float, int]


def worked_out(files: Iterable[bytes], game: str = "vilnius") -> dict[frozenset[Own], Worth]:
    """By everything somebody is known as: the guess, how unsure it is, and how many tables."""
    events = []
    for text in files:
        whole = json.loads(text)
        issuer = sha256(base64.b64decode(whole["key"])).hexdigest()
        events.append((whole["event"]["date"], issuer, whole["event"]["id"], whole))
    events.sort(key=lambda event: event[:3])
    people = who_is_one([(issuer, whole) for _, issuer, _, whole in events])
    now: dict[frozenset[Own], Worth] = {}
    for _, issuer, _, whole in events:
        if whole["event"]["game"] != game:
            continue
        called = {who["number"]: people[issuer, who["id"]] for who in whole["people"]}
        for numbered in tables_of(whole):
            places = {called[number]: place for number, place in numbered.items()}
            was = {who: now.get(who, (1500.0, 82.0, 0)) for who in places}
            for who, place in places.items():
                now[who] = after_table(
                    was[who], place, [(was[other], places[other]) for other in places if other != who]
                )
    return now


def tables_of(whole: Json) -> list[dict[int, int]]:
    """Places by person's number, of every table that counts, in the order in which they ended."""
    counted = []
    places: dict[int, int]
    for table, called, rulings in tables_with_names(whole):
        deals = [deal["versions"][-1]["deal"] for deal in table["deals"]]
        if not table["counts"] or not any(deals):
            continue
        ruled = [ruling for ruling in rulings if ruling["table"] == table["table"] and ruling["kind"] != "advanced"]
        places = {}
        for index, seat in enumerate(table["seats"]):
            who = seat["substitute"] if seat["substitute"] is not None else called[seat["entrant"]]
            if ruled and ruled[-1]["kind"] == "forfeit" and index in ruled[-1]["value"]:
                continue
            decided = ruled and ruled[-1]["kind"] == "decision"
            places[who] = ruled[-1]["value"][index] if decided else seat["place"]
        if len(places) > 1:
            counted.append((table["ended_at"].rstrip("Z"), table["table"], places))
    return [places for _, _, places in sorted(counted, key=lambda one: one[:2])]


def tables_with_names(whole: Json) -> Iterator[tuple[Json, dict[int, int], Sequence[Json]]]:
    for table in whole["tables"]:
        yield table, {who["number"]: who["number"] for who in whole["people"]}, []
    for stage in whole["stages"]:
        for round_ in stage["rounds"]:
            for table in round_["tables"]:
                yield table, {entry["seed"]: entry["person"] for entry in stage["entrants"]}, stage["rulings"]


def who_is_one(events: Sequence[tuple[str, Json]]) -> dict[Own, frozenset[Own]]:
    """Heaps with a tag in common are thrown together until none are left; those who met stay apart."""
    tags: dict[Own, set[Any]] = {}
    for issuer, whole in events:
        for who in whole["people"]:
            numbers = {(who["federation_number"] or "").replace(" ", "").lower()} - {""}
            tags[issuer, who["id"]] = numbers | {(other["issuer"], other["id"]) for other in who["elsewhere"]}
    heaps = [({own}, {own, *of_own}) for own, of_own in tags.items()]
    while pair := next((pair for pair in combinations(heaps, 2) if pair[0][1] & pair[1][1]), None):
        heaps.remove(pair[1])
        pair[0][0].update(pair[1][0])
        pair[0][1].update(pair[1][1])
    people: dict[Own, frozenset[Own]] = {}
    for heap, _ in heaps:
        met = any(sum((issuer, who["id"]) in heap for who in whole["people"]) > 1 for issuer, whole in events)
        people |= {own: frozenset([own] if met else heap) for own in heap}
    return people


def after_table(own: Worth, place: int, others: Sequence[tuple[Worth, int]]) -> Worth:
    """Weng and Lin's sums for one at a table, each other one counting 1/(n - 1)."""
    mu, sigma, tables = own
    variance = sigma**2 + 0.82**2
    omega = delta = 0.0
    for (their_mu, their_sigma, _), their_place in others:
        c = sqrt(variance + their_sigma**2 + 0.82**2 + 2 * 123**2)
        p = exp(mu / c) / (exp(mu / c) + exp(their_mu / c))
        s = 1 if place < their_place else 0.5 if place == their_place else 0
        gamma = sqrt(variance) / c
        omega += variance / c * (s - p) / len(others)
        delta += gamma * variance / c**2 * p * (1 - p) / len(others)
    return mu + omega, min(sigma, sqrt(variance * max(1 - delta, 0.0001))), tables + 1
