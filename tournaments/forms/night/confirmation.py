"""Who confirms what is recorded at the tables of an event, and how long it can be corrected."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.layout import fields_only
from tournaments.models import Event
from tournaments.services.table.confirmations import ConfirmationRule

LONGEST = 24 * 60  # minutes


class ConfirmationForm(forms.ModelForm):
    class Meta:
        model = Event
        fields = ["confirmation", "accept_minutes", "correction_minutes", "shared_phones"]
        labels = {
            "confirmation": gettext_lazy("Second opinion"),
            "accept_minutes": gettext_lazy("Accepted by itself after (minutes)"),
            "correction_minutes": gettext_lazy("The players may correct for (minutes)"),
            "shared_phones": gettext_lazy("One phone may speak for several seats"),
        }
        help_texts = {
            "confirmation": gettext_lazy(
                "Who entered a result cannot confirm it: somebody at another seat does, with a phone of their own and "
                "the code of that seat. Until then the result does not count. Whoever disagrees disputes it; you rule."
            ),
            "accept_minutes": gettext_lazy(
                "If nobody disputes it, it counts by itself after so long. Empty: only when somebody has confirmed it."
            ),
            "correction_minutes": gettext_lazy(
                "After a table has ended. Where results are confirmed, another seat has to agree. Later, only you."
            ),
            "shared_phones": gettext_lazy(
                "For tables with fewer phones than players: the codes of several seats are scanned on one phone. "
                "Otherwise what was entered on a phone is confirmed on another one."
            ),
        }

    helper = fields_only()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["confirmation"].required = self.fields["correction_minutes"].required = False
        for name, least in (("accept_minutes", 1), ("correction_minutes", 0)):
            field = self.fields[name]
            field.validators += [MinValueValidator(least), MaxValueValidator(LONGEST)]
            field.widget.attrs.update(min=least, max=LONGEST, inputmode="numeric")

    def clean_confirmation(self) -> str:
        return str(self.cleaned_data["confirmation"] or self.instance.confirmation)

    def clean_correction_minutes(self) -> int:
        minutes: int | None = self.cleaned_data["correction_minutes"]
        if minutes is None and "correction_minutes" in self.data:
            raise ValidationError(_("Say how many minutes; 0 for none."))
        return self.instance.correction_minutes if minutes is None else minutes

    @property
    def open(self) -> bool:
        """Whether it wants to be seen where it is folded away."""
        return bool(self.errors) or self["confirmation"].value() != Event.ConfirmationMode.NONE

    @property
    def chosen(self) -> ConfirmationRule:
        """As the service takes it. What was not asked stays as it is."""
        event = self.instance
        return {
            "mode": event.confirmation,
            "accept_minutes": event.accept_minutes,
            "correction_minutes": event.correction_minutes,
            "shared_phones": event.shared_phones,
        }

    @property
    def unusual(self) -> ConfirmationRule | None:
        """What was chosen, if it is other than what an event has by itself."""
        usual = Event()
        changed = any(getattr(self.instance, name) != getattr(usual, name) for name in self.fields)
        return self.chosen if changed else None
