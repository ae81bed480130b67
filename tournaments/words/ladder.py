"""A ladder in words: its rules, what happened on it, and its picture."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.formats.ladders import LadderRules
from tournaments.selectors.charts import LINES, NAMED
from tournaments.selectors.ladder import LadderPage, LadderPlace, MoveLine
from tournaments.words.charts.lines import Curve, Frame, line_chart
from tournaments.words.charts.race import FigureRow, ShownRace


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
    if not page.places or page.places[0].place != 1:
        return ""
    return _("%(name)s stands highest.") % {"name": page.places[0].player.short_name}


def challenge_text(place: LadderPlace) -> str:
    """Whose open challenge it is, as the player of this place sees it."""
    challenge = place.challenge
    if challenge is None:
        return ""
    if challenge.challenger.id == place.player.id:
        return _("challenges %(name)s") % {"name": challenge.challenged.short_name}
    return _("challenged by %(name)s") % {"name": challenge.challenger.short_name}


def ladder_picture(page: LadderPage, frame: Frame) -> ShownRace | None:
    """The places after each of the latest moves, of who has stood on it all the while."""
    if len(page.courses) < 2:
        return None
    named, others = page.courses[:NAMED], page.courses[NAMED:LINES]
    curves = [Curve(curve.places, curve.player.short_name, curve.player.colour) for curve in named]
    steps = len(page.courses[0].places)
    return ShownRace(
        title=_("How it came to be"),
        about=_("The places after each of the latest moves, of who has stood on the ladder all the while."),
        says=headline(page),
        chart=line_chart([*curves, *(Curve(other.places, "", "") for other in others)], frame, first=0, downwards=True),
        steps=range(steps),
        rows=[FigureRow(curve.player, [str(place) for place in curve.places]) for curve in named],
        average=[],
        id="ladder",
    )


TAKES = {
    "place": gettext_lazy("Whoever wins takes the place, and all between move down by one."),
    "exchange": gettext_lazy("Whoever wins exchanges places with the other one."),
}


def ladder_words(rules: LadderRules) -> list[str]:
    reach = ngettext(
        "Whoever stands %(count)s place above can be challenged.",
        "Whoever stands up to %(count)s places above can be challenged.",
        rules.reach,
    )
    days = ngettext(
        "The two sit at one table within %(count)s day: any table of a club night, with others or alone.",
        "The two sit at one table within %(count)s days: any table of a club night, with others or alone.",
        rules.days,
    )
    return [
        reach % {"count": rules.reach},
        days % {"count": rules.days},
        str(TAKES[rules.takes]),
        _("Tied, the place is held. Everybody has one challenge at a time."),
    ]
