from django.db import models

from tournaments.formats.ladders.reach import LadderRules, read_rules, write_rules
from tournaments.models.append_only import AppendOnly
from tournaments.models.club import Club, Player


class Ladder(models.Model):
    """An order of players in which everybody climbs by challenges."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="ladders")
    name = models.CharField(max_length=80)
    game = models.CharField(max_length=20)
    stored_rules = models.JSONField(default=dict)  # written and read as `ladder_rules`
    # Kept: ids of players, the highest first, as acts and challenges give it.
    order = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name

    @property
    def ladder_rules(self) -> LadderRules:
        return read_rules(self.stored_rules)

    @ladder_rules.setter
    def ladder_rules(self, rules: LadderRules) -> None:
        self.stored_rules = write_rules(rules)


class LadderAct(AppendOnly):
    """Somebody has joined or left, or the director has put him somewhere."""

    class Kind(models.TextChoices):
        JOINED = "joined"
        LEFT = "left"
        PLACED = "placed"

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="acts")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=6, choices=Kind)
    place = models.PositiveSmallIntegerField(null=True)  # empty: the lowest
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player} {self.kind} {self.ladder}"


class Challenge(models.Model):
    """Two of a ladder are to sit at one table within the days: whoever is ahead there has won."""

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="challenges")
    challenger = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    challenged = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    # A table counts that is opened later, at a night of this day or an earlier one.
    made_at = models.DateTimeField()
    last_day = models.DateField()
    withdrawn_at = models.DateTimeField(null=True)
    # Whether the challenger has won, by the director's word, instead of what was played.
    decided = models.BooleanField(null=True)
    decided_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["made_at", "id"]

    def __str__(self) -> str:
        return f"{self.challenger} and {self.challenged}"
