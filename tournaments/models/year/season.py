from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.formats.seasons.counting import SeasonRules, read_rules, write_rules
from tournaments.models.club import Club, Visibility
from tournaments.models.event import Event


class Season(models.Model):
    """Events of a club added up. It is a draft until its rules are published; from then on they stay as they are."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(_("name"), max_length=80)
    starts = models.DateField(_("first day"))
    ends = models.DateField(_("last day"))
    stored_rules = models.JSONField(default=dict)  # written and read as `season_rules`
    # Empty: as the club. It may be stricter than that, never freer.
    visibility = models.CharField(_("who sees it"), max_length=8, choices=Visibility, blank=True)
    # Grows with every change of what its events have brought, and of which they are.
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True, editable=False)
    archived_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["-starts", "-id"]

    def __str__(self) -> str:
        return self.name

    @property
    def season_rules(self) -> SeasonRules:
        return read_rules(self.stored_rules)

    @season_rules.setter
    def season_rules(self, rules: SeasonRules) -> None:
        self.stored_rules = write_rules(rules)


class SeasonEvent(models.Model):
    """An event that a director has made count, whatever the season's rules say of its game, kind and day."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="chosen")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "event"], name="season_event_once")]

    def __str__(self) -> str:
        return f"{self.event} counts for {self.season}"
