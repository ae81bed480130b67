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

    def clean_file(self) -> bytes | None:
        file: UploadedFile | None = self.cleaned_data["file"]
        return file.read(LARGEST + 1) if file else None

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        given = data.get("file") if data.get("file") is not None else data.get("text")
        if not self.errors and not given:
            raise ValidationError(_("Choose a file."))
        try:
            self.passport = read_passport(given or "")
        except BadPassport as bad:
            raise ValidationError(bad_passport(str(bad))) from bad
        return data | {"text": given.decode() if isinstance(given, bytes) else given}
