"""Place by round as a picture."""

from django.utils.translation import gettext as _

from tournaments.selectors.pictures.race import NAMED
from tournaments.selectors.tournament.by_round import PlaceCourse, PlacesByRound
from tournaments.words.pictures.lines import Curve, Frame, line_chart
from tournaments.words.pictures.race import FigureRow, ShownRace


def places_picture(found: PlacesByRound, frame: Frame) -> ShownRace:
    named = [_line(each, name=each.player.short_name) for each in found.courses[:NAMED]]
    others = [_line(each) for each in found.courses[NAMED:]]
    rounds = len(found.courses[0].places)
    title = _("Place by round")
    if found.group is not None:
        title += " · " + _("Group %(number)s") % {"number": found.group}
    return ShownRace(
        title=title,
        about=_("Places by points after each round; equal points share a place."),
        says=_says(found),
        chart=line_chart(
            [*named, *others], frame, first=1, ring=found.lead_since and found.lead_since - 1, downwards=True
        ),
        steps=range(1, rounds + 1),
        rows=[FigureRow(each.player, [str(place) for place in each.places]) for each in found.courses[:NAMED]],
        average=[],
        id=f"places-{found.group or 0}",
    )


def _line(course: PlaceCourse, *, name: str = "") -> Curve:
    return Curve(course.places, name, course.player.colour if name else "")


def _says(found: PlacesByRound) -> str:
    if found.lead_since is None:
        return ""
    facts = {"name": found.courses[0].player.short_name, "number": found.lead_since}
    if found.lead_since == 1:
        return _("%(name)s has led from the beginning.") % facts
    return _("%(name)s took the lead in round %(number)d.") % facts
