from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.forms.club.names import NameField
from tournaments.forms.layout import fields_only
from tournaments.models import Player, tidy_name
from tournaments.words.club.visibility import own_names


class PlayerForm(forms.ModelForm):
    class Meta:
        model = Player
        fields = ["name", "nickname", "shown_names", "colour"]
        field_classes = {"name": NameField}
        widgets = {"colour": forms.RadioSelect(attrs={"class": "form-check-input"})}
        labels = {"shown_names": _("What strangers read of the name")}
        help_texts = {"nickname": _("Shown instead of the name where there is little room.")}

    helper = fields_only()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast(forms.ChoiceField, self.fields["shown_names"]).choices = own_names()

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        others = self.instance.club.players.exclude(pk=self.instance.pk).values_list("name", flat=True)
        # SQLite knows upper and lower case of A to Z only.
        if name.casefold() in map(str.casefold, others):
            raise ValidationError(_("The club has a player of this name already."))
        return name

    def clean_nickname(self) -> str:
        return tidy_name(self.cleaned_data["nickname"])
