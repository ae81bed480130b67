from django.db import migrations, models


class Migration(migrations.Migration):
    """A chain begins with the first entry after it: earlier ones were never hashed."""

    dependencies = [
        ('tournaments', '0090_drawings'),
    ]

    operations = [
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
