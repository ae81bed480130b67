"""The log: one entry for each change, with who made it and its facts before and after."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict, cast

from django.contrib.auth.models import User
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.models import ApiToken, AuditEntry, CategoryStay, Club, Entrant, Event, PadLink, Table
from tournaments.models.statements import insert, key_of
from tournaments.proofs.chain import deals_hash, entry_hash, facts_hash, moment
from tournaments.proofs.logged import RULED


class PlayerRef(TypedDict):
    """Somebody of the club's list."""

    player: int


class AccountRef(TypedDict):
    account: int


Ref = tuple[str, int]
"""The one key of a reference, and its id."""

Details = TypedDict(
    "Details",
    {
        # What it concerns
        "event": int,
        "stage": int,
        "round": int,
        "deal": int,
        "deals": list[Any],
        "version": int,
        "client_id": str,
        "payload": Mapping[str, Any] | None,
        "change": Mapping[str, Any],
        "proposed_correction": int,
        "player": PlayerRef,
        "players": list[PlayerRef],
        "person": AccountRef,
        "names": list[PlayerRef],
        "seats": list[PlayerRef],
        "table": int | None,
        "tables": list[Any],
        "link": int | None,
        "season": int,
        "season_rules": Mapping[str, Any],
        "from_day": str,
        "to_day": str,
        "counts": bool,
        "league_rules": Mapping[str, Any],
        "divisions": list[list[PlayerRef]],
        "fixture": int,
        "drawn": bool,
        "ladder": int,
        "ladder_rules": Mapping[str, Any],
        "rung": int | None,
        "won": bool | None,
        # What was said, chosen or entered
        "reason": str,
        "text": str,
        "note": str,
        "verdict": str,
        "kind": str | None,
        "value": list[int],
        "choice": str,
        "how": Mapping[str, Any] | str,
        "order": list[Any],
        # What became of it
        "status": str,
        "confirmation": str,
        "role": str | None,
        "into": PlayerRef,
        "is_player": PlayerRef | None,
        "says_player": PlayerRef | None,
        "invitation": int,
        "program": int,
        "topics": list[str],
        "switched_on": bool,
        "crest": str,
        "framed_by": str,
        "passport": int,
        "from_club": str,
        "scope": str,
        "until": str,
        "uses": int,
        "owner": AccountRef,
        "name": str,
        "edited": list[str],
        "colour": str,
        "visibility": str,
        "shown_names": str,
        "ratings_for": str,
        "ratings_begin": str,
        "unranked": bool,
        "categories": list[Any],
        "prizes": Mapping[str, Any] | None,
        "address": str,
        "date": str,
        "game": str,
        "rules": Mapping[str, Any],
        "night": str,
        "from": int,
        "to": int,
        "at": str,
        "game_of_match": int,
        "match": list[Any],
        "place": int,
        "score": str,
        "scores": list[Any],
        "points": str | None,
        "net": int | None,
        "exact": int,
        "rating": float | None,
        "seed": int | None,
        "entries": list[Any],
        "substitute": PlayerRef | None,
        "fixed_table": int | None,
        "present": bool,
        "entered": bool,
        "checked_in": bool,
        "anonymous": bool,
        "archived": bool,
        "registration": bool,
        "registrations": list[int],
        "waiting": int,
        "groups": list[list[PlayerRef]],
        "teams": list[Any],
        "best_of": int,
        "byes": list[PlayerRef],
        "requested": list[PlayerRef],
        "requests": list[Any],
        "forfeited": list[PlayerRef],
        "provisional": Mapping[int, str],
        "moved_on": list[PlayerRef],
        "level": list[PlayerRef],
        "level_in": list[PlayerRef],
        "lots_seed": int,
        "chain": list[str],
        "pinned": list[int],
        "stages": list[Any],
        "stages_over": list[int],
        "rounds": Any,
        "results": str,
        "from_round": int,
        "late_points": str,
        "handicaps": list[Any],
        "handicap_terms": list[Any] | None,
        "dealer": PlayerRef,
        "called_at": str | None,
        "confirmation_mode": str,
        "accept_minutes": int | None,
        "correction_minutes": int,
        "shared_phones": bool,
        "silence_minutes": int,
        "time_up": str,
        "by_average": bool,
        "minutes": int | None,
        "years": int | None,
        "months": int | None,
        "clock": str,
        "started_at": str | None,
        "paused_seconds": int,
        # A night that is planned
        "coming": int,
        "reply": str,
        "offered": list[PlayerRef],
        "dates": list[str],
        "begins": str,
        "ends": str,
        "where": str,
        "room": int | None,
        "call_hours": int,
        "cancelled": bool,
    },
    total=False,
)
"""The facts of an entry, each by its one name. People stand in them by id, so that the log calls them as they are
called when it is read; a string there is a name from before, whose bearer is not known.
"""

