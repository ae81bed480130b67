"""Pictures with their sentences and tables: the race of a night or a table, the bars of its steps, places by round,
and a player's form.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.moments import Gain
from tournaments.selectors.charts import NAMED, Race, Runner
from tournaments.selectors.club.players import PlayedTable
from tournaments.selectors.night.scoreboard import PAGE
from tournaments.selectors.table.cards import PlayerTag, number_text
from tournaments.selectors.tournament.page import PlaceCourse, PlacesByRound
from tournaments.words.charts.lines import NARROW, WIDE, Curve, Frame, LineChart, line_chart

LED_THROUGHOUT = gettext_lazy("%(name)s has led from the beginning.")


def night_picture(race: Race | None, frame: Frame, narrow: Frame | None = None) -> "ShownRace | None":
    return shown_race(race, frame, narrow, title=_("The race of the night"))


def table_picture(race: Race | None) -> "ShownRace | None":
    return shown_race(race, WIDE, NARROW, title=_("The race of the table"))


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
    narrow: LineChart | None = None


def shown_race(race: Race | None, frame: Frame, narrow: Frame | None = None, *, title: str) -> ShownRace | None:
    """With a ``narrow`` frame it is drawn in that one, too."""
    if race is None:
        return None
    about = (
        _("Points ahead of everybody’s average, deal by deal.")
        if race.counts_deals
        else _("Points ahead of everybody’s average, announcement by announcement.")
    )
    return ShownRace(
        title=title,
        about=about,
        says=_says(race),
        chart=_race_chart(race, frame),
        steps=range(1, len(race.average) + 1),
        rows=[FigureRow(curve.player, _totals(curve)) for curve in race.named],
        average=[number_text(value, places=1) for value in race.average],
        narrow=_race_chart(race, narrow) if narrow else None,
    )


def _race_chart(race: Race, frame: Frame) -> LineChart:
    """The race as lines. In a frame that names a kind, axes are named, and people go by their first names."""
    names = [runner.player.short_name for runner in race.named]
    if frame.kind:
        names = first_names(names)
    named = [Curve(runner.ahead, name, runner.player.colour) for runner, name in zip(race.named, names, strict=True)]
    axes = _("Points ahead of the average"), _("Deal") if race.counts_deals else _("Announcement")
    others = [Curve(other.ahead) for other in race.others]
    return line_chart([*named, *others], frame, ring=race.lead_since, axes=axes if frame.kind else ("", ""))


def first_names(names: Sequence[str]) -> list[str]:
    """First names, with an initial where several share one; whole names where that tells nobody apart."""
    firsts = Counter(name.split()[0] for name in names)
    short = [_first_name(name, alone=firsts[name.split()[0]] == 1) for name in names]
    return [name if short.count(short_name) > 1 else short_name for name, short_name in zip(names, short, strict=True)]


def _first_name(name: str, *, alone: bool) -> str:
    first, *rest = name.split()
    return first if alone or not rest else f"{first} {rest[-1][0]}."


BARS = 16
HIGH = 24


@dataclass(frozen=True)
class Spark:
    """A bar for each of somebody's latest steps, with its height and whether it is gold: exact, or a deal won."""

    key: str  # of the row it stands in
    heights: Sequence[tuple[int, bool]]
    floor: int  # negative ones hang below it


def sparks(race: Race | None, page: int) -> list[Spark]:
    """The sparks of the players on this page of the standings."""
    runners = race.runners[(page - 1) * PAGE : page * PAGE] if race else []
    points = [float(gain.points) for runner in runners for gain in runner.gains[-BARS:]]
    low, high = min(0.0, *points, 0.0), max(0.0, *points, 0.0)
    scale = HIGH / ((high - low) or 1)
    return [
        Spark(
            f"p{runner.player.id}",
            [(round(float(gain.points) * scale), _is_gold(gain)) for gain in runner.gains[-BARS:]],
            round(high * scale),
        )
        for runner in runners
    ]


def _is_gold(gain: Gain) -> bool:
    return gain.exact if gain.announced is not None else gain.points > 0


def _totals(runner: Runner) -> list[str]:
    return [number_text(total) for total in runner.totals]


def _says(race: Race) -> str:
    """Who leads alone and since when, in a sentence; empty where nobody does."""
    if race.lead_since is None:
        return ""
    facts = {"name": race.runners[0].player.short_name, "number": race.lead_since}
    if race.lead_since == 1:
        return str(LED_THROUGHOUT) % facts
    if race.counts_deals:
        return _("%(name)s took the lead at deal %(number)d.") % facts
    return _("%(name)s took the lead at announcement %(number)d.") % facts


def places_picture(places: PlacesByRound, frame: Frame) -> ShownRace:
    leading = places.courses[:NAMED]
    names = first_names([course.player.short_name for course in leading])
    named = [_line(course, name=name) for course, name in zip(leading, names, strict=True)]
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
            [*named, *others],
            frame,
            first=1,
            ring=places.lead_since and places.lead_since - 1,
            downwards=True,
            axes=(_("Place"), _("Round")),
        ),
        steps=range(1, rounds + 1),
        rows=[FigureRow(course.player, [str(place) for place in course.places]) for course in leading],
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


TABLES = 12
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
    placed = [(table, table.place) for table in tables if table.place][:TABLES]
    if len(placed) < FEWEST:
        return None
    won = sum(place == 1 for _table, place in placed)
    says = ngettext(
        "First %(won)d time at the last %(count)d tables.", "First %(won)d times at the last %(count)d tables.", won
    )
    texts = [says % {"won": won, "count": len(placed)}, _decided_text(sum(table.decided for table, _place in placed))]
    bars = [_bar(table, place, index) for index, (table, place) in enumerate(reversed(placed))]
    return ShownForm(" ".join(filter(None, texts)), bars, STEP * len(bars))


def _decided_text(count: int) -> str:
    """Why fewer tables stand in the figures beside it."""
    sentence = ngettext(
        "The director decided %(count)d of them; the figures count what was played.",
        "The director decided %(count)d of them; the figures count what was played.",
        count,
    )
    return sentence % {"count": count} if count else ""


def _bar(table: PlayedTable, place: int, index: int) -> Bar:
    height = round(HEIGHT * (table.seats + 1 - place) / table.seats)
    facts = {"date": date_format(table.date, "SHORT_DATE_FORMAT"), "place": place, "seats": table.seats}
    return Bar(index * STEP, HEIGHT - height, height, place == 1, _("%(date)s: %(place)d of %(seats)d") % facts)
