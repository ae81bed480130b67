"""A club's picture is its logo. The table keeps its name, so that a server of before that still runs goes on."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0085_words_of_the_first_version")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("ClubCrest", "ClubLogo"),
                migrations.AlterModelTable("ClubLogo", "tournaments_clubcrest"),
                migrations.AlterField(
                    "ClubLogo",
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="own_logo", to="tournaments.club"
                    ),
                ),
            ]
        )
    ]
