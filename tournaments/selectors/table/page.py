"""The page of one table: its sheets (V8) and every version of its deals, the calls between it and its director, and the
corrections that wait for consent.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import F, Q

from scoring.deals import Deal as PlayedDeal
from scoring.deals import ShowdownDeal, VilniusDeal
from scoring.result import AnnouncementResult, SheetState, TableResult
from tournaments.audit import Actor
from tournaments.limits import UNDO_DEAL
from tournaments.models import Claim, Deal, Event, Member, ProposedCorrection, Table, prepared
from tournaments.selectors.table.cards import SeatLine, TableCard, card_of, number_text, rows_at_table
from tournaments.selectors.table.confirmations import correction_rights
from tournaments.selectors.table.deals import (
    History,
    LastChange,
    deal_history,
    deal_in,
    last_change,
    newest_versions,
    read_deal,
    score_table,
)

Role = Member.Role


@dataclass(frozen=True)
class DealVersion:
    version: int
    deal: PlayedDeal | None
    at: datetime
    by: str  # who sits at the seat whose own address was used, or the player who was signed in; else empty
    reason: str
    seat: int | None = None
    role: str = ""  # of who was signed in; empty: from a pad


@dataclass(frozen=True)
class DealLine:
    number: int
    deal: PlayedDeal | None  # None: voided
    result: Any  # AnnouncementResult, ShowdownResult, or None where voided
    versions: Sequence[DealVersion]

    @property
    def corrected(self) -> bool:
        return len(self.versions) > 1

    @property
    def standing(self) -> PlayedDeal:
        """What was played; of one that is voided, what it said before."""
        return next(version.deal for version in reversed(self.versions) if version.deal is not None)


@dataclass(frozen=True)
class TablePage:
    table: Table
    event: Event
    card: TableCard
    revision: int
    names: list[str]
    history: History
    result: TableResult
    deals: list[DealLine]


def table_page(table_id: int) -> TablePage:
    """A table with its deals, as pages show it. Raises Table.DoesNotExist. The revision is read before the deals, so it
    never promises too much.
    """
    table = _read_table(table_id)
    seats = rows_at_table(table_id)
    names = [seat.player.short_name for seat in seats]
    history = deal_history(table_id)
    versions = deal_versions(table, names, history)
    sheet = {number: rows[-1].deal for number, rows in versions.items()}
    result = score_table(table, sheet, seats=len(seats))
    return TablePage(
        table=table,
        event=table.event,
        card=card_of(seats, table.event),
        revision=table.event.revision,
        names=names,
        history=history,
        result=result,
        deals=[
            DealLine(
                number=number,
                deal=sheet[number],
                result=result.deals[number - 1] if number <= len(result.deals) else None,
                versions=rows,
            )
            for number, rows in versions.items()
        ],
    )


def _read_table(table_id: int) -> Table:
    for table in prepared.tables(table_id):
        return table
    raise Table.DoesNotExist


def undoable(page: TablePage, *, now: datetime) -> LastChange | None:
    """What the director may still undo: a correction, or what they entered."""
    last = last_change(page.history)
    if last is None or now - last.at > UNDO_DEAL:
        return None
    rows = [row for row in page.history if row.revision == last.revision]
    changed = any(row.version > 1 or row.user_id for row in rows)
    return last if changed else None


def deal_versions(table: Table, names: list[str], history: History) -> dict[int, list[DealVersion]]:
    people = _who_entered(table.event, history)
    versions: dict[int, list[DealVersion]] = defaultdict(list)
    for row in history:
        by, role = people.get(row.user_id, ("", Role.DIRECTOR)) if row.user_id else ("", "")
        if row.seat is not None and row.seat < len(names):
            by = names[row.seat]
        played = deal_in(row, table.event.game, seats=len(names))
        versions[row.number].append(DealVersion(row.version, played, row.created_at, by, row.reason, row.seat, role))
    return dict(versions)


def _who_entered(event: Event, history: History) -> dict[int, tuple[str, str]]:
    """By the account: what its player is called, and its role here. An account's name is for members, in the log."""
    keys = {row.user_id for row in history if row.user_id}
    if not keys:
        return {}
    members = Member.objects.filter(club=event.club_id, user__in=keys).filter(Q(event=None) | Q(event=event))
    phones = members.select_related("player").order_by(F("event").desc(nulls_first=True))
    return {phone.user_id: (phone.player.short_name if phone.player else "", phone.role) for phone in phones}


def seat_names(table: Table) -> list[str]:
    """The names of who sits at a table, by seat."""
    seats = table.seats.select_related("entrant__player", "substitute").order_by("index")
    return [seat.player.short_name for seat in seats]


def changed_since(table: Table, base_revision: int) -> list[Deal]:
    """The newest version of every deal that was recorded, corrected or voided after `base_revision`."""
    rows = Deal.objects.filter(table=table, revision__gt=base_revision).order_by("number", "version")
    return list({deal.number: deal for deal in rows}.values())


Json = dict[str, Any]
SHOWN_FOR = timedelta(hours=12)


def call_facts(table: Table) -> Json | None:
    """The table's call for the director, until they have come."""
    return {"at": table.called_at.isoformat(), "note": table.call_note} if table.called_at else None


def open_claim(table_id: int) -> Claim | None:
    """A winner against the cards on whom the director has yet to rule: there is one at most."""
    return next(iter(prepared.open_claims(table_id)), None)


