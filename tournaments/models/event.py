from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.club import Club, Player


class Event(models.Model):
    class Kind(models.TextChoices):
        CLUB_NIGHT = "club-night", _("club night")
        TOURNAMENT = "tournament", _("tournament")

    class Game(models.TextChoices):
        VILNIUS = "vilnius", _("Vilnius Pyramid (1979)")
        COLONIAL_ITALIAN = "colonial-italian", _("Colonial Pyramid, Italian club rules")
        COLONIAL_VISIONS = "colonial-visions", _("Colonial Pyramid, Visions rules (1993)")
        PROTEAN = "protean", _("Protean Pyramid (72 cards)")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        FINISHED = "finished", _("finished")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.CLUB_NIGHT)
    name = models.CharField(_("name"), max_length=80)
    date = models.DateField(_("date"))
    game = models.CharField(_("game"), max_length=20, choices=Game)
    rules = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    # Grows by one with every change of anything in the event: order of the audit log, live event id,
    # ETag and conflict check in one.
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-date", "-id"]

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    """A player who takes part in an event."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entrants")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    present = models.BooleanField(default=True)
    arrived_at = models.DateTimeField(auto_now_add=True)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="entrant_once_in_event")]

    def __str__(self) -> str:
        return self.player.name
