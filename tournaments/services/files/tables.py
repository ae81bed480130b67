"""A table that a file tells of is brought in: its deals, or how it ended by the file, and all games of its match."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid5

from tournaments.audit import Actor
from tournaments.formats.boards import board_result, by_seat
from tournaments.formats.record import SeatRecord, TableRecord
from tournaments.models import Deal, Player, Table
from tournaments.selectors.stage.stages import played_match
from tournaments.selectors.table.deals import current_deals, score_table
from tournaments.services.change import commit_table_change
from tournaments.services.refusals import Refused
from tournaments.services.stage.rulings import decide_match, decide_places, forfeit
from tournaments.services.table.judging import end_early, keep_scores


class PaperTable(NamedTuple):
    """``players`` by seat, ``deals`` in order, None one that was voided; ``ended`` also before its game was."""

    number: int
    players: tuple[str, ...]
    first_dealer: int
    deals: tuple[Mapping[str, Any] | None, ...]
    ended: bool = True


class BroughtSeat(NamedTuple):
    """Names as the file has them; ``place`` None where it was not told."""

    name: str
    stand_in: str = ""
    place: int | None = None
    forfeited: bool = False


class BroughtTable(NamedTuple):
    """``absent`` were drawn for it and never came. One without deals, places and forfeits is open.

    ``game``: which of its match, 0 where the file tells of the match alone. The first has the ``later`` ones, and the
    ``match_places`` of those who have one in the whole, by name.

    Where teams meet these sit there by their names, people at the ``boards`` (None: not played), and ``line_ups`` are
    theirs, also of whoever met nobody.
    """

    number: int
    seats: tuple[BroughtSeat, ...]
    absent: tuple[str, ...] = ()
    sheet: PaperTable | None = None
    game: int = 0
    later: tuple["BroughtTable", ...] = ()
    match_places: Mapping[str, int] = {}
    boards: tuple["BroughtTable | None", ...] = ()
    line_ups: Mapping[str, tuple[str, ...]] = {}

    @property
    def people(self) -> list[str]:
        """By name, also who never came."""
        return [*(seat.name for seat in self.seats), *self.absent]

    @property
    def board_points(self) -> list[Fraction]:
        """Of the two teams, from the boards that have a result, and from those to which one of them had nobody."""
        points = [Fraction(len(people) - len(self.boards)) for people in self.line_ups.values()]
        for number, board in enumerate(self.boards, start=1):
            seats = board.seats if board else ()
            record = TableRecord(
                tuple(SeatRecord(at, seat.place) for at, seat in enumerate(seats)),
                frozenset(at for at, seat in enumerate(seats) if seat.forfeited),
            )
            for side, brought in board_result(record, dict(enumerate(by_seat(number, (0, 1))))).items():
                points[side] += brought
        return points


class Bringing(NamedTuple):
    """``ids`` of entrants by name, and by that of its team of what stands for it."""

    ids: Mapping[str, int]
    sides: Mapping[str, int]
    players: Mapping[str, Player]
    file: str
    actor: Actor
    done: Callable[[], None]

    @property
    def drawn(self) -> Mapping[str, int]:
        """Who meets in a round."""
        return self.sides or self.ids


def deal_ids(file: str, table: str, count: int) -> list[UUID]:
    """The ids of the deals of one table of a file: the same whenever the file is brought."""
    return [uuid5(NAMESPACE_URL, f"{file}/{table}/{number}") for number in range(count)]


def write_sheet(table_id: int, paper: PaperTable, ids: Sequence[UUID], actor: Actor) -> None:
    table = Table.objects.select_related("event").get(pk=table_id)
    table.first_dealer = paper.first_dealer
    seats = list(table.seats.order_by("index"))
    version = {"table": table, "version": 1, "revision": table.event.revision + 1, "user": actor.user}
    Deal.objects.bulk_create(
        Deal(number=number, payload=payload, client_id=client_id, **version)
        for number, (payload, client_id) in enumerate(zip(paper.deals, ids, strict=True), start=1)
    )
    sheet = current_deals(table, seats=len(seats))
    result = score_table(table, sheet, seats=len(seats))
    keep_scores(table, seats, sheet, result)
    if result.finished:
        table.status, table.ended_at = Table.Status.FINISHED, table.opened_at
    elif paper.ended:
        end_early(table, seats, sheet, result)
    logged = [{"deal": number, "payload": payload} for number, payload in enumerate(paper.deals, start=1)]
    commit_table_change(table, actor, "paper-brought", after={"deal": len(paper.deals), "deals": logged})


def bring_table(table: Table, played: BroughtTable, bringing: Bringing) -> None:
    """With all games of its match, each of which opens once the one before has ended. Raises Refused."""
    games = [played, *played.later]
    for game, following in zip(games, [*played.later, None], strict=True):
        if following and not game.sheet:
            names = [seat.name for seat in game.seats]
            first_dealer = (names.index(following.seats[0].name) - 1) % len(names)
            Table.objects.filter(pk=table.pk).update(first_dealer=first_dealer)
        _bring_game(table, game, bringing)
        if following:
            table = _opened_after(table, following, bringing)
    _end_match(table, played.match_places, bringing)


def bring_boards(tables: Sequence[Table], played: BroughtTable, bringing: Bringing) -> None:
    """The match of two teams. Raises Refused."""
    for table, board in zip(tables, played.boards, strict=True):
        if board:
            _bring_game(table, board, bringing)
    if tables and played.match_places:
        _end_match(tables[0], played.match_places, bringing)


def _opened_after(table: Table, following: BroughtTable, bringing: Bringing) -> Table:
    """The next game. Who has left the match by then forfeits it."""
    same = Table.objects.filter(round=table.round_id, number=table.number, game=table.game + 1)
    opened = same.exclude(status=Table.Status.UNDONE).first()
    if opened is None:
        raise Refused("played-unfit")
    staying = [bringing.ids[seat.name] for seat in following.seats]
    gone = [seat.index for seat in opened.seats.all() if seat.entrant_id not in staying]
    if gone:
        forfeit(table_id=opened.pk, seats=gone, reason="", actor=bringing.actor)
    if list(opened.seats.order_by("index").values_list("entrant_id", flat=True)) != staying:
        raise Refused("played-unfit")
    return opened


def _bring_game(table: Table, played: BroughtTable, bringing: Bringing) -> None:
    actor, reason = bringing.actor, ""
    for index, seat in enumerate(played.seats):
        if seat.stand_in:
            table.seats.filter(index=index).update(substitute=bringing.players[seat.stand_in])
    if played.sheet:
        place = f"{table.round_id}/{played.number}" + (f"/{table.game}" if table.game > 1 else "")
        write_sheet(table.pk, played.sheet, deal_ids(bringing.file, place, len(played.sheet.deals)), actor)
    forfeits = [index for index, seat in enumerate(played.seats) if seat.forfeited]
    if forfeits:
        forfeit(table_id=table.pk, seats=forfeits, reason=reason, actor=actor)
    staying = [seat.place for seat in played.seats if not (seat.forfeited and not played.sheet)]
    final_places = [place for place in staying if place is not None]
    if len(final_places) < max(2, len(staying)) or (forfeits and played.sheet):
        return
    if not played.sheet or final_places != list(table.seats.order_by("index").values_list("place", flat=True)):
        decide = decide_match if table.games > 1 and not (played.game or played.sheet) else decide_places
        decide(table_id=table.pk, places=final_places, reason=reason, actor=actor)


def _end_match(table: Table, places: Mapping[str, int], bringing: Bringing) -> None:
    """As the file says, where its games say something else, or nothing yet."""
    in_file = {bringing.drawn[name]: place for name, place in places.items()}
    if not in_file or table.games == 1:
        return
    match = played_match(table).record
    here = {seat.id: seat.place for seat in match.present if seat.place}
    people = table.seats.order_by("index").values_list("entrant_id", flat=True)
    sitting = list(by_seat(table.game, match.ids)) if table.is_board else list(people)
    if here != in_file and set(sitting) == set(in_file):
        of_seats = [in_file[who] for who in sitting]
        decide_match(table_id=table.pk, places=of_seats, reason="", actor=bringing.actor)
