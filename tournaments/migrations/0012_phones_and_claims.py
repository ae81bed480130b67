import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

PHONE: "models.CharField[str, str]" = models.CharField(max_length=16, blank=True, default="")


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0011_outlines_and_decided_seats"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("event", "shared_phones", models.BooleanField(default=False)),
        migrations.AddField("deal", "phone", PHONE),
        migrations.AddField("confirmation", "phone", PHONE),
        migrations.AddField("proposedcorrection", "phone", PHONE),
        migrations.CreateModel(
            name="Claim",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(null=True)),
                ("seen", models.PositiveIntegerField(null=True)),
                ("payload", models.JSONField()),
                ("client_id", models.UUIDField(unique=True)),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("phone", models.CharField(max_length=16, blank=True, default="")),
                ("reason", models.CharField(max_length=200, blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("wrong_codes", models.PositiveSmallIntegerField(default=0)),
                (
                    "answer",
                    models.CharField(
                        max_length=10,
                        blank=True,
                        choices=[
                            ("upheld", "upheld"),
                            ("cards", "the cards decided"),
                            ("corrected", "corrected by the director"),
                            ("withdrawn", "withdrawn"),
                        ],
                    ),
                ),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "pad_link",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tournaments.padlink"),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="claims", to="tournaments.table"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={"ordering": ["id"]},
        ),
    ]
