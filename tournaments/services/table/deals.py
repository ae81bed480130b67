"""Recording at a table: deals, corrections, voids. Nothing recorded is ever changed; newer versions count."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NoReturn
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.deals import Deal as PlayedDeal
from scoring.deals import same_deal
from scoring.errors import ScoringError
from scoring.games import GAMES
from scoring.result import TableResult
from tournaments.audit import Actor, seated_at
from tournaments.models import Deal, Event, Seat, Table
from tournaments.models.table import ENDED
from tournaments.selectors.table.clock import deals_done, most_deals
from tournaments.selectors.table.correction_rights import right_to
from tournaments.selectors.table.deal_history import (
    Payload,
    Sheet,
    current_deals,
    live_deals,
    read_deal,
    score_table,
)
from tournaments.selectors.table.later_rounds import has_later_round
from tournaments.services.change import commit_table_change, lock_table
from tournaments.services.refusals import Missing, Refused, Stale
from tournaments.services.table.availability import require_free


@dataclass(frozen=True)
class Recorded:
    number: int
    version: int
    revision: int  # of the event, with this
    repeated: bool  # the same had been recorded before: by this client_id, or by another phone


@transaction.atomic
def record_deal(
    *,
    table_id: int,
    payload: Payload,
    client_id: UUID,
    base_revision: int | None,
    actor: Actor,
    number: int | None = None,
) -> Recorded:
    """The next deal of the table. Raises ScoringError, Stale or Refused; then nothing has changed.

    `base_revision` is what the phone had seen of the event; None for a caller that shows nobody a sheet. `number` is
    which deal the phone took it for: where another has recorded that one it is the same, or it is Stale.
    """
    table = lock_for(actor, table_id)
    seats = seats_of(table)
    deal = read_deal(table.event.game, payload, seats=len(seats))
    if answer := _answered_before(table, client_id, deal):
        return answer
    sheet = current_deals(table, seats=len(seats))
    next_number = len(live_deals(sheet)) + 1
    if number not in (None, next_number):
        return _recorded_by_another(table, number, deal, base_revision) or _refuse_stale(table, base_revision, number)
    number = next_number
    require_current(table, base_revision)
    if table.status == Table.Status.ADJOURNED:
        raise Refused("table-adjourned")
    if table.status != Table.Status.PLAYING:
        raise ScoringError("table-finished", deal=number)
    return _append(table, seats, sheet, Written([(number, deal, client_id)], actor))


@transaction.atomic
def correct_deal(
    *,
    table_id: int,
    number: int,
    payload: Payload | None,
    client_id: UUID,
    base_revision: int | None,
    actor: Actor,
    reason: str = "",
    late: bool = False,
    consent: bool = False,
    seen: int | None = None,
) -> Recorded:
    """A new version of a deal already recorded; without a payload the deal is voided.

    ``seen`` is the version that the phone has shown: whatever it has seen of the table, it has not seen a newer one.
    ``late`` corrects a result that later rounds rest on; only services.corrections may, which tells what moves.
    ``consent`` is that of another seat, where the deal has been confirmed; only services.proposed_corrections has it.
    """
    table = lock_for(actor, table_id)
    seats = seats_of(table)
    deal = read_deal(table.event.game, payload, seats=len(seats))
    if answer := _answered_before(table, client_id, deal, number=number):
        return answer
    base_revision = _seen_revision(table, number, seen, base_revision)
    if answer := _recorded_by_another(table, number, deal, base_revision):
        return answer
    require_current(table, base_revision)
    if not late and has_later_round(table):
        raise Refused("later-round")
    sheet = current_deals(table, seats=len(seats))
    if number not in sheet:
        raise Refused("deal-unknown", deal=number)
    if deal is None and sheet[number] is None:
        raise Refused("deal-voided", deal=number)
    if actor.pad_link:
        # A new version would lift whatever was said of this one.
        if same_deal(sheet[number], deal):
            return _newest(table, number)
        require_right(table, number, consent=consent)
    return _append(table, seats, sheet, Written([(number, deal, client_id)], actor, reason[:200]))


@transaction.atomic
def set_first_dealer(*, table_id: int, seat: int, base_revision: int | None, actor: Actor) -> None:
    """Who deals first, as the table cut for it. Fixed once a deal stands."""
    table = lock_for(actor, table_id)
    require_current(table, base_revision)
    names = seated_at(table)
    if live_deals(current_deals(table, seats=len(names))):
        raise Refused("dealer-fixed")
    if table.status not in (Table.Status.PLAYING, Table.Status.ADJOURNED):
        raise Refused("table-over")
    if seat not in range(len(names)):
        raise ScoringError("seat-unknown", seat=seat)
    before, table.first_dealer = table.first_dealer, seat
    commit_table_change(table, actor, "first-dealer", before={"dealer": names[before]}, after={"dealer": names[seat]})


def lock_for(actor: Actor, table_id: int) -> Table:
    """The table, locked; a link that was revoked while this waited for the lock opens nothing any more: Missing."""
    table = lock_table(table_id)
    if actor.pad_link and not table.pad_links.filter(pk=actor.pad_link.pk, revoked_at=None).exists():
        raise Missing
    return table


def seats_of(table: Table) -> list[Seat]:
    return list(table.seats.select_related("entrant__player"))


def _answered_before(
    table: Table, client_id: UUID, deal: PlayedDeal | None, *, number: int | None = None
) -> Recorded | None:
    """What a resend was answered the first time. Another deal under a known id would be lost; it is refused."""
    row = Deal.objects.filter(client_id=client_id).first()
    if row is None:
        return None
    if (row.table_id, row.number, row.payload) != (table.pk, number or row.number, payload_of(deal)):
        raise Refused("client-id-taken")
    return _repeated(row)


def _recorded_by_another(
    table: Table, number: int | None, deal: PlayedDeal | None, base_revision: int | None
) -> Recorded | None:
    """Two phones enter the same: one version, where the second had not seen it."""
    row = Deal.objects.filter(table=table, number=number or 0).order_by("version").last()
    if row is None or base_revision is None or row.revision <= base_revision:
        return None
    recorded = read_deal(table.event.game, row.payload, seats=table.seats.count())
    return _repeated(row) if same_deal(recorded, deal) else None


def _seen_revision(table: Table, number: int, seen: int | None, base_revision: int | None) -> int | None:
    if seen is None or base_revision is None:
        return base_revision
    newer = Deal.objects.filter(table=table, number=number, version__gt=seen).order_by("version").first()
    return min(base_revision, newer.revision - 1) if newer else base_revision


def _newest(table: Table, number: int) -> Recorded:
    return _repeated(Deal.objects.filter(table=table, number=number).latest("version"))


def _repeated(deal: Deal) -> Recorded:
    return Recorded(deal.number, deal.version, deal.revision, repeated=True)


def require_current(table: Table, base_revision: int | None) -> None:
    if base_revision is not None and base_revision < table.revision:
        _refuse_stale(table, base_revision)


def _refuse_stale(table: Table, base_revision: int | None, number: int | None = None) -> NoReturn:
    raise Stale(base_revision=base_revision or 0, revision=table.revision, number=number)


def require_right(table: Table, *numbers: int | None, consent: bool) -> None:
    """Whether the table's players may still correct all these deals, alone or with another seat's consent."""
    right = right_to(table, *numbers, now=timezone.now())
    if right == "closed":
        raise Refused("correction-closed")
    if right == "consent" and not consent:
        raise Refused("consent-needed")


@dataclass(frozen=True)
class Written:
    """New versions of deals, in the order in which they are written."""

    rows: Sequence[tuple[int, PlayedDeal | None, UUID]]  # number, what was played, client_id
    actor: Actor
    reason: str = ""


def _append(table: Table, seats: list[Seat], sheet: Sheet, written: Written) -> Recorded:
    """The one deal that is written, with its entry in the log."""
    (row,) = write_deals(table, seats, sheet, written)
    new = row.version == 1
    commit_table_change(
        table,
        written.actor,
        "deal" if new else "void" if row.payload is None else "correction",
        before=None if new else {"deal": row.number, "payload": payload_of(sheet.get(row.number))},
        after={"deal": row.number, "version": row.version, "payload": row.payload, "reason": written.reason},
    )
    return Recorded(row.number, row.version, row.revision, repeated=False)


def payload_of(deal: PlayedDeal | None) -> Payload | None:
    """As it is stored and logged."""
    return None if deal is None else deal.as_payload()


def write_deals(table: Table, seats: list[Seat], sheet: Sheet, written: Written) -> list[Deal]:
    """Write versions under the event's next revision, and what follows for scores and the table's end; the caller
    commits the change. Raises ScoringError or Refused.
    """
    after = {**sheet, **{number: deal for number, deal, _ in written.rows}}
    versions = Counter(Deal.objects.filter(table=table).values_list("number", flat=True))
    result = settle(table, seats, sheet, after)
    rows = []
    for number, deal, client_id in written.rows:
        versions[number] += 1
        row = Deal(
            table=table,
            number=number,
            version=versions[number],
            payload=payload_of(deal),
            client_id=client_id,
            revision=table.event.revision + 1,
            user=written.actor.user,
            pad_link=written.actor.pad_link,
            seat=written.actor.seat,
            reason=written.reason,
        )
        _insert(row)
        rows.append(row)
    keep_scores(table, seats, after, result)
    table.last_deal_at = rows[-1].created_at
    return rows


def settle(table: Table, seats: list[Seat], before: Sheet, after: Sheet) -> TableResult:
    """Whether the table ends or goes on again by what stands there now, and what it comes to. Nothing is written.
    Raises ScoringError or Refused.
    """
    was_over = table.status == Table.Status.FINISHED and score_table(table, before, seats=len(seats)).finished
    result = score_table(table, after, seats=len(seats))
    if result.finished and table.status != Table.Status.FINISHED:
        table.status, table.ended_at = Table.Status.FINISHED, table.ended_at or timezone.now()
    elif was_over and not result.finished:
        _reopen(table, seats)
    elif _ends_by_clock(table, before, after, seats=len(seats)):
        _stop(table, result)
        return score_table(table, after, seats=len(seats))
    elif _ended_by_clock(table, before, after, seats=len(seats)):
        with suppress(Refused):
            _reopen(table, seats)
            return score_table(table, after, seats=len(seats))
    return result


def _ends_by_clock(table: Table, before: Sheet, after: Sheet, *, seats: int) -> bool:
    playing = table.status == Table.Status.PLAYING
    if not playing or deals_done(after) <= deals_done(before):
        return False
    moved = [number for number, deal in before.items() if deal is not None and after[number] != deal]
    return _time_is_up(table, after, seats=seats, inserted=min(moved, default=None))


def _ended_by_clock(table: Table, before: Sheet, after: Sheet, *, seats: int) -> bool:
    """The deal taken back was the last that the round's clock allowed: another may be played in its place."""
    if table.status not in ENDED or deals_done(after) >= deals_done(before) or has_later_round(table):
        return False
    return _time_is_up(table, before, seats=seats) and not _time_is_up(table, after, seats=seats)