def deal_claimed(claim: Claim) -> int | None:
    """The deal that it would correct: also one that another phone has recorded of the same cards while it waited."""
    if claim.number is not None:
        return claim.number
    game, seats = claim.table.event.game, claim.table.seats.count()
    announced = read_deal(game, claim.payload, seats=seats)
    assert isinstance(announced, ShowdownDeal)
    for row in newest_versions(deal_history(claim.table_id)):
        deal = deal_in(row, game, seats=seats) if row.created_at > claim.created_at else None
        if isinstance(deal, ShowdownDeal) and deal.laid_down == announced.laid_down:
            return row.number
    return None


def claim_facts(claim: Claim) -> Json:
    return {
        "at": claim.created_at.isoformat(),
        "number": claim.number,
        "payload": claim.payload,
        "reason": claim.reason,
    }


def pad_messages(table: Table, *, now: datetime) -> list[Json]:
    """The director's messages for a table's pads, the newest first; those to everybody only as far as the table was
    there to hear them.
    """
    newest = [message for message in prepared.newest_messages(table.pk) if message.created_at > now - SHOWN_FOR]
    return [
        {
            "id": message.pk,
            "text": message.text,
            "at": message.created_at.isoformat(),
            "everyone": message.table_id is None,
        }
        for message in newest
    ]


class Cell(NamedTuple):
    taken: int
    points: int
    points_text: str
    exact: bool


class Level(NamedTuple):
    announced: int
    cells: tuple[Cell, ...]
    free: range  # announcements of this kind still to be made

    @property
    def used(self) -> bool:
        return not self.free


class SheetShape(NamedTuple):
    """What of a sheet is more than figures and who has it: of the same shape are many."""

    place: int | None  # once the table is over
    won: bool
    lost: bool
    turn: bool  # declares next
    full: bool


@dataclass(frozen=True)
class PaperSheet:
    seat: SeatLine
    levels: tuple[Level, ...]
    state: SheetState
    shape: SheetShape

    @property
    def reach(self) -> tuple[str, str]:
        return number_text(self.state.lowest), number_text(self.state.highest)


def paper_sheets(page: TablePage) -> list[PaperSheet]:
    """Empty for the games that keep no sheets."""
    return sheets_of(page.card, [(line.deal, line.result) for line in page.deals], page.result)


def sheets_of(
    card: TableCard, played: Iterable[tuple[PlayedDeal | None, Any]], result: TableResult
) -> list[PaperSheet]:
    """``played``: every deal with what it brought."""
    cells: dict[tuple[int, int], list[Cell]] = {}
    for deal, brought in played:
        if not isinstance(deal, VilniusDeal) or not isinstance(brought, AnnouncementResult):
            continue
        cell = Cell(deal.taken, brought.points, number_text(brought.points), brought.exact)
        cells.setdefault((brought.declarer, deal.announced), []).append(cell)
    sheets = []
    for seat, scored in zip(card.seats, result.seats, strict=True):
        state = scored.sheet
        if state is not None:
            levels = tuple(
                Level(announced, tuple(cells.get((seat.index, announced), ())), range(left))
                for announced, left in enumerate(state.left)
            )
            shape = _shape(card, seat, state, turn=result.turn == seat.index)
            sheets.append(PaperSheet(seat=seat, levels=levels, state=state, shape=shape))
    return sheets


def _shape(card: TableCard, seat: SeatLine, state: SheetState, *, turn: bool) -> SheetShape:
    return SheetShape(
        place=None if card.playing or not card.begun else seat.place,
        won=card.playing and state.has_won,
        lost=card.playing and not state.can_win,
        turn=card.playing and turn,
        full=not any(state.left),
    )


def open_proposed_corrections(page: TablePage, *, actor: Actor, now: datetime) -> list[Json]:
    """The proposals that can still be agreed to: nothing else has changed what they change, and there is time."""
    waiting = [proposal for proposal in prepared.waiting_corrections(page.table.pk) if not is_overtaken(proposal)]
    rights = correction_rights(page.table, now=now) if waiting else {}
    return [
        proposed_correction_facts(proposal, page, actor=actor)
        for proposal in waiting
        if rights.get(proposal.change.get("number"), rights[None]) != "closed"
    ]


def proposed_correction_facts(proposed: ProposedCorrection, page: TablePage, *, actor: Actor) -> Json:
    return {
        "id": proposed.pk,
        "change": proposed.change,
        "seat": proposed.seat,
        "by": page.names[proposed.seat] if proposed.seat is not None and proposed.seat < len(page.names) else "",
        "reason": proposed.reason,
        "answer": proposed.answer,
        "may_agree": not proposed.answer and no_consent_of(actor, proposed, page.event) is None,
        "may_withdraw": not proposed.answer and actor.seat == proposed.seat,
    }


def no_consent_of(actor: Actor, proposed: ProposedCorrection, event: Event) -> str | None:
    """Why this phone cannot agree to it: the code of a refusal."""
    if actor.seat is None:
        return "seat-needed"
    if actor.seat == proposed.seat:
        return "own-proposal"
    own = actor.phone and actor.phone in (proposed.phone, proposed.backed_on)
    return "own-phone" if own and not event.shared_phones else None


def is_overtaken(proposed: ProposedCorrection) -> bool:
    """Whether what it would change has changed since: the one deal, or, where it is about several, any."""
    later: Iterable[Deal] = Deal.objects.filter(table=proposed.table_id, revision__gt=proposed.revision)
    number = proposed.change.get("number")
    return any(number in (None, deal.number) for deal in later)
