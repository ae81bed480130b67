"""The fields a stage can have, and the order of its tie-breaks, a choice for each place."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from scoring.game import Game
from tournaments.formats.bracket.progress import LARGEST
from tournaments.formats.options import Options
from tournaments.formats.plan import LIMITS, NUMBERS, PlanError
from tournaments.formats.standings.ledger import EDITIONS
from tournaments.formats.standings.ranking import usual_chain
from tournaments.limits import LONGEST_ROW, MOST_GO_ON
from tournaments.words.stage.plans import (
    ACCELERATION_NAMES,
    DECIDED_NAMES,
    EDITION_NAMES,
    LEVEL_NAMES,
    REMAINDERS,
    REQUEST_NAMES,
    SCHEME_NAMES,
    SHARED_NAMES,
    USUAL_BYES,
    plan_sentence,
    sizes_offered,
)
from tournaments.words.standings import TIEBREAK_NAMES

NUMBER = re.compile(r"-?\d{1,4}([.,]\d{1,3}|/[1-9]\d{0,2})?", re.ASCII)
OWN_LABELS = {
    2: _("Own points at a table of two"),
    3: _("Own points at a table of three"),
    4: _("Own points at a table of four"),
    5: _("Own points at a table of five"),
}


class PointsField(forms.CharField):
    """A number of points as people write it: 1, 0.5, 0,5 or 1/2. Cleans to a text that Fraction reads."""

    def clean(self, value: object) -> str | None:
        text = super().clean(value)
        if text and not NUMBER.fullmatch(text):
            raise ValidationError(_("Write a number, like 1, 0.5 or 1/2."))
        return text.replace(",", ".") or None


class RowField(forms.CharField):
    """The points of the places at one size of table, the first place first. Cleans to a list of such texts."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=LONGEST_ROW, **kwargs)

    def clean(self, value: object) -> list[str]:
        row = [number.rstrip(",;").replace(",", ".") for number in super().clean(value).split()]
        if not all(NUMBER.fullmatch(number) for number in row):
            raise ValidationError(_("Write numbers with spaces between them, like 4 2.5 1."))
        return row


