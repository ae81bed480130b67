"""What other pages can show in a frame, by name."""

from django.utils.translation import gettext as _

from tournaments.selectors.connections.embedding import FramedPart, FramedTable


def framed_words(frame: FramedPart) -> str:
    if frame.event is None:
        return _("Whatever is played in the club, or was played last")
    if frame.bracket:
        return _("%(event)s: bracket") % {"event": frame.event.name}
    return _("%(event)s: standings") % {"event": frame.event.name}


def counted_words(table: FramedTable) -> str:
    """What heads the last column; empty where there is none."""
    return {"points": _("Points"), "lives": _("Lives"), "places": ""}[table.counted]
