"""The reports of events as they are stored and as their readers see them, and where their moments come from: chances,
ratings, records, seasons and the event's own tables.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.games import GAMES
from scoring.moments import Fact, TableMoment, chosen, moments_of
from tournaments.formats.plan import read_plan, starting_kind
from tournaments.formats.ratings import SETTLED, SURE
from tournaments.formats.seasons.possible_places import Meaning
from tournaments.models import Club, Event, EventFeat, EventReport, Player, Ruling, Season, Seat, Table
from tournaments.selectors.charts import stories
from tournaments.selectors.club.clubs import open_events
from tournaments.selectors.night.standings import OnPodium, Podium, podium_of
from tournaments.selectors.ratings.page import are_shown
from tournaments.selectors.ratings.tables import NOT_YET_DISPUTED, Rated, rated_at
from tournaments.selectors.season.page import shown_for
from tournaments.selectors.season.standing import counting, meaning_of
from tournaments.selectors.stage.stages import every_stage
from tournaments.selectors.table.cards import PlayerTag, number_text, player_tag
from tournaments.selectors.table.confirmations import counts
from tournaments.selectors.win_probability import told_tables


class KeptPlace(NamedTuple):
    """``points`` as a fraction, empty where they are not what placed people; ``exact`` of so many announcements
    ``made``, both 0 where nothing is announced.
    """

    place: int
    player: int
    points: str = ""
    exact: int = 0
    made: int = 0


@dataclass(frozen=True)
class Moment:
    """As `scoring.moments.TableMoment`, of players; of some there is no table."""

    kind: str
    players: tuple[int, ...]
    bits: float
    table: int | None = None
    deal: int | None = None
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True)
class KeptReport:
    """``places``: best first."""

    places: list[KeptPlace]
    moments: list[Moment]


def as_stored(report: KeptReport) -> dict[str, Any]:
    """The columns of an EventReport, as they are read again."""
    moments = [asdict(moment) | {"players": list(moment.players)} for moment in report.moments]
    return {"places": [list(placed) for placed in report.places], "moments": moments}


def read_places(stored: Iterable[list[Any]]) -> list[KeptPlace]:
    return [KeptPlace._make(row) for row in stored]


def read_moments(stored: Iterable[dict[str, Any]]) -> list[Moment]:
    return [Moment(**(row | {"players": tuple(row["players"])})) for row in stored]


LEAST_SWING = 0.25
SWING_BITS = 8.0  # of a turn from no chance to certainty


def bend_moments(event: Event) -> list[Moment]:
    """The moment of the table that turned most, where it turned much; else none."""
    for table in told_tables(event, most=1):
        turn = table.story.turn
        if turn and table.rise >= LEAST_SWING:
            players = tuple(table.players[seat].id for seat in turn.seats)
            facts: dict[str, Fact] = {"before": round(100 * turn.before), "after": round(100 * turn.after)}
            return [Moment("bend", players, round(SWING_BITS * table.rise, 3), table.id, turn.deal, facts)]
    return []


LEAST_GAIN = 8.0  # points, of a scale on which a sure rating is known to about 130
BIT = 8.0  # so many more are half as frequent


def rating_moments(event: Event) -> list[Moment]:
    """Nobody's who stands in no ranking, and nothing where the club does not show ratings to everybody."""
    if not are_shown(event.club, inside=False):
        return []
    unnamed = set(event.club.players.exclude(unranked=False, anonymised_at=None).values_list("pk", flat=True))
    settled = {
        who: rated for who, rated in rated_at([event])[event.pk].items() if who not in unnamed and _is_sure(rated)
    }
    gained = {who: rated.mu - rated.before_mu for who, rated in settled.items()}
    most = max(gained, key=lambda who: (gained[who], -who), default=None)
    if most is None or gained[most] < LEAST_GAIN:
        return []
    facts: dict[str, Fact] = {"gained": str(round(gained[most])), "number": round(settled[most].mu)}
    return [Moment("rating", (most,), round(gained[most] / BIT, 3), facts=facts)]


def _is_sure(rated: Rated) -> bool:
    return rated.tables > SETTLED and rated.sigma <= SURE


RECORD_BITS = 7.0  # as rare as one evening of a hundred
SAME_AS = {"sheet": "sheet", "streak": "run", "rarest-hand": "hand", "biggest-pot": "pot", "comeback": "comeback"}
"""By kind of feat that of the moment which tells the same without knowing that it is a record."""


def record_moments(event: Event) -> list[Moment]:
    """The highest of their kind in the club until then, where there was one before."""
    until_then = Q(date__lt=event.date) | Q(date=event.date, event__lt=event.pk)
    other = EventFeat.objects.filter(until_then, club=event.club, game=event.game, kind=OuterRef("kind"))
    feats: QuerySet[EventFeat] = event.feats.filter(
        Exists(other), ~Exists(other.filter(value__gte=OuterRef("value"))), kind__in=SAME_AS, player__anonymised_at=None
    )
    best: dict[str, EventFeat] = {}
    for feat in feats.order_by("-value", "pk"):
        best.setdefault(feat.kind, feat)
    return [
        Moment(
            "record",
            (feat.player_id,),
            RECORD_BITS,
            feat.table_id,
            feat.deal,
            {"kind": feat.kind, "value": feat.value, **feat.detail},
        )
        for feat in best.values()
    ]


