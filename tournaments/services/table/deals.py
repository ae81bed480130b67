"""Recording at a table: deals, corrections, voids. Nothing recorded is ever changed; newer versions count."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NoReturn
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.deals import Deal as PlayedDeal
from scoring.deals import ShowdownDeal, is_read, same_deal
from scoring.errors import ScoringError
from scoring.result import TableResult
from tournaments.audit import Actor, seated_at
from tournaments.limits import LONGEST_REASON
from tournaments.models import Deal, Seat, Table
from tournaments.models.prepared import seats_at
from tournaments.models.statements import insert, key_of
from tournaments.permissions import PadKey
from tournaments.selectors.pad.phones import (
    contributions_to,
    own_hands_in,
    players_to_ask,
    seats_given_alike,
)
from tournaments.selectors.pad.state import AfterDeal
from tournaments.selectors.table.confirmations import Confirmations, right_to
from tournaments.selectors.table.deals import (
    DealRow,
    History,
    Payload,
    Sheet,
    current_deals,
    deal_history,
    has_later_round,
    live_deals,
    newest_versions,
    read_deal,
    row_of,
)
from tournaments.services.change import commit_table_change, lock_table
from tournaments.services.opening import has_followed
from tournaments.services.refusals import Missing, PlayersAsked, Refused, Stale, fitting
from tournaments.services.table.judging import OpenTable, keep_scores, open_pad, settle


@dataclass(frozen=True)
class Recorded:
    number: int
    version: int
    revision: int  # of the event, with this
    repeated: bool  # the same had been recorded before: by this client_id, or by another phone
    after: AfterDeal | None = None  # the table with this version; none for one that was repeated


@dataclass(frozen=True)
class Sent:
    """The next deal of the table, as a phone or a form sends it.

    `base_revision` is what the phone had seen of the event; None for a caller that shows nobody a sheet. `number` is
    which deal the phone took it for: where another has recorded that one it is the same, or it is Stale. `after` is
    the client_id of what the same phone sent before, whose answer it may not have had yet.
    """

    payload: Payload
    client_id: UUID
    base_revision: int | None
    number: int | None = None
    after: UUID | None = None


@transaction.atomic
def record_deal(
    *,
    table_id: int,
    payload: Payload,
    client_id: UUID,
    base_revision: int | None,
    actor: Actor,
    number: int | None = None,
    upheld: bool = False,
) -> Recorded:
    """Records a deal. Raises ScoringError, Stale or Refused, and changes nothing. ``upheld``: by the director, against
    the cards, which only services/table/claims.py does.
    """
    return _record(_open(table_id, actor), Sent(payload, client_id, base_revision, number), upheld=upheld)


@transaction.atomic
def record_on_pad(key: PadKey, sent: Sent, by: Actor) -> Recorded:
    """Records a deal from a table's phone, or a program, read and written in few statements."""
    return _record(open_pad(key, by), sent)


def _record(opened: OpenTable, sent: Sent, *, upheld: bool = False) -> Recorded:
    table, seats, history = opened.table, opened.seats, opened.history
    deal = read_deal(table.event.game, sent.payload, seats=len(seats))
    if answer := _answered_before(history, sent.client_id, deal):
        return answer
    if not upheld:
        require_by_the_cards(opened.actor, deal)
    sheet = current_deals(table, seats=len(seats), history=history)
    number, base_revision = len(live_deals(sheet)) + 1, with_own(history, sent.after, sent.base_revision)
    if sent.number not in (None, number):
        again = _recorded_already(opened, sent.number, deal)
        return again or _refuse_stale(table, base_revision, sent.number)
    require_current(table, base_revision)
    if table.status == Table.Status.ADJOURNED:
        raise Refused("table-adjourned")
    if table.status != Table.Status.PLAYING:
        raise ScoringError("table-finished", deal=number)
    _require_own_hands(opened, number, deal, upheld=upheld)
    return _append(opened, sheet, Written([(number, deal, sent.client_id)], opened.actor))


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
    upheld: bool = False,
    seen: int | None = None,
) -> Recorded:
    """A new version of a deal already recorded; without a payload the deal is voided.

    ``seen`` is the version that the phone showed; it has seen no newer one, whatever else it knows of the table.
    ``late`` corrects a result that later rounds depend on: only services/stage/late_corrections.py, which shows what
    moves. ``consent`` is that of another seat to change a confirmed deal: only services/table/proposed_corrections.py.
    """
    opened = _open(table_id, actor)
    table, seats, history = opened.table, opened.seats, opened.history
    deal = read_deal(table.event.game, payload, seats=len(seats))
    if answer := _answered_before(history, client_id, deal, number=number):
        return answer
    if not upheld:
        versions = (
            read_deal(table.event.game, row.payload, seats=len(seats)) for row in history if row.number == number
        )
        require_by_the_cards(actor, deal, *versions)
    base_revision = _seen_revision(history, number, seen, base_revision)
    again = _recorded_already(opened, number, deal)
    unseen = again is not None and base_revision is not None and again.revision > base_revision
    if again and (actor.pad_link or unseen):  # a new version would undo the confirmations of this one
        return again
    require_current(table, base_revision)
    if not late and has_later_round(table):
        raise Refused("later-round")
    sheet = current_deals(table, seats=len(seats), history=history)
    if number not in sheet:
        raise Refused("deal-unknown", deal=number)
    if deal is None and sheet[number] is None:
        raise Refused("deal-voided", deal=number)
    if not upheld:
        require_rulings_kept(actor, [sheet[number]], [deal])
    if actor.pad_link:
        require_right(table, number, consent=consent)
    return _append(opened, sheet, Written([(number, deal, client_id)], actor, fitting(reason, LONGEST_REASON)))


