from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only
from tournaments.models import WebhookTopic


class WebhookForm(forms.Form):
    helper = fields_only()
    address = forms.CharField(
        label=_("Address"),
        max_length=300,
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "placeholder": "https://"}),
    )
    topics = forms.MultipleChoiceField(
        label=_("What it is told of"),
        choices=WebhookTopic.choices,
        initial=WebhookTopic.values,
        widget=forms.CheckboxSelectMultiple,
    )


class FramesForm(forms.Form):
    helper = fields_only()
    framed_by = forms.CharField(
        label=_("Pages that may show it"),
        required=False,
        max_length=300,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "https://example.org"}),
        help_text=_("The beginning of their addresses, with spaces between; * is any page, empty is none."),
    )
