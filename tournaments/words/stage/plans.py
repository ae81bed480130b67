"""The formats and stages of a tournament in words: options as short phrases, what is wrong with a plan, and usual
tournaments to begin with.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.game import Game
from tournaments.formats.options import Options
from tournaments.formats.plan import PlanError, StagePlan, chain_from, read_plan
from tournaments.formats.sources import StageSource
from tournaments.formats.standings.ledger import EDITIONS
from tournaments.words.standings import TIEBREAK_NAMES

FORMAT_NAMES = {
    "round-robin": _("Round robin: everybody meets everybody"),
    "swiss": _("Swiss: equal scores meet"),
    "single-elimination": _("Single elimination"),
    "double-elimination": _("Double elimination"),
    "table-knockout": _("Table knockout: the best of each table go on"),
    "strikes": _("Strikes: lose your lives and you are out"),
}
SIZES = [(2, _("two")), (3, _("three")), (4, _("four"))]
REMAINDERS = [
    ("threes", _("some smaller tables")),
    ("byes", _("some have a bye")),
    ("fives", _("some larger tables")),
]


def sizes_offered(key: str, game: Game) -> list[tuple[int, Any]]:
    """The sizes of table that both the format and the game have."""
    smallest = 3 if key == "table-knockout" else game.min_seats
    return [(size, name) for size, name in SIZES if smallest <= size <= game.max_seats]


SCHEME_NAMES: Mapping[str, str | Promise] = {
    "win": gettext_lazy("Win 1, draw ½"),
    "210": gettext_lazy("Win 2, draw 1"),
    "310": gettext_lazy("Win 3, draw 1"),
    "4321": gettext_lazy("Places 4-3-2-1"),
    "7531": gettext_lazy("Places 7-5-3-1, at three 7-4-1"),
    "score": gettext_lazy("The game's own score"),
    "games": gettext_lazy("Each of two games: win 1, draw ½"),
    "own": gettext_lazy("Own table of points"),
}
ACCELERATION_NAMES = [
    ("", gettext_lazy("no")),
    ("baku", gettext_lazy("Baku: virtual points")),
    ("mcmahon", gettext_lazy("McMahon: starting points")),
    ("handicap", gettext_lazy("Handicap: starting points by rating")),
]
SHARED_NAMES = [
    ("split", gettext_lazy("an equal part of the points of these places")),
    ("best", gettext_lazy("the points of the best of these places")),
    ("worst", gettext_lazy("the points of the worst of these places")),
]
REQUEST_NAMES = [
    ("none", gettext_lazy("none")),
    ("zero", gettext_lazy("for no points")),
    ("half", gettext_lazy("for no points, or those of a draw")),
    ("full", gettext_lazy("for no points, or those of a draw or a win")),
]
DECIDED_NAMES = [
    ("wins", gettext_lazy("games won: best of so many")),
    ("total", gettext_lazy("the sum of the scores: all are played")),
]
LEVEL_NAMES = [
    ("", gettext_lazy("they play one more game")),
    ("director", gettext_lazy("the director decides")),
]
LINE_UP_NAMES = [
    ("fixed", gettext_lazy("in the order of the team, reserves move up")),
    ("free", gettext_lazy("in any order")),
]
EDITION_NAMES: Mapping[str, str | Promise] = {
    "2024": gettext_lazy("FIDE’s rules of August 2024"),
    "2026": gettext_lazy("FIDE’s rules of March 2026"),
}
SENTENCES = {
    "range": gettext_lazy("This number does not work here."),
    "no-stage": gettext_lazy("Players come from earlier stages only."),
    "no-bracket": gettext_lazy("Nobody is knocked out in that stage."),
    "no-single": gettext_lazy("That stage is no single elimination."),
    "by-group": gettext_lazy("That stage is played in groups: say which places of each group."),
    "two-stages": gettext_lazy("Some of these players come into another stage too."),
    "nobody": gettext_lazy("Nobody comes from there."),
    "too-few": gettext_lazy("Too few come from there: it takes two, in groups two for each."),
    "no-groups": gettext_lazy("This format is not played in groups."),
    "no-boards": gettext_lazy(
        "Teams meet in a round robin, a Swiss or a bracket for two at a table, in one game and without handicap."
    ),
    "number": gettext_lazy("Write a number, like 1, 0.5 or 1/2."),
    "length": gettext_lazy("Write one number for each place."),
    "rising": gettext_lazy("A worse place cannot bring more points than a better one."),
    "draw": gettext_lazy("A draw cannot bring more than a win or less than a loss."),
    "size-missing": gettext_lazy("Write the points for this size of table too."),
    "empty": gettext_lazy("Write the points for this size of table too."),
    "no-places": gettext_lazy("Where the game’s own score counts, nothing says how much a win is."),
    "even": gettext_lazy("Somebody has to go on: take an odd number of games, or let the sum of the scores decide."),
    "each-game": gettext_lazy(
        "Points for each game are given where two play a match of two games, decided by games won, and nobody is "
        "knocked out."
    ),
    "twice": gettext_lazy("This tie-break is already above."),
}
SIMULATED = {
    "waiting": gettext_lazy("Another plan is being worked out. Yours begins in a moment."),
    "playing": gettext_lazy("The evening is being simulated."),
    "full": gettext_lazy("Too many people are planning just now. Try again in a minute."),
    "stopped": gettext_lazy("Stopped."),
    "late": gettext_lazy("This takes too long, and was stopped. Fewer players or rounds take less time."),
    "failed": gettext_lazy("This could not be played out. Try again, or with other numbers."),
}
TOO_LONG = gettext_lazy("That is longer than you have: take a plan from above, or fewer rounds or deals.")
MANY_ROUNDS = 20
UNKNOWN = gettext_lazy("Choose one of those that are offered.")
SIZE_WORDS = dict(SIZES)


def plan_sentence(error: PlanError) -> str:
    return str(SENTENCES.get(error.code, UNKNOWN))


def stage_in_words(key: str, options: Mapping[str, Any]) -> list[str]:
    """What a stage's format does not say by itself, as short phrases."""
    return list(_phrases(read_plan(key, options), short=False))


