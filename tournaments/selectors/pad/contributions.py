"""The deal that a table is playing, with what its seats' own phones have added to it so far."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from django.db.models import Exists, OuterRef, QuerySet

from scoring.fields import optional_integer, text
from scoring.games import GAMES
from scoring.result import TableResult
from scoring.showdown.game import ShowdownGame
from scoring.showdown.own_hands import QUARRY, OwnHands, read_own_hand
from tournaments.models import AuditEntry, Contribution, Table
from tournaments.models.statements import Prepared, joined
from tournaments.selectors.table.deal_history import History, Payload, Sheet, live_deals, read_deal, score_table

Json = dict[str, Any]


@dataclass(frozen=True)
class DealInPlay:
    """``given`` are the newest contributions by seat, that to the Quarry under None; ``recorded`` as
    ``Contribution.recorded``.
    """

    table: Table
    sheet: Sheet
    result: TableResult
    number: int
    recorded: int
    given: Mapping[int | None, Contribution]

    @property
    def seats(self) -> tuple[int, ...]:
        """Who plays this deal: of a play-off those who were tied."""
        return self.result.playoff_seats or tuple(range(len(self.result.seats)))

    @property
    def is_showdown(self) -> bool:
        return GAMES[self.table.event.game].sheet == "showdown"

    @cached_property
    def hands(self) -> OwnHands:
        """Of a showdown."""
        event = self.table.event
        game = cast("ShowdownGame", GAMES[event.game])
        given = {seat: read_own_hand(each.said) for seat, each in self.given.items()}
        return OwnHands(game, game.showdown(event.game_rules), self.seats, given)

    @property
    def is_open(self) -> bool:
        """Whether all that the deal takes is there, so that everybody may see it; announcements are no secret."""
        if self.is_showdown:
            return self.hands.is_complete
        told = self.given.get(self.result.turn)
        return told is not None and told.said["announced"] is not None

    def payload(self) -> Payload:
        """What has been said of the deal, once it is open: of a showdown all of it."""
        turn = self.result.turn
        if self.is_showdown:
            return self.hands.payload(dealer=turn, playoff_of=self.result.playoff_of)
        return {"declarer": turn, **self.given[turn].said}


def deal_in_play(table: Table, *, history: History, sheet: Sheet, result: TableResult) -> DealInPlay | None:
    """None where none is played. After an adjournment the cards are dealt anew."""
    if table.status != Table.Status.PLAYING or result.finished:
        return None
    number = len(live_deals(sheet)) + 1
    recorded = sum(row.number == number or (row.number == number - 1 and row.text is None) for row in history)
    given = {row.seat: row for row in _contributions(table.pk, number, recorded)}
    return DealInPlay(table, sheet, result, number, recorded, given)


CONTRIBUTION, _contribution_of = joined(Contribution)
_contributions = Prepared(
    lambda table, number, recorded: (
        Contribution.objects.filter(~Exists(_resumed(table)), table=table, number=number, recorded=recorded)
        .order_by("version")
        .values_list(*CONTRIBUTION)
    ),
    _contribution_of,
)


def _resumed(table: int) -> QuerySet[AuditEntry]:
    """After the contribution that is looked at."""
    return AuditEntry.objects.filter(table=table, action="table-resumed", at__gt=OuterRef("created_at"))


def contribution_facts(deal: DealInPlay | None, *, seat: int | None) -> Json | None:
    """What the phone of `seat` is told (None: the table's). Of other hands nothing but that they are in, until all are
    open.
    """
    if deal is None:
        return None
    mine, quarry = None if seat is None else deal.given.get(seat), deal.given.get(QUARRY)
    return {
        "number": deal.number,
        "in": [
            {"seat": each.seat, "version": each.version, "by": each.by_seat}
            for each in deal.given.values()
            if each.seat is not QUARRY
        ],
        "out": deal.hands.out if deal.is_showdown else [],
        "quarry": {"version": quarry.version, **quarry.said} if quarry else None,
        "mine": {"version": mine.version, **mine.said} if mine else None,
        "open": deal.payload() if deal.is_open else None,
    }


def check_announcement(deal: DealInPlay, seat: int | None, said: Payload) -> Payload:
    """As it is kept, nothing where it is taken back. Raises ScoringError where it could not be played so."""
    known: Payload = {"announced": optional_integer(said, "announced"), "trump": text(said, "trump")}
    if known["announced"] is None and known["trump"] is None:
        return known
    payload = {"declarer": seat, **known, "taken": 0}
    announced = read_deal(deal.table.event.game, payload, seats=len(deal.result.seats))
    score_table(deal.table, {**deal.sheet, deal.number: announced}, seats=len(deal.result.seats))
    return known
