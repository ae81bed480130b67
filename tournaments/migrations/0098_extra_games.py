from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0097_team_matches'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='extra_games',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
    ]
