from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only

LARGEST = 480_000  # bytes; 5,000 names are half of that


class SheetForm(forms.Form):
    file = forms.FileField(
        label=_("A spreadsheet’s CSV file"),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
    )
    helper = fields_only()
    says: str | Promise

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].help_text = str(self.says)

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST:
            raise ValidationError(_("This file is too large: parts of 480 kB are taken."))
        return file


class PlayerListForm(SheetForm):
    says = _("A line each, under a head with “name”; “surname” and “nickname” where there are such.")


class PaperForm(SheetForm):
    says = _(
        "A line for each deal, in order, under a head: table, players (by seat, with “/” between), declarer, "
        "announced, taken, trump; or the file “Deals” of another event."
    )
