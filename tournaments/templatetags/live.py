"""What is drawn once a language for all who look: rows, filled here and in the page by static/js/scoreboard.js, and
parts of pages by their values.
"""

import re
from collections.abc import Hashable, Iterable
from functools import lru_cache
from html import escape
from typing import NamedTuple
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from django import template
from django.template import RequestContext
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import get_format
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.models import Event, Table
from tournaments.selectors.night.scoreboard import LiveRow
from tournaments.selectors.stage.places import PlaceRow
from tournaments.selectors.table.cards import PlayerTag
from tournaments.selectors.table.page import Level, PaperSheet, SheetShape
from tournaments.templatetags.capstone import SEPARATOR
from tournaments.visibility import follower_of, key_to_follow, premises_at
from tournaments.words.night import NOTES
from tournaments.words.table.deals import ShownDeal

register = template.Library()

STAND_IN = 987654321
SLOT = re.compile(r"⟦(\w+)⟧")
INDENTED = re.compile(r"\s*\n\s*", re.ASCII)
Values = tuple[tuple[str, Hashable], ...]
DEAL = "table/_deal.html"


class RowDrawing(NamedTuple):
    """``text`` has a %s for each of the ``names``."""

    text: str
    names: tuple[str, ...]


class PlaceShape(NamedTuple):
    """What of a row of the places is more than text."""

    leads: bool
    by_lot: bool
    gone: bool
    decided_by: str
    figures: tuple[str, ...]


class Slots:
    def __getitem__(self, name: str) -> SafeString:
        return mark_safe(f"⟦{name}⟧")


@register.simple_tag
def live_rows(rows: Iterable[LiveRow], drawing: str, inner: str = "", *, with_exact: bool = False) -> SafeString:
    """Each row in the template `drawing`, the rows within it (its `row.rows`) in `inner`."""
    language = get_language() or ""
    outer = _drawing(drawing, language, with_exact=with_exact)
    within = _drawing(inner, language, with_exact=with_exact) if inner else None
    point = get_format("DECIMAL_SEPARATOR")
    return mark_safe("".join([_fill(outer, within, row, point) for row in rows]))


@register.simple_tag
def kept(drawing: str, **values: Hashable) -> SafeString:
    """The template drawn from these values alone: once a language for all that are equal."""
    return _kept(drawing, get_language() or "", tuple(values.items()))


@register.simple_tag
def each_kept(drawing: str, rows: Iterable[Hashable], name: str = "each") -> SafeString:
    """The template drawn from each row alone, which it calls ``name``: once a language for all that are equal."""
    language = get_language() or ""
    return mark_safe("".join([_kept(drawing, language, ((name, row),)) for row in rows]))


@lru_cache(maxsize=8192)
def _kept(drawing: str, _language: str, values: Values) -> SafeString:
    return _lean(render_to_string(drawing, dict(values)))


def _lean(drawn: str) -> SafeString:
    """Without what indents it, a fifth of a page, which would be sent and packed each time."""
    return mark_safe(INDENTED.sub("\n", drawn))


@register.simple_tag
def filled(drawing: str, shape: Hashable, **texts: str) -> SafeString:
    """The template drawn once a language for all of this `shape`, with these texts, which seldom come again, put in."""
    drawn = _around(drawing, get_language() or "", shape, tuple(texts))
    return mark_safe(drawn.text % tuple([conditional_escape(texts[name]) for name in drawn.names]))


@lru_cache(maxsize=512)
def _around(drawing: str, _language: str, shape: Hashable, names: tuple[str, ...]) -> RowDrawing:
    return _row_drawing(render_to_string(drawing, {"shape": shape, **{name: Slots()[name] for name in names}}))


class SheetTexts(NamedTuple):
    """What is shown of a sheet beside its shape."""

    player: PlayerTag
    score: str
    reach: tuple[str, str]
    exact: int
    levels: tuple[Level, ...]


