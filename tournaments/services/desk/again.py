"""An event like one that was."""

import datetime

from django.db import transaction

from tournaments.audit import Actor
from tournaments.models import Club, Event
from tournaments.services.club.visibility import set_event_visibility
from tournaments.services.night.nights import create_club_night
from tournaments.services.stage.planning import create_tournament
from tournaments.services.table.confirmations import ConfirmationRule


@transaction.atomic
def open_again(*, event_id: int, date: datetime.date, actor: Actor, name: str = "") -> Event:
    """Of the same game, rules, confirmation and stages, seen by the same. Asked for twice, it is opened once; a night
    that goes on is gone to.
    """
    like = Event.objects.get(pk=event_id)
    club = Club.objects.select_for_update(no_key=True).get(pk=like.club_id)
    name = name or like.name
    same = club.events.filter(kind=like.kind, name=name, date=date, game=like.game, status=Event.Status.OPEN)
    if like.kind == Event.Kind.TOURNAMENT:
        same = same.exclude(pk=like.pk).filter(entrants=None, tables=None)
    if known := same.first():
        return known
    event = _opened(club, like, name=name, date=date, actor=actor)
    set_event_visibility(event_id=event.pk, visibility=like.visibility, actor=actor)
    event.refresh_from_db()
    return event


def _opened(club: Club, like: Event, *, name: str, date: datetime.date, actor: Actor) -> Event:
    rules, confirmation = like.game_rules, unusual_confirmation(like)
    if like.kind == Event.Kind.CLUB_NIGHT:
        return create_club_night(
            club=club, name=name, date=date, game=like.game, rules=rules, confirmation=confirmation, actor=actor
        )
    return create_tournament(
        club=club,
        name=name,
        date=date,
        game=like.game,
        rules=rules,
        confirmation=confirmation,
        actor=actor,
        stages=list(like.stages.values_list("format", "options")),
        time_up=like.time_up,
    )


def unusual_confirmation(like: Event) -> ConfirmationRule | None:
    """None where it is what an event has by itself."""
    rule, usual = _rule(like), _rule(Event())
    return None if rule == usual else rule


def _rule(event: Event) -> ConfirmationRule:
    return {
        "mode": event.confirmation,
        "accept_minutes": event.accept_minutes,
        "correction_minutes": event.correction_minutes,
        "shared_phones": event.shared_phones,
    }
