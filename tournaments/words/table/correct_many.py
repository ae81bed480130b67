"""What a correction of several deals would change, and what it would break."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.deals import Deal, same_deal
from scoring.errors import ScoringError
from tournaments.selectors.numbers import number_text
from tournaments.services.table.correct_many import Impact, Insertion, Rearrangement
from tournaments.words.languages import listed
from tournaments.words.scoring_errors import collision_sentence, error_sentence
from tournaments.words.table.deals import entered_words
from tournaments.words.table.verdicts import deal_words


@dataclass(frozen=True)
class ChangedDeal:
    number: int
    before: str | None  # None: the deal that comes in
    after: str


@dataclass(frozen=True)
class ImpactWords:
    changes: list[ChangedDeal]
    remarks: list[str]
    breaks: list[str]


def change_title(change: Rearrangement) -> str:
    return _("A forgotten deal") if isinstance(change, Insertion) else _("Exchanged seats")


def impact_words(seen: Impact, names: list[str]) -> ImpactWords:
    """`names` are those of the seats, in order. What has been forgotten moves the later deals up, and they keep their
    words.
    """
    breaks = [_break(error, seen, names) for error in seen.judged.errors]
    changes = _changes(seen, names)
    remarks = _moving(seen) + ([] if breaks else [*_alike(seen, changes), *_turns(seen), *_table(seen, names)])
    return ImpactWords(changes, remarks, breaks)


def _changes(seen: Impact, names: list[str]) -> list[ChangedDeal]:
    if isinstance(seen.change, Insertion):
        return [ChangedDeal(seen.change.at, None, _after(seen, seen.change.at, names))] if _is_deal(seen) else []
    found = []
    for number in seen.touched:
        if seen.before[number] is None:
            continue
        before = deal_words(seen.before[number], seen.was.deals[number - 1], names)
        after = _after(seen, number, names)
        if after != before:
            found.append(ChangedDeal(number, before, after))
    return found


def _is_deal(seen: Impact) -> bool:
    """Whether what comes in is a deal of this game at all: then at the most others do not fit with it."""
    assert isinstance(seen.change, Insertion)
    wrong = seen.judged.errors[-1] if seen.judged.result is None else None
    number = wrong.params.get("deal") if wrong else None
    if wrong is None or not isinstance(number, int):
        return wrong is None
    return number > seen.change.at or (number == seen.change.at and wrong.code == "playoff-missing")


def _after(seen: Impact, number: int, names: list[str]) -> str:
    """What does not fit cannot be judged: then what it says."""
    result = seen.judged.result.deals[number - 1] if seen.judged.result else None
    deal = seen.after[number]
    return deal_words(deal, result, names) if result else entered_words(deal, names)


def _moving(seen: Impact) -> list[str]:
    if not isinstance(seen.change, Insertion):
        return []
    first, last = seen.change.at, max(number for number, deal in seen.before.items() if deal is not None)
    if first == last:
        return [_("Deal %(first)s becomes deal %(last)s.") % {"first": first, "last": first + 1}]
    facts = {"first": first, "last": last, "from": first + 1, "to": last + 1}
    return [_("Deals %(first)s to %(last)s become deals %(from)s to %(to)s.") % facts]


def _alike(seen: Impact, changes: list[ChangedDeal]) -> list[str]:
    """Exchanged in what the words of a deal do not say."""
    if isinstance(seen.change, Insertion):
        return []
    changed = {change.number for change in changes}
    silent = [
        number
        for number in seen.touched
        if number not in changed
        and seen.before[number] is not None
        and not same_deal(_unmarked(seen.before[number]), _unmarked(seen.after[number]))
    ]
    if not silent:
        return []
    text = ngettext(
        "In deal %(deals)s it is exchanged who folded, dealt or put in what.",
        "In deals %(deals)s it is exchanged who folded, dealt or put in what.",
        len(silent),
    )
    return [text % {"deals": _listed(silent)}]


def _unmarked(deal: Deal | None) -> Deal | None:
    return deal and replace(deal, out_of_turn=False)


def _turns(seen: Impact) -> list[str]:
    marked = seen.judged.out_of_turn
    if not marked:
        return []
    text = ngettext("Deal %(deals)s was then out of turn.", "Deals %(deals)s were then out of turn.", len(marked))
    return [text % {"deals": _listed(marked)}]


def _table(seen: Impact, names: list[str]) -> list[str]:
    sentences = []
    result = seen.judged.result
    assert result is not None
    if [seat.score for seat in result.seats] != [seat.score for seat in seen.was.seats]:
        scores = [f"{name} {number_text(seat.score)}" for name, seat in zip(names, result.seats, strict=True)]
        sentences.append(_("Then it stands: %(scores)s.") % {"scores": ", ".join(scores)})
    if seen.ends:
        sentences.append(_("With this the table ends."))
    if seen.goes_on:
        sentences.append(_("With this the game is not over any more: the table plays on."))
    return sentences


def _break(error: ScoringError, seen: Impact, names: list[str]) -> str:
    """Deals are named by the numbers they have now."""
    number = error.params.get("deal")
    if not isinstance(number, int):
        return error_sentence(error, names)
    inserted = seen.change.at if isinstance(seen.change, Insertion) else None
    shift = inserted is not None and number > inserted
    shifted = ScoringError(error.code, **{**error.params, "deal": number - shift})
    if number == inserted or error.code == "playoff-missing":
        return error_sentence(shifted, names)
    return collision_sentence(shifted, names, words=entered_words(seen.after[number], names))


def _listed(numbers: Sequence[int]) -> str:
    """In rising order; three or more in a row as from and to."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [[f"{run[0]}–{run[-1]}"] if len(run) > 2 else list(map(str, run)) for run in runs]
    return listed(list(chain.from_iterable(parts)))
