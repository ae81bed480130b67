"""The forms of a club: accounts, members, players and who of them are compared, codes, visibility, ratings, and how
long a club stores what.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, cast

from allauth.account.forms import ChangePasswordForm, LoginForm, ReauthenticateForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.conf import settings
from django.contrib.auth.forms import UserCreationForm
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.forms.fields import NameField, NamesField, fields_only
from tournaments.limits import (
    LONGEST_ACCOUNT_NAME,
    LONGEST_NAME,
    MOST_COMPARED,
    MOST_INVITED,
    MOST_TABLES_A_ROOM,
)
from tournaments.models import Club, Event, Member, Player, tidy_name
from tournaments.selectors.head_to_head import FEWEST
from tournaments.selectors.table.cards import PlayerTag
from tournaments.words.club import (
    KINDS,
    NAMES,
    OF_CLUB,
    TABLES,
    club_roles,
    event_choices,
    own_names,
    role_line,
)
from tournaments.words.statistics.compared import RATINGS_BEGIN, RATINGS_FOR


class SignInForm(LoginForm):
    helper = fields_only()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, password = self.fields["login"], self.fields["password"]
        name.label = _("Name or e-mail address") if settings.HAS_MAIL else _("Username")
        name.widget.attrs |= {"autocomplete": "username", "autocapitalize": "none", "autofocus": True}
        for field in (name, password):
            field.widget.attrs.pop("placeholder", None)
        password.help_text = ""  # the page says what to do without one


class NewPasswordForm(ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _lead_to_no_mail(self.fields["oldpassword"])


class PasswordAgainForm(ReauthenticateForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _lead_to_no_mail(self.fields["password"])


def _lead_to_no_mail(password: forms.Field) -> None:
    """A forgotten password is replaced by mail."""
    if not settings.HAS_MAIL:
        password.help_text = ""


class AddKeyForm(AddWebAuthnForm):
    """Whoever adds a key wants to sign in by it: that is what it is for unless they say otherwise."""

    name = forms.CharField(label=_("What you call it"), required=False, max_length=LONGEST_NAME)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        alone = self.fields["passwordless"]
        alone.label = _("It signs me in on its own, by fingerprint, face or PIN")
        alone.initial, alone.help_text = True, ""


class EndSessionForm(forms.Form):
    session = forms.IntegerField(required=False, min_value=1)


class DeleteAccountForm(forms.Form):
    helper = fields_only()
    name = forms.CharField(label=_("Type the name of your account"), max_length=LONGEST_ACCOUNT_NAME)

    def __init__(self, data: Any = None, *, name: str) -> None:
        super().__init__(data)
        self._name = name
        self.fields["name"].widget.attrs |= {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}

    def clean_name(self) -> str:
        if self.cleaned_data["name"] != self._name:
            raise ValidationError(_("That is not the name of this account: %(name)s."), params={"name": self._name})
        return self._name


class ClubForm(forms.ModelForm):
    class Meta:
        model = Club
        fields = ["name"]

    helper = fields_only()


class CodesForm(forms.Form):
    of = forms.ChoiceField(choices=KINDS, initial=TABLES, widget=forms.HiddenInput)
    count = forms.IntegerField(label=_("Tables in the room"), min_value=1, max_value=MOST_TABLES_A_ROOM)


class RenewForm(forms.Form):
    """The edition that was seen, so that a second tap does nothing."""

    edition = forms.IntegerField(min_value=0)


HALL_HOURS = [(6, _("this evening (6 hours)")), (24, _("one day")), (7 * 24, _("one week"))]


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=club_roles)


class InviteForm(forms.Form):
    """One person, once. A role of an event is offered for each that is open."""

    helper = fields_only()
    role = forms.ChoiceField(label=_("Role"), initial=Member.Role.SCORER)
    email = forms.EmailField(
        label=_("E-mail"), required=False, help_text=_("If you like: the invitation is sent there too.")
    )

    def __init__(self, data: Any = None, *, events: Iterable[Event], by_mail: bool, role: str = "") -> None:
        super().__init__(data, initial={"role": role} if role else None)
        self._events = {f"{role}:{event.pk}": (role, event) for event in events for role in Member.OF_EVENT}
        of_events = [(key, role_line(role, event)) for key, (role, event) in self._events.items()]
        cast(forms.ChoiceField, self.fields["role"]).choices = [*club_roles(), *of_events]
        if not by_mail:
            del self.fields["email"]

    @property
    def invited(self) -> tuple[str, Event | None]:
        chosen = self.cleaned_data["role"]
        return self._events.get(chosen, (chosen, None))


class HallForm(forms.Form):
    """Players alone: whoever is in the hall may pass the link on."""

    helper = fields_only()
    hours = forms.TypedChoiceField(label=_("Good for"), choices=HALL_HOURS, coerce=int)
    uses = forms.IntegerField(label=_("How many may join"), min_value=1, max_value=MOST_INVITED, initial=MOST_INVITED)

    @property
    def until(self) -> datetime:
        return timezone.now() + timedelta(hours=self.cleaned_data["hours"])


class PlayerField(forms.ModelChoiceField):
    def label_from_instance(self, player: Player) -> str:
        nights: int = getattr(player, "night_count", 0)
        counted = ngettext("%(count)s night", "%(count)s nights", nights) % {"count": nights}
        return f"{player.name} · {counted}"


class WhoForm(forms.Form):
    """Which player of the list somebody is; none where they have never played here."""

    helper = fields_only()
    player = PlayerField(
        queryset=Player.objects.none(),
        required=False,
        label=_("Who are you on the club’s list?"),
        empty_label=_("not on the list"),
        help_text=_("A director confirms it; then these nights are yours."),
    )

    def __init__(self, data: Any = None, *, players: Iterable[Player], initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        player_list = list(players)
        field = cast(PlayerField, self.fields["player"])
        field.queryset = Player.objects.filter(pk__in=[player.pk for player in player_list])
        field.choices = [
            ("", field.empty_label),
            *((player.pk, field.label_from_instance(player)) for player in player_list),
        ]


class AnswerPlayerForm(forms.Form):
    player = forms.ModelChoiceField(queryset=Player.objects.all())
    answer = forms.ChoiceField(choices=[("yes", ""), ("no", "")])


class OwnAccountForm(UserCreationForm):
    """A name and a password, where nobody has an e-mail address to be known by."""

    helper = fields_only()


class NamesForm(forms.Form):
    names = NamesField(label=_("Names"), help_text=_("One per line, or with commas between."))
    helper = fields_only()


KEEP = ("", _("for good"))
YEARS = [KEEP, (2, _("two years")), (3, _("three years")), (5, _("five years")), (10, _("ten years"))]
MONTHS = [KEEP, (1, _("one month")), (6, _("six months")), (12, _("one year")), (24, _("two years"))]


class MergeForm(forms.Form):
    helper = fields_only()
    gone = forms.ModelChoiceField(
        queryset=Player.objects.none(), label=_("Is the same person as"), empty_label=_("Choose")
    )

    def __init__(self, data: Any = None, *, players: Iterable[Player]) -> None:
        super().__init__(data)
        player_list = list(players)
        field = cast(forms.ModelChoiceField, self.fields["gone"])
        field.queryset = Player.objects.filter(pk__in=[player.pk for player in player_list])
        # As they come: those called alike first.
        field.choices = [("", field.empty_label), *((player.pk, player.name) for player in player_list)]


def _number(value: str) -> int | None:
    return int(value) if value else None


class RetentionForm(forms.ModelForm):
    class Meta:
        model = Club
        fields = ["names_for_years", "phones_for_months"]

    helper = fields_only()
    names_for_years = forms.TypedChoiceField(
        label=_("Names of those who no longer play are kept"),
        choices=YEARS,
        coerce=_number,
        empty_value=None,
        required=False,
        help_text=_("Counted from the last event. Results stay. Those with an account are left alone."),
    )
    phones_for_months = forms.TypedChoiceField(
        label=_("On which phone something was entered is kept"),
        choices=MONTHS,
        coerce=_number,
        empty_value=None,
        required=False,
        help_text=_("A random name of the phone, in events that are over. What was entered stays."),
    )


class PlayerForm(forms.ModelForm):
    class Meta:
        model = Player
        fields = ["name", "nickname", "federation_number", "shown_names", "colour"]
        field_classes = {"name": NameField}
        widgets = {"colour": forms.RadioSelect(attrs={"class": "form-check-input"})}
        labels = {"shown_names": _("What strangers read of the name")}
        help_texts = {
            "nickname": _("Shown instead of the name where there is little room."),
            "federation_number": _(
                "Rating lists over several clubs know the player by it. Whoever reads the whole name reads it too."
            ),
        }

    helper = fields_only()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast(forms.ChoiceField, self.fields["shown_names"]).choices = own_names()

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        others = self.instance.club.players.exclude(pk=self.instance.pk).values_list("name", flat=True)
        # SQLite knows upper and lower case of A to Z only.
        if name.casefold() in map(str.casefold, others):
            raise ValidationError(_("The club has a player of this name already."))
        return name

    def clean_nickname(self) -> str:
        return tidy_name(self.cleaned_data["nickname"])

    def clean_federation_number(self) -> str:
        return tidy_name(self.cleaned_data["federation_number"])


class RatingsForm(forms.Form):
    helper = fields_only()
    ratings_for = forms.ChoiceField(label=_("Who sees ratings"), choices=RATINGS_FOR, widget=forms.RadioSelect)
    ratings_begin = forms.ChoiceField(
        label=_("When they begin anew"),
        choices=RATINGS_BEGIN,
        widget=forms.RadioSelect,
        help_text=_("All ratings are worked out once more, from all tables."),
    )

    def __init__(self, data: Any = None, *, club: Club) -> None:
        super().__init__(data, initial={"ratings_for": club.ratings_for, "ratings_begin": club.ratings_begin})


class ClubVisibilityForm(forms.Form):
    helper = fields_only()
    visibility = forms.ChoiceField(label=_("Who sees the club"), choices=OF_CLUB, widget=forms.RadioSelect)
    shown_names = forms.ChoiceField(
        label=_("What strangers read of a player’s name"),
        choices=NAMES,
        widget=forms.RadioSelect,
        help_text=_("A player, or you for a player, may choose otherwise. Members and players always read full names."),
    )

    def __init__(self, data: Any = None, *, club: Club) -> None:
        super().__init__(data, initial={"visibility": club.visibility, "shown_names": club.shown_names})


class EventVisibilityForm(forms.Form):
    helper = fields_only()
    visibility = forms.ChoiceField(label=_("Who sees this event"), required=False, widget=forms.RadioSelect)

    def __init__(self, data: Any = None, *, event: Event) -> None:
        choices = event_choices(event.club.visibility)
        chosen = event.visibility if event.visibility in dict(choices) else ""
        super().__init__(data, initial={"visibility": chosen})
        cast(forms.ChoiceField, self.fields["visibility"]).choices = choices


class ShownNameForm(forms.Form):
    """Of one player."""

    helper = fields_only()
    shown_names = forms.ChoiceField(
        label=_("What strangers read of your name"), required=False, choices=own_names, widget=forms.RadioSelect
    )


class GroupForm(forms.Form):
    """Two to twelve of a club's players; read from the address, so that a matrix can be shown to others."""

    who = forms.TypedMultipleChoiceField(
        coerce=int,
        error_messages={
            "required": _("Tick two players or more."),
            "invalid_choice": _("The list of players has changed. Look again and choose once more."),
        },
    )

    def __init__(self, data: Any, *, people: Iterable[PlayerTag]) -> None:
        super().__init__(data)
        cast(forms.ChoiceField, self.fields["who"]).choices = [(person.id, person.name) for person in people]

    def clean_who(self) -> list[int]:
        chosen: list[int] = self.cleaned_data["who"]
        if len(chosen) < FEWEST:
            raise ValidationError(_("Tick two players or more."))
        if len(chosen) > MOST_COMPARED:
            raise ValidationError(_("At most %(most)d players fit into one picture."), params={"most": MOST_COMPARED})
        return chosen
