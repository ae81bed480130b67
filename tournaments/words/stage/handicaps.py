"""Why somebody starts with so many points by their rating."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.acceleration import Handicap, NightTerms, handicap_points
from tournaments.formats.plan import StagePlan
from tournaments.selectors.stage.stages import Person
from tournaments.selectors.table.cards import number_text


@dataclass(frozen=True)
class HandicapLine:
    person: Person
    points: str
    why: str


@dataclass(frozen=True)
class HandicapLines:
    """``unrated`` are those for whom none is reckoned, where the reader may know; ``rule`` is how they are reckoned, of
    which each line has only the figures.
    """

    given: list[HandicapLine]
    unrated: list[HandicapLine]
    rule: str


def handicap_lines(given: Iterable[tuple[Person, Handicap, bool]], terms: StagePlan | NightTerms) -> HandicapLines:
    """Of each person the handicap, and whether it is explained to the reader."""
    people = list(given)
    rated = (one for _person, one, explained in people if explained and one.expected is not None)
    usual = next(rated, None)
    lines: list[HandicapLine] = []
    unrated: list[HandicapLine] = []
    for person, handicap, explained in people:
        without = explained and handicap.expected is None and not handicap.by_hand
        why = "" if without else " ".join(_figures(handicap, usual, terms, explained=explained))
        (unrated if without else lines).append(HandicapLine(person, number_text(handicap.points), why))
    return HandicapLines(lines, unrated, _rule(usual, terms) if usual else "")


def _rule(usual: Handicap, terms: StagePlan | NightTerms) -> str:
    cap, win = (terms.cap, terms.win) if isinstance(terms, NightTerms) else _of_plan(terms)
    sentence = _(
        "By the ratings the strongest are expected to win %(best)s %% of their games. What the others are expected to "
        "win less in %(rounds)s games is their handicap: rounded down to halves, %(cap)s at most, and a win worth "
        "%(win)s."
    )
    best = number_text(Fraction(usual.best or 0, 10), places=1)
    return sentence % {"best": best, "rounds": usual.rounds, "cap": cap, "win": number_text(win)}


def _figures(
    handicap: Handicap, usual: Handicap | None, terms: StagePlan | NightTerms, *, explained: bool
) -> Iterator[str]:
    """In full for whom the rule counts with other figures, as for somebody who came late."""
    alike = usual is not None and (handicap.best, handicap.rounds) == (usual.best, usual.rounds)
    if not (explained and alike) or handicap.expected is None or handicap.best is None:
        yield from handicap_words(handicap, terms, explained=explained)
        return
    if handicap.by_hand:
        yield from handicap_words(handicap, terms, explained=False)
    fewer = Fraction((handicap.best - handicap.expected) * handicap.rounds, 1000)
    own = number_text(Fraction(handicap.expected, 10), places=1)
    if fewer:
        sentence = ngettext(
            "%(own)s %% of the games, %(fewer)s win fewer",
            "%(own)s %% of the games, %(fewer)s wins fewer",
            _counted_as(fewer),
        )
        yield sentence % {"own": own, "fewer": number_text(fewer)}
    else:
        yield _("%(own)s %% of the games") % {"own": own}


def handicap_words(handicap: Handicap, terms: StagePlan | NightTerms, *, explained: bool) -> Iterator[str]:
    """How many points somebody starts with, and why, where that is ``explained`` to the reader."""
    if handicap.by_hand:
        yield _("The director has set this handicap: %(points)s.") % {"points": number_text(handicap.points)}
    if not explained:
        return
    at_night = isinstance(terms, NightTerms)
    if handicap.expected is None or handicap.best is None:
        if at_night:
            yield _("No settled rating, so no handicap is computed.")
        else:
            yield _("No settled rating when the stage began, so no handicap is computed.")
        return
    if at_night:
        sentence = _("Wins expected by the ratings: %(own)s %%, of the strongest %(best)s %%.")
    else:
        sentence = _("Wins expected by the ratings when the stage began: %(own)s %%, of the strongest %(best)s %%.")
    shares = {"own": handicap.expected, "best": handicap.best}
    yield sentence % {name: number_text(Fraction(share, 10), places=1) for name, share in shares.items()}
    if handicap.expected == handicap.best:
        return
    cap, win = (terms.cap, terms.win) if isinstance(terms, NightTerms) else _of_plan(terms)
    points = handicap_points(handicap.expected, handicap.best, rounds=handicap.rounds, cap=cap, win=win)
    fewer = Fraction((handicap.best - handicap.expected) * handicap.rounds, 1000)
    if at_night:
        sentence = ngettext(
            "Over all games (%(rounds)s) that is %(fewer)s win fewer. Rounded down to halves, %(cap)s at most, and a "
            "win worth %(win)s: a handicap of %(points)s.",
            "Over all games (%(rounds)s) that is %(fewer)s wins fewer. Rounded down to halves, %(cap)s at most, and a "
            "win worth %(win)s: a handicap of %(points)s.",
            _counted_as(fewer),
        )
    else:
        sentence = ngettext(
            "Over all rounds (%(rounds)s) that is %(fewer)s win fewer. Rounded down to halves, %(cap)s at most, and a "
            "win worth %(win)s: a handicap of %(points)s.",
            "Over all rounds (%(rounds)s) that is %(fewer)s wins fewer. Rounded down to halves, %(cap)s at most, and a "
            "win worth %(win)s: a handicap of %(points)s.",
            _counted_as(fewer),
        )
    of = {"rounds": handicap.rounds, "cap": cap}
    yield sentence % {**of, "fewer": number_text(fewer), "win": number_text(win), "points": number_text(points)}


def _counted_as(number: Fraction) -> int:
    """What a noun beside it is counted by: a part takes the form of a few."""
    return int(number) if number.denominator == 1 else 2


def _of_plan(plan: StagePlan) -> tuple[int, Fraction]:
    return plan.options.cap, plan.options.points.win_over_last(plan.options.seats)
