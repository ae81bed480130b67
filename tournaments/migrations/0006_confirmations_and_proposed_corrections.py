import django.db.models.deletion
from django.db import migrations, models

import tournaments.models.seating


class Migration(migrations.Migration):
    """Opinions are called confirmations, proposals proposed corrections. What is stored stays as it is."""

    dependencies = [
        ("tournaments", "0005_members_keep_their_accounts"),
    ]

    operations = [
        migrations.RenameModel("Opinion", "Confirmation"),
        migrations.RenameModel("Proposal", "ProposedCorrection"),
        migrations.RenameField("Event", "second_opinion", "confirmation"),
        migrations.RenameField("Table", "opinion", "confirmation"),
        migrations.AlterField("Round", "seating", tournaments.models.seating.SeatingField()),
        migrations.AlterField(
            "Confirmation",
            "deal",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="confirmations",
                to="tournaments.deal",
            ),
        ),
        migrations.AlterField(
            "Confirmation",
            "table",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="confirmations", to="tournaments.table"
            ),
        ),
        migrations.AlterField(
            "ProposedCorrection",
            "table",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="proposed_corrections",
                to="tournaments.table",
            ),
        ),
    ]
