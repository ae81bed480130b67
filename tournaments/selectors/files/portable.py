"""What a club is made of where it goes from one installation to another: every kind of row, in an order in which each
refers to earlier ones only. What is kept for reading is made anew there; what opens something stays behind.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Field, Model

from tournaments import models

VERSION = 1
MEMBER = "club.jsonl"
HEAD, SUM = "club-file", "sha256"
"""The one file in the zip: a head, a line a row, and the sum of all lines before."""


@dataclass(frozen=True)
class Portable:
    """Rows of one model: the ``path`` that leads from each to its club, and the columns that stay ``behind``."""

    model: type[Model]
    path: str = "event__club"
    behind: frozenset[str] = frozenset()

    @property
    def fields(self) -> list["Field[object, object]"]:
        return [field for field in self.model._meta.concrete_fields if field.name not in self.behind]


def _of(model: type[Model], path: str = "event__club", *behind: str) -> Portable:
    return Portable(model, path, frozenset(behind))


PHONE = "phone"  # what a cookie holds
KEPT_OF_SEATS = ("score", "place", "deals", "exact", "net", "won")
ACCOUNT, CLUB, CREST, PLAYER, ROOM = "account", "club", "crest", "player", "room"
PROGRAM, LOG = "program", "log"

PORTABLE: Mapping[str, Portable] = {
    CLUB: _of(models.Club, "pk"),
    # Names for the log: nobody signs in by them.
    ACCOUNT: _of(User, "", "password", "last_login", "is_superuser", "email", "is_staff", "is_active", "date_joined"),
    CREST: _of(models.ClubCrest, "club"),
    PLAYER: _of(models.Player, "club"),
    ROOM: _of(models.RoomTable, "club"),
    PROGRAM: _of(models.ApiToken, "club", "secret_hash", "good_until", "used_at", "revoked_at"),
    "event": _of(models.Event, "club", "settled_at", "client_id"),
    "entrant": _of(models.Entrant),
    "registration": _of(models.Registration, "event__club", "origin"),
    "stage": _of(models.Stage),
    "stage-entry": _of(models.StageEntry, "stage__event__club"),
    "bye-request": _of(models.ByeRequest, "stage__event__club"),
    "round": _of(models.Round, "stage__event__club"),
    "preview-step": _of(models.PreviewStep, "round__stage__event__club"),
    "table": _of(models.Table, "event__club", "deal_count", "confirmation", "accepted_at"),
    "seat": _of(models.Seat, "table__event__club", *KEPT_OF_SEATS),
    "pad": _of(models.PadLink, "table__event__club", "edition", "printed_hash"),
    "deal": _of(models.Deal, "table__event__club", PHONE),
    "contribution": _of(models.Contribution, "table__event__club", PHONE),
    "confirmation": _of(models.Confirmation, "table__event__club", PHONE),
    "proposed-correction": _of(models.ProposedCorrection, "table__event__club", PHONE, "backed_on"),
    "claim": _of(models.Claim, "table__event__club", PHONE),
    "message": _of(models.Message),
    "ruling": _of(models.Ruling, "stage__event__club"),
    "season": _of(models.Season, "club", "revision"),
    "season-event": _of(models.SeasonEvent, "season__club"),
    "league": _of(models.League, "season__club"),
    "league-player": _of(models.LeaguePlayer, "league__season__club"),
    "fixture": _of(models.Fixture, "league__season__club"),
    "ladder": _of(models.Ladder, "club"),
    "ladder-act": _of(models.LadderAct, "ladder__club"),
    "challenge": _of(models.Challenge, "ladder__club"),
    "coming-night": _of(models.ComingNight, "club"),
    "night-answer": _of(models.NightAnswer, "night__club"),
    "merge": _of(models.PlayerMerge, "into__club", "members", "asking"),
    "rating-model": _of(models.RatingModel, "club"),
    "told-achievement": _of(models.ToldAchievement),
    LOG: _of(models.AuditEntry, "club"),
}

STAY_BEHIND = {
    models.Member,  # who may what is decided where the club goes
    models.Invitation,
    models.NameAside,  # of who is to be forgotten
    models.UnsentDeals,
    models.EventTally,
    models.ContestTally,
    models.EventRating,
    models.ClubRating,
    models.EventForecast,
    models.EventCounts,
    models.ClubCounts,
    models.EventFeat,
    models.EventReport,
    models.TableBend,
    models.EventMeeting,
    models.ClubMeeting,
    models.SeasonPoints,
    models.LeagueTable,
    models.LadderMove,
    models.ChallengeTable,
    models.ClaimedHistory,  # it stands by its passport's signature, which the file of a club has not
    models.Webhook,  # whom a club tells is decided where it goes
    models.Delivery,
}
