"""The forms of an event: a new night with the options of its game, its codes and cards, who confirms what is recorded,
and its registration.
"""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.game import Choice, Game
from scoring.games import GAMES
from tournaments.formats.acceleration import NightTerms
from tournaments.formats.ratings import SETTLED
from tournaments.forms.fields import Answering, NameField, NamesField, fields_only
from tournaments.limits import LARGEST_ID, LONGEST_PLAYER_NAME, MOST_CONFIRMATION_MINUTES, MOST_DEALS_OR_POINTS
from tournaments.models import Event
from tournaments.selectors.table.cards import plain_number_text
from tournaments.services.handicaps import MOST_WINS
from tournaments.services.table.confirmations import ConfirmationRule
from tournaments.words.games import LENGTHS, option_answer, option_question
from tournaments.words.table.corrections import CARDS

SMALLEST = [MinValueValidator(0), MaxValueValidator(LARGEST_ID)]


class TablesField(forms.Field):
    """Tables (ids), each in a field of the same name."""

    widget = forms.SelectMultiple

    def to_python(self, value: Any) -> list[int]:
        number = forms.IntegerField(validators=SMALLEST)
        return [number.clean(item) for item in value or ()]


class RenewCodesForm(forms.Form):
    """`newest`: of the links that were seen, so that a second tap does nothing."""

    table = TablesField()
    newest = forms.IntegerField(validators=SMALLEST)


class RankingForm(forms.ModelForm):
    """What decides the places of a night."""

    class Meta:
        model = Event
        fields = ["by_average"]
        labels = {"by_average": gettext_lazy("Rank by the average")}
        help_texts = {
            "by_average": gettext_lazy(
                "Points for each announcement or deal decide the places, instead of all points together: fair where "
                "tables have ended early and some have played more than others."
            )
        }

    helper = fields_only()


class ConfirmationForm(Answering, forms.ModelForm):
    class Meta:
        model = Event
        fields = ["confirmation", "accept_minutes", "correction_minutes", "shared_phones", "silence_minutes"]
        labels = {
            "confirmation": gettext_lazy("Confirmation"),
            "accept_minutes": gettext_lazy("Accepted by itself after (minutes)"),
            "correction_minutes": gettext_lazy("The players may correct for (minutes)"),
            "shared_phones": gettext_lazy("One phone may speak for several seats"),
            "silence_minutes": gettext_lazy("A silent phone is waited for (minutes)"),
        }
        help_texts = {
            "confirmation": gettext_lazy(
                "Whoever entered a result cannot confirm it: somebody at another seat does, with a phone of their own "
                "and the code of that seat. Until then the result does not count. Whoever disagrees "
                "disputes it; you rule."
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
            "silence_minutes": gettext_lazy(
                "Each phone enters its own hand. A neighbour enters that of a player with a phone only when the player "
                "agrees, or has been asked and has not answered for so long."
            ),
        }

    helper = fields_only()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("confirmation", "correction_minutes", "silence_minutes"):
            self.fields[name].required = False
        for name, least in (("accept_minutes", 1), ("correction_minutes", 0), ("silence_minutes", 0)):
            field = self.fields[name]
            field.validators += [MinValueValidator(least), MaxValueValidator(MOST_CONFIRMATION_MINUTES)]
            field.widget.attrs.update(min=least, max=MOST_CONFIRMATION_MINUTES, inputmode="numeric")
        if not (self.instance.pk and GAMES[self.instance.game].sheet == "showdown"):
            del self.fields["silence_minutes"]

    def clean_confirmation(self) -> str:
        return str(self.cleaned_data["confirmation"] or self.instance.confirmation)

    def clean_correction_minutes(self) -> int:
        minutes: int | None = self.cleaned_data["correction_minutes"]
        if minutes is None and "correction_minutes" in self.data:
            raise ValidationError(gettext("Say how many minutes; 0 for none."))
        return self.instance.correction_minutes if minutes is None else minutes

    def clean_silence_minutes(self) -> int:
        minutes: int | None = self.cleaned_data["silence_minutes"]
        return self.instance.silence_minutes if minutes is None else minutes

    @property
    def answer(self) -> str:
        """As a fold's line says it."""
        return self.answer_of("confirmation")

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
            "silence_minutes": event.silence_minutes,
        }

    @property
    def unusual(self) -> ConfirmationRule | None:
        """What was chosen, if it is other than what an event has by itself."""
        usual = Event()
        changed = any(getattr(self.instance, name) != getattr(usual, name) for name in self.fields)
        return self.chosen if changed else None


