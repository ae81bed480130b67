from importlib import import_module
from typing import Any

from django.db import migrations

from scoring.games import GAMES
from scoring.statistics import added

tables_of = import_module("tournaments.migrations.0052_statistics").tables_of

NEW = ("met", "due", "due-squared", "taken")


def fill(apps: Any, _schema_editor: Any, names: tuple[str, ...] = NEW) -> None:
    """How many of the hands shown have won, and how many were due: of the events that are over."""
    clubs = {(row.club_id, row.game, row.player_id): row for row in apps.get_model("tournaments", "ClubCounts").objects.all()}
    sums: dict[tuple[int, str, int | None], dict[str, int]] = {}
    shown = [key for key, game in GAMES.items() if game.sheet == "showdown"]
    for event in apps.get_model("tournaments", "Event").objects.filter(status="finished", game__in=shown):
        of_event: dict[int, dict[str, int]] = {}
        for _table, players, counted in tables_of(apps, event):
            for player, counts in zip(players, counted.seats, strict=True):
                found = {name: counts[name] for name in names if name in counts}
                of_event[player] = added(of_event.get(player, {}), found)
        for row in event.counts.filter(player__in=of_event):
            row.counts = others(row.counts, names) | of_event[row.player_id]
            row.save(update_fields=["counts"])
            for whose in (row.player_id, None):
                key = (event.club_id, event.game, whose)
                sums[key] = added(sums.get(key, {}), of_event[row.player_id])
    for key, found in sums.items():
        clubs[key].counts = others(clubs[key].counts, names) | found
        clubs[key].save(update_fields=["counts"])


def others(counts: dict[str, int], names: tuple[str, ...]) -> dict[str, int]:
    """Without these, of which 0 is not written."""
    return {name: count for name, count in counts.items() if name not in names}


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0071_leagues'),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
