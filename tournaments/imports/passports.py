"""A player's history as a file that its club's installation has signed: made, and read anywhere without a network.
docs/integrations.md describes it.
"""

import base64
import json
import re
from binascii import Error as NotBase64
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from tournaments.limits import (
    LARGEST_ID,
    LARGEST_PASSPORT,
    LARGEST_PASSPORT_NUMBER,
    LONGEST_NAME,
    LONGEST_PLAYER_NAME,
    MOST_PASSPORT_GAMES,
    MOST_PASSPORT_NIGHTS,
)
from tournaments.signing import keys, secret_bytes

VERSION = 1
KIND = "passport"
GAME = re.compile("[a-z0-9-]{1,20}")
# No clock of a server is so wrong. The first and last moments there are have no time in other zones.
EARLIEST, LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)

Facts = dict[str, Any]


class BadPassport(Exception):
    """Its text is the code of what is wrong: ``words.club`` says it."""


@dataclass(frozen=True)
class Passport:
    club: str
    player: str
    issued_at: datetime
    issuer: str  # fingerprint
    games: list[Facts]
    number: int | None  # by which the issuer knows the player; older ones say none


def fingerprint(public: bytes) -> str:
    return sha256(public).hexdigest()


def own_fingerprints() -> list[str]:
    """This installation's, and those of its keys that were replaced."""
    return [fingerprint(_public(private_key(key))) for key in keys()]


def sealed(*, club: str, player: str, number: int, issued_at: datetime, games: list[Facts]) -> str:
    """The text of the file."""
    issued_text = issued_at.astimezone(UTC).replace(microsecond=0).isoformat().replace("+00:00", "Z")
    history = {"club": club, "player": player, "number": number, "issued_at": issued_text, "games": games}
    private = private_key()
    signature = private.sign(_signed(history))
    whole = {
        "capstone_passport": VERSION,
        "history": history,
        "key": base64.b64encode(_public(private)).decode(),
        "signature": base64.b64encode(signature).decode(),
    }
    return json.dumps(whole, ensure_ascii=False)


def read_passport(text: str | bytes) -> Passport:
    """Raises BadPassport."""
    whole = _parsed(text)
    if "capstone_passport" not in whole:
        raise BadPassport("no-passport")
    if whole["capstone_passport"] != VERSION:
        raise BadPassport("version")
    public, signature, history = _bytes(whole, "key", 32), _bytes(whole, "signature", 64), whole.get("history")
    if not isinstance(history, dict):
        raise BadPassport("no-passport")
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, _signed(history))
    except (InvalidSignature, ValueError) as error:
        raise BadPassport("tampered") from error
    try:
        return _read(history, fingerprint(public))
    except (KeyError, TypeError, ValueError) as error:
        raise BadPassport("malformed") from error


def _parsed(text: str | bytes) -> Facts:
    if len(text) > LARGEST_PASSPORT:
        raise BadPassport("too-large")
    try:
        written = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        value = json.loads(written, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise BadPassport("unreadable") from error
    if not isinstance(value, dict):
        raise BadPassport("no-passport")
    return value


def _once(pairs: list[tuple[str, Any]]) -> Facts:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError
    return members


def _bytes(whole: Facts, name: str, length: int) -> bytes:
    try:
        signature = base64.b64decode(whole.get(name) or "", validate=True)
    except (NotBase64, TypeError, ValueError) as error:
        raise BadPassport("no-passport") from error
    if len(signature) != length:
        raise BadPassport("no-passport")
    return signature


def _signed(history: Facts) -> bytes:
    """As RFC 8785 has it of what is only text and whole numbers."""
    try:
        return json.dumps(history, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    except (ValueError, RecursionError) as error:  # half of a letter
        raise BadPassport("unreadable") from error


def _read(history: Facts, issuer: str) -> Passport:
    games = [_game(game) for game in _list(history, "games", MOST_PASSPORT_GAMES)]
    issued_at = datetime.strptime(history["issued_at"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    if not EARLIEST <= issued_at < LATEST:
        raise ValueError
    return Passport(
        club=_text(history, "club", LONGEST_NAME),
        player=_text(history, "player", LONGEST_PLAYER_NAME),
        issued_at=issued_at,
        issuer=issuer,
        games=games,
        number=_id(history),
    )


def _game(facts: Facts) -> Facts:
    """Nothing but what is known of it."""
    if not GAME.fullmatch(facts["game"]):
        raise ValueError
    nights = [dict(_night(night)) for night in _list(facts, "nights", MOST_PASSPORT_NIGHTS)]
    return {
        "game": facts["game"],
        "from": _day(facts, "from"),
        "to": _day(facts, "to"),
        **_counts(facts),
        "nights": nights,
    }


def _night(facts: Facts) -> Iterator[tuple[str, Any]]:
    yield "date", _day(facts, "date")
    yield from _counts(facts).items()
    if "rating" in facts:
        yield "rating", _count(facts, "rating", least=-LARGEST_PASSPORT_NUMBER)
        yield "band", _count(facts, "band")


def _counts(facts: Facts) -> Facts:
    places = _list(facts, "places", 4)
    if len(places) != 4:
        raise ValueError
    counted = [_count({"place": place}, "place") for place in places]
    return {"tables": _count(facts, "tables"), "deals": _count(facts, "deals"), "places": counted}


def _count(facts: Facts, name: str, *, least: int = 0) -> int:
    value = facts[name]
    if type(value) is not int or not least <= value <= LARGEST_PASSPORT_NUMBER:
        raise ValueError
    return value


def _id(facts: Facts) -> int | None:
    value = facts.get("number")
    if value is not None and (type(value) is not int or not 0 < value <= LARGEST_ID):
        raise ValueError
    return value


def _day(facts: Facts, name: str) -> str:
    return date.fromisoformat(facts[name]).isoformat()


def _text(facts: Facts, name: str, most: int) -> str:
    value = facts[name]
    if not isinstance(value, str) or not 0 < len(value) <= most or not value.isprintable():
        raise ValueError
    return value


def _list(facts: Facts, name: str, most: int) -> list[Any]:
    value = facts[name]
    if not isinstance(value, list) or len(value) > most:
        raise ValueError
    return value


def private_key(key: str | bytes | None = None) -> Ed25519PrivateKey:
    """Made from the server's key, so that it is kept and backed up with that."""
    return Ed25519PrivateKey.from_private_bytes(secret_bytes(KIND, str(VERSION), key=key))


def _public(private: Ed25519PrivateKey) -> bytes:
    return private.public_key().public_bytes_raw()
