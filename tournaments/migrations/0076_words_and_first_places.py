from typing import Any

from django.db import migrations, models


def mark_first_words(apps: Any, _schema_editor: Any) -> None:
    """What was entered on a table's own address has taken the words of two seats since phones have names."""
    Confirmation = apps.get_model("tournaments", "Confirmation")
    named = Confirmation.objects.filter(verdict="confirmed", seat__isnull=False).exclude(phone="")
    for word in named.select_related("deal").order_by("pk").iterator():
        entered = word.deal or last_deal(apps, word)
        if entered is None or entered.pad_link_id is None or entered.seat is not None:
            continue
        said = Confirmation.objects.filter(table=word.table_id, deal=word.deal_id, pk__lt=word.pk)
        if not standing_seats(said.filter(revision__gte=entered.revision)) - {word.seat}:
            Confirmation.objects.filter(pk=word.pk).update(settles=False)


def keep_directors_words(apps: Any, _schema_editor: Any) -> None:
    """The deal that ended a table confirmed all of it, where the director had entered it."""
    Table, Confirmation = (apps.get_model("tournaments", name) for name in ("Table", "Confirmation"))
    for table in Table.objects.filter(confirmation="confirmed", event__confirmation="table").iterator():
        last = apps.get_model("tournaments", "Deal").objects.filter(table=table.pk).order_by("revision", "version").last()
        if last is None or last.version > 1 or last.user_id is None:
            continue
        of = {"table": table, "revision": last.revision, "verdict": "confirmed", "user_id": last.user_id}
        if not Confirmation.objects.filter(table=table.pk, deal=None, revision__gte=last.revision).exists():
            word = Confirmation.objects.create(**of)
            Confirmation.objects.filter(pk=word.pk).update(created_at=last.created_at)


def last_deal(apps: Any, word: Any) -> Any:
    deals = apps.get_model("tournaments", "Deal").objects.filter(table=word.table_id, revision__lte=word.revision)
    return deals.order_by("revision", "number", "version").last()


def standing_seats(said: Any) -> set[int | None]:
    """Of those that confirm, since the last word that said anything else."""
    seats: set[int | None] = set()
    for verdict, seat in said.order_by("pk").values_list("verdict", "seat"):
        seats = {*seats, seat} if verdict == "confirmed" else set()
    return seats


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0075_connections")]

    operations = [
        migrations.AddField("confirmation", "settles", models.BooleanField(default=True)),
        migrations.AddField(
            "proposedcorrection", "backed_on", models.CharField(blank=True, default="", max_length=16)
        ),
        migrations.AlterField(
            "ruling",
            "kind",
            models.CharField(
                choices=[
                    ("decision", "decided by the director"),
                    ("forfeit", "forfeit"),
                    ("lifted", "ruling taken back"),
                    ("order", "tie settled at the table"),
                    ("lots", "lots drawn"),
                    ("first-lots", "lots drawn for first place"),
                    ("shared", "first place shared"),
                    ("advanced", "moved on as before"),
                ],
                max_length=10,
            ),
        ),
        migrations.RunPython(keep_directors_words, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(mark_first_words, migrations.RunPython.noop, elidable=True),
    ]
