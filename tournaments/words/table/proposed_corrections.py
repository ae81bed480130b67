"""What somebody at the table proposes to correct, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from tournaments.selectors.table.deal_history import Payload, score_table
from tournaments.selectors.table.page import TablePage
from tournaments.words.table.deals import payload_words
from tournaments.words.table.verdicts import deal_words


def proposed_correction_words(page: TablePage, change: Mapping[str, Any]) -> dict[str, str]:
    """What it was, and what it becomes."""
    if change["kind"] == "exchange":
        one, other = (page.names[seat] for seat in change["seats"])
        facts = {"deal": change["from"], "one": one, "other": other}
        becomes = _("From deal %(deal)s on, what was recorded for %(one)s was %(other)s’s, and the other way round.")
        return {"was": "", "becomes": becomes % facts}
    if change["kind"] == "insert":
        said = {"deal": change["at"], "words": payload_words(change["payload"], page.names)}
        return {"was": "", "becomes": _("A deal was forgotten and comes in as deal %(deal)s: %(words)s") % said}
    was = next(line for line in page.deals if line.number == change["number"])
    return {
        "was": deal_words(was.payload, was.result, page.names),
        "becomes": _corrected(page, was.number, change.get("payload")),
    }


def _corrected(page: TablePage, number: int, payload: Payload | None) -> str:
    sheet = {line.number: line.payload for line in page.deals}
    try:
        result = score_table(page.table, {**sheet, number: payload}, seats=len(page.names))
    except ScoringError:  # other deals have been recorded since, with which it does not go together
        return payload_words(payload, page.names)
    return (
        payload_words(None, page.names)
        if payload is None
        else deal_words(payload, result.deals[number - 1], page.names)
    )
