"""Whether two phones entered the same deal."""

from collections.abc import Mapping
from typing import Any


def same_deal(one: Mapping[str, Any] | None, other: Mapping[str, Any] | None) -> bool:
    """Whether two payloads (see `scoring.games`), None where the deal is struck out, tell the same: in whichever order
    the cards and the seats were entered, and whether or not what was not noted is named.
    """
    return (one is None) == (other is None) and _plain(one or {}) == _plain(other or {})


def _plain(payload: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _unordered(value) for key, value in payload.items() if value not in (None, [], {}, "", False)}


def _unordered(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _unordered(each) for key, each in value.items()}
    return sorted(value, key=repr) if isinstance(value, list) else value
