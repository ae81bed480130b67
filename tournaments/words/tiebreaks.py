"""What tie-breaks are called, and what they mean: the texts of standings/tiebreaks.py in the reader's language."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

NAMES = {
    "score": _("Score"),
    "wins": pgettext_lazy("tie-break", "Wins"),
    "direct-encounter": _("Direct encounter"),
    "buchholz": _("Buchholz"),
    "buchholz-cut-1": _("Buchholz cut-1"),
    "buchholz-median": _("Median Buchholz"),
    "sonneborn-berger": _("Sonneborn–Berger"),
    "opponents-average": _("Opponents' average"),
    "progressive": _("Progressive score"),
    "exact-announcements": _("Exact announcements"),
    "points-per-announcement": _("Points per announcement"),
    "net-cubits": _("Net cubits"),
    "firsts": _("Firsts"),
    "seconds": _("Seconds"),
    "lots": _("Drawn lots"),
    "decided": _("Decided at the table"),
}

DEFINITIONS = {
    "score": _("The event points of all rounds, byes and forfeits included."),
    "wins": _("Rounds that brought the points of a win: alone in first place, a forfeit win, or a bye worth as much."),
    "direct-encounter": _(
        "The results among those who are tied, as long as all have met or whoever leads cannot be caught; repeated "
        "among those it leaves tied. Forfeits do not count, except in a round robin."
    ),
    "buchholz": _(
        "The sum of the opponents' scores. A round without a game counts an opponent with one's own score; by the "
        "rules of 2026 with no more than who was due has, or than draws in every round bring."
    ),
    "buchholz-cut-1": _(
        "Buchholz without the lowest round; a round given up (requested bye, absence, forfeit) is cut first."
    ),
    "buchholz-median": _("Buchholz cut-1 without the highest round as well."),
    "sonneborn-berger": _(
        "The scores of the opponents one has beaten, and half the scores of those one has drawn with."
    ),
    "opponents-average": _("The average score of the opponents one has met."),
    "progressive": _("The sum of the scores one had after each round: early points count more."),
    "exact-announcements": _("How often the tricks taken were the tricks announced, over all tables played."),
    "points-per-announcement": _("The points scored at the tables over the announcements made there."),
    "net-cubits": _("Cubits won less cubits lost, over all tables where they were noted."),
    "firsts": _("Tables finished in first place; a place shared by k counts 1/k for each place it covers."),
    "seconds": _("Tables finished in second place; a place shared by k counts 1/k for each place it covers."),
    "lots": _("Everybody's lot, drawn from the seed stored with the event; the lower number stands higher."),
    "decided": _("The order the director recorded, where it names everybody who is still tied."),
}

AT_LARGER_TABLES = {
    "direct-encounter": _(
        "At a table of three or more every two have met: 1 for the better place, ½ for the same one."
    ),
    "buchholz": _("At a table of three or more the average of the opponents' scores: every round weighs the same."),
    "buchholz-cut-1": _("At a table of three or more the whole round is cut."),
    "buchholz-median": _("At a table of three or more whole rounds are cut."),
    "sonneborn-berger": _(
        "At a table of three or more the scores of those placed lower and half the scores of those who "
        "share the place, divided by the number of opponents there."
    ),
}

# Where a definition is from, if more than a name and numbers say so.
CITED = {
    "score": _("FIDE C.07 (2024) article 4"),
    "direct-encounter": _("FIDE C.07 (2024) article 6"),
    "opponents-average": _("FIDE C.07 (2024) 8.1 and 10.1, by score in place of rating"),
    "exact-announcements": _("Vilnius, as V6 breaks equal totals at a table"),
    "points-per-announcement": _("Vilnius, as V10 compares unfinished sheets"),
    "firsts": _("FIDE C.07 (2024) 7.2, for places"),
    "decided": _("FIDE C.07 (2024) article 3, play-offs"),
}

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
