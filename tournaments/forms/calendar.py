import datetime
from typing import Any, cast

from django import forms
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import fields_only
from tournaments.limits import (
    LONGEST_NAME,
    LONGEST_NOTE,
    LONGEST_PLACE,
    MOST_CALL_HOURS,
    MOST_NIGHTS_PLANNED,
    MOST_TABLES_A_ROOM,
)
from tournaments.models import Club, ComingNight, Event, NightAnswer, Player
from tournaments.selectors.calendar import newest_night
from tournaments.selectors.club.clubs import NightBefore, nights_again, players_of
from tournaments.services.calendar import NightPlan
from tournaments.words.calendar import DAY_FAR, DAY_OVER, EVERY, settings_choices
from tournaments.words.club import event_choices

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
