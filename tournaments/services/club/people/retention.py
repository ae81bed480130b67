"""How long a club keeps what, by its own rule. Without one it keeps everything."""

from contextlib import suppress
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Model, QuerySet

from tournaments import audit
from tournaments.audit import SYSTEM, Actor, Details
from tournaments.models import Claim, Club, Confirmation, Contribution, Deal, Event, ProposedCorrection
from tournaments.selectors.club.people.retention import absent_for, months_before
from tournaments.services.club.people.anonymising import anonymise, forget_names_aside
from tournaments.services.refusals import Refused

SAID_ON_PHONES: tuple[type[Model], ...] = (Deal, Contribution, Confirmation, ProposedCorrection, Claim)


@transaction.atomic
def set_retention(*, club: Club, names_for_years: int | None, phones_for_months: int | None, actor: Actor) -> None:
    known = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    before: Details = {"years": known.names_for_years, "months": known.phones_for_months}
    after: Details = {"years": names_for_years, "months": phones_for_months}
    if before != after:
        rules = {"names_for_years": names_for_years, "phones_for_months": phones_for_months}
        Club.objects.filter(pk=club.pk).update(**rules)
        audit.record(actor, "retention-set", club=known, before=before, after=after)


def see_to_people(*, now: datetime) -> int:
    """What the clubs' rules ask for, and names whose time is over. Says how many names are gone for good."""
    for club in Club.objects.exclude(names_for_years=None):
        _anonymise_absent(club, now)
    for club in Club.objects.exclude(phones_for_months=None):
        _forget_phones(club, now)
    return forget_names_aside(now=now)


def _anonymise_absent(club: Club, now: datetime) -> None:
    assert club.names_for_years
    for absent in absent_for(club, years=club.names_for_years, now=now):
        with suppress(Refused):  # came in this very moment
            anonymise(player=absent.player, actor=SYSTEM, now=now)


def _forget_phones(club: Club, now: datetime) -> None:
    """On which phone something was said; what was said stays."""
    assert club.phones_for_months
    limit = months_before(now, club.phones_for_months)
    for model in SAID_ON_PHONES:
        # Past the guards of what is only ever added to.
        rows: QuerySet[Any] = QuerySet(model).filter(table__event__club=club, created_at__lt=limit).exclude(phone="")
        over = rows.exclude(table__event__status=Event.Status.OPEN)
        if over.exists():
            over.update(phone="")
