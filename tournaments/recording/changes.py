"""A deal is recorded, corrected or struck out, by whoever holds a table's pad."""

from scoring import fields
from tournaments.models import ProposedCorrection
from tournaments.permissions import PadHolder
from tournaments.recording.reading import (
    Json,
    after_of,
    client_id_of,
    payload_of,
    reason_of,
    seen_in,
    sent_in,
)
from tournaments.services.table.deals import Recorded, record_on_pad
from tournaments.services.table.proposed_corrections import correct_or_propose

Outcome = Recorded | ProposedCorrection
"""What is made at once, or waits for another seat."""


def record(holder: PadHolder, data: Json) -> Recorded:
    return record_on_pad(holder.key, sent_in(data), holder.by)


def correct(holder: PadHolder, data: Json, number: int) -> Outcome:
    return change(holder, data, seen_in(data) | {"kind": "deal", "number": number, "payload": payload_of(data)})


def strike_out(holder: PadHolder, data: Json, number: int) -> Outcome:
    return change(holder, data, seen_in(data) | {"kind": "void", "number": number})


def change(holder: PadHolder, data: Json, made: Json) -> Outcome:
    return correct_or_propose(
        table_id=holder.link.table_id,
        change=made,
        client_id=client_id_of(data),
        base_revision=fields.integer(data, "base_revision"),
        actor=holder.actor,
        reason=reason_of(data),
        after=after_of(data),
    )


def recorded_facts(recorded: Recorded) -> Json:
    return {"deal": {"number": recorded.number, "version": recorded.version, "revision": recorded.revision}}
