"""What a table asks for to correct several deals in one step: first what would change, then the change."""

from django.http import HttpResponse

from scoring import fields
from scoring.errors import ScoringError
from tournaments.permissions import PadHolder
from tournaments.recording.answers import refusal
from tournaments.recording.changes import change as make_change
from tournaments.recording.reading import Json, client_id_of, payload_of
from tournaments.selectors.table.page import seat_names
from tournaments.services.table.correct_many import Rearrangement, preview, read_change, undo
from tournaments.views.pad.pad import asked, json_of, saved, told
from tournaments.words.scoring_errors import error_sentence
from tournaments.words.table.correct_many import impact_words


@asked
def pad_correct_many(holder: PadHolder, data: Json) -> Json | HttpResponse:
    if data.get("kind") == "insert":
        payload_of(data)  # held to the same lengths as any deal
    change = read_change(data)
    if fields.flag(data, "dry"):
        return impact(holder, change)
    try:
        return told(holder, make_change(holder, data, change.written))
    except ScoringError as error:
        breaks = impact(holder, change)["breaks"] or [error_sentence(error, seat_names(holder.link.table))]
        return json_of(refusal(error.as_dict(), " ".join(breaks)))


@asked
def pad_undo(holder: PadHolder, data: Json) -> Json:
    revision, client_id = fields.integer(data, "revision"), client_id_of(data)
    undone = undo(table_id=holder.link.table_id, revision=revision, client_id=client_id, actor=holder.actor)
    return saved(holder, undone)


def impact(holder: PadHolder, change: Rearrangement) -> Json:
    seen = preview(table_id=holder.link.table_id, change=change, actor=holder.actor)
    words = impact_words(seen, seat_names(holder.link.table))
    return {
        "changes": [{"number": each.number, "before": each.before, "after": each.after} for each in words.changes],
        "remarks": words.remarks,
        "breaks": words.breaks,
    }
