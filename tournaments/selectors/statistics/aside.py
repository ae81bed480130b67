"""What is known of an event's showdowns beside their deals: hands that phones had entered, claims the cards refused."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from scoring.deals import announced_winners
from scoring.games import GAMES
from scoring.result import Aside
from scoring.showdown.own_hands import read_own_hand
from tournaments.models import Claim, Contribution, Event

Entered = tuple[int, int, int, int, Mapping[str, Any]]
"""Table, deal, how often that had been recorded, seat, and what its own phone said."""


def asides(event: Event) -> dict[int, Aside]:
    """By table, of those of which there is something to say."""
    if GAMES[event.game].sheet != "showdown":
        return {}
    own = Contribution.objects.filter(table__event=event, seat__isnull=False).order_by("recorded", "version")
    ruled = Claim.objects.filter(table__event=event, answer=Claim.Answer.CARDS).order_by("pk")
    return asides_of(
        own.values_list("table_id", "number", "recorded", "seat", "said"), ruled.values_list("table_id", "payload")
    )


def asides_of(entered: Iterable[Entered], ruled: Iterable[tuple[int, Mapping[str, Any]]]) -> dict[int, Aside]:
    """`entered` by generation and version: of a deal that was dealt anew the newest hands count. `ruled`: the claims
    against which the cards decided.
    """
    hands: dict[tuple[int, int], dict[int, tuple[str, ...]]] = {}
    newest: dict[tuple[int, int], int] = {}
    for table, number, recorded, seat, said in entered:
        if newest.get((table, number)) != recorded:
            hands[table, number] = {}
        newest[table, number] = recorded
        if held := read_own_hand(said).cards:
            hands[table, number][seat] = held
    of_table: dict[int, list[tuple[int, int, tuple[str, ...]]]] = defaultdict(list)
    for (table, number), seats in sorted(hands.items()):
        of_table[table] += [(number, seat, cards) for seat, cards in sorted(seats.items())]
    refused: dict[int, list[int]] = defaultdict(list)
    for table, payload in ruled:
        refused[table] += announced_winners(payload)
    return {
        table: Aside(tuple(of_table.get(table, ())), tuple(refused.get(table, ()))) for table in {*of_table, *refused}
    }
