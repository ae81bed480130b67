from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.append_only import AppendOnly
from tournaments.models.stage import Stage
from tournaments.models.table import Table


class Ruling(AppendOnly):
    """The director's word on a table or on a tie. The newest on the same thing counts; the deals stay what they are."""

    class Kind(models.TextChoices):
        # value: the place of each seat, by its index
        DECISION = "decision", _("decided by the director")
        # value: the indexes of the seats that did not play
        FORFEIT = "forfeit", _("forfeit")
        # value: empty, and whatever was ruled before is taken back; on a tie, ids of those whose newest settlement is
        LIFTED = "lifted", _("ruling taken back")
        # value: ids of entrants in the order settled among them
        ORDER = "order", _("tie settled at the table")
        # value: ids of entrants in the order of the lots drawn among them at a cut, from the stage's seed
        LOTS = "lots", _("lots drawn")
        # value: the same, drawn for first place of the last stage
        FIRST_LOTS = "first-lots", _("lots drawn for first place")
        # value: ids of entrants who share first place of the last stage
        SHARED = "shared", _("first place shared")
        # value: ids of entrants, best first: they moved on in this order, whatever a correction says since; or empty
        ADVANCED = "advanced", _("moved on as before")

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="rulings")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, related_name="rulings")
    kind = models.CharField(max_length=10, choices=Kind)
    value = models.JSONField(default=list)
    reason = models.CharField(max_length=200, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.table or self.stage}: {self.get_kind_display()}"
