"""What happened on a ladder, and its picture."""

from django.utils.translation import gettext as _

from tournaments.selectors.ladder.page import LadderPage, MoveLine, Rung
from tournaments.selectors.pictures.race import LINES, NAMED
from tournaments.words.pictures.lines import Curve, Frame, line_chart
from tournaments.words.pictures.race import FigureRow, ShownRace


def move_text(move: MoveLine) -> str:
    facts = {
        "name": move.player.short_name,
        "other": move.other.short_name if move.other else "",
        "place": move.now,
        "was": move.was,
    }
    if move.kind == "joined":
        return _("%(name)s joins at place %(place)s.") % facts
    if move.kind == "left":
        return _("%(name)s leaves place %(was)s.") % facts
    if move.kind == "placed":
        return _("%(name)s is put from place %(was)s to place %(place)s.") % facts
    if move.kind == "held":
        return _("%(other)s holds the place against %(name)s.") % facts
    if move.now == move.was:
        return _("%(name)s beats %(other)s; the places stay.") % facts
    return _("%(name)s beats %(other)s and takes place %(place)s.") % facts


def headline(page: LadderPage) -> str:
    if not page.rungs or page.rungs[0].place != 1:
        return ""
    return _("%(name)s stands highest.") % {"name": page.rungs[0].player.short_name}


def challenge_text(rung: Rung) -> str:
    """Of whom the challenge is that is open, as the one of this rung sees it."""
    found = rung.challenge
    if found is None:
        return ""
    if found.challenger.id == rung.player.id:
        return _("challenges %(name)s") % {"name": found.challenged.short_name}
    return _("challenged by %(name)s") % {"name": found.challenger.short_name}


def ladder_picture(page: LadderPage, frame: Frame) -> ShownRace | None:
    """The places after each of the latest moves, of who has stood on it all the while."""
    if len(page.courses) < 2:
        return None
    named, others = page.courses[:NAMED], page.courses[NAMED:LINES]
    curves = [Curve(each.places, each.player.short_name, each.player.colour) for each in named]
    steps = len(page.courses[0].places)
    return ShownRace(
        title=_("How it came to be"),
        about=_("The places after each of the latest moves, of who has stood on the ladder all the while."),
        says=headline(page),
        chart=line_chart([*curves, *(Curve(each.places, "", "") for each in others)], frame, first=0, downwards=True),
        steps=range(steps),
        rows=[FigureRow(each.player, [str(place) for place in each.places]) for each in named],
        average=[],
        id="ladder",
    )
