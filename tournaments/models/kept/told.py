from django.db import models

from tournaments.models.club import Player
from tournaments.models.event import Event
from tournaments.models.table import Table


class ToldAchievement(models.Model):
    """That a player had done something was told on: this alone is stored, the rest follows from the deals."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=30)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+")
    told_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="achievement_told_once_a_player")]

    def __str__(self) -> str:
        return f"{self.player}: {self.key}"
