"""How strong a club's players are at a game, for seeding."""

from collections import defaultdict
from collections.abc import Iterator

from tournaments.formats.draw import Id
from tournaments.formats.standings import ratings
from tournaments.models import Club, Ruling, Seat
from tournaments.selectors.table.confirmations import counts


def club_ratings(club: Club, game: str) -> dict[int, ratings.Rating]:
    """By the id of the player who really sat there, from all ended tables of the game, club nights and tournaments.

    Who has not played is missing: `ratings.Rating()` is theirs.
    """
    return ratings.ratings(_tables(club, game))


def _tables(club: Club, game: str) -> Iterator[list[tuple[Id, int]]]:
    """In the order they ended. Who forfeited did not play, and places decided by the director are the places."""
    seats = (
        Seat.objects.filter(table__event__club=club, table__event__game=game)
        .filter(counts(prefix="table__"), table__deal_count__gt=0)
        .order_by("table__ended_at", "table_id")
        .select_related("entrant")
    )
    by_table: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        by_table[seat.table_id].append(seat)
    rulings = _rulings(club, game)
    for table, sitting in by_table.items():
        kind, value = rulings.get(table, ("", []))
        gone = value if kind == Ruling.Kind.FORFEIT else []
        decided = value if kind == Ruling.Kind.DECISION else None
        yield [
            (seat.substitute_id or seat.entrant.player_id, decided[seat.index] if decided else seat.place)
            for seat in sitting
            if seat.index not in gone
        ]


def _rulings(club: Club, game: str) -> dict[int, tuple[str, list[int]]]:
    """The newest ruling on each table's places."""
    made = Ruling.objects.filter(table__event__club=club, table__event__game=game)
    newest = made.exclude(kind=Ruling.Kind.ADVANCED).order_by("id").values_list("table_id", "kind", "value")
    return {table: (kind, value) for table, kind, value in newest}
