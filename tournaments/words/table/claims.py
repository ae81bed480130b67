"""A winner whom a table announces against its cards: whom, and what the cards say."""

from dataclasses import dataclass

from scoring.deals import ShowdownDeal
from scoring.errors import ScoringError
from scoring.result import ShowdownResult
from tournaments.models import Claim
from tournaments.selectors.pad.state import preview
from tournaments.selectors.table.deal_history import read_deal
from tournaments.selectors.table.messages import deal_claimed
from tournaments.selectors.table.page import TablePage
from tournaments.words.languages import listed
from tournaments.words.table.deals import ShownHand, entered_words, shown_hands
from tournaments.words.table.verdicts import deal_words


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
        hands=shown_hands(deal, result, page),
        quarry=tuple(deal.quarry),
        deal=deal,
    )


def claim_words(page: TablePage, claim: Claim) -> dict[str, str]:
    """For a pad."""
    shown = shown_claim(page, claim)
    return {"claimed": shown.claimed, "cards": shown.cards}


def _names(page: TablePage, deal: ShowdownDeal) -> str:
    return listed([page.names[seat] for seat in deal.claimed])
