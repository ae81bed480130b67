"""What a deal came to, in one sentence."""

from collections.abc import Sequence
from functools import lru_cache

from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from scoring.deals import Deal, VilniusDeal
from scoring.result import AnnouncementResult, DealResult, ShowdownResult
from tournaments.words.cards import card_name
from tournaments.words.games import category_name
from tournaments.words.languages import listed

TRUMPS = {
    "S": gettext_lazy("spades"),
    "H": gettext_lazy("hearts"),
    "D": gettext_lazy("diamonds"),
    "C": gettext_lazy("clubs"),
    "NT": gettext_lazy("no trump"),
}
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "NT": gettext_lazy("NT")}

OUTCOMES = {
    "last-player": gettext_lazy("%(names)s wins: everybody else folded."),
    "claim": gettext_lazy("%(names)s wins: %(hand)s."),
    "tie": gettext_lazy("A tie of %(names)s: %(hand)s. They play it off."),
    "split": gettext_lazy("%(names)s share the pot: %(hand)s."),
}
UPHELD = gettext_lazy("%(names)s wins by the director’s word: %(reason)s.")
ANNOUNCED = gettext_lazy("%(name)s announced %(announced)s, took %(taken)s: %(points)s.")
ANNOUNCED_TRUMP = gettext_lazy("%(name)s announced %(announced)s (%(trump)s), took %(taken)s: %(points)s.")


def trump_name(trump: str) -> str:
    return str(TRUMPS.get(trump, trump))


def deal_words(deal: Deal | None, result: DealResult | None, names: Sequence[str]) -> str:
    """`names` are those of the seats, in order. Where there is no deal it was voided."""
    if isinstance(deal, VilniusDeal) and isinstance(result, AnnouncementResult):
        return _announcement(deal, result, names)
    return _showdown(result, names) if deal and isinstance(result, ShowdownResult) else _("Struck out.")


def _announcement(deal: VilniusDeal, result: AnnouncementResult, names: Sequence[str]) -> str:
    # Where trumps are not recorded, the core does not look at what stands there.
    trump = deal.trump if deal.trump in TRUMPS else ""
    return _announced(
        get_language() or "", names[result.declarer], deal.announced, deal.taken, trump, points=result.points
    )


@lru_cache(maxsize=8192)
def _announced(_language: str, name: str, announced: int, taken: int, trump: str, *, points: int) -> str:
    """A page shows up to a hundred, of which one is new."""
    facts = {
        "name": name,
        "announced": announced,
        "taken": taken,
        "points": ngettext("%(n)s point", "%(n)s points", points) % {"n": str(points).replace("-", "−")},
    }
    return str(ANNOUNCED_TRUMP) % {**facts, "trump": TRUMPS[trump]} if trump else str(ANNOUNCED) % facts


def _showdown(result: ShowdownResult, names: Sequence[str]) -> str:
    best = result.hands.get(result.winners[0])
    facts: dict[str, object] = {
        "names": listed([names[seat] for seat in result.winners]),
        "hand": category_name(best.category) if best else _("no cards shown"),
    }
    if result.override:
        facts["reason"] = result.override
        return str(UPHELD) % facts
    if result.runner_up is not None:
        return _beats(result, facts)
    return str(OUTCOMES[result.decided_by]) % facts


def _beats(result: ShowdownResult, facts: dict[str, object]) -> str:
    """How the winner's hand beats the next best one."""
    runner_up = result.runner_up
    assert runner_up is not None
    if result.kicker:
        won, lost = map(card_name, result.kicker)
        facts |= {"won": won, "lost": lost}
        return _("%(names)s wins: %(hand)s, kicker %(won)s beats %(lost)s.") % facts
    facts["lost"] = category_name(result.hands[runner_up].category)
    if result.hands[result.winners[0]].category == result.hands[runner_up].category:
        return _("%(names)s wins: %(hand)s in the higher suit.") % facts
    return _("%(names)s wins: %(hand)s beats %(lost)s.") % facts
