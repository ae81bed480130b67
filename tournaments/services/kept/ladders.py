"""Keeping up the tables that count for challenges, and the order of the ladders they move."""

from collections.abc import Mapping
from datetime import datetime

from tournaments.audit import the_player
from tournaments.models import Challenge, ChallengeTable, Club, Event, Ladder, LadderMove
from tournaments.selectors.ladder.counting import Climbed, challenges_of, climbed_so_far, counts_for, tables_for
from tournaments.services.kept.differences import Difference

Rows = dict[int, tuple[int, bool]]
"""By table: its event, and whether the challenger won there."""


def keep_ladders(event: Event) -> None:
    """Part of every change of an event that is over, and of the one by which it is open again. A ladder is climbed anew
    only where a table of this event has come, gone or turned.
    """
    challenges = challenges_of(event)
    found = tables_for([each for each in challenges if counts_for(event, each)], [event.pk])
    moved = {each.ladder for each in challenges if _keep(each, event.pk, found.get(each.pk, {}))}
    for ladder in moved:
        climb(ladder)


def _keep(challenge: Challenge, event: int, now: Rows) -> bool:
    rows = ChallengeTable.objects.filter(challenge=challenge, event=event)
    was = {table: (event, won) for table, won in rows.values_list("table", "won")}
    if was == now:
        return False
    ChallengeTable.objects.bulk_create(
        [
            ChallengeTable(challenge=challenge, event_id=event, table_id=table, won=won)
            for table, (_, won) in now.items()
        ],
        update_conflicts=True,
        unique_fields=["challenge", "table"],
        update_fields=["event", "won"],
    )
    rows.filter(table__in=was.keys() - now.keys()).delete()
    return True


def climb(ladder: Ladder) -> list[Difference]:
    """The order and the moves become what was done and played."""
    found, kept = climbed_so_far(ladder), _kept_moves(ladder)
    now = _moves(found)
    if found.order == ladder.order and now == kept:
        return []
    was = list(ladder.order)
    Ladder.objects.filter(pk=ladder.pk).update(order=found.order)
    ladder.order = found.order
    same = next((at for at, (one, other) in enumerate(zip(kept, now, strict=False)) if one != other), None)
    first = min(len(kept), len(now)) if same is None else same
    LadderMove.objects.filter(ladder=ladder, number__gt=first).delete()
    LadderMove.objects.bulk_create(
        LadderMove(ladder=ladder, number=number, at=at, act_id=act, challenge_id=challenge, won=won, was=was, now=now)
        for number, (at, act, challenge, won, was, now) in enumerate(now[first:], start=first + 1)
    )
    before, after = ({"order": [the_player(pk) for pk in each]} for each in (was, found.order))
    return [Difference(str(ladder), None, {**before}, {**after})]


Row = tuple[datetime, int | None, int | None, bool | None, int | None, int | None]


def _moves(found: Climbed) -> list[Row]:
    return [(*source, move.was, move.now) for source, move in found.moves]


def _kept_moves(ladder: Ladder) -> list[Row]:
    rows = LadderMove.objects.filter(ladder=ladder).order_by("number")
    return list(rows.values_list("at", "act", "challenge", "won", "was", "now"))


def write_ladder(ladder: Ladder) -> list[Difference]:
    """Everything that is kept of it once more."""
    people = ladder.challenges.select_related("ladder", "challenger__merge__into", "challenged__merge__into")
    found = []
    for challenge in people:
        rows = ChallengeTable.objects.filter(challenge=challenge)
        was = {table: (event, won) for table, event, won in rows.values_list("table", "event", "won")}
        now = _tables_of(challenge)
        if was != now:
            found.append(Difference(f"{ladder}: {challenge.pk}", None, {"tables": str(was)}, {"tables": str(now)}))
            for event in {event for event, _ in [*was.values(), *now.values()]}:
                _keep(challenge, event, {table: row for table, row in now.items() if row[0] == event})
    return found + climb(ladder)


def _tables_of(challenge: Challenge) -> Mapping[int, tuple[int, bool]]:
    if challenge.withdrawn_at:
        return {}
    nights = Event.objects.filter(club=challenge.ladder.club_id, game=challenge.ladder.game)
    over = nights.filter(kind=Event.Kind.CLUB_NIGHT, status=Event.Status.FINISHED, date__lte=challenge.last_day)
    events = over.filter(tables__opened_at__gte=challenge.made_at).distinct().values_list("pk", flat=True)
    return tables_for([challenge], list(events)).get(challenge.pk, {})


def rebuild_ladders(club: Club) -> list[Difference]:
    """Every challenge counts the tables at which its two sat, and every order is what was done and played."""
    return [each for ladder in club.ladders.all() for each in write_ladder(ladder)]
