from typing import Any

from django.db import migrations

from scoring.errors import ScoringError
from scoring.games import GAMES
from scoring.result import RecordedTable, TableResult


def fill(apps: Any, _schema_editor: Any) -> None:
    """What seats won less what they paid, at tables recorded before it was kept."""
    Table, Deal, Seat = (apps.get_model("tournaments", name) for name in ("Table", "Deal", "Seat"))
    showdowns = [key for key, game in GAMES.items() if game.sheet != "announcements"]
    tables = Table.objects.filter(event__game__in=showdowns, seats__net=None, deal_count__gt=0).distinct()
    for table in tables.select_related("event").iterator():
        rows = Deal.objects.filter(table=table).order_by("number", "version").values_list("number", "payload")
        seats = Seat.objects.filter(table=table).count()
        try:
            nets = nets_of(scored(table, dict(rows), seats))
        except ScoringError:
            continue
        for index, net in nets.items():
            Seat.objects.filter(table=table, index=index).update(net=net)


def scored(table: Any, newest: dict[int, Any], seats: int) -> TableResult:
    last = max((number for number, payload in newest.items() if payload is not None), default=0)
    game = GAMES[table.event.game]
    deals = game.read_deals([newest.get(number) for number in range(1, last + 1)], seats=seats)
    return game.score(
        RecordedTable(
            seats=seats,
            first_dealer=table.first_dealer,
            rules=table.event.rules,
            deals=tuple(deals),
            closed=table.status == "closed",
        )
    )


def nets_of(result: TableResult) -> dict[int, int]:
    """By seat; empty where a deal does not say what was paid."""
    nets = [getattr(deal, "net", None) for deal in result.deals if deal is not None]
    known = [net for net in nets if net is not None]
    if not known or len(known) < len(nets):
        return {}
    return {seat: sum(net.get(seat, 0) for net in known) for seat in range(len(result.seats))}


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_table_numbers_are_used_again")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