def _insert(deal: Deal) -> None:
    """Tables of two events do not wait for each other: the same client_id may come to both in the same instant."""
    try:
        with transaction.atomic():
            deal.save()
    except IntegrityError as error:
        raise Refused("client-id-taken") from error


def keep_scores(table: Table, seats: list[Seat], sheet: Sheet, result: TableResult) -> None:
    """Write what the deals give to the seats and the table, for reading."""
    deals = [deal for deal in live_deals(sheet) if deal is not None]
    decided = sum(deal.playoff_of is None for deal in deals) - (result.playoff_of is not None)
    for seat, scored in zip(seats, result.seats, strict=True):
        made, exact = (scored.sheet.made, scored.sheet.exact) if scored.sheet else (decided, 0)
        net = _net(result, seat.index)
        now = {"score": scored.score, "place": scored.place, "deals": made, "exact": exact, "net": net}
        if any(getattr(seat, name) != value for name, value in now.items()):
            Seat.objects.filter(pk=seat.pk).update(**now)
    table.deal_count = len(deals)


def rescore(table: Table) -> None:
    """Keep what the deals as they stand give."""
    seats = list(table.seats.order_by("index"))
    sheet = current_deals(table, seats=len(seats))
    keep_scores(table, seats, sheet, score_table(table, sheet, seats=len(seats)))


def _net(result: TableResult, seat: int) -> int | None:
    """What a seat has won less what it paid, where every deal says what was paid."""
    nets = [getattr(deal, "net", None) for deal in result.deals if deal is not None]
    known = [net for net in nets if net is not None]
    return sum(net.get(seat, 0) for net in known) if known and len(known) == len(nets) else None


def _time_is_up(table: Table, sheet: Sheet, *, seats: int, inserted: int | None = None) -> bool:
    """Whether this was the last deal the round's clock allows."""
    most = most_deals(table, table.event, sheet, seats=seats, now=timezone.now(), inserted=inserted)
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
