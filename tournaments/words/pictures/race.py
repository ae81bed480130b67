"""The race of a night as a picture: the sentence that says what it shows, its lines, and its table."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.selectors.numbers import number_text
from tournaments.selectors.pictures.race import Race, Runner
from tournaments.selectors.table.cards import PlayerTag
from tournaments.words.pictures.lines import Frame, Line, LineChart, line_chart


def night_picture(race: Race | None, frame: Frame) -> "ShownRace | None":
    return shown_race(race, frame, title=_("The race of the night"))


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
    steps: range
    rows: list[FigureRow]
    average: list[str]
    id: str = "race"


def shown_race(race: Race | None, frame: Frame, *, title: str) -> ShownRace | None:
    if race is None:
        return None
    named = [Line(each.ahead, each.player.short_name, each.player.colour) for each in race.named]
    others = [Line(each.ahead) for each in race.others]
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
