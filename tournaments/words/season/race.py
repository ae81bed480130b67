"""The race of a season as a picture, and its table."""

from statistics import fmean

from django.utils.translation import gettext as _

from tournaments.selectors.numbers import number_text
from tournaments.selectors.pictures.race import NAMED
from tournaments.selectors.season.page import SeasonPage
from tournaments.words.pictures.lines import Curve, Frame, line_chart
from tournaments.words.pictures.race import FigureRow, ShownRace

SHORTEST = 2  # events; of one there is no race


def season_picture(page: SeasonPage, frame: Frame) -> ShownRace | None:
    """Of the events that are over. The average is that of all who are drawn."""
    courses = [(page.tags[who], course) for who, course in page.stands.courses.items() if who in page.tags]
    events = len(page.stands.events)
    if events < SHORTEST or not courses:
        return None
    average = [fmean(course[event] for _tag, course in courses) for event in range(events)]
    curves = [
        Curve(
            [own - room for own, room in zip(course, average, strict=True)],
            player.short_name if at < NAMED else "",
            player.colour if at < NAMED else "",
        )
        for at, (player, course) in enumerate(courses)
    ]
    return ShownRace(
        title=_("The race of the season"),
        about=_("Points ahead of the average, event by event; what is dropped is not in them."),
        says=_says(page),
        chart=line_chart(curves, frame, first=1),
        steps=range(1, events + 1),
        rows=[
            FigureRow(player, [number_text(each, places=1) for each in course]) for player, course in courses[:NAMED]
        ],
        average=[number_text(each, places=1) for each in average],
    )


def _says(page: SeasonPage) -> str:
    """Since which event the one who leads now has been ahead of everybody, alone."""
    first, *others = page.stands.courses.values()
    leads = [all(course[event] < points for course in others) for event, points in enumerate(first)]
    player = next(iter(page.stands.courses))
    if not leads[-1] or player not in page.tags:
        return ""
    since = len(leads) - leads[::-1].index(False) if False in leads else 0
    facts = {"name": page.tags[player].short_name, "number": since + 1}
    if since == 0:
        return _("%(name)s has led from the beginning.") % facts
    return _("%(name)s has led since event %(number)s.") % facts