def stage_in_short(key: str, options: Mapping[str, Any]) -> str:
    """A stage in one line, without how its results count."""
    name, _colon, _explained = str(FORMAT_NAMES[key]).partition(":")
    return ", ".join([name, *_phrases(read_plan(key, options), short=True)])


def plan_in_short(plan: str) -> list[str]:
    """The stages of a plan as ``chain_from`` takes it."""
    return [stage_in_short(key, options) for key, options in chain_from(plan)]


def over_text(moment: datetime) -> str:
    """The time at which an evening is over that begins on the first of all days, and the day where it is another."""
    clock, days = date_format(moment, "H:i"), moment.toordinal() - date.min.toordinal()
    if not days:
        return clock
    if days == 1:
        return gettext("%(time)s the next day") % {"time": clock}
    return ngettext("%(time)s, %(n)s day later", "%(time)s, %(n)s days later", days) % {"time": clock, "n": days}


def _phrases(plan: StagePlan, *, short: bool) -> Iterator[str]:
    form, options = plan.form, plan.options
    if not form.duels:
        yield gettext("tables of %(size)s") % {"size": SIZE_WORDS[options.seats]}
    if form.standings and options.rounds:
        yield ngettext("%(count)s round", "%(count)s rounds", options.rounds) % {"count": options.rounds}
    if form.key == "swiss" and options.seats > 2 and not short:
        yield str(dict(REMAINDERS)[options.remainder])
    if options.acceleration == "mcmahon":
        yield gettext("McMahon in %(count)s bands") % {"count": options.bands}
    elif plan.gives_handicap:
        yield ngettext(
            "with a handicap, at most %(count)s win", "with a handicap, at most %(count)s wins", options.cap
        ) % {"count": options.cap}
    elif options.acceleration not in ("none", "handicap"):
        yield gettext("accelerated")
    if plan.groups > 1:
        yield ngettext("%(count)s group", "%(count)s groups", plan.groups) % {"count": plan.groups}
    yield from _knockout_phrases(plan)
    yield from _match_phrases(options)
    if form.bracket and options.level == "director":
        yield gettext("the director decides a match that ends level")
    if form.standings and not short:
        yield str(SCHEME_NAMES[options.points.scheme.key])
    if form.key == "swiss" and not short:
        yield gettext("rounds not played: %(edition)s") % {"edition": EDITION_NAMES[options.edition]}
        yield from bye_limits(options)
    yield from _entry_phrases(plan)


