from django import forms

from tournaments.forms.layout import fields_only
from tournaments.models import Club


class ClubForm(forms.ModelForm):
    class Meta:
        model = Club
        fields = ["name"]

    helper = fields_only()
