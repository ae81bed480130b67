"""The texts of the tie-breaks in the reader's language."""

from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.formats.standings.tiebreaks import TIEBREAKS

NAMES = {key: gettext_lazy(tiebreak.name) for key, tiebreak in TIEBREAKS.items()}
NAMES["wins"] = pgettext_lazy("tie-break", "Wins")

DEFINITIONS = {key: gettext_lazy(tiebreak.definition) for key, tiebreak in TIEBREAKS.items()}

AT_LARGER_TABLES = {
    key: gettext_lazy(tiebreak.at_larger_tables) for key, tiebreak in TIEBREAKS.items() if tiebreak.at_larger_tables
}

# The source of a definition; of many it is a name and numbers, which are the same in each language.
SOURCES = {key: gettext_lazy(tiebreak.source) for key, tiebreak in TIEBREAKS.items()}

# Heads of narrow columns; the name and the definition stand behind them.
SHORT = {
    "score": pgettext_lazy("tie-break", "Pts"),
    "wins": pgettext_lazy("tie-break", "Wins"),
    "direct-encounter": pgettext_lazy("tie-break", "DE"),
    "buchholz": pgettext_lazy("tie-break", "BH"),
    "buchholz-cut-1": pgettext_lazy("tie-break", "BH-1"),
    "buchholz-median": pgettext_lazy("tie-break", "BH-M"),
    "sonneborn-berger": pgettext_lazy("tie-break", "SB"),
    "opponents-average": pgettext_lazy("tie-break", "Opp."),
    "progressive": pgettext_lazy("tie-break", "Prog."),
    "exact-announcements": pgettext_lazy("tie-break", "Exact"),
    "points-per-announcement": pgettext_lazy("tie-break", "Pts/ann."),
    "net-cubits": pgettext_lazy("tie-break", "Net"),
    "firsts": pgettext_lazy("tie-break", "1st"),
    "seconds": pgettext_lazy("tie-break", "2nd"),
    "lots": pgettext_lazy("tie-break", "Lot"),
    "decided": pgettext_lazy("tie-break", "Decided"),
}
