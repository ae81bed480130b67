"""How a table went, seat by seat: what each announcement or decided deal brought."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from scoring.deals import Deal, ShowdownDeal, VilniusDeal
from scoring.result import AnnouncementResult, Points, TableResult


class Gain(NamedTuple):
    """What one announcement brought, or one deal that was decided; ``deal`` counts from 1."""

    points: Points
    announced: int | None = None
    exact: bool = False
    deal: int = 0


Course = tuple[tuple[Gain, ...], ...]
"""By seat, in the order of the deals."""


def gains(result: TableResult, deals: Sequence[Deal | None], *, seats: int, counts_cubits: bool) -> Course:
    brought: list[list[Gain]] = [[] for _ in range(seats)]
    waiting = _played_off(result, deals)
    for number, (deal, scored) in enumerate(zip(deals, result.deals, strict=True), start=1):
        if deal is None or scored is None or number in waiting:
            continue
        if isinstance(deal, VilniusDeal) and isinstance(scored, AnnouncementResult):
            brought[scored.declarer].append(Gain(scored.points, deal.announced, scored.exact, number))
        elif not isinstance(scored, AnnouncementResult):
            share = Fraction(1, len(scored.winners))
            for seat, own in enumerate(brought):
                won = (scored.net or {}).get(seat, 0) if counts_cubits else share * (seat in scored.winners)
                own.append(Gain(won, deal=number))
    return tuple(map(tuple, brought))


def _played_off(result: TableResult, deals: Sequence[Deal | None]) -> set[int]:
    """Numbers of the tied deals that bring nothing by themselves: their play-offs do (C14)."""
    tied = {result.playoff_of} if result.playoff_of else set()
    last = 0
    for number, deal in enumerate(deals, start=1):
        if isinstance(deal, ShowdownDeal) and deal.playoff_of is not None:
            tied.add(last)
        last = number if deal is not None else last
    return tied
