from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.models import Ruling


def ruling_words(ruling: Ruling, names: Sequence[str] | None) -> str:
    """A ruling on a table; ``names`` are those of the seats, None where these are others by now."""
    if names is None:
        return str(ruling.get_kind_display()).capitalize()
    if ruling.kind == Ruling.Kind.DECISION:
        order = sorted(zip(ruling.value, names, strict=True))
        return _("Decided by the director: %(places)s") % {
            "places": ", ".join(f"{place}. {name}" for place, name in order)
        }
    if ruling.kind == Ruling.Kind.FORFEIT:
        return _("Did not play: %(names)s") % {"names": ", ".join(names[seat] for seat in ruling.value)}
    return str(ruling.get_kind_display()).capitalize()
