"""What the deals of events come to for who played them, from the summaries or added up from the tables, and the
achievements that follow from them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import lru_cache, reduce
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from scoring.deals import announced_winners
from scoring.errors import ScoringError
from scoring.game import Rules
from scoring.games import GAMES
from scoring.result import NOTHING_ASIDE, Aside
from scoring.showdown.own_hands import read_own_hand
from scoring.statistics import Counts, Feat, TableCounts, added
from tournaments.models import (
    Claim,
    Club,
    ClubCounts,
    Contribution,
    Deal,
    Event,
    EventCounts,
    EventFeat,
    Player,
    Seat,
    ToldAchievement,
)
from tournaments.selectors.charts import RecordedTexts, RuleItems, read_recorded, recorded_texts
from tournaments.selectors.club.clubs import open_events
from tournaments.selectors.ratings.tables import NOT_YET_DISPUTED
from tournaments.selectors.table.confirmations import counts

Entered = tuple[int, int, int, int, Mapping[str, Any]]
"""Table, deal, how often that had been recorded, seat, and what its own phone said."""


def asides(event: Event) -> dict[int, Aside]:
    """By table, of those of which there is something to say."""
    if GAMES[event.game].sheet != "showdown":
        return {}
    own = Contribution.objects.filter(table__event=event, seat__isnull=False).order_by("recorded", "version")
    ruled = Claim.objects.filter(table__event=event, answer=Claim.Answer.CARDS).order_by("pk")
    return asides_of(
        own.values_list("table_id", "number", "recorded", "seat", "said"), ruled.values_list("table_id", "payload")
    )


def asides_of(entered: Iterable[Entered], ruled: Iterable[tuple[int, Mapping[str, Any]]]) -> dict[int, Aside]:
    """`entered` by generation and version: of a deal that was dealt anew the newest hands count. `ruled`: the claims
    against which the cards decided.
    """
    hands: dict[tuple[int, int], dict[int, tuple[str, ...]]] = {}
    newest: dict[tuple[int, int], int] = {}
    for table, number, recorded, seat, hand in entered:
        if newest.get((table, number)) != recorded:
            hands[table, number] = {}
        newest[table, number] = recorded
        if own_cards := read_own_hand(hand).cards:
            hands[table, number][seat] = own_cards
    of_table: dict[int, list[tuple[int, int, tuple[str, ...]]]] = defaultdict(list)
    for (table, number), seats in sorted(hands.items()):
        of_table[table] += [(number, seat, cards) for seat, cards in sorted(seats.items())]
    refused: dict[int, list[int]] = defaultdict(list)
    for table, payload in ruled:
        refused[table] += announced_winners(payload)
    return {
        table: Aside(tuple(of_table.get(table, ())), tuple(refused.get(table, ()))) for table in {*of_table, *refused}
    }


class DoneFeat(NamedTuple):
    """A feat of somebody's at a table."""

    table: int
    player: int
    feat: Feat


@dataclass
class Counted:
    """By player; and what may be a record."""

    players: dict[int, Counts] = field(default_factory=dict)
    feats: list[DoneFeat] = field(default_factory=list)


def count_event(event: Event) -> Counted:
    """Of an event that is over, from the deals of its tables that count, or will unless somebody objects."""
    counts = Counted()
    if event.status != Event.Status.FINISHED or not GAMES[event.game].count_names:
        return counts
    sitting, beside, rules = _sitting(event), asides(event), tuple(sorted(event.game_rules.items()))
    for table, recorded in recorded_texts(_counting(event)):
        players = sitting[table]
        try:
            aside = beside.get(table, NOTHING_ASIDE)
            counted = count_table(event.game, rules, len(players), recorded, aside)
        except ScoringError:  # recorded before there was the rule that it breaks
            continue
        for player, gained in zip(players, counted.seats, strict=True):
            if gained:
                counts.players[player] = added(counts.players.get(player, {}), gained)
        counts.feats += [DoneFeat(table, players[feat.seat], feat) for feat in counted.feats]
    return counts


@lru_cache(maxsize=512)
def count_table(
    game: str, rules: RuleItems, seats: int, recorded: RecordedTexts, aside: Aside = NOTHING_ASIDE
) -> TableCounts:
    """What there is to count at a table, computed once while it stands as it does: a change of an event moves few of
    its tables.
    """
    played = replace(read_recorded(game, Rules(dict(rules)), recorded, seats=seats), aside=aside)
    return GAMES[game].counted(played, GAMES[game].score(played))


def _counting(event: Event) -> Q:
    return Q(table__event=event) & counts(now=NOT_YET_DISPUTED, prefix="table__")


