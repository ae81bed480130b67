"""Events and who enters them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.game import Rules, Unit
from scoring.games import GAMES
from tournaments.formats.acceleration import Handicap, NightTerms, read_handicap, read_terms
from tournaments.limits import LONGEST_NAME, LONGEST_PLAYER_NAME
from tournaments.models.club import Club, Player, Visibility
from tournaments.proofs.chain import BEGINNING

GRACE = timedelta(days=1)
"""How long the addresses of an event's pads outlast it."""


class Event(models.Model):
    class Kind(models.TextChoices):
        CLUB_NIGHT = "club-night", _("club night")
        TOURNAMENT = "tournament", _("tournament")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        FINISHED = "finished", _("finished")
        DISCARDED = "discarded", _("discarded")  # opened by mistake, and nothing was played

    class TimeUp(models.TextChoices):
        DEAL = "deal", _("finish the deal")
        LAP = "lap", _("finish the lap, so that all have declared equally often")

    class ConfirmationMode(models.TextChoices):
        NONE = "none", _("nobody: what is entered counts")
        TABLE = "table", _("another seat confirms the finished table")
        DEAL = "deal", _("another seat confirms every deal")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.CLUB_NIGHT)
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    date = models.DateField(_("date"))
    game = models.CharField(_("game"), max_length=20)
    rules = models.JSONField(default=dict)  # written as `Game.check_rules` gives them, read as `game_rules`
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    # Empty: as the club. It may be stricter than that, never freer.
    visibility = models.CharField(_("who sees it"), max_length=8, choices=Visibility, blank=True)
    # Whether people may enter themselves; and how often the registration's code was made new.
    registration_open = models.BooleanField(default=False)
    door_edition = models.PositiveIntegerField(default=0, editable=False)
    # The two below concern tournaments: groups of entrants (ids) who are never drawn together, and what is still
    # played when the clock has run out.
    keep_apart = models.JSONField(default=list)
    time_up = models.CharField(max_length=5, choices=TimeUp, default=TimeUp.DEAL)
    confirmation = models.CharField(max_length=5, choices=ConfirmationMode, default=ConfirmationMode.NONE)
    # A neighbour who has asked a seat's phone for so long without an answer may enter its hand.
    silence_minutes = models.PositiveSmallIntegerField(default=2, db_default=2)
    # A phone may speak for several seats, each by its own address: fewer phones than players.
    shared_phones = models.BooleanField(default=False)
    # Without a dispute a result is accepted by itself after so many minutes; empty: only when somebody confirms it.
    accept_minutes = models.PositiveSmallIntegerField(null=True, blank=True, default=10)
    # How long after a table's end, or its confirmation, its players may still correct it.
    correction_minutes = models.PositiveSmallIntegerField(default=30)
    # A night is ranked by points for each announcement or deal instead of by all points: fair where tables ended early.
    by_average = models.BooleanField(default=False, db_default=False)
    # Its prize list as `selectors/prizes.py` reads it; empty where it has none, nor standings by category.
    prizes = models.JSONField(null=True, blank=True)
    # By what a night's handicaps are reckoned, as formats.acceleration.NightTerms has it; empty where it gives none.
    handicap = models.JSONField(null=True, blank=True)
    # How many of a team's members count in a round, 0 for all of them; empty where it has no teams.
    team_best = models.PositiveSmallIntegerField(null=True, blank=True)
    # This, `outline` and `pads_revision`: tournaments/services/change.py.
    revision = models.PositiveIntegerField(default=0)
    # Since when the event's figures count in the summaries; empty while it is not over.
    settled_at = models.DateTimeField(null=True, blank=True)
    pads_revision = models.PositiveIntegerField(default=0)
    outline = models.PositiveIntegerField(default=0)
    # The hash of the newest entry of its log.
    log_head = models.CharField(max_length=64, default=BEGINNING, db_default=BEGINNING, editable=False)
    # When the addresses of its pads stop working; empty while it is open.
    codes_end_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    # From the program that created it: a repeated request finds this event.
    client_id = models.UUIDField(null=True, editable=False)

    class Meta:
        ordering = ["-date", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "client_id"], condition=Q(client_id__isnull=False), name="event_client_id_once_in_club"
            )
        ]

    def __str__(self) -> str:
        return self.name

    def codes_ended(self, *, now: datetime) -> bool:
        return self.codes_end_at is not None and self.codes_end_at <= now

    @property
    def has_log_chain(self) -> bool:
        """Whether anything has been written since logs are chains."""
        return self.log_head != BEGINNING

    @property
    def has_rounds(self) -> bool:
        return KINDS[self.kind].has_rounds

    @property
    def has_teams(self) -> bool:
        return self.team_best is not None

    @property
    def handicap_terms(self) -> NightTerms | None:
        return None if self.handicap is None else read_terms(self.handicap)

    @property
    def hosts_matches(self) -> bool:
        return KINDS[self.kind].hosts_matches

    @property
    def game_rules(self) -> Rules:
        return GAMES[self.game].check_rules(self.rules)

    @property
    def tables_are_open(self) -> bool:
        """Whether a table goes on until it is ended."""
        return GAMES[self.game].is_open(self.game_rules)

    @property
    def unit(self) -> Unit | None:
        return GAMES[self.game].unit(self.game_rules)


