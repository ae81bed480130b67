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


def usual_of(game: Game) -> tuple[str, ...]:
    """The order that holds where none is chosen."""
    return usual_chain(announces=game.sheet == "announcements")


def chain_fields() -> dict[str, forms.Field]:
    """A choice for each place in the order; what is left empty is passed over."""
    choices = [("", "–"), *NAMES.items()]
    return {
        f"chain_{number}": forms.ChoiceField(
            label=_("Tie-break %(number)s") % {"number": number}, choices=choices, required=False
        )
        for number in range(1, len(NAMES) + 1)
    }


def as_choices(chain: Sequence[str]) -> dict[str, str]:
    return {f"chain_{number}": key for number, key in enumerate(chain, start=1)}


def shown_choices(form: forms.Form) -> list[BoundField]:
    """As many as are filled, and some more."""
    every = [form[name] for name in form.fields if name.startswith("chain_")]
    filled = [number for number, field in enumerate(every, start=1) if field.value()]
    return every[: max(filled, default=0) + SPARE_CHOICES]


def chosen(form: forms.Form) -> list[str]:
    given = form.cleaned_data
    return [given[name] for name in form.fields if name.startswith("chain_") and given.get(name)]


def check_choices(form: forms.Form) -> None:
    seen: set[str] = set()
    for name in form.fields:
        if name.startswith("chain_") and (key := form.cleaned_data.get(name)):
            if key in seen:
                form.add_error(name, plan_sentence(PlanError("twice", name)))
            seen.add(key)


class ChainForm(forms.Form):
    """Another order for a stage that is played; ``seen`` seals what was shown to move, and is empty until then."""

    helper = fields_only()

    def __init__(self, data: Mapping[str, Any] | None = None, *, chain: Sequence[str]) -> None:
        super().__init__(data, initial=as_choices(chain))
        self.fields.update(chain_fields())
        self.fields["seen"] = forms.CharField(required=False, max_length=64)

    @property
    def shown(self) -> list[BoundField]:
        return shown_choices(self)

    @property
    def chain(self) -> list[str]:
        return chosen(self)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        check_choices(self)
        if not chosen(self):
            raise ValidationError(_("Choose at least one tie-break."))
        return data
