"""What is said of players who become anonymous, are merged, or deleted."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.selectors.club.people.merging import MergePreview
from tournaments.services.refusals import Refused
from tournaments.words.refusals import refusal_text

ANONYMISED = gettext_lazy("Anonymous from now on. For seven days the name can be given back.")
NAMED_AGAIN = gettext_lazy("The name is back, and everything is as it was.")
BY_THE_CLUB = gettext_lazy("somebody of the club")
DELETED = gettext_lazy("Deleted.")
PARTED = gettext_lazy("They are two again. What was moved is back.")


def merged(gone: str, into: str) -> str:
    return _("%(gone)s is %(into)s from now on.") % {"gone": gone, "into": into}


def against(preview: MergePreview) -> str:
    """Why these two cannot be merged; empty where they can."""
    names = {"name": preview.gone.name, "other": preview.into.name}
    if preview.refused:
        return refusal_text(Refused(preview.refused, **names))
    if preview.met:
        return refusal_text(Refused("merge-met", **names, events=[event.name for event in preview.met]))
    return ""
