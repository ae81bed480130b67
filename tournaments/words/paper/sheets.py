"""What can be printed of an event, and what it is called."""

from dataclasses import dataclass
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.games import GAMES
from tournaments.models import Event

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
            "paper/_pairings.html",
            _("Pairings by table"),
            _("To be pinned up: who sits at which table."),
        ),
        PrintedSheet(
            "names",
            "flow",
            "paper/_names.html",
            _("Pairings by name"),
            _("To be pinned up: everybody finds a table and a seat."),
        ),
        PrintedSheet(
            "place-cards",
            "cut",
            "paper/cut/_place_cards.html",
            _("Place cards"),
            _("To be folded: the name can be read from both sides."),
        ),
        PrintedSheet(
            "slips",
            "cut",
            "paper/cut/_slips.html",
            _("Result slips"),
            _("One a table, for points, places and signatures."),
        ),
        PrintedSheet(
            "pyramids",
            "cut",
            "paper/cut/_pyramids.html",
            _("Pyramid sheets of the tables"),
            _("As they stand now: a table goes on upon paper."),
        ),
        PrintedSheet(
            "blank-pyramids",
            "cut",
            "paper/cut/_blank_pyramids.html",
            _("Blank pyramid sheets"),
            _("For a game without phones."),
        ),
        PrintedSheet(
            "deals",
            "wide",
            "paper/_deals.html",
            _("Score sheets, deal by deal"),
            _("One a table; they are typed in just as they are written."),
        ),
        PrintedSheet(
            "standings", "flow", "paper/_standings.html", _("Standings"), _("Places and points as they are now.")
        ),
        PrintedSheet(
            "cross-table", "wide", "paper/_cross_table.html", _("Cross-table"), _("Who met whom, and how it went.")
        ),
        PrintedSheet(
            "certificates",
            "full",
            "paper/cut/_certificates.html",
            _("Certificates"),
            _("With the club’s crest, to be signed."),
        ),
        PrintedSheet("rules", "flow", "paper/_rules.html", _("Rules"), _("Of this event, on one sheet of A4.")),
        PrintedSheet(
            "cards",
            "cards",
            "paper/cut/_cards.html",
            _("Cards to cut out"),
            _("The whole deck as it is drawn on the screens."),
        ),
    )
}


def sheets_for(event: Event) -> list[PrintedSheet]:
    """Those that there can be of it."""
    game = GAMES[event.game]
    without: set[str] = set()
    if game.sheet != "announcements":
        without |= {"pyramids", "blank-pyramids"}
    if not game.deck_by(event.game_rules).size:
        without.add("cards")
    if event.kind == Event.Kind.CLUB_NIGHT:
        without.add("cross-table")
    if event.status != Event.Status.FINISHED:
        without.add("certificates")
    return [sheet for name, sheet in SHEETS.items() if name not in without]


CHOICES = {"paper": _("Paper"), "round": _("Rounds"), "whom": _("For whom")}
SIZES = (("a4", "A4"), ("a5", "A5"), ("a6", "A6"))
WHOM = (("first", _("The first three")), ("all", _("Everybody")))
