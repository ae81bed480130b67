"""The log of an event is a chain: every entry holds the hash of the one before, and the event the hash of the newest.
How they are hashed: docs/formats.md. What is hashed holds numbers, ids and codes and no text of anybody's, so that it
is the same when somebody's name has been erased.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from itertools import pairwise
from typing import Any

from tournaments.proofs.canonical import GREATEST, canonical
from tournaments.proofs.tables import Difference, Json

BEGINNING = "0" * 64
"""What the first entry holds."""
CODES = {
    "action", "address", "at", "called_at", "chain", "choice", "client_id", "clock", "colour", "confirmation",
    "confirmation_mode", "date",
    "game", "hands", "how", "kind", "late_points", "points", "quarry", "results", "role", "rules", "score",
    "started_at", "status", "time_up", "trump", "until", "verdict", "winners",
}  # fmt: skip
"""What stands under these is read by programs, and erasing leaves it alone: a player may be called Gold, and gold
stays a colour.
"""
TEXTS = {"reason", "note", "text"}
"""What stands under these is one, and may become a reference to whom it names."""
HASHED = ("previous", "at", "revision", "action", "facts", "deals", "ruling")


def moment(when: datetime) -> str:
    """As it is written in the file."""
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def entry_hash(entry: Mapping[str, Any]) -> str:
    """Of an entry as the event file holds it."""
    return _hash({name: entry[name] for name in HASHED})


def facts_hash(facts: Any) -> str:
    """Of who did what to what."""
    return _hash(without_texts(facts))


def deals_hash(deals: Iterable[tuple[int, Any]]) -> str:
    """Of the newest versions that a change has written: the number of each, and its payload."""
    return _hash([[number, without_texts(payload)] for number, payload in sorted(deals, key=lambda deal: deal[0])])


def without_texts(facts: Any, *, code: bool = False) -> Any:
    """A copy as it is hashed. ``code``: a string there is one."""
    if isinstance(facts, Mapping):
        return {
            str(name): without_texts(fact, code=code or name in CODES)
            for name, fact in facts.items()
            if code or name not in TEXTS
        }
    if isinstance(facts, list | tuple):
        return [without_texts(fact, code=code) for fact in facts]
    if isinstance(facts, str):
        return facts if code else None
    fits = facts is None or (isinstance(facts, int) and abs(facts) <= GREATEST)
    return facts if fits else str(facts)


def _hash(value: Any) -> str:
    return sha256(canonical(value)).hexdigest()


# Checked


def check_chain(whole: Json, tables: Sequence[Json], checked: Counter[str], unchecked: Counter[str]) -> None:
    """Whether the log is whole and in its order, and every deal as it was when it was logged. Raises Difference."""
    chained = [entry for entry in whole["log"] if entry["previous"] is not None]
    head = BEGINNING
    for entry in chained:
        if entry["previous"] != head:
            raise Difference(f"log entry {entry['id']}: the one before", entry["previous"], head)
        head = entry_hash(entry)
    if whole["event"]["log_head"] != head:
        raise Difference("head of the log", whole["event"]["log_head"], head)
    unchecked["entry-not-chained"] += len(whole["log"]) - len(chained)
    logged = {(entry["table"], entry["revision"]): entry for entry in whole["log"] if entry["table"] is not None}
    writing = {place for place, entry in logged.items() if entry["previous"] is not None and entry["deals"] is not None}
    for table in tables:
        _check_deals(table, logged, writing, unchecked)
    if writing:
        raise Difference("deals of the log", sorted(writing))
    checked["chain"] += len(chained)


Place = tuple[int, int]
"""A table, and a revision of the event."""


def _check_deals(table: Json, logged: Mapping[Place, Json], writing: set[Place], unchecked: Counter[str]) -> None:
    """Leaves in ``writing`` the entries whose deals are not in the file."""
    changes: dict[int | None, dict[int, Any]] = defaultdict(dict)
    for deal in table["deals"]:
        _check_order(deal, f"table {table['table']}: versions of deal {deal['number']}")
        for version in deal["versions"]:
            changes[version["revision"]][deal["number"]] = version["deal"]
    for revision, deals in changes.items():
        if revision is None:
            unchecked["deal-not-chained"] += len(deals)
            continue
        place = table["table"], revision
        if place not in logged:
            raise Difference(f"table {table['table']}: deals of revision {revision}, which is not in the log")
        if logged[place]["previous"] is None:
            unchecked["deal-not-chained"] += len(deals)
        elif logged[place]["deals"] != deals_hash(deals.items()):
            raise Difference(f"table {table['table']}: deals of revision {revision}")
        writing.discard(place)


def _check_order(deal: Json, where: str) -> None:
    """A newer version is of a later change. One change writes a deal twice only to make it void as it stands then."""
    chained = [version for version in deal["versions"] if version["revision"] is not None]
    for older, newer in pairwise(chained):
        first, then = older["revision"], newer["revision"]
        if first > then or (first == then and newer["deal"] is not None):
            raise Difference(where, [version["revision"] for version in chained])
