from django.db import models

from tournaments.formats.ratings.strengths import MEAN, SIGMA
from tournaments.models.club import Club, Player
from tournaments.models.event import Event


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
    sums = models.JSONField()  # of `formats.ratings.forecasts.Forecasts`

    def __str__(self) -> str:
        return f"Forecasts of {self.event}"


class RatingModel(models.Model):
    """How much of a game is luck, as fitted on the club's own tables before this event, and used from it on."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="rating_models")
    game = models.CharField(max_length=20)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+")
    beta = models.FloatField()
    loss = models.FloatField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event"], name="rating_model_once_an_event")]

    def __str__(self) -> str:
        return f"{self.club}, {self.game}: {self.beta:g}"
