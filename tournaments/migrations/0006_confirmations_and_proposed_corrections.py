from collections.abc import Mapping
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

import tournaments.models.seating


RENAMED = {"opinion": "confirmation", "proposal": "proposedcorrection"}


def rename_permissions(apps: Any, _schema_editor: Any, names: Mapping[str, str] = RENAMED) -> None:
    """Who was given a permission keeps it; Django would make another of the new name."""
    permissions = apps.get_model("auth", "Permission").objects.filter(content_type__app_label="tournaments")
    for old, new in names.items():
        for verb in ("add", "change", "delete", "view"):
            permissions.filter(codename=f"{verb}_{old}").update(codename=f"{verb}_{new}")


def rename_permissions_back(apps: Any, schema_editor: Any) -> None:
    rename_permissions(apps, schema_editor, {new: old for old, new in RENAMED.items()})


class Migration(migrations.Migration):
    """Opinions are called confirmations, proposals proposed corrections. What is stored stays as it is."""

    dependencies = [
        ("tournaments", "0005_members_keep_their_accounts"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RunPython(rename_permissions, rename_permissions_back),
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
