"""A FIDE tournament report as the first stage of a tournament that is planned here."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import attrgetter

from tournaments.formats.boards import keeps_order, team_match
from tournaments.formats.plan import StagePlan
from tournaments.formats.record import ByeRecord, RoundRecord, SeatRecord, StageRecord, TableRecord
from tournaments.formats.stages import event_record
from tournaments.formats.standings.boards import board_points
from tournaments.formats.standings.ledger import Ledger
from tournaments.formats.trf import ReportFault, ReportRound, ReportTable, TournamentReport, read_report
from tournaments.formats.trf_matches import MatchRound, read_matches
from tournaments.limits import LONGEST_SHOWN, shortened
from tournaments.models import tidy_name
from tournaments.selectors.table.cards import number_text
from tournaments.services.files.imports import (
    BroughtEntrant,
    BroughtEvent,
    BroughtRound,
    BroughtStage,
)
from tournaments.services.files.tables import BroughtSeat, BroughtTable
from tournaments.services.refusals import Refused
from tournaments.words.club import name_fault
from tournaments.words.files import line_fault

PLACES = {"1": (1, 2), "0": (2, 1), "=": (1, 1)}
ONE, HALF, NONE = Fraction(1), Fraction(1, 2), Fraction(0)
RESULTS = {"1": (ONE, NONE), "0": (NONE, ONE), "=": (HALF, HALF), "+": (ONE, NONE), "-": (NONE, ONE)}
RESTING = {"full": ONE, "bye": ONE, "half": HALF}
GONE = {"+": (False, True), "-": (True, False), "--": (True, True)}


@dataclass(frozen=True)
class LineFault:
    line: int
    says: str


def event_of_report(text: str, plan: StagePlan) -> tuple[BroughtEvent, list[LineFault]]:
    """``plan``: that of the stage which it becomes. Raises Refused where that plays otherwise."""
    if not plan.form.standings or plan.options.seats != 2 or plan.groups > 1:
        raise Refused("trf-plan")
    report = _with_names_as_said(read_report(text))
    faults = [*(_said(fault) for fault in report.faults), *_names(report)]
    if faults:
        return BroughtEvent((), ()), _in_order(faults)
    if plan.options.boards:
        return _event_of_teams(report, text, plan)
    names = {person.number: person.name for person in report.people}
    rounds = [_round(round_, names.__getitem__) for round_ in report.rounds]
    places = {person.name: person.place for person in report.people if person.place}
    stage = _stage(rounds, report.planned, places)
    teams = {who: team.name for team in report.teams for who in team.members}
    entrants = tuple(
        BroughtEntrant(person.name, person.rating or None, team=teams.get(person.number, ""))
        for person in report.people
    )
    drawn = replace(report, rounds=report.rounds[: len(stage.rounds)])
    return BroughtEvent(entrants, (stage,)), list(_points(drawn, plan))


def _stage(rounds: Sequence[BroughtRound], planned: int | None, places: Mapping[str, int]) -> BroughtStage:
    """The rounds after the last in which somebody plays are to come: what is told of them was asked for."""
    drawn = max((number for number, round_ in enumerate(rounds, start=1) if round_.tables or round_.byes), default=0)
    to_come: dict[str, dict[int, str]] = defaultdict(dict)
    for number, round_ in enumerate(rounds[drawn:], start=drawn + 1):
        for name, worth in round_.requested.items():
            to_come[name][number] = worth
    return BroughtStage(1, tuple(rounds[:drawn]), planned, places, to_come)


def _with_names_as_said(report: TournamentReport) -> TournamentReport:
    """“Čepas, Rūta” is Rūta Čepas on a club’s list."""
    parts = [[part.strip() for part in person.name.split(",")] for person in report.people]
    name_texts = [" ".join(reversed(part)) if len(part) == 2 and all(part) else ", ".join(part) for part in parts]
    people = (person._replace(name=tidy_name(name)) for person, name in zip(report.people, name_texts, strict=True))
    teams = (team._replace(name=tidy_name(team.name)) for team in report.teams)
    return replace(report, people=tuple(people), teams=tuple(teams))


def _said(fault: ReportFault) -> LineFault:
    params = {name: shortened(f"{value}", LONGEST_SHOWN) for name, value in fault.params.items()}
    return LineFault(fault.line, line_fault(f"trf-{fault.code}", **params))


def _in_order(faults: Iterable[LineFault]) -> list[LineFault]:
    """By line, each once."""
    return sorted(dict.fromkeys(faults), key=lambda fault: fault.line)


def _names(report: TournamentReport) -> Iterator[LineFault]:
    """Those of people, and of teams, who may be called alike, or not at all, once what nobody sees has gone."""
    teams = Counter(team.name.casefold() for team in report.teams)
    for team in report.teams:
        if not team.name or teams[team.name.casefold()] > 1:
            yield LineFault(team.line, line_fault("trf-team", name=team.name))
    seen: dict[str, int] = {}
    for person in report.people:
        earlier = seen.setdefault(person.name.casefold(), person.line)
        if earlier != person.line:
            yield LineFault(person.line, line_fault("name-twice", name=person.name, line=earlier))
        elif fault := name_fault(person.name):
            yield LineFault(person.line, fault)


def _round(round_: ReportRound, name: Callable[[int], str]) -> BroughtRound:
    return BroughtRound(
        tuple(_table(number, table, name) for number, table in enumerate(round_.tables, start=1)),
        tuple(name(who) for who, rest in round_.rests.items() if rest == "bye"),
        {name(who): rest for who, rest in round_.rests.items() if rest != "bye"},
    )


def _table(number: int, table: ReportTable, name: Callable[[int], str]) -> BroughtTable:
    places, forfeits = PLACES.get(table.result, (None, None)), GONE.get(table.result, (False, False))
    both = zip((table.white, table.black), places, forfeits, strict=True)
    return BroughtTable(number, tuple(BroughtSeat(name(who), "", place, left) for who, place, left in both))


def _points(report: TournamentReport, plan: StagePlan) -> Iterator[LineFault]:
    """Whoever has other points by the plan than the report says; not while somebody plays."""
    if any(table.result == "" for round_ in report.rounds for table in round_.tables):
        return
    rounds = tuple(_record(round_, plan) for round_ in report.rounds)
    stage = StageRecord(entrants=tuple(person.number for person in report.people), rounds=rounds)
    options = replace(plan.options, acceleration="none")  # a report has no starting points
    score = Ledger(event_record(stage, options, scheduled=plan.form.scheduled), options.points).score
    for person in report.people:
        if person.points is not None and person.points != score[person.number]:
            params = {"told": number_text(person.points), "here": number_text(score[person.number])}
            yield LineFault(person.line, line_fault("trf-points-differ", name=person.name, **params))


def _record(round_: ReportRound, plan: StagePlan) -> RoundRecord:
    options = plan.options
    tables = tuple(map(_table_record, round_.tables))
    byes = []
    for who, rest in round_.rests.items():
        is_requested = rest != "bye"
        points = options.points.requested_points(rest, 2) if is_requested else plan.bye_points
        byes.append(ByeRecord(who, points, requested=is_requested))
    return RoundRecord(tables, tuple(byes))


def _event_of_teams(report: TournamentReport, text: str, plan: StagePlan) -> tuple[BroughtEvent, list[LineFault]]:
    rule, boards = plan.options.points, plan.options.boards
    win, loss = rule.by_place(2)
    rounds, faults = read_matches(report, text, boards=boards, worths=(win, rule.level_points(2), loss))
    if faults:
        return BroughtEvent((), ()), _in_order(map(_said, faults))
    in_order = sorted(report.teams, key=attrgetter("number"))
    teams = {team.number: team.name for team in in_order}
    team_of = {who: team.name for team in in_order for who in team.members}
    people = {person.number: person for person in report.people}
    order = [*team_of, *(who for who in people if who not in team_of)]
    entrants = tuple(
        BroughtEntrant(people[who].name, people[who].rating or None, team=team_of.get(who, "")) for who in order
    )
    names = {who: person.name for who, person in people.items()}
    brought = [_match_round(round_, teams, names, boards) for round_ in rounds]
    places = {team.name: team.place for team in report.teams if team.place}
    stage = _stage(brought, report.planned, places)
    drawn = rounds[: len(stage.rounds)]
    faults = [*_line_up_faults(report, drawn, plan), *_team_points(report, drawn, plan)]
    return BroughtEvent(entrants, (stage,), tuple(teams.values())), _in_order(map(_said, faults))


def _match_round(round_: MatchRound, teams: Mapping[int, str], names: Mapping[int, str], boards: int) -> BroughtRound:
    tables = []
    for index, match in enumerate(round_.matches):
        number = 1 + index * boards
        both = [teams[team] for team in match.teams]
        played = (
            board and _table(number + at, board, names.__getitem__)._replace(game=at + 1)
            for at, board in enumerate(match.boards)
        )
        line_ups = [tuple(names[who] for who in people) for people in match.line_ups]
        tables.append(
            BroughtTable(
                number,
                tuple(map(BroughtSeat, both)),
                match_places=dict(zip(both, match.places or (), strict=False)),
                boards=tuple(played),
                line_ups=dict(zip(both, line_ups, strict=True)),
            )
        )
    requested = {teams[team]: worth for team, worth in round_.requested.items()}
    return BroughtRound(tuple(tables), tuple(teams[team] for team in round_.byes), requested)


def _line_up_faults(report: TournamentReport, rounds: Sequence[MatchRound], plan: StagePlan) -> Iterator[ReportFault]:
    """Where the plan has teams sit in their order, and one does not."""
    teams = {team.number: team for team in report.teams}
    for number, round_ in enumerate(rounds if plan.options.line_up == "fixed" else (), start=1):
        for match in round_.matches:
            for team, people in zip(match.teams, match.line_ups, strict=True):
                if not keeps_order(people, teams[team].members):
                    yield ReportFault(teams[team].line, "order", {"name": teams[team].name, "round": number})


def _team_points(report: TournamentReport, rounds: Sequence[MatchRound], plan: StagePlan) -> Iterator[ReportFault]:
    """Teams that have other points by the plan than the report says, and members who have others by their games; not
    while somebody plays.
    """
    tables = [table for round_ in report.rounds for table in round_.tables]
    if any(table.result == "" for table in tables):
        return
    records = tuple(_match_records(round_, plan) for round_ in rounds)
    stage = StageRecord(entrants=tuple(team.number for team in report.teams), rounds=records)
    options = replace(plan.options, acceleration="none")
    ledger = Ledger(event_record(stage, options, scheduled=plan.form.scheduled), options.points)
    for team in report.teams:
        counted = {"match": ledger.score[team.number], "board": board_points(ledger, team.number).value}
        for kind, in_file in (("match", team.match_points), ("board", team.points)):
            if in_file is not None and in_file != counted[kind]:
                params = {"told": number_text(in_file), "here": number_text(counted[kind])}
                yield ReportFault(team.line, f"{kind}-points", {"name": team.name, **params})
    played, resting = _own_points(report)
    for person in report.people:
        here = played[person.number]
        if person.points is not None and not here <= person.points <= here + resting[person.number]:
            points = {"told": number_text(person.points or 0), "here": number_text(here)}
            yield ReportFault(person.line, "own-points", {"name": person.name, **points})


def _own_points(report: TournamentReport) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """Of everybody, from games and from rounds in which they met nobody, as at an empty board."""
    played, resting = defaultdict[int, Fraction](Fraction), defaultdict[int, Fraction](Fraction)
    for round_ in report.rounds:
        for table in round_.tables:
            white, black = RESULTS.get(table.result, (NONE, NONE))
            played[table.white] += white
            played[table.black] += black
        for who, rest in round_.rests.items():
            resting[who] += RESTING.get(rest, NONE)
    return played, resting


def _match_records(round_: MatchRound, plan: StagePlan) -> RoundRecord:
    tables, points = [], plan.options.points
    for match in round_.matches:
        side_of = {who: team for team, people in zip(match.teams, match.line_ups, strict=True) for who in people}
        pairs = zip(*match.line_ups, strict=False)
        boards = {
            at: _table_record(table or ReportTable(*pair, ""))
            for at, (pair, table) in enumerate(zip(pairs, match.boards, strict=True), start=1)
        }
        longer = max(match.line_ups, key=len)
        boards |= {at + 1: TableRecord((SeatRecord(longer[at]),)) for at in range(len(match.boards), len(longer))}
        ruled = dict(zip(match.teams, match.places, strict=True)) if match.places else None
        tables.append(team_match(match.teams, boards, side_of, number=plan.options.boards, ruled=ruled))
    requested = {team: points.requested_points(rest, 2) for team, rest in round_.requested.items()}
    byes = [ByeRecord(team, plan.bye_points) for team in round_.byes]
    return RoundRecord(
        tuple(tables), (*byes, *(ByeRecord(team, worth, requested=True) for team, worth in requested.items()))
    )


def _table_record(table: ReportTable) -> TableRecord:
    both, forfeits = (table.white, table.black), GONE.get(table.result, (False, False))
    places = PLACES.get(table.result, (None, None))
    seats = tuple(SeatRecord(who, place) for who, place in zip(both, places, strict=True))
    return TableRecord(seats, frozenset(who for who, left in zip(both, forfeits, strict=True) if left))
