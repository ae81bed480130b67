import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """A chain begins with the first entry after it: earlier ones were never hashed."""

    dependencies = [
        ('tournaments', '0090_drawings'),
    ]

    operations = [
        # Nothing that the database knows of: SQLite would copy the whole log for it.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='auditentry',
                    name='at',
                    field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
            ],
        ),
        migrations.AddField(
            model_name='auditentry',
            name='facts_hash',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
        migrations.AddField(
            model_name='auditentry',
            name='previous_hash',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
        migrations.AddField(
            model_name='event',
            name='log_head',
            field=models.CharField(db_default='0' * 64, default='0' * 64, editable=False, max_length=64),
        ),
    ]
