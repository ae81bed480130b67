"""What can be printed of an event and what it is called, the lines and columns of a score sheet, and what is wrong with
one that is typed in.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.deals import ShowdownDeal
from scoring.games import GAMES
from scoring.result import SeatResult, SheetState
from tournaments.models import Event
from tournaments.selectors.printing import USUAL
from tournaments.selectors.table.cards import TableCard, number_text


@dataclass(frozen=True)
class DealSheet:
    """``table`` is None on a blank one, which has so many ``players``. Of announcements a line is a lap."""

    table: TableCard | None
    players: range
    lines: range


def deal_sheets(event: Event, tables: Sequence[TableCard]) -> list[DealSheet]:
    """One a table; where nobody is seated yet, a blank one of the largest."""
    if not tables:
        return [_sheet(event, None, GAMES[event.game].max_seats)]
    return [_sheet(event, table, len(table.seats)) for table in tables]


def _sheet(event: Event, table: TableCard | None, players: int) -> DealSheet:
    game = GAMES[event.game]
    deals = game.deals_in_all(event.game_rules, seats=players)
    lines = (deals // players if game.sheet == "announcements" else deals) if deals else USUAL
    return DealSheet(table, range(players), range(1, lines + 1))


Layout = Literal["flow", "wide", "cut", "full", "cards"]
"""Text that flows from page to page, upright or across; A6 to be cut apart; one a page; playing cards."""


@dataclass(frozen=True)
class PrintedSheet:
    name: str
    layout: Layout
    part: str
    title: str | Promise
    says: str | Promise


SHEETS = {
    sheet.name: sheet
    for sheet in (
        PrintedSheet(
            "pairings",
            "flow",
            "printing/_pairings.html",
            _("Pairings by table"),
            _("To be pinned up: who sits at which table."),
        ),
        PrintedSheet(
            "names",
            "flow",
            "printing/_names.html",
            _("Pairings by name"),
            _("To be pinned up: everybody finds a table and a seat."),
        ),
        PrintedSheet(
            "place-cards",
            "cut",
            "printing/_place_cards.html",
            _("Place cards"),
            _("To be folded: the name can be read from both sides."),
        ),
        PrintedSheet(
            "slips",
            "cut",
            "printing/_slips.html",
            _("Result slips"),
            _("One a table, for points, places and signatures."),
        ),
        PrintedSheet(
            "pyramids",
            "cut",
            "printing/_pyramids.html",
            _("Pyramid sheets of the tables"),
            _("As they stand now, so that a table can play on with paper."),
        ),
        PrintedSheet(
            "blank-pyramids",
            "cut",
            "printing/_blank_pyramids.html",
            _("Blank pyramid sheets"),
            _("For a game without phones."),
        ),
        PrintedSheet(
            "deals",
            "wide",
            "printing/_deals.html",
            _("Score sheets, deal by deal"),
            _("One a table; they are typed in just as they are written."),
        ),
        PrintedSheet(
            "standings", "flow", "printing/_standings.html", _("Standings"), _("Places and points as they are now.")
        ),
        PrintedSheet(
            "cross-table", "wide", "printing/_cross_table.html", _("Cross-table"), _("Who met whom, and how it went.")
        ),
        PrintedSheet(
            "certificates",
            "full",
            "printing/_certificates.html",
            _("Certificates"),
            _("With the club’s logo, to be signed."),
        ),
        PrintedSheet(
            "prizes", "flow", "printing/_prizes.html", _("Prizes"), _("Who gets which, and why: for the prize giving.")
        ),
        PrintedSheet("rules", "flow", "printing/_rules.html", _("Rules"), _("Of this event, on one sheet of A4.")),
        PrintedSheet(
            "cards",
            "cards",
            "printing/_cards.html",
            _("Cards to cut out"),
            _("The whole deck as it is drawn on the screens."),
        ),
    )
}


OF_THE_END = {"standings", "cross-table", "certificates", "prizes"}


def sheets_for(event: Event) -> list[PrintedSheet]:
    """The sheets that can be printed of an event. Once it is over, those of its end come first."""
    game = GAMES[event.game]
    without: set[str] = set()
    if game.sheet != "announcements":
        without |= {"pyramids", "blank-pyramids"}
    if not game.deck_by(event.game_rules).size:
        without.add("cards")
    if not event.has_rounds:
        without.add("cross-table")
    over = event.status == Event.Status.FINISHED
    if not over:
        without |= {"certificates", "prizes"}
    if event.prizes is None:
        without.add("prizes")
    sheets = [sheet for name, sheet in SHEETS.items() if name not in without]
    return sorted(sheets, key=lambda sheet: over and sheet.name not in OF_THE_END)


CHOICES = {"paper": _("Paper"), "round": _("Rounds"), "whom": _("For whom"), "category": _("Category")}
SIZES = (("a4", "A4"), ("a5", "A5"), ("a6", "A6"))
WHOM = (("first", _("The first three")), ("all", _("Everybody")))
NO_CATEGORY = ("", _("All players"))
WHOM_OF_PRIZES = (("first", _("The first three, and whoever won a prize")), WHOM[1])


READABLE = gettext_lazy("Write what was announced, the trump and what was taken, like 3h2.")
SEATS_SAID = gettext_lazy("Write the seats of the winners, 1 to %(most)s.")
CUBITS = gettext_lazy("Write %(count)s numbers in the order of the seats, a dash where none was noted.")


def missing_words(number: int) -> str:
    return gettext("Deal %(number)s is missing: type it in, or take away those after it.") % {"number": number}


def dealt_by(name: str) -> str:
    return gettext("%(name)s deals.") % {"name": name}


def short_words(deal: ShowdownDeal, names: Sequence[str]) -> str:
    """Who put in less than the others: asked about, not refused (C13)."""
    if not deal.short_of_the_bet:
        return ""
    listed = ", ".join(names[seat] for seat in deal.short_of_the_bet)
    return gettext("Less than the highest bet, %(highest)s: %(names)s.") % {
        "highest": max(deal.paid.values()),
        "names": listed,
    }


def column_words(seat: SeatResult) -> str:
    """How a sheet stands: its total, and how much of it is made."""
    sheet = seat.sheet
    if sheet is None:
        return ""
    announcements_left = sum(sheet.left)
    facts = {"total": number_text(seat.score), "left": announcements_left}
    if not announcements_left:
        return gettext("%(total)s, full") % facts
    return ngettext("%(total)s, %(left)s to go", "%(total)s, %(left)s to go", announcements_left) % facts


def total_problem(total: int, seat: SeatResult, sheet: SheetState) -> str:
    """What is wrong with the total that the paper says; empty where nothing is (V7)."""
    if total % 2:
        return gettext("Totals are even: %(total)s was added up wrongly.") % {"total": total}
    if sheet.lowest <= total <= sheet.highest:
        return ""
    if sum(sheet.left):
        facts = {"total": total, "lowest": sheet.lowest, "highest": sheet.highest}
        return gettext("%(total)s is out of reach with these announcements: %(lowest)s to %(highest)s.") % facts
    params = {"total": total, "sum": number_text(seat.score)}
    return (
        gettext("The paper says %(total)s, these deals come to %(sum)s. Look at both, or leave the total out.") % params
    )
