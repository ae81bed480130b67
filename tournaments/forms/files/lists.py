from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only

LARGEST = 480_000  # bytes; 5,000 names are half of that


class PlayerListForm(forms.Form):
    file = forms.FileField(
        label=_("A spreadsheet’s CSV file"),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
        help_text=_("A line each, under a head with “name”; “surname” and “nickname” where there are such."),
    )
    helper = fields_only()

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST:
            raise ValidationError(_("This file is too large to be a list of players."))
        return file