SENT = ("payload", "change")
"""What a phone sent stands here as it came: it names seats, never people."""


def read_details(stored: object) -> Details:
    """What an entry holds; the oldest ones hold a bare value, which tells nothing by itself."""
    return cast(Details, stored) if isinstance(stored, dict) else {}


@dataclass(frozen=True)
class Actor:
    """Who acts: somebody who is signed in, or whoever holds a table's secret link, or that of one of its seats."""

    user: User | None = None
    pad_link: PadLink | None = None
    seat: int | None = None
    phone: str = ""  # on which, by its cookie
    program: ApiToken | None = None  # by which the user's program asks


# What the app does by itself: the demo, a command on the server.
SYSTEM = Actor()


def record(
    actor: Actor,
    action: str,
    *,
    club: Club | None = None,
    event: Event | None = None,
    table: Table | None = None,
    before: Details | None = None,
    after: Details | None = None,
) -> AuditEntry:
    """`club`: where no event tells it."""
    entry = entry_of(actor, action, club=club, event=event, table=table, before=before, after=after)
    insert(entry)
    return entry


def record_all(actor: Actor, action: str, changes: Iterable[tuple[Details, Details]], *, club: Club) -> None:
    """An entry of the club's log for each change, with its facts before and after: written together."""
    entries = [entry_of(actor, action, club=club, before=before, after=after) for before, after in changes]
    AuditEntry.objects.bulk_create(entries)


def entry_of(
    actor: Actor,
    action: str,
    *,
    club: Club | None = None,
    event: Event | None = None,
    table: Table | None = None,
    before: Details | None = None,
    after: Details | None = None,
) -> AuditEntry:
    """To be written. Whoever names an event has it locked, and writes its `log_head` too."""
    entry = AuditEntry(
        club_id=event.club_id if event else key_of(club),
        event_id=key_of(event),
        table_id=key_of(table),
        revision=event.revision if event else None,
        at=timezone.now(),
        user_id=key_of(actor.user),
        program_id=key_of(actor.program),
        pad_link_id=key_of(actor.pad_link),
        seat=actor.seat,
        action=action,
        before=before,
        after=after,
    )
    if event:
        entry.previous_hash, entry.facts_hash = event.log_head, facts_hash(told_by(entry))
        event.log_head = entry_hash(chained(entry))
    return entry


def told_by(entry: AuditEntry) -> dict[str, Any]:
    """Who did what to what: all of it by ids."""
    return {
        "table": entry.table_id,
        "user": entry.user_id,
        "program": entry.program_id,
        "pad": entry.pad_link_id,
        "seat": entry.seat,
        "before": entry.before,
        "after": entry.after,
    }


def chained(entry: AuditEntry) -> dict[str, Any]:
    """An entry of an event's log as the chain hashes it."""
    deals = _deals_written(entry.after) if entry.previous_hash else []
    return {
        "previous": entry.previous_hash or None,
        "at": moment(entry.at),
        "revision": entry.revision,
        "action": entry.action,
        "facts": entry.facts_hash or None,
        "deals": deals_hash(deals) if deals else None,
        "ruling": _ruled(entry.after) if entry.previous_hash and entry.action == RULED else None,
    }


