"""By what rules a league is played, in a few phrases."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.leagues.counting import LeagueRules
from tournaments.selectors.numbers import number_text


def league_words(rules: LeagueRules) -> list[str]:
    return list(_phrases(rules))


def _phrases(rules: LeagueRules) -> Iterator[str]:
    yield (
        _("Everybody of a division meets everybody once.")
        if rules.laps == 1
        else _("Everybody of a division meets everybody twice.")
    )
    if rules.seats > 2:
        yield _("At tables of %(seats)s, so that it comes out as evenly as it can.") % {"seats": rules.seats}
        yield _("Whoever is ahead of somebody at the table has won against him.")
    points = {"win": number_text(rules.win), "draw": number_text(rules.draw), "loss": number_text(rules.loss)}
    yield _("A win brings %(win)s, a draw %(draw)s, a defeat %(loss)s.") % points
    yield _("Level on points: the points against each other, then more wins.")
    yield _("The first table at which exactly these players sit counts, on any club night of the season.")
    if rules.moving:
        yield ngettext(
            "%(count)s player of each division changes places with one of the next.",
            "%(count)s players of each division change places with those of the next.",
            rules.moving,
        ) % {"count": rules.moving}
