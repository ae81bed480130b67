"""What is answered where nothing was recorded: a code with its facts, a sentence, and the field that it concerns."""

from typing import NamedTuple

from scoring.errors import ScoringError
from tournaments.models import Table
from tournaments.recording.reading import Json
from tournaments.selectors.pad.state import deal_facts
from tournaments.selectors.table.deal_history import current_deals
from tournaments.selectors.table.page import TablePage, changed_since, seat_names
from tournaments.services.refusals import Refused, Stale
from tournaments.words.refusals import refusal_text
from tournaments.words.scoring_errors import collision_sentence, error_field, error_sentence
from tournaments.words.table.deals import entered_words
from tournaments.words.table.verdicts import deal_words


class Reply(NamedTuple):
    status: int
    facts: Json


def refusal(error: Json, message: str, *, field: str = "deal", status: int = 422) -> Reply:
    return Reply(status, {"error": error, "message": message, "field": field})


def refused(error: Refused, *, status: int = 422) -> Reply:
    return refusal(error.as_dict(), refusal_text(error), status=status)


def against_the_rules(error: ScoringError, table: Table, *, entering: object) -> Reply:
    """A correction may break another deal than the one that is being entered; then that one is named."""
    names, collided = seat_names(table), error.params.get("deal")
    corrects = entering is not None and collided != entering
    sheet = current_deals(table, seats=len(names)) if corrects else {}
    other = sheet.get(collided) if isinstance(collided, int) else None
    if other is None:
        return refusal(error.as_dict(), error_sentence(error, names), field=error_field(error))
    return refusal(error.as_dict(), collision_sentence(error, names, words=entered_words(other, names)))


def overtaken(stale: Stale, page: TablePage) -> Reply:
    """With the deals that are new to whoever sent it."""
    changed = {deal.number for deal in changed_since(page.table, stale.base_revision)} | {stale.number}
    lines = [line for line in page.deals if line.number in changed]
    changes = [deal_facts(line, deal_words(line.deal, line.result, page.names)) for line in lines]
    return Reply(409, {"message": refusal_text(stale), "changes": changes, "number": stale.number})
