from datetime import datetime, timedelta
from uuid import uuid4

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.formats.calendar.coming import LARGER
from tournaments.models.club import Club, Player, Visibility
from tournaments.models.event import Event

MOST_CALL_HOURS = 72


class ComingNight(models.Model):
    """A night that the club has planned; an event once it is opened."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="coming_nights")
    name = models.CharField(max_length=80)
    game = models.CharField(max_length=20)
    # The event whose rules and confirmation it has; empty: the usual ones of the game.
    like = models.ForeignKey(Event, on_delete=models.PROTECT, null=True, related_name="+")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    place = models.CharField(max_length=120, blank=True)
    note = models.CharField(max_length=200, blank=True)
    # Of the room, each for four; empty: there is room for all.
    tables = models.PositiveSmallIntegerField(null=True, blank=True)
    # Empty: as the club. It may be stricter than that, never freer.
    visibility = models.CharField(max_length=8, choices=Visibility, blank=True)
    # So many hours before the beginning it is decided who comes of those who come if they are needed.
    call_hours = models.PositiveSmallIntegerField(default=3)
    decided_at = models.DateTimeField(null=True, editable=False)
    cancelled_at = models.DateTimeField(null=True, editable=False)
    # When time or place were changed last: whoever answered before is told.
    moved_at = models.DateTimeField(null=True, editable=False)
    moved_from = models.DateTimeField(null=True, editable=False)
    event = models.OneToOneField(Event, on_delete=models.PROTECT, null=True, related_name="planned_as")
    # What calendars know it by, for ever; and how often it, or whoever comes, has changed.
    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    sequence = models.PositiveIntegerField(default=0, editable=False)
    revision = models.PositiveIntegerField(default=0, editable=False)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["starts_at", "id"]
        indexes = [models.Index(fields=["club", "ends_at"], name="coming_nights_of_club")]

    def __str__(self) -> str:
        return self.name

    @property
    def most(self) -> int | None:
        """Who find a place."""
        return None if self.tables is None else LARGER * self.tables

    @property
    def call_at(self) -> datetime:
        return self.starts_at - timedelta(hours=self.call_hours)

    @property
    def opened(self) -> Event | None:
        """Opened by mistake and discarded, it is as if it had never been."""
        return self.event if self.event and self.event.status != Event.Status.DISCARDED else None

    def is_due(self, now: datetime) -> bool:
        """Whether it is time to decide who comes, and nobody has."""
        return self.decided_at is None and self.cancelled_at is None and self.call_at <= now

    def takes_answers(self, now: datetime) -> bool:
        return self.cancelled_at is None and self.opened is None and now < self.ends_at


class NightAnswer(models.Model):
    """What somebody has said last; what was said before stands in the log."""

    class Reply(models.TextChoices):
        YES = "yes", _("I come")
        IF_NEEDED = "if-needed", _("If needed")
        NO = "no", _("No")

    night = models.ForeignKey(ComingNight, on_delete=models.PROTECT, related_name="answers")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="night_answers")
    reply = models.CharField(max_length=9, choices=Reply)
    # In this order people find a place; from when on they have come, or offered to.
    since = models.DateTimeField()
    answered_at = models.DateTimeField()  # the latest tap, also if it says the same again
    called_at = models.DateTimeField(null=True)  # the latest call of who comes if needed

    class Meta:
        ordering = ["since", "id"]
        constraints = [models.UniqueConstraint(fields=["night", "player"], name="one_answer_a_night")]

    def __str__(self) -> str:
        return f"{self.player}: {self.reply}"

    @property
    def comes(self) -> bool:
        return is_coming(self.reply, self.since, self.called_at)


def is_coming(reply: str, since: datetime, called_at: datetime | None) -> bool:
    """A call counts as long as nothing else has been said since."""
    is_called = called_at is not None and called_at >= since
    return reply == NightAnswer.Reply.YES or (reply == NightAnswer.Reply.IF_NEEDED and is_called)
