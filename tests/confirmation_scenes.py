"""Tables whose results somebody is asked to confirm, and the phones of their seats."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from unittest.mock import patch

from django.utils import timezone

from tests.factories import make_club, make_member, make_table
from tournaments.audit import SYSTEM, Actor
from tournaments.models import Confirmation, Event, Member, ProposedCorrection, Table
from tournaments.services.table.confirmations import confirm_or_dispute, set_confirmation
from tournaments.services.table.deals import Recorded, record_deal
from tournaments.services.table.life import end_table
from tournaments.services.table.proposed_corrections import Change, correct_or_propose

Verdict = Confirmation.Verdict
CONFIRMED, DISPUTED, WITHDRAWN = Verdict.CONFIRMED, Verdict.DISPUTED, Verdict.WITHDRAWN
OPEN_LENGTH = {"cards": "optional"}


def ask(event: Event, mode: str, *, accept: int | None = 10, correct: int = 30, shared: bool = False) -> None:
    asked = {"accept_minutes": accept, "correction_minutes": correct, "shared_phones": shared}
    set_confirmation(event_id=event.pk, mode=mode, actor=SYSTEM, **asked)  # type: ignore[arg-type]


def table_to_confirm(
    mode: str, *, seats: int = 3, deals: int = 2, ended: bool = True, accept: int | None = 10, correct: int = 30
) -> Table:
    """A Colonial table at which seat 1 has won every deal; all entered on the phone of seat 0."""
    club = make_club(name=uuid.uuid4().hex[:8])
    table = make_table(seats=seats, game="colonial-italian", rules=OPEN_LENGTH, club=club)
    ask(table.event, mode, accept=accept, correct=correct)
    for _ in range(deals):
        enter(table, 0)
    if ended:
        end_table(table_id=table.pk, actor=SYSTEM)
    table.refresh_from_db()
    return table


def phone(table: Table, seat: int | None) -> Actor:
    """That of this seat; None: one on the table's own address."""
    return Actor(pad_link=table.pad_links.get(revoked_at=None), seat=seat, phone=f"phone {seat}")


def director(table: Table) -> Actor:
    return Actor(user=make_member(table.event.club, Member.Role.DIRECTOR, name=uuid.uuid4().hex[:8]))


def won_by(winner: int, *, number: int = 1, seats: int = 3) -> dict[str, object]:
    return {"dealer": (number - 1) % seats, "claimed": [winner]}


def enter(table: Table, seat: int | None, *, winner: int = 1) -> Recorded:
    """The next deal, on the phone of this seat."""
    number, seats = table.deals.values("number").distinct().count() + 1, table.seats.count()
    return record_deal(
        table_id=table.pk,
        payload=won_by(winner, number=number, seats=seats),
        client_id=uuid.uuid4(),
        base_revision=None,
        actor=phone(table, seat),
    )


def correction(number: int = 1, winner: int = 2) -> Change:
    return {"kind": "deal", "number": number, "payload": won_by(winner, number=number)}


def change(table: Table, asked: Change, seat: int | None, **given: object) -> Recorded | ProposedCorrection:
    """What a phone sends that has seen everything."""
    table.refresh_from_db()
    facts: dict[str, object] = {"client_id": uuid.uuid4(), "base_revision": table.revision, "reason": ""} | given
    return correct_or_propose(table_id=table.pk, change=asked, actor=phone(table, seat), **facts)  # type: ignore[arg-type]


def say(
    table: Table, verdict: Confirmation.Verdict, seat: int | None, *deals: int, reason: str = "", version: int = 1
) -> None:
    """On these deals, or else on the table as a whole."""
    table.refresh_from_db()
    confirm_or_dispute(
        table_id=table.pk,
        verdict=verdict,
        deals=[(number, version) for number in deals] or None,
        base_revision=table.revision,
        reason=reason,
        actor=phone(table, seat),
    )
    table.refresh_from_db()


@contextmanager
def later(minutes: float) -> Iterator[None]:
    """So many minutes from now."""
    real = timezone.now
    with patch.object(timezone, "now", lambda: real() + timedelta(minutes=minutes)):
        yield
