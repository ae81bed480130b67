"""The tables by which a club's players are rated at a game, the periods between which ratings begin anew, and the
stored strengths.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from tournaments.formats.boards import BOARDS
from tournaments.formats.ratings import BETA, Seat, Strength
from tournaments.models import Club, ClubRating, Event, EventRating, RatingModel, RatingsBegin, Ruling
from tournaments.models import Seat as TableSeat
from tournaments.selectors.table.confirmations import counts


class Span(NamedTuple):
    """Its first day, and the first one after it; None where it has none."""

    starts: date | None = None
    ends: date | None = None

    def holds(self, day: date) -> bool:
        return (self.starts is None or self.starts <= day) and (self.ends is None or day < self.ends)

    def since(self, path: str = "") -> Q:
        return Q(**{f"{path}date__gte": self.starts}) if self.starts else Q()


def begin_days(club: Club) -> list[date]:
    """On which days ratings begin anew, the earliest first."""
    anew = club.seasons.filter(club__ratings_begin=RatingsBegin.SEASONS).exclude(published_at=None)
    return sorted(set(anew.order_by().values_list("starts", flat=True)))


def span_at(day: date, days: list[date]) -> Span:
    starts = [start for start in days if start <= day]
    ends = [start for start in days if start > day]
    return Span(starts[-1] if starts else None, ends[0] if ends else None)


def span_now(club: Club) -> Span:
    return span_at(timezone.localdate(), begin_days(club)) if club.ratings_begin == RatingsBegin.SEASONS else Span()


NOT_YET_DISPUTED = datetime.max.replace(
    tzinfo=UTC
)  # what waits to be accepted by itself counts, unless somebody objects
FIRST_LOOK = 16  # events
Tables = list[list[Seat]]
Turn = tuple[date, int]


class Fit(NamedTuple):
    """What was fitted on a club's tables: how much of a result is luck, and how far forecasts are to be shrunk."""

    turn: Turn
    beta: float = BETA
    shrink: float = 1.0


class Rated(NamedTuple):
    """What an event has made of somebody's strength."""

    mu: float
    sigma: float
    tables: int
    before_mu: float
    before_sigma: float
    before_tables: int

    @property
    def after(self) -> Strength:
        return Strength(self.mu, self.sigma, self.tables)

    @property
    def before(self) -> Strength:
        return Strength(self.before_mu, self.before_sigma, self.before_tables)


def in_turn(event: Event) -> Turn:
    """Events are rated one after the other, by this."""
    return event.date, event.pk


def rated_before(event: Event) -> Q:
    return Q(date__lt=event.date) | Q(date=event.date, pk__lt=event.pk)


def tables_of(events: Iterable[int]) -> dict[int, Tables]:
    """By event, in the order they ended. Who forfeited did not play, and places the director decided are the places."""
    tables: dict[int, Tables] = defaultdict(list)
    for (event, _), seats in by_table(events).items():
        tables[event].append(seats)
    return tables


def by_table(events: Iterable[int]) -> dict[tuple[int, int], list[Seat]]:
    """The tables by which players are rated, by event and table."""
    ids = list(events)
    rows = (
        TableSeat.objects.filter(table__event__in=ids, table__deal_count__gt=0)
        .filter(counts(now=NOT_YET_DISPUTED, prefix="table__"))
        .order_by("table__ended_at", "table_id", "index")
        .values_list("table__event_id", "table_id", "index", "substitute_id", "entrant__player_id", "place")
    )
    sitting: dict[tuple[int, int], list[tuple[int, Seat]]] = defaultdict(list)
    for event, table, index, substitute, player, place in rows:
        sitting[event, table].append((index, (substitute or player, place)))
    rulings = _rulings(ids)
    return {key: _played(seats, *rulings.get(key[1], ("", []))) for key, seats in sitting.items()}


def _played(seats: list[tuple[int, Seat]], kind: str, value: list[int]) -> list[Seat]:
    if kind == Ruling.Kind.FORFEIT:
        return [seat for index, seat in seats if index not in value]
    if kind == Ruling.Kind.DECISION:
        return [(who, value[index]) for index, (who, _) in seats]
    return [seat for _, seat in seats]


