"""A tournament that was played elsewhere: a FIDE report, or the sheets that the page Files gives."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.game import Game
from tournaments.formats.plan import StagePlan
from tournaments.formats.trf import is_report
from tournaments.imports.club_file import FilePerson
from tournaments.imports.entry_lists import BadLine
from tournaments.imports.pairings import (
    DECIMAL,
    NUMBER,
    Pairings,
    Where,
    first_said,
    read_pairings,
    require_name,
    told_places,
)
from tournaments.imports.paper import COLUMNS as OF_DEALS
from tournaments.imports.paper import Paper, paper_of
from tournaments.imports.sheets import Cells, SheetIn, decoded_as, read_sheet
from tournaments.imports.team_matches import LEFT, Members, TeamMember, read_members, with_matches
from tournaments.imports.trf import LineFault, event_of_report
from tournaments.limits import MOST_LINES
from tournaments.models import Entrant
from tournaments.services.files.imports import (
    BroughtEntrant,
    BroughtEvent,
    BroughtRound,
    BroughtStage,
)
from tournaments.services.files.tables import BroughtSeat, BroughtTable, PaperTable
from tournaments.services.refusals import Refused
from tournaments.words.files import line_fault

WORDS = {
    "seat": "seat, posto, vieta prie stalo",
    "player": "player, name, giocatore, zaidejas, vardas",
    "stands_in_for": "stands_in_for, stands in for",
    "status": "status",
    "score": "score, punteggio, taskai",
    "place": "place, posizione, vieta",
    "forfeit": "forfeit",
    "worth": "worth",
    "play_off": "play_off",
    "match_game": "match_game",
    "match_place": "match_place",
    "team": "team, squadra, komanda",
    "team_status": "team_status",
    "team_seed": "team_seed",
    "captain": "captain, capitano, kapitonas",
    "substitute": "substitute",
    "seed": "seed, testa di serie, iskelimas",
    "rating": "rating, elo, reitingas",
    "points": "points, punti",
    "group": "group, girone, grupe",
}
COLUMNS = OF_DEALS | {word: column for column, words in WORDS.items() for word in words.split(", ")}


class SheetKind(StrEnum):
    REPORT = "report"
    DEALS = "deals"
    PAIRINGS = "pairings"
    STANDINGS = "standings"
    ENTRANTS = "entrants"
    TEAMS = "teams"


@dataclass(frozen=True)
class SheetFault:
    kind: SheetKind
    line: int
    says: str


@dataclass(frozen=True)
class PlayedFiles:
    """``sheets``: what each file is, as it was read; with ``faults`` nothing of the event is to be relied on."""

    event: BroughtEvent
    sheets: dict[SheetKind, SheetIn]
    faults: list[SheetFault]

    @property
    def people(self) -> list[FilePerson]:
        """Numbered from 1, those who stood in last."""
        return [FilePerson(number, name) for number, name in enumerate(self.event.names, start=1)]


def read_played(
    files: Sequence[bytes], *, game: Game, rules: Mapping[str, object], plans: Mapping[int, StagePlan]
) -> PlayedFiles:
    """``plans`` of the stages, by number. Raises Refused where the files are none of these, or do not go together."""
    encoding, text = decoded_as(files[0])
    if len(files) == 1 and is_report(text):
        if text.count("\n") > MOST_LINES + 1:
            raise Refused("sheet-long", most=MOST_LINES)
        event, faults = event_of_report(text, plans[min(plans)])
        read = SheetIn(encoding, "", [], [], text)
        return PlayedFiles(event, {SheetKind.REPORT: read}, [_fault(SheetKind.REPORT, fault) for fault in faults])
    sheets: dict[SheetKind, SheetIn] = {}
    for file in files:
        sheet = read_sheet(file, words=COLUMNS, most=MOST_LINES)
        kind = _kind(sheet)
        if kind in sheets:
            raise Refused("played-twice")
        sheets[kind] = sheet
    if not sheets.keys() & {SheetKind.PAIRINGS, SheetKind.DEALS}:
        raise Refused("played-without")
    boards = max((plan.options.boards for plan in plans.values()), default=0)
    return _of_sheets(sheets, game, rules, boards)


def _kind(sheet: SheetIn) -> SheetKind:
    columns = set(sheet.columns)
    if "payload" in columns or {"declarer", "announced"} <= columns:
        return SheetKind.DEALS
    if {"player", "round"} <= columns:
        if "table" not in columns:
            raise Refused("played-table")
        return SheetKind.PAIRINGS
    if {"player", "team"} <= columns and not columns & {"seed", "status"}:
        return SheetKind.TEAMS
    if {"player", "place"} <= columns:
        return SheetKind.STANDINGS
    if "player" in columns:
        return SheetKind.ENTRANTS
    raise Refused("sheet-columns", columns=sheet.left_out[:12])


def _fault(kind: SheetKind, fault: LineFault) -> SheetFault:
    return SheetFault(kind, fault.line, fault.says)


def _of_sheets(sheets: dict[SheetKind, SheetIn], game: Game, rules: Mapping[str, object], boards: int) -> PlayedFiles:
    paired = sheets.get(SheetKind.PAIRINGS)
    pairings = read_pairings(paired, by_teams=bool(boards)) if paired else Pairings(bool(boards))
    faults = [_fault(SheetKind.PAIRINGS, fault) for fault in pairings.faults]
    rounds = dict(pairings.rounds)
    if dealt := sheets.get(SheetKind.DEALS):
        paper = paper_of(dealt, game=game, rules=rules)
        faults += [SheetFault(SheetKind.DEALS, fault.line, fault.says) for fault in paper.faults]
        faults += [_fault(SheetKind.DEALS, deal) for deal in _with_deals(rounds, paper, pairings, paired=bool(paired))]
    listed, placed = sheets.get(SheetKind.ENTRANTS), sheets.get(SheetKind.STANDINGS)
    faults += [_fault(SheetKind.ENTRANTS, name) for name in _bad_names(listed)]
    lines = first_said(listed, pairings) if listed else {}
    members = _members(sheets, pairings, lines)
    faults += [_fault(SheetKind.TEAMS, fault) for fault in members.faults]
    entrants = _entrants(lines, rounds, members, teams_rest=bool(boards))
    if boards and not members.by_name:
        raise Refused("played-teams")
    if boards and not faults:
        rounds, team_faults = with_matches(rounds, pairings, members, boards)
        faults += [_fault(SheetKind.PAIRINGS if paired else SheetKind.DEALS, fault) for fault in team_faults]
    elif not paired:
        everybody = [entrant.name for entrant in entrants]
        rounds = {where: round_._replace(byes=_others(everybody, round_)) for where, round_ in rounds.items()}
    places = told_places(placed, pairings) if placed else {}
    return PlayedFiles(
        BroughtEvent(
            entrants,
            _stages(rounds, places),
            teams=tuple(sorted(members.seeds, key=members.seeds.__getitem__)) if boards else (),
            left=members.left,
        ),
        sheets,
        sorted(faults, key=lambda fault: (fault.kind, fault.line)),
    )


def _stages(rounds: Mapping[Where, BroughtRound], places: Mapping[int, Mapping[str, int]]) -> tuple[BroughtStage, ...]:
    by_stage: dict[int, list[BroughtRound]] = {}
    for (stage, _number), round_ in sorted(rounds.items()):
        by_stage.setdefault(stage, []).append(round_)
    return tuple(
        BroughtStage(stage, tuple(its_rounds), places=places.get(stage, {})) for stage, its_rounds in by_stage.items()
    )


def _members(sheets: Mapping[SheetKind, SheetIn], pairings: Pairings, lines: Mapping[str, Cells]) -> Members:
    """By the sheet of teams, or else by that of entrants."""
    for name, cells in lines.items():
        if stand_in := cells.get("substitute"):
            pairings.stand_ins.setdefault(pairings.as_first(stand_in), name)
    return read_members(sheets.get(SheetKind.TEAMS) or sheets.get(SheetKind.ENTRANTS), pairings)


def _others(everybody: Sequence[str], round_: BroughtRound) -> tuple[str, ...]:
    """Where nothing but deals is told, whoever played none had a bye."""
    seated = {seat.name for table in round_.tables for seat in table.seats}
    return tuple(name for name in everybody if name not in seated)


def _bad_names(sheet: SheetIn | None) -> list[LineFault]:
    bad_names = []
    for line, cells in sheet.rows() if sheet else ():
        try:
            require_name(cells.get("player", "") or "?")
        except BadLine as bad:
            bad_names.append(LineFault(line, str(bad)))
    return bad_names


def _entrants(
    lines: Mapping[str, Cells], rounds: Mapping[Where, BroughtRound], members: Members, *, teams_rest: bool
) -> tuple[BroughtEntrant, ...]:
    """Everybody, those with a seed first."""
    played, resting = [], []
    for _where, round_ in sorted(rounds.items()):
        tables = [game for table in round_.tables for game in (table, *table.later)]
        played += [name for table in tables for name in table.people]
        resting += [] if teams_rest else [*round_.byes, *round_.requested]
    names = dict.fromkeys([*lines, *members.by_name, *played, *resting])
    seeds = {name: cells.get("seed", "") for name, cells in lines.items()}
    order = sorted(names, key=lambda name: int(seeds[name]) if NUMBER.fullmatch(seeds.get(name, "")) else 10_000)
    return tuple(_entrant(name, lines.get(name, {}), members.by_name.get(name, TeamMember(""))) for name in order)


def _entrant(name: str, cells: Cells, member: TeamMember) -> BroughtEntrant:
    rating, status = cells.get("rating", ""), cells.get("status", "")
    number = float(rating.replace(",", ".")) if DECIMAL.fullmatch(rating) else None
    standing = status if status in LEFT else Entrant.Status.ACTIVE
    return BroughtEntrant(name, number, standing, *member)


def _with_deals(
    rounds: dict[Where, BroughtRound], paper: Paper, pairings: Pairings, *, paired: bool
) -> Iterator[LineFault]:
    """Each table's sheet goes to where its stage, round and number say; who sits there is the same by both."""
    for sheet, place in zip(paper.tables, paper.places, strict=True):
        stage, number = place.stage or "1", place.round
        if not NUMBER.fullmatch(stage) or not NUMBER.fullmatch(number):
            yield LineFault(place.line, line_fault("round"))
            continue
        where = (int(stage), int(number))
        round_so_far = rounds.get(where, BroughtRound(()))
        index = next(
            (index for index, table in enumerate(round_so_far.tables) if table.number == sheet.number),
            len(round_so_far.tables),
        )
        if index < len(round_so_far.tables):
            table = _with_sheet(round_so_far.tables[index], sheet, where, pairings, paired=paired)
        else:
            table = None if paired else _dealt(sheet, pairings)
        if table is None:
            yield LineFault(place.line, line_fault("table-differs", table=sheet.number, round=where[1]))
            continue
        tables = (*round_so_far.tables[:index], table, *round_so_far.tables[index + 1 :])
        rounds[where] = round_so_far._replace(tables=tables)


