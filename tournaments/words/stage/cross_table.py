from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.selectors.stage.cross_table import CrossTurn, Outcome

OUTCOMES: Mapping[Outcome, str | Promise] = {
    "won": gettext_lazy("won"),
    "drawn": gettext_lazy("drawn"),
    "lost": gettext_lazy("lost"),
    "won-by-forfeit": gettext_lazy("won by forfeit"),
    "forfeit": gettext_lazy("forfeit"),
    "playing": gettext_lazy("playing"),
}


def turn_words(turn: CrossTurn) -> str:
    """Where two sit, the result and against whom; else the place."""
    if turn.bye:
        return _("bye")
    if turn.asked:
        return _("bye on request")
    if turn.mark and turn.against:
        return _("%(result)s against %(number)d") % {"result": turn.mark.text, "number": turn.against}
    if turn.mark:
        return str(OUTCOMES[turn.mark.outcome])
    return _("place %(place)d") % {"place": turn.place} if turn.place else "–"
