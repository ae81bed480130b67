"""The tables by which a club's players are rated at a game, and the strengths kept of them."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, date, datetime

from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from tournaments.formats.ratings.strengths import BETA, Seat, Strength
from tournaments.models import Club, ClubRating, Event, EventRating, RatingModel, Ruling
from tournaments.models import Seat as TableSeat
from tournaments.selectors.table.confirmations import counts

NOT_YET_DISPUTED = datetime.max.replace(
    tzinfo=UTC
)  # what waits to be accepted by itself counts, unless somebody objects
Tables = list[list[Seat]]
Turn = tuple[date, int]


def in_turn(event: Event) -> Turn:
    """Events are rated one after the other, by this."""
    return event.date, event.pk


def before(event: Event) -> Q:
    return Q(event__date__lt=event.date) | Q(event__date=event.date, event__lt=event.pk)


def tables_of(events: Iterable[int]) -> dict[int, Tables]:
    """By event, in the order they ended. Who forfeited did not play, and places the director decided are the places."""
    ids = list(events)
    rows = (
        TableSeat.objects.filter(table__event__in=ids, table__deal_count__gt=0)
        .filter(counts(now=NOT_YET_DISPUTED, prefix="table__"))
        .order_by("table__ended_at", "table_id")
        .values_list("table__event_id", "table_id", "index", "substitute_id", "entrant__player_id", "place")
    )
    sitting: dict[tuple[int, int], list[tuple[int, Seat]]] = defaultdict(list)
    for event, table, index, substitute, player, place in rows:
        sitting[event, table].append((index, (substitute or player, place)))
    rulings = _rulings(ids)
    found: dict[int, Tables] = defaultdict(list)
    for (event, table), seats in sitting.items():
        found[event].append(_played(seats, *rulings.get(table, ("", []))))
    return found


def _played(seats: list[tuple[int, Seat]], kind: str, value: list[int]) -> list[Seat]:
    if kind == Ruling.Kind.FORFEIT:
        return [seat for index, seat in seats if index not in value]
    if kind == Ruling.Kind.DECISION:
        return [(who, value[index]) for index, (who, _) in seats]
    return [seat for _, seat in seats]


def _rulings(events: list[int]) -> dict[int, tuple[str, list[int]]]:
    """The newest ruling on each table's places."""
    made = Ruling.objects.filter(table__event__in=events).exclude(kind=Ruling.Kind.ADVANCED).order_by("id")
    return {table: (kind, value) for table, kind, value in made.values_list("table_id", "kind", "value")}


def rated_events(club: Club, game: str) -> list[Event]:
    """Those that are over, in turn."""
    return sorted(club.events.filter(game=game, status=Event.Status.FINISHED), key=in_turn)


def kept_strengths(rows: QuerySet[EventRating] | QuerySet[ClubRating]) -> dict[int, Strength]:
    """By player; of several of one the last."""
    found = rows.values_list("player_id", "mu", "sigma", "tables")
    return {who: Strength(mu, sigma, tables) for who, mu, sigma, tables in found}


def strengths_before(event: Event, *, players: Iterable[int] | None = None) -> dict[int, Strength]:
    """What was known of everybody, or of these, when the event began."""
    rows = EventRating.objects.filter(before(event), event__club=event.club_id, event__game=event.game)
    if players is not None:
        rows = rows.filter(player__in=players)
    turn = Window(RowNumber(), partition_by=F("player"), order_by=[F("event__date").desc(), F("event").desc()])
    return kept_strengths(rows.annotate(turn=turn).filter(turn=1))


def strengths_after(events: Iterable[Event]) -> dict[int, dict[int, Strength]]:
    """By event and player, of who sat there."""
    found: dict[int, dict[int, Strength]] = defaultdict(dict)
    rows = EventRating.objects.filter(event__in=[event.pk for event in events]).order_by()
    for event, who, *strength in rows.values_list("event_id", "player_id", *Strength._fields):
        found[event][who] = Strength(*strength)
    return found


def strengths_now(club: Club, game: str) -> dict[int, Strength]:
    """Of everybody who sat at a table that counts, at an event that is over."""
    return kept_strengths(ClubRating.objects.filter(club=club, game=game))


def betas(club: Club, game: str) -> list[tuple[Turn, float]]:
    """From which event on (`in_turn`) which beta holds, in turn."""
    fitted = RatingModel.objects.filter(club=club, game=game).select_related("event")
    return sorted((in_turn(each.event), each.beta) for each in fitted)


def beta_at(event: Event, known: list[tuple[Turn, float]]) -> float:
    return next((beta for turn, beta in reversed(known) if turn <= in_turn(event)), BETA)
