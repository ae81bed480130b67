"""How an event is planned in advance: its size, length and format; the nights a club plans, and replies to them."""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from django import forms
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from scoring.game import Game
from tournaments.formats.graph import check_graph
from tournaments.formats.options import Options
from tournaments.formats.plan import StagePlan, chain_text, read_chain
from tournaments.formats.simulation.compare import LATER, PROPOSED, Comparison, planned
from tournaments.formats.simulation.evenings import Pace, Simulation
from tournaments.formats.stages import FORMATS
from tournaments.forms.fields import Folded, fields_only
from tournaments.limits import (
    LONGEST_NAME,
    LONGEST_NOTE,
    LONGEST_PLACE,
    MOST_CALL_HOURS,
    MOST_DEAL_MINUTES,
    MOST_EVENING_HOURS,
    MOST_NIGHTS_PLANNED,
    MOST_SIMULATED_DEALS,
    MOST_SIMULATED_GROUPS,
    MOST_SIMULATED_PLAYERS,
    MOST_SIMULATED_ROUNDS,
    MOST_SLOW_MINUTES,
    MOST_TABLES_A_ROOM,
)
from tournaments.models import Club, ComingNight, Event, NightAnswer, Player
from tournaments.selectors.club.clubs import NightBefore, nights_again, players_of
from tournaments.selectors.coming import likely_players, newest_night
from tournaments.services.calendar import NightPlan
from tournaments.words.calendar import DAY_FAR, DAY_OVER, EVERY, settings_choices
from tournaments.words.club import event_choices
from tournaments.words.stage.plans import FORMAT_NAMES, REMAINDERS, SENTENCES, SIZES, plan_in_short

EVENINGS = 40
FEW_EVENINGS = 2  # their rounds are timed some hundred times
USUAL_DEALS = 12  # a table of showdowns, where nothing is said
USUAL_MINUTES = {"announcements": 2, "showdown": 3}
SLOW = 1.25  # times as long
PAUSE = 5


class PaceForm(Folded, forms.Form):
    """How long the tables of an evening take."""

    asked: Sequence[str]  # first, and of everybody

    deals = forms.IntegerField(
        label=_("Deals a table"),
        min_value=1,
        max_value=MOST_SIMULATED_DEALS,
        required=False,
        help_text=_("Empty: sixteen a player."),
    )
    minutes = forms.FloatField(label=_("Minutes per deal"), min_value=0.1, max_value=MOST_DEAL_MINUTES)
    slow = forms.FloatField(
        label=_("Minutes per deal at a slow table"),
        min_value=0.1,
        max_value=MOST_SLOW_MINUTES,
        required=False,
        help_text=_("One table in ten takes so long. Empty: all take the same."),
    )
    pause = forms.FloatField(
        label=_("Minutes between rounds"), min_value=0, max_value=MOST_SLOW_MINUTES, required=False
    )

    @property
    def asked_first(self) -> list[forms.BoundField]:
        return [self[name] for name in self.asked if name in self.fields]

    def _folds(self) -> Iterator[tuple[Any, list[str], Sequence[str]]]:
        slow, pause = self["slow"].value(), self["pause"].value() or 0
        answers = [_("One table in ten takes %(minutes)s minutes per deal") % {"minutes": slow}] if slow else []
        pauses = _("%(minutes)s minutes between rounds") % {"minutes": pause}
        yield _("Slow tables, and the time between rounds"), [*answers, pauses], ("slow", "pause")

    def clean_slow(self) -> float | None:
        slow: float | None = self.cleaned_data["slow"]
        minutes = self.cleaned_data.get("minutes")
        if slow and minutes and slow < minutes:
            raise forms.ValidationError(_("A slow table takes at least as long as the usual one."))
        return slow

    def pace(self) -> Pace:
        data = self.cleaned_data
        return Pace(deals=data["deals"], minutes=data["minutes"], slow=data["slow"], pause=data["pause"] or 0)


