from django.db import models

from tournaments.models.club import Club, Player
from tournaments.models.event import Event


class MeetingFields(models.Model):
    """What two players had of each other, as the one with the lower id sees it: `formats.meetings`."""

    low = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    high = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    tables = models.PositiveIntegerField()
    ahead = models.PositiveIntegerField()
    level = models.PositiveIntegerField()
    behind = models.PositiveIntegerField()
    sat_left = models.PositiveIntegerField()
    sat_right = models.PositiveIntegerField()

    class Meta:
        abstract = True


class EventMeeting(MeetingFields):
    """At the tables of an event that is over."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="meetings")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "low", "high"], name="event_meeting_once_a_pair")]
        indexes = [models.Index(fields=["low", "high", "event"], name="event_meeting_of_pair")]

    def __str__(self) -> str:
        return f"{self.low} and {self.high} in {self.event}"


class ClubMeeting(MeetingFields):
    """The sum of their event meetings at one game."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="meetings")
    game = models.CharField(max_length=20)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "game", "low", "high"], name="club_meeting_once_a_pair")]

    def __str__(self) -> str:
        return f"{self.low} and {self.high}, {self.game}"
