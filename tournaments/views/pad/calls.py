"""What a table wants from the director: to come, to uphold a winner against the cards; and what its pad cannot send."""

from datetime import timedelta

from scoring import fields
from scoring.errors import malformed
from tournaments.audit import Actor
from tournaments.permissions import PadHolder
from tournaments.recording.reading import LONGEST_REASON, Json, client_id_of, number_of, payload_of, reason_of
from tournaments.services.table.calls import call_director, note_unsent, withdraw_call
from tournaments.services.table.claims import Claimed, claim_winner, uphold_by_code, withdraw_claim
from tournaments.views.pad.pad import asked, fresh_state

MOST_UNSENT = 999


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


@asked
def unsent(holder: PadHolder, data: Json) -> Json:
    count, seconds = (fields.integer(data, name) for name in ("count", "seconds"))
    if count < 0 or seconds < 0:
        raise malformed("count" if count < 0 else "seconds")
    link = holder.lasting_link  # the director is told even when all is over
    note_unsent(
        table_id=link.table_id,
        phone=client_id_of(data, "phone"),
        count=min(count, MOST_UNSENT),
        kept_for=timedelta(seconds=min(seconds, 10**7)),
        actor=Actor(pad_link=link, phone=holder.by.phone),
    )
    return {}
