"""Feats that tell a story: what a player has done by the deals as they stand, and what was told on and is no more."""

from collections.abc import Collection, Mapping, Set
from dataclasses import dataclass
from datetime import date, datetime
from functools import reduce
from operator import or_
from typing import NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from scoring.games import GAMES
from tournaments.models import Deal, EventFeat, Player, Seat, ToldAchievement
from tournaments.selectors.club.clubs import open_events


@dataclass(frozen=True)
class Achievement:
    """Who has done the feat of this ``kind``, worth at least so much, has it."""

    key: str
    kind: str
    least: int = 0

    @property
    def games(self) -> list[str]:
        """At which it can be done."""
        return [key for key, game in GAMES.items() if self.kind in game.feat_kinds]


OWN = (
    "twelve-exact", "all-of-a-row", "top-and-bottom", "by-exact", "none-exact",
    "capstone-pyramid", "perfect-full", "perfect-large", "weakest-win", "long-playoff",
    "comeback", "led-throughout",
)  # fmt: skip
ACHIEVEMENTS = (
    *(Achievement(kind, kind) for kind in OWN),
    Achievement("eight-running", "streak", 8),
    Achievement("beaten-perfect", "beaten-hand", 100),
    Achievement("five-running", "winning-run", 5),
)
"""The one list of them; an achievement that was told on keeps its key for ever."""

OF_KIND = {each.kind: each for each in ACHIEVEMENTS}
MADE = reduce(
    or_,
    (Q(kind=each.kind, value__gte=each.least) for each in ACHIEVEMENTS if each.least),
    Q(kind__in=[each.kind for each in ACHIEVEMENTS if not each.least]),
)


class EarnedAchievement(NamedTuple):
    """``times`` over all events; the facts are those of the first time."""

    key: str
    event_name: str
    date: date
    table: int
    deal: int | None
    times: int


class Correction(NamedTuple):
    deal: int
    at: datetime


@dataclass(frozen=True)
class Withdrawn:
    """It was told of a night ``on`` that day; ``correction`` is the newest of that table's deals since."""

    key: str
    event_name: str
    table: int
    on: date
    correction: Correction | None


@dataclass(frozen=True)
class Achieved:
    held: list[EarnedAchievement]
    withdrawn: list[Withdrawn]
    open: list[str]  # keys, of the games that were asked for


def achieved(player: Player, *, games: Collection[str], stricter: Set[int] | None = None) -> Achieved:
    """By the deals as they stand, of events that may be seen: those of these games."""
    kinds = EventFeat.objects.filter(MADE, player=player).order_by().values_list("kind", flat=True).distinct()
    made = {OF_KIND[kind].key for kind in kinds}
    of_them = EventFeat.objects.filter(MADE, open_events(stricter, path="event__"), player=player, game__in=games)
    shown = _held(of_them)
    of_games = [each.key for each in ACHIEVEMENTS if set(each.games) & set(games)]
    gone = [each for each in withdrawn(player, made, stricter=stricter) if each.key in of_games]
    return Achieved(
        held=[shown[key] for key in of_games if key in shown],
        withdrawn=gone,
        open=[key for key in of_games if key not in shown],
    )


def _held(feats: QuerySet[EventFeat]) -> dict[str, EarnedAchievement]:
    """The first of each, with how many there are."""
    turn = Window(RowNumber(), partition_by=F("kind"), order_by=[F("date"), F("event"), F("deal"), F("id")])
    numbered = feats.annotate(turn=turn, times=Window(Count("id"), partition_by=F("kind"))).filter(turn=1)
    rows = numbered.values_list("kind", "event__name", "date", "table", "deal", "times")
    return {OF_KIND[kind].key: EarnedAchievement._make((OF_KIND[kind].key, *facts)) for kind, *facts in rows}


def withdrawn(player: Player, held: Collection[str], *, stricter: Set[int] | None = None) -> list[Withdrawn]:
    """Told on, and no longer so. Who no longer sits at the table never had it: two people were parted again."""
    whose = Q(player=player) | Q(player__merge__into=player)
    sits = Seat.objects.filter(
        Q(substitute=player) | Q(substitute=None, entrant__player=player), table=OuterRef("table")
    )
    told = ToldAchievement.objects.filter(whose, Exists(sits), open_events(stricter, path="event__"))
    rows = list(told.exclude(key__in=held).select_related("event").order_by("told_at", "pk"))
    corrections = _corrections({each.table_id: each.told_at for each in rows})
    return [
        Withdrawn(each.key, each.event.name, each.table_id, each.event.date, corrections.get(each.table_id))
        for each in rows
    ]


def _corrections(tables: Mapping[int, datetime]) -> dict[int, Correction]:
    if not tables:
        return {}
    since = reduce(or_, (Q(table=table, created_at__gt=at) for table, at in tables.items()))
    rows = (
        Deal.objects.filter(since, version__gt=1)
        .order_by("created_at", "pk")
        .values_list("table", "number", "created_at")
    )
    return {table: Correction(deal, at) for table, deal, at in rows}