@transaction.atomic
def set_first_dealer(*, table_id: int, seat: int, base_revision: int | None, actor: Actor) -> None:
    """Sets who deals first, as the table cut for it. Fixed once a deal stands, or another game has followed."""
    table = lock_for(actor, table_id)
    require_current(table, base_revision)
    players = seated_at(table)
    if live_deals(current_deals(table, seats=len(players))) or has_followed(table):
        raise Refused("dealer-fixed")
    if table.status not in (Table.Status.PLAYING, Table.Status.ADJOURNED):
        raise Refused("table-over")
    if seat not in range(len(players)):
        raise ScoringError("seat-unknown", seat=seat)
    old_first_dealer, table.first_dealer = table.first_dealer, seat
    commit_table_change(
        table, actor, "first-dealer", before={"dealer": players[old_first_dealer]}, after={"dealer": players[seat]}
    )


def lock_for(actor: Actor, table_id: int) -> Table:
    """The table, locked; a link that was revoked while this waited for the lock opens nothing any more: Missing."""
    table = lock_table(table_id)
    if actor.pad_link and not table.pad_links.filter(pk=actor.pad_link.pk, revoked_at=None).exists():
        raise Missing
    return table


def _open(table_id: int, actor: Actor) -> OpenTable:
    table = lock_for(actor, table_id)
    return OpenTable(table, seats_of(table), deal_history(table_id), actor)


def seats_of(table: Table) -> list[Seat]:
    seats = seats_at(table.pk)
    for seat in seats:
        seat.table = table
    return seats


def _answered_before(
    history: History, client_id: UUID, deal: PlayedDeal | None, *, number: int | None = None
) -> Recorded | None:
    """What a resend was answered the first time. Another deal under a known id would be lost; it is refused."""
    row = next((row for row in history if row.client_id == client_id), None)
    if row is None:
        return None
    if (row.number, row.payload) != (number or row.number, payload_of(deal)):
        raise Refused("client-id-taken")
    return _repeated(row)


def _recorded_already(opened: OpenTable, number: int | None, deal: PlayedDeal | None) -> Recorded | None:
    """Two phones enter the same: one version, whatever the second had seen of the table by then."""
    row = next((row for row in newest_versions(opened.history) if row.number == number), None)
    if row is None:
        return None
    recorded = read_deal(opened.table.event.game, row.payload, seats=len(opened.seats))
    return _repeated(row) if same_deal(recorded, deal) else None


def with_own(history: History, after: UUID | None, base_revision: int | None) -> int | None:
    """The revision that a phone has seen: at least that of the deal it sent just before, which was taken only because
    nothing was newer.
    """
    if base_revision is None or after is None:
        return base_revision
    return max([base_revision, *(row.revision for row in history if row.client_id == after)])


def _seen_revision(history: History, number: int, seen: int | None, base_revision: int | None) -> int | None:
    if seen is None or base_revision is None:
        return base_revision
    newer = next((row for row in history if row.number == number and row.version > seen), None)
    return min(base_revision, newer.revision - 1) if newer else base_revision


def _repeated(deal: DealRow) -> Recorded:
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


def _require_own_hands(opened: OpenTable, number: int, deal: PlayedDeal | None, *, upheld: bool) -> None:
    """The phone of a seat that enters all hands says of none otherwise than its player did, on their own phone; where
    they have not, but have a phone, they are asked first, unless the director records it.
    """
    if opened.actor.seat is None or not isinstance(deal, ShowdownDeal):
        return
    contributions = contributions_to(opened.table, history=opened.history, number=number)
    own_hands = own_hands_in(contributions)
    if not all(hand.is_in(deal, seat) for seat, hand in own_hands.items() if seat != opened.actor.seat):
        raise Refused("hand-of-another")
    if not upheld:
        require_asked(opened, number, deal, entered_before=seats_given_alike(contributions, deal))


