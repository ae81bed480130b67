"""In a tournament that is over, seasons gave the place to who had entered, its report to who stood in at the end: from
now on both give it to the latter.
"""

from typing import Any

from django.db import migrations
from django.db.models import F


def give_places(apps: Any, _schema_editor: Any) -> None:
    models = {name: apps.get_model("tournaments", name) for name in ("Entrant", "EventTally", "Season", "SeasonPoints")}
    changed = set()
    replaced = models["Entrant"].objects.exclude(substitute=None).filter(event__kind="tournament")
    for event, player, substitute in replaced.values_list("event", "player", "substitute"):
        deals = models["EventTally"].objects.filter(event=event, player=substitute).values_list("deals", flat=True)
        rows = models["SeasonPoints"].objects.filter(event=event)
        for row in rows.filter(player=player).exclude(place=None).select_related("season"):
            own = rows.filter(season=row.season, player=substitute).first()
            if row.season.stored_rules["points"] not in ("score", "average"):
                if own is None:
                    rows.filter(pk=row.pk).update(player=substitute, deals=deals.first() or 0)
            else:
                rows.filter(pk=row.pk).update(place=None)
                if own:
                    rows.filter(pk=own.pk).update(place=row.place)
            changed.add(row.season_id)
    models["Season"].objects.filter(pk__in=changed).update(revision=F("revision") + 1)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0101_keep_late_events_of_ended_seasons")]
    operations = [migrations.RunPython(give_places, migrations.RunPython.noop, elidable=True)]