def without_doubles(moments: list[Moment]) -> list[Moment]:
    """What a record tells is not told once more."""
    records = {(SAME_AS[str(moment.facts["kind"])], moment.players[0]) for moment in moments if moment.kind == "record"}
    return [moment for moment in moments if not records & {(moment.kind, who) for who in moment.players}]


MOST_SEASONS = 2
MOST_OUT = 4  # of whom it is told that they cannot be champion any more
SEASON_BITS = {"over": 16.0, "sure": 14.0, "took": 10.0, "leads": 8.0}


def season_moments(event: Event) -> list[Moment]:
    """Of the newest seasons, and of those alone that hide nothing: a report is passed on."""
    meanings = [
        (season, meaning)
        for season in shown_for(event, insider=False)[:MOST_SEASONS]
        if (meaning := meaning_of(season, event.pk, to_come=_to_come(season, event)))
    ]
    named = (
        {who for _, meaning in meanings for who in (*meaning.leaders, *meaning.before, *meaning.out)}
        if meanings
        else set()
    )
    unnamed = set(Player.objects.filter(pk__in=named).exclude(anonymised_at=None).values_list("pk", flat=True))
    return [_moment(season, meaning, unnamed) for season, meaning in meanings if not unnamed & {*meaning.leaders}]


def _to_come(season: Season, event: Event) -> int | None:
    """How many events there were after this one, with earlier ones that are still open, by what is known now."""
    events, planned = counting(season), season.season_rules.planned
    over = [(event.date, event.pk) for event in events if event.status == Event.Status.FINISHED]
    turn = (event.date, event.pk)
    if season.archived_at and turn >= max(over, default=turn):
        return 0
    return None if planned is None else max(planned, len(events)) - sum(other_turn <= turn for other_turn in over)


def _moment(season: Season, meaning: Meaning, unnamed: Collection[int]) -> Moment:
    """Its players: who leads, who led and does not, who is out of reach."""
    old_leaders = [who for who in meaning.before if who not in (*meaning.leaders, *unnamed)]
    out = [] if meaning.is_over or meaning.is_sure else [who for who in meaning.out if who not in unnamed]
    what = "over" if meaning.is_over else "sure" if meaning.is_sure else "took" if _is_new(meaning) else "leads"
    facts: dict[str, Fact] = {
        "season": season.pk,
        "called": season.name,
        "what": what,
        "leaders": len(meaning.leaders),
        "before": len(old_leaders),
        "out": len(out),
        "apart": str(meaning.apart),
    }
    return Moment("season", (*meaning.leaders, *old_leaders, *out[:MOST_OUT]), SEASON_BITS[what], facts=facts)


def _is_new(meaning: Meaning) -> bool:
    return bool(meaning.before) and not set(meaning.leaders) & {*meaning.before}


SOURCES: tuple[Callable[[Event], Iterable[Moment]], ...] = (
    season_moments,
    rating_moments,
    record_moments,
    bend_moments,
)
"""What else is kept of the event and worth telling, each in a fixed number of queries: what its own tables tell is in
the report already.
"""


@dataclass(frozen=True)
class PlacedPlayer:
    placed: KeptPlace
    player: PlayerTag

    @property
    def place(self) -> int:
        return self.placed.place

    @property
    def points(self) -> Fraction | None:
        return Fraction(self.placed.points) if self.placed.points else None

    @property
    def exact(self) -> int:
        return self.placed.exact

    @property
    def made(self) -> int:
        return self.placed.made


@dataclass(frozen=True)
class ReadMoment:
    moment: Moment
    players: list[PlayerTag]
    table_number: int | None


@dataclass(frozen=True)
class ReadReport:
    """``moments``: the rarest first. ``people`` are all who have a place, best first. ``given``: whether "handicap" or
    "mcmahon" had given points before the first deal.
    """

    event: Event
    people: list[PlacedPlayer]
    moments: list[ReadMoment]
    revised_at: datetime | None
    given: str = ""

    @property
    def winners(self) -> list[PlacedPlayer]:
        return [person for person in self.people if person.place == 1]

    @property
    def podium(self) -> Podium | None:
        return podium_of([_on_podium(person) for person in self.people])


def read_report(event: Event) -> ReadReport | None:
    """None where there is none yet, or nobody has a place."""
    stored = EventReport.objects.filter(event=event).first()
    if stored is None or not stored.places:
        return None
    places = read_places(stored.places)
    every = [*read_moments(stored.moments), *(moment for source in SOURCES for moment in source(event))]
    moments = chosen(without_doubles(every))
    tags = player_tags({*(place.player for place in places), *(who for place in moments for who in place.players)})
    tables = Table.objects.filter(pk__in={moment.table for moment in moments if moment.table})
    numbers = dict(tables.values_list("pk", "number"))
    lines = []
    for moment in moments:
        if tags.keys() >= {*moment.players}:
            people = [tags[who] for who in moment.players]
            lines.append(ReadMoment(moment, people, numbers.get(moment.table or 0)))
    return ReadReport(event, placed_players(places, tags), lines, stored.revised_at, _points_given(event))