@register.simple_tag
def paper_sheet(sheet: PaperSheet) -> SafeString:
    """A deal changes two of a table's: that of who announced, and that of who is next."""
    texts = SheetTexts(sheet.seat.player, sheet.seat.score_text, sheet.reach, sheet.state.exact, sheet.levels)
    return _paper_sheet(get_language() or "", sheet.shape, texts)


@lru_cache(maxsize=1024)
def _paper_sheet(_language: str, shape: SheetShape, sheet: SheetTexts) -> SafeString:
    low, top = sheet.reach
    return filled(
        "table/_sheet.html",
        shape,
        player=kept("club/_player.html", player=sheet.player, link=True),
        name=sheet.player.name,
        score=sheet.score,
        low=low,
        top=top,
        exact=kept("table/_sheet_exact.html", exact=sheet.exact),
        rows=each_kept("table/_sheet_level.html", sheet.levels, name="level"),
    )


@register.simple_tag
def deal_lines(deals: Iterable[ShownDeal]) -> SafeString:
    language = get_language() or ""
    return mark_safe("".join([_deal_line(language, deal) for deal in deals]))


@lru_cache(maxsize=8192)
def _deal_line(language: str, deal: ShownDeal) -> SafeString:
    """Of which there is nothing more to tell than of most, is put into what was drawn for others."""
    if not deal.is_plain:
        return _kept(DEAL, language, (("deal", deal),))
    line, entered = deal.line, deal.newest
    drawn = _plain_deal(language, line.whose, bool(line.brought), bool(entered.by), bool(entered.reason))
    texts = {**vars(line), **vars(entered), "number": deal.number, "words": deal.words}
    return mark_safe(drawn.text % tuple([conditional_escape(texts[name]) for name in drawn.names]))


@lru_cache(maxsize=512)
def _plain_deal(_language: str, whose: tuple[int, ...], *told: bool) -> RowDrawing:
    slots, (brought, by, reason) = Slots(), told
    line = {"whose": whose, "who": slots["who"], "what": slots["what"], "brought": brought and slots["brought"]}
    entered = {"at": slots["at"], "time": slots["time"], "by": by and slots["by"], "reason": reason and slots["reason"]}
    deal = {"number": slots["number"], "words": slots["words"], "line": line, "newest": entered}
    return _row_drawing(render_to_string(DEAL, {"deal": deal}))


@register.simple_tag(takes_context=True)
def live_url(context: RequestContext, event: Event, table: Table | None = None, language: str = "") -> str:
    """Of the stream that a page of the event follows, or of one of its tables. Pages behind a login or a secret address
    are for insiders.
    """
    request = context["request"]
    seen = getattr(request, "seen", None)
    at_table = table.pk if table else None
    inside = seen is None or seen.inside
    key = key_to_follow(premises_at(event.club, event), at_table, inside=inside, by=follower_of(request))
    asked = {"table": at_table, "language": language, "key": key}
    query = urlencode({name: value for name, value in asked.items() if value})
    address = reverse("event-live", args=[event.pk])
    return f"{address}?{query}" if query else address


@register.simple_tag
def place_rows(rows: Iterable[PlaceRow], drawing: str, person: str, **values: Hashable) -> SafeString:
    """Each row in the template `drawing`, like all others of its shape; and in it who stands there, in `person`."""
    language, shared, drawn = get_language() or "", tuple(values.items()), []
    for row in rows:
        kind = drawing, language, shared, row.place == 1, row.by_lot, row.decided_by
        if kind not in row.drawn:
            row.drawn[kind] = _drawn_row(row, drawing, person, shared)
        drawn.append(row.drawn[kind].replace(SEPARATOR, str(row.place or "–")))
    return mark_safe("".join(drawn))


