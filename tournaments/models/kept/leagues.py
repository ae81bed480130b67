from django.db import models

from tournaments.models.event import Event
from tournaments.models.table import Table
from tournaments.models.year.league import League


class LeagueTable(models.Model):
    """A table of a night that is over, at which exactly those of a fixture sat."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="tables")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+")
    sitting = models.JSONField()  # by seat: player (id), place, score

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "table"], name="league_table_once")]

    def __str__(self) -> str:
        return f"{self.table} for {self.league}"
