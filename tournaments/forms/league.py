"""How a league is planned, and what a director says of a fixture; how a ladder is set up, and who challenges whom."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.games import GAMES
from tournaments.formats.ladders import TAKES, LadderRules
from tournaments.formats.leagues import POINTS, LeagueRules
from tournaments.formats.record import are_places
from tournaments.forms.fields import fields_only
from tournaments.forms.stage.fields import PointsField
from tournaments.limits import (
    HIGHEST_TABLE,
    LARGEST_DIVISION,
    LONGEST_NAME,
    MOST_DAYS_TO_PLAY,
    MOST_DIVISIONS,
    MOST_MOVING,
    MOST_OF_A_TEAM,
    MOST_PLACES_ABOVE,
)
from tournaments.models import Club, Event, Ladder, Player, tidy_name
from tournaments.selectors.league.page import FixtureLine, LeagueLine, Plan
from tournaments.selectors.table.cards import PlayerTag
from tournaments.services.refusals import Refused
from tournaments.words.games import game_choices
from tournaments.words.league import TAKES as TAKES_WORDS
from tournaments.words.refusals import refusal_text


class LeagueForm(forms.Form):
    """Its rules, and below them everybody of the club with their division and team; once its fixtures are drawn
    ``only_teams`` change.
    """

    helper = fields_only()
    game = forms.ChoiceField(label=_("Game"), choices=game_choices)
    seats = forms.TypedChoiceField(
        label=_("At a table"),
        choices=[(2, _("two players")), (3, _("three players")), (4, _("four players"))],
        coerce=int,
        help_text=_("At three and four, whoever is ahead of somebody at the table has won against them."),
    )
    laps = forms.TypedChoiceField(
        label=_("Everybody meets everybody"),
        choices=[(1, pgettext_lazy("how often", "once")), (2, pgettext_lazy("how often", "twice"))],
        coerce=int,
    )
    win = PointsField(label=_("Points for a win"))
    draw = PointsField(label=_("for a draw"))
    loss = PointsField(label=_("for a defeat"))
    moving = forms.IntegerField(
        label=_("How many go up and down after the season"),
        min_value=0,
        max_value=MOST_MOVING,
        help_text=_("So many change places between a division and the next. 0: nobody."),
    )
    team_best = forms.IntegerField(
        label=_("How many members of a team count"),
        min_value=0,
        max_value=MOST_OF_A_TEAM,
        help_text=_("0 for all of them. Then teams of different sizes do not compare."),
    )

    def __init__(self, data: Any = None, *, plan: Plan, only_teams: bool) -> None:
        like = plan.league or plan.like
        rules = like.league_rules if like else LeagueRules()
        initial = {name: str(getattr(rules, name)) for name in ("seats", "laps", "moving", "team_best", *POINTS)}
        super().__init__(data, initial=initial | ({"game": like.game} if like else {}))
        self.plan, self.only_teams = plan, only_teams
        self.before = {player: index for index, player in enumerate(chain.from_iterable(plan.divisions))}
        divisions = {player: number for number, players in enumerate(plan.divisions, start=1) for player in players}
        choices = [("", "–"), *((str(number), str(number)) for number in range(1, MOST_DIVISIONS + 1))]
        for field in self.fields.values():
            field.disabled = only_teams
        for player in plan.people:
            self.fields[f"d{player.pk}"] = forms.ChoiceField(
                label=player.name,
                disabled=only_teams,
                choices=choices,
                required=False,
                initial=str(divisions.get(player.pk, "")),
                widget=forms.Select(attrs={"class": "form-select"}),
            )
            label = _("Team of %(name)s") % {"name": player.name}
            self.fields[f"t{player.pk}"] = forms.CharField(
                label=label,
                max_length=LONGEST_NAME,
                required=False,
                initial=plan.teams.get(player.pk, ""),
                widget=forms.TextInput(
                    attrs={
                        "class": "form-control",
                        "aria-label": label,
                        "placeholder": _("Team"),
                        "autocomplete": "off",
                    }
                ),
            )

    @property
    def of_rules(self) -> list[Any]:
        return [field for field in self if field.name in LeagueForm.base_fields]

    @property
    def of_people(self) -> list[tuple[Any, Any]]:
        """The fields of everybody, for the division and the team."""
        return [(self[f"d{player.pk}"], self[f"t{player.pk}"]) for player in self.plan.people]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.only_teams:
            return data
        if all(data.get(name) for name in POINTS):
            win, draw, loss = (Fraction(data[name]) for name in POINTS)
            if not win > loss or not win >= draw >= loss:
                text = _(
                    "A win has to bring more than a defeat, and a draw no more than a win and no less than a defeat."
                )
                self.add_error("win", text)
        if data.get("game") and data.get("seats", 0) > GAMES[data["game"]].max_seats:
            self.add_error("seats", _("That many cannot sit at a table of this game."))
        divisions = self._divisions(data)
        if not divisions:
            raise forms.ValidationError(_("Give at least two players a division."))
        least = max(2, data.get("seats", 2))
        for number, players in enumerate(divisions, start=1):
            if len(players) < least:
                raise forms.ValidationError(refusal_text(Refused("division-too-small", division=number, least=least)))
            if len(players) > LARGEST_DIVISION:
                raise forms.ValidationError(
                    _("Division %(division)s is too large: it takes up to %(most)s players."),
                    params={"division": number, "most": LARGEST_DIVISION},
                )
        return data

    def _divisions(self, data: dict[str, Any]) -> list[list[int]]:
        """Numbered without a gap; in each those who come from the league before first, as they stood."""
        last = max((int(data.get(f"d{player.pk}") or 0) for player in self.plan.people), default=0)
        players = sorted(self.plan.people, key=lambda player: self.before.get(player.pk, len(self.before)))
        return [
            [player.pk for player in players if data.get(f"d{player.pk}") == str(number)]
            for number in range(1, last + 1)
        ]

    def league(self) -> dict[str, Any]:
        """As the services take it."""
        data = self.cleaned_data
        rules: dict[str, Any] = {name: data[name] for name in ("seats", "laps", "moving", "team_best")}
        points = {name: Fraction(data[name]) for name in POINTS}
        rules |= points
        planned = {"game": data["game"], "rules": LeagueRules(**rules), "divisions": self._divisions(data)}
        return planned | {"teams": self.teams}

    @property
    def teams(self) -> dict[int, str]:
        return {player.pk: tidy_name(self.cleaned_data[f"t{player.pk}"]) for player in self.plan.people}


class DecisionForm(forms.Form):
    """The place of each player of a fixture."""

    helper = fields_only()

    def __init__(self, data: Any = None, *, fixture: FixtureLine) -> None:
        super().__init__(data)
        choices = [("", _("Choose")), *((str(place), str(place)) for place in range(1, len(fixture.sat) + 1))]
        for index, seat in enumerate(fixture.sat):
            self.fields[f"p{index}"] = forms.ChoiceField(
                label=_("Place of %(name)s") % {"name": seat.player.name},
                choices=choices,
                initial=str(seat.place) if fixture.state == "decided" else "",
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        places = [int(place) for place in data.values()]
        if len(places) == len(self.fields) and not are_places(places):
            raise forms.ValidationError(_("Begin with place 1; whoever shares a place has the same one: 1, 1 or 1, 2."))
        return data

    @property
    def places(self) -> Sequence[int]:
        return [int(self.cleaned_data[name]) for name in self.fields]


class HomeTablesForm(forms.Form):
    """At which table of the room each player of a league is at home."""

    helper = fields_only()

    def __init__(self, data: Any = None, *, lines: Iterable[LeagueLine]) -> None:
        super().__init__(data)
        for line in lines:
            self.fields[f"t{line.member}"] = forms.IntegerField(
                label=line.player.name,
                initial=line.home_table,
                min_value=1,
                max_value=HIGHEST_TABLE,
                required=False,
                widget=forms.NumberInput(attrs={"class": "form-control"}),
            )

    @property
    def tables(self) -> dict[int, int | None]:
        """By league player (id), of those who stood in the form that was sent."""
        return {int(name[1:]): number for name, number in self.cleaned_data.items() if name in self.data}


class FixtureNightForm(forms.Form):
    """At which night that is open a fixture is played."""

    helper = fields_only()
    event = forms.ModelChoiceField(queryset=Event.objects.none(), label=_("At which night"), empty_label=None)

    def __init__(self, data: Any = None, *, nights: Iterable[Event]) -> None:
        super().__init__(data)
        field = cast(forms.ModelChoiceField, self.fields["event"])
        field.queryset = Event.objects.filter(pk__in=[night.pk for night in nights])


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
        label=_("How many places up a player may challenge"),
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
