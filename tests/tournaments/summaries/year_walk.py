"""A club whose directors do whatever they can, in any order, all through the services."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from random import Random
from typing import TypeVar

from django.db.models import Model

from scoring.errors import ScoringError
from tests.confirmation_scenes import later
from tests.factories import make_club
from tournaments.audit import SYSTEM
from tournaments.models import Event, Player, PlayerMerge, Table
from tournaments.services.club.clubs import add_players
from tournaments.services.refusals import Missing, Refused

Row = TypeVar("Row", bound=Model)

FIRST = date(2026, 1, 1)
GAME_RULES: dict[str, dict[str, object]] = {
    "vilnius": {},
    "colonial-italian": {"deals": 4},
    "colonial-visions": {"race_to": 2},
    "protean": {"score": "cubits", "deals": 3},
}
Act = Callable[["Walk"], None]


class Walk:
    def __init__(self, seed: int, acts: Mapping[Act, int]) -> None:
        self.acts = acts
        self.random = Random(seed)
        self.club = make_club(name=f"Club {seed}")
        self.minutes = 0.0
        self.done: Counter[str] = Counter()
        add_players(club=self.club, names=[f"P{n:02}" for n in range(24)], actor=SYSTEM)

    def step(self) -> None:
        act = self.random.choices([*self.acts], weights=[*self.acts.values()])[0]
        try:
            with later(self.minutes):
                act(self)
        except (Refused, Missing, ScoringError):
            return
        self.done[act.__name__] += 1

    def events(self, **wanted: object) -> list[Event]:
        return list(self.club.events.filter(**wanted).order_by("pk"))

    def any_event(self, **wanted: object) -> Event:
        return self.one(self.events(**wanted))

    def any_table(self, **wanted: object) -> Table:
        tables = Table.objects.filter(event__club=self.club, **wanted).select_related("event").order_by("pk")
        return self.one(list(tables))

    def one(self, rows: Sequence[Row]) -> Row:
        """Mostly of what is new. Raises Missing where there is none."""
        if not rows:
            raise Missing
        return rows[-1 - min(int(self.random.expovariate(0.5)), len(rows) - 1)]

    def people(self, most: int) -> list[Player]:
        gone = PlayerMerge.objects.values("gone")
        here = self.club.players.filter(archived_at=None, anonymised_at=None).exclude(pk__in=gone)
        known = list(here.order_by("pk"))
        return self.random.sample(known, min(most, len(known)))