def _match_phrases(options: Options) -> Iterator[str]:
    if options.boards:
        order = gettext("teams in their own order") if options.line_up == "fixed" else gettext("teams in any order")
        yield gettext("team against team over %(boards)s boards") % {"boards": options.boards}
        yield order
    if options.games > 1:
        best_of = options.decided == "wins" and not options.points.scheme.by_game
        many = gettext("best of %(games)s games") if best_of else gettext("%(games)s games in all")
        yield many % {"games": options.games}
    if options.last_games:
        yield from _last_rounds(options.last_games)


def _last_rounds(games: Sequence[int]) -> Iterator[str]:
    """Of how many games the matches of the last rounds are, the final first."""
    final, *before = games
    yield gettext("in the final %(games)s") % {"games": final}
    if before:
        yield gettext("before it, going back: %(numbers)s") % {"numbers": ", ".join(map(str, before))}


def many_rounds_note(rounds: int) -> str:
    """A word of warning where a schedule is longer than anybody plays; empty where it is not."""
    if rounds <= MANY_ROUNDS:
        return ""
    note = gettext(
        "Everybody meets everybody in %(rounds)s rounds. Is that meant? Plan groups, fewer rounds or a Swiss otherwise."
    )
    return note % {"rounds": rounds}


def bye_limits(options: Options) -> Iterator[str]:
    """How many byes on request a Swiss gives, and when none; nothing where it does not say."""
    if "half" in options.worths and options.scored_byes is not None:
        most = options.scored_byes
        yield ngettext("%(most)s bye with points at most", "%(most)s byes with points at most", most) % {"most": most}
    if options.worths and options.zero_byes is not None:
        most = options.zero_byes
        words = ngettext("%(most)s bye without points at most", "%(most)s byes without points at most", most)
        yield words % {"most": most}
    if options.worths and options.byes_end:
        end = options.byes_end
        several = ngettext(
            "no byes on request in the last %(end)s round", "no byes on request in the last %(end)s rounds", end
        )
        yield gettext("no byes on request in the last round") if end == 1 else several % {"end": end}


def _knockout_phrases(plan: StagePlan) -> Iterator[str]:
    options = plan.options
    match plan.form.key:
        case "round-robin" if options.double and options.seats == 2:
            yield gettext("everybody meets twice")
        case "single-elimination" if options.third_place:
            yield gettext("match for third place")
        case "double-elimination" if options.grand_final == "reset":
            yield gettext("second final if the first is lost")
        case "table-knockout":
            goes_on = options.advance or options.seats // 2
            yield ngettext("the best of each table goes on", "the best %(count)s of each table go on", goes_on) % {
                "count": goes_on
            }
        case "strikes":
            yield ngettext("%(count)s life", "%(count)s lives", options.lives) % {"count": options.lives}


def _entry_phrases(plan: StagePlan) -> Iterator[str]:
    for source in plan.sources:
        if words := source_words(source):
            yield words


def source_words(source: StageSource) -> str:
    """Who comes from where; empty where everybody comes from the stage before."""
    first, last = source.after + 1, source.after + (source.size or source.per_group or 0)
    facts = {"count": last, "first": first, "last": last, "round": source.losers, "more": source.best_runners_up}
    if source.rest and source.stage is None:
        return ""
    words = _whom(source) % facts
    if source.best_runners_up:
        words = gettext("%(words)s and the best %(more)s behind them") % {"words": words, **facts}
    return (
        words
        if source.stage is None
        else gettext("%(words)s in stage %(stage)s")
        % {
            "words": words,
            "stage": source.stage,
        }
    )


def _whom(source: StageSource) -> str:
    if source.losers == 1:
        return gettext("for those out in round 1 or by their first match")
    if source.losers is not None:
        return gettext("for those out in round %(round)s")
    if source.lost_to is not None:
        finalist, other = gettext("for those who lost to a finalist"), gettext("for those who lost to a semi-finalist")
        return finalist if source.lost_to == 2 else other
    if source.size:
        return gettext("for places %(first)s–%(last)s") if source.after else gettext("for the first %(count)s")
    if source.per_group and source.after:
        one, more = gettext("for place %(first)s of each group"), gettext("for places %(first)s–%(last)s of each group")
        return one if source.per_group == 1 else more
    return gettext("for the first %(count)s of each group") if source.per_group else gettext("for everybody else")


