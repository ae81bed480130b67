"""What a player's own phone adds to the deal that is being played, ahead of its being recorded."""

from scoring import fields
from tournaments.permissions import PadHolder
from tournaments.recording.reading import Json, client_id_of, number_of
from tournaments.services.pad.contributions import Contributed, contribute
from tournaments.views.pad.pad import asked, fresh_state


@asked
def contribution(holder: PadHolder, data: Json) -> Json:
    contribute(table_id=holder.link.table_id, sent=contributed_in(data), actor=holder.actor)
    return {"state": fresh_state(holder)}


def contributed_in(data: Json) -> Contributed:
    return Contributed(
        number=fields.integer(data, "number"),
        seat=number_of(data, "seat"),
        client_id=client_id_of(data),
        base_revision=fields.integer(data, "base_revision"),
        seen=number_of(data, "seen") or 0,
        said=data["said"] if isinstance(data.get("said"), dict) else {},
    )
