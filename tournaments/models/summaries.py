"""Stored figures that follow from the deals; `services.summaries` writes and rebuilds them."""

from django.db import models
from django.db.models import Q

from tournaments.formats.ratings import MEAN, SIGMA
from tournaments.models.club import Club, Player
from tournaments.models.event import Event
from tournaments.models.fields import FractionField
from tournaments.models.table import Table
from tournaments.models.year import Challenge, Ladder, LadderAct, League, Season


class TableBend(models.Model):
    """How the chances at a table of an event that is over went (`scoring.bend`). It waits until the server has reckoned
    it, and again whenever the table's deals are others.
    """

    table = models.OneToOneField(Table, on_delete=models.PROTECT, related_name="bend")
    made_of = models.PositiveIntegerField()  # the revision of the newest version of its deals
    waits = models.BooleanField(default=True)
    # Empty also where there is nothing to tell.
    story = models.JSONField(null=True)
    steps = models.JSONField(null=True)

    class Meta:
        indexes = [models.Index(fields=["-table"], condition=Q(waits=True), name="bends_that_wait")]

    def __str__(self) -> str:
        return f"Bend of {self.table}"


class LeagueTable(models.Model):
    """A table of a night that is over, at which exactly those of a fixture sat."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="tables")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+")
    sitting = models.JSONField()  # by seat: player (id), place, score

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "table"], name="league_table_once")]

    def __str__(self) -> str:
        return f"{self.table} for {self.league}"


class EventCounts(models.Model):
    """What the deals of an event that is over come to for a player (`scoring.statistics`)."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="counts")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    counts = models.JSONField()

    class Meta:
        verbose_name_plural = "event counts"
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="event_counts_once_a_player")]

    def __str__(self) -> str:
        return f"{self.player} in {self.event}"


