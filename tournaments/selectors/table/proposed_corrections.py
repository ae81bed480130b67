"""Corrections that wait for another seat's consent, as one phone sees them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from tournaments.audit import Actor
from tournaments.models import Deal, Event, ProposedCorrection
from tournaments.models.statements import Prepared, joined
from tournaments.selectors.table.correction_rights import correction_rights
from tournaments.selectors.table.page import TablePage

Json = dict[str, Any]


def open_proposed_corrections(page: TablePage, *, actor: Actor, now: datetime) -> list[Json]:
    """Those that can still be agreed to: nothing else has changed what they change, and there is time for it."""
    waiting = [each for each in _waiting(page.table.pk) if not is_overtaken(each)]
    rights = correction_rights(page.table, now=now) if waiting else {}
    return [
        proposed_correction_facts(each, page, actor=actor)
        for each in waiting
        if rights.get(each.change.get("number"), rights[None]) != "closed"
    ]


PROPOSED, _proposed_of = joined(ProposedCorrection)
_waiting = Prepared(
    lambda table: ProposedCorrection.objects.filter(table=table, answer="").order_by("pk").values_list(*PROPOSED),
    _proposed_of,
)


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
