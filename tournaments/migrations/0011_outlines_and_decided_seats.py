from typing import Any

from django.db import migrations, models

from scoring.errors import ScoringError
from scoring.games import GAMES
from scoring.result import RecordedTable


def mark_who_has_won(apps: Any, _schema_editor: Any) -> None:
    """Of the tables recorded so far, who could not be caught up with any more."""
    Table, Deal, Seat = (apps.get_model("tournaments", name) for name in ("Table", "Deal", "Seat"))
    announced = [key for key, game in GAMES.items() if game.sheet == "announcements"]
    for table in Table.objects.filter(event__game__in=announced).select_related("event").iterator():
        rows = Deal.objects.filter(table=table).order_by("number", "version").values_list("number", "payload")
        newest = dict(rows)
        last = max((number for number, payload in newest.items() if payload is not None), default=0)
        seats = list(Seat.objects.filter(table=table).order_by("index").values_list("pk", flat=True))
        game = GAMES[table.event.game]
        try:
            deals = game.read_deals([newest.get(number) for number in range(1, last + 1)], seats=len(seats))
            scored = game.score(
                RecordedTable(
                    seats=len(seats),
                    first_dealer=table.first_dealer,
                    rules=table.event.rules,
                    deals=tuple(deals),
                    closed=table.status == "closed",
                )
            )
        except ScoringError:
            continue
        won = [pk for pk, seat in zip(seats, scored.seats, strict=True) if seat.sheet and seat.sheet.has_won]
        Seat.objects.filter(pk__in=won).update(won=True)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0010_tallies_of_the_past")]

    operations = [
        migrations.AddField("event", "outline", models.PositiveIntegerField(default=0)),
        migrations.AddField("seat", "won", models.BooleanField(default=False)),
        migrations.RunPython(mark_who_has_won, migrations.RunPython.noop),
    ]
