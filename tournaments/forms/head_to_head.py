"""Who is compared with whom."""

from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.limits import MOST_COMPARED
from tournaments.selectors.head_to_head import FEWEST
from tournaments.selectors.table.cards import PlayerTag


class GroupForm(forms.Form):
    """Two to twelve of a club's players; read from the address, so that a matrix can be shown to others."""

    who = forms.TypedMultipleChoiceField(
        coerce=int,
        error_messages={
            "required": _("Tick two players or more."),
            "invalid_choice": _("The list of players has changed. Look again and choose once more."),
        },
    )

    def __init__(self, data: Any, *, people: Iterable[PlayerTag]) -> None:
        super().__init__(data)
        cast(forms.ChoiceField, self.fields["who"]).choices = [(person.id, person.name) for person in people]

    def clean_who(self) -> list[int]:
        chosen: list[int] = self.cleaned_data["who"]
        if len(chosen) < FEWEST:
            raise ValidationError(_("Tick two players or more."))
        if len(chosen) > MOST_COMPARED:
            raise ValidationError(_("At most %(most)d players fit into one picture."), params={"most": MOST_COMPARED})
        return chosen