def _deals_written(after: Any) -> list[tuple[int, Any]]:
    """Number and payload of each deal that the entry says was written; what was only asked for has no version."""
    facts = read_details(after)
    if "version" in facts and "payload" in facts:
        return [(facts["deal"], facts["payload"])]
    deals = facts.get("deals", [])
    return [(deal["deal"], deal["payload"]) for deal in deals if isinstance(deal, dict)]


def _ruled(after: Any) -> list[Any]:
    """What the director ruled on a table: its kind, and its value by seats."""
    facts = read_details(after)
    return [facts.get("kind"), facts.get("value")]


def the_stay(stay: CategoryStay) -> dict[str, str | None]:
    """In a category, from day to day."""
    since, until = (day.isoformat() if day else None for day in (stay.since, stay.until))
    return {"name": stay.category.name, "from_day": since, "to_day": until}


def the_player(pk: int) -> PlayerRef:
    return {"player": pk}


def the_account(user: User) -> AccountRef:
    return {"account": user.pk}


def players_by(entrants: Iterable[int]) -> dict[int, PlayerRef]:
    """The players of these entrants, by the entrant's id."""
    rows = Entrant.objects.filter(pk__in=list(entrants)).values_list("pk", "player")
    return {entrant: the_player(player) for entrant, player in rows}


def players_of(entrants: Iterable[int]) -> list[PlayerRef]:
    """The players of these entrants (ids), in their order."""
    pks = list(entrants)
    players = players_by(pks)
    return [players[pk] for pk in pks if pk in players]


def seated_at(table: Table) -> list[PlayerRef]:
    """Who sits at the table, by seat."""
    sitting = table.seats.order_by("index").values_list(Coalesce("substitute", "entrant__player"), flat=True)
    return [the_player(pk) for pk in sitting]


def leaves(facts: object, key: str = "") -> Iterator[tuple[str, Any]]:
    """Whatever is said in an entry's facts, with the key it stands under; a reference is one thing."""
    if isinstance(facts, dict) and not _ref(facts):
        for name, fact in facts.items():
            if name not in SENT:
                yield from leaves(fact, name)
    elif isinstance(facts, list):
        for fact in facts:
            yield from leaves(fact, key)
    else:
        yield key, facts


def replaced(facts: Any, by: Callable[[str, Any], Any], key: str = "") -> Any:
    """A copy of the facts in which each of their `leaves` is replaced by what ``by`` says."""
    if isinstance(facts, dict) and not _ref(facts):
        return {name: fact if name in SENT else replaced(fact, by, name) for name, fact in facts.items()}
    return [replaced(fact, by, key) for fact in facts] if isinstance(facts, list) else by(key, facts)


def named_in(facts: object) -> Iterator[Ref]:
    """Whom an entry's facts refer to."""
    return (ref for _key, value in leaves(facts) if (ref := _ref(value)))


def without_others(facts: Any, refs: Collection[Ref]) -> Any:
    """A copy of the facts with nobody in their lists but those who are known."""
    if isinstance(facts, list):
        return [without_others(fact, refs) for fact in facts if _ref(fact) is None or _ref(fact) in refs]
    if isinstance(facts, dict):
        return {name: fact if name in SENT else without_others(fact, refs) for name, fact in facts.items()}
    return facts


def with_names(facts: Any, names: Mapping[Ref, str]) -> Any:
    """An entry's facts with people's names; None for who is there no more."""
    return replaced(facts, lambda _key, fact: names.get(ref) if (ref := _ref(fact)) else fact)


def _ref(fact: object) -> Ref | None:
    if isinstance(fact, dict) and len(fact) == 1:
        ((kind, pk),) = fact.items()
        if kind in ("player", "account") and isinstance(pk, int):
            return kind, pk
    return None
