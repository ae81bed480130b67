"""What a club plans for a year: nights to come, seasons, leagues and ladders."""

from datetime import datetime, timedelta
from uuid import uuid4

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.formats.calendar import LARGER
from tournaments.formats.ladders import LadderRules
from tournaments.formats.ladders import read_rules as read_ladder_rules
from tournaments.formats.ladders import write_rules as write_ladder_rules
from tournaments.formats.leagues import LeagueRules
from tournaments.formats.leagues import read_rules as read_league_rules
from tournaments.formats.leagues import write_rules as write_league_rules
from tournaments.formats.seasons.standing import SeasonRules, read_rules, write_rules
from tournaments.limits import LONGEST_NAME, LONGEST_NOTE, LONGEST_PLACE
from tournaments.models.club import Club, Player, Visibility
from tournaments.models.event import Event
from tournaments.models.fields import AppendOnly


class ComingNight(models.Model):
    """A night that the club has planned; an event once it is opened."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="coming_nights")
    name = models.CharField(max_length=LONGEST_NAME)
    game = models.CharField(max_length=20)
    # The event whose rules and confirmation it has; empty: the usual ones of the game.
    like = models.ForeignKey(Event, on_delete=models.PROTECT, null=True, related_name="+")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    place = models.CharField(max_length=LONGEST_PLACE, blank=True)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)
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


class Season(models.Model):
    """Events of a club added up. It is a draft until its rules are published; from then on they stay as they are."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    starts = models.DateField(_("first day"))
    ends = models.DateField(_("last day"))
    stored_rules = models.JSONField(default=dict)  # written and read as `season_rules`
    # As an event's.
    prizes = models.JSONField(null=True, blank=True)
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
        return read_league_rules(self.stored_rules)

    @league_rules.setter
    def league_rules(self, rules: LeagueRules) -> None:
        self.stored_rules = write_league_rules(rules)


class LeaguePlayer(models.Model):
    """Who plays in which division, counted from 1."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    division = models.PositiveSmallIntegerField()
    # In this order of a division its fixtures are drawn.
    seed = models.PositiveSmallIntegerField()
    # The same by its name, in whatever division; empty: of none.
    team = models.CharField(max_length=LONGEST_NAME, blank=True, default="", db_default="")
    # The number of the table of the club's room at which fixtures at home are played.
    home_table = models.PositiveSmallIntegerField(null=True)
    # What has no result yet is lost by whoever has left.
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


class Ladder(models.Model):
    """An order of players in which everybody climbs by challenges."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="ladders")
    name = models.CharField(max_length=LONGEST_NAME)
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
        return read_ladder_rules(self.stored_rules)

    @ladder_rules.setter
    def ladder_rules(self, rules: LadderRules) -> None:
        self.stored_rules = write_ladder_rules(rules)


class LadderAct(AppendOnly):
    """Somebody has joined or left, or the director has put them somewhere."""

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
