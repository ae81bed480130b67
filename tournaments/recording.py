"""Deals that phones and programs send: read field by field, recorded, corrected or voided, and answered. A refusal is a
code with its facts, a sentence, and the field that it concerns.
"""

import json
from typing import Any, NamedTuple
from uuid import UUID

from scoring import fields
from scoring.deals import check_reason
from scoring.errors import ScoringError, malformed
from tournaments.limits import LONGEST_REASON, shortened
from tournaments.models import ProposedCorrection, Table
from tournaments.permissions import PadHolder
from tournaments.selectors.pad.state import deal_facts
from tournaments.selectors.table.deals import current_deals
from tournaments.selectors.table.page import TablePage, changed_since, seat_names
from tournaments.services.refusals import Refused, Stale
from tournaments.services.table.deals import Recorded, Sent, record_on_pad
from tournaments.services.table.proposed_corrections import correct_or_propose
from tournaments.words.errors import collision_sentence, error_field, error_sentence
from tournaments.words.refusals import refusal_text
from tournaments.words.table.deals import deal_words, entered_words

Json = dict[str, Any]
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
    return not parts or (levels > 0 and all(_is_shallow(part, levels - 1) for part in parts))


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
    return reason.strip()


def client_id_of(data: Json, name: str = "client_id") -> UUID:
    try:
        return UUID(str(data.get(name)))
    except ValueError as error:
        raise malformed(name) from error


def after_of(data: Json) -> UUID | None:
    """The client_id of what the phone sent just before this."""
    return None if data.get("after") is None else client_id_of(data, "after")


class Reply(NamedTuple):
    status: int
    facts: Json


def refusal(error: Json, message: str, *, field: str = "deal", status: int = 422) -> Reply:
    return Reply(status, {"error": error, "message": message, "field": field})


def refused(error: Refused, *, status: int = 422) -> Reply:
    return refusal(error.as_dict(), refusal_text(error), status=status)


def against_the_rules(error: ScoringError, table: Table, *, entering: object) -> Reply:
    """A correction may break another deal than the one that is being entered; then that one is named."""
    names, collided = seat_names(table), error.params.get("deal")
    corrects = entering is not None and collided != entering
    sheet = current_deals(table, seats=len(names)) if corrects else {}
    other = sheet.get(collided) if isinstance(collided, int) else None
    if other is None:
        return refusal(error.as_dict(), error_sentence(error, names), field=error_field(error))
    return refusal(error.as_dict(), collision_sentence(error, names, words=entered_words(other, names)))


def overtaken(stale: Stale, page: TablePage) -> Reply:
    """The answer to an outdated save, with the deals that are new to its sender."""
    changed = {deal.number for deal in changed_since(page.table, stale.base_revision)} | {stale.number}
    lines = [line for line in page.deals if line.number in changed]
    changes = [deal_facts(line, deal_words(line.deal, line.result, page.names)) for line in lines]
    return Reply(409, {"message": refusal_text(stale), "changes": changes, "number": stale.number})


Outcome = Recorded | ProposedCorrection
"""What is written at once, or waits for another seat."""


def record(holder: PadHolder, data: Json) -> Recorded:
    return record_on_pad(holder.key, sent_in(data), holder.by)


def correct(holder: PadHolder, data: Json, number: int) -> Outcome:
    correction = {"kind": "deal", "number": number, "payload": payload_of(data)}
    return send_correction(holder, data, seen_in(data) | correction)


def void(holder: PadHolder, data: Json, number: int) -> Outcome:
    return send_correction(holder, data, seen_in(data) | {"kind": "void", "number": number})


def send_correction(holder: PadHolder, data: Json, change: Json) -> Outcome:
    """A reason that is too long is shortened, not refused: a phone may send this when nobody holds it any more."""
    return correct_or_propose(
        table_id=holder.link.table_id,
        change=change,
        client_id=client_id_of(data),
        base_revision=fields.integer(data, "base_revision"),
        actor=holder.actor,
        reason=shortened(reason_of(data), LONGEST_REASON),
        after=after_of(data),
    )


def recorded_facts(recorded: Recorded) -> Json:
    return {"deal": {"number": recorded.number, "version": recorded.version, "revision": recorded.revision}}
