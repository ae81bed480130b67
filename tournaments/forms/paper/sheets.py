"""The form in which a table's paper sheet is typed in."""

from typing import Any

from scoring.games import GAMES
from tournaments.forms.paper.announced import AnnouncedSheetForm
from tournaments.forms.paper.hands import HandsSheetForm
from tournaments.forms.paper.typed import FirstDealerForm, TypedForm
from tournaments.selectors.paper.typed import next_number
from tournaments.selectors.table.page import TablePage


def typed_form(page: TablePage, data: Any = None, *, initial: dict[str, Any]) -> TypedForm:
    """Of the table's game; ``data`` may also say who dealt first."""
    form = AnnouncedSheetForm if GAMES[page.event.game].sheet == "announcements" else HandsSheetForm
    return form(data, page=page, initial=initial)


def first_dealer_form(page: TablePage, data: Any = None) -> FirstDealerForm | None:
    return FirstDealerForm(data, page=page) if next_number(page) == 1 else None
