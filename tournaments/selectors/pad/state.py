"""What a table's pad shows, as the values of its JSON, and what a deal or the next game changes in it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse

from scoring.deals import Deal as PlayedDeal
from scoring.result import AnnouncementResult, DealResult, SeatResult, ShowdownResult, TableResult, plain_number
from tournaments.audit import SYSTEM, Actor
from tournaments.formats.boards import by_seat
from tournaments.formats.record import Id, Points
from tournaments.models import PadLink, Seat, Table
from tournaments.models.table import ENDED
from tournaments.selectors.pad.phones import (
    Author,
    PadConfirmations,
    confirmation_of_deal,
    confirmation_of_table,
    contribution_facts,
    deal_in_play,
    pad_confirmations,
)
from tournaments.selectors.stage.stages import PlayedMatch, match_around
from tournaments.selectors.stage.teams import board_lines
from tournaments.selectors.table.cards import SeatLine, number_text
from tournaments.selectors.table.confirmations import Confirmations, State, correction_rights
from tournaments.selectors.table.deals import (
    DealRow,
    History,
    Payload,
    Sheet,
    clock_facts,
    clock_of,
    clock_view,
    current_deals,
    live_deals,
    most_deals,
    read_deal,
    score_table,
)
from tournaments.selectors.table.page import (
    DealLine,
    TablePage,
    call_facts,
    claim_facts,
    open_claim,
    open_proposed_corrections,
    pad_messages,
)

Json = dict[str, Any]


def next_tables(table: Table) -> list[Json]:
    """For each seat that has one, its player's next table: its number, and its round (None on a club night)."""
    if table.status == Table.Status.PLAYING:
        return []
    seats = dict(table.seats.values_list("entrant_id", "index"))
    drawn = {"table__round_id__gt": table.round_id} if table.round_id else {"table_id__gt": table.pk}
    later = Seat.objects.filter(table__event=table.event_id, entrant_id__in=seats, **drawn).exclude(
        table__status=Table.Status.UNDONE
    )
    rows = later.values_list("entrant_id", "table__round__number", "table__number").order_by(
        "table__round_id", "table_id"
    )
    tables: dict[int, Json] = {}
    for who, round_number, table_number in rows:
        tables.setdefault(seats[who], {"seat": seats[who], "round": round_number, "table": table_number})
    return [tables[seat] for seat in sorted(tables)]


Words = Callable[[DealLine], str]
# Values of a deal that are left out of the JSON, as are its author's name and the table's right (`usual`), and the
# result of an announcement in its turn. static/js/pad/store/merging.js puts them in again.
USUAL: Json = {
    "version": 1,
    "voided": False,
    "words": "",
    "seat": None,
    "reason": "",
    "opinion": "",
    "opinion_by": "",
    "opinion_reason": "",
    "said": "",
    "may_confirm": False,
    "may_dispute": False,
    "may_withdraw": False,
}


def pad_state(page: TablePage, *, words: Words, by: Author, now: datetime, actor: Actor = SYSTEM) -> Json:
    """The state of a table's pad. `words` tells what a deal came to, `by` who entered it; `actor` is whose phone this
    is.
    """
    confirmations = pad_confirmations(page, by=by, actor=actor, now=now)
    sheet = {line.number: line.deal for line in page.deals}
    in_play = deal_in_play(page.table, history=page.history, sheet=sheet, result=page.result)
    return {
        "table": table_facts(page),
        "revision": page.table.shown_revision,
        "seats": [seat_facts(line, result) for line, result in zip(page.card.seats, page.result.seats, strict=True)],
        **turn_facts(page.result),
        "deals": [
            unusual(deal_facts(line, words(line)) | confirmations.deals[line.number], usual(line, page, confirmations))
            for line in page.deals
        ],
        "clock": clock(page.table, sheet, seats=len(page.card.seats), now=now),
        "me": actor.seat,
        "own": contribution_facts(in_play, seat=actor.seat, now=now),
        "opinion": confirmations.table,
        "proposals": open_proposed_corrections(page, actor=actor, now=now),
        "call": call_facts(page.table),
        "claim": claim_facts(claim) if (claim := open_claim(page.table.pk)) else None,
        "messages": pad_messages(page.table, now=now),
        "next": next_tables(page.table),
        "match": match_facts(page.table, actor),
    }


