"""The fields in which the options of a game are chosen."""

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from scoring.game import Game
from tournaments.words.games import LENGTHS, option_answer, option_question


def option_field(name: str, values: tuple[object, ...]) -> forms.Field:
    """A box to tick where the values are no and yes, else a list to choose from; the default first."""
    if set(values) == {True, False}:
        return forms.BooleanField(label=option_question(name), required=False, initial=values[0])
    return forms.TypedChoiceField(
        label=option_question(name),
        choices=[(value, capfirst(option_answer(name, value))) for value in values],
        coerce=int if isinstance(values[0], int) else str,
        initial=values[0],
    )


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
