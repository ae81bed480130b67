from django.db import models

from tournaments.models.club import Club, Player
from tournaments.models.event import Event
from tournaments.models.fields import FractionField


class TallyFields(models.Model):
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    tables = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    points = FractionField()
    deals = models.PositiveIntegerField()
    exact = models.PositiveIntegerField()
    firsts = models.PositiveIntegerField()
    seconds = models.PositiveIntegerField()
    thirds = models.PositiveIntegerField()
    lower = models.PositiveIntegerField()
    halves_beaten = models.PositiveIntegerField()
    opponents = models.PositiveIntegerField()
    unfinished = models.PositiveIntegerField()

    class Meta:
        abstract = True


class EventTally(TallyFields):
    """What an event has put into the contest's tallies: all its results that count, or will unless somebody objects."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="tallies")

    class Meta:
        verbose_name_plural = "event tallies"
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="event_tally_once_a_player")]

    def __str__(self) -> str:
        return f"{self.player} in {self.event}"


class ContestTally(TallyFields):
    """The sum of a player's event tallies in one contest: a game, and for showdowns what its nights counted."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tallies")
    game = models.CharField(max_length=20)
    unit = models.CharField(max_length=20, blank=True)

    class Meta:
        verbose_name_plural = "contest tallies"
        constraints = [
            models.UniqueConstraint(fields=["club", "game", "unit", "player"], name="contest_tally_once_a_player")
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.game} {self.unit}".strip()
