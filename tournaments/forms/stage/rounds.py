"""What the director says about rounds."""

from django import forms

from tournaments.forms.stage.preview import PreviewForm
from tournaments.services.stage.round_clock import LONGEST
from tournaments.words.stage.rounds import PROVISIONAL


class OneRoundForm(forms.Form):
    """What is asked for one round of an event only."""

    round = forms.IntegerField(required=False)


class PublishForm(PreviewForm):
    minutes = forms.IntegerField(required=False, min_value=1, max_value=LONGEST)


class ClockForm(forms.Form):
    action = forms.ChoiceField(choices=[(key, key) for key in ("set", "start", "pause", "reset")])
    minutes = forms.IntegerField(required=False, min_value=1, max_value=LONGEST)


class ExtraForm(forms.Form):
    minutes = forms.IntegerField(min_value=0, max_value=LONGEST)


class ProvisionalForm(forms.Form):
    """How tables without a result are to count, posted as "provisional-<id>"; what makes no sense is passed over."""

    @property
    def counted(self) -> dict[int, str]:
        """By table id."""
        given = {
            name.removeprefix("provisional-"): value
            for name, value in self.data.items()
            if name.startswith("provisional-")
        }
        return {int(table): value for table, value in given.items() if table.isdecimal() and value in PROVISIONAL}
