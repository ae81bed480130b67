"""The options of the games in words: fields to choose them, and sentences to show what was chosen."""

from collections.abc import Mapping

from django import forms
from django.utils.text import capfirst
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


def option_field(name: str, values: tuple[object, ...]) -> forms.Field:
    """A box to tick where the values are no and yes, else a list to choose from; the default first."""
    if set(values) == {True, False}:
        return forms.BooleanField(label=QUESTIONS[name], required=False, initial=values[0])
    return forms.TypedChoiceField(
        label=QUESTIONS[name],
        choices=[(value, capfirst(ANSWERS[name, value])) for value in values],
        coerce=int if isinstance(values[0], int) else str,
        initial=values[0],
    )


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


def length_fields(game: Game) -> dict[str, forms.Field]:
    if not game.lengths:
        return {}
    choices = [("", _("Until the players stop")), *((name, LENGTHS[name]) for name in game.lengths)]
    return {
        "length": forms.ChoiceField(label=_("A table ends"), choices=choices, required=False),
        "length_count": forms.IntegerField(
            label=_("How many"), min_value=1, max_value=1000, required=False, help_text=_("Deals, or points to reach.")
        ),
    }
