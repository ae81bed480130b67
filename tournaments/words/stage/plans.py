"""A stage in words: its options as short phrases, and what is wrong with a plan in one sentence."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.formats.plan import PlanError, StagePlan, chain_from, read_plan
from tournaments.formats.stages import Options
from tournaments.words.stage.formats import FORMAT_NAMES, REMAINDERS, SIZES
from tournaments.words.tiebreaks import NAMES

SCHEME_NAMES: Mapping[str, str | Promise] = {
    "win": gettext_lazy("Win 1, draw ½"),
    "310": gettext_lazy("Win 3, draw 1"),
    "4321": gettext_lazy("Places 4-3-2-1"),
    "7531": gettext_lazy("Places 7-5-3-1, at three 7-4-1"),
    "score": gettext_lazy("The game's own score"),
    "own": gettext_lazy("Own table of points"),
}
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
EDITION_NAMES: Mapping[str, str | Promise] = {
    "2024": gettext_lazy("FIDE’s rules of August 2024"),
    "2026": gettext_lazy("FIDE’s rules of March 2026"),
}
SENTENCES = {
    "range": gettext_lazy("This number does not work here."),
    "no-groups": gettext_lazy("This format is not played in groups."),
    "number": gettext_lazy("Write a number, like 1, 0.5 or 1/2."),
    "length": gettext_lazy("Write one number for each place."),
    "rising": gettext_lazy("A worse place cannot bring more points than a better one."),
    "draw": gettext_lazy("A draw cannot bring more than a win or less than a loss."),
    "size-missing": gettext_lazy("Write the points for this size of table too."),
    "empty": gettext_lazy("Write the points for this size of table too."),
    "twice": gettext_lazy("This tie-break is already above."),
}
SIMULATED = {
    "waiting": gettext_lazy("Another plan is being reckoned. Yours begins in a moment."),
    "playing": gettext_lazy("The evenings are being played out."),
    "full": gettext_lazy("Too many people are planning just now. Try again in a minute."),
    "stopped": gettext_lazy("Stopped."),
    "late": gettext_lazy("This takes too long, and was stopped. Fewer players or rounds take less time."),
    "failed": gettext_lazy("This could not be played out. Try again, or with other numbers."),
}
TOO_LONG = gettext_lazy("That is longer than you have: take a plan from above, or fewer rounds or deals.")
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


def _phrases(plan: StagePlan, *, short: bool) -> Iterator[str]:
    form, options = plan.form, plan.options
    if not form.duels:
        yield _("tables of %(size)s") % {"size": SIZE_WORDS[options.seats]}
    if form.standings and options.rounds:
        yield ngettext("%(count)s round", "%(count)s rounds", options.rounds) % {"count": options.rounds}
    if form.key == "swiss" and options.seats > 2 and not short:
        yield str(dict(REMAINDERS)[options.remainder])
    if plan.groups > 1:
        yield ngettext("%(count)s group", "%(count)s groups", plan.groups) % {"count": plan.groups}
    yield from _knockout_phrases(plan)
    if form.standings and not short:
        yield str(SCHEME_NAMES[options.points.scheme.key])
    if form.key == "swiss" and not short:
        yield _("rounds not played: %(edition)s") % {"edition": EDITION_NAMES[options.edition]}
        yield from bye_limits(options)
    yield from _entry_phrases(plan)


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
        yield _("no byes on request in the last round") if end == 1 else several % {"end": end}


def _knockout_phrases(plan: StagePlan) -> Iterator[str]:
    options = plan.options
    match plan.form.key:
        case "round-robin" if options.double and options.seats == 2:
            yield _("everybody meets twice")
        case "single-elimination" if options.third_place:
            yield _("match for third place")
        case "double-elimination" if options.grand_final == "reset":
            yield _("second final if the first is lost")
        case "table-knockout":
            goes_on = options.advance or options.seats // 2
            yield ngettext("the best of each table goes on", "the best %(count)s of each table go on", goes_on) % {
                "count": goes_on
            }
        case "strikes":
            yield ngettext("%(count)s life", "%(count)s lives", options.lives) % {"count": options.lives}


def _entry_phrases(plan: StagePlan) -> Iterator[str]:
    qualify = plan.qualify
    if qualify and qualify.size:
        yield _("for the first %(count)s") % {"count": qualify.size}
    elif qualify and qualify.per_group:
        yield _("for the first %(count)s of each group") % {"count": qualify.per_group}
        if qualify.best_runners_up:
            yield _("and the best %(count)s behind them") % {"count": qualify.best_runners_up}


def chain_in_words(key: str, options: Mapping[str, Any]) -> list[str | Promise]:
    """The tie-breaks of a stage whose places come from points, in their order."""
    plan = read_plan(key, options)
    return [NAMES[each] for each in plan.options.chain] if plan.form.standings else []
