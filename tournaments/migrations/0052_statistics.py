from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from scoring.errors import ScoringError
from scoring.games import GAMES
from scoring.result import NOTHING_ASIDE, Aside, RecordedTable
from scoring.statistics import Counts, TableCounts, added
from tournaments.selectors.statistics.aside import asides_of

Sums = defaultdict[tuple[int, str], dict[int | None, Counts]]


def fill(apps: Any, _schema_editor: Any) -> None:
    """What the deals of the events that are over come to, and what of them may be a record."""
    event_counts, club_counts = (apps.get_model("tournaments", name) for name in ("EventCounts", "ClubCounts"))
    sums: Sums = defaultdict(dict)
    for event in apps.get_model("tournaments", "Event").objects.filter(status="finished").order_by("id"):
        of_club, of_event = sums[event.club_id, event.game], dict[int, Counts]()
        for table, players, counted in tables_of(apps, event):
            for player, counts in zip(players, counted.seats, strict=True):
                of_event[player] = added(of_event.get(player, {}), counts)
                for whose in (player, None):
                    of_club[whose] = added(of_club.get(whose, {}), counts)
            write_feats(apps, event, table, players, counted)
        rows = [event_counts(event_id=event.pk, player_id=who, counts=each) for who, each in of_event.items() if each]
        event_counts.objects.bulk_create(rows)
    club_counts.objects.bulk_create(
        club_counts(club_id=club, game=game, player_id=player, counts=counts)
        for (club, game), players in sums.items()
        for player, counts in players.items()
        if counts
    )


def tables_of(apps: Any, event: Any) -> Iterator[tuple[Any, list[int], TableCounts]]:
    tables = event.tables.filter(status__in=("finished", "closed")).exclude(confirmation="disputed")
    deals, game = apps.get_model("tournaments", "Deal").objects, GAMES[event.game]
    for table in tables.exclude(confirmation="waiting", accepted_at=None).order_by("id") if game.count_names else ():
        seats = table.seats.order_by("index").values_list("substitute_id", "entrant__player_id")
        players = [substitute or player for substitute, player in seats]
        rows = deals.filter(table=table).order_by("number", "version").values_list("number", "payload")
        newest = dict(rows)
        last = max((number for number, payload in newest.items() if payload is not None), default=0)
        played = game.read_deals([newest.get(number) for number in range(1, last + 1)], seats=len(players))
        closed = table.status == "closed"
        aside = aside_of(apps, table)
        recorded = RecordedTable(len(players), table.first_dealer, event.rules, played, closed=closed, aside=aside)
        try:
            yield table, players, game.counted(recorded, game.score(recorded))
        except ScoringError:
            continue


def aside_of(apps: Any, table: Any) -> Aside:
    own = apps.get_model("tournaments", "Contribution").objects.filter(table=table, seat__isnull=False)
    entered = own.order_by("recorded", "version").values_list("table_id", "number", "recorded", "seat", "said")
    ruled = apps.get_model("tournaments", "Claim").objects.filter(table=table, answer="cards").order_by("pk")
    return asides_of(entered, ruled.values_list("table_id", "payload")).get(table.pk, NOTHING_ASIDE)


def write_feats(apps: Any, event: Any, table: Any, players: list[int], counted: TableCounts) -> None:
    whose = {"event_id": event.pk, "club_id": event.club_id, "game": event.game, "date": event.date}
    feats = apps.get_model("tournaments", "EventFeat")
    feats.objects.bulk_create(
        feats(
            **whose,
            table_id=table.pk,
            player_id=players[feat.seat],
            kind=feat.kind,
            value=feat.value,
            deal=feat.deal,
            detail=dict(feat.detail),
        )
        for feat in counted.feats
    )


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0050_seasons'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClubCounts',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=20)),
                ('counts', models.JSONField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='counts', to='tournaments.club')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
            ],
            options={
                'verbose_name_plural': 'club counts',
                'constraints': [models.UniqueConstraint(fields=('club', 'game', 'player'), name='club_counts_once_a_player'), models.UniqueConstraint(condition=models.Q(('player', None)), fields=('club', 'game'), name='club_counts_once_a_game')],
            },
        ),
        migrations.CreateModel(
            name='EventCounts',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('counts', models.JSONField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='counts', to='tournaments.event')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
            ],
            options={
                'verbose_name_plural': 'event counts',
                'constraints': [models.UniqueConstraint(fields=('event', 'player'), name='event_counts_once_a_player')],
            },
        ),
        migrations.CreateModel(
            name='EventFeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=30)),
                ('value', models.BigIntegerField()),
                ('deal', models.PositiveIntegerField(null=True)),
                ('detail', models.JSONField(default=dict)),
                ('game', models.CharField(max_length=20)),
                ('date', models.DateField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='feats', to='tournaments.club')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='feats', to='tournaments.event')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='feats', to='tournaments.table')),
            ],
            options={
                'indexes': [models.Index(fields=['club', 'game', 'kind', '-value', 'date', 'id'], name='feats_by_value'), models.Index(fields=['player', 'game', 'kind', '-value', 'date', 'id'], name='feats_of_a_player')],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
