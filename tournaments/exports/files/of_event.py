"""The sheets that an event gives away, cross-tables among them, with names as the reader may see them."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import inf
from operator import attrgetter

from tournaments.exports.files.sheet import Cell, FileColumn, Row, Sheet
from tournaments.formats.record import Id, TableRecord
from tournaments.formats.standings.ranking import Row as Ranked
from tournaments.models import Event, Round
from tournaments.selectors.files import (
    FiledDeal,
    FiledTable,
    filed_deals,
    filed_tables,
    match_records,
    states_as_they_stand,
    table_records,
)
from tournaments.selectors.night.standings import event_standings
from tournaments.selectors.stage.entrants import entrants_in_order
from tournaments.selectors.stage.history import CrossGroup, CrossTurn, Mark, Outcome, cross_tables
from tournaments.selectors.stage.places import final_places
from tournaments.selectors.stage.records import StageState
from tournaments.selectors.stage.stages import person
from tournaments.selectors.stage.teams import sides_of

PLAYER = (FileColumn("player_id", "number of the player"), FileColumn("player", "name"))
PLACED = (
    FileColumn("stage", "number of the stage; empty on a club night"),
    FileColumn("round", "number of the round; empty on a club night"),
    FileColumn("table", "number of the table in the room"),
    FileColumn("table_id", "number of the table"),
)
NIGHT = (
    FileColumn("place", "shared by who are level"),
    *PLAYER,
    FileColumn("points", "over all tables, running ones as they stand"),
    FileColumn("tables", "finished or closed"),
    FileColumn("first", "first places"),
    FileColumn("second", "second places"),
    FileColumn("third", "third places"),
    FileColumn("lower", "lower places"),
    FileColumn("average", "points for each announcement (Vilnius) or deal"),
    FileColumn("beaten", "share of opponents at finished tables placed lower, from 0 to 1"),
    FileColumn("exact", "exact announcements"),
    FileColumn("handicap", "points from before the first deal, which only the places count"),
)
TOURNAMENT = (
    FileColumn("stage", "number of the stage; empty in the final places over all stages"),
    FileColumn("group", "number of the group within the stage"),
    FileColumn("place", "shared by who are level; empty for who is left out"),
    FileColumn("entrant_id", "number of the entrant"),
    *PLAYER,
    FileColumn("points", "event points of the stage; empty in brackets"),
)
ENTRANTS = (
    FileColumn("entrant_id", "number of the entrant"),
    *PLAYER,
    FileColumn("substitute", "who plays in the entrant’s place"),
    FileColumn("status", "active, withdrawn or expelled"),
    FileColumn("present", "1 who is there"),
    FileColumn("seed", "order of strength in the first stage"),
    FileColumn("rating", "by which the seed was given"),
    FileColumn("arrived_at", "entered, UTC"),
    FileColumn("left_at", "went home, UTC"),
)
PAIRINGS = (
    *PLACED,
    FileColumn("match", "number in the bracket"),
    FileColumn("seat", "counted from 1; empty for a bye"),
    *PLAYER,
    FileColumn("stands_in_for", "the entrant, where a substitute plays"),
    FileColumn("status", "of the table; else bye, requested-bye, or unopposed at an empty board"),
    FileColumn("score", "at this table"),
    FileColumn("place", "at this table, once it has ended, by deals or by the director’s word"),
    FileColumn("forfeit", "1 for who did not play, or not to the end"),
    FileColumn("worth", "of a requested bye: zero, half or full"),
    FileColumn("play_off", "1 where it was played after the last round by who was level"),
    FileColumn("match_game", "which of several games or boards"),
    FileColumn("match_wins", "games or boards won there"),
    FileColumn("match_place", "in the match, once over"),
)
DEALS = (
    *PLACED,
    FileColumn("deal", "counted from 1"),
    FileColumn("version", "1 as it was recorded first, each correction one more"),
    FileColumn("at", "when this version was recorded, UTC"),
    FileColumn("voided", "1 where it was voided"),
    FileColumn("players", "names by seat, as JSON"),
    FileColumn("payload", "the deal, as JSON: its seats are counted from 0"),
)

UNOPPOSED = "unopposed"
NO_DEALS: tuple[float, Iterable[FiledDeal]] = (inf, ())


def standings(event: Event) -> Sheet:
    return _tournament(event) if event.has_rounds else _night(event)


def _night(event: Event) -> Sheet:
    rows = (
        (
            row.rank if row.has_place else None,
            row.player.id,
            row.player.name,
            row.played_points,
            row.games,
            *row.places,
            row.played_average,
            row.beaten,
            row.exact,
            row.handicap,
        )
        for row in event_standings(event)
    )
    return Sheet(NIGHT, rows)


def _tournament(event: Event) -> Sheet:
    """The tie-breaks of all stages are further columns, empty where a stage has not that one."""
    states = states_as_they_stand(event)
    chains = [key for state in states for key in state.plan.options.chain if key != "score"]
    keys = list(dict.fromkeys(chains)) if any(state.plan.form.standings for state in states) else []
    columns = (*TOURNAMENT, *(FileColumn(key, "tie-break: docs/tiebreaks.md") for key in keys))
    return Sheet(columns, _tournament_rows(states, keys))


def _tournament_rows(states: Sequence[StageState], keys: Sequence[str]) -> Iterator[Row]:
    nothing = [None] * len(keys)
    for row in final_places(states):
        yield (None, None, row.place, row.person.id, row.person.tag.id, row.person.tag.name, None, *nothing)
    for state in states:
        for group, places in enumerate(state.places, start=1):
            ranked = {row.id: row for row in state.standings[group - 1]} if state.plan.form.standings else {}
            for place, who in places:
                tag = person(state.entrants[who]).tag
                points = ranked[who].points if who in ranked else None
                figures = _figures(ranked[who], keys) if who in ranked else nothing
                yield (state.stage.number, group, place, int(who), tag.id, tag.name, points, *figures)


def _figures(row: Ranked, keys: Sequence[str]) -> list[Cell]:
    return [row.figures[key].value if key in row.figures else None for key in keys]


def entrants(event: Event) -> Sheet:
    rows = (
        (
            entrant.pk,
            entrant.player_id,
            entrant.player.full_name,
            entrant.substitute.full_name if entrant.substitute else None,
            entrant.status,
            entrant.present,
            entrant.seed,
            entrant.rating,
            entrant.arrived_at,
            entrant.left_at,
        )
        for entrant in entrants_in_order(event)
    )
    return Sheet(ENTRANTS, rows)


def pairings(event: Event) -> Sheet:
    return Sheet(PAIRINGS, _pairing_rows(event))


def _pairing_rows(event: Event) -> Iterator[Row]:
    states = states_as_they_stand(event)
    records = {pk: record for state in states for pk, record in table_records(state).items()}
    matches = {pk: record for state in states for pk, record in match_records(state).items()}
    after = {table.pk for state in states for round_ in _play_offs(state) for table in state.tables[round_.pk]}
    for table in filed_tables(event):
        record = records.get(table.id)
        counted = {seat.id: seat.place for seat in record.seats} if record and record.kind != "open" else None
        forfeited = record.forfeited if record else frozenset()
        for row in table.seats:
            stands_in_for = row.entered.name if row.substitute else None
            place = row.place if counted is None else counted[row.entrant_id]
            seat = (row.seat + 1, row.player.id, row.player.name, stands_in_for)
            is_idle = record is not None and counted is None and not row.deal_count and table.ended_at  # with its match
            result = (table.status, None if is_idle else row.score, place if table.ended_at and not is_idle else None)
            how = (row.entrant_id in forfeited, None, table.id in after)
            yield (*_placed(table), table.match, *seat, *result, *how, *_of_match(table, matches, row.entrant_id))
        for who in sorted(forfeited - {row.entrant_id for row in table.seats}):  # drawn for it, and never came
            yield (
                *_placed(table),
                table.match,
                None,
                *_named(states, who),
                table.status,
                None,
                None,
                True,
                None,
                table.id in after,
                *_of_match(table, matches, who),
            )
    yield from _unopposed_rows(event, states)
    for state in states:
        for round_ in state.rounds:
            worths = dict.fromkeys(round_.seating.byes, "") | dict(round_.seating.requested)
            for who, worth in worths.items():
                status = "requested-bye" if worth else "bye"
                who_rests = _named(states, who)
                yield (
                    state.stage.number,
                    round_.number,
                    *[None] * 4,
                    *who_rests,
                    status,
                    *[None] * 2,
                    False,
                    worth,
                    False,
                    *[None] * 3,
                )


def _unopposed_rows(event: Event, states: Sequence[StageState]) -> Iterator[Row]:
    """Who of a team met nobody, since the other one had nobody for that board."""
    if not any(state.plan.options.boards for state in states):
        return
    people = {one.pk: one for team in sides_of(event).values() for one in team}
    for state in states:
        placed = ((state.stage.number, round_, table) for round_ in state.rounds for table in state.tables[round_.pk])
        for stage, round_, table in placed:
            line_ups = [round_.seating.line_ups.get(side, ()) for side in state.sides(table)]
            met = min(map(len, line_ups))
            for board, who in enumerate(max(line_ups, key=len)[met:], start=met + 1):
                one = people[who]
                tag = person(one).tag
                named = (tag.id, tag.name, one.player.full_name if one.substitute else None)
                yield (
                    stage,
                    round_.number,
                    None,
                    None,
                    table.match,
                    None,
                    *named,
                    UNOPPOSED,
                    *[None] * 2,
                    False,
                    None,
                    False,
                    board,
                    *[None] * 2,
                )


def _of_match(table: FiledTable, matches: Mapping[int, TableRecord], who: Id | None) -> tuple[Cell, Cell, Cell]:
    match = matches.get(table.id)
    seat = next((seat for seat in match.seats if seat.id == who), None) if match else None
    return (table.game, seat.wins, seat.place) if seat else (None, None, None)


def _play_offs(state: StageState) -> list[Round]:
    return [round_ for round_ in state.rounds if round_.seating.play_off]


def _named(states: Sequence[StageState], who: Id) -> tuple[int, str, str | None]:
    entrant = next(state.entrants[who] for state in states if who in state.entrants)
    tag = person(entrant).tag
    return (tag.id, tag.name, entrant.player.full_name if entrant.substitute else None)


def deals(event: Event) -> Sheet:
    return Sheet(DEALS, _deal_rows(event))


def _deal_rows(event: Event) -> Iterator[Row]:
    tables = {table.id: table for table in filed_tables(event)}
    for table_id, group in groupby(filed_deals(event), key=attrgetter("table_id")):
        if table_id not in tables:
            break  # it was opened while this was read, like all that follow
        placed = _placed(tables[table_id])
        names = [row.player.name for row in tables[table_id].seats]
        for deal in group:
            yield (*placed, deal.number, deal.version, deal.at, deal.payload is None, names, deal.payload)


def _placed(table: FiledTable) -> Row:
    return (table.stage, table.round, table.number, table.id)


def score_lines(event: Event) -> Iterator[str]:
    """What `manage.py score` takes: a line for each table, in the order in which they were opened."""
    deals = groupby(filed_deals(event), key=attrgetter("table_id"))
    table_id, table_deals = next(deals, NO_DEALS)
    for table in sorted(filed_tables(event), key=attrgetter("id")):
        while table_id < table.id:
            table_id, table_deals = next(deals, NO_DEALS)
        played = {deal.number: deal for deal in table_deals} if table_id == table.id else {}
        yield _score_line(table, event, played)


def _score_line(table: FiledTable, event: Event, deals: dict[int, FiledDeal]) -> str:
    standing = [number for number, deal in deals.items() if deal.payload is not None]
    payloads = defaultdict(lambda: None, {number: deal.payload for number, deal in deals.items()})
    line = {
        "stage": table.stage,
        "round": table.round,
        "table": table.number,
        "table_id": table.id,
        "game": event.game,
        "players": [row.player.id for row in table.seats],
        "seats": len(table.seats),
        "first_dealer": table.first_dealer,
        "rules": event.game_rules,
        "closed": table.status == "closed",
        "deals": [payloads[number] for number in range(1, max(standing, default=0) + 1)],
    }
    return json.dumps(line, ensure_ascii=False) + "\n"


CROSS_TABLE = (
    FileColumn("stage", "number of the stage"),
    FileColumn("group", "number of the group within the stage"),
    FileColumn("number", "of the row, by which the others name it"),
    FileColumn("place", "shared by who are level; empty for who is left out"),
    FileColumn("entrant_id", "number of the entrant"),
    *PLAYER,
    FileColumn("points", "event points of the stage; empty where lives are counted"),
    FileColumn(
        "by",
        "opponent or round: what the columns 1, 2 … after this one are, which hold 1, ½, 0 (F: by forfeit), "
        "· while it is played; by round after the number of the opponent, at larger tables the place",
    ),
)
RESULTS: dict[Outcome, str] = {
    "won": "1",
    "drawn": "½",
    "lost": "0",
    "won-by-forfeit": "1F",
    "forfeit": "0F",
    "playing": "·",
}
"""None of them is a formula or a date to a spreadsheet."""


def cross_table(event: Event) -> Sheet:
    """A column for each opponent or round of the widest group, and one more where a stage gives starting points."""
    crossed = [(state, table) for state in states_as_they_stand(event) for table in cross_tables([state])]
    widest = max((_width(group) for _state, cross in crossed for group in cross.groups), default=0)
    numbers = [FileColumn(str(number), "") for number in range(1, widest + 1)]
    has_start = any(group.has_start for _state, cross in crossed for group in cross.groups)
    keys = ["starting-points"] if has_start else []
    *about, by = CROSS_TABLE
    columns = [*about, *(FileColumn(key, "tie-break: docs/tiebreaks.md") for key in keys), by, *numbers]
    rows = (
        (*row, *[None] * (len(columns) - len(row)))
        for state, cross in crossed
        for row in _rows(state, cross.groups, keys)
    )
    return Sheet(columns, rows)


def _rows(state: StageState, groups: Sequence[CrossGroup], keys: Sequence[str]) -> Iterator[Row]:
    """``keys``: of the tie-breaks that are shown."""
    for number, group in enumerate(groups, start=1):
        ranked = state.standings[number - 1] if state.plan.form.standings else []
        counted = {int(row.id): (row.points, *_figures(row, keys)) for row in ranked}
        nothing = [None] * (1 + len(keys))
        for own, row in enumerate(group.rows, start=1):
            who = (row.person.id, row.person.tag.id, row.person.tag.name, *counted.get(row.person.id, nothing))
            cells = map(_met, row.meetings) if group.matrix else map(_sat, row.turns)
            by = "opponent" if group.matrix else "round"
            yield (state.stage.number, number, own, row.place, *who, by, *cells)


def _width(group: CrossGroup) -> int:
    return len(group.rows) if group.matrix else len(group.rounds)


def _met(marks: Sequence[Mark] | None) -> Cell:
    return " ".join(RESULTS[mark.outcome] for mark in marks or ())


def _sat(turn: CrossTurn) -> Cell:
    if turn.mark is None:
        return turn.place or ("bye" if turn.bye else "requested-bye" if turn.asked else None)
    result = RESULTS[turn.mark.outcome]
    return f"{turn.against} {result}" if turn.against else result
