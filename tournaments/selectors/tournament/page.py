"""A tournament for everyone: the round being played, how the stage stands, and the stages before it."""

from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator

from tournaments.models import Event, Stage
from tournaments.selectors.night.scoreboard import TILES, LiveRow, drawn, table_row
from tournaments.selectors.stage.chain import every_stage
from tournaments.selectors.stage.entrants import entrants_in_order
from tournaments.selectors.stage.pairings import RoundView, current_round
from tournaments.selectors.stage.people import Person, person
from tournaments.selectors.stage.places import PlaceRow, StageSection, final_places, shown_section
from tournaments.selectors.stage.records import StageState, shown_state
from tournaments.selectors.tournament.by_round import PlacesByRound, shown_places_by_round


@dataclass(frozen=True)
class TournamentPage:
    event: Event
    revision: int
    now: RoundView | None
    stage: StageSection | None  # the latest that has begun
    by_round: list[PlacesByRound]  # of that stage
    earlier: list[StageSection]  # the latest first
    planned: list[Stage]
    people: list[Person]  # who has entered; only before the first stage begins
    final: list[PlaceRow]  # once it is over, where the last stage alone does not tell them

    @property
    def has_cross_table(self) -> bool:
        return any(section.crossed for section in self._begun)

    @property
    def _begun(self) -> list[StageSection]:
        return [*([self.stage] if self.stage else []), *self.earlier]


def tournament_page(event: Event, *, now: datetime) -> TournamentPage:
    stages = every_stage(event)
    states = begun_states(stages)
    sections = [shown_section(state) for state in reversed(states)]
    over = event.status == Event.Status.FINISHED
    several = len(states) > 1 or any(len(section.groups) > 1 for section in sections)
    return TournamentPage(
        event=event,
        revision=event.revision,
        now=current_round(states[-1], event, now=now) if states and not over else None,
        stage=sections[0] if sections else None,
        by_round=shown_places_by_round(states[-1]) if states else [],
        earlier=sections[1:],
        planned=[stage for stage in stages if stage.status == Stage.Status.PLANNED],
        people=[] if states else entered(event),
        final=final_places(states) if over and several else [],
    )


def round_tiles(view: RoundView, number: str) -> "Page[LiveRow]":
    """A page of the round's tables, those of earlier rounds first."""
    page = Paginator([*view.late, *view.tables], TILES).get_page(number or 1)
    return drawn(page, lambda each: table_row(each.card, note=each.note, absent=each.absent))


def states_of(event: Event) -> list[StageState]:
    """Of the stages that have begun."""
    return begun_states(every_stage(event))


def begun_states(stages: list[Stage]) -> list[StageState]:
    return [shown_state(stage) for stage in stages if stage.status != Stage.Status.PLANNED]


def entered(event: Event) -> list[Person]:
    return [person(entrant) for entrant in entrants_in_order(event)]


def read_tournament(event_id: int) -> Event:
    """With its club. Raises Event.DoesNotExist, for a club night too."""
    return Event.objects.select_related("club").get(pk=event_id, kind=Event.Kind.TOURNAMENT)
