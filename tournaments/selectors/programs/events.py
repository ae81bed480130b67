"""What programs list: a club's events, an event's stages with their rounds."""

from collections.abc import Set

from django.db.models import Prefetch

from tournaments.models import Club, Event, Round, Stage
from tournaments.selectors.club.clubs import open_events


def events_of(club: Club, *, stricter: Set[int] | None, first: int, most: int) -> list[Event]:
    """Newest first, as somebody may see them."""
    shown = club.events.filter(open_events(stricter)).exclude(status=Event.Status.DISCARDED)
    return list(shown.select_related("club")[first : first + most])


def stages_of(event: Event, *, previews: bool) -> list[Stage]:
    """Each with its rounds; a preview is the director's alone."""
    hidden = [Round.Status.UNDONE] if previews else [Round.Status.UNDONE, Round.Status.PREVIEW]
    rounds = Prefetch("rounds", Round.objects.exclude(status__in=hidden))
    return list(event.stages.prefetch_related(rounds))