def _drawn_row(row: PlaceRow, drawing: str, person: str, shared: Values) -> str:
    """With a SEPARATOR where the place is to stand."""
    language = get_language() or ""
    drawn = _place_drawing(drawing, language, _shape(row), shared)
    texts = _place_texts(row)
    # All at once, which is many times as quick as one by one.
    shown = dict(zip(texts, escape(SEPARATOR.join(texts.values())).split(SEPARATOR), strict=True))
    shown |= {"place": SEPARATOR, "person": _kept(person, language, (("person", row.person), ("link", True)))}
    return drawn.text % tuple([shown[name] for name in drawn.names])


def _shape(row: PlaceRow) -> PlaceShape:
    return PlaceShape(row.place == 1, row.by_lot, bool(row.person.gone), row.decided_by, tuple(row.figures))


def _place_texts(row: PlaceRow) -> dict[str, str]:
    """What stands in the slots, but for the place and the person, which is drawn."""
    figures = {f"figure{number}": text for number, text in enumerate(row.figures.values())}
    them = row.person
    return {"name": them.tag.name, "who": str(them.id), "gone": them.gone, "value": row.value, **figures}


@lru_cache(maxsize=512)
def _place_drawing(drawing: str, _language: str, shape: PlaceShape, values: Values) -> RowDrawing:
    slots = {name: Slots()[name] for name in ("place", "person", "name", "who", "value")}
    row = shape._asdict() | slots | {"gone": shape.gone and Slots()["gone"]}
    row["figures"] = {key: Slots()[f"figure{number}"] for number, key in enumerate(shape.figures)}
    return _row_drawing(render_to_string(drawing, {"row": row, **dict(values)}))


@register.simple_tag
def drawn_once(drawing: str, **values: object) -> SafeString:
    """The template drawn from these values: once a language as long as the first of them is kept."""
    drawings = _drawn.setdefault(next(iter(values.values())), {})
    shown = drawing, get_language() or ""
    if shown not in drawings:
        drawings[shown] = render_to_string(drawing, values)
    return drawings[shown]


_drawn: WeakKeyDictionary[object, dict[tuple[str, str], SafeString]] = WeakKeyDictionary()


@register.simple_tag
def decimal_point() -> str:
    """How the reader's language writes it."""
    return str(get_format("DECIMAL_SEPARATOR"))


@register.simple_tag
def slot_url(address: str, slot: str, *before: int) -> str:
    """The address of what the slot `slot` names the key of, within what has the keys `before` it."""
    return reverse(address, args=[*before, STAND_IN]).replace(str(STAND_IN), f"⟦{slot}⟧")


@register.simple_tag
def live_row_template(name: str, drawing: str, *, with_exact: bool = False) -> SafeString:
    """What a row of this list is made from in the page, where one comes that it has not shown yet."""
    drawn = _draw(drawing, with_exact=with_exact)
    return format_html('<template data-rows="{}">{}</template>', name, drawn)


def _fill(drawing: RowDrawing, within: RowDrawing | None, row: LiveRow, point: str) -> str:
    values = {"key": row.key, "flags": row.flags, "rows": "", **row.facts}
    for name in ("note", "unseen"):
        if values.get(name):
            values[name] = str(NOTES[values[name]])
    for name, text in row.cells.items():
        values[name] = text.replace(".", point)
    # All at once, which is five times as quick as one by one.
    texts = escape(SEPARATOR.join([values[name] for name in drawing.names])).split(SEPARATOR)
    if within:
        texts[drawing.names.index("rows")] = "".join([_fill(within, None, row, point) for row in row.rows])
    return drawing.text % tuple(texts)


@lru_cache(maxsize=64)
def _drawing(drawing: str, language: str, *, with_exact: bool) -> RowDrawing:
    return _row_drawing(_draw(drawing, with_exact=with_exact))


def _row_drawing(text: str) -> RowDrawing:
    pieces = SLOT.split(_lean(text).replace("%", "%%"))
    return RowDrawing("%s".join(pieces[::2]), tuple(pieces[1::2]))


def _draw(drawing: str, *, with_exact: bool) -> SafeString:
    return render_to_string(drawing, {"row": Slots(), "with_exact": with_exact})
