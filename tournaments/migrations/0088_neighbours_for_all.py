from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0087_stored_files")]

    operations = [
        migrations.AddField("seatphone", name, models.BooleanField(default=False, db_default=False))
        for name in ("asked_for_all", "lets_neighbours")
    ]