def _dealt(sheet: PaperTable, pairings: Pairings, *, game: int = 0) -> BroughtTable:
    """Of which nothing but its deals is told."""
    seats = tuple(BroughtSeat(pairings.as_first(name)) for name in sheet.players)
    return BroughtTable(sheet.number, seats, sheet=sheet, game=game)


def _with_sheet(
    table: BroughtTable, sheet: PaperTable, where: Where, pairings: Pairings, *, paired: bool
) -> BroughtTable | None:
    """It is that of the first game at which they sit so and which has none yet; where only deals are told, of a further
    one. None where the files do not say the same.
    """
    games = [table._replace(later=()), *table.later]
    at = next((at for at, game in enumerate(games) if _sits(game, sheet)), len(games))
    if at < len(games):
        ended = (where, sheet.number, games[at].game) not in pairings.still_open
        games[at] = games[at]._replace(sheet=sheet._replace(ended=ended))
    elif not paired and {name.casefold() for name in sheet.players} <= {name.casefold() for name in table.people}:
        games.append(_dealt(sheet, pairings, game=at + 1))
    else:
        return None
    return games[0]._replace(later=tuple(games[1:]))


def _sits(game: BroughtTable, sheet: PaperTable) -> bool:
    names = [(seat.stand_in or seat.name).casefold() for seat in game.seats]
    return game.sheet is None and names == [name.casefold() for name in sheet.players]
