"""The hands that a table's phones have opened last, for those who watch."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from scoring.result import ShowdownResult
from tournaments.models import Contribution, Deal
from tournaments.selectors.table.page import DealLine, table_page

SHOWN_FOR = timedelta(minutes=1)


@dataclass(frozen=True)
class OpenedDeal:
    table: int  # its number in the room
    names: list[str]
    line: DealLine

    @property
    def cards(self) -> list[str]:
        """Those that won; none where nobody showed any."""
        result = self.line.result
        best = result.hands.get(result.winners[0]) if isinstance(result, ShowdownResult) else None
        return list(best.pyramid) if best else []


def opened_deal(event_id: int, *, now: datetime) -> OpenedDeal | None:
    """The deal that the last hand completed bears that hand's client_id."""
    recent = Deal.objects.filter(table__event=event_id, version=1, created_at__gt=now - SHOWN_FOR)
    opened = recent.filter(client_id__in=Contribution.objects.filter(table__event=event_id).values("client_id"))
    found = opened.order_by("-revision").values_list("table_id", "number").first()
    if found is None:
        return None
    page = table_page(found[0])
    line = next(each for each in page.deals if each.number == found[1])
    return OpenedDeal(page.table.number, page.names, line) if line.deal else None
