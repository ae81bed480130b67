"""What each phone of a table is asked to confirm and may correct, and what the seats' own phones have added so far to
the deal that is played.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
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
from tournaments.audit import Actor
from tournaments.models import Confirmation, Contribution, Event, SeatPhone, Table
from tournaments.models.prepared import contributions, phones_at
from tournaments.models.table import ENDED
from tournaments.selectors.table.confirmations import (
    NOTHING_ASKED,
    Confirmations,
    ConfirmationStatus,
    Right,
    State,
    correction_rights,
    objection,
)
from tournaments.selectors.table.deals import (
    DealRow,
    History,
    Payload,
    Sheet,
    live_deals,
    read_deal,
    score_table,
)
from tournaments.selectors.table.page import DealVersion, TablePage

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
    """What phones have entered so far of the deal in play; None where none is played. After an adjournment the cards
    are dealt anew.
    """
    if table.status != Table.Status.PLAYING or result.finished:
        return None
    number = len(live_deals(sheet)) + 1
    recorded = _recorded(history, number)
    return DealInPlay(table, sheet, result, number, recorded, contributions_to(table, history=history, number=number))


def contributions_to(table: Table, *, history: History, number: int) -> dict[int | None, Contribution]:
    """The newest of each seat, of the Quarry under None."""
    return {row.seat: row for row in contributions(table.pk, number, _recorded(history, number))}


def own_hands_in(contributions: Mapping[int | None, Contribution]) -> dict[int, OwnHand]:
    """What players of a showdown have entered themselves, by seat."""
    own = ((seat, row) for seat, row in contributions.items() if seat is not QUARRY and row.by_seat == seat)
    return {seat: read_own_hand(row.said) for seat, row in own}


def seats_given_alike(contributions: Mapping[int | None, Contribution], deal: ShowdownDeal) -> list[int]:
    """Of whose hands the deal says what has come in, whoever entered it."""
    hands = ((seat, row) for seat, row in contributions.items() if seat is not QUARRY)
    return [seat for seat, row in hands if read_own_hand(row.said).is_in(deal, seat)]


def players_to_ask(table: Table, seats: Iterable[int], *, history: History, number: int, now: datetime) -> list[int]:
    """The seats, of these, whose hands another phone may not enter yet: see ``DealInPlay.is_free``."""
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


def check_announcement(deal: DealInPlay, seat: int | None, contribution: Payload) -> Payload:
    """As it is kept, nothing where it is taken back. Raises ScoringError where it could not be played so."""
    facts: Payload = {"announced": optional_integer(contribution, "announced"), "trump": text(contribution, "trump")}
    if facts["announced"] is None and facts["trump"] is None:
        return facts
    payload = {"declarer": seat, **facts, "taken": 0}
    announced = read_deal(deal.table.event.game, payload, seats=len(deal.result.seats))
    score_table(deal.table, {**deal.sheet, deal.number: announced}, seats=len(deal.result.seats))
    return facts


Author = Callable[[DealVersion], str]


@dataclass(frozen=True)
class PadConfirmations:
    table: Json
    deals: dict[int, Json]  # by number


def pad_confirmations(page: TablePage, *, by: Author, actor: Actor, now: datetime) -> PadConfirmations:
    """`by` tells who entered a version; `actor`: whose phone this is. Who entered a deal cannot confirm it."""
    table, names = page.table, page.names
    confirmations = Confirmations(table, page.history)
    rights, entered = (
        correction_rights(table, now=now, confirmations=confirmations),
        {row.number: row for row in confirmations.deals},
    )
    return PadConfirmations(
        table=confirmation_of_table(table, confirmations, right=rights[None], actor=actor, names=names, now=now),
        deals={
            line.number: confirmation_of_deal(
                table, confirmations, entered[line.number], by=by(line.versions[-1]), actor=actor, names=names, now=now
            )
            | {"right": rights.get(line.number, rights[None])}
            for line in page.deals
        },
    )


def confirmation_of_table(
    table: Table, confirmations: Confirmations, *, right: Right, actor: Actor, names: Sequence[str], now: datetime
) -> Json:
    whole, mode = confirmations.for_table, table.event.confirmation
    by_table = mode == Event.ConfirmationMode.TABLE and table.status in ENDED and whole.state != State.NONE
    words = confirmations.of_table(confirmations.last) if by_table else []
    return {
        "mode": mode,
        "state": _state(whole, now),
        "accepted_at": whole.since.isoformat() if whole.state == State.WAITING and whole.since else None,
        "may_confirm": by_table and _may_confirm(table, whole, confirmations.deals, words, actor, now),
        "may_dispute": by_table and _may_dispute(whole, now),
        "may_withdraw": by_table and is_disputed_by(whole, actor.seat),
        "opinion_by": author_name(whole, names),
        "opinion_reason": whole.confirmation.reason if whole.confirmation else "",
        "said": _said_by(actor, words),
        "right": right,
    }


def confirmation_of_deal(
    table: Table,
    confirmations: Confirmations,
    row: DealRow,
    *,
    by: str,
    actor: Actor,
    names: Sequence[str],
    now: datetime,
) -> Json:
    """`row`: the newest version of the deal."""
    status = confirmations.by_deal.get(row.number, NOTHING_ASKED)
    words = confirmations.of_deal(row) if status.state != State.NONE else []
    return {
        "seat": row.seat,
        "by": by,
        "reason": row.reason,
        "opinion": _state(status, now),
        "may_confirm": _may_confirm(table, status, [row], words, actor, now),
        "may_dispute": _may_dispute(status, now),
        "may_withdraw": is_disputed_by(status, actor.seat),
        "opinion_by": author_name(status, names),
        "opinion_reason": status.confirmation.reason if status.confirmation else "",
        "said": _said_by(actor, words),
    }


def _said_by(actor: Actor, words: Sequence[Confirmation]) -> str:
    """This seat's latest verdict; empty where it has said nothing."""
    own = (word.verdict for word in reversed(words) if word.pad_link_id and word.seat == actor.seat)
    return next(own, "")


def _state(status: ConfirmationStatus, now: datetime) -> str:
    """Accepted by itself is as good as confirmed."""
    return State.CONFIRMED if status.is_settled(now) else status.state


def _may_confirm(
    table: Table,
    status: ConfirmationStatus,
    entered: Sequence[DealRow],
    confirmations: Sequence[Confirmation],
    actor: Actor,
    now: datetime,
) -> bool:
    open_to = _may_dispute(status, now) or is_disputed_by(status, actor.seat)
    return open_to and objection(entered, confirmations, actor, shared=table.event.shared_phones) is None


def _may_dispute(status: ConfirmationStatus, now: datetime) -> bool:
    return status.state == State.WAITING and not status.is_settled(now)


def is_disputed_by(status: ConfirmationStatus, seat: int | None) -> bool:
    """Whether a result is disputed by this seat's phone; ``seat`` None: by the table's own, which is anybody's."""
    confirmation = status.confirmation
    return (
        status.state == State.DISPUTED
        and confirmation is not None
        and bool(confirmation.pad_link_id)
        and confirmation.seat == seat
    )


def author_name(status: ConfirmationStatus, names: Sequence[str]) -> str:
    """Whose word it was; empty where it was nobody's or the director's, or came from the table's own pad."""
    confirmation = status.confirmation
    return (
        names[confirmation.seat]
        if confirmation and confirmation.seat is not None and confirmation.seat < len(names)
        else ""
    )
