from datetime import timedelta

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.utils.crypto import salted_hmac

import tournaments.models.table

GRACE = timedelta(days=1)
ENDINGS = {"finished": "event-finished", "discarded": "event-discarded"}


def keep_hashes(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Addresses that are printed go on working; what is stored opens nothing."""
    links = apps.get_model("tournaments", "PadLink").objects
    for link in links.iterator():
        hashed = salted_hmac("printed-pad", link.token, algorithm="sha256").hexdigest()
        links.filter(pk=link.pk).update(printed_hash=hashed)


def end_codes(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    events = apps.get_model("tournaments", "Event").objects
    entries = apps.get_model("tournaments", "AuditEntry").objects
    for pk, status, created_at in events.exclude(status="open").values_list("pk", "status", "created_at"):
        ended = entries.filter(event=pk, action=ENDINGS[status]).order_by("-at").values_list("at", flat=True).first()
        events.filter(pk=pk).update(codes_end_at=(ended or created_at) + GRACE)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0045_registration"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="codes_end_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="padlink",
            name="edition",
            field=models.CharField(default="0", editable=False, max_length=8),
        ),
        migrations.AlterField(
            model_name="padlink",
            name="edition",
            field=models.CharField(default=tournaments.models.table.new_edition, editable=False, max_length=8),
        ),
        migrations.AddField(
            model_name="padlink",
            name="printed_hash",
            field=models.CharField(db_index=True, default="", editable=False, max_length=64),
        ),
        migrations.RunPython(keep_hashes, migrations.RunPython.noop),
        migrations.RunPython(end_codes, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name="padlink",
            name="token",
        ),
    ]
