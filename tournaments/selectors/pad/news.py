"""What a deal changes in what its table's phones show: the answer to the one that sent it."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.deals import Deal as PlayedDeal
from scoring.result import DealResult, TableResult
from tournaments.audit import Actor
from tournaments.models import Table
from tournaments.selectors.pad.confirmations import deal_opinion, table_opinion
from tournaments.selectors.pad.state import clock, deal_result, score_facts, turn_facts
from tournaments.selectors.table.confirmations import Confirmations, State
from tournaments.selectors.table.correction_rights import correction_rights
from tournaments.selectors.table.deal_history import DealRow, History, Sheet

Json = dict[str, Any]
Words = Callable[[PlayedDeal | None, DealResult | None, Sequence[str]], str]


@dataclass(frozen=True)
class AfterDeal:
    """A table by a deal that has just been recorded: the last of its history."""

    table: Table
    names: Sequence[str]
    people: Collection[int]  # the entrants (ids) at the table
    history: History
    sheet: Sheet
    result: TableResult
    confirmations: Confirmations
    shown: int  # the revision of what the table's pads showed before

    @property
    def row(self) -> DealRow:
        return self.history[-1]


def pad_news(after: AfterDeal, *, words: Words, now: datetime, actor: Actor) -> Json:
    """To be put into a pad's state of revision `since` or later; `actor` is who asks."""
    table, row, result, said = after.table, after.row, after.result, after.confirmations
    rights = correction_rights(table, now=now, confirmations=said, people=after.people)
    standings = said.by_deal
    deal, scored = after.sheet[row.number], result.deals[row.number - 1]
    by = after.names[row.seat] if row.seat is not None else ""
    return {
        "since": after.shown,
        "revision": row.revision,
        "event": table.event_id,
        "status": table.status,
        "seats": [score_facts(each) for each in result.seats],
        **turn_facts(result),
        "deal": {
            "number": row.number,
            "version": row.version,
            "voided": False,
            "payload": row.payload,
            "result": deal_result(scored),
            "words": words(deal, scored, after.names),
            **deal_opinion(table, said, row, by=by, actor=actor, names=after.names, now=now),
        },
        "accepted": [n for n, each in standings.items() if each.state == State.WAITING and each.is_settled(now)],
        "rights": {n: right for n, right in rights.items() if n is not None and right != rights[None]},
        "opinion": table_opinion(table, said, right=rights[None], actor=actor, names=after.names, now=now),
        "clock": clock(table, after.sheet, seats=len(after.names), now=now, history=after.history),
    }
