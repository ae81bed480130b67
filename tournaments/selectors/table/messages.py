"""What a table and its director have to say to each other."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q

from scoring.deals import ShowdownDeal
from tournaments.models import Claim, Message, Table
from tournaments.models.statements import Prepared, joined
from tournaments.selectors.table.deal_history import deal_history, deal_in, newest_versions, read_deal

Json = dict[str, Any]
SHOWN_FOR = timedelta(hours=12)
MOST_SHOWN = 5


def call_facts(table: Table) -> Json | None:
    """The table's call for the director, until he has come."""
    return {"at": table.called_at.isoformat(), "note": table.call_note} if table.called_at else None


def open_claim(table_id: int) -> Claim | None:
    """A winner against the cards on whom the director has yet to rule: there is one at most."""
    return next(iter(_open_claims(table_id)), None)


CLAIM, _claim_of = joined(Claim)
_open_claims = Prepared(
    lambda table: Claim.objects.filter(table=table, answer="").order_by("pk").values_list(*CLAIM), _claim_of
)


def deal_claimed(claim: Claim) -> int | None:
    """The deal that it would correct: also one that another phone has recorded of the same cards while it waited."""
    if claim.number is not None:
        return claim.number
    game, seats = claim.table.event.game, claim.table.seats.count()
    announced = read_deal(game, claim.payload, seats=seats)
    assert isinstance(announced, ShowdownDeal)
    for row in newest_versions(deal_history(claim.table_id)):
        deal = deal_in(row, game, seats=seats) if row.created_at > claim.created_at else None
        if isinstance(deal, ShowdownDeal) and deal.laid_down == announced.laid_down:
            return row.number
    return None


def claim_facts(claim: Claim) -> Json:
    return {
        "at": claim.created_at.isoformat(),
        "number": claim.number,
        "payload": claim.payload,
        "reason": claim.reason,
    }


def pad_messages(table: Table, *, now: datetime) -> list[Json]:
    """The newest first; those to everybody only as far as the table was there to hear them."""
    newest = [each for each in _newest_messages(table.pk) if each.created_at > now - SHOWN_FOR]
    return [
        {"id": each.pk, "text": each.text, "at": each.created_at.isoformat(), "everyone": each.table_id is None}
        for each in newest
    ]


MESSAGE, _message_of = joined(Message)
_newest_messages = Prepared(
    lambda table: (
        Message.objects.filter(
            Q(table=table) | Q(table=None),
            event__tables=table,
            created_at__gte=F("event__tables__opened_at"),
        )
        .order_by("-pk")
        .values_list(*MESSAGE)[:MOST_SHOWN]
    ),
    _message_of,
)
