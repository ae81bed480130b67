"""What somebody at the table proposes to correct, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.deals import Deal
from scoring.errors import ScoringError
from tournaments.selectors.table.deal_history import read_deal, score_table
from tournaments.selectors.table.page import TablePage
from tournaments.words.table.deals import entered_words
from tournaments.words.table.verdicts import deal_words


def proposed_correction_words(page: TablePage, change: Mapping[str, Any]) -> dict[str, str]:
    """What it was, and what it becomes."""
    if change["kind"] == "exchange":
        one, other = (page.names[seat] for seat in change["seats"])
        facts = {"deal": change["from"], "one": one, "other": other}
        becomes = _("From deal %(deal)s on, what was recorded for %(one)s was %(other)s’s, and the other way round.")
        return {"was": "", "becomes": becomes % facts}
    deal = read_deal(page.event.game, change.get("payload"), seats=len(page.names))
    if change["kind"] == "insert":
        said = {"deal": change["at"], "words": entered_words(deal, page.names)}
        return {"was": "", "becomes": _("A deal was forgotten and comes in as deal %(deal)s: %(words)s") % said}
    was = next(line for line in page.deals if line.number == change["number"])
    return {
        "was": deal_words(was.deal, was.result, page.names),
        "becomes": _corrected(page, was.number, deal),
    }


def _corrected(page: TablePage, number: int, deal: Deal | None) -> str:
    sheet = {line.number: line.deal for line in page.deals}
    try:
        result = score_table(page.table, {**sheet, number: deal}, seats=len(page.names))
    except ScoringError:  # other deals have been recorded since, with which it does not go together
        return entered_words(deal, page.names)
    return deal_words(deal, result.deals[number - 1] if deal else None, page.names)
