"""The formats of a stage by name, and what goes with them."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.game import Game

FORMAT_NAMES = {
    "round-robin": _("Round robin: everybody meets everybody"),
    "swiss": _("Swiss: equal scores meet"),
    "single-elimination": _("Single elimination"),
    "double-elimination": _("Double elimination"),
    "table-knockout": _("Table knockout: the best of each table go on"),
    "strikes": _("Strikes: lose your lives and you are out"),
}
SIZES = [(2, _("two")), (3, _("three")), (4, _("four"))]
REMAINDERS = [
    ("threes", _("some smaller tables")),
    ("byes", _("some have a bye")),
    ("fives", _("some larger tables")),
]


def sizes_offered(key: str, game: Game) -> list[tuple[int, Any]]:
    """The sizes of table that both the format and the game have."""
    smallest = 3 if key == "table-knockout" else game.min_seats
    return [(size, name) for size, name in SIZES if smallest <= size <= game.max_seats]