def _rulings(events: list[int]) -> dict[int, tuple[str, list[int]]]:
    """The newest ruling on each table's places; what is ruled on a match of teams says nothing of its board."""
    rulings = Ruling.objects.filter(table__event__in=events).exclude(kind=Ruling.Kind.ADVANCED).order_by("id")
    rulings = rulings.exclude(kind=Ruling.Kind.MATCH, table__decided=BOARDS)
    return {table: (kind, value) for table, kind, value in rulings.values_list("table_id", "kind", "value")}


def rated_events(club: Club, game: str, *, since: Event | None = None) -> list[Event]:
    """Those that are over, in turn; ``since``: from this one on."""
    over = club.events.filter(game=game, status=Event.Status.FINISHED)
    return sorted(over.exclude(rated_before(since)) if since else over, key=in_turn)


def rated_at(events: Iterable[Event]) -> dict[int, dict[int, Rated]]:
    """By event and player, of who sat there."""
    events_rated: dict[int, dict[int, Rated]] = defaultdict(dict)
    rows = EventRating.objects.filter(event__in=[event.pk for event in events]).order_by()
    for event, who, *values in rows.values_list("event_id", "player_id", *Rated._fields):
        events_rated[event][who] = Rated._make(values)
    return events_rated


def strengths_before(event: Event, later: Iterable[Mapping[int, Rated]], span: Span) -> dict[int, Strength]:
    """Of everybody, by what is kept of this event and the later ones, in turn: at any length of history. Of a span that
    is over, by all of it until then.
    """
    if span.ends:
        return _strengths_within(event, span)
    newest = ClubRating.objects.filter(span.since("event__"), club=event.club, game=event.game)
    strengths = {who: Strength(*strength) for who, *strength in newest.values_list("player_id", *Strength._fields)}
    for players in reversed(list(later)):
        strengths |= {who: rated.before for who, rated in players.items()}
    return {who: strength for who, strength in strengths.items() if strength.tables}


def _strengths_within(event: Event, span: Span) -> dict[int, Strength]:
    earlier = event.club.events.filter(rated_before(event), span.since(), game=event.game, status=Event.Status.FINISHED)
    rows = EventRating.objects.filter(event__in=earlier).order_by("event__date", "event_id")
    return {who: Strength(*strength) for who, *strength in rows.values_list("player_id", *Strength._fields)}


def strengths_at(events: Mapping[int, int]) -> dict[int, Strength]:
    """After these events (ids), by player."""
    rows = EventRating.objects.filter(event__in=set(events.values()), player__in=events)
    values = rows.values_list("player_id", "event_id", *Strength._fields)
    return {who: Strength(*strength) for who, event, *strength in values if events[who] == event}


def rated_later(event: Event, players: Iterable[int], day: date) -> set[int]:
    """Of these, who was rated at an event of this day or a later one."""
    newest = ClubRating.objects.filter(club=event.club, game=event.game, event__date__gte=day, player__in=players)
    return set(newest.values_list("player_id", flat=True))


def strengths_now(club: Club, game: str) -> dict[int, Strength]:
    """Of everybody who sat at a table that counts, at an event that is over."""
    values = ClubRating.objects.filter(club=club, game=game).values_list("player_id", *Strength._fields)
    return {who: Strength(*strength) for who, *strength in values}


def events_before(event: Event, players: Iterable[int]) -> dict[int, int]:
    """The latest earlier event (ids) at which each of these was rated: looked for backwards, further each time."""
    earlier = event.club.events.filter(rated_before(event), game=event.game, status=Event.Status.FINISHED)
    events = list(earlier.order_by("-date", "-pk").values_list("pk", flat=True))
    missing, latest, most = set(players), dict[int, int](), FIRST_LOOK
    while missing and events:
        looked, events = events[:most], events[most:]
        rows = EventRating.objects.filter(event__in=looked, player__in=missing).order_by("event__date", "event_id")
        latest |= dict(rows.values_list("player_id", "event_id"))
        missing -= latest.keys()
        most *= 4
    return latest


def fits_of(club: Club, game: str) -> list[Fit]:
    """The yearly fits of a game in turn, each with the event from which it holds."""
    fitted = RatingModel.objects.filter(club=club, game=game).select_related("event")
    return sorted(Fit(in_turn(fit.event), fit.beta, fit.shrink) for fit in fitted)


def fit_at(event: Event, fits: list[Fit]) -> Fit:
    turn = in_turn(event)
    return next((fit for fit in reversed(fits) if fit.turn <= turn), Fit(turn))
