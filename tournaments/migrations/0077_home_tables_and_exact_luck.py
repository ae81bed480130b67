from importlib import import_module
from typing import Any

from django.db import migrations, models

count = import_module("tournaments.migrations.0072_hands_beside_the_others").fill

NEW = ("strength", "scatter", "due", "due-squared")


def fill(apps: Any, schema_editor: Any) -> None:
    """How strong the hands shown were, to the card and to the suit: of the events that are over."""
    count(apps, schema_editor, NEW)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0076_words_and_first_places'),
    ]

    operations = [
        migrations.AddField("leagueplayer", "home_table", models.PositiveSmallIntegerField(null=True)),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
