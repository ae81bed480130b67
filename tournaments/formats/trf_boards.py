"""The report of teams that meet over boards, written: their members' games, and in the records of TRF26 how the teams
played.

352 has the colours that the team named first has at the boards; 362 the points of matches that are not the usual ones;
300 a line-up in another order than that of record 310, with an empty board, or with one that was not played; 320 byes
and 240 requested ones; 330 matches to which a team has not come; 299 those to which the director gave other points than
the boards do.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

from tournaments.formats.boards import keeps_order
from tournaments.formats.options import Options
from tournaments.formats.record import ByeRecord, Id, RoundRecord, StageRecord, TableRecord
from tournaments.formats.stages import event_record
from tournaments.formats.standings.boards import board_points
from tournaments.formats.standings.ledger import Ledger
from tournaments.formats.trf import ReportEntrant, ReportHead, check, report_lines, rounds_over
from tournaments.formats.trf_points import match_points, points_for_the_draw, tenths
from tournaments.formats.trf_teams import TeamEntry

UNOPPOSED = "+"


@dataclass(frozen=True, slots=True)
class BoardRound:
    """Who (ids) was named for the boards, by side, and what was played there."""

    line_ups: Mapping[Id, Sequence[Id]]
    boards: Sequence[TableRecord]


def boards_report(
    head: ReportHead,
    stage: StageRecord,
    people: Sequence[ReportEntrant],
    options: Options,
    *,
    scheduled: bool,
    teams: Mapping[Id, TeamEntry],
    rounds: Sequence[BoardRound],
) -> Iterator[str]:
    """One line each without its end. Of the ``stage`` of the ``teams``, which are by side in the order of their pairing
    numbers; ``people`` are their members. Raises NoReport before the first line.
    """
    check(options)
    stage = stage.after(rounds_over(stage))
    ledger = Ledger(event_record(stage, options, scheduled=scheduled), options.points)
    entries = [
        team._replace(points=board_points(ledger, side).value, match_points=ledger.score[side])
        for side, team in teams.items()
    ]
    played = StageRecord(
        entrants=tuple(person.id for person in people),
        rounds=tuple(_of_people(round_, own) for round_, own in zip(stage.rounds, rounds, strict=False)),
    )
    colours = "".join("WB"[board % 2] for board in range(options.boards))
    about = [f"352 {colours}", *match_points(options.points)]
    if not scheduled:
        about += points_for_the_draw(stage, options)
    games = report_lines(
        head, played, people, Options(), scheduled=scheduled, teams=entries, about=about, full=UNOPPOSED
    )
    return _with_rounds(games, stage, ledger, _Numbers(people, teams), rounds)


class _Numbers:
    """Those of people and of teams in the report, and who of a team sits at which board by its order."""

    def __init__(self, people: Sequence[ReportEntrant], teams: Mapping[Id, TeamEntry]) -> None:
        self.people = {person.id: number for number, person in enumerate(people, start=1)}
        self.teams = {side: number for number, side in enumerate(teams, start=1)}
        self.members = {side: list(team.members) for side, team in teams.items()}


def _of_people(round_: RoundRecord, played: BoardRound) -> RoundRecord:
    """Who met nobody, though a board of the match was theirs, has won without a game."""
    pairs = [
        pair
        for table in round_.tables
        for pair in zip_longest(*(played.line_ups.get(side, ()) for side in table.ids))
        if None in pair
    ]
    unopposed = [who for pair in pairs for who in pair if who is not None]
    boards = tuple(board for board in played.boards if board.kind != "open")
    return RoundRecord(boards, tuple(ByeRecord(who, 1, requested=True) for who in unopposed))


def _with_rounds(
    games: Iterator[str], stage: StageRecord, ledger: Ledger, numbers: _Numbers, rounds: Sequence[BoardRound]
) -> Iterator[str]:
    yield from games
    for number, (round_, played) in enumerate(zip(stage.rounds, rounds, strict=False), start=1):
        yield from sorted(_line_ups(number, round_, played, numbers, boards=ledger.record.boards))
    yield from _byes(stage, ledger, numbers)
    for number, round_ in enumerate(stage.rounds, start=1):
        yield from sorted(_forfeits(number, round_, numbers))
    for number, (round_, played) in enumerate(zip(stage.rounds, rounds, strict=False), start=1):
        yield from sorted(_ruled(number, round_, played, ledger, numbers))


def _line_ups(number: int, round_: RoundRecord, played: BoardRound, numbers: _Numbers, *, boards: int) -> Iterator[str]:
    idle = _idle(played)
    for table in round_.tables:
        for side, other in (table.ids, table.ids[::-1]):
            named = played.line_ups.get(side, ())
            if len(named) == boards and keeps_order(named, numbers.members[side]) and idle.isdisjoint(named):
                continue
            people = [*(numbers.people[who] for who in named), *[0] * (boards - len(named))]
            text = " ".join(f"{who:04}" for who in people)
            yield f"300 {number:03} {numbers.teams[side]:03} {numbers.teams[other]:03} {text}"


def _forfeits(number: int, round_: RoundRecord, numbers: _Numbers) -> Iterator[str]:
    for table in (table for table in round_.tables if table.forfeited):
        signs = "".join("-" if side in table.forfeited else "+" for side in table.ids)
        white, black = (numbers.teams[side] for side in table.ids)
        yield f"330 {signs} {number:03} {white:03} {black:03}"


def _idle(played: BoardRound) -> set[Id]:
    """Who sat at a board that was not played, as the director has ended the match."""
    return {who for board in played.boards if board.kind == "open" for who in board.ids}


def _ruled(number: int, round_: RoundRecord, played: BoardRound, ledger: Ledger, numbers: _Numbers) -> Iterator[str]:
    """Of matches with such a board, or other points than the boards come to: these come first, then what was given."""
    idle = _idle(played)
    for table in (table for table in round_.tables if table.kind == "played"):
        best = max(seat.score for seat in table.seats)
        level = all(seat.score == best for seat in table.seats)
        is_played = all(idle.isdisjoint(played.line_ups.get(side, ())) for side in table.ids)
        if is_played and all(seat.place == (1 if seat.score == best else 2) for seat in table.seats):
            continue
        for seat in table.seats:
            kind = "D" if level else "W" if seat.score == best else "L"
            points = tenths(ledger.turns[seat.id][number - 1].points)
            yield f"299 {kind}  {points:>4}  {tenths(Fraction(seat.score)):>4}  {number:03} {numbers.teams[seat.id]:04}"


def _byes(stage: StageRecord, ledger: Ledger, numbers: _Numbers) -> Iterator[str]:
    given, worth = [0] * len(stage.rounds), ""
    for number, round_ in enumerate(stage.rounds, start=1):
        requested: dict[str, list[int]] = {}
        for bye in round_.byes:
            turn, team = ledger.turns[bye.id][number - 1], numbers.teams[bye.id]
            if turn.kind == "bye":
                given[number - 1] = team
                worth = f"{tenths(turn.points):>4} {tenths(turn.result * ledger.record.boards):>4}"
            elif bye.requested:
                kind = "Z" if turn.points == 0 else "F" if turn.result == 1 else "H"
                requested.setdefault(kind, []).append(team)
        for kind, teams in sorted(requested.items()):
            yield f"240 {kind} {number:03} " + " ".join(f"{team:04}" for team in sorted(teams))
    if worth:
        yield f"320 {worth} " + " ".join(f"{team:03}" for team in given)
