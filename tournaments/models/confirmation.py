"""Confirmations, proposed corrections and claims of tables, and the director's messages to them."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.limits import LONGEST_MESSAGE, LONGEST_REASON
from tournaments.models.event import Event
from tournaments.models.fields import AppendOnly, phone_field
from tournaments.models.table import Deal, PadLink, Table


class Confirmation(AppendOnly):
    """Somebody's word on a version of a deal, or on the table as it stood at `revision`; the newest counts.

    A seat confirms what another entered; the director's word (a user) settles everything up to then.
    """

    class Verdict(models.TextChoices):
        CONFIRMED = "confirmed", _("confirmed")
        DISPUTED = "disputed", _("disputed")
        WITHDRAWN = "withdrawn", _("no longer disputed")

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="confirmations")
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, null=True, related_name="confirmations")
    revision = models.PositiveIntegerField()
    verdict = models.CharField(max_length=10, choices=Verdict)
    seat = models.PositiveSmallIntegerField(null=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True)
    pad_link = models.ForeignKey(PadLink, on_delete=models.PROTECT, null=True)
    phone = phone_field()
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    # Where it confirms: that nobody else has to. Told by the rule of its time, so that what was confirmed stays so.
    settles = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.table}: {self.verdict}"


class ProposedCorrection(models.Model):
    """A correction from a pad that needs the consent of another seat. `change` is what the pad asked for."""

    class Answer(models.TextChoices):
        AGREED = "agreed", _("agreed")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", pgettext_lazy("correction", "withdrawn")
        OUTDATED = "outdated", _("overtaken by another change")

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="proposed_corrections")
    change = models.JSONField()
    client_id = models.UUIDField(unique=True, default=uuid.uuid4)
    revision = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    pad_link = models.ForeignKey(PadLink, on_delete=models.PROTECT, null=True)
    phone = phone_field()
    # On which the seat that stands for it said so, where it came from the table's own address.
    backed_on = phone_field()
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    answer = models.CharField(max_length=10, choices=Answer, blank=True)
    answered_seat = models.PositiveSmallIntegerField(null=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.table}: {self.change}"


class Claim(models.Model):
    """A table announces another winner than its cards give: the director alone may uphold them (C13)."""

    class Answer(models.TextChoices):
        UPHELD = "upheld", _("upheld")
        CARDS = "cards", _("the cards decided")
        CORRECTED = "corrected", _("corrected by the director")
        WITHDRAWN = "withdrawn", pgettext_lazy("correction", "withdrawn")

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="claims")
    # The deal that it would correct, and the version it saw; none: a deal that is not recorded yet.
    number = models.PositiveIntegerField(null=True)
    seen = models.PositiveIntegerField(null=True)
    payload = models.JSONField()
    client_id = models.UUIDField(unique=True)
    seat = models.PositiveSmallIntegerField(null=True)
    pad_link = models.ForeignKey(PadLink, on_delete=models.PROTECT)
    phone = phone_field()
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    # So often a code was typed at the table that was not the director's.
    wrong_codes = models.PositiveSmallIntegerField(default=0)
    answer = models.CharField(max_length=10, choices=Answer, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.table}: {self.payload}"


class Message(AppendOnly):
    """What the director says to a table, or to all of them."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="messages")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, related_name="messages")
    text = models.CharField(max_length=LONGEST_MESSAGE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.text