def require_asked(
    opened: OpenTable, number: int, deal: PlayedDeal | None, *, entered_before: Collection[int] = ()
) -> None:
    """Refuses hands that the phone of a seat enters for others who have phones, unless they agree: see
    ``players_to_ask``.
    """
    if opened.actor.seat is None or not isinstance(deal, ShowdownDeal):
        return
    others = sorted(deal.entered - {opened.actor.seat, *entered_before})
    if not others:
        return
    table, history = opened.table, opened.history
    if seats_to_ask := players_to_ask(table, others, history=history, number=number, now=timezone.now()):
        raise PlayersAsked(seats_to_ask, minutes=table.event.silence_minutes)


def require_by_the_cards(actor: Actor, deal: PlayedDeal | None, *versions: PlayedDeal | None) -> None:
    """A phone upholds nobody against the cards, but may send again what the director ruled in an earlier version."""
    if actor.pad_link is None or deal is None or not is_read(deal) or deal.ruling is None:
        return
    if deal.ruling not in _rulings(versions):
        raise Refused("director-needed")


def require_rulings_kept(actor: Actor, before: Iterable[PlayedDeal | None], after: Iterable[PlayedDeal | None]) -> None:
    """Refuses a phone that voids or changes what the director let stand against the cards."""
    earlier, later = _rulings(before), _rulings(after)
    if actor.pad_link and any(earlier.count(ruling) > later.count(ruling) for ruling in earlier):
        raise Refused("directors-word")


def _rulings(deals: Iterable[PlayedDeal | None]) -> list[tuple[object, ...]]:
    return [deal.ruling for deal in deals if deal is not None and is_read(deal) and deal.ruling is not None]


@dataclass(frozen=True)
class Written:
    """New versions of deals, in the order in which they are written."""

    rows: Sequence[tuple[int, PlayedDeal | None, UUID]]  # number, what was played, client_id
    actor: Actor
    reason: str = ""


def _append(opened: OpenTable, sheet: Sheet, written: Written) -> Recorded:
    """The one deal that is written, with its entry in the log."""
    table = opened.table
    shown_revision = table.shown_revision
    (row,), result = write_deals(opened, sheet, written)
    new = row.version == 1
    history = [*opened.history, row_of(row)]
    confirmations = Confirmations(table, history)
    commit_table_change(
        table,
        written.actor,
        "deal" if new else "void" if row.payload is None else "correction",
        before=None if new else {"deal": row.number, "payload": payload_of(sheet.get(row.number))},
        after={"deal": row.number, "version": row.version, "payload": row.payload, "reason": written.reason},
        confirmations=confirmations,
    )
    people = [seat.entrant_id for seat in opened.seats]
    after = {**sheet, **{number: deal for number, deal, _ in written.rows}}
    after_deal = AfterDeal(table, opened.names, people, history, after, result, confirmations, shown_revision)
    return Recorded(row.number, row.version, row.revision, repeated=False, after=after_deal)


def payload_of(deal: PlayedDeal | None) -> Payload | None:
    """A deal's payload as it is stored and logged."""
    return None if deal is None else deal.as_payload()


def write_deals(opened: OpenTable, sheet: Sheet, written: Written) -> tuple[list[Deal], TableResult]:
    """Write versions under the event's next revision, and what follows for scores and the table's end; the caller
    commits the change. Raises ScoringError or Refused.
    """
    table = opened.table
    after = {**sheet, **{number: deal for number, deal, _ in written.rows}}
    versions = Counter(row.number for row in opened.history)
    result = settle(opened, sheet, after)
    rows = []
    for number, deal, client_id in written.rows:
        versions[number] += 1
        row = Deal(
            table_id=table.pk,
            number=number,
            version=versions[number],
            payload=payload_of(deal),
            client_id=client_id,
            revision=table.event.revision + 1,
            user_id=key_of(written.actor.user),
            pad_link_id=key_of(written.actor.pad_link),
            seat=written.actor.seat,
            phone=written.actor.phone,
            reason=written.reason,
        )
        _insert(row)
        rows.append(row)
    keep_scores(table, opened.seats, after, result)
    table.last_deal_at = rows[-1].created_at
    return rows, result


def _insert(deal: Deal) -> None:
    """Tables of two events do not wait for each other: the same client_id may come to both in the same instant."""
    try:
        insert(deal)
    except IntegrityError as error:
        raise Refused("client-id-taken") from error
