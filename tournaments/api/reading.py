"""What programs read."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse

from tournaments.api import schemas
from tournaments.api.callers import Call, looked_at
from tournaments.api.facts import club_facts, club_or_404, event_facts, stage_facts, table_facts, table_now
from tournaments.api.listing import Asked, following, listed, of_sheet
from tournaments.api.operations import router
from tournaments.exports.files import of_club, of_event
from tournaments.exports.files.proved import event_file
from tournaments.permissions import Right
from tournaments.selectors.api_tokens import events_of, stages_of
from tournaments.selectors.club.clubs import clubs as known_clubs
from tournaments.selectors.club.players import player_page
from tournaments.selectors.files import filed_tables
from tournaments.selectors.night.standings import read_event
from tournaments.selectors.table.page import table_page

FAULTS: Mapping[Any, Any] = dict.fromkeys((401, 404, 422, 429, 503), schemas.Refusal)
READ: dict[str, Any] = {"tags": ["Read"]}
OPEN: dict[str, Any] = {**READ, "openapi_extra": {"security": [{}, {"Token": []}]}}


def answers(row: Any, **more: Any) -> dict[str, Any]:
    return {"response": {200: row, **FAULTS}, **OPEN, **more}


@router.get("/clubs", summary="Clubs", **answers(schemas.Listed[schemas.ClubFacts]))
def clubs(request: Call, part: Asked) -> Any:
    """The clubs that everybody may find, and that of the token."""
    token = request.auth.token
    listed_clubs = known_clubs(ids={token.club_id} if token else ())
    return listed(request, map(club_facts, listed_clubs), part)


@router.get("/clubs/{slug:club}", summary="A club", **answers(schemas.ClubFacts))
@looked_at("club")
def club(request: Call, club: str) -> Any:
    return club_facts(club_or_404(club))


@router.get("/clubs/{slug:club}/events", summary="A club’s events", **answers(schemas.Listed[schemas.EventFacts]))
@looked_at("club")
def events(request: Call, club: str, part: Asked) -> Any:
    """Newest first."""
    seen = request.seen
    most = part.limit + 1
    events = events_of(club_or_404(club), stricter=seen.stricter, first=part.offset, most=most)
    return following(request, [event_facts(event, seen) for event in events], part)


@router.get(
    "/clubs/{slug:club}/players",
    summary="A club’s list of players",
    response={200: schemas.rows_of("PlayerRows", *of_club.PLAYERS), 403: schemas.Refusal, **FAULTS},
    **READ,
)
@looked_at("club", Right.LOOK)
def players(request: Call, club: str, part: Asked) -> Any:
    """With a token of the club."""
    return of_sheet(request, of_club.players(club_or_404(club)), part)


@router.get(
    "/clubs/{slug:club}/standings",
    summary="A club’s all-time standings",
    **answers(schemas.rows_of("AllTimeRows", *of_club.ALL_TIME)),
)
@looked_at("club")
def all_time(request: Call, club: str, part: Asked) -> Any:
    return of_sheet(request, of_club.standings(club_or_404(club)), part)


@router.get(
    "/clubs/{slug:club}/ratings", summary="A club’s ratings", **answers(schemas.rows_of("RatingRows", *of_club.RATINGS))
)
@looked_at("club")
def ratings(request: Call, club: str, part: Asked) -> Any:
    return of_sheet(request, of_club.ratings(club_or_404(club)), part)


@router.get("/players/{player}", summary="A player", **answers(schemas.PlayerFacts))
@looked_at("player")
def player(request: Call, player: int) -> Any:
    """Who was entered twice and is one by now is that one."""
    person = player_page(player, stricter=request.seen.stricter).player
    return {"id": person.pk, "name": person.full_name, "club": person.club.slug}


@router.get("/events/{event}", summary="An event", **answers(schemas.EventFacts))
@looked_at("event")
def event(request: Call, event: int) -> Any:
    return event_facts(read_event(event), request.seen)


@router.get("/events/{event}/stages", summary="Stages and rounds", **answers(list[schemas.StageFacts]))
@looked_at("event")
def stages(request: Call, event: int) -> Any:
    """Of a tournament; empty for a club night. Previews of rounds are shown to who directs."""
    stages = stages_of(read_event(event), previews=Right.DIRECT in request.seen.rights)
    return [stage_facts(stage) for stage in stages]


@router.get("/events/{event}/tables", summary="Tables", **answers(schemas.Listed[schemas.TableFacts]))
@looked_at("event")
def tables(request: Call, event: int, part: Asked) -> Any:
    """In the order in which they were opened, round by round."""
    return listed(request, (table_facts(event, table) for table in filed_tables(read_event(event))), part)


@router.get(
    "/events/{event}/standings",
    summary="Standings",
    **answers(schemas.rows_of("StandingsRows", *of_event.NIGHT, *of_event.TOURNAMENT)),
)
@looked_at("event")
def standings(request: Call, event: int, part: Asked) -> Any:
    """Of a club night one row a player. Of a tournament the final places first, then each stage with its tie-breaks, by
    their keys; it has no figures of a night, nor a night its.
    """
    return of_sheet(request, of_event.standings(read_event(event)), part)


@router.get(
    "/events/{event}/pairings",
    summary="Who sits where",
    **answers(schemas.rows_of("PairingRows", *of_event.PAIRINGS)),
)
@looked_at("event")
def pairings(request: Call, event: int, part: Asked) -> Any:
    return of_sheet(request, of_event.pairings(read_event(event)), part)


@router.get("/events/{event}/deals", summary="All deals", **answers(schemas.rows_of("DealRows", *of_event.DEALS)))
@looked_at("event")
def deals(request: Call, event: int, part: Asked) -> Any:
    """The versions that count."""
    return of_sheet(request, of_event.deals(read_event(event)), part)


@router.get(
    "/events/{event}/entrants",
    summary="Entrants",
    response={200: schemas.rows_of("EntrantRows", *of_event.ENTRANTS), 403: schemas.Refusal, **FAULTS},
    **READ,
)
@looked_at("event", Right.DIRECT)
def entrants(request: Call, event: int, part: Asked) -> Any:
    """With a token that directs."""
    return of_sheet(request, of_event.entrants(read_event(event)), part)


@router.get("/events/{event}/file", summary="The event file", **answers(schemas.EventFile))
@looked_at("event")
def proved(request: Call, event: int) -> Any:
    """Signed, in canonical JSON: docs/files.md."""
    return HttpResponse(event_file(read_event(event)), content_type="application/json")


@router.get("/tables/{table}", summary="A table", **answers(schemas.StandingTable))
@looked_at("table")
def table(request: Call, table: int) -> Any:
    return table_now(table_page(table))


@router.get("/tables/{table}/deals", summary="A table’s deals", **answers(schemas.TableDeals))
@looked_at("table")
def table_deals(request: Call, table: int) -> Any:
    """The versions that count."""
    page = table_page(table)
    rows = [
        {
            "number": line.number,
            "version": line.versions[-1].version,
            "at": line.versions[-1].at,
            "payload": line.deal.as_payload() if line.deal else None,
        }
        for line in page.deals
    ]
    return {"revision": page.revision, "rows": rows}
