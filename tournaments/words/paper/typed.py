"""What is said of a sheet while it is typed in."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.deals import ShowdownDeal
from scoring.result import SeatResult, SheetState
from tournaments.selectors.numbers import number_text

READABLE = gettext_lazy("Write what was announced, the trump and what was taken, like 3h2.")
SEATS_SAID = gettext_lazy("Write the seats of the winners, 1 to %(most)s.")
CUBITS = gettext_lazy("Write %(count)s numbers in the order of the seats, a dash where none was noted.")


def missing_words(number: int) -> str:
    return _("Deal %(number)s is missing: type it in, or take away those after it.") % {"number": number}


def dealt_by(name: str) -> str:
    return _("%(name)s deals.") % {"name": name}


def short_words(deal: ShowdownDeal, names: Sequence[str]) -> str:
    """Who put in less than the others: asked about, not refused (C13)."""
    if not deal.short_of_the_bet:
        return ""
    listed = ", ".join(names[seat] for seat in deal.short_of_the_bet)
    return _("Less than the highest bet, %(highest)s: %(names)s.") % {
        "highest": max(deal.paid.values()),
        "names": listed,
    }


def column_words(seat: SeatResult) -> str:
    """How a sheet stands: its total, and how much of it is made."""
    sheet = seat.sheet
    if sheet is None:
        return ""
    left = sum(sheet.left)
    facts = {"total": number_text(seat.score), "left": left}
    if not left:
        return _("%(total)s, full") % facts
    return ngettext("%(total)s, %(left)s to go", "%(total)s, %(left)s to go", left) % facts


def total_problem(total: int, seat: SeatResult, sheet: SheetState) -> str:
    """What is wrong with the total that the paper says; empty where nothing is (V7)."""
    if total % 2:
        return _("Totals are even: %(total)s was added up wrongly.") % {"total": total}
    if sheet.lowest <= total <= sheet.highest:
        return ""
    if sum(sheet.left):
        facts = {"total": total, "lowest": sheet.lowest, "highest": sheet.highest}
        return _("%(total)s is out of reach with these announcements: %(lowest)s to %(highest)s.") % facts
    said = {"total": total, "sum": number_text(seat.score)}
    return _("The paper says %(total)s, these deals come to %(sum)s. Look at both, or leave the total out.") % said
