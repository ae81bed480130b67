"""Whether two phones entered the same deal."""

import json
from collections.abc import Mapping
from typing import Any


def same_deal(one: Mapping[str, Any] | None, other: Mapping[str, Any] | None) -> bool:
    """Whether two payloads (see `scoring.games`), None where the deal is struck out, tell the same: in whichever order
    the cards and the seats were entered, and whether or not what was not noted is named.
    """
    return (one is None) == (other is None) and _written(one or {}) == _written(other or {})


def _written(payload: Mapping[str, Any]) -> str:
    """Alike only for the same kinds of values: Python takes 0 for False and 1 for True, JSON does not."""
    plain = {key: _unordered(value) for key, value in payload.items() if not _is_nothing(value)}
    return json.dumps(plain, sort_keys=True)


def _is_nothing(value: Any) -> bool:
    return value is None or value is False or value in ("", [], {})


def _unordered(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _unordered(each) for key, each in value.items()}
    return sorted(value, key=repr) if isinstance(value, list) else value
