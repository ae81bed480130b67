from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.selectors.stage.qualification import LevelAtCut, StartLine
from tournaments.selectors.stage.rulings import LevelFirst

REASONS = {
    "seeded": gettext_lazy("by seed"),
    "group-place": gettext_lazy("place %(place)s in group %(group)s"),
    "best-runner-up": gettext_lazy("best runner-up: place %(place)s in group %(group)s"),
    "cut": gettext_lazy("place %(place)s in the stage before"),
    "level": gettext_lazy("level for place %(place)s, in by the director’s word"),
    "by-hand": gettext_lazy("put in by the director"),
}
CUT = ("cut", "group-place", "best-runner-up")
SETTLED = {
    "decided": gettext_lazy("in by the director’s word"),
    "lots": gettext_lazy("in by lot"),
    "play-off": gettext_lazy("in by a play-off"),
}


def reason_words(line: StartLine) -> str:
    """Why somebody is in."""
    reason = str(REASONS[line.reason]) % {"place": line.place, "group": line.group}
    return f"{reason}, {SETTLED[line.settled]}" if line.settled and line.reason in CUT else reason


def level_words(level: LevelAtCut) -> str:
    """Who is level for how many places, in a sentence."""
    facts = {"count": len(level.entrants), "places": level.places, "group": level.group}
    if level.among_runners_up:
        words = ngettext(
            "%(count)s are level for the last place of the best runners-up",
            "%(count)s are level for the last %(places)s places of the best runners-up",
            level.places,
        )
    elif level.group:
        words = ngettext(
            "Group %(group)s: %(count)s are level for the last place",
            "Group %(group)s: %(count)s are level for the last %(places)s places",
            level.places,
        )
    else:
        words = ngettext(
            "%(count)s are level for the last place",
            "%(count)s are level for the last %(places)s places",
            level.places,
        )
    return words % facts


def first_words(level: LevelFirst) -> str:
    """Who is level for first place, in a sentence."""
    facts = {"count": len(level.entrants), "group": level.group}
    if level.shared:
        one, many = _("%(count)s share first place"), _("Group %(group)s: %(count)s share first place")
    else:
        one, many = _("%(count)s are level for first place"), _("Group %(group)s: %(count)s are level for first place")
    return (many if level.group else one) % facts
