"""Each phone its own hand: what the seats add to the deal that is played is kept face down until all have added theirs,
then it is recorded as the deal that it makes.
"""

from contextlib import suppress
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from scoring.errors import ScoringError
from scoring.showdown.own_hands import QUARRY, read_own_hand
from tournaments.audit import Actor
from tournaments.models import Contribution, Table
from tournaments.models.statements import insert
from tournaments.selectors.pad.contributions import DealInPlay, check_announcement, deal_in_play
from tournaments.selectors.table.deal_history import Payload, current_deals, deal_history, score_table
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
    deal = _in_play(table, sent)
    _require_right(deal, sent, actor)
    _keep(deal, sent, _checked(deal, sent), actor)
    deal = _in_play(table, sent)
    if deal.is_showdown and deal.is_open:
        # Hands that cannot be together lie open to be mended; what the players entered stays.
        with suppress(ScoringError), transaction.atomic():
            record_deal(
                table_id=table_id, payload=deal.payload(), client_id=sent.client_id, base_revision=None, actor=actor
            )
            return
    tell_pads(table)


def _is_known(table: Table, sent: Contributed) -> bool:
    known = Contribution.objects.filter(client_id=sent.client_id).first()
    if known and (known.table_id, known.number, known.seat) != (table.pk, sent.number, sent.seat):
        raise Refused("client-id-taken")
    return known is not None


def _in_play(table: Table, sent: Contributed) -> DealInPlay:
    history, seats = deal_history(table.pk), table.seats.count()
    sheet = current_deals(table, seats=seats, history=history)
    if table.status == Table.Status.ADJOURNED:
        raise Refused("table-adjourned")
    deal = deal_in_play(table, history=history, sheet=sheet, result=score_table(table, sheet, seats=seats))
    if deal is None:
        raise Refused("table-over")
    if deal.number != sent.number:
        raise Stale(base_revision=sent.base_revision, revision=table.revision, number=sent.number)
    return deal


def _require_right(deal: DealInPlay, sent: Contributed, actor: Actor) -> None:
    """A player speaks for himself; for somebody without a phone, who lays his cards down, whoever has entered his own.
    Else a phone could fold the others to see what was entered.
    """
    if actor.seat is None:
        raise Refused("seat-needed")
    if sent.seat is not QUARRY and sent.seat not in deal.seats:
        raise ScoringError("seat-unknown", seat=sent.seat)
    known = deal.given.get(sent.seat)
    if sent.seat not in (actor.seat, QUARRY):
        if not deal.is_showdown or (known and known.by_seat != actor.seat):
            raise Refused("seat-of-another")
        if actor.seat in deal.seats and actor.seat not in deal.given:
            raise Refused("own-hand-first")
    if sent.seen != (known.version if known else 0):
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


def _keep(deal: DealInPlay, sent: Contributed, said: Payload, actor: Actor) -> None:
    of = {"table": deal.table, "number": deal.number, "recorded": deal.recorded, "seat": sent.seat}
    insert(
        Contribution(
            **of,
            version=Contribution.objects.filter(**of).count() + 1,
            said=said,
            client_id=sent.client_id,
            pad_link=actor.pad_link,
            by_seat=actor.seat or 0,
            phone=actor.phone,
        )
    )
