"""How a player and a card look on every page."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.card_names import card_name

register = template.Library()


@register.filter
def initials(name: str) -> str:
    """Two letters for the player's hexagon: of the first and last word, or the first two of a single one."""
    words = name.split()
    letters = words[0][0] + words[-1][0] if len(words) > 1 else name.strip()[:2]
    return letters.upper()


@register.inclusion_tag("players/_player.html")
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


@register.simple_tag
def hidden_hand() -> SafeString:
    return format_html(
        '<svg class="game-card game-card-small" role="img" aria-label="{}"><use href="{}#BACK"></use></svg>',
        _("folded, not shown"),
        static("img/cards.svg"),
    )
