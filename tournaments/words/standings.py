"""What stands above standings and in them: who leads or has won, who goes on, where people play now, and tie-breaks.
Prizes in words: a list, who gets which, and why.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tournaments.formats.plan import read_plan
from tournaments.formats.prizes import Award, PrizeRules
from tournaments.formats.record import Id
from tournaments.formats.standings.tiebreaks import TIEBREAKS
from tournaments.models import Event, Stage
from tournaments.selectors.night.standings import EventPage
from tournaments.selectors.prizes import GivenPrizes, NamedPrize, PlacedEntrant
from tournaments.selectors.stage.history import CrossTurn, Outcome
from tournaments.selectors.stage.places import PlaceRow
from tournaments.selectors.stage.rounds import NameLine, RoundView
from tournaments.selectors.table.cards import MatchScore, number_text
from tournaments.words.charts.race import first_names
from tournaments.words.languages import listed

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
    rows = [row for row in page.standings if row.has_place]
    leaders = [row.player.short_name for row in rows if row.leads]
    margin = rows[0].points - rows[1].points if len(rows) > 1 else Fraction(0)
    return lead_by(leaders, margin, page.event, says_margin=not page.event.by_average)


def lead_by(leaders: Sequence[str], margin: Fraction, event: Event, *, says_margin: bool = True) -> Lead:
    words = _lead_words(event)
    if not says_margin:
        words = {**words, "by": words["alone"]}
    patterns = json.dumps({name: str(text) for name, text in words.items()})
    return Lead(_lead_text(words, leaders, margin), patterns if event.status == Event.Status.OPEN else "")


def stage_lead(rows: Sequence[PlaceRow], event: Event) -> Lead | None:
    return places_lead([(row.place, row.person.tag.short_name) for row in rows], event)


def places_lead(places: Sequence[tuple[int | None, str]], event: Event) -> Lead | None:
    """None while nobody has a place that tells anything, as before the first result."""
    leaders = [name for place, name in places if place == 1]
    second = sum(place == 2 for place, _name in places)
    return Lead(_lead_text(_lead_words(event), leaders, Fraction(0), tied=second)) if leaders else None


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


def _lead_words(event: Event) -> Patterns:
    return WON if event.status == Event.Status.FINISHED else LEADS


def _lead_text(words: Patterns, leaders: Sequence[str], margin: Fraction, *, tied: int = 0) -> str:
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

TIE_BREAKS = [
    {
        "name": TIEBREAK_NAMES[key],
        "definition": TIEBREAK_DEFINITIONS[key],
        "at_larger_tables": AT_LARGER_TABLES.get(key, ""),
        "source": TIEBREAK_SOURCES[key],
    }
    for key in TIEBREAKS
]


def match_text(match: MatchScore) -> str:
    """Which game of its match a table is, or which board of two teams, and how these stand; who has won it, once it
    is over.
    """
    facts = {"game": match.game, "games": match.games, "score": match.score}
    if match.board:
        return _("Board %(game)s of %(games)s: %(score)s") % {**facts, "score": match.between}
    if match.over:
        return won_text(match)
    if match.first:
        facts["score"] = _("%(name)s leads %(score)s") % {"name": match.first.name, "score": match.score}
    return (_("Extra game: %(score)s") if match.extra else _("Game %(game)s of %(games)s: %(score)s")) % facts


def won_text(match: MatchScore) -> str:
    """Of a match that is over. Where not the games won decided, they are not told."""
    if match.first is None:
        return _("Match over: %(score)s") % {"score": match.score}
    most = max(side.wins for side in match.sides if side is not match.first)
    text = _("%(name)s won the match %(score)s") if match.first.wins > most else _("%(name)s won the match")
    return text % {"name": match.first.name, "score": match.score}


# Heads of narrow columns; the name and the definition stand behind them.

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


@dataclass(frozen=True)
class ShownAward:
    """``title``: the name with its category; ``amount``: what each holder gets, empty where the prize has no value.
    Without holders nobody gets it.
    """

    name: str
    title: str
    amount: str
    holders: list[PlacedEntrant]
    why: list[str]

    @property
    def brings(self) -> str:
        return _("%(points)s each") % {"points": self.amount} if len(self.holders) > 1 else self.amount


@dataclass(frozen=True)
class ShownPrizes:
    """``to_win`` before the event is over, then ``given``."""

    to_win: list[str]
    given: list[ShownAward]
    terms: list[str]


def shown_prizes(given: GivenPrizes, *, over: bool) -> ShownPrizes:
    names = {pk: category.name for pk, category in given.categories.items()}
    return ShownPrizes(
        to_win=[] if over else [prize_text(prize, given.given.unit, names) for prize in given.given.prizes],
        given=[_shown_award(award, given) for award in given.awards] if over else [],
        terms=rules_words(given.given.terms, by_points=given.by_points),
    )


def prize_text(prize: NamedPrize, unit: str, categories: Mapping[int, str]) -> str:
    name = _with_category(prize.name, categories.get(prize.category, "") if prize.category else "")
    return f"{name}: {amount_text(prize.value, unit)}" if prize.value else name


def _with_category(prize: str, category: str) -> str:
    return _("%(prize)s (%(category)s)") % {"prize": prize, "category": category} if category else prize


def amount_text(amount: int, unit: str) -> str:
    return f"{number_text(amount)} {unit}".strip()


BY_PLACES = gettext_lazy("Places decide, not points: those who share a place share its prizes.")


def rules_words(rules: PrizeRules, *, by_points: bool = True) -> list[str]:
    level = _("Tie-breaks decide; those who share a place share its prizes.")
    if not by_points:
        level = str(BY_PLACES)
    elif rules.shared:
        level = _("Those with equal points share the prizes of their places.")
    sentences = [
        _("Nobody gets two prizes: whoever could have several gets the most valuable one, and others move up.")
        if rules.one_each
        else _("One player may get several prizes."),
        level,
    ]
    return [*sentences, *([_least_tables(rules.least_tables)] if rules.least_tables else [])]


def _least_tables(tables: int) -> str:
    text = ngettext(
        "Prizes are for those who played at %(n)s table or more.",
        "Prizes are for those who played at %(n)s tables or more.",
        tables,
    )
    return text % {"n": tables}


def prizes_by_player(given: GivenPrizes) -> dict[int, list[str]]:
    """What each who is shown as a winner has won, as a certificate says it."""
    won: dict[int, list[str]] = defaultdict(list)
    for award in given.awards:
        shown = _shown_award(award, given)
        for holder in shown.holders:
            won[holder.tag.id].append(f"{shown.title}: {shown.amount}" if shown.amount else shown.title)
    return won


def _shown_award(award: Award, given: GivenPrizes) -> ShownAward:
    category = given.given.prizes[award.prizes[0]].category
    name = listed([given.given.prizes[index].name for index in award.prizes])
    return ShownAward(
        name=name,
        title=_with_category(name, "" if category is None else given.categories[category].name),
        amount=amount_text(award.amount, given.given.unit) if award.amount else "",
        holders=[given.people[who] for who in award.holders],
        why=list(_reasons(award, given)),
    )


def _reasons(award: Award, given: GivenPrizes) -> Iterable[str]:
    category = given.given.prizes[award.prizes[0]].category
    named = "" if category is None else given.categories[category].name
    yield _prize_place(award, given, named) if award.holders else _not_given(award, named)
    if award.why == "shared":
        yield from _divided(award, given)
    for who, index in award.passed:
        facts = {"name": _winner_name(given, who), "prize": given.given.prizes[index].name}
        yield _("%(name)s stands higher and has another prize: %(prize)s.") % facts
    if award.too_few:
        least = given.given.terms.least_tables
        text = ngettext(
            "Played at fewer than %(n)s table: %(names)s.", "Played at fewer than %(n)s tables: %(names)s.", least
        )
        yield text % {"n": least, "names": listed([_winner_name(given, who) for who in award.too_few])}


def _prize_place(award: Award, given: GivenPrizes, category: str) -> str:
    first = given.people[award.holders[0]]
    facts = {"place": first.contender.place, "category": category, "rank": award.rank}
    if category:
        return _("Number %(rank)s in %(category)s, place %(place)s overall.") % facts
    return _("Place %(place)s overall.") % facts


def _divided(award: Award, given: GivenPrizes) -> Iterable[str]:
    names = listed([_winner_name(given, who) for who in award.holders])
    by_points = given.given.terms.shared and given.people[award.holders[0]].contender.points is not None
    yield (_("%(names)s have equal points.") if by_points else _("%(names)s share a place.")) % {"names": names}
    if pool := award.amount * len(award.holders) + award.left:
        facts = {"sum": amount_text(pool, given.given.unit), "count": len(award.holders)}
        yield _("Their places bring %(sum)s, divided by %(count)s in whole units.") % facts
    if award.left:
        yield _("%(left)s is left over, and nobody gets it.") % {"left": amount_text(award.left, given.given.unit)}


def _not_given(award: Award, category: str) -> str:
    if award.why == "none-left":
        return _("Nobody gets it: everybody who could already has a prize.")
    if award.why == "too-few-tables":
        return _("Nobody gets it: nobody has played often enough.")
    if category:
        return _("Nobody gets it: nobody in %(category)s has a place.") % {"category": category}
    return _("Nobody gets it: nobody has a place.")


def _winner_name(given: GivenPrizes, who: Id) -> str:
    return given.people[who].tag.short_name


def list_words(facts: Mapping[str, Any]) -> str:
    """A list as the log has it: categories by their names."""
    rules = PrizeRules(*(facts[name] for name in ("one_each", "shared", "least_tables")))
    prizes: Sequence[Mapping[str, Any]] = facts["prizes"]
    named = [
        NamedPrize(prize["value"], at if prize["category"] else None, prize["name"]) for at, prize in enumerate(prizes)
    ]
    categories = {at: prize["category"] for at, prize in enumerate(prizes) if prize["category"]}
    texts = [prize_text(prize, facts["unit"], categories) for prize in named]
    return " ".join(["; ".join(texts), *rules_words(rules)])