def _sitting(event: Event) -> dict[int, list[int]]:
    """Who really sat at each table, by seat."""
    rows = Seat.objects.filter(_counting(event)).order_by("table_id", "index")
    sums: dict[int, list[int]] = defaultdict(list)
    for table, substitute, player in rows.values_list("table_id", "substitute_id", "entrant__player_id"):
        sums[table].append(substitute or player)
    return sums


def kept_of_event(event: Event) -> dict[int, Counts]:
    return dict(event.counts.values_list("player_id", "counts"))


def kept_of_club(club: Club, game: str, *, players: Iterable[int | None]) -> dict[int | None, Counts]:
    """Under None everybody's."""
    wanted = set(players)
    of_players = Q(player__in=wanted - {None}) | (Q(player=None) if None in wanted else Q(pk__in=[]))
    return dict(ClubCounts.objects.filter(of_players, club=club, game=game).values_list("player_id", "counts"))


def counts_of(player: Player) -> dict[str, Counts]:
    """What is stored of a player's play, by game."""
    return dict(ClubCounts.objects.filter(player=player).values_list("game", "counts"))


def over_events(events: Iterable[int]) -> dict[int, Counts]:
    """What is stored of the play at these events (a season's, say), by player."""
    sums: dict[int, list[Counts]] = defaultdict(list)
    for player, counts_there in EventCounts.objects.filter(event__in=events).values_list("player_id", "counts"):
        sums[player].append(counts_there)
    return {player: added(*parts) for player, parts in sums.items()}


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

OF_KIND = {achievement.kind: achievement for achievement in ACHIEVEMENTS}
MADE = reduce(
    or_,
    (Q(kind=achievement.kind, value__gte=achievement.least) for achievement in ACHIEVEMENTS if achievement.least),
    Q(kind__in=[achievement.kind for achievement in ACHIEVEMENTS if not achievement.least]),
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
    """An achievement that is no more. It was told of a night ``on`` that day; ``correction`` is the newest of that
    table's deals since.
    """

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
    """A player's achievements at these games, by the deals as they stand, of events that may be seen."""
    kinds = EventFeat.objects.filter(MADE, player=player).order_by().values_list("kind", flat=True).distinct()
    keys = {OF_KIND[kind].key for kind in kinds}
    of_them = EventFeat.objects.filter(MADE, open_events(stricter, path="event__"), player=player, game__in=games)
    achievements = _held(of_them)
    of_games = [achievement.key for achievement in ACHIEVEMENTS if set(achievement.games) & set(games)]
    withdrawals = [
        withdrawal for withdrawal in withdrawn(player, keys, stricter=stricter) if withdrawal.key in of_games
    ]
    return Achieved(
        held=[achievements[key] for key in of_games if key in achievements],
        withdrawn=withdrawals,
        open=[key for key in of_games if key not in achievements],
    )


def _held(feats: QuerySet[EventFeat]) -> dict[str, EarnedAchievement]:
    """The first of each, with how many there are."""
    turn = Window(RowNumber(), partition_by=F("kind"), order_by=[F("date"), F("event"), F("deal"), F("id")])
    numbered = feats.annotate(turn=turn, times=Window(Count("id"), partition_by=F("kind"))).filter(turn=1)
    rows = numbered.values_list("kind", "event__name", "date", "table", "deal", "times")
    return {OF_KIND[kind].key: EarnedAchievement._make((OF_KIND[kind].key, *facts)) for kind, *facts in rows}


def withdrawn(player: Player, keys: Collection[str], *, stricter: Set[int] | None = None) -> list[Withdrawn]:
    """Told on, and no longer so. Who no longer sits at the table never had it: two people were parted again."""
    owner = Q(player=player) | Q(player__merge__into=player)
    sits = Seat.objects.filter(
        Q(substitute=player) | Q(substitute=None, entrant__player=player), table=OuterRef("table")
    )
    achievements = ToldAchievement.objects.filter(owner, Exists(sits), open_events(stricter, path="event__"))
    rows = list(achievements.exclude(key__in=keys).select_related("event").order_by("told_at", "pk"))
    corrections = _corrections({row.table_id: row.told_at for row in rows})
    return [
        Withdrawn(row.key, row.event.name, row.table_id, row.event.date, corrections.get(row.table_id)) for row in rows
    ]


def _corrections(tables: Mapping[int, datetime]) -> dict[int, Correction]:
    if not tables:
        return {}
    since = reduce(or_, (Q(table=table, created_at__gt=told_at) for table, told_at in tables.items()))
    rows = (
        Deal.objects.filter(since, version__gt=1)
        .order_by("created_at", "pk")
        .values_list("table", "number", "created_at")
    )
    return {table: Correction(deal, created_at) for table, deal, created_at in rows}
