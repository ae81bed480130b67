"""Other programs that are told of what happens in a club, and what each was told."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.limits import LONGEST_ADDRESS, LONGEST_NAME
from tournaments.models.audit import AuditEntry
from tournaments.models.club import Club, Player
from tournaments.models.table import new_edition


class WebhookTopic(models.TextChoices):
    DEAL = "deal", _("deals")
    TABLE = "table", _("tables")
    ROUND = "round", _("rounds")
    EVENT = "event", _("events")


class Webhook(models.Model):
    """An address that is told. What is signed with is made from the server's key and these editions, and not kept."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="webhooks")
    address = models.CharField(max_length=LONGEST_ADDRESS)
    topics = models.JSONField(default=list)
    edition = models.CharField(max_length=8, default=new_edition, editable=False)
    # For a day after the secret was changed both sign.
    edition_before = models.CharField(max_length=8, blank=True)
    changed_at = models.DateTimeField(null=True)
    made_at = models.DateTimeField(auto_now_add=True)
    off_at = models.DateTimeField(null=True)
    # The log's entries (by id) up to here are delivered, or need not be.
    delivered_to = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.address


class Delivery(models.Model):
    """One message to one address: waits until it is due, or is done where nothing is due."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    # None: a message that was sent as a trial.
    entry = models.ForeignKey(AuditEntry, on_delete=models.PROTECT, null=True, related_name="+")
    kind = models.CharField(max_length=24)
    told = models.JSONField()
    made_at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField(null=True, db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)
    # Of the latest try: when, for how long, and the answer's status, or why there was none.
    tried_at = models.DateTimeField(null=True)
    milliseconds = models.PositiveIntegerField(null=True)
    answer = models.PositiveSmallIntegerField(null=True)
    fault = models.CharField(max_length=12, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["webhook", "entry", "kind"], name="delivery_once_of_an_entry")]

    def __str__(self) -> str:
        return f"{self.kind} to {self.webhook}"

    @property
    def arrived(self) -> bool:
        return self.answer is not None and 200 <= self.answer < 300


class ClaimedHistory(models.Model):
    """What a passport of another club says of a player: shown as that, and counted nowhere. No name is in it."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="elsewhere")
    issuer = models.CharField(max_length=64)  # fingerprint of the installation that has signed it
    club = models.CharField(max_length=LONGEST_NAME)
    # By which that installation knows the player; older passports say none.
    number = models.PositiveBigIntegerField(null=True)
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
