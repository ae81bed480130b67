"""What is said of a list that is brought in."""

from collections.abc import Sequence
from typing import Protocol

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

FAULTS = {
    "name-missing": gettext_lazy("The name is missing."),
    "letter": gettext_lazy("A letter of the name cannot be read; save the file as UTF-8."),
    "name-twice": gettext_lazy("“%(name)s” is on line %(line)s already."),
    "players": gettext_lazy("Say who sits at this table, by seat: two or more, each once, with “/” between."),
    "table": gettext_lazy("The number of the table is missing."),
    "payload": gettext_lazy("This cannot be read. Leave it as export has written it."),
    "deal-missing": gettext_lazy("Fill in who declared, what was announced and what was taken."),
    "declarer": gettext_lazy("“%(name)s” does not sit at this table."),
    "number": gettext_lazy("“%(text)s” is not a number."),
    "score-line": gettext_lazy("This line is none that the file of tables to check has."),
    "other-rules": gettext_lazy("This table was played by other rules than this night has. Open a night with these."),
    "round": gettext_lazy("The number of the round is missing."),
    "round-missing": gettext_lazy("Round %(round)s, which comes before, is missing."),
    "places": gettext_lazy("These places do not fit together: whoever is level has the better one, as in 1, 2, 2, 4."),
    "table-small": gettext_lazy("Fewer than two sit at this table."),
    "table-differs": gettext_lazy(
        "Of table %(table)s in round %(round)s the files do not say the same: who sits there, in this order?"
    ),
    "trf-people": gettext_lazy("The report names %(told)s players and holds %(read)s: a part of it is missing."),
    "trf-number": gettext_lazy("“%(text)s” is not a starting number."),
    "trf-number-twice": gettext_lazy("Number %(number)s is another player’s already, or there are too many."),
    "trf-name": gettext_lazy("The name is missing."),
    "trf-points": gettext_lazy("“%(text)s” is not a number."),
    "trf-opponent": gettext_lazy("Round %(round)s: there is no other player with the number %(number)s."),
    "trf-result": gettext_lazy("“%(text)s” is not a result."),
    "trf-differs": gettext_lazy("Round %(round)s: of %(name)s and %(other)s each line says something else."),
    "trf-points-differ": gettext_lazy(
        "Points of %(name)s: %(told)s in the file, %(here)s by the plan. Let the plan count points as the file does."
    ),
    "nickname": gettext_lazy("The nickname is longer than %(most)s letters."),
}
SEPARATORS = {";": gettext_lazy("semicolons"), ",": gettext_lazy("commas"), "\t": gettext_lazy("tabs")}


class Guessed(Protocol):
    @property
    def encoding(self) -> str: ...
    @property
    def separator(self) -> str: ...
    @property
    def left_out(self) -> Sequence[str]: ...


def line_fault(code: str, **params: object) -> str:
    return str(FAULTS[code]) % params


def how_it_was_read(sheet: Guessed) -> str:
    if not sheet.separator:
        return _("Read as %(encoding)s.") % {"encoding": sheet.encoding}
    facts = {"encoding": sheet.encoding, "separator": SEPARATORS[sheet.separator]}
    said = _("Read as %(encoding)s, with %(separator)s between columns.") % facts
    if sheet.encoding == "JSON":
        said = _("Read as JSON.")
    if sheet.left_out:
        said += " " + _("Left out: %(columns)s.") % {"columns": get_text_list(list(sheet.left_out), _("and"))}
    return said


def deals_brought(count: int) -> str:
    text = ngettext("%(count)s deal was brought in.", "%(count)s deals were brought in.", count)
    return text % {"count": count}


def players_brought(count: int) -> str:
    text = ngettext("%(count)s player is new on the list.", "%(count)s players are new on the list.", count)
    return text % {"count": count}


def table_with_deals(number: int, *, deals: int) -> str:
    text = ngettext("Table %(number)s, %(count)s deal", "Table %(number)s, %(count)s deals", deals)
    return text % {"number": number, "count": deals}


def seats_between(seats: int) -> str:
    """How the names of a table are written."""
    text = ngettext(
        "%(count)s player, by seat, with “/” between.", "%(count)s players, by seat, with “/” between.", seats
    )
    return text % {"count": seats}
