from django.db import migrations, models

STATES = [("open", "open"), ("finished", "finished"), ("discarded", "discarded")]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0030_contributions")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="archived_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AlterField(
            model_name="event",
            name="status",
            field=models.CharField(choices=STATES, default="open", max_length=10),
        ),
    ]
