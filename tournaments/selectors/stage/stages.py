"""The chain of stages of a tournament, how far each has come, who is in it, and what settled its ties."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db.models import Count, Q, QuerySet

from tournaments.formats.record import Id
from tournaments.formats.stages import FORMATS
from tournaments.formats.standings.ledger import Settled
from tournaments.models import Entrant, Event, Round, Ruling, Stage, StageEntry, prepared
from tournaments.selectors.table.cards import PlayerTag, player_tag


def stages_of(event: Event) -> QuerySet[Stage]:
    """Each with ``drawn``, the number of its rounds that stand."""
    return event.stages.annotate(drawn=Count("rounds", filter=~Q(rounds__status=Round.Status.UNDONE))).order_by(
        "number"
    )


def every_stage(event: Event) -> list[Stage]:
    """For pages, which ask for them each time."""
    stages = prepared.stages_of(event.pk)
    for stage in stages:
        stage.event = event
    return stages


def every_round(stage: Stage) -> list[Round]:
    """The rounds of a stage, without those taken back."""
    rounds = prepared.rounds_of(stage.pk)
    for round_ in rounds:
        round_.stage = stage
    return rounds


def entries_of(stage: Stage) -> QuerySet[StageEntry]:
    return stage.entries.select_related("entrant__player", "entrant__substitute")


def has_rounds(stage: Stage) -> bool:
    """Whether any is drawn and not taken back."""
    return stage.rounds.exclude(status=Round.Status.UNDONE).exists()


def has_bracket(event: Event) -> bool:
    """Whether any of its stages is drawn as one."""
    return event.has_rounds and any(FORMATS[stage.format].bracket for stage in every_stage(event))


@dataclass(frozen=True)
class Person:
    """An entrant, shown by who plays for them now."""

    id: int
    tag: PlayerTag
    stands_in_for: str  # the entrant's own name, where a substitute plays
    gone: str  # "withdrawn" or "expelled" in words, else empty
    expelled: bool


def person(entrant: Entrant) -> Person:
    return Person(
        id=entrant.pk,
        tag=player_tag(entrant.substitute or entrant.player),
        stands_in_for=entrant.player.short_name if entrant.substitute else "",
        gone="" if entrant.status == Entrant.Status.ACTIVE else str(entrant.get_status_display()),
        expelled=entrant.status == Entrant.Status.EXPELLED,
    )


How = Literal["decided", "lots", "play-off", "first-lots", "shared"]


SETTLED_BY: Mapping[str, How] = {
    Ruling.Kind.ORDER: "decided",
    Ruling.Kind.LOTS: "lots",
    Ruling.Kind.FIRST_LOTS: "first-lots",
    Ruling.Kind.SHARED: "shared",
}


@dataclass(frozen=True)
class Decision:
    """What told some apart who were level: the director's word, a lot, or tables played for it; or that they share. The
    "lots" of a cut say who goes on, and move no place.
    """

    how: How
    at: datetime
    places: Settled


def settled_by(rulings: Iterable[Ruling], *, here: Set[Id]) -> list[Decision]:
    """By the rulings on a stage, the oldest first. What was taken back is left out, and whoever is not ``here`` since
    the stage has begun again."""
    decisions_found: list[Decision] = []
    for ruling in rulings:
        if ruling.kind in SETTLED_BY:
            how = SETTLED_BY[ruling.kind]
            order = enumerate(ruling.value, start=1)
            places = {who: 1 if how == "shared" else place for place, who in order if who in here}
            decisions_found.append(Decision(how, ruling.created_at, places))
        elif ruling.kind == Ruling.Kind.LIFTED and ruling.table_id is None:
            decisions_found.remove(
                next(one for one in reversed(decisions_found) if one.places.keys() == here & {*ruling.value})
            )
    return [decision for decision in decisions_found if len(decision.places) > 1]


def sharing(decisions: Sequence[Decision], members: set[Id]) -> frozenset[frozenset[Id]]:
    """Which of the members share a place, as long as nothing newer settles it among them."""
    shared = set()
    for number, decision in enumerate(decisions, start=1):
        if decision.how == "shared" and members.issuperset(decision.places):
            newer = [later.places.keys() for later in decisions[number:] if later.how != "lots"]
            if not any(ids >= decision.places.keys() for ids in newer):
                shared.add(frozenset(decision.places))
    return frozenset(shared)
