from django.db import models
from django.db.models import Q

from tournaments.models.table import Table


class TableBend(models.Model):
    """How the chances at a table of an event that is over went (`scoring.bend`). It waits until the server has reckoned
    it, and again whenever the table's deals are others.
    """

    table = models.OneToOneField(Table, on_delete=models.PROTECT, related_name="bend")
    made_of = models.PositiveIntegerField()  # the revision of the newest version of its deals
    waits = models.BooleanField(default=True)
    # Empty also where there is nothing to tell.
    story = models.JSONField(null=True)
    steps = models.JSONField(null=True)

    class Meta:
        indexes = [models.Index(fields=["-table"], condition=Q(waits=True), name="bends_that_wait")]

    def __str__(self) -> str:
        return f"Bend of {self.table}"
