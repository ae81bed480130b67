"""Pictures with their sentences and tables: the race of a night or a table, a small sheet, places by round, and a
player's form.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.games import GAMES
from scoring.moments import Gain
from tournaments.selectors.charts import NAMED, Race, Runner
from tournaments.selectors.club.players import PlayedTable
from tournaments.selectors.numbers import number_text
from tournaments.selectors.table.cards import PlayerTag
from tournaments.selectors.tournament.page import PlaceCourse, PlacesByRound
from tournaments.words.charts.lines import Curve, Frame, LineChart, line_chart

ACROSS = 13  # from a cell to the next
DOWN = 12  # from a row to the next
HALF = 7  # of a cell
LED_THROUGHOUT = gettext_lazy("%(name)s has led from the beginning.")


@dataclass(frozen=True)
class SheetCell:
    x: int
    y: int
    state: Literal["exact", "made", "free"]


@dataclass(frozen=True)
class SmallSheet:
    player: PlayerTag
    cells: list[SheetCell]
    width: int
    height: int
    says: str


def small_sheet(player: PlayerTag, gains: Sequence[Gain], game: str) -> SmallSheet | None:
    """Of one table; None for the games that keep no sheets."""
    if GAMES[game].sheet != "announcements":
        return None
    facts = GAMES[game].descriptor({})
    quotas: Sequence[int] = facts["quotas"]
    width, height = ACROSS * max(quotas) + 2, DOWN * len(quotas) + 4
    cells: list[SheetCell] = []
    for announced, quota in enumerate(quotas):
        own = [gain for gain in gains if gain.announced == announced]
        left, y = width / 2 - (quota - 1) / 2 * ACROSS, HALF + 1 + DOWN * announced
        cells += [SheetCell(round(left + at * ACROSS), y, _state(own, at)) for at in range(quota)]
    counts = {"made": len(gains), "of": facts["announcements"], "exact": sum(gain.exact for gain in gains)}
    return SmallSheet(player, cells, width, height, _("%(made)d of %(of)d announced, %(exact)d exact") % counts)


def _state(own: Sequence[Gain], at: int) -> Literal["exact", "made", "free"]:
    if at >= len(own):
        return "free"
    return "exact" if own[at].exact else "made"


def night_picture(race: Race | None, frame: Frame, *, game: str) -> "ShownRace | None":
    """With the sheets of those named, at the last table of each."""
    shown = shown_race(race, frame, title=_("The race of the night"))
    if race is None or shown is None:
        return None
    sheets = [small_sheet(curve.player, curve.latest, game) for curve in race.named]
    return replace(shown, sheets=[sheet for sheet in sheets if sheet])


def table_picture(race: Race | None, frame: Frame) -> "ShownRace | None":
    return shown_race(race, frame, title=_("The race of the table"))


@dataclass(frozen=True)
class FigureRow:
    player: PlayerTag
    totals: list[str]


@dataclass(frozen=True)
class ShownRace:
    title: str
    about: str
    says: str  # what has happened, or empty
    chart: LineChart
    steps: Sequence[int]
    rows: list[FigureRow]
    average: list[str]
    id: str = "race"
    leads_to: str = ""  # what it says
    sheets: list[SmallSheet] = field(default_factory=list)


def shown_race(race: Race | None, frame: Frame, *, title: str) -> ShownRace | None:
    if race is None:
        return None
    named = [Curve(curve.ahead, curve.player.short_name, curve.player.colour) for curve in race.named]
    others = [Curve(other.ahead) for other in race.others]
    about = (
        _("Points ahead of everybody’s average, deal by deal.")
        if race.counts_deals
        else _("Points ahead of everybody’s average, announcement by announcement.")
    )
    return ShownRace(
        title=title,
        about=about,
        says=_says(race),
        chart=line_chart([*named, *others], frame, ring=race.lead_since),
        steps=range(1, len(race.average) + 1),
        rows=[FigureRow(curve.player, _totals(curve)) for curve in race.named],
        average=[number_text(value, places=1) for value in race.average],
    )


def _totals(runner: Runner) -> list[str]:
    return [number_text(total, places=1) for total in runner.totals]


def _says(race: Race) -> str:
    """Where one alone leads, and since when."""
    if race.lead_since is None:
        return ""
    facts = {"name": race.runners[0].player.short_name, "number": race.lead_since}
    if race.lead_since == 1:
        return str(LED_THROUGHOUT) % facts
    if race.counts_deals:
        return _("%(name)s took the lead at deal %(number)d.") % facts
    return _("%(name)s took the lead at announcement %(number)d.") % facts


def places_picture(places: PlacesByRound, frame: Frame) -> ShownRace:
    named = [_line(course, name=course.player.short_name) for course in places.courses[:NAMED]]
    others = [_line(course) for course in places.courses[NAMED:]]
    rounds = len(places.courses[0].places)
    title = _("Place by round")
    if places.group is not None:
        title += " · " + _("Group %(number)s") % {"number": places.group}
    return ShownRace(
        title=title,
        about=_("Places by points after each round; equal points share a place."),
        says=_places_sentence(places),
        chart=line_chart(
            [*named, *others], frame, first=1, ring=places.lead_since and places.lead_since - 1, downwards=True
        ),
        steps=range(1, rounds + 1),
        rows=[FigureRow(course.player, [str(place) for place in course.places]) for course in places.courses[:NAMED]],
        average=[],
        id=f"places-{places.group or 0}",
    )


def _line(course: PlaceCourse, *, name: str = "") -> Curve:
    return Curve(course.places, name, course.player.colour if name else "")


def _places_sentence(places: PlacesByRound) -> str:
    if places.lead_since is None:
        return ""
    facts = {"name": places.courses[0].player.short_name, "number": places.lead_since}
    if places.lead_since == 1:
        return str(LED_THROUGHOUT) % facts
    return _("%(name)s took the lead in round %(number)d.") % facts


BARS = 12
FEWEST = 3
STEP = 22
WIDTH = 16
HEIGHT = 48


@dataclass(frozen=True)
class Bar:
    x: int
    y: int
    height: int
    won: bool
    text: str


@dataclass(frozen=True)
class ShownForm:
    says: str
    bars: list[Bar]
    width: int
    height: int = HEIGHT


def form_picture(tables: Iterable[PlayedTable]) -> ShownForm | None:
    """``tables``: the latest first; those without a place yet are left out. Their list is the picture's table."""
    placed = [(table, table.place) for table in tables if table.place][:BARS]
    if len(placed) < FEWEST:
        return None
    won = sum(place == 1 for _table, place in placed)
    says = ngettext(
        "First %(won)d time at the last %(count)d tables.", "First %(won)d times at the last %(count)d tables.", won
    )
    bars = [_bar(table, place, at) for at, (table, place) in enumerate(reversed(placed))]
    return ShownForm(says % {"won": won, "count": len(placed)}, bars, STEP * len(bars))


def _bar(table: PlayedTable, place: int, at: int) -> Bar:
    height = round(HEIGHT * (table.seats + 1 - place) / table.seats)
    facts = {"date": date_format(table.date, "SHORT_DATE_FORMAT"), "place": place, "seats": table.seats}
    return Bar(at * STEP, HEIGHT - height, height, place == 1, _("%(date)s: %(place)d of %(seats)d") % facts)
