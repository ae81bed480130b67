"""A table read and locked for its next deal, and what its deals come to: whether it ends or goes on, and the scores
stored on its seats.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Case, F, OuterRef, Subquery, When
from django.utils import timezone

from scoring.result import TableResult
from tournaments.audience import draw_for_insiders
from tournaments.audit import Actor
from tournaments.formats.boards import BOARDS
from tournaments.models import Event, PadLink, Round, Seat, Stage, Table
from tournaments.models.prepared import event_of_link_locked
from tournaments.models.statements import Prepared, Values, columns, update_all
from tournaments.models.table import ENDED
from tournaments.permissions import PadKey, PadOver
from tournaments.selectors.table.deals import (
    History,
    Sheet,
    current_deals,
    deal_history,
    deals_done,
    has_later_round,
    live_deals,
    most_deals,
    score_table,
    status_if_ended,
)
from tournaments.services.opening import require_free
from tournaments.services.refusals import Missing, Refused

TABLE, SEAT = columns(Table), columns(Seat)
ROUND, STAGE = columns(Round, without="seating"), columns(Stage, without="options")
# As Player.short_name has it, a substitute first.
NAMES = ["substitute__nickname", "substitute__name", "entrant__player__nickname", "entrant__player__name"]
NAMED = 3 + len(SEAT)  # where in a row they begin


@dataclass(frozen=True)
class OpenTable:
    """A table and all that is recorded at it, as `actor` finds it."""

    table: Table
    seats: list[Seat]
    history: History
    actor: Actor
    names: Sequence[str] = ()  # by seat, where they have been read


def open_pad(key: PadKey, by: Actor) -> OpenTable:
    """Opens the table of a pad's address. Raises Missing where it opens nothing, or nothing any more; PadOver where its
    event is over.
    """
    events, rows = event_of_link_locked(key.link), _seats_by_link(key.link)
    if not events or not rows or rows[0][1] != key.edition:
        raise Missing
    (event,), (link, edition, *_) = events, rows[0]
    if event.codes_ended(now=timezone.now()):
        raise PadOver(event)
    table = _table(rows[0])
    if table.event_id != event.pk:  # carried on to another night between the two reads
        raise Missing
    table.event = event
    draw_for_insiders()
    return OpenTable(
        table=table,
        seats=[Seat.from_db(DEFAULT_DB_ALIAS, SEAT, row[3:NAMED]) for row in rows],
        history=deal_history(table.pk),
        actor=replace(by, pad_link=PadLink(pk=link, edition=edition, table=table), seat=_own_seat(key, rows)),
        names=[next(filter(None, row[NAMED : NAMED + len(NAMES)])) for row in rows],
    )


_others = Table.objects.annotate(match_from=F("number") - F("game")).filter(
    round=OuterRef("table__round"), match_from=OuterRef("table__number") - OuterRef("table__game")
)
_others = _others.exclude(pk=OuterRef("table")).exclude(status=Table.Status.UNDONE).order_by("-pad_revision")
_others_revision = Case(When(table__decided=BOARDS, then=Subquery(_others.values("pad_revision")[:1])), default=0)
_seats_by_link: Prepared[Values] = Prepared(
    lambda link: (
        Seat.objects.filter(table__pad_links__pk=link, table__pad_links__revoked_at=None)
        .order_by("index")
        .values_list(
            "table__pad_links__pk",
            "table__pad_links__edition",
            "entrant__player_id",
            *SEAT,
            *NAMES,
            *(f"table__{name}" for name in TABLE),
            *(f"table__round__{name}" for name in ROUND),
            *(f"table__round__stage__{name}" for name in STAGE),
            _others_revision,
        )
    ),
    lambda values: values,
)


def _table(row: Values) -> Table:
    start = NAMED + len(NAMES)
    rounds = start + len(TABLE)
    stages = rounds + len(ROUND)
    table = Table.from_db(DEFAULT_DB_ALIAS, TABLE, row[start:rounds])
    if table.round_id is not None:
        table.round = Round.from_db(DEFAULT_DB_ALIAS, ROUND, row[rounds:stages])
        table.round.stage = Stage.from_db(DEFAULT_DB_ALIAS, STAGE, row[stages:-1])
    table.others_revision = row[-1] or 0
    return table


def _own_seat(key: PadKey, rows: list[Values]) -> int | None:
    if key.player is None:
        return None
    index = 3 + SEAT.index("index")
    seat_indexes = [row[index] for row in rows if row[2] == key.player]
    if not seat_indexes:
        raise Missing
    return int(seat_indexes[0])


def settle(opened: OpenTable, before: Sheet, after: Sheet) -> TableResult:
    """Whether the table ends or goes on again by what stands there now, and what it comes to. Nothing is written.
    Raises ScoringError or Refused.
    """
    table, seats = opened.table, opened.seats
    was_over = table.status == Table.Status.FINISHED and score_table(table, before, seats=len(seats)).finished
    result = score_table(table, after, seats=len(seats))
    if result.finished and table.status != Table.Status.FINISHED:
        table.status, table.ended_at = Table.Status.FINISHED, table.ended_at or timezone.now()
    elif was_over and not result.finished:
        _reopen(table, seats)
    elif _ends_by_clock(opened, before, after):
        _stop(table, result)
        return score_table(table, after, seats=len(seats))
    elif _ended_by_clock(opened, before, after):
        with suppress(Refused):
            _reopen(table, seats)
            return score_table(table, after, seats=len(seats))
    return result


def _ends_by_clock(opened: OpenTable, before: Sheet, after: Sheet) -> bool:
    table = opened.table
    if table.round_id is None or table.status != Table.Status.PLAYING or deals_done(after) <= deals_done(before):
        return False
    moved = [number for number, deal in before.items() if deal is not None and after[number] != deal]
    return _time_is_up(opened, after, inserted=min(moved, default=None))


def _ended_by_clock(opened: OpenTable, before: Sheet, after: Sheet) -> bool:
    """The deal taken back was the last that the round's clock allowed: another may be played in its place."""
    table = opened.table
    if table.status not in ENDED or deals_done(after) >= deals_done(before) or has_later_round(table):
        return False
    return _time_is_up(opened, before) and not _time_is_up(opened, after)


