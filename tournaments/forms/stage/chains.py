"""An order of tie-breaks: a choice for each place in it, in a stage's plan and while the stage is played."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from scoring.game import Game
from tournaments.formats.plan import PlanError
from tournaments.formats.standings.ranking import usual_chain
from tournaments.forms.layout import fields_only
from tournaments.words.stage.plans import plan_sentence
from tournaments.words.tiebreaks import NAMES

SPARE_CHOICES = 2


def chain_fields() -> dict[str, forms.Field]:
    """A choice for each place in the order; what is left empty is passed over."""
    choices = [("", "–"), *NAMES.items()]
    return {
        f"chain_{number}": forms.ChoiceField(
            label=_("Tie-break %(number)s") % {"number": number}, choices=choices, required=False
        )
        for number in range(1, len(NAMES) + 1)
    }


class ChainChoices(forms.Form):
    """A choice for each place in an order of tie-breaks; a form that has them adds ``chain_fields``."""

    @staticmethod
    def usual(game: Game) -> list[str]:
        """The order that holds where none is chosen."""
        return list(usual_chain(announces=game.sheet == "announcements"))

    @staticmethod
    def given_by_chain(chain: Sequence[str]) -> dict[str, str]:
        return {f"chain_{number}": key for number, key in enumerate(chain, start=1)}

    @property
    def shown_chain(self) -> list[BoundField]:
        """As many choices as are filled, and some more."""
        every = [self[name] for name in self._choices]
        filled = [number for number, field in enumerate(every, start=1) if field.value()]
        return every[: max(filled, default=0) + SPARE_CHOICES]

    @property
    def chosen(self) -> list[str]:
        return [key for name in self._choices if (key := self.cleaned_data.get(name))]

    @property
    def _choices(self) -> list[str]:
        return [name for name in self.fields if name.startswith("chain_")]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        seen: set[str] = set()
        for name in self._choices:
            if (key := data.get(name)) in seen:
                self.add_error(name, plan_sentence(PlanError("twice", name)))
            seen |= {key} if key else set()
        return data


class ChainForm(ChainChoices):
    """Another order for a stage that is played; ``seen`` seals what was shown to move, and is empty until then."""

    helper = fields_only()

    def __init__(self, data: Mapping[str, Any] | None = None, *, chain: Sequence[str]) -> None:
        super().__init__(data, initial=self.given_by_chain(chain))
        self.fields.update(chain_fields())
        self.fields["seen"] = forms.CharField(required=False, max_length=64)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not (self.chosen or self.errors):
            raise ValidationError(_("Choose at least one tie-break."))
        return data
