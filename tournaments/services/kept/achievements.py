"""Telling on achievements: once a player, and for good."""

from collections.abc import Iterator

from django.db.models import Q

from tournaments.audit import the_player
from tournaments.models import Club, Event, EventFeat, ToldAchievement
from tournaments.selectors.statistics.achievements import MADE, OF_KIND
from tournaments.services.kept.differences import Difference


def keep_achievements(event: Event) -> None:
    """Part of every change of an event that is over, after its feats have been kept."""
    ToldAchievement.objects.bulk_create(_untold(Q(event=event)), ignore_conflicts=True)


def _untold(of: Q) -> Iterator[ToldAchievement]:
    """Of these feats the first that make an achievement which was not told on yet."""
    rows = EventFeat.objects.filter(MADE, of).order_by("date", "event", "deal", "pk")
    feats = list(rows.values_list("kind", "player", "event", "table"))
    known = ToldAchievement.objects.filter(player__in={player for _kind, player, _event, _table in feats})
    told = set(known.values_list("player", "key"))
    for kind, player, event, table in feats:
        key = OF_KIND[kind].key
        if (player, key) not in told:
            told.add((player, key))
            yield ToldAchievement(player_id=player, key=key, event_id=event, table_id=table)


def rebuild_achievements(club: Club) -> list[Difference]:
    """Whatever the deals make an achievement has been told on. What was, stays, whatever became of it."""
    untold = list(_untold(Q(club=club)))
    ToldAchievement.objects.bulk_create(untold)
    return [
        Difference(str(each.event), None, {"player": the_player(each.player_id)}, {**_facts(each)}) for each in untold
    ]


def _facts(told: ToldAchievement) -> dict[str, object]:
    return {"player": the_player(told.player_id), "achievement": told.key}
