from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only
from tournaments.imports.paper import BETWEEN
from tournaments.models import tidy_name
from tournaments.services.files.paper import PaperTable
from tournaments.words.club.names import name_fault
from tournaments.words.files.lists import line_fault, seats_between, table_with_deals

OF_DEALS = 2_000_000  # bytes; 5,000 deals with every hand
MOST_FILES = 4  # as many kinds of sheets as there are
ACCEPTED = ".csv,.txt,.tsv,.json,.jsonl,.trf,.trfx,text/csv,text/plain,application/json"


class SheetForm(forms.Form):
    file = forms.FileField(label=_("A spreadsheet’s CSV file"), widget=forms.FileInput(attrs={"accept": ACCEPTED}))
    helper = fields_only()
    says: str | Promise
    largest = 480_000  # bytes; 5,000 names are half of that

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].help_text = str(self.says)

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        _require_small(file, self.largest)
        return file


def _require_small(file: UploadedFile, largest: int) -> None:
    if (file.size or 0) > largest:
        said = _("This file is too large: parts of %(most)s kB are taken.")
        raise ValidationError(said, params={"most": largest // 1000})


class PlayerListForm(SheetForm):
    says = _("A line each, under a head with “name”; “surname” and “nickname” where there are such.")


class PaperForm(SheetForm):
    largest = OF_DEALS
    says = _(
        "A line for each deal, in order, under a head: table, players (by seat, with “/” between), declarer, "
        "announced, taken, trump; or the file “Deals” of another event, or its “Tables to check”."
    )


class SittersForm(forms.Form):
    """Who sat at each table of which a file tells no more than the deals. Cleans to ``tables``, with their players."""

    helper = fields_only()

    def __init__(self, *args: Any, tables: Sequence[PaperTable], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tables = tables
        for table in tables:
            self.fields[_key(table)] = forms.CharField(
                label=table_with_deals(table.number, deals=len(table.deals)),
                help_text=seats_between(len(table.players)),
                max_length=400,
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        seated = []
        for table in self.tables:
            names = tuple(tidy_name(name) for name in BETWEEN.split(data.get(_key(table), "")) if tidy_name(name))
            if _key(table) in data:
                self._check(table, names)
            seated.append(table._replace(players=names))
        return data | {"tables": seated}

    def _check(self, table: PaperTable, names: Sequence[str]) -> None:
        if len({name.casefold() for name in names}) != len(table.players) or len(names) != len(table.players):
            self.add_error(_key(table), line_fault("players"))
        elif fault := next(filter(None, map(name_fault, names)), ""):
            self.add_error(_key(table), fault)


def _key(table: PaperTable) -> str:
    return f"table-{table.number}"


class _SeveralFiles(forms.FileInput):
    allow_multiple_selected = True


class SeveralFilesField(forms.FileField):
    """Cleans to a list of them."""

    widget = _SeveralFiles

    def clean(self, data: Any, initial: Any = None) -> Any:
        files = data if isinstance(data, list | tuple) else [data]
        if len(files) > MOST_FILES:
            raise ValidationError(_("Choose %(most)s files at most."), params={"most": MOST_FILES})
        cleaned = [super(SeveralFilesField, self).clean(each, initial) for each in files]
        for file in cleaned:
            _require_small(file, OF_DEALS)
        return cleaned


class PlayedForm(forms.Form):
    file = SeveralFilesField(
        label=_("The report, or the files of its page Files"),
        widget=_SeveralFiles(attrs={"accept": ACCEPTED}),
        help_text=_(
            "A FIDE report (TRF) by itself; or “Tables and pairings”, with “Deals”, “Standings” and “Entrants” where "
            "there are such, all chosen at once."
        ),
    )
    helper = fields_only()
