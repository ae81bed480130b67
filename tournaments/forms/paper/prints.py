"""How something is printed: on which paper, of which round, for whom."""

from django import forms

from tournaments.words.paper.sheets import SIZES, WHOM


class PrintForm(forms.Form):
    """What says nothing, or makes no sense, is passed over."""

    paper = forms.ChoiceField(choices=SIZES, required=False)
    whom = forms.ChoiceField(choices=WHOM, required=False)
    round = forms.IntegerField(required=False)

    @property
    def size(self) -> str:
        return str(self._said("paper") or SIZES[0][0])

    @property
    def for_all(self) -> bool:
        return self._said("whom") == "all"

    @property
    def round_id(self) -> int | None:
        said = self._said("round")
        return said if isinstance(said, int) else None

    def _said(self, name: str) -> object:
        return self.cleaned_data.get(name) if not self.errors.get(name) else None
