from django.db import models

from tournaments.models.event import Event


class EventReport(models.Model):
    """What is told of an event that is over, found in its own tables; people are in it by id."""

    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="report")
    # Written and read by `selectors.report.told`.
    places = models.JSONField()
    moments = models.JSONField()
    made_at = models.DateTimeField()
    revised_at = models.DateTimeField(null=True)  # when a late correction has changed it

    def __str__(self) -> str:
        return f"Report of {self.event}"
