"""How teams stand over the events of a season. A team is the same by its name, as it was written last."""

from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.seasons.standing import (
    Earned,
    EventResult,
    SeasonRow,
    plain,
    points_of,
    standing,
)
from tournaments.models import Team
from tournaments.selectors.season.standing import Stands
from tournaments.selectors.table.cards import number_text


@dataclass(frozen=True)
class TeamBrought:
    points: str
    counted: bool


@dataclass(frozen=True)
class SeasonTeam:
    name: str
    row: SeasonRow
    brought: list[TeamBrought]

    @property
    def points_text(self) -> str:
        return number_text(self.row.points)


def season_teams(stands: Stands) -> list[SeasonTeam]:
    """By the rules of the season, from the events that are over and had teams: a team's place among them brings what a
    player's place brings. Nothing where the events' own scores are added up, of which teams have others.
    """
    if stands.season_rules.adds_scores or not stands.events:
        return []
    placed = Team.objects.filter(event__in=stands.events, place__isnull=False).order_by("pk")
    names: dict[str, str] = {}
    events: dict[int, dict[str, int]] = {}
    for event, name, place in placed.values_list("event_id", "name", "place"):
        names[name.casefold()] = name
        events.setdefault(event, {})[name.casefold()] = place or 0
    keys = list(names)
    numbers = {key: number for number, key in enumerate(keys)}
    by_event = [{numbers[key]: place for key, place in events.get(event, {}).items()} for event in stands.events]
    history = _history(stands, by_event)
    return [
        SeasonTeam(
            names[keys[row.player]],
            row,
            [TeamBrought(number_text(earned.points), earned.event in row.counted) for earned in row.earned],
        )
        for row in standing(history, stands.season_rules)
    ]


def _history(stands: Stands, places: list[dict[int, int]]) -> dict[int, list[Earned]]:
    history: dict[int, list[Earned]] = {}
    for number, of_event in enumerate(places):
        results = [EventResult(team, place) for team, place in of_event.items()]
        for team, points in points_of(results, stands.season_rules).items():
            history.setdefault(team, []).append(Earned(number, of_event[team], plain(Fraction(points))))
    return history
