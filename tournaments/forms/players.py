from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only
from tournaments.forms.names import check_name
from tournaments.models import Player


class PlayerForm(forms.ModelForm):
    class Meta:
        model = Player
        fields = ["name", "nickname", "colour"]
        widgets = {"colour": forms.RadioSelect(attrs={"class": "form-check-input"})}
        help_texts = {"nickname": _("Shown instead of the name where there is little room.")}

    helper = fields_only()

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        check_name(name)
        others = Player.objects.filter(club=self.instance.club, name__iexact=name).exclude(pk=self.instance.pk)
        if others.exists():
            raise ValidationError(_("The club has a player of this name already."))
        return name