def clock(table: Table, sheet: Sheet, *, seats: int, now: datetime, history: History | None = None) -> Json | None:
    """The round's clock as this table has it; None on a club night, or where the round has none."""
    running = clock_of(table.round) if table.round else None
    if running is None:
        return None
    most = most_deals(table, table.event, sheet, seats=seats, now=now, history=history)
    view = clock_view(running, now=now, extra_minutes=table.extra_minutes)
    return clock_facts(view, time_up=table.event.time_up, allowed=most)


def turn_facts(result: TableResult) -> Json:
    turn = result.turn
    return {
        "turn": turn,
        "next_turn": None if turn is None else turn_after(turn, result),
        "playoff": playoff(result),
        "finished": result.finished,
    }


def table_facts(page: TablePage) -> Json:
    table, event = page.table, page.event
    return {
        "id": table.pk,
        "number": table.number,
        "event": {"id": event.pk, "name": event.name},
        "game": event.game,
        "rules": event.game_rules,
        "status": table.status,
        "first_dealer": table.first_dealer,
    }


def seat_facts(line: SeatLine, result: SeatResult) -> Json:
    facts: Json = {"index": line.index, "name": line.player.short_name, "colour": line.player.colour}
    return facts | score_facts(result)


def score_facts(result: SeatResult) -> Json:
    facts: Json = {"score": plain_number(result.score), "place": result.place}
    sheet = result.sheet
    if sheet is not None:
        facts["sheet"] = sheet.as_dict()
    return facts


def turn_after(turn: int, result: TableResult) -> int | None:
    """Who follows the one whose turn it is: a full sheet is passed over, their own last announcement fills theirs."""
    seats = len(result.seats)
    for step in range(1, seats + 1):
        seat = (turn + step) % seats
        sheet = result.seats[seat].sheet
        if sheet is None or sum(sheet.left) > (seat == turn):
            return seat
    return None


def playoff(result: TableResult) -> Json | None:
    if result.playoff_of is None:
        return None
    tied = result.deals[result.playoff_of - 1]
    pot = tied.pot if isinstance(tied, ShowdownResult) else 0
    return {"deal": result.playoff_of, "seats": list(result.playoff_seats), "pot": pot}


def deal_facts(line: DealLine, words: str) -> Json:
    """A deal as the pad's JSON has it. A voided one keeps the payload it last had, so that it can be restored."""
    return {
        "number": line.number,
        "version": line.versions[-1].version,
        "voided": line.deal is None,
        "payload": line.standing.as_payload(),
        "result": deal_result(line.result),
        "words": words,
    }


def usual(line: DealLine, page: TablePage, confirmations: PadConfirmations) -> Json:
    """What a phone takes a deal to be where it is not told otherwise."""
    seat, result = line.versions[-1].seat, line.result
    facts = USUAL | {
        "by": "" if seat is None or seat >= len(page.names) else page.names[seat],
        "right": confirmations.table["right"],
    }
    in_turn = isinstance(result, AnnouncementResult) and not result.out_of_turn
    return facts | {"result": deal_result(result)} if in_turn or result is None else facts


def unusual(facts: Json, usual: Json) -> Json:
    return {name: value for name, value in facts.items() if name not in usual or usual[name] != value}


def deal_result(result: DealResult | None) -> Json | None:
    if isinstance(result, AnnouncementResult):
        return result.as_dict() | {"out_of_turn": result.out_of_turn}
    return result.as_dict() if result else None


def preview(table: Table, payload: Payload, *, number: int | None) -> tuple[PlayedDeal | None, DealResult | None]:
    """A new deal, or a new version of deal `number`, and what it would come to if it were saved now. Nothing is
    written; raises ScoringError.
    """
    seats = table.seats.count()
    deal, sheet = read_deal(table.event.game, payload, seats=seats), current_deals(table, seats=seats)
    if number is None or number not in sheet:
        number = len(live_deals(sheet)) + 1
    return deal, score_table(table, {**sheet, number: deal}, seats=seats).deals[number - 1]


DealWords = Callable[[PlayedDeal | None, DealResult | None, Sequence[str]], str]


@dataclass(frozen=True)
class AfterDeal:
    """A table by a deal that has just been recorded: the last of its history."""

    table: Table
    names: Sequence[str]
    people: Collection[int]  # the entrants (ids) at the table
    history: History
    sheet: Sheet
    result: TableResult
    confirmations: Confirmations
    shown: int  # the revision of what the table's pads showed before

    @property
    def row(self) -> DealRow:
        return self.history[-1]


