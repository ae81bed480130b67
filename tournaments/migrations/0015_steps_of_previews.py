import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.seating import SeatingField


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_byes_on_request")]

    operations = [
        migrations.CreateModel(
            "PreviewStep",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("action", models.CharField(max_length=30)),
                ("entrants", models.JSONField(default=list)),
                ("before", SeatingField()),
                ("undone", models.BooleanField(default=False)),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="steps", to="tournaments.round"
                    ),
                ),
            ],
            options={"ordering": ["id"]},
        ),
    ]
