"""Who of a team sits at which board."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.plan import NUMBERS
from tournaments.forms.fields import fields_only
from tournaments.words.stage.plans import LINE_UP_NAMES


def board_fields() -> dict[str, forms.Field]:
    """What a stage is asked in which teams may meet."""
    least, most = NUMBERS["boards"]
    return {
        "boards": forms.IntegerField(
            label=_("Boards of a team match"),
            min_value=least,
            max_value=most,
            required=False,
            help_text=_(
                "Teams meet over so many tables of two at once: a match won brings 2, a drawn one 1. Empty: everybody "
                "plays alone."
            ),
        ),
        "line_up": forms.ChoiceField(label=_("Line-ups"), choices=LINE_UP_NAMES, required=False),
    }


class LineUpForm(forms.Form):
    """A choice for each board, the first posted as "board-1". Once valid, ``members`` are ids in their order."""

    helper = fields_only()

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        boards: int,
        members: Sequence[tuple[int, str]],
        named: Sequence[int],
    ) -> None:
        super().__init__(data)
        for board in range(1, boards + 1):
            self.fields[f"board-{board}"] = forms.TypedChoiceField(
                label=_("Board %(number)s") % {"number": board},
                choices=[("", _("nobody")), *members],
                coerce=int,
                empty_value=None,
                required=False,
                initial=named[board - 1] if board <= len(named) else "",
            )

    @property
    def members(self) -> list[int]:
        """Without gaps: who comes after one moves up."""
        return [who for who in self.cleaned_data.values() if who is not None]
