from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def fill(apps: Any, _schema_editor: Any) -> None:
    """The tables of the events that are over wait until the server has reckoned them, the newest first."""
    counting = models.Q(table__event__status="finished", table__status__in=("finished", "closed"))
    disputed = models.Q(table__confirmation="disputed")
    unconfirmed = models.Q(table__confirmation="waiting", table__accepted_at=None)
    deals = apps.get_model("tournaments", "Deal").objects.filter(counting).exclude(disputed | unconfirmed)
    rows = deals.order_by().values("table").annotate(newest=models.Max("revision")).values_list("table", "newest")
    bend = apps.get_model("tournaments", "TableBend")
    bend.objects.bulk_create((bend(table_id=table, made_of=newest) for table, newest in rows), batch_size=1000)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0054_told_achievements'),
    ]

    operations = [
        migrations.CreateModel(
            name='TableBend',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_of', models.PositiveIntegerField()),
                ('waits', models.BooleanField(default=True)),
                ('story', models.JSONField(null=True)),
                ('steps', models.JSONField(null=True)),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='bend', to='tournaments.table')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('waits', True)), fields=['-table'], name='bends_that_wait')],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
