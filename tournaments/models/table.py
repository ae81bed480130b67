"""Tables with their seats and pads, the versions of their deals, and what was ruled on them."""

import uuid
from collections.abc import Collection, Mapping
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from tournaments.formats.boards import BOARDS
from tournaments.formats.options import DECIDED
from tournaments.limits import LONGEST_NOTE, LONGEST_REASON
from tournaments.models.club import Player
from tournaments.models.event import Entrant, Event
from tournaments.models.fields import AppendOnly, FractionField, phone_field
from tournaments.models.stage import Round, Stage
from tournaments.signing import signature


class Table(models.Model):
    class Status(models.TextChoices):
        PLAYING = "playing", _("playing")
        ADJOURNED = "adjourned", _("adjourned")
        FINISHED = "finished", _("finished")
        CLOSED = "closed", _("closed unfinished")
        UNDONE = "undone", _("taken back")

    class ConfirmationState(models.TextChoices):
        NONE = "", _("none asked for")
        WAITING = "waiting", _("to be confirmed")
        CONFIRMED = "confirmed", _("confirmed")
        DISPUTED = "disputed", _("disputed")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="tables")
    # The earlier night on which an adjourned table that was carried on here began (V10).
    began_in = models.ForeignKey(
        Event, on_delete=models.PROTECT, null=True, blank=True, related_name="tables_carried_on"
    )
    # In a tournament: its round, and its match of the bracket; the number is that of the table in the room.
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, blank=True, related_name="tables")
    match = models.PositiveSmallIntegerField(null=True, blank=True)
    # Which game this is of those that its people play against each other in the round, of how many at most, how many of
    # these were added as they were level, and what decides among them, as in formats/matches.py; or which board of a
    # match of two teams, as in formats/boards.py.
    game = models.PositiveSmallIntegerField(default=1, db_default=1)
    games = models.PositiveSmallIntegerField(default=1, db_default=1)
    extra_games = models.PositiveSmallIntegerField(default=0, db_default=0)
    decided = models.CharField(max_length=5, default=DECIDED[0], db_default=DECIDED[0])
    extra_minutes = models.PositiveSmallIntegerField(default=0)
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.PLAYING)
    first_dealer = models.PositiveSmallIntegerField(default=0)
    # The event's revision at this table's latest change.
    revision = models.PositiveIntegerField(default=0)
    # The event's revision at the latest change of anything that this table's pads show, but for what concerns the pads
    # of all tables: Event.pads_revision.
    pad_revision = models.PositiveIntegerField(default=0)
    deal_count = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField(auto_now_add=True)
    last_deal_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    # The status of its confirmations, kept for reading; and from when on a waiting result counts by itself.
    confirmation = models.CharField(
        max_length=10, choices=ConfirmationState, default=ConfirmationState.NONE, blank=True
    )
    accepted_at = models.DateTimeField(null=True, blank=True)
    # The table has called the director, who has not come yet.
    called_at = models.DateTimeField(null=True, blank=True)
    call_note = models.CharField(max_length=LONGEST_NOTE, blank=True)

    # What the database holds of it, as far as it was read.
    stored: Mapping[str, Any] = {}
    # Whether its two are level, as far as its scores were kept anew.
    level = False
    # At a board the event's revision at the latest change of the others of its match, where it was read with it.
    others_revision = 0

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            # The tables of the room keep their numbers: one game after the other is played at each.
            models.UniqueConstraint(
                fields=["event", "number"], condition=Q(round=None, status="playing"), name="table_number_once_at_play"
            ),
            models.UniqueConstraint(
                fields=["round", "number", "game"],
                condition=Q(round__isnull=False) & ~Q(game__gt=1, status="undone"),
                name="table_number_once_in_round",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} / {self.number}"

    @property
    def is_board(self) -> bool:
        """Whether it is one of those over which two teams meet: all are played at once, each by others."""
        return self.decided == BOARDS

    @property
    def has_games(self) -> bool:
        """Whether its people may play more games after each other."""
        return self.games > 1 and not self.is_board

    @property
    def match_number(self) -> int:
        """The number of its match: that of the first board, where there are several."""
        return self.number + 1 - self.game if self.is_board else self.number

    @property
    def shown_revision(self) -> int:
        """The event's revision at the latest change of anything that its pads show."""
        return max(self.pad_revision, self.event.pads_revision)

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any]) -> Self:
        table = super().from_db(db, field_names, values)
        table.stored = dict(zip(field_names, values, strict=True))
        return table


ENDED = (Table.Status.FINISHED, Table.Status.CLOSED)


