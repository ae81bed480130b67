"""Keeping up what events that are over have brought their players, and what that adds up to in each contest."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, TypeVar

from tournaments.models import Club, ContestTally, Event, EventTally
from tournaments.selectors.club.contests import ContestKey, key_of_event
from tournaments.selectors.club.tallies import brought, kept, settled_at
from tournaments.selectors.club.tally import Tally
from tournaments.services.kept.differences import Difference, differences

NOTHING = Tally()
Kept = TypeVar("Kept", EventTally, ContestTally)


def keep_tallies(event: Event) -> None:
    """Part of every change of an event that is over, and of the one by which it is open again."""
    # Two events of the club may be over at once.
    Club.objects.select_for_update(no_key=True).get(pk=event.club_id)
    event.settled_at = settled_at(event)
    event.save(update_fields=["settled_at"])
    was, now = kept(event.tallies.all()), brought(event)
    changed = [player for player in was | now if was.get(player) != now.get(player)]
    if not changed:
        return
    _write(EventTally, {player: now.get(player, NOTHING) for player in changed}, event=event)
    game, unit = key_of_event(event)
    sums = kept(event.club.tallies.filter(game=game, unit=unit, player__in=changed))
    for player in changed:
        gained = now.get(player, NOTHING).plus(was.get(player, NOTHING), times=-1)
        sums[player] = sums.get(player, NOTHING).plus(gained)
    write_contest(event.club, game, unit, sums)


def write_contest(club: Club, game: str, unit: str, tallies: Mapping[int, Tally]) -> None:
    _write(ContestTally, tallies, club=club, game=game, unit=unit)


def _write(model: type[Kept], tallies: Mapping[int, Tally], **owner: Any) -> None:
    """In place of what was kept; a player without a table is kept no longer."""
    model._default_manager.bulk_create(
        [model(player_id=player, **owner, **tally._asdict()) for player, tally in tallies.items()],
        update_conflicts=True,
        unique_fields=[*owner, "player"],
        update_fields=Tally._fields,
    )
    model._default_manager.filter(**owner, tables=0).delete()


def rebuild_contests(club: Club) -> list[Difference]:
    """Each contest's tallies are the sums of those of its events."""
    sums: defaultdict[ContestKey, dict[int, Tally]] = defaultdict(dict)
    for event in club.events.all():
        of_contest = sums[key_of_event(event)]
        for player, tally in kept(event.tallies.all()).items():
            of_contest[player] = of_contest.get(player, NOTHING).plus(tally)
    for key in club.tallies.order_by().values_list("game", "unit").distinct():
        sums.setdefault(key, {})
    found = []
    for (game, unit), now in sums.items():
        was = kept(club.tallies.filter(game=game, unit=unit))
        if different := differences(f"{club}, {game} {unit}".strip(), was, now):
            write_contest(club, game, unit, {player: now.get(player, NOTHING) for player in was.keys() | now.keys()})
            found += different
    return found
