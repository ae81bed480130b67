"""The API tokens of clubs, and what programs list: events, and stages with their rounds."""

import re
from collections.abc import Collection, Set
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils.crypto import constant_time_compare

from tournaments.models import ApiToken, Club, Event, Member, Round, Seat, Stage, Table
from tournaments.selectors.club.clubs import open_events
from tournaments.signing import hex_signature, keys


@dataclass(frozen=True, kw_only=True)
class EventsWanted:
    """``player`` (id) is entered in them; ``since`` is their first day."""

    status: str | None = None
    game: str | None = None
    player: int | None = None
    since: date | None = None

    @property
    def filters(self) -> dict[str, object]:
        wanted = {"status": self.status, "game": self.game, "date__gte": self.since, "entrants__player": self.player}
        return {name: value for name, value in wanted.items() if value is not None}


ALL_EVENTS = EventsWanted()


def events_of(
    club: Club, *, stricter: Set[int] | None, first: int, most: int, wanted: EventsWanted = ALL_EVENTS
) -> list[Event]:
    """Newest first, as somebody may see them."""
    shown = club.events.filter(open_events(stricter), **wanted.filters).exclude(status=Event.Status.DISCARDED)
    return list(shown.select_related("club")[first : first + most])


def seat_taken(event: int, entrant: int) -> int | None:
    """The seat (id) of the entrant at a table of the event that plays."""
    seats = Seat.objects.filter(entrant=entrant, table__event=event, table__status=Table.Status.PLAYING)
    return seats.values_list("pk", flat=True).first()


def stages_of(event: Event, *, previews: bool) -> list[Stage]:
    """Each with its rounds; a preview is the director's alone."""
    hidden = [Round.Status.UNDONE] if previews else [Round.Status.UNDONE, Round.Status.PREVIEW]
    rounds = Prefetch("rounds", Round.objects.exclude(status__in=hidden))
    return list(event.stages.prefetch_related(rounds))


KIND = "api-token"
TEXT = re.compile("capstone_([1-9][0-9]{0,17})_([A-Za-z0-9]{20,64})")


def token_of(text: str, *, now: datetime) -> ApiToken | None:
    """With its club and who made it; None for one that is over, or whose maker owns the club no more."""
    match = TEXT.fullmatch(text)
    token = _good(now).select_related("club", "made_by").filter(pk=match[1]).first() if match else None
    if match is None or token is None:
        return None
    hashes = (hex_signature(KIND, match[2], key=key) for key in keys())
    return token if any(constant_time_compare(token.secret_hash, digest) for digest in hashes) else None


def open_tokens(club: Club, *, now: datetime) -> list[ApiToken]:
    """Newest first."""
    return list(_good(now).filter(club=club).select_related("made_by"))


def clubs_of_tokens(tokens: Collection[int], *, now: datetime) -> dict[int, int]:
    """The club (id) of each that is still good, by id."""
    return dict(_good(now).filter(pk__in=tokens).order_by().values_list("pk", "club"))


def _good(now: datetime) -> QuerySet[ApiToken]:
    owned = Member.objects.filter(club=OuterRef("club"), user=OuterRef("made_by"), role=Member.Role.OWNER)
    return ApiToken.objects.filter(
        Q(Exists(owned)) | Q(made_by__is_superuser=True), made_by__is_active=True, revoked_at=None, good_until__gt=now
    )
