from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only
from tournaments.imports.passports import LARGEST, BadPassport, Passport, read_passport
from tournaments.words.connections.passports import bad_passport


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
        if file and (file.size or 0) > LARGEST:
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