def keep_scores(table: Table, seats: list[Seat], sheet: Sheet, result: TableResult) -> None:
    """Write what the deals give to the seats and the table, for reading."""
    deals = [deal for deal in live_deals(sheet) if deal is not None]
    decided = sum(deal.playoff_of is None for deal in deals) - (result.playoff_of is not None)
    nets, moved = _nets(result), []
    for seat, scored in zip(seats, result.seats, strict=True):
        deal_count, exact = (scored.sheet.made, scored.sheet.exact) if scored.sheet else (decided, 0)
        net = None if nets is None else sum(gains.get(seat.index, 0) for gains in nets)
        won = scored.sheet is not None and scored.sheet.has_won
        now = {
            "score": scored.score,
            "place": scored.place,
            "deals": deal_count,
            "exact": exact,
            "net": net,
            "won": won,
        }
        if any(getattr(seat, name) != value for name, value in now.items()):
            vars(seat).update(now)
            moved.append(seat)
    if moved:
        update_all(moved, only=("score", "place", "deals", "exact", "net", "won"))
    table.deal_count = len(deals)
    table.level = [seat.place for seat in seats] == [1, 1]


def rescore(table: Table) -> None:
    """Keep what the deals as they stand give."""
    seats = list(table.seats.order_by("index"))
    sheet = current_deals(table, seats=len(seats))
    keep_scores(table, seats, sheet, score_table(table, sheet, seats=len(seats)))


def _nets(result: TableResult) -> list[Mapping[int, int]] | None:
    """By deal and seat what was won less what was paid, where every deal says what was paid."""
    nets = [getattr(deal, "net", None) for deal in result.deals if deal is not None]
    net_gains = [net for net in nets if net is not None]
    return net_gains if net_gains and len(net_gains) == len(nets) else None


def _time_is_up(opened: OpenTable, sheet: Sheet, *, inserted: int | None = None) -> bool:
    """Whether this was the last deal the round's clock allows."""
    table, seats, now = opened.table, len(opened.seats), timezone.now()
    most = most_deals(table, table.event, sheet, seats=seats, now=now, inserted=inserted, history=opened.history)
    return most is not None and deals_done(sheet) >= most


def end_early(table: Table, seats: list[Seat], sheet: Sheet, result: TableResult) -> None:
    """The table ends before its game does."""
    _stop(table, result)
    keep_scores(table, seats, sheet, score_table(table, sheet, seats=len(seats)))


def _stop(table: Table, result: TableResult) -> None:
    table.status, table.ended_at = status_if_ended(table, result), timezone.now()


def _reopen(table: Table, seats: list[Seat]) -> None:
    """A correction took away the deal that had ended the game: it goes on, where the night and its players can."""
    if table.event.status != Event.Status.OPEN:
        raise Refused("event-finished")
    require_free(table.event, [seat.entrant.player_id for seat in seats], going_on=table)
    table.status, table.ended_at = Table.Status.PLAYING, None
