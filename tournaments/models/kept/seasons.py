from django.db import models

from tournaments.models.club import Player
from tournaments.models.event import Event
from tournaments.models.fields import FractionField
from tournaments.models.year.season import Season


class SeasonPoints(models.Model):
    """What an event that is over has brought a player in a season, by the season's rules."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="points")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="season_points")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    place = models.PositiveIntegerField(null=True)
    points = FractionField()
    deals = models.PositiveIntegerField()

    class Meta:
        verbose_name_plural = "season points"
        constraints = [models.UniqueConstraint(fields=["season", "event", "player"], name="season_points_once")]

    def __str__(self) -> str:
        return f"{self.player} in {self.season}, {self.event}"
