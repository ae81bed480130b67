from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0094_matches'),
    ]

    operations = [
        migrations.AddField(
            model_name='stageentry',
            name='handicap',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='season',
            name='prizes',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='eventforecast',
            name='handicap',
            field=models.JSONField(null=True),
        ),
    ]
