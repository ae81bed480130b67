"""The stages of a tournament, who plays in them, and their rounds."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.acceleration import Handicap, read_handicap
from tournaments.formats.seeds import commitment
from tournaments.models.event import Entrant, Event
from tournaments.models.fields import AppendOnly, FractionField
from tournaments.models.seating import SeatingField


class Stage(models.Model):
    """A part of a tournament drawn by one format; an event is a chain of stages."""

    class Format(models.TextChoices):
        ROUND_ROBIN = "round-robin", _("round robin")
        SWISS = "swiss", _("Swiss")
        SINGLE_ELIMINATION = "single-elimination", _("single elimination")
        DOUBLE_ELIMINATION = "double-elimination", _("double elimination")
        TABLE_KNOCKOUT = "table-knockout", _("table knockout")
        STRIKES = "strikes", _("strikes")

    class Status(models.TextChoices):
        PLANNED = "planned", _("planned")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="stages")
    number = models.PositiveSmallIntegerField()
    format = models.CharField(_("format"), max_length=20, choices=Format)
    # As formats.plan.read_plan takes them.
    options = models.JSONField(default=dict)
    # Every draw of the stage follows from it, so each can be replayed in front of the players.
    seed = models.BigIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.PLANNED)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="stage_number_once_in_event")]

    def __str__(self) -> str:
        return f"{self.event}, stage {self.number}"

    @property
    def commitment(self) -> str:
        """What binds it to its seed, which is secret as long as it could tell a draw in advance."""
        return commitment(self.seed)

    @property
    def told_seed(self) -> str | None:
        """Of a stage that is over; as text, since programs that read numbers as floats would round it."""
        over = self.status == self.Status.FINISHED or self.event.status == Event.Status.FINISHED
        return str(self.seed) if over else None


class StageEntry(models.Model):
    """An entrant of a stage; `seed` counts from 1 over the whole stage, the strongest first."""

    class Results(models.TextChoices):
        KEPT = "kept", _("kept, the rest lost by forfeit")
        ANNULLED = "annulled", _("annulled")

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="entries")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="stage_entries")
    seed = models.PositiveIntegerField()
    group = models.PositiveSmallIntegerField(default=1)
    # A late entrant counts from this round on and has so many points for each round missed.
    from_round = models.PositiveSmallIntegerField(default=1)
    late_points = FractionField(default=0)
    # As formats.acceleration.Handicap has it, by the ratings when the stage began; empty where the plan gives none.
    handicap = models.JSONField(null=True, blank=True)
    # What became of the results of who left a round robin; empty where nobody was asked.
    results = models.CharField(max_length=8, choices=Results, blank=True, default="")

    class Meta:
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entrant"], name="entrant_once_in_stage"),
            models.UniqueConstraint(fields=["stage", "seed"], name="seed_once_in_stage"),
        ]

    def __str__(self) -> str:
        return f"{self.seed}. {self.entrant}"

    @property
    def starts_with(self) -> Handicap | None:
        return None if self.handicap is None else read_handicap(self.handicap)


class ByeRequest(models.Model):
    """A wish for a bye in a round that is not drawn yet; the draw notes it in the round's seating."""

    class Worth(models.TextChoices):
        ZERO = "zero", _("no points")
        HALF = "half", _("the points of a draw")
        FULL = "full", _("the points of a win")

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="bye_requests")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="bye_requests")
    round = models.PositiveSmallIntegerField()
    worth = models.CharField(max_length=4, choices=Worth)

    class Meta:
        ordering = ["round", "id"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entrant", "round"], name="bye_requested_once_in_round"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}, round {self.round}: {self.worth}"


class Round(models.Model):
    """A round of a stage. A preview is a proposal on paper; publishing it opens its tables in one step."""

    class Status(models.TextChoices):
        PREVIEW = "preview", _("preview")
        PUBLISHED = "published", _("published")
        UNDONE = "undone", _("taken back")

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.PREVIEW)
    seating = SeatingField()
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    clock_started_at = models.DateTimeField(null=True, blank=True)
    clock_paused_at = models.DateTimeField(null=True, blank=True)
    clock_paused_seconds = models.PositiveIntegerField(default=0)
    drawn_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "number"], condition=~Q(status="undone"), name="round_number_once_in_stage"
            )
        ]

    def __str__(self) -> str:
        return f"{self.stage}, round {self.number}"

    @property
    def title(self) -> str:
        """As pages head it."""
        return gettext("Play-off") if self.seating.play_off else gettext("Round %(number)s") % {"number": self.number}


class Drawing(AppendOnly):
    """A draw of a round: the newest is the one that its preview shows, or showed before it was changed by hand."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="drawings")
    # As in formats/drawing.py: entrants stand in both by their seeds in the stage.
    request = models.JSONField()
    answer = models.JSONField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.round}: drawn"


class PreviewStep(models.Model):
    """A change of a preview by hand, with the seating before it: undone in turn until the round is published."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="steps")
    # As in the log.
    action = models.CharField(max_length=30)
    # Ids of those who were seated otherwise.
    entrants = models.JSONField(default=list)
    before = SeatingField()
    undone = models.BooleanField(default=False)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.round}: {self.action}"
