"""How a player and a card look on every page."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from tournaments import limits
from tournaments.selectors.table.cards import initials, name_length, signed_text
from tournaments.words.games import card_name

register = template.Library()

register.filter(initials)
register.filter(name_length)
register.filter("signed", signed_text)

SPRITE = "img/cards.svg"
SEPARATOR = "\0"  # no form takes it, and no database


@register.simple_tag
def limit(name: str) -> int:
    """As tournaments/limits.py has it."""
    value: int = getattr(limits, name)
    return value


@register.simple_tag
def bundled(source: str) -> str:
    """The file that scripts/js-tools makes of a source and what it imports; with DEBUG the source itself."""
    return static(source if settings.DEBUG else f"bundle/{Path(source).name}")


@register.inclusion_tag("club/_player.html")
def player(tag: object, *, link: bool = False, full: bool = False) -> dict[str, object]:
    """The hexagon with initials and the name, of a Player or PlayerTag."""
    return {"player": tag, "link": link, "full": full}


@register.simple_tag
def card(code: str, size: str = "") -> SafeString:
    """One card of any of the decks, drawn from the sprite and named for those who hear the page; one that is not there
    is a plain hexagon with its code.
    """
    return _card(code, size, card_name(code))


@lru_cache(maxsize=1024)
def _card(code: str, size: str, name: str) -> SafeString:
    classes = f"game-card game-card-{size}" if size else "game-card"
    if code not in drawn_cards():
        return format_html(UNDRAWN, classes, name, code)
    return format_html(
        '<svg class="{}" role="img" aria-label="{}"><use href="{}#{}"></use></svg>',
        classes,
        name,
        static(SPRITE),
        code,
    )


# As static/js/pad/screens/dom.js draws it.
UNDRAWN = (
    '<svg class="{} card-undrawn" viewBox="0 0 88 100" role="img" aria-label="{}">'
    '<polygon points="44,2 85.6,26 85.6,74 44,98 2.4,74 2.4,26" fill="#fffdf6" stroke="#4a4036" stroke-width="2.6"/>'
    '<text x="44" y="61" font-size="32" font-weight="700" text-anchor="middle" fill="#15110b">{}</text></svg>'
)


@cache
def drawn_cards() -> frozenset[str]:
    """The codes that the sprite has a picture of."""
    sprite = Path(str(finders.find(SPRITE))).read_text()
    return frozenset(re.findall(r'<symbol id="(\w+)"', sprite))


@register.filter
def cells(figures: Iterable[object]) -> SafeString:
    """Of a row; so many cost five times as much one by one in a template."""
    return mark_safe(_each(figures, '<td class="number">', "</td>"))


@register.filter
def column_heads(names: Iterable[object]) -> SafeString:
    return mark_safe(_each(names, '<th scope="col" class="number">', "</th>"))


def _each(values: Iterable[object], before: str, after: str) -> str:
    """Escaped all at once, which is many times as quick as one by one."""
    texts = [str(value) for value in values]
    return before + escape(SEPARATOR.join(texts)).replace(SEPARATOR, after + before) + after if texts else ""


@register.filter
def in_fours(text: str) -> str:
    """In groups that people can read to each other."""
    return " ".join(text[start : start + 4] for start in range(0, len(text), 4))


@register.filter
def split(codes: str) -> list[str]:
    return codes.split()
