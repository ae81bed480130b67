"""Who came where at an event that is over."""

from tournaments.models import Event
from tournaments.selectors.night.page import night_page
from tournaments.selectors.night.podium import OnPodium, placed_at_night
from tournaments.selectors.stage.places import final_places
from tournaments.selectors.tournament.page import states_of


def certified(event: Event, *, most: int | None) -> list[OnPodium]:
    """Down to place ``most``, with all who share it; nobody while the event is open."""
    if event.status != Event.Status.FINISHED:
        return []
    return [each for each in _placed(event) if most is None or each.place <= most]


def _placed(event: Event) -> list[OnPodium]:
    if event.kind == Event.Kind.CLUB_NIGHT:
        return placed_at_night(night_page(event))
    return [OnPodium(row.place, row.person.tag) for row in final_places(states_of(event)) if row.place]
