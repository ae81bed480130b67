"""What somebody at the table proposes to correct: in words, and every deal before and after."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.deals import Deal
from scoring.errors import ScoringError
from tournaments.audit import SYSTEM
from tournaments.selectors.table.deal_history import read_deal, score_table
from tournaments.selectors.table.page import TablePage
from tournaments.services.refusals import Refused
from tournaments.services.table.correct_many import preview, read_change
from tournaments.services.table.deals import payload_of
from tournaments.words.table.deals import entered_words
from tournaments.words.table.verdicts import deal_words

Json = dict[str, Any]


def proposed_correction_words(page: TablePage, change: Mapping[str, Any]) -> Json:
    """What it was, what it becomes, and `deals`: each that changes, whole."""
    if change["kind"] in ("exchange", "insert"):
        return {"was": "", "becomes": _several(page, change), "deals": _several_deals(page, change)}
    deal = read_deal(page.event.game, change.get("payload"), seats=len(page.names))
    was = next(line for line in page.deals if line.number == change["number"])
    return {
        "was": deal_words(was.deal, was.result, page.names),
        "becomes": _corrected(page, was.number, deal),
        "deals": [_beside(was.number, was.deal, deal)],
    }


def _several(page: TablePage, change: Mapping[str, Any]) -> str:
    if change["kind"] == "exchange":
        one, other = (page.names[seat] for seat in change["seats"])
        facts = {"deal": change["from"], "one": one, "other": other}
        becomes = _("From deal %(deal)s on, what was recorded for %(one)s was %(other)s’s, and the other way round.")
        return becomes % facts
    deal = read_deal(page.event.game, change.get("payload"), seats=len(page.names))
    said = {"deal": change["at"], "words": entered_words(deal, page.names)}
    return _("A deal was forgotten and comes in as deal %(deal)s: %(words)s") % said


def _several_deals(page: TablePage, change: Mapping[str, Any]) -> list[Json]:
    try:
        seen = preview(table_id=page.table.pk, change=read_change(change), actor=SYSTEM)
    except (Refused, ScoringError):  # other deals have been recorded since, with which it does not go together
        return []
    return [_beside(number, seen.before.get(number), seen.after[number]) for number in seen.touched]


def _beside(number: int, before: Deal | None, after: Deal | None) -> Json:
    return {"number": number, "before": payload_of(before), "after": payload_of(after)}


def _corrected(page: TablePage, number: int, deal: Deal | None) -> str:
    sheet = {line.number: line.deal for line in page.deals}
    try:
        result = score_table(page.table, {**sheet, number: deal}, seats=len(page.names))
    except ScoringError:  # other deals have been recorded since, with which it does not go together
        return entered_words(deal, page.names)
    return deal_words(deal, result.deals[number - 1] if deal else None, page.names)
