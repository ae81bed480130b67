from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models.club import ApiToken, Club
from tournaments.models.event import Event
from tournaments.models.fields import AppendOnly
from tournaments.models.table import PadLink, Table


class AuditEntry(AppendOnly):
    """Who changed what, when, from what to what. Written in the transaction of the change itself."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="audit_entries")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, null=True, related_name="audit_entries")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, related_name="audit_entries")
    revision = models.PositiveIntegerField(null=True)
    at = models.DateTimeField(default=timezone.now, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True)
    # By which the user's program asked.
    program = models.ForeignKey(ApiToken, on_delete=models.PROTECT, null=True)
    pad_link = models.ForeignKey(PadLink, on_delete=models.PROTECT, null=True)
    seat = models.PositiveSmallIntegerField(null=True)
    action = models.CharField(max_length=40)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    # Of entries of an event: tournaments/proofs/chain.py. Empty where a version wrote them that knew no chain.
    previous_hash = models.CharField(max_length=64, blank=True, default="", db_default="")
    facts_hash = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action}"
