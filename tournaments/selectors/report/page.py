"""The report of an event as its readers see it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from scoring.moments.evening import chosen
from tournaments.models import Event, EventReport, Player, Table
from tournaments.selectors.night.podium import OnPodium, Podium, podium_of
from tournaments.selectors.numbers import number_text
from tournaments.selectors.report.bends import bend_moments
from tournaments.selectors.report.ratings import rating_moments
from tournaments.selectors.report.records import record_moments, without_doubles
from tournaments.selectors.report.seasons import season_moments
from tournaments.selectors.report.told import KeptPlace, Moment, read_moments, read_places
from tournaments.selectors.table.cards import PlayerTag, player_tag

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


@dataclass(frozen=True)
class ReadMoment:
    moment: Moment
    players: list[PlayerTag]
    table_number: int | None


@dataclass(frozen=True)
class ReadReport:
    """``moments``: the rarest first. ``people`` are all who have a place, best first."""

    event: Event
    people: list[PlacedPlayer]
    moments: list[ReadMoment]
    revised_at: datetime | None

    @property
    def winners(self) -> list[PlacedPlayer]:
        return [each for each in self.people if each.place == 1]

    @property
    def podium(self) -> Podium | None:
        return podium_of([_on_podium(each) for each in self.people])


def read_report(event: Event) -> ReadReport | None:
    """None where there is none yet, or nobody has a place."""
    kept = EventReport.objects.filter(event=event).first()
    if kept is None or not kept.places:
        return None
    places = read_places(kept.places)
    every = [*read_moments(kept.moments), *(moment for source in SOURCES for moment in source(event))]
    moments = chosen(without_doubles(every))
    tags = player_tags({*(each.player for each in places), *(who for each in moments for who in each.players)})
    numbers = _table_numbers({each.table for each in moments if each.table})
    told = [
        ReadMoment(each, [tags[who] for who in each.players], numbers.get(each.table or 0))
        for each in moments
        if tags.keys() >= {*each.players}
    ]
    return ReadReport(event, placed_players(places, tags), told, kept.revised_at)


def placed_players(places: Sequence[KeptPlace], tags: Mapping[int, PlayerTag]) -> list[PlacedPlayer]:
    return [PlacedPlayer(each, tags[each.player]) for each in places if each.player in tags]


def player_tags(players: Iterable[int]) -> dict[int, PlayerTag]:
    return {each.pk: player_tag(each) for each in Player.objects.filter(pk__in=players)}


def _table_numbers(tables: Iterable[int]) -> dict[int, int]:
    return dict(Table.objects.filter(pk__in=tables).values_list("pk", "number"))


def _on_podium(each: PlacedPlayer) -> OnPodium:
    value = number_text(each.points) if each.placed.points else ""
    return OnPodium(each.place, each.player, value, each.placed.exact)
