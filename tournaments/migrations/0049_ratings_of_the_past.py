from collections import defaultdict
from dataclasses import asdict
from typing import Any

from django.db import migrations

from tournaments.formats.ratings.forecasts import foretold
from tournaments.formats.ratings.strengths import Strength, replayed

Tables = list[list[tuple[int, int]]]


def fill(apps: Any, _schema_editor: Any) -> None:
    """How strong the events that are over have shown everybody, one after the other."""
    known: defaultdict[tuple[int, str], dict[int, Strength]] = defaultdict(dict)
    newest: dict[tuple[int, str, int], dict[str, Any]] = {}
    forecast = apps.get_model("tournaments", "EventForecast").objects
    rating = apps.get_model("tournaments", "EventRating").objects
    for event in apps.get_model("tournaments", "Event").objects.filter(status="finished").order_by("date", "id"):
        tables = tables_of(apps, event)
        before = known[event.club_id, event.game]
        of_game = known[event.club_id, event.game] = replayed(tables, before=before)
        rows = [
            {"event_id": event.pk, "player_id": who, **of_game[who]._asdict()}
            for who in {who for table in tables for who, _ in table}
        ]
        if rows:
            forecast.create(event_id=event.pk, sums=asdict(foretold(tables, before=before)))
        rating.bulk_create(rating.model(**row) for row in rows)
        newest |= {(event.club_id, event.game, row["player_id"]): row for row in rows}
    of_club = apps.get_model("tournaments", "ClubRating").objects
    of_club.bulk_create(of_club.model(club_id=club, game=game, **row) for (club, game, _), row in newest.items())


def tables_of(apps: Any, event: Any) -> Tables:
    tables = event.tables.filter(status__in=("finished", "closed"), deal_count__gt=0).exclude(confirmation="disputed")
    rulings = apps.get_model("tournaments", "Ruling").objects.exclude(kind="advanced").order_by("id")
    found = []
    for table in tables.exclude(confirmation="waiting", accepted_at=None).order_by("ended_at", "id"):
        ruling = rulings.filter(table=table).last()
        kind, value = (ruling.kind, ruling.value) if ruling else ("", [])
        found.append(
            [
                (seat.substitute_id or seat.entrant.player_id, value[seat.index] if kind == "decision" else seat.place)
                for seat in table.seats.select_related("entrant").order_by("index")
                if not (kind == "forfeit" and seat.index in value)
            ]
        )
    return [table for table in found if len(table) > 1]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0048_ratings")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
