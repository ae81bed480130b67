"""Clubs, their players, members, tokens and invitations; and mail, files and answers that wait for somebody."""

import unicodedata
from functools import cache, lru_cache

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from tournaments.audience import CALL, FULL, INITIALS, names_as_shown
from tournaments.limits import (
    LONGEST_ADDRESS,
    LONGEST_FEDERATION_NUMBER,
    LONGEST_NAME,
    LONGEST_NICKNAME,
    LONGEST_PLAYER_NAME,
    LONGEST_PROGRAM_NAME,
    LONGEST_SLUG,
)
from tournaments.models.fields import PeopleManager, PlayerNameField

LETTERS_AFTER = str.maketrans({"č": "c\uffff", "š": "s\uffff", "ž": "z\uffff"})
JOINERS = "\u200c\u200d"  # invisible, but they shape Persian names and flags
FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"  # letters by name, and nothing to see


def tidy_name(text: str) -> str:
    """A name as it is stored, however it was typed or pasted: single spaces, composed letters, nothing invisible."""
    visible = "".join(letter for letter in text if _is_seen(letter))
    return unicodedata.normalize("NFC", " ".join(visible.split()))


def _is_seen(letter: str) -> bool:
    if letter.isspace() or letter in JOINERS:
        return True
    return letter not in FILLERS and unicodedata.category(letter) not in ("Cc", "Cf")


def plain_letters(text: str) -> str:
    """Without capitals and accents, as somebody types in a hurry."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@lru_cache(maxsize=8192)
def name_order(name: str) -> str:
    """What names are sorted by, wherever people read them: Č, Š and Ž are letters after C, S and Z, as in Lithuanian;
    any other accent tells apart only what is the same without it. One order for all, as live lists are.
    """
    folded = unicodedata.normalize("NFC", name.casefold())
    return f"{plain_letters(folded.translate(LETTERS_AFTER))}\0{folded}"


class Colour(models.TextChoices):
    PURPLE = "purple", _("purple")
    GREEN = "green", _("green")
    ORANGE = "orange", _("orange")
    GOLD = "gold", _("gold")
    TEAL = "teal", _("teal")
    ROSE = "rose", _("rose")
    BLUE = "blue", _("blue")
    BROWN = "brown", _("brown")
    SLATE = "slate", _("slate")
    LIME = "lime", _("lime")
    SKY = "sky", _("sky")
    PLUM = "plum", _("plum")


class Visibility(models.TextChoices):
    """From the least strict on."""

    PUBLIC = "public", _("public")
    UNLISTED = "unlisted", _("unlisted")
    PRIVATE = "private", _("private")

    @classmethod
    @cache
    def stricter(cls, club: str, event: str) -> "Visibility":
        """Of an event, which is never freer than its club; empty where it says nothing of its own."""
        order = cls.values
        return cls(max(club, event or cls.PUBLIC, key=order.index))


OPEN_TO_ALL = ("", Visibility.PUBLIC)  # of events: as their club


class ShownNames(models.TextChoices):
    """What strangers read of a player's name."""

    FULL = FULL, _("the full name")
    CALL = CALL, _("the nickname, or else the first name")
    INITIALS = INITIALS, _("initials")


class RatingsFor(models.TextChoices):
    """Who sees how strong a club's players are. Kept they are in any case."""

    ALL = "all", _("everybody who sees the club")
    INSIDERS = "insiders", _("members and players")
    NOBODY = "nobody", _("nobody")


class RatingsBegin(models.TextChoices):
    """Whether a club's ratings begin anew."""

    ONCE = "once", _("once, for good")
    SEASONS = "seasons", _("anew with every season")


