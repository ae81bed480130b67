"""The table calls the director from its pad, or takes that back."""

from scoring import fields
from tournaments.permissions import PadHolder
from tournaments.services.table.calls import call_director, withdraw_call
from tournaments.views.pad.pad import LONGEST_REASON, Json, asked, fresh_state


@asked
def call(holder: PadHolder, data: Json) -> Json:
    if fields.flag(data, "withdraw"):
        withdraw_call(table_id=holder.link.table_id, actor=holder.actor)
    else:
        note = data.get("note") and fields.text(data, "note")
        call_director(table_id=holder.link.table_id, note=(note or "")[:LONGEST_REASON], actor=holder.actor)
    return {"state": fresh_state(holder)}
