"""The table calls the director from its pad, or takes that back; the pad tells the desk what it cannot send."""

from datetime import timedelta

from scoring import fields
from scoring.errors import malformed
from tournaments.permissions import PadHolder
from tournaments.services.table.calls import call_director, note_unsent, withdraw_call
from tournaments.views.pad.pad import LONGEST_REASON, Json, asked, client_id_of, fresh_state

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
def unsent(holder: PadHolder, data: Json) -> Json:
    count, seconds = (fields.integer(data, name) for name in ("count", "seconds"))
    if count < 0 or seconds < 0:
        raise malformed("count" if count < 0 else "seconds")
    note_unsent(
        table_id=holder.link.table_id,
        phone=client_id_of(data, "phone"),
        count=min(count, MOST_UNSENT),
        kept_for=timedelta(seconds=min(seconds, 10**7)),
        actor=holder.actor,
    )
    return {}
