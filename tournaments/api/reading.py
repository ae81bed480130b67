"""What programs read."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.http import HttpResponse

from tournaments.api import schemas
from tournaments.api.callers import Call, marked
from tournaments.api.facts import club_facts, club_or_404, event_facts, stage_facts, table_facts, table_now
from tournaments.api.listing import (
    Asked,
    AskedDeals,
    AskedEntrants,
    AskedEvents,
    AskedGame,
    AskedPairings,
    AskedStandings,
    AskedTables,
    following,
    listed,
    of_sheet,
)
from tournaments.api.operations import reads
from tournaments.api.rows import FIGURE_OR_NONE, rows_of
from tournaments.api.seats import payload_from_1
from tournaments.exports.files import of_club, of_event, of_prizes, of_teams
from tournaments.exports.files.proved import event_file
from tournaments.exports.files.sheet import Row, Sheet
from tournaments.permissions import Right
from tournaments.selectors.club.clubs import clubs as known_clubs
from tournaments.selectors.club.players import player_page
from tournaments.selectors.files import filed_tables
from tournaments.selectors.integrations import EventsWanted, events_of, stages_of
from tournaments.selectors.night.standings import read_event
from tournaments.selectors.table.page import table_page

IN_BOTH = [column for column in of_event.NIGHT if column in of_event.TOURNAMENT]
STANDINGS = rows_of(
    "StandingsRows",
    IN_BOTH,
    optional=[column for column in (*of_event.NIGHT, *of_event.TOURNAMENT) if column not in IN_BOTH],
    more=FIGURE_OR_NONE,
)


@reads("/clubs", "Clubs", schemas.Listed[schemas.ClubFacts])
def clubs(request: Call, part: Asked) -> Any:
    """The clubs that everybody may find, and that of the token."""
    token = request.auth.token
    listed_clubs = known_clubs(ids={token.club_id} if token else ())
    return listed(request, map(club_facts, listed_clubs), part)


@reads("/clubs/{slug:club}", "A club", schemas.ClubFacts, of="club")
def club(request: Call, club: str) -> Any:
    return club_facts(club_or_404(club))


@reads("/clubs/{slug:club}/events", "A club’s events", schemas.Listed[schemas.EventFacts], of="club")
def events(request: Call, club: str, part: AskedEvents) -> Any:
    """Newest first."""
    wanted = EventsWanted(status=part.status, game=part.game, player=part.player, since=part.since)
    part_of = {"first": part.offset, "most": part.limit + 1}
    events = events_of(club_or_404(club), stricter=request.seen.stricter, wanted=wanted, **part_of)
    return following(request, [event_facts(event, request) for event in events], part)


@reads(
    "/clubs/{slug:club}/players",
    "A club’s list of players",
    rows_of("PlayerRows", of_club.PLAYERS),
    of="club",
    right=Right.LOOK,
)
def players(request: Call, club: str, part: Asked) -> Any:
    """With a token of the club."""
    return of_sheet(request, of_club.players(club_or_404(club)), part)


@reads(
    "/clubs/{slug:club}/standings", "A club’s all-time standings", rows_of("AllTimeRows", of_club.ALL_TIME), of="club"
)
def all_time(request: Call, club: str, part: AskedGame) -> Any:
    return of_sheet(request, of_club.standings(club_or_404(club)), part)


@reads("/clubs/{slug:club}/ratings", "A club’s ratings", rows_of("RatingRows", of_club.RATINGS), of="club")
def ratings(request: Call, club: str, part: AskedGame) -> Any:
    return of_sheet(request, of_club.ratings(club_or_404(club)), part)


@reads("/players/{player}", "A player", schemas.PlayerFacts, of="player")
def player(request: Call, player: int) -> Any:
    """Who was entered twice and is one by now is that one."""
    person = player_page(player, stricter=request.seen.stricter).player
    return {"id": person.pk, "name": person.full_name, "club": person.club.slug}


@reads("/events/{event}", "An event", schemas.EventFacts, of="event")
def event(request: Call, event: int) -> Any:
    return event_facts(read_event(event), request)


@reads("/events/{event}/stages", "Stages and rounds", list[schemas.StageFacts], of="event")
def stages(request: Call, event: int) -> Any:
    """Of a tournament; empty for a club night. Previews of rounds are shown to who directs."""
    stages = stages_of(read_event(event), previews=Right.DIRECT in request.seen.rights)
    return [stage_facts(stage) for stage in stages]


@reads("/events/{event}/tables", "Tables", schemas.Listed[schemas.TableFacts], of="event")
def tables(request: Call, event: int, part: AskedTables) -> Any:
    """In the order in which they were opened, round by round."""
    wanted = (
        table
        for table in filed_tables(read_event(event))
        if part.status in (None, table.status)
        if part.since is None or table.opened_at >= part.since
        if part.player is None or part.player in {seat.player.id for seat in table.seats}
    )
    return listed(request, (table_facts(event, table) for table in wanted), part)


@reads("/events/{event}/standings", "Standings", STANDINGS, of="event")
def standings(request: Call, event: int, part: AskedStandings) -> Any:
    """Of a club night one row a player. Of a tournament the final places first, then each stage with its tie-breaks, by
    their keys; it has no figures of a night, nor a night its.
    """
    return of_sheet(request, of_prizes.standings_of(read_event(event), part.category), part)


@reads("/events/{event}/pairings", "Who sits where", rows_of("PairingRows", of_event.PAIRINGS), of="event")
def pairings(request: Call, event: int, part: AskedPairings) -> Any:
    return of_sheet(request, of_event.pairings(read_event(event)), part)


@reads("/events/{event}/prizes", "Who gets which prize", rows_of("PrizeRows", of_prizes.PRIZES), of="event")
def prizes(request: Call, event: int, part: Asked) -> Any:
    """By the places as they are now; empty where the event has no prize list."""
    return of_sheet(request, of_prizes.prizes(read_event(event)), part)


@reads("/events/{event}/teams", "Teams", rows_of("TeamRows", of_teams.TEAMS), of="event")
def teams(request: Call, event: int, part: Asked) -> Any:
    """As they stand, a row for each member; empty where the event has no teams."""
    return of_sheet(request, of_teams.teams(read_event(event)), part)


@reads("/events/{event}/deals", "All deals", rows_of("DealRows", of_event.DEALS), of="event")
def deals(request: Call, event: int, part: AskedDeals) -> Any:
    """The versions that count."""
    sheet = of_event.deals(read_event(event))
    return of_sheet(request, Sheet(sheet.columns, _deal_rows(sheet, since=part.since)), part)


@reads(
    "/events/{event}/entrants", "Entrants", rows_of("EntrantRows", of_event.ENTRANTS), of="event", right=Right.DIRECT
)
def entrants(request: Call, event: int, part: AskedEntrants) -> Any:
    """With a token that directs."""
    return of_sheet(request, of_event.entrants(read_event(event)), part)


@reads("/events/{event}/file", "The event file", schemas.EventFile, of="event")
def proved(request: Call, event: int) -> Any:
    """Signed, in canonical JSON: docs/files.md."""
    return marked(request, HttpResponse(event_file(read_event(event)), content_type="application/json"))


@reads("/tables/{table}", "A table", schemas.StandingTable, of="table")
def table(request: Call, table: int) -> Any:
    return table_now(table_page(table))


@reads("/tables/{table}/deals", "A table’s deals", schemas.TableDeals, of="table")
def table_deals(request: Call, table: int) -> Any:
    """The versions that count."""
    page = table_page(table)
    rows = [
        {
            "number": line.number,
            "version": line.versions[-1].version,
            "at": line.versions[-1].at,
            "payload": payload_from_1(line.deal.as_payload()) if line.deal else None,
        }
        for line in page.deals
    ]
    return {"revision": page.revision, "rows": rows}


def _deal_rows(sheet: Sheet, *, since: datetime | None) -> Iterator[Row]:
    names = [column.name for column in sheet.columns]
    moment_column, payload = names.index("at"), names.index("payload")
    for row in sheet.rows:
        moment: Any = row[moment_column]
        deal: Any = row[payload]
        if since is None or moment >= since:
            yield (*row[:payload], payload_from_1(deal), *row[payload + 1 :])
