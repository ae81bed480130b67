"""The deal that a table is playing, with what its seats' own phones have added to it so far."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, cast

from scoring.deals import ShowdownDeal
from scoring.fields import optional_integer, text
from scoring.games import GAMES
from scoring.result import TableResult
from scoring.showdown.game import ShowdownGame
from scoring.showdown.own_hands import QUARRY, OwnHand, OwnHands, read_own_hand
from tournaments.models import Contribution, SeatPhone, Table
from tournaments.models.prepared import contributions, phones_at
from tournaments.selectors.table.deals import (
    History,
    Payload,
    Sheet,
    live_deals,
    read_deal,
    score_table,
)

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
        own_hands = {seat: read_own_hand(contribution.said) for seat, contribution in self.given.items()}
        return OwnHands(game, game.showdown(event.game_rules), self.seats, own_hands)

    @cached_property
    def phones(self) -> dict[int, SeatPhone]:
        """By seat, of a showdown: whose hand is their own to enter."""
        return _phones_at(self.table) if self.is_showdown else {}

    def is_free(self, seat: int, *, now: datetime) -> bool:
        """Whether another phone may enter this hand: there is none of its own, or its player has agreed, or says
        nothing.
        """
        phone = self.phones.get(seat)
        return phone is None or _is_free(phone, self.table, (self.number, self.recorded), now=now)

    @property
    def is_open(self) -> bool:
        """Whether all that the deal takes is there, so that everybody may see it; announcements are no secret."""
        if self.is_showdown:
            return self.hands.is_complete
        contribution = self.given.get(self.result.turn)
        return contribution is not None and contribution.said["announced"] is not None

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
    recorded = _recorded(history, number)
    return DealInPlay(table, sheet, result, number, recorded, contributions_to(table, history=history, number=number))


def contributions_to(table: Table, *, history: History, number: int) -> dict[int | None, Contribution]:
    """The newest of each seat, of the Quarry under None."""
    return {row.seat: row for row in contributions(table.pk, number, _recorded(history, number))}


def own_hands_in(given: Mapping[int | None, Contribution]) -> dict[int, OwnHand]:
    """What players of a showdown have entered themselves, by seat."""
    own = ((seat, row) for seat, row in given.items() if seat is not QUARRY and row.by_seat == seat)
    return {seat: read_own_hand(row.said) for seat, row in own}


def seats_given_alike(given: Mapping[int | None, Contribution], deal: ShowdownDeal) -> list[int]:
    """Of whose hands the deal says what has come in, whoever entered it."""
    hands = ((seat, row) for seat, row in given.items() if seat is not QUARRY)
    return [seat for seat, row in hands if read_own_hand(row.said).is_in(deal, seat)]


def players_to_ask(table: Table, seats: Iterable[int], *, history: History, number: int, now: datetime) -> list[int]:
    """Whose hand, of these seats', another phone may not enter yet: see ``DealInPlay.is_free``."""
    phones, deal = _phones_at(table), (number, _recorded(history, number))
    return [seat for seat in seats if seat in phones and not _is_free(phones[seat], table, deal, now=now)]


def _phones_at(table: Table) -> dict[int, SeatPhone]:
    return {phone.seat.index: phone for phone in phones_at(table.pk)}


def _is_free(phone: SeatPhone, table: Table, deal: tuple[int, int], *, now: datetime) -> bool:
    if phone.lets_neighbours or (phone.agreed_number, phone.agreed_recorded) == deal:
        return True
    return phone.asked_at is not None and now - phone.asked_at >= timedelta(minutes=table.event.silence_minutes)


def _recorded(history: History, number: int) -> int:
    return sum(row.number == number or (row.number == number - 1 and row.text is None) for row in history)


def contribution_facts(deal: DealInPlay | None, *, seat: int | None, now: datetime) -> Json | None:
    """What the phone of `seat` is told (None: the table's). Of other hands nothing but that they are in, until all are
    open; those that it has entered itself it knows.
    """
    if deal is None:
        return None
    mine, quarry = None if seat is None else deal.given.get(seat), deal.given.get(QUARRY)
    return {
        "number": deal.number,
        "in": [
            {"seat": contribution.seat, "version": contribution.version, "by": contribution.by_seat}
            | ({"said": contribution.said} if seat is not None and _is_for_another(contribution, by=seat) else {})
            for contribution in deal.given.values()
            if contribution.seat is not QUARRY
        ],
        "out": deal.hands.out if deal.is_showdown else [],
        "quarry": {"version": quarry.version, **quarry.said} if quarry else None,
        "mine": {"version": mine.version, **mine.said} if mine else None,
        "open": deal.payload() if deal.is_open else None,
        "phones": [
            {
                "seat": index,
                "asked_by": phone.asked_by,
                "for_all": phone.is_for_all(),
                "free": deal.is_free(index, now=now),
            }
            for index, phone in sorted(deal.phones.items())
        ]
        if seat is not None
        else [],
        "silence": deal.table.event.silence_minutes,
    }


def _is_for_another(contribution: Contribution, *, by: int) -> bool:
    return contribution.by_seat == by != contribution.seat


def check_announcement(deal: DealInPlay, seat: int | None, said: Payload) -> Payload:
    """As it is kept, nothing where it is taken back. Raises ScoringError where it could not be played so."""
    facts: Payload = {"announced": optional_integer(said, "announced"), "trump": text(said, "trump")}
    if facts["announced"] is None and facts["trump"] is None:
        return facts
    payload = {"declarer": seat, **facts, "taken": 0}
    announced = read_deal(deal.table.event.game, payload, seats=len(deal.result.seats))
    score_table(deal.table, {**deal.sheet, deal.number: announced}, seats=len(deal.result.seats))
    return facts
