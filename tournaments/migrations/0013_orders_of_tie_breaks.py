from typing import Any

from django.db import migrations, models

# The usual order until now: what a stage that names none was counted by.
UNTIL_NOW = ["score", "direct-encounter", "buchholz-cut-1", "buchholz", "sonneborn-berger", "wins", "lots"]
WITH_POINTS = ["round-robin", "swiss"]


def write_the_order_down(apps: Any, _schema_editor: Any) -> None:
    """Stages that were planned keep their order of tie-breaks, whatever is usual from now on."""
    for stage in apps.get_model("tournaments", "Stage").objects.filter(format__in=WITH_POINTS):
        if "chain" not in stage.options:
            stage.options = {**stage.options, "chain": UNTIL_NOW}
            stage.save(update_fields=["options"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_phones_and_claims")]

    operations = [
        migrations.AlterField(
            model_name="ruling",
            name="kind",
            field=models.CharField(
                choices=[
                    ("decision", "decided by the director"),
                    ("forfeit", "forfeit"),
                    ("lifted", "ruling taken back"),
                    ("order", "tie settled at the table"),
                    ("lots", "lots drawn"),
                    ("advanced", "moved on as before"),
                ],
                max_length=10,
            ),
        ),
        migrations.RunPython(write_the_order_down, migrations.RunPython.noop),
    ]
