from django.db import migrations, models


class Migration(migrations.Migration):
    """As `createcachetable` makes it: the table of Django's database cache, which is no model of ours."""

    dependencies = [("tournaments", "0031_archived_players_discarded_events")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.CreateModel(
                    name="Cache",
                    fields=[
                        ("cache_key", models.CharField(max_length=255, primary_key=True, serialize=False)),
                        ("value", models.TextField()),
                        ("expires", models.DateTimeField(db_index=True)),
                    ],
                    options={"db_table": "capstone_cache"},
                )
            ]
        )
    ]
