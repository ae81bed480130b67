"""What programs record at a table, by the rules of its pad: tournaments.recording."""

from collections.abc import Callable
from typing import Any

from ninja import Schema, Status

from tournaments.api import schemas, sent
from tournaments.api.callers import Call
from tournaments.api.operations import writes
from tournaments.api.problems import OutOfDate
from tournaments.api.seats import payload_from_0, payload_from_1
from tournaments.models import ProposedCorrection
from tournaments.permissions import PadHolder, Right, table_to_score
from tournaments.recording import Json, Outcome, correct, overtaken, record, recorded_facts, void
from tournaments.selectors.table.page import table_page
from tournaments.services.refusals import Stale

RECORDS: dict[str, Any] = {"of": "table", "right": Right.SCORE, "tag": "Record"}
RECORDED: Any = {409: schemas.Overtaken}
CORRECTED: Any = {202: schemas.Proposed, **RECORDED}


@writes("/tables/{table}/deals", "Record a deal", schemas.RecordedDeal, more=RECORDED, **RECORDS)
def record_deal(request: Call, table: int, body: sent.DealSent) -> Any:
    """The next deal of the table."""
    return _answered(request, table, body, record, entering=body.number)


@writes("/tables/{table}/deals/{number}", "Correct a deal", schemas.RecordedDeal, more=CORRECTED, **RECORDS)
def correct_deal(request: Call, table: int, number: int, body: sent.CorrectionSent) -> Any:
    """What was recorded before stays in the log. 202 where another seat has to agree first."""
    return _answered(request, table, body, lambda holder, data: correct(holder, data, number), entering=number)


@writes("/tables/{table}/deals/{number}/void", "Void a deal", schemas.RecordedDeal, more=CORRECTED, **RECORDS)
def void_deal(request: Call, table: int, number: int, body: sent.VoidSent) -> Any:
    """A correction of it brings the deal back. 202 where another seat has to agree first."""
    return _answered(request, table, body, lambda holder, data: void(holder, data, number), entering=number)


def _answered(
    request: Call, table: int, body: Schema, act: Callable[[PadHolder, Json], Outcome], *, entering: int | None
) -> Status[Any]:
    holder, data = table_to_score(table, request.auth.actor), body.dict(exclude_unset=True)
    if "payload" in data:
        data["payload"] = payload_from_0(data["payload"])
    request.entering = entering
    try:
        outcome = act(holder, data)
    except Stale as stale:
        changes = overtaken(stale, table_page(table)).facts["changes"]
        raise OutOfDate(stale, [_missed(change) for change in changes]) from stale
    if isinstance(outcome, ProposedCorrection):
        return Status(202, {"proposal": outcome.pk})
    return Status(200, {**recorded_facts(outcome), "repeated": outcome.repeated})


def _missed(change: Json) -> Json:
    """A deal that is new to the program, without the words of a pad."""
    facts = {name: change[name] for name in schemas.DealNow.model_fields}
    return facts | {"payload": payload_from_1(change["payload"])}
