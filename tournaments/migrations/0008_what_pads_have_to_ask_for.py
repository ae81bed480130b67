from typing import Any

from django.db import migrations, models
from django.db.models import F


def every_pad_asks_once(apps: Any, _schema_editor: Any) -> None:
    """Pads that are open compare with the event"s revision, as they did before."""
    apps.get_model("tournaments", "Event").objects.update(pads_revision=F("revision"))


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0007_event_game_names_any_of_the_registry"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="pads_revision",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="table",
            name="pad_revision",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.RunPython(every_pad_asks_once, migrations.RunPython.noop, elidable=True),
    ]
