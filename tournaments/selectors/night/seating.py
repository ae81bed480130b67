from django.db.models import Max

from tournaments.models import Entrant, Event, Seat, Table


def free_entrants(event: Event) -> list[Entrant]:
    """Who is here tonight and sits at no running table, in the order of arrival."""
    seated = Seat.objects.filter(table__event=event, table__status=Table.Status.PLAYING).values("entrant")
    here = event.entrants.filter(present=True).exclude(pk__in=seated)
    return list(here.select_related("player").order_by("arrived_at", "pk"))


def next_table_number(event: Event) -> int:
    return (event.tables.aggregate(last=Max("number"))["last"] or 0) + 1
