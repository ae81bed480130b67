"""The podium of a club's latest event of either kind, as its front page shows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.utils.translation import get_language

from tournaments.models import Event
from tournaments.selectors.night.page import night_page
from tournaments.selectors.night.podium import STEPS, OnPodium, Podium, placed_at_night, podium_of
from tournaments.selectors.stage.chain import stages_of
from tournaments.selectors.stage.places import final_places
from tournaments.selectors.table.cards import PlayerTag
from tournaments.selectors.tournament.page import begun_states

Placed = tuple[int, int, str, int]  # place, player, value, exact


@dataclass(frozen=True)
class LastPodium:
    event: Event
    podium: Podium


def last_podium(over: Sequence[Event], tags: Mapping[int, PlayerTag]) -> LastPodium | None:
    """Of the first of these events in which anybody has won anything. Names are read anew each time: they change."""
    for event in over:
        placed = _placed(event.pk, event.created_at, event.revision, get_language())
        known = [
            OnPodium(place, tags[player], value, exact) for place, player, value, exact in placed if player in tags
        ]
        if podium := podium_of(known):
            return LastPodium(event, podium)
    return None


@lru_cache(maxsize=128)
def _placed(pk: int, _created_at: datetime, _revision: int, _language: str | None) -> tuple[Placed, ...]:
    """Of an event that is over, until something of it changes: it may be large, and is asked for at every visit."""
    event = Event.objects.get(pk=pk)
    if event.kind == Event.Kind.TOURNAMENT:
        places = final_places(begun_states(list(stages_of(event))))
        placed = [OnPodium(row.place, row.person.tag) for row in places if row.place]
    else:
        placed = placed_at_night(night_page(event))
    return tuple((each.place, each.player.id, each.value, each.exact) for each in placed if each.place <= STEPS)
