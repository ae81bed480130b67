"""Where a player of the list is entered, and which accounts are this player's."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from tournaments.models import Club, Entrant, Event, Member, NightAnswer, Player, Registration


def memberships_of(player: Player) -> list[Member]:
    """In the club and its events."""
    own = Member.objects.filter(club=player.club, user__memberships__player=player)
    return list(own.select_related("user", "event").distinct().order_by("pk"))


def player_of(user: User, club: Club) -> Player | None:
    """Whom of the club's list this member is, as a director has confirmed."""
    return Player.objects.filter(club=club, member__user=user).first()


def entries_of(player: Player) -> QuerySet[Entrant]:
    """Oldest first; also those in whose place the player stands."""
    own = Entrant.objects.filter(Q(player=player) | Q(substitute=player)).exclude(event__status=Event.Status.DISCARDED)
    return own.select_related("event__club", "player", "substitute").order_by("event__date", "event_id")


def registrations_of(rows: Collection[Player]) -> QuerySet[Registration]:
    return Registration.objects.filter(entrant__player__in=rows).select_related("event", "entrant__player")


def answers_of(rows: Collection[Player]) -> QuerySet[NightAnswer]:
    """To nights that were planned, the first one first."""
    return NightAnswer.objects.filter(player__in=rows).select_related("night").order_by("night__starts_at", "pk")
