"""What the director says of those who will not sit down."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only
from tournaments.models import ByeRequest, Entrant, StageEntry

ROUND = re.compile(r"round-(\d{1,3})", re.ASCII)


class LeaveForm(forms.Form):
    """How somebody leaves, and what becomes of the ``results`` of a round robin, where that is asked."""

    results = forms.ChoiceField(
        label=_("The results so far"),
        choices=[
            (StageEntry.Results.ANNULLED, _("are annulled: they count for nobody")),
            (StageEntry.Results.KEPT, _("are kept; the rounds to come are lost by forfeit")),
        ],
        widget=forms.RadioSelect,
    )
    status = forms.ChoiceField(
        label=_("Why"),
        choices=[(Entrant.Status.WITHDRAWN, _("withdraws")), (Entrant.Status.EXPELLED, _("is expelled"))],
    )
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False, help_text=_("Needed for an expulsion."))
    helper = fields_only()

    def __init__(self, data: Mapping[str, Any] | None = None, *, initial: Mapping[str, Any], asks: bool) -> None:
        super().__init__(data, initial=dict(initial))
        if not asks:
            del self.fields["results"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("status") == Entrant.Status.EXPELLED and not data.get("reason"):
            self.add_error("reason", _("Say why: an expulsion needs its reason."))
        return data


class ByesForm(forms.Form):
    """A choice for each round to come, posted as "round-3". What an older page asks for besides, for rounds that are
    drawn by now, is among ``byes`` too, so that it is refused and not passed over.
    """

    helper = fields_only()

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, asked: Mapping[int, str], worths: Iterable[str]
    ) -> None:
        super().__init__(data)
        names = dict(ByeRequest.Worth.choices)
        choices = [("", _("plays")), *((worth, _("bye: %(points)s") % {"points": names[worth]}) for worth in worths)]
        for number, worth in asked.items():
            self.fields[f"round-{number}"] = forms.ChoiceField(
                label=_("Round %(number)s") % {"number": number}, choices=choices, required=False, initial=worth
            )

    @property
    def byes(self) -> dict[int, str]:
        posted = {match[1]: str(worth) for name, worth in self.data.items() if (match := ROUND.fullmatch(name))}
        return {int(number): worth for number, worth in posted.items() if worth}
