from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from tournaments.selectors.statistics.achievements import MADE, OF_KIND


def fill(apps: Any, _schema_editor: Any) -> None:
    """The first of each player's achievements in the events that are over."""
    told: dict[tuple[int, str], tuple[int, int]] = {}
    feats = apps.get_model("tournaments", "EventFeat").objects.filter(MADE).order_by("date", "event", "deal", "pk")
    rows = feats.values_list("kind", "player", "event", "table")
    for kind, player, event, table in rows.iterator():
        told.setdefault((player, OF_KIND[kind].key), (event, table))
    achievement = apps.get_model("tournaments", "ToldAchievement")
    achievement.objects.bulk_create(
        achievement(player_id=player, key=key, event_id=event, table_id=table)
        for (player, key), (event, table) in told.items()
    )


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0052_statistics'),
    ]

    operations = [
        migrations.CreateModel(
            name='ToldAchievement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=30)),
                ('told_at', models.DateTimeField(auto_now_add=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.event')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.table')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'key'), name='achievement_told_once_a_player')],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