class Club(models.Model):
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    slug = models.SlugField(_("address"), max_length=LONGEST_SLUG, unique=True)
    visibility = models.CharField(_("who sees it"), max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    shown_names = models.CharField(_("names for strangers"), max_length=8, choices=ShownNames, default=ShownNames.FULL)
    ratings_for = models.CharField(_("who sees ratings"), max_length=8, choices=RatingsFor, default=RatingsFor.ALL)
    ratings_begin = models.CharField(max_length=7, choices=RatingsBegin, default=RatingsBegin.ONCE)
    # Origins of the pages that may show its standings and brackets in a frame, or *; empty: none.
    framed_by = models.CharField(_("pages that may show it"), max_length=LONGEST_ADDRESS, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    # How long the club keeps names of who plays no more, and on which phone something was said; empty: for good.
    names_for_years = models.PositiveSmallIntegerField(null=True, blank=True)
    phones_for_months = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class RoomTable(models.Model):
    """A table of the club's room whose permanent code has been made new; all others have their first one."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="room_tables")
    number = models.PositiveSmallIntegerField()
    code_edition = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["club", "number"], name="room_table_once_in_club")]

    def __str__(self) -> str:
        return f"{self.club}, table {self.number} of the room"


class Player(models.Model):
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    name: "models.CharField[str, str]" = PlayerNameField(_("name"), max_length=LONGEST_PLAYER_NAME)
    nickname = models.CharField(_("nickname"), max_length=LONGEST_NICKNAME, blank=True)
    colour = models.CharField(_("colour"), max_length=12, choices=Colour, default=Colour.PURPLE)
    shown_names = models.CharField(_("name for strangers"), max_length=8, choices=ShownNames, blank=True)
    # Who wishes so is rated as all are, for the others' sake, and named in no ranking.
    unranked = models.BooleanField(_("left out of the ranking"), default=False)
    # By which a federation knows the same person at every club.
    federation_number = models.CharField(
        _("federation number"), max_length=LONGEST_FEDERATION_NUMBER, blank=True, default="", db_default=""
    )
    created_at = models.DateTimeField(auto_now_add=True)
    # Who comes no more is offered nowhere; everything played stays, and a name entered again brings the player back.
    archived_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Whose results stay without a name.
    anonymised_at = models.DateTimeField(null=True, blank=True, editable=False)
    # How often the permanent code was made new: those printed before open nothing any more.
    code_edition = models.PositiveIntegerField(default=0, editable=False)
    # By whose name a team of one event is drawn, placed and shown where it meets others as one.
    is_team = models.BooleanField(default=False, db_default=False, editable=False)

    objects: "models.Manager[Player]" = PeopleManager()
    everyone: "models.Manager[Player]" = models.Manager()

    class Meta:
        ordering = [Lower("name")]
        constraints = [
            models.UniqueConstraint(
                "club",
                Lower("name"),
                condition=models.Q(is_team=False),
                name="player_name_once_in_club",
                violation_error_message=_("The club has a player of this name already."),
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def full_name(self) -> str:
        """As whoever looks may read it."""
        return names_as_shown(self.name, self.nickname, self.shown_names)[0]

    @property
    def short_name(self) -> str:
        return names_as_shown(self.name, self.nickname, self.shown_names)[1]

    @property
    def one(self) -> "Player":
        """Who this is: whoever was entered twice is one since they were merged."""
        merge = getattr(self, "merge", None)
        return merge.into.one if merge else self


class PlayerCategory(models.Model):
    """Of players, as a club calls it: juniors, newcomers. Its name is the club's only one, whatever its capitals."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="categories")
    name = models.CharField(_("name"), max_length=LONGEST_NAME)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name


class CategoryStay(models.Model):
    """From which day until which a player is of a category, both included; empty: always."""

    category = models.ForeignKey(PlayerCategory, on_delete=models.PROTECT, related_name="stays")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="stays")
    since = models.DateField(null=True, blank=True)
    until = models.DateField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["category", "player"], name="player_once_in_category")]

    def __str__(self) -> str:
        return f"{self.player}: {self.category}"


class NameAside(models.Model):
    """What somebody was called who is anonymous now, as long as that can be undone. Then the row goes."""

    player = models.OneToOneField(Player, on_delete=models.PROTECT, related_name="name_aside")
    until = models.DateTimeField()
    name = models.CharField(max_length=LONGEST_PLAYER_NAME)
    nickname = models.CharField(max_length=LONGEST_NICKNAME)
    colour = models.CharField(max_length=12)
    federation_number = models.CharField(max_length=LONGEST_FEDERATION_NUMBER, default="", db_default="")
    archived_at = models.DateTimeField(null=True)
    # Ids of the memberships that were this player's, or asked to be.
    members = models.JSONField(default=list)
    asking = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"until {self.until:%Y-%m-%d}"


