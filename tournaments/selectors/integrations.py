"""What webhooks, embeds in other pages and passports tell of a club; its API tokens, and what programs list."""

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Prefetch, QuerySet
from django.utils.crypto import constant_time_compare

from scoring.deals import without_words
from tournaments.audit import read_details
from tournaments.models import (
    ApiAnswer,
    ApiToken,
    AuditEntry,
    ClaimedHistory,
    Club,
    Delivery,
    Event,
    EventRating,
    Player,
    Round,
    Seat,
    Stage,
    Table,
    Webhook,
    WebhookTopic,
)
from tournaments.selectors.club.clubs import open_events
from tournaments.selectors.club.people import all_of
from tournaments.selectors.club.players import own_seats
from tournaments.selectors.following import good_tokens
from tournaments.selectors.night.standings import event_standings
from tournaments.selectors.stage.beginning import leading_stage
from tournaments.selectors.stage.places import Counted, PlaceRow, final_places, shown_section
from tournaments.selectors.stage.stages import has_bracket
from tournaments.selectors.table.confirmations import counts
from tournaments.selectors.tournament.page import states_of
from tournaments.signing import hex_signature, keys

MOST = 50
OFFERED = 3


@dataclass(frozen=True)
class FramedRow:
    place: int | None
    name: str
    value: str = ""


@dataclass(frozen=True)
class FramedTable:
    group: int | None
    counted: Counted
    rows: list[FramedRow]
    more: int  # who stand below


@dataclass(frozen=True)
class FramedPart:
    """What can be shown of a club: what is newest in it, or of this event the standing or the bracket."""

    club: Club
    event: Event | None = None
    bracket: bool = False


def newest_event(club: Club) -> Event | None:
    """The event that is played, or else was played last, of those that are no stricter than the club."""
    events = _events(club)
    return events.filter(status=Event.Status.OPEN).first() or events.first()


def frames_of(club: Club) -> list[FramedPart]:
    frames = [FramedPart(club)]
    for event in _events(club)[:OFFERED]:
        frames.append(FramedPart(club, event))
        if has_bracket(event):
            frames.append(FramedPart(club, event, bracket=True))
    return frames


def _events(club: Club) -> QuerySet[Event]:
    return club.events.filter(open_events(set())).exclude(status=Event.Status.DISCARDED).select_related("club")


def framed_standing(event: Event) -> list[FramedTable]:
    if not event.has_rounds:
        rows = [
            FramedRow(row.rank if row.has_place else None, row.player.name, row.points_text)
            for row in event_standings(event)
        ]
        return [_table(rows)]
    states = states_of(event)
    if not states:
        return []
    leading = leading_stage([state.stage for state in states])
    section = next(shown_section(state) for state in states if state.stage is leading)
    if event.status == Event.Status.FINISHED and (len(states) > 1 or len(section.groups) > 1):
        return [_table([_row(row) for row in final_places(states)], counted="places")]
    return [
        _table([_row(row) for row in group.rows], group=group.number, counted=section.counted)
        for group in section.groups
    ]


def _row(row: PlaceRow) -> FramedRow:
    return FramedRow(row.place, row.person.tag.name, row.value)


def _table(rows: list[FramedRow], *, group: int | None = None, counted: Counted = "points") -> FramedTable:
    return FramedTable(group, counted, rows[:MOST], max(0, len(rows) - MOST))


Facts = dict[str, Any]


class _Played(NamedTuple):
    """A table that counts, of an event that is over."""

    game: str
    date: date
    event: int
    place: int
    deals: int


@dataclass
class _Sum:
    tables: int = 0
    deals: int = 0
    places: list[int] = field(default_factory=lambda: [0, 0, 0, 0])

    def as_facts(self) -> Facts:
        return {"tables": self.tables, "deals": self.deals, "places": self.places}


