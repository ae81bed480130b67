"""Each phone its own hand: what the seats add to the deal that is played is kept face down until all have added theirs,
then it is recorded as the deal that it makes.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.showdown.own_hands import QUARRY, read_own_hand
from tournaments.audit import Actor
from tournaments.models import Contribution, Seat, SeatPhone, Table
from tournaments.models.statements import insert
from tournaments.selectors.pad.phones import DealInPlay, check_announcement, deal_in_play
from tournaments.selectors.table.deals import Payload, current_deals, deal_history, score_table
from tournaments.services.change import tell_pads
from tournaments.services.refusals import Refused, Stale
from tournaments.services.table.deals import lock_for, record_deal


@dataclass(frozen=True)
class Contributed:
    """As a phone sends it for `seat`, None for the Quarry. `seen` is the version of that seat's that it replaces, 0
    where there is none; `number` the deal that the phone took it for.
    """

    number: int
    seat: int | None
    client_id: UUID
    base_revision: int
    seen: int
    said: Payload


@transaction.atomic
def contribute(*, table_id: int, sent: Contributed, actor: Actor) -> None:
    """Raises ScoringError, Stale or Refused; then nothing has changed. Sent again, it is the same."""
    table = lock_for(actor, table_id)
    if _is_known(table, sent):
        return
    deal = _in_play(table, sent.number, base_revision=sent.base_revision)
    _require_right(deal, sent, actor)
    _keep(deal, sent, _checked(deal, sent), actor)
    if deal.is_showdown and actor.seat is not None:
        _answered(deal, actor.seat)
    deal = _in_play(table, sent.number)
    if deal.is_showdown and deal.is_open:
        # Hands that cannot be together lie open to be mended; what the players entered stays.
        with suppress(ScoringError), transaction.atomic():
            record_deal(
                table_id=table_id, payload=deal.payload(), client_id=sent.client_id, base_revision=None, actor=actor
            )
            return
    tell_pads(table)


@transaction.atomic
def register_phone(*, table_id: int, actor: Actor) -> None:
    """A seat's own code is open on a phone: of nothing recorded, so without an entry."""
    seat = _own_seat(table_id, actor)
    SeatPhone.objects.bulk_create([SeatPhone(seat=seat)], ignore_conflicts=True)


@transaction.atomic
def ask_phone(*, table_id: int, number: int, seat: int, actor: Actor) -> None:
    """Whoever has entered their own hand asks the player of `seat` to let them enter that one's. Asked again, the time
    goes on.
    """
    _own_seat(table_id, actor)
    table = lock_for(actor, table_id)
    deal = _in_play(table, number)
    if seat not in deal.seats:
        raise ScoringError("seat-unknown", seat=seat)
    if actor.seat in deal.seats and actor.seat not in deal.given:
        raise Refused("own-hand-first")
    if seat in deal.given and deal.given[seat].by_seat == seat:  # else the time would run before the next deal is dealt
        raise Refused("seat-of-another")
    _ask(table, [seat], by=actor.seat, for_all=False)


@transaction.atomic
def ask_for_all(*, table_id: int, seats: Iterable[int], actor: Actor) -> None:
    """Asks the players of these seats to let their neighbours enter their hands from now on."""
    _ask(lock_for(actor, table_id), seats, by=actor.seat, for_all=True)


def _ask(table: Table, seats: Iterable[int], *, by: int | None, for_all: bool) -> None:
    phones = SeatPhone.objects.filter(seat__table=table, seat__index__in=seats, asked_at=None)
    if phones.update(asked_at=timezone.now(), asked_by=by, asked_for_all=for_all):
        tell_pads(table)


@transaction.atomic
def answer_neighbour(*, table_id: int, number: int, agrees: bool, actor: Actor) -> None:
    """For the deal that is played, or for all; a no takes back what was agreed to. An answer that nobody waits for
    changes nothing.
    """
    seat = _own_seat(table_id, actor)
    table = lock_for(actor, table_id)
    deal = _in_play(table, number)
    phone = SeatPhone.objects.filter(seat=seat).exclude(asked_at=None).first()
    if phone is None:
        return
    phone.asked_at = phone.asked_by = None
    if agrees and phone.asked_for_all:
        phone.lets_neighbours = True
    elif agrees:
        phone.agreed_number, phone.agreed_recorded = deal.number, deal.recorded
    else:
        phone.lets_neighbours, phone.agreed_number, phone.agreed_recorded = False, None, None
    phone.save()
    tell_pads(table)


