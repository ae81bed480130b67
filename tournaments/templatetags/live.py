"""The render cache: parts of pages, rendered once a process for all readers of a language.

A template is rendered with values that can be hashed, or with open slots (⟦name⟧) in their place, which texts that
seldom come again are put into. Names are among the values as they are drawn for that audience. The rows of live lists
are filled here and in the page, by static/js/scoreboard.js. What belongs to an event's cache (selectors/following.py)
is stored beside it, and goes with it: `place_rows` and `rendered_while`.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from html import escape
from typing import Any, NamedTuple, TypeVar
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
from tournaments.words.standings import CutLine
from tournaments.words.table.deals import ShownDeal

register = template.Library()

STAND_IN = 987654321
SLOT = re.compile(r"⟦(\w+)⟧")
INDENTED = re.compile(r"\s*\n\s*", re.ASCII)
Values = tuple[tuple[str, Hashable], ...]
Rendered = TypeVar("Rendered")
DEAL = "table/_deal.html"


class Pattern(NamedTuple):
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


def _once(make: Callable[..., Rendered], *key: Hashable) -> Rendered:
    part: Rendered = _render_cache(get_language() or "", make, *key)
    return part


@lru_cache(maxsize=16384)
def _render_cache(_language: str, make: Callable[..., Any], *key: Hashable) -> Any:
    return make(*key)


@register.simple_tag
def live_rows(rows: Iterable[LiveRow], drawing: str, inner: str = "", **values: Hashable) -> SafeString:
    """Each row in the template `drawing`, the rows within it (its `row.rows`) in `inner`."""
    outer = _once(_live_row, drawing, tuple(values.items()))
    within = _once(_live_row, inner, ()) if inner else None
    point = get_format("DECIMAL_SEPARATOR")
    return mark_safe("".join([_fill(outer, within, row, point) for row in rows]))


@register.simple_tag
def rendered(drawing: str, **values: Hashable) -> SafeString:
    """The template drawn from these values alone."""
    return _once(_part, drawing, tuple(values.items()))


@register.simple_tag
def each_rendered(drawing: str, rows: Iterable[Hashable], name: str) -> SafeString:
    """The template drawn from each row alone, which it calls ``name``."""
    return mark_safe("".join([_once(_part, drawing, ((name, row),)) for row in rows]))


def _part(drawing: str, values: Values) -> SafeString:
    return _lean(render_to_string(drawing, dict(values)))


def _lean(drawn: str) -> SafeString:
    """Without what indents it, a fifth of a page, which would be sent and packed each time."""
    return mark_safe(INDENTED.sub("\n", drawn))


@register.simple_tag
def filled(drawing: str, shape: Hashable, **texts: str) -> SafeString:
    """The template drawn once for all of this `shape`, with these texts, which seldom come again, put in."""
    drawn = _once(_around, drawing, shape, tuple(texts))
    return mark_safe(drawn.text % tuple([conditional_escape(texts[name]) for name in drawn.names]))


def _around(drawing: str, shape: Hashable, names: tuple[str, ...]) -> Pattern:
    return _pattern(render_to_string(drawing, {"shape": shape, **{name: Slots()[name] for name in names}}))


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
    return _once(_paper_sheet, sheet.shape, texts)


def _paper_sheet(shape: SheetShape, sheet: SheetTexts) -> SafeString:
    low, top = sheet.reach
    return filled(
        "table/_sheet.html",
        shape,
        player=rendered("club/_player.html", player=sheet.player, link=True),
        name=sheet.player.name,
        score=sheet.score,
        low=low,
        top=top,
        exact=rendered("table/_sheet_exact.html", exact=sheet.exact),
        rows=each_rendered("table/_sheet_level.html", sheet.levels, name="level"),
    )


@register.simple_tag
def deal_lines(deals: Iterable[ShownDeal]) -> SafeString:
    return mark_safe("".join([_once(_deal_line, deal) for deal in deals]))


def _deal_line(deal: ShownDeal) -> SafeString:
    """A deal of which there is nothing more to say than of most is put into what was drawn for others."""
    if not deal.is_plain:
        return _part(DEAL, (("deal", deal),))
    line, entered = deal.line, deal.newest
    facts = {"brought": line.brought, "by": entered.by, "reason": entered.reason}
    drawn = _once(_plain_deal, line.whose, tuple(name for name, fact in facts.items() if fact))
    texts = {**vars(line), **vars(entered), "number": deal.number, "words": deal.words}
    return mark_safe(drawn.text % tuple([conditional_escape(texts[name]) for name in drawn.names]))


def _plain_deal(whose: tuple[int, ...], present: tuple[str, ...]) -> Pattern:
    """``present``: which of the facts that a deal may lack it has."""
    slots = Slots()
    optional = {name: slots[name] if name in present else "" for name in ("brought", "by", "reason")}
    line = {"whose": whose, "who": slots["who"], "what": slots["what"], **optional}
    entered = {"at": slots["at"], "time": slots["time"], **optional}
    deal = {"number": slots["number"], "words": slots["words"], "line": line, "newest": entered}
    return _pattern(render_to_string(DEAL, {"deal": deal}))


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
    parameters = {"table": at_table, "language": language, "key": key}
    query = urlencode({name: value for name, value in parameters.items() if value})
    address = reverse("event-live", args=[event.pk])
    return f"{address}?{query}" if query else address


PLACE, TIED, NOW = (SEPARATOR + name for name in ("place", "tied", "now"))
"""Where in a drawn row stands what changes though its figures stay."""


@register.simple_tag
def place_rows(
    rows: Iterable[PlaceRow],
    drawing: str,
    person: str,
    *,
    now: Mapping[int, str] | None = None,
    cut: CutLine | None = None,
    **values: Hashable,
) -> SafeString:
    """Each row in the template `drawing`, like all others of its shape; and in it who stands there, in `person`.

    ``now``: by player, where they play; ``cut``: how many go on, below whom a line is drawn.
    """
    listed = list(rows)
    shared, drawn = (*values.items(), ("with_now", bool(now))), []
    for row, tied in zip(listed, _tied([row.place for row in listed]), strict=True):
        kind = drawing, get_language(), shared, row.place == 1, row.by_lot, row.decided_by
        if kind not in row.drawn:
            row.drawn[kind] = _drawn_row(row, drawing, person, shared)
        seat = escape((now or {}).get(row.person.tag.id, ""))
        shown = row.drawn[kind].replace(PLACE, str(row.place or "–")).replace(TIED, tied)
        drawn.append(shown.replace(NOW, seat))
    if cut and 0 < cut.after < len(listed) and listed[cut.after].place:
        drawn.insert(cut.after, format_html('<tr class="cut"><td colspan="99"><span>{}</span></td></tr>', cut.text))
    return mark_safe("".join(drawn))


def _tied(places: list[int | None]) -> Iterable[str]:
    """Of each the first, middle or last of those who share its place, or nothing."""
    for place, previous, following in zip(places, [None, *places], [*places[1:], None], strict=False):
        above, below = bool(place) and place == previous, bool(place) and place == following
        yield "middle" if above and below else "last" if above else "first" if below else ""


def _drawn_row(row: PlaceRow, drawing: str, person: str, shared: Values) -> str:
    """With PLACE, TIED and NOW where these are to stand."""
    drawn = _once(_place_pattern, drawing, _shape(row), shared)
    texts = _place_texts(row)
    # All at once, which is many times as quick as one by one.
    values = dict(zip(texts, escape(SEPARATOR.join(texts.values())).split(SEPARATOR), strict=True))
    values |= {"place": PLACE, "tied": TIED, "now": NOW}
    values["person"] = _once(_part, person, (("person", row.person), ("link", True)))
    return drawn.text % tuple([values[name] for name in drawn.names])


def _shape(row: PlaceRow) -> PlaceShape:
    return PlaceShape(row.place == 1, row.by_lot, bool(row.person.gone), row.decided_by, tuple(row.figures))


def _place_texts(row: PlaceRow) -> dict[str, str]:
    """What stands in the slots, but for the place and the person, which is drawn."""
    figures = {f"figure{number}": text for number, text in enumerate(row.figures.values())}
    them = row.person
    return {"name": them.tag.name, "who": str(them.id), "gone": them.gone, "value": row.value, **figures}


def _place_pattern(drawing: str, shape: PlaceShape, values: Values) -> Pattern:
    slots = {name: Slots()[name] for name in ("place", "tied", "now", "person", "name", "who", "value")}
    row = shape._asdict() | slots | {"gone": shape.gone and Slots()["gone"]}
    row["figures"] = {key: Slots()[f"figure{number}"] for number, key in enumerate(shape.figures)}
    return _pattern(render_to_string(drawing, {"row": row, **dict(values)}))


@register.simple_tag
def rendered_while(drawing: str, **values: object) -> SafeString:
    """The template drawn from these values: once a language while the first of them is stored."""
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
def live_row_template(name: str, drawing: str, **values: Hashable) -> SafeString:
    """What a row of this list is made from in the page, where one comes that it has not shown yet."""
    drawn = _draw(drawing, **values)
    return format_html('<template data-rows="{}">{}</template>', name, drawn)


def _fill(drawing: Pattern, within: Pattern | None, row: LiveRow, point: str) -> str:
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


def _live_row(drawing: str, values: Values) -> Pattern:
    return _pattern(_draw(drawing, **dict(values)))


def _pattern(text: str) -> Pattern:
    pieces = SLOT.split(_lean(text).replace("%", "%%"))
    return Pattern("%s".join(pieces[::2]), tuple(pieces[1::2]))


def _draw(drawing: str, **values: Hashable) -> SafeString:
    return render_to_string(drawing, {"row": Slots(), **values})
