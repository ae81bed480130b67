"""What programs are told of a club, an event, a stage or a table."""

from datetime import datetime
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.http import urlencode

from scoring.result import plain_number
from tournaments.api.callers import Call
from tournaments.audit import SYSTEM
from tournaments.models import Club, Entrant, Event, Player, Round, Stage, Table
from tournaments.selectors.club.clubs import read_club
from tournaments.selectors.coming import Planned
from tournaments.selectors.files import FiledTable
from tournaments.selectors.pad.state import match_facts
from tournaments.selectors.stage.rounds import PreviewTable, RoundPreview
from tournaments.selectors.table.cards import PlayerTag, SeatLine, SeatRow
from tournaments.selectors.table.page import TablePage
from tournaments.selectors.teams import teams_of
from tournaments.visibility import key_to_follow, premises_at

Json = dict[str, Any]


def club_or_404(slug: str) -> Club:
    try:
        return read_club(slug)
    except Club.DoesNotExist as error:
        raise Http404 from error


def club_facts(club: Club) -> Json:
    return {"slug": club.slug, "name": club.name, "visibility": club.visibility}


def event_facts(event: Event, request: Call) -> Json:
    seen = request.seen
    key = key_to_follow(premises_at(event.club, event), None, inside=seen.inside, by=seen.by)
    stream = reverse("event-live", args=[event.pk])
    return {
        **facts_of(event, "name", "date", "kind", "game", "status", "revision"),
        "club": event.club.slug,
        "rules": dict(sorted(event.game_rules.items())),
        "stream": request.build_absolute_uri(f"{stream}?{urlencode({'key': key})}" if key else stream),
    }


def stage_facts(stage: Stage) -> Json:
    return {
        **facts_of(stage, "number", "format", "options", "status"),
        "commitment": stage.commitment,
        "seed": stage.told_seed,
        "rounds": [round_facts(round_) for round_ in stage.rounds.all()],
    }


def round_facts(round_: Round) -> Json:
    return facts_of(round_, "number", "status", "minutes", "published_at")


def preview_facts(page: RoundPreview) -> Json:
    round_, seating = page.round, page.round.seating
    return {
        **facts_of(round_, "number"),
        "version": seating.version,
        "tables": [_drawn_table(table) for table in page.tables],
        "byes": list(seating.byes),
        "requested": [{"entrant": who, "worth": worth} for who, worth in seating.requested.items()],
        "unseated": [seat.entrant_id for seat in page.unseated],
    }


def _drawn_table(table: PreviewTable) -> Json:
    return {
        "number": table.number,
        "entrants": [seat.entrant_id for seat in table.seats],
        "forfeited": [seat.entrant_id for seat in table.forfeited],
        "pinned": table.pinned,
        "faults": [fault.code for fault in table.faults],
    }


def entrant_facts(entrant: Entrant) -> Json:
    return {
        **facts_of(entrant, "status", "present", "seed"),
        "player": player_named(entrant.player),
        "table": entrant.fixed_table,
        "substitute": entrant.substitute and player_named(entrant.substitute),
    }


def teams_facts(event: Event) -> Json:
    return {
        "teams": [
            {
                **facts_of(team.team, "name"),
                "entrants": [entrant.pk for entrant in team.members],
                "captain": team.captain and team.captain.pk,
            }
            for team in teams_of(event)
        ],
        "best": event.team_best or 0,
    }


def player_named(player: Player) -> Json:
    return {"id": player.pk, "name": player.full_name}


def coming_facts(planned: Planned) -> Json:
    night = planned.night
    status = "cancelled" if night.cancelled_at else "opened" if night.opened else "planned"
    return {
        **facts_of(night, "name", "game", "place", "note", "tables"),
        "club": night.club.slug,
        "starts": night.starts_at,
        "ends": night.ends_at,
        "status": status,
        "event": planned.opened.pk if planned.opened else None,
        "coming": len(planned.attendance.coming),
        "waiting": len(planned.attendance.waiting),
    }


def facts_of(row: Any, *names: str) -> Json:
    return {"id": row.pk} | {name: getattr(row, name) for name in names}


def player_name(player: PlayerTag) -> Json:
    return {"id": player.id, "name": player.name}


def table_facts(event: int, table: FiledTable) -> Json:
    names = ("id", "number", "stage", "round", "status", "game", "games", "opened_at", "ended_at")
    return {
        **{name: getattr(table, name) for name in names},
        "first_dealer": table.first_dealer + 1,
        "event": event,
        "seats": [_seat(seat.seat, seat) for seat in table.seats],
    }


def table_now(page: TablePage) -> Json:
    table, round_ = page.table, page.table.round
    started: datetime = table.opened_at
    return {
        **facts_of(table, "number", "status", "game", "games", "ended_at"),
        "first_dealer": table.first_dealer + 1,
        "opened_at": started,
        "event": table.event_id,
        "stage": round_.stage.number if round_ else None,
        "round": round_.number if round_ else None,
        "revision": page.revision,
        "match": _match(table),
        "seats": [_seat(seat.index, seat) for seat in page.card.seats],
    }


def _match(table: Table) -> Json | None:
    facts = match_facts(table, SYSTEM)
    return facts and {name: facts[name] for name in ("decided", "extra", "wins", "over")}


def _seat(index: int, seat: SeatRow | SeatLine) -> Json:
    return {
        "seat": index + 1,
        "entrant": seat.entrant_id,
        "player": player_name(seat.player),
        "score": plain_number(seat.score),
        "place": seat.place,
    }
