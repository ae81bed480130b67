"""Keeping up who has met whom at the tables of events that are over, and what that adds up to at each game."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from tournaments.audit import the_player
from tournaments.formats.meetings.pairs import NEVER, Met, Pair, meetings
from tournaments.models import Club, ClubMeeting, Event, EventMeeting, Player
from tournaments.selectors.meetings.kept import Kept, by_pair, met_at
from tournaments.selectors.ratings.tables import tables_of
from tournaments.services.kept.differences import Difference

Meetings = dict[Pair, Met]


def keep_meetings(event: Event) -> None:
    """Part of every change of an event that is over, and of the one by which it is open again."""
    was, now = by_pair(event.meetings.all()), met_at(event)
    changed = _changed(was, now)
    if not changed:
        return
    _write(EventMeeting, {pair: now.get(pair, NEVER) for pair in changed}, event=event)
    players = {who for pair in changed for who in pair}
    sums = by_pair(event.club.meetings.filter(game=event.game, low__in=players, high__in=players))
    gained = {pair: now.get(pair, NEVER).plus(was.get(pair, NEVER), times=-1) for pair in changed}
    moved = {pair: sums.get(pair, NEVER).plus(gain) for pair, gain in gained.items()}
    _write(ClubMeeting, moved, club=event.club, game=event.game)


def _changed(was: Mapping[Pair, Met], now: Mapping[Pair, Met]) -> list[Pair]:
    return sorted(pair for pair in was.keys() | now.keys() if was.get(pair) != now.get(pair))


def _write(model: type[Kept], found: Mapping[Pair, Met], **owner: Any) -> None:
    """In place of what was kept; who have not met are kept no longer."""
    model._default_manager.bulk_create(
        [model(low_id=low, high_id=high, **owner, **each._asdict()) for (low, high), each in found.items()],
        update_conflicts=True,
        unique_fields=[*owner, "low", "high"],
        update_fields=Met._fields,
    )
    if NEVER in found.values():
        model._default_manager.filter(**owner, tables=0).delete()


def rebuild_meetings(club: Club) -> list[Difference]:
    """Those of every event are what its tables give, and those of a game their sums."""
    found: list[Difference] = []
    sums: defaultdict[str, Meetings] = defaultdict(dict)
    events = list(club.events.all())
    tables = tables_of(event.pk for event in events if event.status == Event.Status.FINISHED)
    for event in events:
        now = meetings(tables.get(event.pk, []))
        found += _rebuilt(EventMeeting, by_pair(event.meetings.all()), now, event=event)
        of_game = sums[event.game]
        for pair, each in now.items():
            of_game[pair] = of_game.get(pair, NEVER).plus(each)
    for game, now in sums.items():
        was = by_pair(club.meetings.filter(game=game))
        found += _rebuilt(ClubMeeting, was, now, club=club, game=game)
    return found


def _rebuilt(model: type[Kept], was: Meetings, now: Meetings, **owner: Any) -> list[Difference]:
    changed = _changed(was, now)
    if changed:
        _write(model, {pair: now.get(pair, NEVER) for pair in changed}, **owner)
    names = dict(Player.objects.filter(pk__in={who for pair in changed for who in pair}).values_list("pk", "name"))
    subject = ", ".join(map(str, owner.values()))
    return [
        Difference(
            f"{subject}: {names[low]} and {names[high]}",
            None,
            *(
                {"seats": [the_player(low), the_player(high)], **_facts(each.get((low, high), NEVER))}
                for each in (was, now)
            ),
        )
        for low, high in changed
    ]


def _facts(meeting: Met) -> dict[str, object]:
    return {name: str(value) for name, value in meeting._asdict().items()}