def history_of(player: Player, *, most_nights: int) -> list[Facts]:
    """What a player's passport says: by game what all nights come to, and the latest of them one by one; whole numbers
    and text.
    """
    ratings = {
        event: {"rating": round(mu), "band": round(2 * sigma)}
        for event, mu, sigma in EventRating.objects.filter(player=player).values_list("event", "mu", "sigma")
    }
    games = {
        game: list(played) for game, played in groupby(_played(player), key=lambda played_table: played_table.game)
    }
    return [_of_game(game, played, ratings, most_nights // len(games)) for game, played in games.items()]


def claimed_of(player: Player) -> list[ClaimedHistory]:
    return list(ClaimedHistory.objects.filter(player__in=all_of(player), over_at=None).select_related("player"))


def _of_game(game: str, played: list[_Played], ratings: dict[int, Facts], most: int) -> Facts:
    nights = [
        {"date": day.isoformat(), **_sum(tables).as_facts(), **ratings.get(event, {})}
        for (day, event), tables in groupby(played, key=lambda played_table: (played_table.date, played_table.event))
    ]
    first, last = played[0].date.isoformat(), played[-1].date.isoformat()
    return {"game": game, "from": first, "to": last, **_sum(played).as_facts(), "nights": nights[-most:]}


def _sum(played: Iterable[_Played]) -> _Sum:
    total = _Sum()
    for played_table in played:
        total.tables += 1
        total.deals += played_table.deals
        total.places[min(played_table.place, 4) - 1] += 1
    return total


def _played(player: Player) -> Iterator[_Played]:
    """Game by game, oldest first."""
    own = own_seats(player).filter(table__event__status=Event.Status.FINISHED, table__deal_count__gt=0)
    rows = own.filter(counts(prefix="table__")).order_by(
        "table__event__game", "table__event__date", "table__event", "table"
    )
    columns = ("table__event__game", "table__event__date", "table__event", "place", "table__deal_count")
    return (_Played(*row) for row in rows.values_list(*columns))


# Docs: integrations.md. The part before the dot is the topic.
BY_ACTION = {
    "deal": "deal.recorded",
    "correction": "deal.corrected",
    "void": "deal.voided",
    "deals-exchanged": "deal.several",
    "deal-inserted": "deal.several",
    "change-undone": "deal.several",
    "tables-opened": "table.opened",
    "table-carried-on": "table.moved",
    "seat-taken": "table.seats",
    "seat-left": "table.seats",
    "seats-exchanged": "table.seats",
    "seat-moved": "table.seats",
    "ruling": "table.ruled",
    "round-published": "round.published",
    "round-undone": "round.taken-back",
    "clock-set": "round.clock",
    "clock-started": "round.clock",
    "clock-paused": "round.clock",
    "clock-reset": "round.clock",
    "event-created": "event.opened",
    "event-finished": "event.finished",
    "event-reopened": "event.reopened",
    "event-discarded": "event.discarded",
    "stage-started": "event.stage-started",
}
BY_STATUS: dict[object, str] = {
    Table.Status.PLAYING: "table.resumed",
    Table.Status.ADJOURNED: "table.adjourned",
    Table.Status.FINISHED: "table.ended",
    Table.Status.CLOSED: "table.ended",
    Table.Status.UNDONE: "table.taken-back",
}
BY_CONFIRMATION: dict[object, str] = {
    Table.ConfirmationState.CONFIRMED: "table.confirmed",
    Table.ConfirmationState.DISPUTED: "table.disputed",
}
TRIAL = "trial"
FACTS = ("stage", "round", "deal", "version", "payload")
LISTED = 50
LISTED_WEBHOOKS = 20


@dataclass(frozen=True)
class ListedWebhook:
    webhook: Webhook
    waiting: int
    latest: list[Delivery]

    @property
    def topics(self) -> list[str]:
        return [str(WebhookTopic(topic).label) for topic in self.webhook.topics]


def kinds_of(entry: AuditEntry) -> Iterator[str]:
    """What is told of it: of a deal that ends its table, both."""
    if entry.event_id is None:
        return
    if kind := BY_ACTION.get(entry.action):
        yield kind
    if entry.table_id is None:
        return
    before, after = read_details(entry.before), read_details(entry.after)
    for fact, kinds in (("status", BY_STATUS), ("confirmation", BY_CONFIRMATION)):
        now = after.get(fact)
        if now in kinds and now != before.get(fact):
            yield kinds[now]


def topic_of(kind: str) -> str:
    return kind.partition(".")[0]


def told_of(entry: AuditEntry, kind: str) -> dict[str, Any]:
    """Ids and what was played; no names, nor what somebody has typed."""
    facts: dict[str, Any] = {"type": kind, "at": in_utc(entry.at), "club": entry.club.slug, "event": entry.event_id}
    facts |= {"revision": entry.revision, **({"table": entry.table_id} if entry.table_id else {})}
    facts |= {name: fact for name, fact in read_details(entry.after).items() if name in FACTS}
    if played := facts.get("payload"):
        facts["payload"] = without_words(played)
    return facts


def in_utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def listed_webhooks(club: Club) -> list[ListedWebhook]:
    """The webhooks of a club, those that are on first."""
    listed = []
    webhooks = sorted(club.webhooks.all(), key=lambda webhook: (webhook.off_at is not None, -webhook.pk))[
        :LISTED_WEBHOOKS
    ]
    for webhook in webhooks:
        waiting = webhook.deliveries.filter(due_at__isnull=False).count()
        listed.append(ListedWebhook(webhook, waiting, list(webhook.deliveries.all()[:1])))
    return listed


def deliveries_of(webhook: Webhook) -> list[Delivery]:
    """The latest, newest first."""
    return list(webhook.deliveries.all()[:LISTED])


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
    """A club's events as somebody may see them, the newest first."""
    events = club.events.filter(open_events(stricter), **wanted.filters).exclude(status=Event.Status.DISCARDED)
    return list(events.select_related("club")[first : first + most])


def seat_taken(event: int, entrant: int) -> int | None:
    """The seat (id) of the entrant at a table of the event that plays."""
    seats = Seat.objects.filter(entrant=entrant, table__event=event, table__status=Table.Status.PLAYING)
    return seats.values_list("pk", flat=True).first()


def stages_of(event: Event, *, previews: bool) -> list[Stage]:
    """An event's stages, each with its rounds; a preview is the director's alone."""
    hidden = [Round.Status.UNDONE] if previews else [Round.Status.UNDONE, Round.Status.PREVIEW]
    rounds = Prefetch("rounds", Round.objects.exclude(status__in=hidden))
    return list(event.stages.prefetch_related(rounds))


TOKEN_KIND = "api-token"
TOKEN_TEXT = re.compile("capstone_([1-9][0-9]{0,17})_([A-Za-z0-9]{20,64})")


def token_of(text: str, *, now: datetime) -> ApiToken | None:
    """The token of this text, with its club and who made it; None for one that is over, or whose maker owns the club no
    more.
    """
    match = TOKEN_TEXT.fullmatch(text)
    token = good_tokens(now).select_related("club", "made_by").filter(pk=match[1]).first() if match else None
    if match is None or token is None:
        return None
    hashes = (hex_signature(TOKEN_KIND, match[2], key=key) for key in keys())
    return token if any(constant_time_compare(token.secret_hash, digest) for digest in hashes) else None


def was_answered(club_id: int, request_hash: str) -> bool:
    """Whether a program of the club has had an answer to this."""
    return ApiAnswer.objects.filter(club=club_id, request_hash=request_hash).exists()


def open_tokens(club: Club, *, now: datetime) -> list[ApiToken]:
    """A club's tokens that are good, the newest first."""
    return list(good_tokens(now).filter(club=club).select_related("made_by"))