def option_field(name: str, values: tuple[object, ...]) -> forms.Field:
    """A box to tick where the values are no and yes, else a list to choose from; the default first."""
    if set(values) == {True, False}:
        return forms.BooleanField(label=option_question(name), required=False, initial=values[0])
    return forms.TypedChoiceField(
        label=option_question(name),
        choices=[(value, capfirst(option_answer(name, value))) for value in values],
        coerce=int if isinstance(values[0], int) else str,
        initial=values[0],
    )


def length_fields(game: Game) -> dict[str, forms.Field]:
    if not game.lengths:
        return {}
    choices = [("", _("When the director ends it")), *((name, LENGTHS[name]) for name in game.lengths)]
    return {
        "length": forms.ChoiceField(label=_("A table ends"), choices=choices, required=False),
        "length_count": forms.IntegerField(
            label=_("How many"),
            min_value=1,
            max_value=MOST_DEALS_OR_POINTS,
            required=False,
            help_text=_("Deals, or points to reach."),
        ),
    }


class NightForm(Answering, forms.ModelForm):
    """A club night of one game: its name and date, and that game's options."""

    class Meta:
        model = Event
        fields = ["name", "date"]
        widgets = {"date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}

    helper = fields_only()

    def __init__(self, *args: Any, game: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = GAMES[game]
        for option in self.game.choices:
            self.fields[option.name] = option_field(option.name, option.values)
        self.fields.update(length_fields(self.game))

    @property
    def asked_first(self) -> list[forms.BoundField]:
        return [self[name] for name in self.Meta.fields]

    @property
    def options(self) -> list[forms.BoundField]:
        """What is folded away: each has an answer already."""
        return [field for field in self if field.name not in self.Meta.fields]

    @property
    def unfolded(self) -> bool:
        """Whether an option is wrong, or other than usual."""
        usual = {field.name: ("", "None", str(field.field.initial)) for field in self.options}
        return any(field.errors or str(field.value()) not in usual[field.name] for field in self.options)

    @property
    def answers(self) -> list[str]:
        """What is chosen of the options, as a fold's line says it."""
        chosen = [(option, self._value(option)) for option in self.game.choices]
        house = [option_answer(option.name, value) for option, value in chosen if value != option.default]
        length = [self.answer_of("length"), str(self["length_count"].value() or "")] if "length" in self.fields else []
        return [*(house or [gettext("the usual rules")]), *([" ".join(filter(None, length))] if length else [])]

    def _value(self, option: Choice) -> object:
        value = self[option.name].value()
        return {str(each): each for each in option.values}.get(str(value), bool(value))

    def show_typed(self, data: Mapping[str, str], *, whole: bool) -> None:
        """What has been filled in is shown again. Where the form was sent ``whole``, a missing box is not ticked."""
        boxes = {name for name, field in self.fields.items() if whole and isinstance(field, forms.BooleanField)}
        typed = [name for name in self.fields if name in data or name in boxes]
        self.initial.update({name: self.fields[name].widget.value_from_datadict(data, {}, name) for name in typed})

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("length") and not data.get("length_count") and "length_count" not in self.errors:
            self.add_error("length_count", _("Say how many, or let the table end when the players stop."))
        return data

    def rules(self) -> dict[str, object]:
        rules = {name: self.cleaned_data[name] for name in (option.name for option in self.game.choices)}
        if length := self.cleaned_data.get("length"):
            rules[length] = self.cleaned_data["length_count"]
        return rules


class ArrivedForm(forms.Form):
    """Who is here when a night is opened."""

    names = NamesField(
        label=_("Who has come?"),
        required=False,
        help_text=_(
            "One name per line, or separated by commas. New names join the club’s list; the others you can tick on the "
            "next page."
        ),
    )
    helper = fields_only()


class CardsForm(forms.Form):
    each = forms.ChoiceField(choices=CARDS, required=False)


PAGES = ("desk", "entrants", "registration")


class RegisterForm(forms.Form):
    name = NameField(
        label=_("Your name"),
        max_length=LONGEST_PLAYER_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_("As it should stand in the standings."),
    )
    helper = fields_only()


class EnterForm(forms.Form):
    """An event, by a player's own code."""

    event = forms.IntegerField()


class FromPageForm(forms.Form):
    """``page``: to which it leads back."""

    page = forms.ChoiceField(choices=[(page, page) for page in PAGES], required=False)

    @property
    def leads_to(self) -> str:
        return str(self.cleaned_data.get("page") or "desk")


class RegistrationForm(FromPageForm):
    is_open = forms.BooleanField(required=False)


class WrittenNamesForm(FromPageForm):
    """Names at the registration (ids): "12-13-14", or a single one as a player of the club: "12:31"."""

    names = forms.RegexField(regex=r"^\d{1,18}((-\d{1,18}){0,499}|:\d{1,18})$")

    def clean_names(self) -> tuple[list[int], int | None]:
        names, _colon, player = self.cleaned_data["names"].partition(":")
        return [int(pk) for pk in names.split("-")], int(player) if player else None


MOST_GAMES = 99
MOST_POINTS = 100_000


NOBODY_RATED = _(
    "Nobody is rated at this game yet, so tonight everybody would start with 0. A rating needs at least %(tables)s "
    "tables."
)


class NightHandicapForm(forms.Form):
    """``terms`` are those that stand, or are proposed; ``given``: whether the night gives handicaps; ``rated``: whether
    anybody of the club has a rating by which one is computed.
    """

    handicap = forms.BooleanField(
        label=_("Give a handicap by rating"),
        required=False,
        help_text=_("Weaker players begin with some points. They count for the places, not for ratings."),
    )
    games = forms.IntegerField(label=_("Games that everybody plays"), min_value=1, max_value=MOST_GAMES, required=False)
    win = forms.DecimalField(
        label=_("A win is worth (points)"),
        min_value=Decimal("0.01"),
        max_value=MOST_POINTS,
        max_digits=9,
        decimal_places=2,
        required=False,
        help_text=_("Proposed: twice the mean difference between two at a table, on your last nights."),
        widget=forms.NumberInput(attrs={"step": "any", "inputmode": "decimal"}),
    )
    most = forms.IntegerField(label=_("At most so many wins"), min_value=1, max_value=MOST_WINS, required=False)
    helper = fields_only()

    def __init__(
        self, data: Any = None, *, terms: NightTerms, given: bool = False, rated: bool = True, **kwargs: Any
    ) -> None:
        proposed = {"games": terms.rounds, "win": Decimal(plain_number_text(terms.win, places=2)), "most": terms.cap}
        super().__init__(data, initial={**proposed, "handicap": given, **kwargs.pop("initial", {})}, **kwargs)
        self._proposed = terms
        if not rated:
            box = self.fields["handicap"]
            box.help_text = f"{box.help_text} {NOBODY_RATED % {'tables': SETTLED}}"

    @property
    def terms(self) -> NightTerms | None:
        """As chosen; what was left empty is as proposed."""
        chosen, proposed = self.cleaned_data, self._proposed
        if not chosen["handicap"]:
            return None
        win = Fraction(chosen["win"]) if chosen["win"] else proposed.win
        return NightTerms(rounds=chosen["games"] or proposed.rounds, cap=chosen["most"] or proposed.cap, win=win)

    @property
    def open(self) -> bool:
        """Whether it wants to be seen where it is folded away."""
        return bool(self.errors) or bool(self["handicap"].value())
