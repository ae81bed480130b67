"""What phones and programs send of a table, field by field; whoever sent it wrongly is told which field."""

import json
from typing import Any
from uuid import UUID

from scoring import fields
from scoring.deals import check_reason
from scoring.errors import malformed
from tournaments.services.table.deals import Sent

Json = dict[str, Any]
LONGEST_REASON = 200
DEEPEST = 8  # objects and lists within each other; a deal has three


def read_object(body: bytes) -> Json:
    """The body as an object; `malformed` where it is none, or holds what no database can keep or nobody compare."""
    try:
        data = json.loads(body)
        text = json.dumps(data, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (ValueError, RecursionError) as error:
        raise malformed("body") from error
    if not isinstance(data, dict) or "\\u0000" in text or not _is_shallow(data, DEEPEST):
        raise malformed("body")
    return data


def _is_shallow(value: object, levels: int) -> bool:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not parts or (levels > 0 and all(_is_shallow(each, levels - 1) for each in parts))


def sent_in(data: Json) -> Sent:
    """The next deal of a table."""
    return Sent(
        payload=payload_of(data),
        client_id=client_id_of(data),
        base_revision=fields.integer(data, "base_revision"),
        number=number_of(data),
        after=after_of(data),
    )


def number_of(data: Json, name: str = "number") -> int | None:
    number = data.get(name)
    if number is not None and not fields.is_integer(number):
        raise malformed(name)
    return number


def seen_in(data: Json) -> Json:
    """The version that was corrected, where the phone names it."""
    version = number_of(data, "version")
    return {} if version is None else {"seen": version}


def payload_of(data: Json) -> Json:
    payload = data.get("payload")
    if not isinstance(payload, dict):
        raise malformed("payload")
    check_reason(payload, longest=LONGEST_REASON)
    return payload


def reason_of(data: Json) -> str:
    reason = data.get("reason") or ""
    if not isinstance(reason, str):
        raise malformed("reason")
    return reason.strip()[:LONGEST_REASON]


def client_id_of(data: Json, name: str = "client_id") -> UUID:
    try:
        return UUID(str(data.get(name)))
    except ValueError as error:
        raise malformed(name) from error


def after_of(data: Json) -> UUID | None:
    """What the phone sent before this, and knew when this was entered."""
    return None if data.get("after") is None else client_id_of(data, "after")
