"""What a season counts, in a few phrases."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.formats.seasons.counting import SeasonRules
from tournaments.selectors.club.contests import every_contest
from tournaments.selectors.numbers import number_text
from tournaments.words.club.contests import contest_name

EVENTS = {
    "nights": gettext_lazy("all club nights"),
    "tournaments": gettext_lazy("all tournaments"),
    "all": gettext_lazy("all club nights and tournaments"),
    "chosen": gettext_lazy("only events that a director chooses"),
}
POINTS = {
    "table": gettext_lazy("a table of points by place"),
    "places": gettext_lazy("a point for each player left behind, and one for coming"),
    "score": gettext_lazy("the game’s own score"),
    "average": gettext_lazy("the average a deal, so that tables of different sizes compare"),
}
TIE_BREAKS = {
    "wins": gettext_lazy("more first places, then second, then third"),
    "best": gettext_lazy("the better best event, then the next best"),
    "every": gettext_lazy("points of all events, with those dropped"),
    "events": gettext_lazy("more events"),
    "newest": gettext_lazy("the better newest event, then the one before"),
}


def contest_choices() -> list[tuple[str, str]]:
    return [(contest.key, contest_name(contest)) for contest in every_contest()]


def rules_words(rules: SeasonRules) -> list[str]:
    """From what counts to what tells apart who is level."""
    return list(_phrases(rules))


def _phrases(rules: SeasonRules) -> Iterator[str]:
    contests = dict(contest_choices())
    yield _("What counts: %(events)s.") % {"events": EVENTS[rules.events]}
    if rules.contests:
        games = ", ".join(contests[key] for key in rules.contests if key in contests)
        yield _("Games: %(games)s.") % {"games": games}
    yield _points(rules)
    if rules.best:
        yield ngettext(
            "The best %(count)s event of each player counts, the others are dropped.",
            "The best %(count)s events of each player count, the others are dropped.",
            rules.best,
        ) % {"count": rules.best}
    if rules.least > 1:
        yield ngettext(
            "Only who comes to %(count)s event has a place.",
            "Only who comes to %(count)s events has a place.",
            rules.least,
        ) % {"count": rules.least}
    if rules.planned:
        text = ngettext("The season has %(count)s event.", "The season has %(count)s events.", rules.planned)
        yield text % {"count": rules.planned}
    if rules.chain:
        names = "; ".join(str(TIE_BREAKS[each]) for each in rules.chain)
        yield _("Level on points: %(names)s.") % {"names": names}


def _points(rules: SeasonRules) -> str:
    if rules.points != "table":
        return _("Each event brings %(points)s.") % {"points": POINTS[rules.points]}
    listed = " – ".join(map(number_text, rules.table))
    text = _("Each event brings by place: %(table)s.") % {"table": listed}
    if rules.coming:
        text += " " + _("Whoever comes in below: %(points)s.") % {"points": number_text(rules.coming)}
    return text
