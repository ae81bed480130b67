from typing import Any

from django.db import migrations, models


def _tried_again(apps: Any, _schema_editor: Any) -> None:
    """What handicaps would have made of past nights is filled in when ratings are rebuilt."""
    apps.get_model('tournaments', 'EventForecast').objects.filter(event__kind='club-night').update(handicap=None)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0098_extra_games'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='handicap',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='entrant',
            name='handicap',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='team',
            name='place',
            field=models.PositiveSmallIntegerField(editable=False, null=True),
        ),
        migrations.RunPython(_tried_again, migrations.RunPython.noop),
    ]
