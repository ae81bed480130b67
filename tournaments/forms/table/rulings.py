"""The director's word on a table or a tie."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.formats.record import are_places
from tournaments.forms.layout import fields_only
from tournaments.limits import LONGEST_REASON, MOST_IN_A_TIE
from tournaments.services.refusals import Refused
from tournaments.words.refusals import refusal_text


def reason_field(*, required: bool = False) -> forms.CharField:
    return forms.CharField(label=gettext_lazy("Reason"), max_length=LONGEST_REASON, required=required)


class ForfeitForm(forms.Form):
    """Who did not play; ``names`` are those of the seats, in order."""

    seats = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Did not play"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose who did not play.")},
    )
    helper = fields_only()

    def __init__(self, data: Any = None, *, names: Sequence[str], with_reason: bool = True) -> None:
        super().__init__(data, prefix="forfeit")
        field = self.fields["seats"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = list(enumerate(names))
        if with_reason:
            self.fields["reason"] = reason_field()


class PlacesForm(forms.Form):
    """A place for every seat. The best ``alone`` places are for one player each, as a knockout needs it."""

    helper = fields_only()

    def __init__(
        self,
        data: Any = None,
        *,
        names: Sequence[str],
        places: Sequence[int] = (),
        alone: int = 0,
        with_reason: bool = True,
    ) -> None:
        super().__init__(data, prefix="places")
        self.alone = alone
        choices = [("", "–"), *((str(place), str(place)) for place in range(1, len(names) + 1))]
        for index, name in enumerate(names):
            self.fields[f"seat-{index}"] = forms.TypedChoiceField(
                label=name, choices=choices, coerce=int, initial=places[index] if places else None
            )
        self.seat_fields = list(self.fields)
        if with_reason:
            self.fields["reason"] = reason_field()

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.errors:
            return data
        places = [data[name] for name in self.seat_fields]
        if any(places.count(place) > 1 for place in places if place <= self.alone):
            raise ValidationError(self.one_each())
        if not are_places(places):
            raise ValidationError(refusal_text(Refused("places-wrong")))
        data["places"] = places
        return data

    def one_each(self) -> str:
        """What a knockout asks of the places."""
        if self.alone == 1:
            return _("A knockout needs one winner: the first place cannot be shared.")
        return _("A knockout needs to know who goes on: places 1 to %(last)d cannot be shared.") % {"last": self.alone}


class ReasonForm(forms.Form):
    reason = reason_field()
    helper = fields_only()


class TieForm(forms.Form):
    """Posted as "order-12=1": entrant 12 came out best. Who has no number is not concerned."""

    reason = reason_field()
    helper = fields_only()

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        places = {
            int(name[6:]): int(self.data[name])
            for name in self.data
            if re.fullmatch(r"order-[0-9]{1,9}", name) and re.fullmatch(r"[0-9]{1,4}", self.data[name])
        }
        if not 2 <= len(places) <= MOST_IN_A_TIE:
            raise ValidationError(_("Number at least two players who are tied."))
        if len(set(places.values())) < len(places):
            raise ValidationError(_("Two have the same number: a tie is settled when all have their own."))
        data["order"] = sorted(places, key=lambda who: places[who])
        return data
