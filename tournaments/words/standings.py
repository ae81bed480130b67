"""What stands above standings and in them: who leads or has won, who goes on, where people play now, and tie-breaks."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.formats.plan import read_plan
from tournaments.formats.standings.tiebreaks import TIEBREAKS
from tournaments.models import Event, Stage
from tournaments.selectors.night.standings import EventPage
from tournaments.selectors.stage.history import CrossTurn, Outcome
from tournaments.selectors.stage.places import PlaceRow
from tournaments.selectors.stage.rounds import NameLine, RoundView
from tournaments.selectors.table.cards import MatchScore, number_text
from tournaments.words.charts.race import first_names

Patterns = Mapping[str, str | Promise]

LEADS: Patterns = {
    "by": gettext_lazy("{name} leads by {margin}"),
    "alone": gettext_lazy("{name} leads"),
    "before": gettext_lazy("{name} leads, {tied} are tied for second"),
    "two": gettext_lazy("{name} and {other} are tied for first"),
    "more": gettext_lazy("{count} are tied for first"),
}
WON: Patterns = {
    "by": gettext_lazy("{name} won by {margin}"),
    "alone": gettext_lazy("{name} won"),
    "before": gettext_lazy("{name} won, {tied} share second place"),
    "two": gettext_lazy("{name} and {other} share first place"),
    "more": gettext_lazy("{count} share first place"),
}


@dataclass(frozen=True)
class Lead:
    """``patterns`` as static/js/scoreboard.js fills them in when figures change."""

    text: str
    patterns: str = ""


def night_lead(page: EventPage) -> Lead:
    """By how much only where points say who is ahead."""
    event = page.event
    words = _words(event)
    if event.by_average:
        words = {**words, "by": words["alone"]}
    rows = [row for row in page.standings if row.average is not None]
    leaders = [row.player.short_name for row in rows if row.leads]
    margin = rows[0].points - rows[1].points if len(rows) > 1 else Fraction(0)
    patterns = json.dumps({name: str(text) for name, text in words.items()})
    return Lead(_text(words, leaders, margin), patterns if event.status == Event.Status.OPEN else "")


def stage_lead(rows: Sequence[PlaceRow], event: Event) -> Lead | None:
    """None while nobody has a place that tells anything, as before the first result."""
    leaders = [row.person.tag.short_name for row in rows if row.place == 1]
    second = sum(row.place == 2 for row in rows)
    return Lead(_text(_words(event), leaders, Fraction(0), tied=second)) if leaders else None


@dataclass(frozen=True)
class CutLine:
    after: int
    text: str


@dataclass(frozen=True)
class NowAt:
    """What standings say beside the figures: by player, where they play, and how many go on."""

    seats: Mapping[int, str]
    cut: CutLine | None


def now_at(view: RoundView | None, following: Stage | None) -> NowAt:
    """``following``: the stage that comes next."""
    return NowAt(_seats(view) if view and view.open else {}, _cut(following) if following else None)


def _seats(view: RoundView) -> dict[int, str]:
    lines = view.names
    first = dict(
        zip([line.player.id for line in lines], first_names([line.player.short_name for line in lines]), strict=True)
    )
    return {line.player.id: _seat(line, first) for line in lines}


def _seat(line: NameLine, first: Mapping[int, str]) -> str:
    if line.table is None:
        return _("bye")
    number = line.table.card.number
    if len(line.others) != 1:
        return _("table %(number)s") % {"number": number}
    return _("table %(number)s, %(name)s") % {"number": number, "name": first[line.others[0].id]}


def _cut(following: Stage) -> CutLine | None:
    sources = read_plan(following.format, following.options).sources
    after = next((source.size or source.per_group for source in sources if not source.after), None)
    if not after:
        return None
    facts = {"count": after, "stage": following.get_format_display()}
    return CutLine(after, _("The first %(count)s go on: %(stage)s") % facts)


def _words(event: Event) -> Patterns:
    return WON if event.status == Event.Status.FINISHED else LEADS


def _text(words: Patterns, leaders: Sequence[str], margin: Fraction, *, tied: int = 0) -> str:
    """As `lead` in static/js/scoreboard.js."""
    if not leaders:
        return _("Standings")
    alone = "by" if margin > 0 else "before" if tied > 1 else "alone"
    kind = "more" if len(leaders) > 2 else "two" if len(leaders) == 2 else alone
    facts = {
        "tied": tied,
        "name": leaders[0],
        "other": leaders[-1],
        "count": len(leaders),
        "margin": number_text(margin),
    }
    return str(words[kind]).format(**facts)


TIEBREAK_NAMES = {key: gettext_lazy(tiebreak.name) for key, tiebreak in TIEBREAKS.items()}
TIEBREAK_NAMES["wins"] = pgettext_lazy("tie-break", "Wins")

TIEBREAK_DEFINITIONS = {key: gettext_lazy(tiebreak.definition) for key, tiebreak in TIEBREAKS.items()}

AT_LARGER_TABLES = {
    key: gettext_lazy(tiebreak.at_larger_tables) for key, tiebreak in TIEBREAKS.items() if tiebreak.at_larger_tables
}

# The source of a definition; of many it is a name and numbers, which are the same in each language.
TIEBREAK_SOURCES = {key: gettext_lazy(tiebreak.source) for key, tiebreak in TIEBREAKS.items()}


# Heads of narrow columns; the name and the definition stand behind them.
def match_text(match: MatchScore) -> str:
    """Which game of its match a table is, or which board of two teams, and how these stand."""
    if match.extra:
        return _("Extra game: %(score)s") % {"score": match.score}
    text = _("Board %(game)s of %(games)s: %(score)s") if match.board else _("Game %(game)s of %(games)s: %(score)s")
    return text % match._asdict()


TIEBREAK_HEADS = {
    "score": pgettext_lazy("tie-break", "Pts"),
    "wins": pgettext_lazy("tie-break", "Wins"),
    "direct-encounter": pgettext_lazy("tie-break", "DE"),
    "buchholz": pgettext_lazy("tie-break", "BH"),
    "buchholz-cut-1": pgettext_lazy("tie-break", "BH-1"),
    "buchholz-median": pgettext_lazy("tie-break", "BH-M"),
    "sonneborn-berger": pgettext_lazy("tie-break", "SB"),
    "board-points": pgettext_lazy("tie-break", "BP"),
    "board-count": pgettext_lazy("tie-break", "BC"),
    "sonneborn-berger-boards": pgettext_lazy("tie-break", "SB-B"),
    "opponents-average": pgettext_lazy("tie-break", "Opp."),
    "progressive": pgettext_lazy("tie-break", "Prog."),
    "exact-announcements": pgettext_lazy("tie-break", "Exact"),
    "points-per-announcement": pgettext_lazy("tie-break", "Pts/ann."),
    "net-cubits": pgettext_lazy("tie-break", "Net"),
    "firsts": pgettext_lazy("tie-break", "1st"),
    "seconds": pgettext_lazy("tie-break", "2nd"),
    "starting-points": pgettext_lazy("tie-break", "Start"),
    "lots": pgettext_lazy("tie-break", "Lot"),
    "decided": pgettext_lazy("tie-break", "Decided"),
}


OUTCOMES: Mapping[Outcome, str | Promise] = {
    "won": gettext_lazy("won"),
    "drawn": gettext_lazy("drawn"),
    "lost": gettext_lazy("lost"),
    "won-by-forfeit": gettext_lazy("won by forfeit"),
    "forfeit": gettext_lazy("forfeit"),
    "playing": gettext_lazy("playing"),
}


def turn_words(turn: CrossTurn) -> str:
    """Where two sit, the result and against whom; else the place."""
    if turn.bye:
        return _("bye")
    if turn.asked:
        return _("bye on request")
    if turn.mark and turn.against:
        return _("%(result)s against %(number)d") % {"result": turn.mark.text, "number": turn.against}
    if turn.mark:
        return str(OUTCOMES[turn.mark.outcome])
    return _("place %(place)d") % {"place": turn.place} if turn.place else "–"
