"""A FIDE tournament report as the first stage of a tournament that is planned here."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tournaments.formats.plan import StagePlan
from tournaments.formats.record import ByeRecord, RoundRecord, SeatRecord, StageRecord, TableRecord
from tournaments.formats.stages import event_record
from tournaments.formats.standings.ledger import Ledger
from tournaments.formats.trf import ReportFault, ReportRound, ReportTable, TournamentReport, read_report
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
GONE = {"+": (False, True), "-": (True, False), "--": (True, True)}


@dataclass(frozen=True)
class LineFault:
    line: int
    says: str


def event_of_report(text: str, plan: StagePlan) -> tuple[BroughtEvent, list[LineFault]]:
    """``plan``: that of the stage which it becomes. Raises Refused where that plays otherwise."""
    if not plan.form.standings or plan.options.seats != 2 or plan.options.boards or plan.groups > 1:
        raise Refused("trf-plan")
    report = _with_names_as_said(read_report(text))
    faults = [*(_said(fault) for fault in report.faults), *_names(report)]
    if faults:
        return BroughtEvent((), ()), sorted(faults, key=lambda fault: fault.line)
    names = {person.number: person.name for person in report.people}
    rounds = tuple(_round(round_, names.__getitem__) for round_ in report.rounds)
    places = {person.name: person.place for person in report.people if person.place}
    stage = BroughtStage(1, rounds, report.planned, places)
    teams = {who: team.name for team in report.teams for who in team.members}
    entrants = tuple(
        BroughtEntrant(person.name, person.rating or None, team=teams.get(person.number, ""))
        for person in report.people
    )
    return BroughtEvent(entrants, (stage,)), list(_points(report, plan))


def _with_names_as_said(report: TournamentReport) -> TournamentReport:
    """“Čepas, Rūta” is Rūta Čepas on a club’s list."""
    parts = [[part.strip() for part in person.name.split(",")] for person in report.people]
    name_texts = [" ".join(reversed(part)) if len(part) == 2 and all(part) else ", ".join(part) for part in parts]
    people = (person._replace(name=name) for person, name in zip(report.people, name_texts, strict=True))
    return replace(report, people=tuple(people))


def _said(fault: ReportFault) -> LineFault:
    return LineFault(fault.line, line_fault(f"trf-{fault.code}", **fault.params))


def _names(report: TournamentReport) -> Iterator[LineFault]:
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
    tables = []
    for table in round_.tables:
        both, forfeits = (table.white, table.black), GONE.get(table.result, (False, False))
        places = PLACES.get(table.result, (None, None))
        seats = tuple(SeatRecord(who, place) for who, place in zip(both, places, strict=True))
        tables.append(TableRecord(seats, frozenset(who for who, left in zip(both, forfeits, strict=True) if left)))
    byes = []
    for who, rest in round_.rests.items():
        is_requested = rest != "bye"
        points = options.points.requested_points(rest, 2) if is_requested else plan.bye_points
        byes.append(ByeRecord(who, points, requested=is_requested))
    return RoundRecord(tuple(tables), tuple(byes))
