"""Reading single fields of a payload. JSON knows more than the rules do, so every kind is checked to the
letter.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from scoring.errors import ScoringError, malformed

Payload = Mapping[str, object]
SEAT_NAMES = {str(seat): seat for seat in range(1000)}


def only_fields(payload: Payload, fields: Collection[str]) -> None:
    """Raise ``malformed`` for the first field that is not among these ``fields``."""
    for field in payload:
        if field not in fields:
            raise malformed(field, "unknown")


def is_integer(value: object) -> bool:
    """Whether this is a whole number, which ``True`` and ``3.0`` are not."""
    return type(value) is int


def integer(payload: Payload, field: str) -> int:
    """The whole number of a field. Raises ScoringError (malformed) where it is missing or of another kind."""
    value = payload.get(field)
    if type(value) is not int:
        raise malformed(field, "wrong-kind" if field in payload else "missing")
    return value


def optional_integer(payload: Payload, field: str) -> int | None:
    """The whole number of a field, None where it is missing or null. Raises ScoringError (malformed)."""
    return None if payload.get(field) is None else integer(payload, field)


def flag(payload: Payload, field: str) -> bool:
    """A field that is true or false, and false where it is missing. Raises ScoringError (malformed)."""
    value = payload.get(field, False)
    if type(value) is not bool:
        raise malformed(field)
    return value


def text(payload: Payload, field: str) -> str | None:
    """A text that says something, or None where the field is absent or null."""
    value = payload.get(field)
    if value is not None and not (isinstance(value, str) and value.strip()):
        raise malformed(field)
    return value


def known_seat(seat: int, seats: int) -> int:
    """The seat itself, where it is one of 0 to ``seats`` - 1. Raises ScoringError (seat-unknown)."""
    if not 0 <= seat < seats:
        raise ScoringError("seat-unknown", seat=seat)
    return seat


def seat(payload: Payload, field: str, *, seats: int) -> int:
    """The field's seat, from 0 to ``seats`` - 1. Raises ScoringError (malformed, seat-unknown)."""
    return known_seat(integer(payload, field), seats)


def seat_list(payload: Payload, field: str, *, seats: int) -> tuple[int, ...]:
    """Different seats, in the order given; an absent list is an empty one."""
    value = payload.get(field)
    if value is None:
        return ()
    if not isinstance(value, list | tuple) or not all(map(is_integer, value)) or len(set(value)) < len(value):
        raise malformed(field)
    return tuple(known_seat(number, seats) for number in value)


def by_seat(payload: Payload, field: str, *, seats: int) -> dict[int, object]:
    """An object with seats for names, in the order given; an absent one is empty."""
    value = payload.get(field)
    if value is None:
        return {}
    if not isinstance(value, Mapping) or not SEAT_NAMES.keys() >= value.keys():
        raise malformed(field)
    return {known_seat(SEAT_NAMES[name], seats): item for name, item in value.items()}


def cards(value: object, field: str) -> list[str]:
    """A list of written cards, not yet looked up in any deck."""
    if not isinstance(value, list | tuple) or not all(isinstance(card, str) for card in value):
        raise malformed(field)
    return list(value)
