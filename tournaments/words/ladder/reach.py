"""By what rules a ladder is climbed, in a few phrases."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.formats.ladders.reach import LadderRules

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
        _("Level, the place is held. Everybody has one challenge at a time."),
    ]
