"""A player's form as a row of bars: the latest tables, the higher the better the place."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.selectors.club.players import PlayedTable

BARS = 12
FEWEST = 3
STEP = 22
WIDTH = 16
HEIGHT = 48


@dataclass(frozen=True)
class Bar:
    x: int
    y: int
    height: int
    won: bool
    text: str


@dataclass(frozen=True)
class ShownForm:
    says: str
    bars: list[Bar]
    width: int
    height: int = HEIGHT


def form_picture(tables: Iterable[PlayedTable]) -> ShownForm | None:
    """``tables``: the latest first; those without a place yet are left out. Their list is the picture's table."""
    placed = [(table, table.place) for table in tables if table.place][:BARS]
    if len(placed) < FEWEST:
        return None
    won = sum(place == 1 for _table, place in placed)
    says = ngettext(
        "First %(won)d time at the last %(count)d tables.", "First %(won)d times at the last %(count)d tables.", won
    )
    bars = [_bar(table, place, at) for at, (table, place) in enumerate(reversed(placed))]
    return ShownForm(says % {"won": won, "count": len(placed)}, bars, STEP * len(bars))


def _bar(table: PlayedTable, place: int, at: int) -> Bar:
    height = round(HEIGHT * (table.seats + 1 - place) / table.seats)
    facts = {"date": date_format(table.date, "SHORT_DATE_FORMAT"), "place": place, "seats": table.seats}
    return Bar(at * STEP, HEIGHT - height, height, place == 1, _("%(date)s: %(place)d of %(seats)d") % facts)
