from django.db import models

from tournaments.formats.leagues.counting import LeagueRules, read_rules, write_rules
from tournaments.models.club import Player
from tournaments.models.year.season import Season


class League(models.Model):
    """Divisions of a season in which everybody meets everybody, at the tables of any club night."""

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="league")
    game = models.CharField(max_length=20)
    stored_rules = models.JSONField(default=dict)  # written and read as `league_rules`
    # Its divisions and rules may change until its fixtures are drawn.
    drawn_at = models.DateTimeField(null=True, editable=False)

    def __str__(self) -> str:
        return f"League of {self.season}"

    @property
    def league_rules(self) -> LeagueRules:
        return read_rules(self.stored_rules)

    @league_rules.setter
    def league_rules(self, rules: LeagueRules) -> None:
        self.stored_rules = write_rules(rules)


class LeaguePlayer(models.Model):
    """Who plays in which division, counted from 1."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    division = models.PositiveSmallIntegerField()
    # In this order of a division its fixtures are drawn.
    seed = models.PositiveSmallIntegerField()
    # The number of the table of the club's room at which fixtures at home are played.
    home_table = models.PositiveSmallIntegerField(null=True)
    # What has no result yet is lost by who has left.
    left_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["division", "seed"]
        constraints = [models.UniqueConstraint(fields=["league", "player"], name="league_player_once")]

    def __str__(self) -> str:
        return f"{self.player} in {self.league}"


class Fixture(models.Model):
    """Who have to meet, and until when they should have."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="fixtures")
    division = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    starts = models.DateField()
    ends = models.DateField()
    players = models.JSONField()  # ids of league players; the first is at home
    # Their places by the director's word, in the same order, instead of what was played.
    decided = models.JSONField(null=True)

    class Meta:
        ordering = ["division", "round", "id"]

    def __str__(self) -> str:
        return f"{self.league}, round {self.round}"
