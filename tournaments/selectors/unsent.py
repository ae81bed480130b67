"""What phones of all events that go on say they keep and cannot send."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min

from tournaments.models import Event, UnsentDeals


@dataclass(frozen=True)
class UnsentEverywhere:
    phones: int
    oldest_seconds: int


def unsent_everywhere(*, now: datetime) -> UnsentEverywhere:
    open_ones = UnsentDeals.objects.filter(table__event__status=Event.Status.OPEN)
    found = open_ones.aggregate(phones=Count("pk"), since=Min("since"))
    oldest = (now - found["since"]).total_seconds() if found["since"] else 0
    return UnsentEverywhere(found["phones"], round(oldest))
