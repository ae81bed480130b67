"""What an event gives away, sheet by sheet, with names as whoever asks may read them."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from operator import attrgetter

from tournaments.exports.files.sheet import Cell, FileColumn, Row, Sheet
from tournaments.formats.draw import Id
from tournaments.formats.record import StageRecord
from tournaments.formats.stages import round_robin_length, swiss_length
from tournaments.formats.standings.ranking import Row as Ranked
from tournaments.formats.trf.written import NoReport, ReportEntrant, ReportHead, report_lines
from tournaments.models import Entrant, Event, Round
from tournaments.selectors.files.stages import states_as_they_stand, table_records
from tournaments.selectors.files.tables import FiledDeal, FiledTable, filed_deals, filed_tables
from tournaments.selectors.night.standings import event_standings
from tournaments.selectors.stage.entrants import entrants_in_order
from tournaments.selectors.stage.people import person
from tournaments.selectors.stage.places import final_places
from tournaments.selectors.stage.records import StageState

PLAYER = (FileColumn("player_id", "number of the player in this installation"), FileColumn("player", "name"))
PLACED = (
    FileColumn("stage", "number of the stage; empty on a club night"),
    FileColumn("round", "number of the round; empty on a club night"),
    FileColumn("table", "number of the table in the room"),
    FileColumn("table_id", "number of the table in this installation"),
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
)
TOURNAMENT = (
    FileColumn("stage", "number of the stage; empty in the final places over all stages"),
    FileColumn("group", "number of the group within the stage"),
    FileColumn("place", "shared by who are level; empty for who is left out"),
    FileColumn("entrant_id", "number of the entrant in this installation"),
    *PLAYER,
    FileColumn("points", "event points of the stage; empty in brackets"),
)
ENTRANTS = (
    FileColumn("entrant_id", "number of the entrant in this installation"),
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
    FileColumn("status", "of the table; bye or requested-bye for who rests"),
    FileColumn("score", "at this table"),
    FileColumn("place", "at this table, once it has ended, by deals or by the director’s word"),
    FileColumn("forfeit", "1 for who did not play, or not to the end"),
    FileColumn("worth", "of a requested bye: zero, half or full"),
    FileColumn("play_off", "1 where it was played after the last round by who was level"),
)
DEALS = (
    *PLACED,
    FileColumn("deal", "counted from 1"),
    FileColumn("version", "1 as it was recorded first, each correction one more"),
    FileColumn("at", "when this version was recorded, UTC"),
    FileColumn("voided", "1 where it was struck out"),
    FileColumn("players", "names by seat, as JSON"),
    FileColumn("payload", "the deal, as JSON: its seats are counted from 0"),
)


def standings(event: Event) -> Sheet:
    return _night(event) if event.kind == Event.Kind.CLUB_NIGHT else _tournament(event)


def _night(event: Event) -> Sheet:
    rows = (
        (
            row.rank if row.average is not None else None,
            row.player.id,
            row.player.name,
            row.points,
            row.games,
            *row.places,
            row.average,
            row.beaten,
            row.exact,
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
            each.pk,
            each.player_id,
            each.player.full_name,
            each.substitute.full_name if each.substitute else None,
            each.status,
            each.present,
            each.seed,
            each.rating,
            each.arrived_at,
            each.left_at,
        )
        for each in entrants_in_order(event)
    )
    return Sheet(ENTRANTS, rows)


def pairings(event: Event) -> Sheet:
    return Sheet(PAIRINGS, _pairing_rows(event))


def _pairing_rows(event: Event) -> Iterator[Row]:
    states = states_as_they_stand(event)
    records = {pk: record for state in states for pk, record in table_records(state).items()}
    after = {table.pk for state in states for round_ in _play_offs(state) for table in state.tables[round_.pk]}
    for table in filed_tables(event):
        record = records.get(table.id)
        counted = {seat.id: seat.place for seat in record.seats} if record and record.kind != "open" else None
        gone = record.forfeited if record else frozenset()
        for row in table.seats:
            stands_in_for = row.entered.name if row.substitute else None
            place = row.place if counted is None else counted[row.entrant_id]
            seat = (row.seat + 1, row.player.id, row.player.name, stands_in_for)
            result = (table.status, row.score, place if table.ended_at else None)
            yield (*_placed(table), table.match, *seat, *result, row.entrant_id in gone, None, table.id in after)
        for who in sorted(gone - {row.entrant_id for row in table.seats}):  # drawn for it, and never came
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
            )
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
                )


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
    for table_id, found in groupby(filed_deals(event), key=attrgetter("table_id")):
        if table_id not in tables:
            break  # it was opened while this was read, like all that follow
        placed = _placed(tables[table_id])
        names = [row.player.name for row in tables[table_id].seats]
        for deal in found:
            yield (*placed, deal.number, deal.version, deal.at, deal.payload is None, names, deal.payload)


def _placed(table: FiledTable) -> Row:
    return (table.stage, table.round, table.number, table.id)


def score_lines(event: Event) -> Iterator[str]:
    """What `manage.py score` takes: a line a table, in the order of the tables' ids."""
    tables = {table.id: table for table in filed_tables(event)}
    rules = event.game_rules
    for table_id, found in groupby(filed_deals(event), key=attrgetter("table_id")):
        if table_id not in tables:
            break
        yield _score_line(tables[table_id], rules, {deal.number: deal for deal in found})


def _score_line(table: FiledTable, rules: object, found: dict[int, FiledDeal]) -> str:
    standing = [number for number, deal in found.items() if deal.payload is not None]
    payloads = defaultdict(lambda: None, {number: deal.payload for number, deal in found.items()})
    line = {
        "seats": len(table.seats),
        "first_dealer": table.first_dealer,
        "rules": rules,
        "closed": table.status == "closed",
        "deals": [payloads[number] for number in range(1, max(standing, default=0) + 1)],
    }
    return json.dumps(line, ensure_ascii=False) + "\n"


def reports(event: Event, *, tells_ratings: bool = True) -> dict[str, str]:
    """The FIDE tournament report of each group of each stage that can be told so, by ``stage-group``."""
    found = {}
    for state in states_as_they_stand(event):
        for number, group in enumerate(state.groups, start=1):
            with suppress(NoReport):
                found[f"{state.stage.number}-{number}"] = "".join(
                    f"{line}\n" for line in _report(state, group, number, tells_ratings=tells_ratings)
                )
    return found


def _report(state: StageState, group: StageRecord, number: int, *, tells_ratings: bool) -> Iterator[str]:
    stage, options, form = state.stage, state.plan.options, state.plan.form
    if not form.standings:
        raise NoReport("points")
    event = stage.event
    places = {who: place for place, who in state.places[number - 1]}
    people = [
        ReportEntrant(who, entrant.player.full_name, _rating(entrant) if tells_ratings else 0, places.get(who))
        for who, entrant in ((who, state.entrants[who]) for who in group.entrants)
    ]
    rounds = round_robin_length(group, options) if form.scheduled else swiss_length(group, options)
    head = ReportHead(event.name, event.club.name, event.date, event.date, rounds)
    return report_lines(head, group, people, options, scheduled=form.scheduled)


def _rating(entrant: Entrant) -> int:
    """By which the entrant was seeded; 0 of who wishes to be left out of the ranking."""
    return 0 if entrant.player.unranked else round(entrant.rating or 0)
