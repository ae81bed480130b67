"""What the director says about rounds: about a preview, the clock, corrections, how a table or a tie is ruled, and what
changes in a stage that is played.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.formats.options import DECIDED
from tournaments.formats.plan import NUMBERS, PlanError, read_plan
from tournaments.formats.record import are_places
from tournaments.formats.stages import FORMATS
from tournaments.forms.fields import ChangeField, fields_only, reason_field
from tournaments.forms.stage.fields import ChainChoices, chain_fields, match_fields
from tournaments.limits import MOST_IN_A_TIE, MOST_ROUND_MINUTES
from tournaments.models import Event, Stage
from tournaments.services.desk.actions import MatchTerms
from tournaments.services.refusals import Refused
from tournaments.services.stage.late_corrections import LateImpact, read_change
from tournaments.words.refusals import refusal_text
from tournaments.words.stage.plans import plan_sentence
from tournaments.words.stage.rounds import PROVISIONAL


class IdsField(forms.Field):
    """Ids, each once, in the order given."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> list[int]:
        try:
            return list(dict.fromkeys(int(key) for key in value or ()))
        except ValueError as error:
            raise ValidationError("no ids") from error


class PlaceField(forms.CharField):
    """The number of a table, or one of the ``words``."""

    def __init__(self, *words: str, required: bool = True) -> None:
        super().__init__(required=required)
        self.words = words

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value) or ""
        if text in self.words or text in self.empty_values:
            return text
        try:
            return int(text)
        except ValueError as error:
            raise ValidationError("no table") from error


class PickForm(forms.Form):
    """Who is picked: the ``first`` of two who are to change places, or ``several``, of whom one or a whole table is
    added or taken away.
    """

    first = forms.IntegerField(required=False)
    several = forms.BooleanField(required=False)
    pick = IdsField(required=False)
    toggle = forms.IntegerField(required=False)
    table = forms.IntegerField(required=False)


class PreviewForm(forms.Form):
    """A change, and the version of the preview that was seen."""

    seen = forms.IntegerField(required=False)


class ExchangeForm(PreviewForm):
    first = forms.IntegerField()
    second = forms.IntegerField()


class SeatForm(PreviewForm):
    entrants = IdsField()
    to = PlaceField("new", "bye", "out")


class PinForm(PreviewForm):
    pin = PlaceField("all", "byes", required=False)
    unpin = PlaceField("all", "byes", required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        pin, unpin = data.pop("pin", ""), data.pop("unpin", "")
        return {**data, "what": pin or unpin, "pinned": bool(pin)}


class OneRoundForm(forms.Form):
    """What is asked for one round of an event only."""

    round = forms.IntegerField(required=False)


class PublishForm(PreviewForm):
    minutes = forms.IntegerField(required=False, min_value=1, max_value=MOST_ROUND_MINUTES)


class ClockForm(forms.Form):
    action = forms.ChoiceField(choices=[(key, key) for key in ("set", "start", "pause", "reset")])
    minutes = forms.IntegerField(required=False, min_value=1, max_value=MOST_ROUND_MINUTES)


class ExtraForm(forms.Form):
    minutes = forms.IntegerField(min_value=0, max_value=MOST_ROUND_MINUTES)


class ProvisionalForm(forms.Form):
    """How tables without a result are to count, posted as "provisional-<id>"; what makes no sense is passed over."""

    @property
    def counted(self) -> dict[int, str]:
        """By table id."""
        choices = {
            name.removeprefix("provisional-"): value
            for name, value in self.data.items()
            if name.startswith("provisional-")
        }
        return {int(table): value for table, value in choices.items() if table.isdecimal() and value in PROVISIONAL}


FOLLOWS = [
    ("no", gettext_lazy("Standings only: later rounds stay as they were seated")),
    ("yes", gettext_lazy("Replay from here: later rounds are taken back and drawn anew")),
]


class SaveForm(forms.Form):
    """For a table that no later round rests on: saved at once, if the table is still as it was shown."""

    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    reason = reason_field()
    helper = fields_only()


class ConfirmForm(forms.Form):
    """The correction as it was looked at (``change``, ``seen``), and what is to follow from it."""

    change = ChangeField(
        read=read_change, unreadable=gettext_lazy("This correction could not be read. Choose it once more.")
    )
    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)
    replay = forms.ChoiceField(
        label=gettext_lazy("What follows"), choices=FOLLOWS, widget=forms.RadioSelect, initial="no"
    )
    reason = reason_field(required=True)
    helper = fields_only()

    def offer(self, impact: LateImpact) -> None:
        """Leave only what can be chosen."""
        field = self.fields["replay"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = FOLLOWS if impact.can_replay else FOLLOWS[:1]

    def clean_replay(self) -> bool:
        return bool(self.cleaned_data["replay"] == "yes")


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
        prefix: str = "places",
    ) -> None:
        super().__init__(data, prefix=prefix)
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


class MatchForm(forms.Form):
    """Of how many games the matches of a stage are that has begun. Once valid, ``terms`` is what replaces its own."""

    helper = fields_only()

    def __init__(self, data: Mapping[str, Any] | None = None, *, stage: Stage) -> None:
        super().__init__(data, initial={"games": 1, **stage.options})
        self.stage = stage
        self.fields.update(match_fields(bracket=FORMATS[stage.format].bracket is not None))

    @property
    def terms(self) -> MatchTerms:
        data = self.cleaned_data
        terms: MatchTerms = {"games": data["games"] or 1, "decided": data["decided"] or DECIDED[0]}
        if "last_games" in data:
            terms["last_games"] = data["last_games"]
        return terms

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                read_plan(self.stage.format, {**self.stage.options, **self.terms})
            except PlanError as error:
                self.add_error(error.field if error.field in self.fields else None, plan_sentence(error))
        return data


class RoundsForm(forms.Form):
    rounds = forms.IntegerField(label=gettext_lazy("Rounds"), min_value=1, max_value=NUMBERS["rounds"][1])
    helper = fields_only()


class TimeUpForm(forms.Form):
    helper = fields_only()
    time_up = forms.ChoiceField(
        label=gettext_lazy("When the time is up"),
        choices=Event.TimeUp.choices,
        initial=Event.TimeUp.DEAL,
        required=False,
    )

    def clean_time_up(self) -> str:
        return self.cleaned_data["time_up"] or Event.TimeUp.DEAL
