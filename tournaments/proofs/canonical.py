"""JSON in the one form of RFC 8785, so that the same facts are the same bytes wherever they are written."""

import json
from typing import Any

GREATEST = 2**53 - 1
"""Above it a reader that takes numbers for floats would read another one: such a number is written as text."""


class NotCanonical(ValueError):
    """A value that has no form of its own in canonical JSON."""


def canonical(value: Any) -> bytes:
    """Raises NotCanonical for a number that is too great or too fine, and for half of a letter."""
    try:
        return json.dumps(_ordered(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except (UnicodeEncodeError, RecursionError, TypeError) as error:
        raise NotCanonical("value") from error


def read_canonical(text: bytes) -> Any:
    """The inverse. Raises NotCanonical where the bytes are not the one form of what they say."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotCanonical("json") from error
    if canonical(value) != text:
        raise NotCanonical("form")
    return value


def _ordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _ordered(value[name]) for name in sorted(value, key=lambda name: name.encode("utf-16-be"))}
    if isinstance(value, list | tuple):
        return [_ordered(item) for item in value]
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > GREATEST:
        raise NotCanonical("number")
    return value


def _number(value: float) -> int | float:
    """Between these bounds Python writes a number as JavaScript does, but for a whole one."""
    if value.is_integer() and abs(value) <= GREATEST:
        return int(value)
    if not 1e-4 <= abs(value) <= GREATEST:
        raise NotCanonical("number")
    return value