def _own_seat(table_id: int, actor: Actor) -> Seat:
    if actor.seat is None:
        raise Refused("seat-needed")
    return Seat.objects.get(table=table_id, index=actor.seat)


def _answered(deal: DealInPlay, seat: int) -> None:
    """Whoever enters something has a phone, and is there."""
    phone = deal.phones.get(seat)
    if phone is None:
        own = Seat.objects.filter(table=deal.table, index=seat)
        SeatPhone.objects.bulk_create([SeatPhone(seat=own_seat) for own_seat in own], ignore_conflicts=True)
    elif phone.asked_at is not None or phone.lets_neighbours:
        SeatPhone.objects.filter(pk=phone.pk).update(asked_at=None, asked_by=None, lets_neighbours=False)


def _is_known(table: Table, sent: Contributed) -> bool:
    earlier = Contribution.objects.filter(client_id=sent.client_id).first()
    if earlier and (earlier.table_id, earlier.number, earlier.seat) != (table.pk, sent.number, sent.seat):
        raise Refused("client-id-taken")
    return earlier is not None


def _in_play(table: Table, number: int, *, base_revision: int = 0) -> DealInPlay:
    history, seats = deal_history(table.pk), table.seats.count()
    sheet = current_deals(table, seats=seats, history=history)
    if table.status == Table.Status.ADJOURNED:
        raise Refused("table-adjourned")
    deal = deal_in_play(table, history=history, sheet=sheet, result=score_table(table, sheet, seats=seats))
    if deal is None:
        raise Refused("table-over")
    if deal.number != number:
        raise Stale(base_revision=base_revision, revision=table.revision, number=number)
    return deal


def _require_right(deal: DealInPlay, sent: Contributed, actor: Actor) -> None:
    """A player enters their own hand; for somebody without a phone, whoever has entered theirs does.
    Else a phone could fold the others to see what was entered.
    """
    if actor.seat is None:
        raise Refused("seat-needed")
    if sent.seat is not QUARRY and sent.seat not in deal.seats:
        raise ScoringError("seat-unknown", seat=sent.seat)
    contribution = deal.given.get(sent.seat)
    if sent.seat not in (actor.seat, QUARRY):
        if not deal.is_showdown or (contribution and contribution.by_seat != actor.seat):
            raise Refused("seat-of-another")
        if actor.seat in deal.seats and actor.seat not in deal.given:
            raise Refused("own-hand-first")
        if sent.seat is not None and not deal.is_free(sent.seat, now=timezone.now()):
            raise Refused("seat-has-phone", minutes=deal.table.event.silence_minutes)
    if sent.seen != (contribution.version if contribution else 0):
        raise Refused("hand-newer")


def _checked(deal: DealInPlay, sent: Contributed) -> Payload:
    """As it is kept. Raises ScoringError."""
    if deal.is_showdown:
        hand = read_own_hand(sent.said)
        deal.hands.check(sent.seat, hand)
        return hand.as_dict()
    if sent.seat != deal.result.turn:
        raise ScoringError("out-of-turn", expected=deal.result.turn, got=sent.seat)
    return check_announcement(deal, sent.seat, sent.said)


def _keep(deal: DealInPlay, sent: Contributed, payload: Payload, actor: Actor) -> None:
    key = {"table": deal.table, "number": deal.number, "recorded": deal.recorded, "seat": sent.seat}
    insert(
        Contribution(
            **key,
            version=Contribution.objects.filter(**key).count() + 1,
            said=payload,
            client_id=sent.client_id,
            pad_link=actor.pad_link,
            by_seat=actor.seat or 0,
            phone=actor.phone,
        )
    )