def pad_news(after: AfterDeal, *, words: DealWords, now: datetime, actor: Actor) -> Json:
    """What a deal has changed, to be put into a pad's state of revision `since` or later; `actor` is who asks."""
    table, row, result, confirmations = after.table, after.row, after.result, after.confirmations
    match: Json = {"others": table.others_revision} if table.is_board else {}
    if table.games > 1 and table.status in ENDED:
        match = {"match": match_facts(table, actor)}
    rights = correction_rights(table, now=now, confirmations=confirmations, people=after.people)
    standings = confirmations.by_deal
    deal, scored = after.sheet[row.number], result.deals[row.number - 1]
    by = after.names[row.seat] if row.seat is not None else ""
    return {
        "since": after.shown,
        "revision": row.revision,
        "event": table.event_id,
        "status": table.status,
        "seats": [score_facts(seat) for seat in result.seats],
        **turn_facts(result),
        "deal": {
            "number": row.number,
            "version": row.version,
            "voided": False,
            "payload": row.payload,
            "result": deal_result(scored),
            "words": words(deal, scored, after.names),
            **confirmation_of_deal(table, confirmations, row, by=by, actor=actor, names=after.names, now=now),
        },
        "accepted": [
            n for n, standing in standings.items() if standing.state == State.WAITING and standing.is_settled(now)
        ],
        "rights": {n: right for n, right in rights.items() if n is not None and right != rights[None]},
        "opinion": confirmation_of_table(
            table, confirmations, right=rights[None], actor=actor, names=after.names, now=now
        ),
        "clock": clock(table, after.sheet, seats=len(after.names), now=now, history=after.history),
        **match,
    }


def match_facts(table: Table, actor: Actor) -> Json | None:
    """None where nothing but this table is played. ``go``: the pad of whichever game is played instead of this one, for
    the same phone; ``back``: that of the game before. At a board ``sides`` are the teams by seat, ``wins`` theirs, and
    ``boards`` those of the match, without the scores of this one, which its seats have; ``others``: the revision of the
    latest change of the others.
    """
    played = match_around(table)
    if played is None:
        return None
    wins = {seat.id: seat.wins for seat in played.record.seats}
    if table.is_board:
        return _board_facts(table, played, wins)
    seats = list(table.seats.select_related("entrant").order_by("index"))
    newest = played.games[-1]
    before = next((game for game in reversed(played.games) if game.game < table.game), None)
    other = newest if newest.pk != table.pk and newest.status not in ENDED else None
    player = 0 if actor.seat is None else seats[actor.seat].entrant.player_id
    pads = _pads([game for game in (before, other) if game], player)
    return {
        "game": table.game,
        "games": table.games,
        "extra": table.extra_games,
        "decided": table.decided,
        "wins": [number_text(wins.get(seat.entrant_id) or 0) for seat in seats],
        "over": played.record.kind != "open",
        "go": pads.get(other.pk) if other else None,
        "back": pads.get(before.pk) if before else None,
    }


def _board_facts(table: Table, played: PlayedMatch, wins: Mapping[Id, Points | None]) -> Json:
    sides, teams = by_seat(table.game, played.record.ids), played.sides
    return {
        "game": table.game,
        "games": table.games,
        "decided": table.decided,
        "sides": [teams[side].player.name for side in sides],
        "wins": [number_text(wins[side] or 0) for side in sides],
        "boards": [
            {
                "board": line.number,
                "names": line.names,
                "scores": [] if line.number == table.game else [plain_number(score) for score in line.scores],
                "points": [number_text(points) for points in line.points],
            }
            for line in board_lines(played, sides)
        ],
        "others": max((board.pad_revision for board in played.games if board.pk != table.pk), default=0),
        "over": played.record.kind != "open",
        "go": None,
        "back": None,
    }


def next_pad(table: Table, actor: Actor) -> str | None:
    """The pad of the game that is played instead of one which has ended, or was taken back."""
    if not table.has_games or table.status in (Table.Status.PLAYING, Table.Status.ADJOURNED):
        return None
    facts = match_facts(table, actor)
    return facts["go"] if facts else None


def _pads(games: list[Table], player: int) -> dict[int, str]:
    links = PadLink.objects.filter(table__in=games, revoked_at=None) if games else ()
    return {link.table_id: reverse("pad", args=[link.token_of(player)]) for link in links}
