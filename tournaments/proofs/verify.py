"""An event file proved: who signed it, and everything it claims computed anew from what was recorded."""

import base64
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from hashlib import sha256
from typing import Any

from scoring.errors import ScoringError
from scoring.games import GAMES
from tournaments.formats.drawing import Unreadable, exact_json
from tournaments.formats.plan import PlanError
from tournaments.proofs.canonical import NotCanonical, canonical, read_canonical
from tournaments.proofs.chain import check_chain
from tournaments.proofs.draws import check_draws
from tournaments.proofs.ed25519 import is_signed
from tournaments.proofs.handicaps import check_handicaps, night_handicaps
from tournaments.proofs.logged import check_logged
from tournaments.proofs.prizes import check_prizes
from tournaments.proofs.stages import check_places, check_sources, final_places, read_stage
from tournaments.proofs.tables import ENDED, Difference, Json, ScoredTable, scored
from tournaments.proofs.teams import check_teams

FORMAT = "capstone-event/1"
SEAL = ("key", "signature")
YES_OR_NO = {"by_average", "ranked", "over", "play_off", "edited", "counts", "one_each", "shared", "by_hand"}
READ_BY_OTHERS = {"rules", "options", "request", "deal"}
"""The rules and the formats look at what stands there themselves."""
PARTS = {"format", "program", "club", "event", "people", "stages", "tables", "standings", "log", *SEAL}

MISSHAPEN = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, StopIteration, RecursionError)


class NoEventFile(ValueError):
    """It cannot be read as an event file; the text is a code, or names the part at fault."""


@dataclass
class Proof:
    """``checked`` and ``unchecked`` count what was computed anew, and what could not be; ``difference`` is the first
    that was found, ``issuer`` the fingerprint of the key that signed. ``log_head`` and ``seeds``, the fingerprints of
    each stage's, are for whoever has seen them elsewhere.
    """

    name: str = ""
    issuer: str = ""
    log_head: str = ""
    seeds: list[str] = field(default_factory=list)
    checked: Counter[str] = field(default_factory=Counter)
    unchecked: Counter[str] = field(default_factory=Counter)
    difference: Difference | None = None

    def as_dict(self) -> dict[str, Any]:
        """As JSON holds it."""
        wrong = self.difference
        return {
            "event": self.name,
            "issuer": self.issuer,
            "log_head": self.log_head,
            "seeds": self.seeds,
            "checked": dict(self.checked),
            "unchecked": {code: count for code, count in self.unchecked.items() if count},
            "difference": wrong and {"where": wrong.where, "claims": wrong.claims, "follows": wrong.follows},
        }


def signed(facts: Json, *, program: str, private: Any) -> bytes:
    """The file: ``private`` is an Ed25519 key of the library that has one."""
    key = private.public_key().public_bytes_raw()
    whole = {"format": FORMAT, "program": program, **facts, "key": base64.b64encode(key).decode()}
    signature = private.sign(canonical(whole))
    return canonical({**whole, "signature": base64.b64encode(signature).decode()})


def verify(text: bytes) -> Proof:
    """Raises NoEventFile."""
    try:
        whole = read_canonical(text)
    except NotCanonical as error:
        raise NoEventFile(str(error)) from error
    if not isinstance(whole, dict) or whole.get("format") != FORMAT or whole.keys() != PARTS:
        raise NoEventFile("format")
    report = Proof()
    try:
        report.name = str(whole["event"]["name"])
        report.issuer = _check_signature(whole)
        report.checked["signature"] += 1
        check_facts(whole, report)
    except Difference as difference:
        report.difference = difference
    return report


def _check_signature(whole: Json) -> str:
    try:
        key, signature = (base64.b64decode(whole[name], validate=True) for name in SEAL)
    except (TypeError, ValueError) as error:
        raise NoEventFile("signature") from error
    message = canonical({name: part for name, part in whole.items() if name != "signature"})
    if not is_signed(key, signature, message):
        raise Difference("signature")
    return sha256(key).hexdigest()


def check_facts(whole: Json, report: Proof) -> None:
    """All but the signature. Raises Difference, and NoEventFile."""
    _check_kinds(whole)
    try:
        _check_facts(whole, report)
    except ScoringError as error:
        raise Difference("rules", None, error.as_dict()) from error
    except (PlanError, Unreadable) as error:
        raise Difference(f"plan or draw: {error}") from error
    except MISSHAPEN as error:
        raise NoEventFile(f"a part is missing or of another kind ({error!r})") from error


