"""The table calls the director from its pad, also to uphold a winner against the cards, or takes that back."""

from scoring import fields
from tournaments.permissions import PadHolder
from tournaments.services.table.calls import call_director, withdraw_call
from tournaments.services.table.claims import Claimed, claim_winner, uphold_by_code, withdraw_claim
from tournaments.views.pad.pad import (
    LONGEST_REASON,
    Json,
    asked,
    client_id_of,
    fresh_state,
    number_of,
    payload_of,
    reason_of,
)


@asked
def call(holder: PadHolder, data: Json) -> Json:
    if fields.flag(data, "withdraw"):
        withdraw_call(table_id=holder.link.table_id, actor=holder.actor)
    else:
        note = data.get("note") and fields.text(data, "note")
        call_director(table_id=holder.link.table_id, note=(note or "")[:LONGEST_REASON], actor=holder.actor)
    return {"state": fresh_state(holder)}


@asked
def claim(holder: PadHolder, data: Json) -> Json:
    """A winner against the cards is put before the director, taken back, or upheld by his code."""
    table_id = holder.link.table_id
    if fields.flag(data, "withdraw"):
        withdraw_claim(table_id=table_id, actor=holder.actor)
    elif "code" in data:
        uphold_by_code(table_id=table_id, code=fields.text(data, "code") or "", actor=holder.actor)
    else:
        claim_winner(claimed=claimed_in(data), link=holder.link, actor=holder.actor)
    return {"state": fresh_state(holder)}


def claimed_in(data: Json) -> Claimed:
    return Claimed(
        payload=payload_of(data),
        client_id=client_id_of(data),
        base_revision=fields.integer(data, "base_revision"),
        reason=reason_of(data),
        number=number_of(data),
        seen=number_of(data, "version"),
    )