def _points_given(event: Event) -> str:
    if not event.has_rounds:
        return "" if event.handicap is None else "handicap"
    return starting_kind(read_plan(stage.format, stage.options) for stage in every_stage(event))


def is_report_due(event: Event) -> bool:
    """An event that is over has one, which after an import is made a little later."""
    return event.status == Event.Status.FINISHED and not EventReport.objects.filter(event=event).exists()


def placed_players(places: Sequence[KeptPlace], tags: Mapping[int, PlayerTag]) -> list[PlacedPlayer]:
    return [PlacedPlayer(place, tags[place.player]) for place in places if place.player in tags]


def places_in_report(event: Event, tags: Mapping[int, PlayerTag]) -> list[PlacedPlayer]:
    """Who came where at one that is over, best first; nobody where there is no report yet."""
    places = EventReport.objects.filter(event=event).values_list("places", flat=True).first()
    return placed_players(read_places(places or []), tags)


def player_tags(players: Iterable[int]) -> dict[int, PlayerTag]:
    return {player.pk: player_tag(player) for player in Player.everyone.filter(pk__in=players)}


def _on_podium(person: PlacedPlayer) -> OnPodium:
    value = number_text(person.points) if person.placed.points else ""
    return OnPodium(person.place, person.player, value, person.placed.exact)


LATEST = 20


@dataclass(frozen=True)
class Finished:
    event: Event
    people: list[PlacedPlayer]
    changed_at: datetime


@dataclass(frozen=True)
class ClubFeed:
    club: Club
    events: list[Finished]

    @property
    def changed_at(self) -> datetime | None:
        return max((event.changed_at for event in self.events), default=None)


def club_feed(slug: str, *, stricter: Set[int] | None = None) -> ClubFeed:
    """Of events that hide more than the club those in ``stricter``, or all. Raises Club.DoesNotExist."""
    club = Club.objects.get(slug=slug)
    reports = EventReport.objects.filter(open_events(stricter, path="event__"), event__club=club)
    newest = reports.select_related("event__club").order_by("-event__date", "-event_id")[:LATEST]
    return ClubFeed(club, [report for report in _read(newest) if report.people])


def finished(event: Event) -> Finished | None:
    """Who came where at an event that is over; None where there is no report yet, or nobody has a place."""
    report = _read(EventReport.objects.filter(event=event).select_related("event__club"))
    return next((moment for moment in report if moment.people), None)


def _read(reports: Iterable[EventReport]) -> list[Finished]:
    stored = [(report, read_places(report.places)) for report in reports]
    tags = player_tags({place.player for _, places in stored for place in places})
    return [
        Finished(report.event, placed_players(places, tags), report.revised_at or report.made_at)
        for report, places in stored
    ]


Seated = dict[int, tuple[int, ...]]
"""By table, who really sat there, in the order of the seats."""


def moments_at_tables(event: Event) -> list[Moment]:
    """The moments of an event's results that count, or will unless somebody objects, by a fixed number of queries."""
    seated = _seated(event)
    stories_by_table = stories(
        event, Q(table__in=seated), seats={table: len(players) for table, players in seated.items()}
    )
    ruled = _ruled(event)
    ruled_stories = {
        table: replace(stories_by_table[table], ruled=table in ruled) for table in sorted(stories_by_table)
    }
    return [_told(moment, seated) for moment in moments_of(GAMES[event.game], event.game_rules, ruled_stories)]


def _told(moment: TableMoment, seated: Seated) -> Moment:
    players = tuple(seated[moment.table][seat] for seat in moment.seats)
    return Moment(moment.kind, players, round(moment.bits, 3), moment.table, moment.deal, moment.facts)


def _seated(event: Event) -> Seated:
    rows = (
        Seat.objects.filter(counts(now=NOT_YET_DISPUTED, prefix="table__"), table__event=event, table__deal_count__gt=0)
        .order_by("table_id", "index")
        .values_list("table_id", "substitute_id", "entrant__player_id")
    )
    seats: dict[int, list[int]] = defaultdict(list)
    for table, substitute, player in rows:
        seats[table].append(substitute or player)
    return {table: tuple(players) for table, players in seats.items()}


def _ruled(event: Event) -> set[int]:
    """Tables of which the newest word of the director says how they ended."""
    rulings = Ruling.objects.filter(table__event=event).exclude(kind=Ruling.Kind.ADVANCED).order_by("id")
    newest = dict(rulings.values_list("table_id", "kind"))
    return {table for table, kind in newest.items() if table and kind != Ruling.Kind.LIFTED}
