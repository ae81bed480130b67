from collections import defaultdict
from importlib import import_module
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from tournaments.formats.meetings.pairs import NEVER, Met, Pair, meetings

tables_of = import_module("tournaments.migrations.0049_ratings_of_the_past").tables_of


def fill(apps: Any, _schema_editor: Any) -> None:
    """Who has met whom at the events that are over, and what that adds up to."""
    sums: defaultdict[tuple[int, str], dict[Pair, Met]] = defaultdict(dict)
    of_event = apps.get_model("tournaments", "EventMeeting").objects
    for event in apps.get_model("tournaments", "Event").objects.filter(status="finished"):
        found = meetings(tables_of(apps, event))
        of_event.bulk_create(of_event.model(event_id=event.pk, **row(*each)) for each in found.items())
        of_game = sums[event.club_id, event.game]
        for pair, each in found.items():
            of_game[pair] = of_game.get(pair, NEVER).plus(each)
    of_club = apps.get_model("tournaments", "ClubMeeting").objects
    for (club, game), of_game in sums.items():
        of_club.bulk_create(of_club.model(club_id=club, game=game, **row(*each)) for each in of_game.items())


def fill_before(apps: Any, _schema_editor: Any) -> None:
    """What was known of everybody before each event that has rated them."""
    kept = apps.get_model("tournaments", "EventRating").objects
    rows = kept.select_related("event").order_by("event__date", "event_id")
    newest: dict[tuple[str, int], Any] = {}
    for row in rows:
        if earlier := newest.get((row.event.game, row.player_id)):
            row.before_mu, row.before_sigma, row.before_tables = earlier.mu, earlier.sigma, earlier.tables
        newest[row.event.game, row.player_id] = row
    fields = ["before_mu", "before_sigma", "before_tables"]
    kept.bulk_update([row for row in rows if row.before_tables], fields, batch_size=100)


def row(pair: Pair, met: Met) -> dict[str, int]:
    return {"low_id": pair[0], "high_id": pair[1], **met._asdict()}


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0055_bends'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='ratings_for',
            field=models.CharField(choices=[('all', 'everybody who sees the club'), ('insiders', 'members and players'), ('nobody', 'nobody')], default='all', max_length=8, verbose_name='who sees ratings'),
        ),
        migrations.AddField(
            model_name='player',
            name='unranked',
            field=models.BooleanField(default=False, verbose_name='left out of the ranking'),
        ),
        migrations.CreateModel(
            name='ClubMeeting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tables', models.PositiveIntegerField()),
                ('ahead', models.PositiveIntegerField()),
                ('level', models.PositiveIntegerField()),
                ('behind', models.PositiveIntegerField()),
                ('sat_left', models.PositiveIntegerField()),
                ('sat_right', models.PositiveIntegerField()),
                ('game', models.CharField(max_length=20)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='meetings', to='tournaments.club')),
                ('high', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
                ('low', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'game', 'low', 'high'), name='club_meeting_once_a_pair')],
            },
        ),
        migrations.CreateModel(
            name='EventMeeting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tables', models.PositiveIntegerField()),
                ('ahead', models.PositiveIntegerField()),
                ('level', models.PositiveIntegerField()),
                ('behind', models.PositiveIntegerField()),
                ('sat_left', models.PositiveIntegerField()),
                ('sat_right', models.PositiveIntegerField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='meetings', to='tournaments.event')),
                ('high', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
                ('low', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
            ],
            options={
                'indexes': [models.Index(fields=['low', 'high', 'event'], name='event_meeting_of_pair')],
                'constraints': [models.UniqueConstraint(fields=('event', 'low', 'high'), name='event_meeting_once_a_pair')],
            },
        ),
        migrations.AddField("EventRating", "before_mu", models.FloatField(default=1500.0)),
        migrations.AddField("EventRating", "before_sigma", models.FloatField(default=82.0)),
        migrations.AddField("EventRating", "before_tables", models.PositiveIntegerField(default=0)),
        migrations.RunPython(fill_before, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
