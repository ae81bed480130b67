"""What is exchanged with other programs and clubs: files that come in and who of them is who of the list, passports,
webhooks, tokens, and pages that may show a club's.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import fields_only
from tournaments.imports.club_file import FilePerson
from tournaments.imports.paper import BETWEEN
from tournaments.imports.passports import BadPassport, Passport, read_passport
from tournaments.limits import LARGEST_PASSPORT, LARGEST_SHEET, LONGEST_ADDRESS, LONGEST_SITTERS, MOST_SHEETS
from tournaments.models import ApiToken, Club, WebhookTopic, tidy_name
from tournaments.selectors.files import listed_people, proposed_people
from tournaments.services.files.tables import PaperTable
from tournaments.words.club import bad_passport, name_fault
from tournaments.words.files import line_fault, seats_between, table_with_deals

INPUT = {"class": "form-control", "list": "listed", "autocomplete": "off"}


class ClubFileForm(forms.Form):
    file = forms.FileField(
        label=_("The club’s file"),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
        help_text=_("As the page Files of a club gives it."),
    )
    helper = fields_only()


class ArchiveForm(forms.Form):
    """``name``: by which it is asked how far it is."""

    whole = forms.ChoiceField(
        label=_("As it is read by"),
        choices=[("", _("everybody: as strangers read names")), ("yes", _("the club: every event, with whole names"))],
        required=False,
        widget=forms.RadioSelect,
    )
    name = forms.SlugField(widget=forms.HiddenInput)
    helper = fields_only()


class PeopleForm(forms.Form):
    """Of each player of the file the name of whoever that is on the club's list; empty: somebody new. Cleans to
    ``people``: their ids by those in the file.
    """

    def __init__(self, data: Any, *, people: Sequence[FilePerson], club: Club) -> None:
        self.people = people
        self.listed = listed_people(club)
        names = {pk: name for name, pk in self.listed.items()}
        proposed = proposed_people(club, people)
        super().__init__(data, initial={_row_key(who): names[pk] for who, pk in proposed.items()})
        for person in people:
            self.fields[_row_key(person.id)] = forms.CharField(
                required=False,
                label=person.name,
                widget=forms.TextInput(attrs=INPUT | {"aria-label": person.name}),
            )

    def rows(self) -> Iterator[tuple[FilePerson, BoundField]]:
        return ((person, self[_row_key(person.id)]) for person in self.people)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        listed_ids = {name.casefold(): pk for name, pk in self.listed.items()}
        columns: dict[int, int] = {}
        for person in self.people:
            name = tidy_name(data.get(_row_key(person.id)) or "")
            if not name:
                continue
            if name.casefold() not in listed_ids:
                self.add_error(_row_key(person.id), _("Nobody on the list is called that."))
            elif (pk := listed_ids[name.casefold()]) in columns.values():
                self.add_error(_row_key(person.id), _("This one is chosen for another already."))
            else:
                columns[person.id] = pk
        return data | {"people": columns}


def _row_key(person: int) -> str:
    return f"person-{person}"


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
        message = _("This file is too large: bring it in parts of at most %(most)s kB.")
        raise ValidationError(message, params={"most": largest // 1000})


class PlayerListForm(SheetForm):
    says = _("One player a line, under a head with “name”, and “surname” and “nickname” if there are any.")


class PaperForm(SheetForm):
    largest = LARGEST_SHEET
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
                max_length=LONGEST_SITTERS,
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
        if len(files) > MOST_SHEETS:
            raise ValidationError(_("Choose %(most)s files at most."), params={"most": MOST_SHEETS})
        cleaned = [super(SeveralFilesField, self).clean(file, initial) for file in files]
        for file in cleaned:
            _require_small(file, LARGEST_SHEET)
        return cleaned


class PlayedForm(forms.Form):
    file = SeveralFilesField(
        label=_("The report, or the files of its page Files"),
        widget=_SeveralFiles(attrs={"accept": ACCEPTED}),
        help_text=_(
            "A FIDE report (TRF) by itself; or “Tables and pairings”, with “Deals”, “Standings”, “Entrants” and “Teams”"
            " if there are any, all chosen at once."
        ),
    )
    helper = fields_only()


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
