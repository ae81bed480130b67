from django import forms

from tournaments.services.desk.undo import Step, is_step

PAGES = ("desk", "entrants")


class UndoForm(forms.Form):
    """What undoes an action, as the page that told of it has it: "reopen:12 here:5:6"."""

    steps = forms.RegexField(regex=r"^[-a-z]+(:\d{1,9})*( [-a-z]+(:\d{1,9})*)*$", max_length=20000)
    page = forms.ChoiceField(choices=[(page, page) for page in PAGES], required=False)

    def clean_steps(self) -> list[Step]:
        parts = [step.split(":") for step in self.cleaned_data["steps"].split(" ")]
        steps = [(key, tuple(map(int, given))) for key, *given in parts]
        if not all(is_step(*step) for step in steps):
            raise forms.ValidationError("no step")
        return steps