class PlanForm(PaceForm):
    """An evening to be played in advance, some dozens of times."""

    format = forms.ChoiceField(label=_("Format"), choices=[(key, FORMAT_NAMES[key]) for key in FORMATS])
    players = forms.IntegerField(label=_("Players"), min_value=2, max_value=MOST_SIMULATED_PLAYERS)
    seats = forms.TypedChoiceField(label=_("At a table"), choices=SIZES, coerce=int)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=MOST_SIMULATED_ROUNDS,
        required=False,
        help_text=_("Empty: as many as the format needs."),
    )
    groups = forms.IntegerField(
        label=_("Groups"),
        min_value=1,
        max_value=MOST_SIMULATED_GROUPS,
        required=False,
        help_text=_("Empty: all play in one."),
    )
    remainder = forms.ChoiceField(label=_("Where the numbers do not fit"), choices=REMAINDERS)
    then = forms.ChoiceField(label=_("And then"), required=False)

    asked = ("format", "players", "seats", "rounds", "deals", "minutes")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        later = [(chain, " · ".join(plan_in_short(chain))) for chain in LATER]
        self.fields["then"].choices = [("", _("nothing: that is the event")), *later]  # type: ignore[attr-defined]

    def _folds(self) -> Iterator[tuple[Any, list[str], Sequence[str]]]:
        names = ("remainder", "groups", "then")
        answers = [f"{self[name].label}: {self.answer_of(name)}" for name in names if self.answer_of(name)]
        yield _("Groups, odd numbers, and what follows"), answers, names
        yield from super()._folds()

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        groups, key = data.get("groups") or 1, data.get("format")
        if groups > 1 and key and not FORMATS[key].standings:
            self.add_error("groups", SENTENCES["no-groups"])
        elif 2 * groups > data.get("players", 2 * groups):
            self.add_error("groups", _("Fewer groups: each has two players at least."))
        elif groups == 1 and "per_group" in data.get("then", ""):
            self.add_error("groups", _("Write how many groups there are, from which the best go on."))
        if key and data.get("then") and not self.errors:
            plans = [StagePlan(FORMATS[key], self.options(), groups), *read_chain(data["then"])]
            faults = [fault.code for fault in check_graph(plans, entrants=data["players"])]
            for code in [code for code in faults if code != "passed-over"][:1]:
                self.add_error("then", SENTENCES[code])
        return data

    def options(self) -> Options:
        data = self.cleaned_data
        return Options(seats=data["seats"], rounds=data["rounds"], remainder=data["remainder"])


