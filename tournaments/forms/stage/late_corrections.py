"""The director's last word on a correction."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only
from tournaments.forms.table.changes import ChangeField
from tournaments.forms.table.rulings import reason_field
from tournaments.services.stage.late_corrections import LateImpact, read_change

FOLLOWS = [
    ("no", _("Standings only: later rounds stay as they were seated")),
    ("yes", _("Replay from here: later rounds are taken back and drawn anew")),
]


class SaveForm(forms.Form):
    """For a table that no later round rests on: saved at once, if the table is still as it was shown."""

    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    reason = reason_field()
    helper = fields_only()


class ConfirmForm(forms.Form):
    """The correction as it was looked at (``change``, ``seen``), and what is to follow from it."""

    change = ChangeField(read=read_change, unreadable=_("This correction could not be read. Choose it once more."))
    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)
    replay = forms.ChoiceField(label=_("What follows"), choices=FOLLOWS, widget=forms.RadioSelect, initial="no")
    reason = reason_field(required=True)
    helper = fields_only()

    def offer(self, impact: LateImpact) -> None:
        """Leave only what can be chosen."""
        field = self.fields["replay"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = FOLLOWS if impact.can_replay else FOLLOWS[:1]

    def clean_replay(self) -> bool:
        return bool(self.cleaned_data["replay"] == "yes")
