"""What entrants start with by their ratings, where the plan of a stage gives a handicap."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.audience import INSIDERS, current_audience
from tournaments.formats.acceleration import Handicap, HandicapTrial, handicaps, tried
from tournaments.formats.plan import StagePlan, read_plan
from tournaments.formats.ratings import BETA, Strength
from tournaments.formats.record import Id, StageRecord
from tournaments.formats.stages import round_robin_length, starting_of, swiss_length
from tournaments.models import Club, Entrant, Event, Player, Stage
from tournaments.selectors.ratings.page import are_shown
from tournaments.selectors.ratings.tables import Fit, fits_of, strengths_now
from tournaments.selectors.stage.records import stage_state
from tournaments.selectors.stage.stages import Person, entries_of, person


def handicaps_of(stage: Stage, plan: StagePlan, groups: Sequence[Sequence[Entrant]]) -> Mapping[Id, Handicap]:
    """Of all who begin, by entrant; nothing where the plan gives none. Whoever is not settled, or wishes to be left out
    of the ranking, starts with nothing.
    """
    options = plan.options
    if not plan.gives_handicap:
        return {}
    event = stage.event
    strengths, fits = settled(strengths_now(event.club, event.game)), fits_of(event.club, event.game)
    beta, shrink = (fits[-1].beta, fits[-1].shrink) if fits else (BETA, 1.0)
    given: dict[Id, Handicap] = {}
    for group in groups:
        record = StageRecord(entrants=tuple(entrant.pk for entrant in group))
        given |= handicaps(
            {entrant.pk: None if entrant.player.unranked else strengths.get(entrant.player_id) for entrant in group},
            beta=beta,
            shrink=shrink,
            rounds=(round_robin_length if plan.form.scheduled else swiss_length)(record, options),
            cap=options.cap,
            win=options.points.win_over_last(options.seats),
        )
    return given


def settled(strengths: Mapping[int, Strength]) -> dict[int, Strength]:
    """Those known well enough that points are given for them."""
    return {who: strength for who, strength in strengths.items() if strength.is_settled}


@dataclass(frozen=True)
class StageHandicaps:
    """Of a stage that gives any, by seed; in groups those of the first come first. Last whether it `is_explained`."""

    stage: Stage
    plan: StagePlan
    given: list[tuple[Person, Handicap, bool]]


def is_explained(player: Player, club: Club) -> bool:
    """Whether the reader sees the wins on which a handicap rests, since they tell a rating: where the club shows its
    ratings, and not of who is left out of the ranking or anonymous.
    """
    shown = are_shown(club, inside=current_audience() == INSIDERS)
    return shown and not player.unranked and player.anonymised_at is None


def event_handicaps(event: Event) -> list[StageHandicaps]:
    """Of the stages that have begun: a query for them, and one for each that gives any."""
    plans = [
        (stage, read_plan(stage.format, stage.options)) for stage in event.stages.exclude(status=Stage.Status.PLANNED)
    ]
    return [StageHandicaps(stage, plan, _given(stage, event.club)) for stage, plan in plans if plan.gives_handicap]


def _given(stage: Stage, club: Club) -> list[tuple[Person, Handicap, bool]]:
    given = ((entry.entrant, entry.starts_with) for entry in entries_of(stage))
    return [(person(entrant), handicap, is_explained(entrant.player, club)) for entrant, handicap in given if handicap]


def handicap_trial(event: Event, strengths: Mapping[int, Strength], fit: Fit) -> HandicapTrial:
    """What a handicap would have made of an event that is over, by what players' ``strengths`` were before it."""
    trial, known = HandicapTrial(), settled(strengths)
    for stage in event.stages.exclude(status=Stage.Status.PLANNED) if event.has_rounds else ():
        stage.event = event
        state = stage_state(stage)
        options = state.plan.options
        if not state.plan.form.standings or options.points.scheme.places is None:
            continue
        win = options.points.win_over_last(options.seats)
        players = {pk: entrant.player_id for pk, entrant in state.entrants.items()}
        for group, rows in zip(state.groups, state.standings, strict=True):
            starting = starting_of(group, options)
            points = {players[row.id]: Fraction(row.points) - starting.get(row.id, 0) for row in rows}
            rounds, by = len(group.rounds), {"beta": fit.beta, "shrink": fit.shrink}
            trial = trial.plus(tried(points, known, rounds=rounds, cap=options.cap, win=win, **by))
    return trial
