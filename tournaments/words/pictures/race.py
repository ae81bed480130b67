"""The race of a night as a picture: the sentence that says what it shows, its lines, and its table."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from tournaments.selectors.numbers import number_text
from tournaments.selectors.pictures.race import Race, Runner
from tournaments.selectors.table.cards import PlayerTag
from tournaments.words.pictures.lines import Curve, Frame, LineChart, line_chart
from tournaments.words.pictures.sheets import SmallSheet, small_sheet


def night_picture(race: Race | None, frame: Frame, *, game: str) -> "ShownRace | None":
    """With the sheets of those named, at the last table of each."""
    shown = shown_race(race, frame, title=_("The race of the night"))
    if race is None or shown is None:
        return None
    sheets = [small_sheet(each.player, each.latest, game) for each in race.named]
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
    named = [Curve(each.ahead, each.player.short_name, each.player.colour) for each in race.named]
    others = [Curve(each.ahead) for each in race.others]
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
        rows=[FigureRow(each.player, _totals(each)) for each in race.named],
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
        return _("%(name)s has led from the beginning.") % facts
    if race.counts_deals:
        return _("%(name)s took the lead at deal %(number)d.") % facts
    return _("%(name)s took the lead at announcement %(number)d.") % facts
