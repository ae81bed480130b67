"""A club that has planned a Tuesday."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from tests.factories import make_club
from tournaments.audit import SYSTEM
from tournaments.models import Club, ComingNight, Player
from tournaments.selectors.coming import planned_night
from tournaments.services.calendar import NightPlan, answer_night, plan_nights
from tournaments.services.club.clubs import add_players

TUESDAY = date(2026, 12, 1)
SHOWN = ("coming", "waiting", "offered", "released", "declined")


def plan(**facts: Any) -> NightPlan:
    usual = {"name": "Tuesday", "game": "vilnius", "date": TUESDAY, "begins": time(19), "ends": time(23)}
    return NightPlan(**{**usual, **facts})


def planned(*, club: Club | None = None, **facts: Any) -> ComingNight:
    (night,) = plan_nights(club=club or Club.objects.first() or make_club(), plan=plan(**facts), actor=SYSTEM)
    return night


def at(night: ComingNight, *, hours: float = 0) -> datetime:
    """So many hours after the beginning it was planned with."""
    return night.starts_at + timedelta(hours=hours)


def player(night: ComingNight, name: str) -> Player:
    return night.club.players.get(name=name)


def says(night: ComingNight, reply: str, *names: str, now: datetime | None = None) -> None:
    """Ten days before, if nothing else is said."""
    when = now or at(night, hours=-240)
    add_players(club=night.club, names=names, actor=SYSTEM)
    for name in names:
        answer_night(night_id=night.pk, player=player(night, name), reply=reply, now=when, actor=SYSTEM)


def shown(night: ComingNight) -> dict[str, Sequence[str]]:
    found = planned_night(night.pk)
    named = {each: [tag.name for tag in getattr(found, each)] for each in SHOWN}
    return {each: names for each, names in named.items() if names}