class PlayerMerge(models.Model):
    """Two rows of the list were one person. This is what became the other's, by ids, so that it can be given back."""

    gone = models.OneToOneField(Player, on_delete=models.PROTECT, related_name="merge")
    into = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merged")
    at = models.DateTimeField(auto_now_add=True)
    archived_at = models.DateTimeField(null=True)
    entries = models.JSONField(default=list)
    substitutes = models.JSONField(default=list)  # of entries
    seats = models.JSONField(default=list)  # as a substitute
    members = models.JSONField(default=list)
    asking = models.JSONField(default=list)
    answers = models.JSONField(default=list)  # to coming nights

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.gone} is {self.into}"


class Member(models.Model):
    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        DIRECTOR = "director", _("director")
        SCORER = "scorer", _("scorer")
        READER = "reader", _("reader")
        PLAYER = "player", _("player")
        # Of one event alone
        ARBITER = "arbiter", _("arbiter")
        EVENING = "evening", _("director of the evening")

    OF_EVENT = (Role.ARBITER, Role.EVENING)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="members")
    event = models.ForeignKey("Event", on_delete=models.PROTECT, null=True, blank=True, related_name="members")
    # A membership that went with its account would leave no trace in the club’s log.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role)
    # Who of the club's list this is: as a director has confirmed, and as the member says.
    player = models.OneToOneField(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="member")
    says_player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"], condition=models.Q(event=None), name="member_once_in_club"
            ),
            models.UniqueConstraint(fields=["event", "user"], name="member_once_in_event"),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class ApiToken(models.Model):
    """By which a program may do in a club what its maker lets it. Only the keyed hash of its secret is kept."""

    class Scope(models.TextChoices):
        READ = "read", _("reads")
        RECORD = "record", _("reads and records deals")
        DIRECT = "direct", _("reads, records and directs")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="api_tokens")
    name = models.CharField(_("program"), max_length=LONGEST_PROGRAM_NAME)
    scope = models.CharField(_("what it may do"), max_length=6, choices=Scope, default=Scope.READ)
    secret_hash = models.CharField(max_length=64)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    good_until = models.DateTimeField()
    # To the hour, so that whoever reads writes nothing.
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.name} ({self.scope})"


class Invitation(models.Model):
    """A link that gives a role: to one person once, or the role of a player to a whole hall. Only its hash is kept."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="invitations")
    event = models.ForeignKey("Event", on_delete=models.PROTECT, null=True, related_name="invitations")
    role = models.CharField(max_length=10, choices=Member.Role)
    code_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    good_until = models.DateTimeField()
    most_uses = models.PositiveSmallIntegerField(default=1)
    uses = models.PositiveSmallIntegerField(default=0)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.role} of {self.club}"


class OutgoingMail(models.Model):
    """A mail that waits to be sent, by whichever server claims it; gone once it is sent or good for nothing."""

    to = models.EmailField(blank=True)  # empty: to nobody, whatever was asked for
    subject = models.CharField(max_length=LONGEST_ADDRESS)
    text = models.TextField()
    due_at = models.DateTimeField(db_index=True)
    good_until = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["due_at", "id"]

    def __str__(self) -> str:
        return f"{self.pk}, due at {self.due_at:%Y-%m-%d %H:%M:%S}"


class StoredFile(models.Model):
    """A file that somebody has sent, or a word on it, where all servers share a PostgreSQL database."""

    name = models.CharField(max_length=80, unique=True)
    content = models.BinaryField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class ApiAnswer(models.Model):
    """What a program was answered to what it has written with this id, so that sending it again changes nothing. It
    holds names, as the answer does, and goes when somebody in the club is forgotten, at the latest after a week.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="api_answers")
    client_id = models.UUIDField()
    request_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    answer = models.TextField()
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "client_id"], name="answered_once")]

    def __str__(self) -> str:
        return f"{self.client_id}: {self.status}"
