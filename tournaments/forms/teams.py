"""The teams of an event: one made of those who are ticked, or all of them as lines of text; and who of a team sits at
which board.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.formats.boards import keeps_order
from tournaments.formats.plan import NUMBERS
from tournaments.forms.fields import fields_only
from tournaments.limits import LARGEST_ENTRY_LIST, LONGEST_NAME, MOST_OF_A_TEAM
from tournaments.models import Entrant, tidy_name
from tournaments.services.teams import ListedTeam, TeamTerms
from tournaments.words.languages import listed
from tournaments.words.refusals import SENTENCES
from tournaments.words.stage.plans import LINE_UP_NAMES
from tournaments.words.teams import CAPTAIN


class TeamForm(forms.Form):
    """A name, and those who are in no team yet."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    entrants = forms.TypedMultipleChoiceField(
        coerce=int, required=False, error_messages={"invalid_choice": SENTENCES["list-changed"]}
    )

    def __init__(self, data: Any = None, *, free: Iterable[Entrant]) -> None:
        super().__init__(data)
        field = self.fields["entrants"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(entrant.pk, entrant.player.name) for entrant in free]

    def clean_name(self) -> str:
        return tidy_name(self.cleaned_data["name"])

    def clean_entrants(self) -> list[int]:
        chosen: list[int] = self.cleaned_data["entrants"]
        if not chosen:
            raise ValidationError(_("Tick the members of the team."))
        return chosen

    @property
    def team(self) -> ListedTeam:
        """As the service takes it."""
        return ListedTeam(self.cleaned_data["name"], tuple(self.cleaned_data["entrants"]))


class TeamsForm(forms.Form):
    """All teams as text, and how many of a team count, unless they are placed ``by_boards``. ``stored``: the numbers of
    the teams that there are, by name; ``revision``: that of the event as the page showed them.
    """

    text = forms.CharField(
        label=_("A team per line"),
        required=False,
        strip=False,
        max_length=LARGEST_ENTRY_LIST,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_("Reds: Ana*, Bruno, Chiara. The asterisk marks the captain, where there is one."),
    )
    best = forms.IntegerField(
        label=_("How many members count in a round"),
        min_value=0,
        max_value=MOST_OF_A_TEAM,
        help_text=_("0 for all of them. Then teams of different sizes do not compare."),
    )
    revision = forms.IntegerField(required=False, widget=forms.HiddenInput)
    helper = fields_only()

    def __init__(
        self,
        data: Any = None,
        *,
        entrants: Iterable[Entrant],
        stored: Mapping[str, int],
        by_boards: bool = False,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        if by_boards:
            self.fields["best"].widget = forms.HiddenInput()
        self.entrants = {_key(entrant.player.name): entrant.pk for entrant in entrants}
        self.most_parts = 1 + max((name.count(",") for name in self.entrants), default=0)
        self.stored = stored

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        lines = [line for line in text.splitlines() if line.strip()]
        if incomplete := [line.strip() for line in lines if ":" not in line]:
            raise ValidationError(
                _("Write a colon after the name of the team: %(lines)s"), params={"lines": listed(incomplete)}
            )
        named = chain.from_iterable(map(self._named, lines))
        if names := [name for name, who in named if who is None]:
            raise ValidationError(_("Not entered: %(names)s. Enter them first."), params={"names": listed(names)})
        return text

    def _named(self, line: str) -> Iterator[tuple[str, int | None]]:
        """The names in a line, each with the entrant; some have commas of their own."""
        parts = [part.strip() for part in line.rpartition(":")[2].split(",") if part.strip()]
        at = 0
        while at < len(parts):
            names = [", ".join(parts[at : at + count]) for count in range(self.most_parts, 0, -1)]
            name = next(filter(self._entrant, names), parts[at])
            yield name, self._entrant(name)
            at += name.count(",") + 1

    def _entrant(self, name: str) -> int | None:
        return self.entrants.get(_key(name)) or self.entrants.get(_key(name.removesuffix(CAPTAIN)))

    @property
    def teams(self) -> list[ListedTeam]:
        """As the service takes them."""
        return list(map(self._team, filter(str.strip, self.cleaned_data["text"].splitlines())))

    @property
    def terms(self) -> TeamTerms:
        return {"best": self.cleaned_data["best"], "base_revision": self.cleaned_data["revision"]}

    def _team(self, line: str) -> ListedTeam:
        name, named = tidy_name(line.rpartition(":")[0]), list(self._named(line))
        members: Sequence[int] = tuple(dict.fromkeys(who for _name, who in named if who))
        marked = (who for name, who in named if name.endswith(CAPTAIN) and _key(name) not in self.entrants)
        return ListedTeam(name, tuple(members), next(marked, None), self.stored.get(name.casefold()))


def _key(name: str) -> str:
    return ",".join(map(tidy_name, name.split(","))).casefold()


def board_fields() -> dict[str, forms.Field]:
    """What a stage is asked in which teams may meet."""
    least, most = NUMBERS["boards"]
    return {
        "boards": forms.IntegerField(
            label=_("Boards of a team match"),
            min_value=least,
            max_value=most,
            required=False,
            help_text=_(
                "Teams meet over so many tables of two at once: a match won brings 2, a drawn one 1. Empty: everybody "
                "plays alone."
            ),
        ),
        "line_up": forms.ChoiceField(label=_("Line-ups"), choices=LINE_UP_NAMES, required=False),
    }


class LineUpForm(forms.Form):
    """A choice for each board, the first posted as "board-1". Once valid, ``members`` are ids in their order: where
    nobody is chosen for a board, the next of the list, as ``members`` lists them.
    """

    helper = fields_only()

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        boards: int,
        members: Sequence[tuple[int, str]],
        named: Sequence[int],
        fixed: bool,
    ) -> None:
        super().__init__(data)
        self._names, self._fixed = dict(members), fixed
        for board in range(1, boards + 1):
            self.fields[f"board-{board}"] = forms.TypedChoiceField(
                label=_("Board %(number)s") % {"number": board},
                choices=[("", _("the next of the list")), *members],
                coerce=int,
                empty_value=None,
                required=False,
                initial=named[board - 1] if board <= len(named) else "",
                error_messages={"invalid_choice": _("The list has changed in the meantime. Look again.")},
            )

    def clean(self) -> dict[str, Any]:
        chosen = self._chosen
        for who, name in self._names.items():
            if chosen.count(who) > 1:
                text = _("%(name)s is named twice: choose somebody else at one of the boards.")
                raise ValidationError(text, params={"name": name})
        return self.cleaned_data

    @property
    def members(self) -> list[int]:
        """Empty where nobody is chosen at all."""
        chosen, order = self._chosen, list(self._names)
        if not chosen:
            return []
        rest = iter([who for who in order if who not in chosen])
        sitting = [next(rest, None) if who is None else who for who in self.cleaned_data.values()]
        members = [who for who in sitting if who is not None]
        return sorted(members, key=order.index) if self._fixed and keeps_order(chosen, order) else members

    @property
    def _chosen(self) -> list[int]:
        return [who for who in self.cleaned_data.values() if who is not None]
