from django.db import models
from django.db.models import Q

from tournaments.models.club import Club, Player
from tournaments.models.event import Event
from tournaments.models.table import Table


class EventCounts(models.Model):
    """What the deals of an event that is over come to for a player (`scoring.statistics`)."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="counts")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    counts = models.JSONField()

    class Meta:
        verbose_name_plural = "event counts"
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="event_counts_once_a_player")]

    def __str__(self) -> str:
        return f"{self.player} in {self.event}"


class ClubCounts(models.Model):
    """The sum of a player's event counts at a game; without a player, that of everybody's."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="counts")
    game = models.CharField(max_length=20)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    counts = models.JSONField()

    class Meta:
        verbose_name_plural = "club counts"
        constraints = [
            models.UniqueConstraint(fields=["club", "game", "player"], name="club_counts_once_a_player"),
            models.UniqueConstraint(fields=["club", "game"], condition=Q(player=None), name="club_counts_once_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.player or self.club}, {self.game}"


class EventFeat(models.Model):
    """What may be a record, of an event that is over: the first of its kind in the order of the index."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="feats")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="feats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=30)
    value = models.IntegerField()
    deal = models.PositiveIntegerField(null=True)
    detail = models.JSONField(default=dict)
    # The event's, for finding records in any length of history.
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="feats")
    game = models.CharField(max_length=20)
    date = models.DateField()

    class Meta:
        indexes = [
            models.Index(fields=["club", "game", "kind", "-value", "date", "id"], name="feats_by_value"),
            models.Index(fields=["player", "game", "kind", "-value", "date", "id"], name="feats_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.kind} {self.value}"
