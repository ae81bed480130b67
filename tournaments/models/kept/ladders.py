from django.db import models

from tournaments.models.event import Event
from tournaments.models.table import Table
from tournaments.models.year.ladder import Challenge, Ladder, LadderAct


class ChallengeTable(models.Model):
    """A table of a night that is over at which the two of a challenge sat within its days; the first counts."""

    challenge = models.ForeignKey(Challenge, on_delete=models.PROTECT, related_name="tables")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+")
    won = models.BooleanField()  # by the challenger

    class Meta:
        constraints = [models.UniqueConstraint(fields=["challenge", "table"], name="challenge_table_once")]

    def __str__(self) -> str:
        return f"{self.table} for {self.challenge}"


class LadderMove(models.Model):
    """What an act or a challenge did to somebody's place, numbered in the order in which it happened."""

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="moves")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    act = models.ForeignKey(LadderAct, on_delete=models.PROTECT, null=True, related_name="+")
    challenge = models.ForeignKey(Challenge, on_delete=models.PROTECT, null=True, related_name="+")
    won = models.BooleanField(null=True)
    was = models.PositiveSmallIntegerField(null=True)
    now = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ladder", "number"], name="ladder_move_number_once")]

    def __str__(self) -> str:
        return f"{self.ladder}, {self.number}"
