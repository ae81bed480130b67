"""Who sees a club and its events, and what strangers read of its players' names."""

from django.db import transaction
from django.db.models import Q

from tournaments import audit
from tournaments.audit import Actor, Details, the_player
from tournaments.models import Club, Player, Visibility
from tournaments.selectors.club.people.same import naming
from tournaments.services.change import commit_change, lock_event, lock_events, redraw


@transaction.atomic
def set_club_visibility(*, club: Club, visibility: str, shown_names: str, actor: Actor) -> None:
    lock_events(Q(club=club))
    known = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    before: Details = {"visibility": known.visibility, "shown_names": known.shown_names}
    after: Details = {"visibility": visibility, "shown_names": shown_names}
    if before == after:
        return
    Club.objects.filter(pk=known.pk).update(**after)
    redraw(Q(club=known))
    audit.record(actor, "club-visibility-set", club=known, before=before, after=after)


@transaction.atomic
def set_event_visibility(*, event_id: int, visibility: str, actor: Actor) -> None:
    """Empty: as the club."""
    event = lock_event(event_id)
    if event.visibility == visibility:
        return
    before: Details = {"visibility": event.visibility}
    event.visibility = Visibility(visibility) if visibility else ""
    event.save(update_fields=["visibility"])
    commit_change(event, actor, "event-visibility-set", before=before, after={"visibility": visibility})


@transaction.atomic
def choose_shown_name(*, player: Player, shown_names: str, actor: Actor) -> None:
    """By the player, with the permanent code. Empty: as the club wishes."""
    lock_events(naming(player))
    known = Player.objects.select_for_update(of=["self"]).select_related("club").get(pk=player.pk)
    if known.shown_names == shown_names:
        return
    subject: Details = {"player": the_player(known.pk)}
    Player.objects.filter(pk=known.pk).update(shown_names=shown_names)
    redraw(naming(known))
    before: Details = {**subject, "shown_names": known.shown_names}
    after: Details = {**subject, "shown_names": shown_names}
    audit.record(actor, "player-name-shown", club=known.club, before=before, after=after)
