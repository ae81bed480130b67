"""Inviting, joining, and which player of the list a member is."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, cast

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.forms.layout import fields_only
from tournaments.models import Event, Member, Player
from tournaments.services.club.invitations import MOST_USES
from tournaments.words.club.roles import club_roles, role_line

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

    def __init__(self, data: Any = None, *, events: Iterable[Event], by_mail: bool) -> None:
        super().__init__(data)
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
    uses = forms.IntegerField(label=_("How many may join"), min_value=1, max_value=MOST_USES, initial=MOST_USES)

    @property
    def until(self) -> datetime:
        return timezone.now() + timedelta(hours=self.cleaned_data["hours"])


class PlayerField(forms.ModelChoiceField):
    def label_from_instance(self, player: Player) -> str:
        nights: int = getattr(player, "night_count", 0)
        counted = ngettext("%(count)s night", "%(count)s nights", nights) % {"count": nights}
        return f"{player.name} · {counted}"


class WhoForm(forms.Form):
    """Which player of the list somebody is; none where he has never played here."""

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
        known = list(players)
        field = cast(PlayerField, self.fields["player"])
        field.queryset = Player.objects.filter(pk__in=[each.pk for each in known])
        field.choices = [("", field.empty_label), *((each.pk, field.label_from_instance(each)) for each in known)]


class AnswerPlayerForm(forms.Form):
    player = forms.ModelChoiceField(queryset=Player.objects.all())
    answer = forms.ChoiceField(choices=[("yes", ""), ("no", "")])


class OwnAccountForm(UserCreationForm):
    """A name and a password, where nobody has an e-mail address to be known by."""

    helper = fields_only()
