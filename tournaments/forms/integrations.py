from datetime import timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import fields_only
from tournaments.imports.passports import BadPassport, Passport, read_passport
from tournaments.limits import LARGEST_PASSPORT, LONGEST_ADDRESS
from tournaments.models import ApiToken, WebhookTopic
from tournaments.words.integrations import bad_passport


class PassportForm(forms.Form):
    """A file, or once it was looked at its text; cleans to the passport."""

    helper = fields_only()
    file = forms.FileField(
        label=_("The passport’s file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    passport: Passport | None = None

    def clean_file(self) -> str | None:
        file: UploadedFile | None = self.cleaned_data["file"]
        if file and (file.size or 0) > LARGEST_PASSPORT:
            raise ValidationError(bad_passport("too-large"))
        return file.read().decode("utf-8-sig", "replace") if file else None

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.errors:
            return data
        text = data["text"] if data["file"] is None else data["file"]
        if data["file"] is None and not text:
            raise ValidationError(_("Choose a file."))
        try:
            self.passport = read_passport(text)
        except BadPassport as bad:
            raise ValidationError(bad_passport(str(bad))) from bad
        return data | {"text": text}


class WebhookForm(forms.Form):
    helper = fields_only()
    address = forms.CharField(
        label=_("Address"),
        max_length=LONGEST_ADDRESS,
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
        max_length=LONGEST_ADDRESS,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "https://example.org"}),
        help_text=_("The beginning of their addresses, with spaces between; * is any page, empty is none."),
    )


DAYS = [(7, _("one week")), (90, _("three months")), (365, _("one year"))]


class TokenForm(forms.ModelForm):
    helper = fields_only()
    days = forms.TypedChoiceField(label=_("Good for"), choices=DAYS, coerce=int, initial=90)

    class Meta:
        model = ApiToken
        fields = ["name", "scope"]
        help_texts = {"name": _("So that you know it again: “Scoreboard in the hall”.")}

    @property
    def good_for(self) -> timedelta:
        return timedelta(days=self.cleaned_data["days"])