class CompareForm(PaceForm):
    """So many players and so much time: what can be played?"""

    players = forms.IntegerField(label=_("Players"), min_value=2, max_value=MOST_SIMULATED_PLAYERS)
    hours = forms.FloatField(label=_("Hours you have"), min_value=0.25, max_value=MOST_EVENING_HOURS)
    club = forms.ChoiceField(label=_("Club"), required=False)

    asked = ("players", "hours", "club", "deals", "minutes")

    def __init__(self, *args: Any, clubs: Sequence[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.clubs = {club.slug: club for club in clubs}
        if len(clubs) > 1:
            self.fields["club"].choices = [(club.slug, club.name) for club in clubs]  # type: ignore[attr-defined]
        else:
            del self.fields["club"]

    @property
    def whose(self) -> Club | None:
        """Whose tournament a plan would be."""
        chosen = self.cleaned_data.get("club")
        return self.clubs[chosen] if chosen else next(iter(self.clubs.values()), None)

    def comparison(self) -> Comparison:
        data = self.cleaned_data
        return Comparison(players=data["players"], limit=60 * data["hours"], events=EVENINGS, seed=1, pace=self.pace())


class EveningForm(forms.Form):
    """How many, how long, of which game: from what a new tournament is proposed plans, and told when one is over."""

    players = forms.IntegerField(label=_("How many players"), min_value=2, max_value=MOST_SIMULATED_PLAYERS)
    hours = forms.FloatField(label=_("How many hours"), min_value=0.5, max_value=MOST_EVENING_HOURS, initial=3)
    begins = forms.TimeField(
        label=_("It begins at"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"), initial="19:00"
    )
    minutes = forms.FloatField(label=_("Minutes per deal"), min_value=0.1, max_value=MOST_DEAL_MINUTES)

    helper = fields_only()

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        game: Game,
        club: Club | None = None,
        shown: Mapping[str, Any] | None = None,
    ) -> None:
        initial = {name: value for name, value in (shown or {}).items() if name in self.base_fields}
        super().__init__(
            data, initial={"players": likely_players(club), "minutes": USUAL_MINUTES[game.sheet]} | initial
        )
        self.game = game

    def deals(self) -> int | None:
        """A table; None for sixteen a player."""
        count = str(self.data.get("length_count", ""))
        if self.data.get("length") == "deals" and count.isdecimal() and len(count) < 4 and 0 < int(count) <= 200:
            return int(count)
        return None if self.game.sheet == "announcements" else USUAL_DEALS

    def proposals(self) -> Comparison:
        data = self.cleaned_data
        return Comparison(
            players=data["players"],
            limit=60 * data["hours"],
            events=FEW_EVENINGS,
            seed=1,
            pace=self._pace(),
            families=PROPOSED,
            most=3,
        )

    def evening(self, stages: Sequence[tuple[str, Mapping[str, Any]]]) -> Simulation:
        """Of the plan as it stands."""
        return planned(chain_text(stages), self.proposals())

    def is_too_long(self, minutes: float) -> bool:
        return minutes > 60 * float(self.cleaned_data["hours"])

    def over(self, minutes: float) -> datetime.datetime:
        """Counted from the first of all days."""
        begins = datetime.datetime.combine(datetime.date.min, self.cleaned_data["begins"])
        return begins + datetime.timedelta(minutes=round(minutes))

    def _pace(self) -> Pace:
        minutes = self.cleaned_data["minutes"]
        return Pace(deals=self.deals(), minutes=minutes, slow=SLOW * minutes, pause=PAUSE)


PAGES = ("code", "night")


class ReplyForm(forms.Form):
    """One's own answer; ``page``: to which it leads back."""

    reply = forms.ChoiceField(choices=NightAnswer.Reply)
    page = forms.ChoiceField(choices=[(page, page) for page in PAGES], required=False)


class ReplyForForm(forms.Form):
    """The director answers for others, as many as are ticked."""

    players = forms.TypedMultipleChoiceField(coerce=int)
    reply = forms.ChoiceField(choices=NightAnswer.Reply)

    def __init__(self, data: Any = None, *, club: Club) -> None:
        super().__init__(data)
        self.roster = {player.pk: player for player in players_of(club)}
        choices = [(pk, player.name) for pk, player in self.roster.items()]
        cast(forms.TypedMultipleChoiceField, self.fields["players"]).choices = choices

    def clean_players(self) -> list[Player]:
        return [self.roster[pk] for pk in self.cleaned_data["players"]]


class CancelForm(forms.Form):
    """Ticked: cancelled; else it takes place after all."""

    cancelled = forms.BooleanField(required=False)


WEEK = datetime.timedelta(weeks=1)
FAR = 3 * 52 * WEEK
USUAL_TIMES = {"begins": datetime.time(19), "ends": datetime.time(23)}


class ComingNightForm(forms.Form):
    """A night that is planned; a new one begins as the latest was."""

    helper = fields_only()
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    settings = forms.ChoiceField(label=_("Game and settings"))
    date = forms.DateField(label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    begins = forms.TimeField(label=_("From"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    ends = forms.TimeField(
        label=_("To"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_("After midnight too."),
    )
    place = forms.CharField(label=_("Where"), max_length=LONGEST_PLACE, required=False)
    tables = forms.IntegerField(
        label=_("Tables in the room"),
        required=False,
        min_value=1,
        max_value=MOST_TABLES_A_ROOM,
        help_text=_("Four sit at each. Beyond that people wait for a place; empty: there is room for all."),
    )
    call_hours = forms.IntegerField(
        label=_("Decide who is needed so many hours before"),
        min_value=0,
        max_value=MOST_CALL_HOURS,
        help_text=_("Whoever comes if needed is called then, or told to stay at home."),
    )
    note = forms.CharField(label=_("Note"), max_length=LONGEST_NOTE, required=False)
    visibility = forms.ChoiceField(label=_("Who sees it"), required=False)

    def __init__(self, data: Any = None, *, club: Club, night: ComingNight | None = None) -> None:
        like = night or newest_night(club)
        super().__init__(data, initial=_shown(like) if like else _usual())
        self.nights = nights_again(club)
        if like and like.like and like.like_id not in [night.pk for night in self.nights]:
            self.nights.insert(0, NightBefore(like.like.pk, like.like.name, like.like.game))
        if not night:
            self.initial["date"] = _next_date(like)
        cast(forms.ChoiceField, self.fields["settings"]).choices = settings_choices(self.nights)
        cast(forms.ChoiceField, self.fields["visibility"]).choices = event_choices(club.visibility)
        self.club = club

    def clean_date(self) -> datetime.date:
        day: datetime.date = self.cleaned_data["date"]
        if day < timezone.localdate():
            raise forms.ValidationError(DAY_OVER)
        if day > timezone.localdate() + FAR:
            raise forms.ValidationError(DAY_FAR)
        return day

    @property
    def plan(self) -> NightPlan:
        facts = {name: self.cleaned_data[name] for name in ComingNightForm.base_fields if name != "settings"}
        chosen = self.cleaned_data["settings"]
        like = Event.objects.get(pk=chosen, club=self.club) if chosen.isdecimal() else None
        return NightPlan(**facts, game=like.game if like else chosen, like=like)


class ComingNightsForm(ComingNightForm):
    """One night or several, each its own from then on."""

    field_order = ("name", "settings", "date", "begins", "ends", "nights_count", "every")
    nights_count = forms.IntegerField(label=_("How many nights"), min_value=1, max_value=MOST_NIGHTS_PLANNED, initial=1)
    every = forms.TypedChoiceField(label=_("How often"), choices=EVERY, coerce=int, initial=1)


def _shown(night: ComingNight) -> dict[str, Any]:
    begins, ends = timezone.localtime(night.starts_at), timezone.localtime(night.ends_at)
    fields = ("name", "place", "tables", "call_hours", "note", "visibility")
    return {
        **{name: getattr(night, name) for name in fields},
        "settings": str(night.like_id or night.game),
        "date": begins.date(),
        "begins": begins.time(),
        "ends": ends.time(),
    }


def _usual() -> dict[str, Any]:
    return {"name": capfirst(Event.Kind.CLUB_NIGHT.label), "call_hours": 3, **USUAL_TIMES}


def _next_date(latest: ComingNight | None) -> datetime.date:
    """A week after the latest one, or the next such weekday that is still ahead."""
    today = timezone.localdate()
    day = timezone.localtime(latest.starts_at).date() + WEEK if latest else today
    return day if day >= today else today + datetime.timedelta(days=(day - today).days % 7)