class Seat(models.Model):
    """A player's place at a table, with what the deals gave so far: kept for reading, rebuilt from the deals."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="seats")
    index = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="seats")
    # Who really sat there, where it was not the entrant.
    substitute = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    score = FractionField(default=0)
    place = models.PositiveSmallIntegerField(default=1)
    # Announcements made (Vilnius) or deals decided (showdown games), and how many announcements were exact.
    deals = models.PositiveIntegerField(default=0)
    exact = models.PositiveSmallIntegerField(default=0)
    # Cubits won less cubits paid, where every deal says what was paid.
    net = models.IntegerField(null=True, blank=True)
    # Nobody at the table can catch up any more, though it plays on (V7).
    won = models.BooleanField(default=False)

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="seat_index_once_at_table"),
            models.UniqueConstraint(fields=["table", "entrant"], name="entrant_once_at_table"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, seat {self.index}"

    @property
    def player(self) -> Player:
        return self.substitute or self.entrant.player


PAD = "pad"


def new_edition() -> str:
    return get_random_string(8)


class PadLink(models.Model):
    """What opens a table's pad, by an address that is not kept: it is signed whenever it is shown. Renewing it revokes
    the old one and makes another.

    Each seat has an address of its own (see permissions), which ends with it and does not reveal it.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="pad_links")
    # Stands in the address: whoever once got hold of the key, with a backup, cannot tell that of a later link.
    edition = models.CharField(max_length=8, default=new_edition, editable=False)
    # Always empty. Version 0.9.0 writes it, which may still run while this one upgrades: the next version drops it.
    printed_hash = models.CharField(max_length=64, default="", db_default="", db_index=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=Q(revoked_at=None), name="one_valid_pad_link_a_table")
        ]

    def __str__(self) -> str:
        return f"pad of {self.table}"

    @property
    def token(self) -> str:
        """The secret in the address of the table's pad."""
        return self.token_of(0)

    def token_of(self, player_id: int) -> str:
        """The secret of who sits there, wherever; 0 is nobody, the table's own."""
        signed_text = f"{self.pk}.{self.edition}.{player_id}"
        return f"{signed_text}.{signature(PAD, signed_text)}"


class Deal(AppendOnly):
    """One version of one deal. The newest version counts; no payload means that the deal was voided."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="deals")
    number = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    payload = models.JSONField(null=True)
    client_id = models.UUIDField(unique=True, default=uuid.uuid4)
    revision = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True)
    pad_link = models.ForeignKey(PadLink, on_delete=models.PROTECT, null=True)
    # The seat whose own address was used.
    seat = models.PositiveSmallIntegerField(null=True)
    phone = phone_field()
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number", "version"]
        constraints = [models.UniqueConstraint(fields=["table", "number", "version"], name="deal_version_once")]

    def __str__(self) -> str:
        return f"{self.table}, deal {self.number} version {self.version}"


class Contribution(AppendOnly):
    """What a seat's own phone adds to the deal that is being played, before that is recorded; the newest version of a
    seat counts. No seat: the Quarry, which lies open.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="contributions")
    number = models.PositiveIntegerField()
    # So many versions had been recorded of that deal, and so often the one before had been taken back: what is played
    # anew is played with new hands.
    recorded = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    version = models.PositiveIntegerField()
    said = models.JSONField()
    client_id = models.UUIDField(unique=True)
    pad_link = models.ForeignKey(PadLink, on_delete=models.PROTECT)
    # The seat whose own phone it came from.
    by_seat = models.PositiveSmallIntegerField()
    phone = phone_field()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "number", "recorded", "seat", "version"], name="contribution_version_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table}, deal {self.number}: seat {self.seat}"


class SeatPhone(models.Model):
    """A seat's code was opened on a phone: its hand is its player's to enter. No part of what is recorded."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="own_phone")
    # A neighbour asks to enter the hand since then, and has had no answer.
    asked_at = models.DateTimeField(null=True)
    asked_by = models.PositiveSmallIntegerField(null=True)
    asked_for_all = models.BooleanField(default=False, db_default=False)  # deals, not for the one that is played
    # Agreed to, until the player enters a hand themselves.
    lets_neighbours = models.BooleanField(default=False, db_default=False)
    # The deal for which the player has agreed to that, as in ``Contribution``.
    agreed_number = models.PositiveIntegerField(null=True)
    agreed_recorded = models.PositiveIntegerField(null=True)

    def __str__(self) -> str:
        return f"{self.seat}: has a phone"

    def is_for_all(self) -> bool:
        """Whether what is asked, or was agreed to, is for all deals to come."""
        return self.lets_neighbours if self.asked_at is None else self.asked_for_all


class UnsentDeals(models.Model):
    """How much a phone says it keeps of a table and cannot send. Goes when it is sent: no part of what is recorded."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="unsent")
    phone = models.UUIDField()
    count = models.PositiveSmallIntegerField()
    since = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "phone"], name="unsent_deals_of_a_phone_once")]

    def __str__(self) -> str:
        return f"{self.table}: {self.count} unsent"


class Ruling(AppendOnly):
    """The director's word on a table or on a tie. The newest on the same thing counts; the deals stay what they are."""

    class Kind(models.TextChoices):
        # value: the place of each seat, by its index
        DECISION = "decision", _("decided by the director")
        # value: the indexes of the seats that did not play
        FORFEIT = "forfeit", _("forfeit")
        # value: empty, which takes back whatever was ruled on the table; on a tie, ids of those whose newest settlement
        # it takes back
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
        # value: the place of each seat, by its index, in the whole match, of which no further game is played
        MATCH = "match", _("match decided by the director")

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="rulings")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, related_name="rulings")
    kind = models.CharField(max_length=10, choices=Kind)
    value = models.JSONField(default=list)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.table or self.stage}: {self.get_kind_display()}"
