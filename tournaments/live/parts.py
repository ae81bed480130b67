"""Parts of pages that are the same for everybody, drawn when something in them is new and sent to all who follow."""

import json
from datetime import datetime
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone

from tournaments.audience import INSIDERS, drawn_for
from tournaments.selectors.charts import table_race
from tournaments.selectors.stage.stages import shown_match
from tournaments.selectors.table.confirmations import table_confirmation
from tournaments.selectors.table.page import TablePage, paper_sheets, table_page
from tournaments.selectors.win_probability import table_bend
from tournaments.visibility import premises_of
from tournaments.words.charts.race import table_picture
from tournaments.words.languages import in_language
from tournaments.words.table.deals import shown_confirmation, shown_deals
from tournaments.words.win_probability import shown_bend


def table_text(table_id: int, language: str, *, revision: int, for_strangers: bool) -> bytes:
    """The sheets and deals of a table as they are since this revision at least, as server-sent event. Raises
    Table.DoesNotExist.
    """
    audience = premises_of("table", table_id).shown_names if for_strangers else INSIDERS
    with in_language(language), drawn_for(audience):
        page = table_page(table_id)
        html = render_to_string("table/table.html#sheets", table_context(page, now=timezone.now()))
    revision = max(revision, page.table.shown_revision)
    part = json.dumps({"revision": revision, "id": "sheets", "html": html}, ensure_ascii=False, separators=(",", ":"))
    return f"event: part\nid: {revision}\ndata: {part}\n\n".encode()


TEN = 10


def tens_of(page: TablePage) -> list[int]:
    """Deals to go to at once, the newest first; none where all are in sight."""
    numbers = [line.number for line in page.deals]
    return numbers[::-TEN] if len(numbers) > TEN else []


def table_context(page: TablePage, *, now: datetime) -> dict[str, Any]:
    return {
        "page": page,
        "table": page.table,
        "event": page.event,
        "sheets": paper_sheets(page),
        "race": table_picture(table_race(page)),
        "bend": shown_bend(table_bend(page)),
        "deals": shown_deals(page, now=now),
        "tens": tens_of(page),
        "match": shown_match(page.table),
        "confirmation": shown_confirmation(table_confirmation(page.table), page.names, now=now),
    }
