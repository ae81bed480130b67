"""Who usually comes, and who has met whom lately."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce

from tournaments.models import Entrant, Event, Seat, Table

NIGHTS = 12  # by which it is counted how often somebody comes
WEEKS = 4  # nights whose opponents are avoided


@dataclass(frozen=True)
class Regulars:
    """Players by id."""

    came: Counter[int]  # to how many of the last nights
    last_time: frozenset[int]  # to the newest night of this name, or else of any


def regulars(event: Event) -> Regulars:
    nights = dict(_before(event, NIGHTS).values_list("pk", "name"))
    people: dict[int, set[int]] = defaultdict(set)
    for night, player in Entrant.objects.filter(event__in=nights).values_list("event", "player"):
        people[night].add(player)
    latest = next((pk for pk, name in nights.items() if name == event.name), next(iter(nights), None))
    came = Counter(player for players in people.values() for player in players)
    return Regulars(came, frozenset(people[latest] if latest else ()))


def met_lately(event: Event) -> Counter[frozenset[int]]:
    """How much two players (ids) are to be kept apart: tonight's opponents most, then those of the last night."""
    nights = [event.pk, *_before(event, WEEKS).values_list("pk", flat=True)]
    weight = {pk: WEEKS + 1 - ago for ago, pk in enumerate(nights)}
    seats = Seat.objects.filter(table__event__in=nights).exclude(table__status=Table.Status.UNDONE)
    tables: dict[tuple[int, int], list[int]] = defaultdict(list)
    who = Coalesce("substitute", "entrant__player")
    for night, table, player in seats.annotate(who=who).values_list("table__event", "table", "who"):
        tables[night, table].append(player)
    met: Counter[frozenset[int]] = Counter()
    for (night, _table), players in tables.items():
        for pair in _pairs(players):
            met[pair] += weight[night]
    return met


def _pairs(players: Iterable[int]) -> Iterable[frozenset[int]]:
    return map(frozenset, combinations(players, 2))


def _before(event: Event, most: int) -> QuerySet[Event]:
    """The last nights to which anybody came, the newest first."""
    nights = event.club.events.filter(kind=Event.Kind.CLUB_NIGHT, date__lte=event.date).exclude(pk=event.pk)
    kept = nights.exclude(status=Event.Status.DISCARDED)
    came = Entrant.objects.filter(event=OuterRef("pk"))
    return kept.filter(Exists(came)).order_by("-date", "-id")[:most]
