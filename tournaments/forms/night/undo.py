from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tournaments.services.desk.undo import Step, is_step

PAGES = ("desk", "entrants", "door")


class StepsForm(forms.Form):
    """The event and what undoes an action in it, as the page that told of it has them: "7 reopen:12 here:5:6"."""

    steps = forms.RegexField(regex=r"^\d{1,9}( [-a-z]+(:\d{1,9})*)+$", max_length=20000)
    page = forms.ChoiceField(choices=[(page, page) for page in PAGES], required=False)

    def __init__(self, data: Any, *, event_id: int) -> None:
        super().__init__(data)
        self.event_id = event_id

    def clean_steps(self) -> list[Step]:
        event, *parts = self.cleaned_data["steps"].split(" ")
        split = [part.split(":") for part in parts]
        steps = [(key, tuple(map(int, given))) for key, *given in split]
        if int(event) != self.event_id or not all(is_step(*step) for step in steps):
            raise ValidationError("no step")
        return steps
