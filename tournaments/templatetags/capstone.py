"""How a player and a card look on every page."""

from collections.abc import Sequence

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.words.cards import card_name, level_of

register = template.Library()

# How many cards a pyramid of so many has at each level (C5).
COLONIAL_ROWS = {3: {2: 1, 3: 2}, 5: {2: 2, 3: 3}, 6: {1: 1, 2: 2, 3: 3}}


@register.filter
def initials(name: str) -> str:
    """Two letters for the player's hexagon: of the first and last word, or the first two of a single one."""
    words = name.split()
    letters = words[0][0] + words[-1][0] if len(words) > 1 else name.strip()[:2]
    return letters.upper()


@register.inclusion_tag("club/_player.html")
def player(tag: object, *, link: bool = False, full: bool = False) -> dict[str, object]:
    """The hexagon with initials and the name, of a Player or PlayerTag."""
    return {"player": tag, "link": link, "full": full}


@register.simple_tag
def card(code: str, size: str = "") -> SafeString:
    """One card of any of the decks, drawn from the sprite and named for those who hear the page."""
    classes = f"game-card game-card-{size}" if size else "game-card"
    return format_html(
        '<svg class="{}" role="img" aria-label="{}"><use href="{}#{}"></use></svg>',
        classes,
        card_name(code),
        static("img/cards.svg"),
        code,
    )


@register.filter
def signed(number: int) -> str:
    """+3, 0, −2: net cubits."""
    return f"{number:+d}".replace("-", "−") if number else "0"


@register.filter
def stacked(pyramid: Sequence[str]) -> list[list[str]]:
    """The cards of a pyramid in rows, smallest on top. A Capstone that stands for another card fills the gap."""
    levels = {level: [card for card in pyramid if level_of(card) == level] for level in (1, 2, 3)}
    if wild := [card for card in pyramid if level_of(card) == 0]:
        sizes = COLONIAL_ROWS.get(len(pyramid), {1: 1})
        gap = next((level for level, size in sizes.items() if len(levels[level]) < size), 1)
        levels[gap] = wild + levels[gap]
    return [row for row in levels.values() if row]


@register.filter
def split(codes: str) -> list[str]:
    return codes.split()
