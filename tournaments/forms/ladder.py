"""How a ladder is set up, and who challenges whom."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.ladders import TAKES, LadderRules
from tournaments.forms.fields import fields_only
from tournaments.limits import LONGEST_NAME, MOST_DAYS_TO_PLAY, MOST_PLACES_ABOVE
from tournaments.models import Club, Ladder, Player
from tournaments.selectors.table.cards import PlayerTag
from tournaments.words.games import game_choices
from tournaments.words.ladder import TAKES as TAKES_WORDS

OWN_ACTS = ("challenge", "withdraw", "join", "leave")
HOW = ("withdraw", "won", "held", "as-played")


def _roster(club: Club) -> list[Player]:
    return list(club.players.filter(archived_at=None, anonymised_at=None))


class LadderForm(forms.Form):
    """A ladder's rules. What a win brings, and who stands on it, is asked only when it is set up."""

    helper = fields_only()
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    game = forms.ChoiceField(label=_("Game"), choices=game_choices)
    reach = forms.IntegerField(
        label=_("How many places above oneself somebody may be challenged"),
        min_value=1,
        max_value=MOST_PLACES_ABOVE,
        initial=3,
    )
    days = forms.IntegerField(
        label=_("Within how many days the two have to play"), min_value=1, max_value=MOST_DAYS_TO_PLAY, initial=14
    )
    takes = forms.ChoiceField(
        label=_("What a win brings"), choices=[(takes, TAKES_WORDS[takes]) for takes in TAKES], widget=forms.RadioSelect
    )
    closed = forms.BooleanField(label=_("The ladder is closed: nobody moves any more"), required=False)
    players = forms.MultipleChoiceField(
        label=_("Who stands on it from the beginning"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Others join later."),
    )
    ordered = forms.ChoiceField(
        label=_("In which order"), choices=[("name", _("by name")), ("rating", _("by rating, the strongest highest"))]
    )

    def __init__(self, data: Any = None, *, club: Club, ladder: Ladder | None = None) -> None:
        initial: dict[str, Any] = {"takes": LadderRules().takes, "ordered": "rating"}
        if ladder:
            rules = ladder.ladder_rules
            initial = {"name": ladder.name, "reach": rules.reach, "days": rules.days, "closed": ladder.closed_at}
        super().__init__(data, initial=initial)
        for name in ("game", "takes", "players", "ordered") if ladder else ("closed",):
            del self.fields[name]
        if not ladder:
            people = sorted(_roster(club), key=lambda player: player.name.casefold())
            self.fields["players"].choices = [(str(person.pk), person.name) for person in people]  # type: ignore[attr-defined]


class ChallengeForm(forms.Form):
    """The director says who challenges whom."""

    helper = fields_only()
    challenger = forms.TypedChoiceField(label=_("Who challenges"), coerce=int)
    challenged = forms.TypedChoiceField(label=_("Who is challenged"), coerce=int)

    def __init__(self, data: Any = None, *, players: Iterable[PlayerTag]) -> None:
        super().__init__(data)
        choices = [("", _("Choose")), *((str(player.id), player.name) for player in players)]
        for name in self.fields:
            self.fields[name].choices = choices  # type: ignore[attr-defined]


class PlaceForm(forms.Form):
    """The director puts somebody on the ladder, or elsewhere on it."""

    helper = fields_only()
    player = forms.TypedChoiceField(label=_("Player"), coerce=int)
    place = forms.IntegerField(
        label=_("At place"), min_value=1, required=False, help_text=_("Empty: below all others.")
    )

    def __init__(self, data: Any = None, *, club: Club) -> None:
        super().__init__(data)
        self.roster = {player.pk: player for player in _roster(club)}
        people: Sequence[Player] = sorted(self.roster.values(), key=lambda player: player.name.casefold())
        self.fields["player"].choices = [("", _("Choose")), *((str(person.pk), person.name) for person in people)]  # type: ignore[attr-defined]


class OwnActForm(forms.Form):
    """What somebody does themselves. ``which``: the player, or the challenge."""

    act = forms.ChoiceField(choices=[(act, act) for act in OWN_ACTS])
    which = forms.IntegerField(required=False, min_value=1)


class OutcomeForm(forms.Form):
    """What becomes of a challenge by the director's word."""

    how = forms.ChoiceField(choices=[(how, how) for how in HOW])
    which = forms.IntegerField(min_value=1)
