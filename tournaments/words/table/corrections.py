"""Corrections of several deals in words: what they change and break, and what somebody proposes; claims against the
cards; and a round's clock.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.deals import Deal, ShowdownDeal, same_deal
from scoring.errors import ScoringError
from scoring.result import ShowdownResult
from tournaments.audit import SYSTEM
from tournaments.formats.clock import State
from tournaments.models import Claim
from tournaments.selectors.pad.state import preview
from tournaments.selectors.table.cards import number_text
from tournaments.selectors.table.deals import read_deal, score_table
from tournaments.selectors.table.page import TablePage, deal_claimed
from tournaments.services.refusals import Refused
from tournaments.services.table.deals import payload_of
from tournaments.services.table.several_deals import Impact, Insertion, Rearrangement, read_change
from tournaments.services.table.several_deals import preview as preview_proposed
from tournaments.words.errors import collision_sentence, error_sentence
from tournaments.words.languages import listed
from tournaments.words.table.deals import ShownHand, deal_context, deal_words, entered_words, shown_hands


@dataclass(frozen=True)
class ShownClaim:
    number: int | None  # of the deal that it would correct
    claimed: str  # names
    cards: str  # who wins by them, and why
    hands: tuple[ShownHand, ...]
    quarry: tuple[str, ...]
    deal: ShowdownDeal


def shown_claim(page: TablePage, claim: Claim) -> ShownClaim:
    announced = read_deal(page.event.game, claim.payload, seats=len(page.names))
    assert isinstance(announced, ShowdownDeal)
    deal, number = announced.by_the_cards(), deal_claimed(claim)
    try:
        _, result = preview(page.table, deal.as_payload(), number=number)
    except ScoringError:  # other deals have been recorded since, with which it does not go together
        return ShownClaim(number, _names(page, announced), entered_words(deal, page.names), (), (), deal)
    assert isinstance(result, ShowdownResult)
    return ShownClaim(
        number=number,
        claimed=_names(page, announced),
        cards=deal_words(deal, result, page.names),
        hands=shown_hands(deal, result, deal_context(page)),
        quarry=tuple(deal.quarry),
        deal=deal,
    )


def claim_words(page: TablePage, claim: Claim) -> dict[str, str]:
    """For a pad."""
    shown = shown_claim(page, claim)
    return {"claimed": shown.claimed, "cards": shown.cards}


def _names(page: TablePage, deal: ShowdownDeal) -> str:
    return listed([page.names[seat] for seat in deal.claimed])


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


def impact_words(impact: Impact, names: list[str]) -> ImpactWords:
    """`names` are those of the seats, in order. What has been forgotten moves the later deals up, and they keep their
    words.
    """
    breaks = [_break(error, impact, names) for error in impact.judged.errors]
    changes = _changes(impact, names)
    remarks = _moving(impact) + ([] if breaks else [*_alike(impact, changes), *_turns(impact), *_table(impact, names)])
    return ImpactWords(changes, remarks, breaks)


def _changes(impact: Impact, names: list[str]) -> list[ChangedDeal]:
    if isinstance(impact.change, Insertion):
        number = impact.change.at
        return [ChangedDeal(number, None, _after(impact, number, names))] if _is_deal(impact) else []
    lines = []
    for number in impact.touched:
        if impact.before[number] is None:
            continue
        before = deal_words(impact.before[number], impact.was.deals[number - 1], names)
        after = _after(impact, number, names)
        if after != before:
            lines.append(ChangedDeal(number, before, after))
    return lines


def _is_deal(impact: Impact) -> bool:
    """Whether what comes in is a deal of this game at all: then at the most others do not fit with it."""
    assert isinstance(impact.change, Insertion)
    wrong = impact.judged.errors[-1] if impact.judged.result is None else None
    number = wrong.params.get("deal") if wrong else None
    if wrong is None or not isinstance(number, int):
        return wrong is None
    return number > impact.change.at or (number == impact.change.at and wrong.code == "playoff-missing")


def _after(impact: Impact, number: int, names: list[str]) -> str:
    """What does not fit cannot be judged: then what it says."""
    result = impact.judged.result.deals[number - 1] if impact.judged.result else None
    deal = impact.after[number]
    return deal_words(deal, result, names) if result else entered_words(deal, names)


def _moving(impact: Impact) -> list[str]:
    if not isinstance(impact.change, Insertion):
        return []
    first, last = impact.change.at, max(number for number, deal in impact.before.items() if deal is not None)
    if first == last:
        return [_("Deal %(first)s becomes deal %(last)s.") % {"first": first, "last": first + 1}]
    facts = {"first": first, "last": last, "from": first + 1, "to": last + 1}
    return [_("Deals %(first)s to %(last)s become deals %(from)s to %(to)s.") % facts]


def _alike(impact: Impact, changes: list[ChangedDeal]) -> list[str]:
    """Exchanged in what the words of a deal do not say."""
    if isinstance(impact.change, Insertion):
        return []
    changed = {change.number for change in changes}
    silent = []
    for number in impact.touched:
        if number not in changed and impact.before[number] is not None:
            old, new = _unmarked(impact.before[number]), _unmarked(impact.after[number])
            if not same_deal(old, new):
                silent.append(number)
    if not silent:
        return []
    text = ngettext(
        "In deal %(deals)s who folded, who dealt and who put in what is exchanged.",
        "In deals %(deals)s who folded, who dealt and who put in what is exchanged.",
        len(silent),
    )
    return [text % {"deals": _listed(silent)}]


def _unmarked(deal: Deal | None) -> Deal | None:
    return deal and replace(deal, out_of_turn=False)


def _turns(impact: Impact) -> list[str]:
    marked = impact.judged.out_of_turn
    if not marked:
        return []
    text = ngettext("Deal %(deals)s was then out of turn.", "Deals %(deals)s were then out of turn.", len(marked))
    return [text % {"deals": _listed(marked)}]


def _table(impact: Impact, names: list[str]) -> list[str]:
    sentences = []
    result = impact.judged.result
    assert result is not None
    if [seat.score for seat in result.seats] != [seat.score for seat in impact.was.seats]:
        scores = [f"{name} {number_text(seat.score)}" for name, seat in zip(names, result.seats, strict=True)]
        sentences.append(_("Then it stands: %(scores)s.") % {"scores": ", ".join(scores)})
    if impact.ends:
        sentences.append(_("With this the table ends."))
    if impact.goes_on:
        sentences.append(_("With this the game is not over any more: the table plays on."))
    return sentences


def _break(error: ScoringError, impact: Impact, names: list[str]) -> str:
    """Deals are named by the numbers they have now."""
    number = error.params.get("deal")
    if not isinstance(number, int):
        return error_sentence(error, names)
    inserted = impact.change.at if isinstance(impact.change, Insertion) else None
    shift = inserted is not None and number > inserted
    shifted = ScoringError(error.code, **{**error.params, "deal": number - shift})
    if number == inserted or error.code == "playoff-missing":
        return error_sentence(shifted, names)
    return collision_sentence(shifted, names, words=entered_words(impact.after[number], names))


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


Json = dict[str, Any]


def proposed_correction_words(page: TablePage, change: Mapping[str, Any]) -> Json:
    """What it was, what it becomes, and `deals`: each that changes, whole."""
    if change["kind"] in ("exchange", "insert"):
        return {"was": "", "becomes": _several(page, change), "deals": _several_deals(page, change)}
    deal = read_deal(page.event.game, change.get("payload"), seats=len(page.names))
    was = next(line for line in page.deals if line.number == change["number"])
    changed = changed_deal(page, was.number, deal)
    return {"was": changed.before, "becomes": changed.after, "deals": [_beside(was.number, was.deal, deal)]}


def changed_deal(page: TablePage, number: int, deal: Deal | None) -> ChangedDeal:
    """A recorded deal as it would be corrected, or without ``deal`` voided."""
    was = next(line for line in page.deals if line.number == number)
    return ChangedDeal(number, deal_words(was.deal, was.result, page.names), _corrected(page, number, deal))


def _several(page: TablePage, change: Mapping[str, Any]) -> str:
    if change["kind"] == "exchange":
        one, other = (page.names[seat] for seat in change["seats"])
        facts = {"deal": change["from"], "one": one, "other": other}
        becomes = _("From deal %(deal)s on, what was recorded for %(one)s was %(other)s’s, and the other way round.")
        return becomes % facts
    deal = read_deal(page.event.game, change.get("payload"), seats=len(page.names))
    facts_of_deal = {"deal": change["at"], "words": entered_words(deal, page.names)}
    return _("A deal was forgotten and comes in as deal %(deal)s: %(words)s") % facts_of_deal


def _several_deals(page: TablePage, change: Mapping[str, Any]) -> list[Json]:
    try:
        impact = preview_proposed(table_id=page.table.pk, change=read_change(change), actor=SYSTEM)
    except (Refused, ScoringError):  # other deals have been recorded since, with which it does not go together
        return []
    return [_beside(number, impact.before.get(number), impact.after[number]) for number in impact.touched]


def _beside(number: int, before: Deal | None, after: Deal | None) -> Json:
    return {"number": number, "before": payload_of(before), "after": payload_of(after)}


def _corrected(page: TablePage, number: int, deal: Deal | None) -> str:
    sheet = {line.number: line.deal for line in page.deals}
    try:
        result = score_table(page.table, {**sheet, number: deal}, seats=len(page.names))
    except ScoringError:  # other deals have been recorded since, with which it does not go together
        return entered_words(deal, page.names)
    return deal_words(deal, result.deals[number - 1] if deal else None, page.names)


def director_comes() -> str:
    """The message to a table whose call is answered."""
    return _("The director is coming.")


def clock_labels() -> dict[State, str]:
    time_left = _("Time left")
    return {
        "waiting": _("Not started"),
        "running": time_left,
        "warning": time_left,
        "paused": _("Paused"),
        "over": _("Time!"),
    }


def warning_words(seconds: int) -> str:
    """What is said so many seconds before the end."""
    minutes = seconds // 60
    return ngettext("%(n)d minute left", "%(n)d minutes left", minutes) % {"n": minutes}


CARDS = [("table", gettext_lazy("One code per table")), ("seat", gettext_lazy("A code for every seat"))]
CARDS_ARE_FOR = {
    "table": gettext_lazy("For tables where one phone keeps score and nobody confirms."),
    "seat": gettext_lazy("For players who keep score, confirm and dispute on their own phones."),
}
