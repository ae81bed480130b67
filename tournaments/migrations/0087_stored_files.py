from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0086_logo")]

    operations = [
        migrations.CreateModel(
            name="StoredFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, unique=True)),
                ("content", models.BinaryField()),
                ("at", models.DateTimeField()),
            ],
        ),
        # As `createcachetable` makes it: a table of Django's database cache, which is no model of ours.
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.CreateModel(
                    name="Pictures",
                    fields=[
                        ("cache_key", models.CharField(max_length=255, primary_key=True, serialize=False)),
                        ("value", models.TextField()),
                        ("expires", models.DateTimeField(db_index=True)),
                    ],
                    options={"db_table": "capstone_pictures"},
                )
            ]
        ),
    ]
