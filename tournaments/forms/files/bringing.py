"""A club's file, and who of it is who of the list."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only
from tournaments.imports.club_file import FilePerson
from tournaments.models import Club, tidy_name
from tournaments.selectors.files.people import listed_people, proposed_people

INPUT = {"class": "form-control", "list": "listed", "autocomplete": "off"}


class ClubFileForm(forms.Form):
    file = forms.FileField(
        label=_("The club’s file"),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
        help_text=_("As the page Files of a club gives it."),
    )
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
        super().__init__(data, initial={_key(who): names[pk] for who, pk in proposed.items()})
        for person in people:
            self.fields[_key(person.id)] = forms.CharField(
                required=False,
                label=person.name,
                widget=forms.TextInput(attrs=INPUT | {"aria-label": person.name}),
            )

    def rows(self) -> Iterator[tuple[FilePerson, BoundField]]:
        return ((person, self[_key(person.id)]) for person in self.people)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        known = {name.casefold(): pk for name, pk in self.listed.items()}
        found: dict[int, int] = {}
        for person in self.people:
            name = tidy_name(data.get(_key(person.id)) or "")
            if not name:
                continue
            if name.casefold() not in known:
                self.add_error(_key(person.id), _("Nobody on the list is called so."))
            elif (pk := known[name.casefold()]) in found.values():
                self.add_error(_key(person.id), _("This one is chosen for another already."))
            else:
                found[person.id] = pk
        return data | {"people": found}


def _key(person: int) -> str:
    return f"person-{person}"
