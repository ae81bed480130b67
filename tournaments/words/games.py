"""The games, their options, hands and cards, in words, each by its key."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.cards import Deck
from scoring.game import Game, Rules, Unit
from scoring.games import GAMES

NAMES = {
    "vilnius": _("Vilnius Pyramid (1979)"),
    "colonial-italian": _("Colonial Pyramid, Italian club rules"),
    "colonial-visions": _("Colonial Pyramid, Visions rules (1993)"),
    "protean": _("Protean Pyramid (72 cards)"),
}

SHORT_NAMES = {
    "vilnius": "Vilnius",
    "colonial-italian": "Colonial",
    "colonial-visions": "Visions",
    "protean": "Protean",
}
"""Proper nouns, the same in every language; for where one game is chosen out of several."""

# What each is, for whoever chooses one and knows none.
LINES = {
    "vilnius": _("Announce how many of six tricks you will take; exact announcements score most."),
    "colonial-italian": _("Bet on having the best pyramid of six cards."),
    "colonial-visions": _("The best pyramid of six cards, by the rules printed in 1993."),
    "protean": _("Pyramids of six suits, and a Quarry of cards that all may use."),
}

QUESTIONS = {
    "no_trump": _("“No trump” may be announced"),
    "record_trump": _("Record the trump of each deal"),
    "hand_size": _("Cards in a hand"),
    "earth_deck": _("Earth deck: ordinary cards instead of hexagons"),
    "score": _("What counts"),
    "cards": _("Cards shown"),
    "perfect_outranks_all": _("Every perfect pyramid beats every imperfect one (house rule)"),
    "tie": _("Equal hands"),
}

ANSWERS = {
    ("no_trump", True): _("no trump allowed"),
    ("record_trump", False): _("trumps not recorded"),
    ("hand_size", 6): _("six cards a hand"),
    ("hand_size", 8): _("eight cards a hand"),
    ("earth_deck", True): _("Earth deck"),
    ("score", "hands"): _("deals won count"),
    ("score", "cubits"): _("cubits count"),
    ("cards", "required"): _("cards are entered"),
    ("cards", "optional"): _("a winner may be noted without cards"),
    ("perfect_outranks_all", True): _("perfect outranks all"),
    ("tie", "split"): _("a tie shares the pot"),
    ("tie", "playoff"): _("a tie is played off"),
}

LENGTHS = {"deals": _("After so many deals"), "race_to": _("When somebody reaches")}

CARDS_RUN_OUT = _(
    "With %(players)s at a table the cards may run out: %(dealt)s are dealt and up to %(drawn)s drawn, the deck has "
    "%(deck)s. Agree what happens then before it does, or seat fewer."
)

UNITS = {"hands": _("Deals won"), "cubits": _("Cubits")}

CATEGORIES = {
    "capstone": _("Capstone pyramid"),
    "perfect-3-purple": _("perfect full pyramid in purple"),
    "perfect-3-green": _("perfect full pyramid in green"),
    "perfect-3-orange": _("perfect full pyramid in orange"),
    "full": _("full pyramid"),
    "perfect-2-purple": _("perfect level 2 in purple"),
    "perfect-2-green": _("perfect level 2 in green"),
    "perfect-2-orange": _("perfect level 2 in orange"),
    "level-2": _("level 2"),
    "perfect-1-purple": _("perfect level 1 in purple"),
    "perfect-1-green": _("perfect level 1 in green"),
    "perfect-1-orange": _("perfect level 1 in orange"),
    "level-1": _("level 1"),
    "perfect-grand": _("perfect grand pyramid"),
    "grand": _("grand pyramid"),
    "perfect-squared-large": _("perfect squared large pyramid"),
    "perfect-large": _("perfect large pyramid"),
    "squared-large": _("squared large pyramid"),
    "large": _("large pyramid"),
    "perfect-squared-ziggurat": _("perfect squared ziggurat"),
    "perfect-ziggurat": _("perfect ziggurat"),
    "squared-ziggurat": _("squared ziggurat"),
    "ziggurat": _("ziggurat"),
    "perfect-small": _("perfect small pyramid"),
    "small": _("small pyramid"),
    "rough": _("rough pyramid"),
    "cap": _("cap"),
    "none": _("no pyramid"),
}


def game_name(key: str) -> str:
    return str(NAMES.get(key, key))


def short_game_name(key: str) -> str:
    return SHORT_NAMES.get(key) or game_name(key)


def game_choices() -> list[tuple[str, str]]:
    """Every game by its key."""
    return [(key, game_name(key)) for key in GAMES]


def game_line(key: str) -> str:
    """What the game is, and for how many."""
    players = gettext("%(least)s to %(most)s players.") % {"least": GAMES[key].min_seats, "most": GAMES[key].max_seats}
    return f"{LINES.get(key, '')} {players}".strip()


def unit_name(unit: Unit | None) -> str:
    return str(UNITS[unit]) if unit else ""


def category_name(category: str) -> str:
    return str(CATEGORIES.get(category, category))


def option_question(name: str) -> str:
    return str(QUESTIONS.get(name, name))


def option_answer(name: str, value: object) -> str:
    return str(ANSWERS.get((name, value), f"{name}: {value}"))


def cards_note(game: Game, rules: Rules, *, seats: int) -> str:
    """A note that the cards may run out at a table of so many; empty where they cannot (C4)."""
    needed = game.cards_needed(rules, seats=seats)
    if needed is None or not needed.may_run_out:
        return ""
    return str(CARDS_RUN_OUT) % {"players": seats, **needed._asdict()}


def rules_in_words(game: Game, rules: Rules) -> list[str]:
    """What sets a night's rules apart from the game's usual ones, as short phrases."""
    chosen = [(option, rules[option.name]) for option in game.choices]
    words = [option_answer(option.name, value) for option, value in chosen if value != option.default]
    if "deals" in rules:
        count = int(str(rules["deals"]))
        words.append(ngettext("%(count)s deal a table", "%(count)s deals a table", count) % {"count": count})
    if "race_to" in rules:
        words.append(str(_("first to %(count)s")) % {"count": rules["race_to"]})
    return words


Words = Mapping[str, str | Promise]


@dataclass(frozen=True)
class DeckWords:
    """The suits of a deck, and what is written besides: the name of a card with its suit in it."""

    suits: Words
    faces: Words


# “Ace of hearts” puts the suit in a case of its own in some languages.
DECKS: dict[str, DeckWords] = {
    "colonial": DeckWords(
        suits={"P": gettext_lazy("purple"), "G": gettext_lazy("green"), "O": gettext_lazy("orange")},
        faces={
            "CAP": gettext_lazy("Capstone"),
            "1": gettext_lazy("first-level {suit}"),
            "2": gettext_lazy("second-level {suit}"),
            "3": gettext_lazy("third-level {suit}"),
        },
    ),
    "earth": DeckWords(
        suits={
            "H": pgettext_lazy("of a card", "hearts"),
            "S": pgettext_lazy("of a card", "spades"),
            "D": pgettext_lazy("of a card", "diamonds"),
            "C": pgettext_lazy("of a card", "clubs"),
        },
        faces={
            "A": gettext_lazy("ace of {suit}"),
            "K": gettext_lazy("king of {suit}"),
            "Q": gettext_lazy("queen of {suit}"),
            "2": gettext_lazy("two of {suit}"),
            "3": gettext_lazy("three of {suit}"),
            "4": gettext_lazy("four of {suit}"),
        },
    ),
    "protean": DeckWords(
        suits={
            "GO": pgettext_lazy("of a card", "gold"),
            "SI": pgettext_lazy("of a card", "silver"),
            "BR": pgettext_lazy("of a card", "bronze"),
            "SA": pgettext_lazy("of a card", "sapphire"),
            "EM": pgettext_lazy("of a card", "emerald"),
            "RU": pgettext_lazy("of a card", "ruby"),
        },
        faces={
            "C": gettext_lazy("{suit} Capstone"),
            "R": gettext_lazy("{suit} Riser"),
            "F": gettext_lazy("{suit} Foundation"),
            "K": gettext_lazy("{suit} Cornerstone"),
        },
    ),
}


def card_name(code: str) -> str:
    """ "P1" → first-level purple, "SAK" → sapphire Cornerstone, "QD" → queen of diamonds. One code is one card, in
    whichever game; one without words is called by its code.
    """
    return next((name for deck in decks() if (name := name_in(deck, code.upper()))), code)


def name_in(deck: Deck, code: str) -> str:
    """What the words of the deck say; empty where they do not know the card."""
    words, card = DECKS.get(deck.name), deck.by_code.get(code)
    if not words or not card or card.face not in words.faces or (card.suit or "") not in {"", *words.suits}:
        return ""
    return str(words.faces[card.face]).format(suit=words.suits[card.suit] if card.suit else "")


def decks() -> Iterator[Deck]:
    """The decks of all games."""
    for game in GAMES.values():
        yield from game.decks