def _check_kinds(value: Any, name: str = "") -> None:
    """Python takes true for 1, and nobody else does. Raises NoEventFile."""
    if isinstance(value, bool) is not (name in YES_OR_NO):
        raise NoEventFile(f"a part is of another kind ({name})")
    if isinstance(value, list):
        for item in value:
            _check_kinds(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in READ_BY_OTHERS:
                _check_kinds(item, key)


def _check_facts(whole: Json, report: Proof) -> None:
    event = whole["event"]
    game = GAMES[event["game"]]
    rules = game.check_rules(event["rules"])
    if dict(rules) != event["rules"]:
        raise Difference("rules", event["rules"], dict(rules))
    people = [person["number"] for person in whole["people"]]
    if people != list(range(1, len(people) + 1)):
        raise Difference("people", people)
    over = event["status"] == "finished"
    stages = [read_stage(raw, game=game.key, rules=rules, over=over) for raw in whole["stages"]]
    numbers = [stage.raw["number"] for stage in stages]
    if numbers != sorted(set(numbers)) or numbers[:1] not in ([], [1]):
        raise Difference("stages")
    tables = [scored(table, game=game.key, rules=rules) for table in whole["tables"]]
    every_table = [*tables, *(table for stage in stages for table in stage.tables.values())]
    _count_tables(every_table, len(people), report)
    _check_entrants(whole["stages"], len(people))
    placed = []
    for stage in stages:
        check_handicaps(stage, report.checked, report.unchecked)
        check_draws(stage, report.checked, report.unchecked)
        placed.append((stage, check_places(stage, report.checked, report.unchecked)))
    if event["kind"] == "club-night":
        _check_night(whole, tables, night_handicaps(whole, report.checked, report.unchecked))
    else:
        check_sources(placed, report.checked, report.unchecked)
        _check_final(whole["standings"], final_places(placed))
    report.checked["standings"] += len(whole["standings"])
    check_prizes(whole, stages, report.checked, report.unchecked)
    check_teams(whole, stages, report.checked, report.unchecked)
    _check_log(whole, len(every_table), report)
    check_chain(whole, [table.raw for table in every_table], report.checked, report.unchecked)
    check_logged(whole, report.unchecked)
    report.log_head, report.seeds = event["log_head"], [stage.raw["commitment"] for stage in stages]


def _check_final(rows: Sequence[Json], places: Sequence[tuple[int | None, int]]) -> None:
    """Best first, those who are level by their numbers."""
    follows = [
        {"person": person, "place": place}
        for place, person in sorted(places, key=lambda row: (row[0] is None, row[0] or 0, row[1]))
    ]
    if list(rows) != follows:
        raise Difference("final places", rows, follows)


def _count_tables(tables: Sequence[ScoredTable], people: int, report: Proof) -> None:
    numbers = [table.raw["table"] for table in tables]
    if sorted(numbers) != list(range(1, len(numbers) + 1)):
        raise Difference("numbers of tables", sorted(numbers))
    for table in tables:
        entrants = [seat.entrant for seat in table.seats]
        if len(set(entrants)) < len(entrants):
            raise Difference(f"table {table.raw['table']}: entrants", entrants)
        if any(seat.substitute is not None and not 0 < seat.substitute <= people for seat in table.seats):
            raise Difference(f"table {table.raw['table']}: substitute")
    report.checked["tables"] += len(tables)
    report.checked["deals"] += sum(table.deals for table in tables)
    report.checked["seats"] += sum(len(table.seats) for table in tables)
    versions = [len(deal["versions"]) for table in tables for deal in table.raw["deals"]]
    report.unchecked["version-replaced"] += sum(versions) - len(versions)


def _check_entrants(stages: Sequence[Json], people: int) -> None:
    """Everybody once in a stage, and with one lot of their own in all of them."""
    lots: dict[int, str] = {}
    for raw in stages:
        seeds = [entry["seed"] for entry in raw["entrants"]]
        persons = {entry["person"] for entry in raw["entrants"]}
        if seeds != sorted(set(seeds)) or len(persons) < len(seeds) or not all(0 < who <= people for who in persons):
            raise Difference(f"stage {raw['number']}: entrants", seeds)
        for entry in raw["entrants"]:
            if lots.setdefault(entry["person"], entry["lot"]) != entry["lot"] or str(int(entry["lot"])) != entry["lot"]:
                raise Difference(f"stage {raw['number']}: lot of entrant {entry['seed']}", entry["lot"])
    if len(set(lots.values())) < len(lots):
        raise Difference("lots", sorted(lots.values()))


def _check_log(whole: Json, tables: int, report: Proof) -> None:
    """In the order in which it was written, up to the revision of the event."""
    ids = [entry["id"] for entry in whole["log"]]
    revisions = [entry["revision"] for entry in whole["log"] if entry["revision"] is not None]
    if ids != sorted(set(ids)) or revisions != sorted(revisions):
        raise Difference("order of the log")
    if revisions and revisions[-1] > whole["event"]["revision"]:
        raise Difference("revision", whole["event"]["revision"], revisions[-1])
    if any(entry["table"] is not None and not 0 < entry["table"] <= tables for entry in whole["log"]):
        raise Difference("tables of the log")
    report.checked["log"] += len(ids)


# A club night


@dataclass
class _Sums:
    points: Fraction = Fraction(0)
    made: int = 0
    exact: int = 0
    tables: int = 0
    places: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    halves: int = 0
    opponents: int = 0


def _check_night(whole: Json, tables: Sequence[ScoredTable], handicaps: Mapping[int, Fraction]) -> None:
    sums: dict[int, _Sums] = defaultdict(_Sums)
    for table in tables:
        for seat in table.seats:
            own = sums[seat.substitute or seat.entrant]
            own.points += seat.score
            own.made += seat.made
            own.exact += seat.exact
            if table.counts and table.raw["status"] in ENDED:
                others = [other.place for other in table.seats if other is not seat]
                own.tables += 1
                own.places[min(seat.place, 4) - 1] += 1
                own.halves += sum((place > seat.place) + (place >= seat.place) for place in others)
                own.opponents += len(others)
    claims = {row["person"]: row for row in whole["standings"]}
    if len(claims) < len(whole["standings"]) or not claims.keys() >= sums.keys():
        raise Difference("standings: people")
    by_average, gives = whole["event"]["by_average"], "handicap" in whole["event"]
    longest = max((own.made for own in sums.values()), default=0)
    ranked = {who: replace(sums[who], points=sums[who].points + handicaps.get(who, 0)) for who in claims}
    if any(own.tables and claims[who]["place"] is None for who, own in sums.items()):
        # A file made when whoever had announced nothing had no place.
        ranked = {who: replace(own, tables=0) for who, own in ranked.items()}
    averages = {who: _average(sums[who], handicaps.get(who, 0), longest) for who in claims}
    orders = {who: _order(own, averages[who] if by_average else None) for who, own in ranked.items()}
    listed = [(orders[row["person"]], row["person"]) for row in whole["standings"]]
    if listed != sorted(listed):
        raise Difference("standings: order")
    for who, row in claims.items():
        place = 1 + sum(order < orders[who] for order in orders.values())
        has_place = ranked[who].made or ranked[who].tables
        follows = _night_row(who, sums[who], place if has_place else None)
        if gives:
            follows["total"] = exact_json(averages[who] if by_average else ranked[who].points)
        if row != follows:
            raise Difference(f"standings: person {who}", row, follows)


def _average(sums: _Sums, handicap: int | Fraction, longest: int) -> Fraction:
    """A deal counts as much of a handicap as it does for whoever has played most."""
    return sums.points / (sums.made or 1) + Fraction(handicap, longest if sums.made else 1)


def _order(sums: _Sums, average: Fraction | None) -> tuple[Any, ...]:
    """By points; equal points by average, which fewer deals make higher, then exact announcements. Or by average, where
    there is one; equal ones by points. Whoever has announced nothing comes after all others, and then whoever has not
    played.
    """
    tier = 0 if sums.made else 1 if sums.tables else 2
    if average is not None:
        return tier, -average, -sums.points, -sums.exact
    fewer = sums.made if sums.points > 0 else -sums.made if sums.points else 0
    return tier, -sums.points, fewer, -sums.exact


def _night_row(who: int, sums: _Sums, place: int | None) -> dict[str, Any]:
    return {
        "person": who,
        "place": place,
        "points": exact_json(sums.points),
        "tables": sums.tables,
        "places": sums.places,
        "average": exact_json(sums.points / sums.made) if sums.made else None,
        "beaten": exact_json(Fraction(sums.halves, 2 * sums.opponents)) if sums.opponents else None,
        "exact": sums.exact,
    }
