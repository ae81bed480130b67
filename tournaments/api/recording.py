"""What programs record at a table, by the rules of its pad: tournaments.recording."""

from collections.abc import Callable
from typing import Any

from ninja import Schema, Status

from scoring.errors import ScoringError
from tournaments.api import schemas
from tournaments.api.callers import Call, looked_at
from tournaments.api.operations import router
from tournaments.models import ProposedCorrection
from tournaments.permissions import PadHolder, Right, table_to_score
from tournaments.recording import (
    Json,
    Outcome,
    against_the_rules,
    correct,
    overtaken,
    record,
    recorded_facts,
    refused,
    void,
)
from tournaments.selectors.table.page import table_page
from tournaments.services.refusals import Refused, Stale

FAULTS: Any = dict.fromkeys((401, 403, 404, 413, 415, 422, 429, 503), schemas.Refusal)
ANSWERS: Any = {200: schemas.RecordedDeal, 409: schemas.Overtaken, **FAULTS}
CORRECTED: Any = {202: schemas.Proposed, **ANSWERS}


@router.post("/tables/{table}/deals", tags=["Record"], summary="Record a deal", response=ANSWERS)
@looked_at("table", Right.SCORE)
def record_deal(request: Call, table: int, sent: schemas.DealSent) -> Any:
    """The next deal of the table. Sent again with the same ``client_id``, it is answered as the first time."""
    return _answered(request, table, sent, record, entering=sent.number)


@router.post("/tables/{table}/deals/{number}", tags=["Record"], summary="Correct a deal", response=CORRECTED)
@looked_at("table", Right.SCORE)
def correct_deal(request: Call, table: int, number: int, sent: schemas.CorrectionSent) -> Any:
    """What was recorded before stays in the log. 202 where another seat has to agree first."""
    return _answered(request, table, sent, lambda holder, data: correct(holder, data, number), entering=number)


@router.post("/tables/{table}/deals/{number}/void", tags=["Record"], summary="Void a deal", response=CORRECTED)
@looked_at("table", Right.SCORE)
def void_deal(request: Call, table: int, number: int, sent: schemas.VoidSent) -> Any:
    """A correction of it brings the deal back. 202 where another seat has to agree first."""
    return _answered(request, table, sent, lambda holder, data: void(holder, data, number), entering=number)


def _answered(
    request: Call, table: int, sent: Schema, act: Callable[[PadHolder, Json], Outcome], *, entering: int | None
) -> Status[Any]:
    holder = table_to_score(table, request.auth.actor)
    try:
        outcome = act(holder, sent.dict(exclude_unset=True))
    except ScoringError as error:
        return Status(*against_the_rules(error, holder.link.table, entering=entering))
    except Stale as stale:
        answer = overtaken(stale, table_page(table))
        return Status(answer.status, {"error": stale.as_dict(), "field": "deal", **answer.facts})
    except Refused as error:
        return Status(*refused(error))
    if isinstance(outcome, ProposedCorrection):
        return Status(202, {"proposal": outcome.pk})
    return Status(200, {**recorded_facts(outcome), "repeated": outcome.repeated})
