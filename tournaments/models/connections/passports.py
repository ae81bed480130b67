from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.club import Player


class ClaimedHistory(models.Model):
    """What a passport of another club says of a player: shown as that, and counted nowhere. No name is in it."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="elsewhere")
    issuer = models.CharField(max_length=64)  # fingerprint of the installation that has signed it
    club = models.CharField(max_length=80)
    issued_at = models.DateTimeField()
    games = models.JSONField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True)
    at = models.DateTimeField(auto_now_add=True)
    # A newer one of the same club came instead, or a director took it away.
    over_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "issuer", "club"], condition=Q(over_at=None), name="claimed_once_of_a_club"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} at {self.club}"
