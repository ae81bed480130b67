"""The options of the games: what is asked, and what was chosen."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from scoring.game import Game

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


def rules_in_words(game: Game, rules: Mapping[str, object]) -> list[str]:
    """What sets a night's rules apart from the game's usual ones, as short phrases."""
    chosen = [(option, rules.get(option.name, option.default)) for option in game.choices]
    words = [str(ANSWERS[option.name, value]) for option, value in chosen if value != option.default]
    if "deals" in rules:
        count = int(str(rules["deals"]))
        words.append(ngettext("%(count)s deal a table", "%(count)s deals a table", count) % {"count": count})
    if "race_to" in rules:
        words.append(str(_("first to %(count)s")) % {"count": rules["race_to"]})
    return words