@dataclass(frozen=True)
class EventKind:
    """How events of one kind are played. What they look like is in tables by kind of the layers above."""

    # Of stages, drawn for those who have entered and checked in; without them whoever is here sits down anywhere.
    has_rounds: bool
    # Whether fixtures of a league and challenges of a ladder are played at it.
    hosts_matches: bool


NIGHT = EventKind(has_rounds=False, hosts_matches=True)
TOURNAMENT = EventKind(has_rounds=True, hosts_matches=False)
KINDS: Mapping[str, EventKind] = {Event.Kind.CLUB_NIGHT: NIGHT, Event.Kind.TOURNAMENT: TOURNAMENT}

# For queries: the kinds that answer yes.
WITH_ROUNDS = tuple(key for key, kind in KINDS.items() if kind.has_rounds)
WITHOUT_ROUNDS = tuple(key for key, kind in KINDS.items() if not kind.has_rounds)
HOSTS_MATCHES = tuple(key for key, kind in KINDS.items() if kind.hosts_matches)


class EntrantQuerySet(models.QuerySet["Entrant"]):
    def people(self) -> "EntrantQuerySet":
        """Without those that stand for a team."""
        return self.filter(player__is_team=False)


class Entrant(models.Model):
    """A player who takes part in an event. In a tournament `present` means checked in."""

    class Status(models.TextChoices):
        ACTIVE = "active", _("plays")
        WITHDRAWN = "withdrawn", _("withdrawn")
        EXPELLED = "expelled", _("expelled")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entrants")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    present = models.BooleanField(default=True)
    arrived_at = models.DateTimeField(auto_now_add=True)
    left_at = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.ACTIVE)
    # The order the first stage is seeded in, 1 the strongest; and what it was seeded by, if by a rating.
    seed = models.PositiveIntegerField(null=True, blank=True)
    rating = models.FloatField(null=True, blank=True)
    # Who plays for the entrant from now on, keeping the seat and the score.
    substitute = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="stands_in")
    # For who needs it: near the door, on the ground floor.
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)
    # With whom they are counted together, beside their own place; a draw keeps them apart while that can be.
    team = models.ForeignKey("Team", on_delete=models.SET_NULL, null=True, blank=True, related_name="members")
    captain = models.BooleanField(default=False, db_default=False)
    # On a night that gives handicaps, as formats.acceleration.Handicap has it; empty of who has none yet.
    handicap = models.JSONField(null=True, blank=True)
    # The id in the installation that the event came from, where it is another: lots are drawn by it.
    first_id = models.PositiveBigIntegerField(null=True, editable=False)

    objects = EntrantQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="entrant_once_in_event")]

    def __str__(self) -> str:
        return self.player.name

    @property
    def starts_with(self) -> Handicap | None:
        return None if self.handicap is None else read_handicap(self.handicap)


class Team(models.Model):
    """Entrants of an event who are counted together; two of them are a pair."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="teams")
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    # What stands for it where teams meet over boards: it is drawn and placed, and sits nowhere.
    side = models.OneToOneField(Entrant, on_delete=models.PROTECT, null=True, editable=False, related_name="stands_for")
    # A summary, for seasons: empty while the event is not over, and where nothing was played.
    place = models.PositiveSmallIntegerField(null=True, editable=False)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name


class Registration(models.Model):
    """A name that somebody has entered at the registration of an event. Nobody is a player by that alone."""

    class State(models.TextChoices):
        WAITING = "waiting"
        LET_IN = "let-in"
        REMOVED = "removed"

    class Made(models.TextChoices):
        """What came to be by letting this one in, and goes where that is undone."""

        ENTRANT = "entrant"
        PLAYER = "player"

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="registrations")
    # As it was written; empty while the entrant has the same one, so that a name stands in one place.
    name = models.CharField(max_length=LONGEST_PLAYER_NAME, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    # Keyed hash of the network address: what came from one place can be removed in one step.
    origin = models.CharField(max_length=32)
    entrant = models.ForeignKey(Entrant, on_delete=models.SET_NULL, null=True, related_name="registrations")
    made = models.CharField(max_length=7, choices=Made, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.said_name} ({self.state})"

    @property
    def said_name(self) -> str:
        return self.entrant.player.name if self.entrant else self.name