def chain_in_words(key: str, options: Mapping[str, Any]) -> list[str | Promise]:
    """The tie-breaks of a stage whose places come from points, in their order."""
    plan = read_plan(key, options)
    return [TIEBREAK_NAMES[key] for key in plan.options.chain] if plan.form.standings else []


Planned = tuple[str, Mapping[str, Any]]

USUAL = "swiss"
USUAL_BYES = {"scored_byes": 2, "byes_end": 1}
NEWEST = {"edition": EDITIONS[-1], **USUAL_BYES}
PRESETS: Mapping[str, tuple[str | Promise, Sequence[Planned]]] = {
    "swiss": (_("Swiss"), [("swiss", {"seats": 4, **NEWEST})]),
    "swiss-cut": (
        _("Swiss, then a cut"),
        [("swiss", {"seats": 4, **NEWEST}), ("table-knockout", {"seats": 4, "advance": 2, "qualify": {"size": 8}})],
    ),
    "round-robin": (_("Round robin"), [("round-robin", {"seats": 2})]),
    "groups-knockout": (
        _("Groups, then a knockout"),
        [
            ("round-robin", {"seats": 2, "groups": 4}),
            ("single-elimination", {"qualify": {"per_group": 2}, "third_place": True}),
        ],
    ),
    "two-finals": (
        _("Groups, then A and B"),
        [
            ("round-robin", {"seats": 2, "groups": 4}),
            ("single-elimination", {"sources": [{"stage": 1, "per_group": 2}], "third_place": True}),
            ("single-elimination", {"sources": [{"stage": 1, "per_group": 2, "after": 2}], "third_place": True}),
        ],
    ),
    "swiss-places": (
        _("Swiss, a cut, and places for the rest"),
        [
            ("swiss", {"seats": 2, "rounds": 5, **NEWEST}),
            ("single-elimination", {"sources": [{"stage": 1, "size": 4}], "third_place": True}),
            ("swiss", {"seats": 2, "rounds": 2, "sources": [{"stage": 1}], **NEWEST}),
        ],
    ),
    "single-elimination": (_("Single elimination"), [("single-elimination", {"third_place": True})]),
    "consolation": (
        _("Single elimination with consolation"),
        [
            ("single-elimination", {"third_place": True}),
            ("single-elimination", {"sources": [{"stage": 1, "losers": 1}]}),
        ],
    ),
    "repechage": (
        _("Single elimination with repechage"),
        [("single-elimination", {}), ("single-elimination", {"sources": [{"stage": 1, "lost_to": 2}]})],
    ),
    "places": (
        _("Single elimination with places 5–8"),
        [
            ("single-elimination", {"third_place": True}),
            ("single-elimination", {"sources": [{"stage": 1, "size": 4, "after": 4}], "third_place": True}),
        ],
    ),
    "all-places": (
        _("Single elimination of 16 for every place"),
        [
            ("single-elimination", {"third_place": True}),
            ("single-elimination", {"sources": [{"stage": 1, "losers": 1}], "third_place": True}),
            ("single-elimination", {"sources": [{"stage": 1, "size": 4, "after": 4}], "third_place": True}),
            ("single-elimination", {"sources": [{"stage": 2, "size": 4, "after": 4}], "third_place": True}),
        ],
    ),
    "double-elimination": (_("Double elimination"), [("double-elimination", {"grand_final": "reset"})]),
    "table-knockout": (_("Tables knockout"), [("table-knockout", {"seats": 4, "advance": 2})]),
    "strikes": (_("Strikes"), [("strikes", {"seats": 4, "lives": 2})]),
}


def preset_stages(preset: str) -> Sequence[Planned]:
    """The stages of a key of PRESETS, or of a chain written out as ``chain_from`` takes it. Raises PlanError."""
    if preset in PRESETS:
        return PRESETS[preset][1]
    stages = chain_from(preset)
    if not stages:
        raise PlanError("empty", "stages")
    newest = [(key, {**NEWEST, **options} if key == "swiss" else options) for key, options in stages]
    for key, options in newest:
        read_plan(key, options)
    return newest
