from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import count, islice

from scoring.game import Game
from tournaments.formats.seating import NotEnoughPeople, table_sizes
from tournaments.models import Entrant, Event, Seat, Table

# Where players do not say otherwise; every one of the games seats four.
USUAL_SIZE = 4


@dataclass(frozen=True)
class DrawnTables:
    """Tables drawn but not yet opened; `waiting` sit at none of them."""

    how: str
    seed: int | None
    numbers: list[int]
    groups: list[list[Entrant]]
    waiting: list[Entrant]

    @property
    def tables(self) -> list[tuple[int, list[Entrant]]]:
        """Numbers and players; one table more than was drawn, for whoever wants smaller ones."""
        return list(zip(self.numbers, [*self.groups, []], strict=True))


def free_entrants(event: Event) -> list[Entrant]:
    """Who is here tonight and sits at no running table, in the order of arrival."""
    seated = Seat.objects.filter(table__event=event, table__status=Table.Status.PLAYING).values("entrant")
    here = event.entrants.filter(present=True).exclude(pk__in=seated)
    return list(here.select_related("player").order_by("arrived_at", "pk"))


def place_of(event: Event, seat_id: int) -> tuple[int, int]:
    """The table (id) of a seat, and its index there. Raises Seat.DoesNotExist."""
    table, index = Seat.objects.values_list("table_id", "index").get(pk=seat_id, table__event=event)
    return table, index


def name_of(event_id: int, entrant_id: int) -> str:
    """Of the player; empty where nobody of that id is entered."""
    return Entrant.objects.filter(event=event_id, pk=entrant_id).values_list("player__name", flat=True).first() or ""


def numbers_in_use(event: Event, *, but: Table | None = None) -> set[int]:
    """The tables of the room at which somebody plays, `but` this one."""
    playing = event.tables.filter(status=Table.Status.PLAYING).exclude(pk=but.pk if but else 0)
    return set(playing.values_list("number", flat=True))


def free_numbers(taken: Collection[int], *, wanted: int) -> list[int]:
    """The lowest so many of the room's tables that are not taken."""
    return list(islice((number for number in count(1) if number not in taken), wanted))


def size_choices(game: Game, people: int) -> list[tuple[int, str]]:
    """The ways to split `people` into tables as even as can be: the size aimed at, and "4 + 4 + 3".

    The usual size comes first, then smaller tables, then larger ones.
    """
    allowed = range(game.min_seats, game.max_seats + 1)
    found: dict[tuple[int, ...], int] = {}
    for preferred in sorted(allowed, key=lambda size: (size > USUAL_SIZE, abs(size - USUAL_SIZE))):
        try:
            sizes = table_sizes(people, smallest=allowed[0], largest=allowed[-1], preferred=preferred)
        except NotEnoughPeople:
            continue
        found.setdefault(tuple(sizes), preferred)
    return [(preferred, sizes_text(sizes)) for sizes, preferred in found.items()]


def sizes_text(sizes: Sequence[int]) -> str:
    """ "4 + 4 + 3", and "12 × 4 + 3 × 3" where there are many."""
    if len(sizes) <= 5:
        return " + ".join(map(str, sizes))
    return " + ".join(f"{sizes.count(size)} × {size}" for size in dict.fromkeys(sizes))
