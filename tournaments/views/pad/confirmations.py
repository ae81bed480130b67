"""What a table's phones say of what another recorded: confirmed, disputed, agreed to."""

from scoring import fields
from scoring.errors import malformed
from tournaments.models import Confirmation, ProposedCorrection
from tournaments.permissions import PadHolder
from tournaments.recording.reading import Json, reason_of
from tournaments.services.table.confirmations import DealVersion, confirm_or_dispute
from tournaments.services.table.proposed_corrections import answer_proposed_correction
from tournaments.views.pad.pad import asked, fresh_state

ANSWERS = (ProposedCorrection.Answer.AGREED, ProposedCorrection.Answer.DECLINED, ProposedCorrection.Answer.WITHDRAWN)


@asked
def confirmation(holder: PadHolder, data: Json) -> Json:
    verdict = fields.text(data, "verdict")
    if verdict not in Confirmation.Verdict.values:
        raise malformed("verdict")
    confirm_or_dispute(
        table_id=holder.link.table_id,
        verdict=Confirmation.Verdict(verdict),
        deals=deals_of(data),
        base_revision=fields.integer(data, "base_revision"),
        reason=reason_of(data),
        actor=holder.actor,
    )
    return {"state": fresh_state(holder)}


@asked
def proposed(holder: PadHolder, data: Json, pk: int) -> Json:
    answer = fields.text(data, "answer")
    if answer not in ANSWERS:
        raise malformed("answer")
    answer_proposed_correction(proposed_id=pk, answer=ProposedCorrection.Answer(answer), actor=holder.actor)
    return {"state": fresh_state(holder)}


def deals_of(data: Json) -> list[DealVersion] | None:
    """The versions that the phone has shown; None where it speaks of the table as a whole."""
    deals = data.get("deals")
    if deals is None:
        return None
    if not isinstance(deals, list) or not all(isinstance(each, dict) for each in deals):
        raise malformed("deals")
    return [(fields.integer(each, "number"), fields.integer(each, "version")) for each in deals]