class GamesField(forms.CharField):
    """Numbers of games with spaces between them. Cleans to a list of numbers."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=LONGEST_ROW, **kwargs)

    def clean(self, value: object) -> list[int]:
        numbers = super().clean(value).replace(",", " ").split()
        if not all(number.isdecimal() and len(number) < 3 for number in numbers):
            raise ValidationError(_("Write numbers with spaces between them, like 5 3."))
        return [int(number) for number in numbers]

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, list | tuple) else value


def format_fields(key: str, game: Game) -> dict[str, forms.Field]:
    """All that some format asks for; a form takes those that concern its own."""
    return {
        "seats": forms.TypedChoiceField(label=_("At a table"), choices=sizes_offered(key, game), coerce=int),
        "rounds": _number("rounds", label=_("Rounds"), help_text=_("Empty: as many as the format needs.")),
        "remainder": forms.ChoiceField(
            label=_("Where the numbers do not fit"),
            choices=REMAINDERS,
            required=False,
            help_text=_(
                "Smaller tables: as few as can be, and nobody sits at one twice while "
                "others have not. Byes: full tables only, who is left over waits and gets the average of the places. "
                "Larger tables: one player more at as few tables as can be, where the game allows it."
            ),
        ),
        "groups": _number(
            "groups", label=_("Groups"), help_text=_("Each is drawn and scored on its own. Empty: a single one.")
        ),
        "acceleration": forms.ChoiceField(
            label=_("Virtual or starting points"),
            choices=[(of, name) for of, name in ACCELERATION_NAMES if key == "swiss" or of in ("", "handicap")],
            required=False,
            help_text=_(
                "For more players than the rounds can separate: the strong meet sooner, and fewer games are uneven."
                " Baku: in the first rounds the upper half is drawn with a virtual win. McMahon: everybody starts with"
                " points by strength, which the standings count too. Handicap: so do the weaker by rating."
            ),
        ),
        "cap": _number(
            "cap",
            label=_("Most wins that a handicap gives"),
            help_text=_("What the weaker are expected to win less than the strongest. Empty: two."),
        ),
        "bands": _number(
            "bands",
            label=_("Bands"),
            help_text=_("By the order of the seeds. Each starts a win ahead of the next. Empty: three."),
        ),
        "double": forms.BooleanField(
            label=_("Everybody meets twice"), required=False, help_text=_("For two at a table.")
        ),
        "third_place": forms.BooleanField(label=_("A match for third place"), required=False),
        "grand_final": forms.ChoiceField(
            label=_("Final"),
            choices=[
                ("single", _("One final decides")),
                ("reset", _("Whoever comes unbeaten may lose it once: then a second final")),
            ],
            required=False,
        ),
        "level": forms.ChoiceField(label=_("If a match ends level"), choices=LEVEL_NAMES, required=False),
        "advance": _number("advance", label=_("How many go on from each table"), help_text=_("Empty: half of them.")),
        "lives": _number("lives", label=_("Lives"), help_text=_("Empty: two.")),
        "loses": forms.ChoiceField(
            label=_("Who loses a life"),
            choices=[("last", _("the last of each table")), ("all-but-first", _("all but the first of each table"))],
            required=False,
        ),
    }


def match_fields(*, bracket: bool) -> dict[str, forms.Field]:
    fields: dict[str, forms.Field] = {
        "games": _number(
            "games",
            label=_("Games in a match"),
            help_text=_("The same people play them one after the other, and the deal passes on. Empty: one."),
        ),
        "decided": forms.ChoiceField(label=_("What decides a match"), choices=DECIDED_NAMES, required=False),
    }
    if bracket:
        fields["last_games"] = GamesField(
            label=_("Games in the last rounds"),
            help_text=_("From the final back: with 5 3 the final has five and the semi-finals three. Empty: as above."),
        )
    return fields


ENTRY_FIELDS: Mapping[str, tuple[str, ...]] = {
    "size": ("size",),
    "group": ("per_group", "best_runners_up"),
    "places": ("from_stage", "first_place", "last_place"),
    "group-places": ("from_stage", "first_place", "last_place"),
    "losers": ("from_stage", "losers"),
    "lost-to-2": ("from_stage",),
    "lost-to-4": ("from_stage",),
    "rest": ("from_stage",),
}
"""What is asked further, by who comes into a stage."""


def entry_fields(number: int) -> dict[str, forms.Field]:
    """Of the stage of this number."""
    return {
        "entry": forms.ChoiceField(
            label=_("Who comes in"),
            choices=[
                ("", _("everybody from the stage before")),
                ("size", _("the first of the stage before")),
                ("group", _("the first of each group")),
                ("places", _("certain places of a stage")),
                ("group-places", _("certain places of each group of a stage")),
                ("losers", _("those out in a round of a knockout")),
                ("lost-to-2", _("those who lost to a finalist of a knockout")),
                ("lost-to-4", _("those who lost to a semi-finalist of a knockout")),
                ("rest", _("everybody else of a stage")),
            ],
            required=False,
        ),
        "size": forms.IntegerField(label=_("How many come in"), min_value=2, max_value=LARGEST, required=False),
        "per_group": forms.IntegerField(
            label=_("How many of each group"), min_value=1, max_value=MOST_GO_ON, required=False
        ),
        "best_runners_up": forms.IntegerField(
            label=_("Best runners-up besides"),
            min_value=0,
            max_value=MOST_GO_ON,
            required=False,
            help_text=_("The best of those next behind, over all groups."),
        ),
        "from_stage": forms.TypedChoiceField(
            label=_("Of which stage"),
            choices=[(earlier, earlier) for earlier in range(number - 1, 0, -1)],
            coerce=int,
        ),
        "first_place": forms.IntegerField(label=_("From place"), min_value=1, max_value=LARGEST, required=False),
        "last_place": forms.IntegerField(label=_("To place"), min_value=1, max_value=LARGEST, required=False),
        "losers": forms.IntegerField(label=_("Of which round"), min_value=1, max_value=MOST_GO_ON, required=False),
        "more": forms.CharField(required=False, widget=forms.HiddenInput),
    }


def points_fields() -> dict[str, forms.Field]:
    return {
        "points": forms.ChoiceField(
            label=_("Points"),
            choices=[("", _("The usual")), *SCHEME_NAMES.items()],
            required=False,
            help_text=_("The usual: a win at tables of two, places 4-3-2-1 at larger ones."),
        ),
        "bye": PointsField(
            label=_("Points for a bye"),
            required=False,
            help_text=_("Empty: a win at tables of two, the average of the places at larger ones."),
        ),
        "forfeit_win": PointsField(
            label=_("Points for a win by forfeit"), required=False, help_text=_("Empty: those of the first place.")
        ),
        "forfeit_loss": PointsField(
            label=_("Points for whoever does not come"), required=False, help_text=_("Empty: none.")
        ),
        "double_forfeit": PointsField(
            label=_("Points where nobody comes"), required=False, help_text=_("Empty: none.")
        ),
    }


def own_fields(sizes: Iterable[int]) -> dict[str, forms.Field]:
    """An own table of points: a row for each size of table, and what those get who are level there."""
    rows: dict[str, forms.Field] = {f"own_{size}": own_row(size) for size in sizes}
    draw = PointsField(
        label=_("Own points for a draw at a table of two"),
        required=False,
        help_text=_("Empty: half of both places together."),
    )
    shared = forms.ChoiceField(label=_("Those who share a place get"), choices=SHARED_NAMES, required=False)
    return rows | {"own_draw": draw, "own_shared": shared}


def requested_field() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Byes on request"),
        choices=REQUEST_NAMES,
        initial=Options().requested,
        required=False,
        help_text=_("For whoever says before the draw that they sit out a round."),
    )


def bye_fields() -> dict[str, forms.Field]:
    """What a Swiss allows to who says beforehand not to play a round; offered with the usual limits."""
    return {
        "requested": requested_field(),
        "scored_byes": _number(
            "scored_byes",
            label=_("Byes with points, for each player"),
            initial=USUAL_BYES["scored_byes"],
            help_text=_("How many one may ask for. Empty: any number."),
        ),
        "zero_byes": _number(
            "zero_byes", label=_("Byes without points, for each player"), help_text=_("Empty: any number.")
        ),
        "byes_end": _number(
            "byes_end",
            label=_("Last rounds without byes on request"),
            initial=USUAL_BYES["byes_end"],
            help_text=_("Whoever misses one of these is withdrawn. Empty: none."),
        ),
    }


def edition_field() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Rounds that were not played"),
        choices=[(edition, EDITION_NAMES[edition]) for edition in reversed(EDITIONS)],
        initial=EDITIONS[-1],
        required=False,
        help_text=_(
            "How byes and forfeits count in Buchholz and Sonneborn–Berger. Since 2026 the opponent who stands in for "
            "such a round has no more points than who was due, or than draws in every round bring."
        ),
    )


def own_row(size: int) -> RowField:
    return RowField(label=OWN_LABELS[size], help_text=_("First place first, with spaces between, like 4 2.5 1."))


def _number(name: str, **kwargs: Any) -> forms.IntegerField:
    low, high = (NUMBERS | LIMITS)[name]
    return forms.IntegerField(min_value=low, max_value=high, required=False, **kwargs)


SPARE_CHOICES = 2


def chain_fields() -> dict[str, forms.Field]:
    """A choice for each place in the order; what is left empty is passed over."""
    choices = [("", "–"), *TIEBREAK_NAMES.items()]
    return {
        f"chain_{number}": forms.ChoiceField(
            label=_("Tie-break %(number)s") % {"number": number}, choices=choices, required=False
        )
        for number in range(1, len(TIEBREAK_NAMES) + 1)
    }


class ChainChoices(forms.Form):
    """A choice for each place in an order of tie-breaks; a form that has them adds ``chain_fields``."""

    @staticmethod
    def usual(game: Game) -> list[str]:
        """The order that holds where none is chosen."""
        return list(usual_chain(announces=game.sheet == "announcements"))

    @staticmethod
    def given_by_chain(chain: Sequence[str]) -> dict[str, str]:
        return {f"chain_{number}": key for number, key in enumerate(chain, start=1)}

    @property
    def shown_chain(self) -> list[BoundField]:
        """As many choices as are filled, and some more."""
        every = [self[name] for name in self._choices]
        filled = [number for number, field in enumerate(every, start=1) if field.value()]
        return every[: max(filled, default=0) + SPARE_CHOICES]

    @property
    def chosen(self) -> list[str]:
        return [key for name in self._choices if (key := self.cleaned_data.get(name))]

    def order(self, game: Game, *, boards: bool) -> list[str]:
        """What is chosen, or the usual one: where teams meet over ``boards``, it is another than the form offers."""
        offered = self.usual(game)
        if self.chosen not in ([], offered):
            return self.chosen
        return list(usual_chain(announces=False, boards=True)) if boards else offered

    @property
    def _choices(self) -> list[str]:
        return [name for name in self.fields if name.startswith("chain_")]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        seen: set[str] = set()
        for name in self._choices:
            if (key := data.get(name)) in seen:
                self.add_error(name, plan_sentence(PlanError("twice", name)))
            seen |= {key} if key else set()
        return data