class ClubCounts(models.Model):
    """The sum of a player's event counts at a game; without a player, that of everybody's."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="counts")
    game = models.CharField(max_length=20)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    counts = models.JSONField()

    class Meta:
        verbose_name_plural = "club counts"
        constraints = [
            models.UniqueConstraint(fields=["club", "game", "player"], name="club_counts_once_a_player"),
            models.UniqueConstraint(fields=["club", "game"], condition=Q(player=None), name="club_counts_once_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.player or self.club}, {self.game}"


class EventFeat(models.Model):
    """What may be a record, of an event that is over: the first of its kind in the order of the index."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="feats")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="feats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=30)
    value = models.BigIntegerField()  # cubits too
    deal = models.PositiveIntegerField(null=True)
    detail = models.JSONField(default=dict)
    # The event's, for finding records in any length of history.
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="feats")
    game = models.CharField(max_length=20)
    date = models.DateField()

    class Meta:
        indexes = [
            models.Index(fields=["club", "game", "kind", "-value", "date", "id"], name="feats_by_value"),
            models.Index(fields=["player", "game", "kind", "-value", "date", "id"], name="feats_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.kind} {self.value}"


class TallyFields(models.Model):
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    tables = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    points = FractionField()
    deals = models.PositiveIntegerField()
    exact = models.PositiveIntegerField()
    firsts = models.PositiveIntegerField()
    seconds = models.PositiveIntegerField()
    thirds = models.PositiveIntegerField()
    lower = models.PositiveIntegerField()
    halves_beaten = models.PositiveIntegerField()
    opponents = models.PositiveIntegerField()
    unfinished = models.PositiveIntegerField()

    class Meta:
        abstract = True


class EventTally(TallyFields):
    """What an event has put into the contest's tallies: all its results that count, or will unless somebody objects."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="tallies")

    class Meta:
        verbose_name_plural = "event tallies"
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="event_tally_once_a_player")]

    def __str__(self) -> str:
        return f"{self.player} in {self.event}"


class ContestTally(TallyFields):
    """The sum of a player's event tallies in one contest: a game, and for showdowns what its nights counted."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tallies")
    game = models.CharField(max_length=20)
    unit = models.CharField(max_length=20, blank=True)

    class Meta:
        verbose_name_plural = "contest tallies"
        constraints = [
            models.UniqueConstraint(fields=["club", "game", "unit", "player"], name="contest_tally_once_a_player")
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.game} {self.unit}".strip()


class ChallengeTable(models.Model):
    """A table of a night that is over at which the two of a challenge sat within its days; the first counts."""

    challenge = models.ForeignKey(Challenge, on_delete=models.PROTECT, related_name="tables")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+")
    won = models.BooleanField()  # by the challenger

    class Meta:
        constraints = [models.UniqueConstraint(fields=["challenge", "table"], name="challenge_table_once")]

    def __str__(self) -> str:
        return f"{self.table} for {self.challenge}"


class LadderMove(models.Model):
    """What an act or a challenge did to somebody's place, numbered in the order in which it happened."""

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="moves")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    act = models.ForeignKey(LadderAct, on_delete=models.PROTECT, null=True, related_name="+")
    challenge = models.ForeignKey(Challenge, on_delete=models.PROTECT, null=True, related_name="+")
    won = models.BooleanField(null=True)
    was = models.PositiveSmallIntegerField(null=True)
    now = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ladder", "number"], name="ladder_move_number_once")]

    def __str__(self) -> str:
        return f"{self.ladder}, {self.number}"


class ToldAchievement(models.Model):
    """That a player had done something was told on: this alone is stored, the rest follows from the deals."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=30)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+")
    told_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="achievement_told_once_a_player")]

    def __str__(self) -> str:
        return f"{self.player}: {self.key}"


class MeetingFields(models.Model):
    """What two players had of each other, as the one with the lower id sees it: `formats.head_to_head`."""

    low = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    high = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    tables = models.PositiveIntegerField()
    ahead = models.PositiveIntegerField()
    level = models.PositiveIntegerField()
    behind = models.PositiveIntegerField()
    sat_left = models.PositiveIntegerField()
    sat_right = models.PositiveIntegerField()

    class Meta:
        abstract = True


class EventMeeting(MeetingFields):
    """At the tables of an event that is over."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="meetings")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "low", "high"], name="event_meeting_once_a_pair")]
        indexes = [models.Index(fields=["low", "high", "event"], name="event_meeting_of_pair")]

    def __str__(self) -> str:
        return f"{self.low} and {self.high} in {self.event}"


class ClubMeeting(MeetingFields):
    """The sum of their event meetings at one game."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="meetings")
    game = models.CharField(max_length=20)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "game", "low", "high"], name="club_meeting_once_a_pair")]

    def __str__(self) -> str:
        return f"{self.low} and {self.high}, {self.game}"


class EventReport(models.Model):
    """What is told of an event that is over, found in its own tables; people are in it by id."""

    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="report")
    # As `selectors.report.as_stored` makes them, of the latest result of the event.
    places = models.JSONField()
    moments = models.JSONField()
    made_at = models.DateTimeField()
    revised_at = models.DateTimeField(null=True)  # when a late correction has changed it

    def __str__(self) -> str:
        return f"Report of {self.event}"


class RatingFields(models.Model):
    """A strength as `formats.ratings` has it."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    mu = models.FloatField()
    sigma = models.FloatField()
    tables = models.PositiveIntegerField()

    class Meta:
        abstract = True


class EventRating(RatingFields):
    """How strong somebody was at the event's game after it, by all tables of the club until then; of who sat there."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="ratings")
    # So that nobody looks for the event before.
    before_mu = models.FloatField(default=MEAN)
    before_sigma = models.FloatField(default=SIGMA)
    before_tables = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="event_rating_once_a_player")]

    def __str__(self) -> str:
        return f"{self.player} after {self.event}"


class ClubRating(RatingFields):
    """The newest of a player's event ratings at a game."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="ratings")
    game = models.CharField(max_length=20)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "game", "player"], name="club_rating_once_a_player")]

    def __str__(self) -> str:
        return f"{self.player}, {self.game}"


class EventForecast(models.Model):
    """What ratings said before the tables of an event that is over, beside what happened."""

    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="forecast")
    sums = models.JSONField()  # of `formats.ratings.Forecasts`
    handicap = models.JSONField(null=True)  # of `formats.acceleration.HandicapTrial`; empty until it is rebuilt

    def __str__(self) -> str:
        return f"Forecasts of {self.event}"


class RatingModel(models.Model):
    """How much of a game is luck, as fitted on the club's own tables before this event, and used from it on."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="rating_models")
    game = models.CharField(max_length=20)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+")
    beta = models.FloatField()
    # By which the log odds of forecasts are multiplied.
    shrink = models.FloatField(default=1.0, db_default=1.0)
    loss = models.FloatField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event"], name="rating_model_once_an_event")]

    def __str__(self) -> str:
        return f"{self.club}, {self.game}: {self.beta:g}"


class SeasonPoints(models.Model):
    """What an event that is over has brought a player in a season, by the season's rules."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="points")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="season_points")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    place = models.PositiveIntegerField(null=True)
    points = FractionField()
    deals = models.PositiveIntegerField()

    class Meta:
        verbose_name_plural = "season points"
        constraints = [models.UniqueConstraint(fields=["season", "event", "player"], name="season_points_once")]

    def __str__(self) -> str:
        return f"{self.player} in {self.season}, {self.event}"
