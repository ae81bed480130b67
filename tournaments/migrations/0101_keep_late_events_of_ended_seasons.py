"""What was made after a season had ended and has brought points there goes on to count: from now on only what is
chosen does.
"""

from typing import Any

from django.db import migrations
from django.db.models import F


def choose_late_events(apps: Any, _schema_editor: Any) -> None:
    SeasonEvent = apps.get_model("tournaments", "SeasonEvent")
    late = apps.get_model("tournaments", "SeasonPoints").objects.filter(event__created_at__gt=F("season__archived_at"))
    pairs = late.values_list("season", "event").distinct()
    SeasonEvent.objects.bulk_create(
        [SeasonEvent(season_id=season, event_id=event) for season, event in pairs], ignore_conflicts=True
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0100_league_teams")]
    operations = [migrations.RunPython(choose_late_events, migrations.RunPython.noop, elidable=True)]
