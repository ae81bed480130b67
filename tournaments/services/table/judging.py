"""What the deals of a table come to: whether it ends or goes on, and the scores kept on its seats."""

from collections.abc import Mapping
from contextlib import suppress

from django.utils import timezone

from scoring.games import GAMES
from scoring.result import TableResult
from tournaments.models import Event, Seat, Table
from tournaments.models.statements import update_all
from tournaments.models.table import ENDED
from tournaments.selectors.table.clock import deals_done, most_deals
from tournaments.selectors.table.deal_history import Sheet, current_deals, live_deals, score_table
from tournaments.selectors.table.later_rounds import has_later_round
from tournaments.services.refusals import Refused
from tournaments.services.table.availability import require_free
from tournaments.services.table.opening import OpenTable


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
        made, exact = (scored.sheet.made, scored.sheet.exact) if scored.sheet else (decided, 0)
        net = None if nets is None else sum(each.get(seat.index, 0) for each in nets)
        won = scored.sheet is not None and scored.sheet.has_won
        now = {"score": scored.score, "place": scored.place, "deals": made, "exact": exact, "net": net, "won": won}
        if any(getattr(seat, name) != value for name, value in now.items()):
            vars(seat).update(now)
            moved.append(seat)
    if moved:
        update_all(moved, only=("score", "place", "deals", "exact", "net", "won"))
    table.deal_count = len(deals)


def rescore(table: Table) -> None:
    """Keep what the deals as they stand give."""
    seats = list(table.seats.order_by("index"))
    sheet = current_deals(table, seats=len(seats))
    keep_scores(table, seats, sheet, score_table(table, sheet, seats=len(seats)))


def _nets(result: TableResult) -> list[Mapping[int, int]] | None:
    """By deal and seat what was won less what was paid, where every deal says what was paid."""
    nets = [getattr(deal, "net", None) for deal in result.deals if deal is not None]
    known = [net for net in nets if net is not None]
    return known if known and len(known) == len(nets) else None


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
    """Finished where the game has no length of its own and no tie is left to play off, else closed unfinished (V10)."""
    open_length = GAMES[table.event.game].is_open(table.event.game_rules) and result.playoff_of is None
    table.status = Table.Status.FINISHED if open_length else Table.Status.CLOSED
    table.ended_at = timezone.now()


def _reopen(table: Table, seats: list[Seat]) -> None:
    """A correction took away the deal that had ended the game: it goes on, where the night and its players can."""
    if table.event.status != Event.Status.OPEN:
        raise Refused("event-finished")
    require_free(table.event, [seat.entrant.player_id for seat in seats])
    table.status, table.ended_at = Table.Status.PLAYING, None
