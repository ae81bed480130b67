"""Cards in words, for screen readers and sentences."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.cards import EARTH_DECK

COLONIAL = {"P": gettext_lazy("purple"), "G": gettext_lazy("green"), "O": gettext_lazy("orange")}
COLONIAL_LEVELS = {
    "1": gettext_lazy("first-level {suit}"),
    "2": gettext_lazy("second-level {suit}"),
    "3": gettext_lazy("third-level {suit}"),
}
EARTH_RANKS = {
    "A": gettext_lazy("ace of {suit}"),
    "K": gettext_lazy("king of {suit}"),
    "Q": gettext_lazy("queen of {suit}"),
    "2": gettext_lazy("two of {suit}"),
    "3": gettext_lazy("three of {suit}"),
    "4": gettext_lazy("four of {suit}"),
}
# “Ace of hearts” puts the suit in a case of its own in some languages.
EARTH_SUITS = {
    "H": pgettext_lazy("of a card", "hearts"),
    "S": pgettext_lazy("of a card", "spades"),
    "D": pgettext_lazy("of a card", "diamonds"),
    "C": pgettext_lazy("of a card", "clubs"),
}
PROTEAN_SUITS = {
    "GO": pgettext_lazy("of a card", "gold"),
    "SI": pgettext_lazy("of a card", "silver"),
    "BR": pgettext_lazy("of a card", "bronze"),
    "SA": pgettext_lazy("of a card", "sapphire"),
    "EM": pgettext_lazy("of a card", "emerald"),
    "RU": pgettext_lazy("of a card", "ruby"),
}
PROTEAN_LEVELS = {"C": 1, "R": 2, "F": 3, "K": 3}
PROTEAN_KINDS = {
    "C": gettext_lazy("{suit} Capstone"),
    "R": gettext_lazy("{suit} Riser"),
    "F": gettext_lazy("{suit} Foundation"),
    "K": gettext_lazy("{suit} Cornerstone"),
}


def card_name(code: str) -> str:
    """ "P1" → first-level purple, "SAK" → sapphire Cornerstone, "QD" → queen of diamonds."""
    code = code.upper()
    if code == "CAP":
        return _("Capstone")
    for suits, kinds, suit, kind in (
        (COLONIAL, COLONIAL_LEVELS, code[:1], code[1:]),
        (PROTEAN_SUITS, PROTEAN_KINDS, code[:2], code[2:]),
        (EARTH_SUITS, EARTH_RANKS, code[1:], code[:1]),
    ):
        if suit in suits and kind in kinds:
            return str(kinds[kind]).format(suit=suits[suit])
    return code


def level_of(code: str) -> int:
    """1 for what stands on top of a pyramid, 3 for its base, 0 for the Capstone that may stand anywhere."""
    if code in ("CAP", "AC"):
        return 0
    if code in EARTH_DECK.kinds:
        code = EARTH_DECK.kinds[code]
    return PROTEAN_LEVELS[code[2]] if code[:2] in PROTEAN_SUITS else int(code[1])
