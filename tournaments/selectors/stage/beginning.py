"""What a stage begins with. Whom it takes from which stage, what it waits for, and who is busy elsewhere; and what
entrants start with by their ratings, where its plan gives a handicap.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from operator import itemgetter
from typing import Any

from tournaments.audience import INSIDERS, current_audience
from tournaments.formats.acceleration import LEAST_RATED, Handicap, HandicapTrial, NightTerms, handicaps, tried
from tournaments.formats.drawing import exact_json
from tournaments.formats.graph import comers, others_from, settled_early, sources_at
from tournaments.formats.plan import StagePlan, read_plan
from tournaments.formats.ratings import Strength
from tournaments.formats.record import Id, StageRecord
from tournaments.formats.repechage import beaten
from tournaments.formats.sources import StageSource
from tournaments.formats.stages import FORMATS, Places, round_robin_length, starting_of, swiss_length
from tournaments.models import Club, Entrant, Event, Player, Seat, Stage, StageEntry, name_order
from tournaments.models.event import WITHOUT_ROUNDS
from tournaments.models.table import ENDED
from tournaments.selectors.ratings.page import are_shown
from tournaments.selectors.ratings.tables import Fit, fits_of, strengths_now
from tournaments.selectors.stage.records import StageState, stage_state
from tournaments.selectors.stage.stages import Person, entries_of, person


@dataclass(frozen=True)
class Feeder:
    """An earlier stage as it stands, and who is to come from it."""

    source: StageSource
    state: StageState
    into: StagePlan  # of the stage that takes them
    others: Sequence[StageSource] = ()  # that take certain people from it

    @property
    def settled_early(self) -> bool:
        """Whether it is told who comes, though the stage may go on."""
        if self.source.lost_to is not None:
            return bool(self.comers)
        entrants, plan = len(self.state.entries), self.state.plan
        return settled_early(self.source, plan, entrants=entrants, places=self._places, others=self.others)

    @property
    def comers(self) -> frozenset[Id]:
        """From a bracket."""
        (group,) = self.state.groups
        if self.source.lost_to is not None:
            return frozenset(beaten(self.source, self.state.plan, group))
        return comers(self.source, self.state.plan, entrants=group.entrants, places=self._places, others=self.others)

    @property
    def _places(self) -> Places:
        return tuple(pair for places in self.state.places for pair in places)


def sources_of(stage: Stage) -> tuple[StageSource, ...]:
    """Where the stage's entrants come from, each with its stage named; nothing for the first stage."""
    return sources_at(read_plan(stage.format, stage.options), stage.number)


def feeders_of(stage: Stage, stages: Sequence[Stage], states: Mapping[int, StageState]) -> list[Feeder]:
    """By its sources; ``states`` are those of the stages (by number) that it takes from, at least."""
    every = [sources_of(other) for other in stages]
    into = read_plan(stage.format, stage.options)
    return [Feeder(source, states[source.stage or 0], into, others_from(source, every)) for source in sources_of(stage)]


def followed_by(stage: Stage, stages: Sequence[Stage]) -> list[Stage]:
    """Those of the event's ``stages`` that take people from this one."""
    return [other for other in stages if any(source.stage == stage.number for source in sources_of(other))]


def leading_stage(stages: Sequence[Stage]) -> Stage:
    """The one that says who is first: it takes the best of the one before it. Those ``passed_over`` left aside."""
    leading = stages[0]
    for stage in stages[1:]:
        sources = [source for source in sources_of(stage) if source.stage == leading.number]
        others = [other for other in followed_by(leading, stages) if other.number != stage.number]
        if any(not source.by_defeat and not source.after and not (source.rest and others) for source in sources):
            leading = stage
    return leading


def begins_after(stage: Stage, stages: Sequence[Stage]) -> set[int]:
    """Numbers of the stages that begin before this one: those it takes from, and where it takes everybody else,
    whoever takes the others."""
    numbers = {source.stage or 0 for source in sources_of(stage)}
    rests = {source.stage for source in sources_of(stage) if source.rest}
    for other in stages:
        if other.number != stage.number and any(s.stage in rests and not s.rest for s in sources_of(other)):
            numbers.add(other.number)
    return numbers


def waits_for(stage: Stage, stages: Sequence[Stage]) -> list[int]:
    """Numbers of the stages that have to begin before this one can."""
    numbers, planned = begins_after(stage, stages), Stage.Status.PLANNED
    return [other.number for other in stages if other.number in numbers and other.status == planned]


def upstream(stage: Stage, stages: Sequence[Stage]) -> set[int]:
    """Numbers of the stages that this one follows, directly or through others."""
    numbers: set[int] = set()
    for other in sorted(stages, key=lambda other: -other.number):
        if other.number in {stage.number, *numbers}:
            numbers |= {source.stage or 0 for source in sources_of(other)}
    return numbers


def still_in(stage: Stage, stages: Sequence[Stage], states: Mapping[int, StageState]) -> set[Id]:
    """Who has no place yet in a bracket that the stage follows, and that goes on meanwhile. ``states`` as in
    ``start_list``."""
    numbers = upstream(stage, stages)
    still: set[Id] = set()
    for other in stages:
        running = other.number in numbers and other.status == Stage.Status.RUNNING
        if running and FORMATS[other.format].bracket:
            state = states[other.number] if other.number in states else stage_state(other)
            still |= state.entrants.keys() - {who for places in state.places for _, who in places}
    return still


@dataclass(frozen=True)
class Others:
    """The stages that have begun, and that a stage does not follow: their sources, and who plays there."""

    stages: Sequence[tuple[tuple[StageSource, ...], frozenset[Id]]] = ()

    @classmethod
    def of(cls, stage: Stage, stages: Sequence[Stage]) -> "Others":
        followed = {stage.number, *upstream(stage, stages)}
        begun = [other for other in stages if other.status != Stage.Status.PLANNED and other.number not in followed]
        if not begun:
            return cls()
        rows = StageEntry.objects.filter(stage__in=[other.pk for other in begun]).values_list("stage_id", "entrant_id")
        people: dict[int, set[Id]] = {other.pk: set() for other in begun}
        for pk, who in rows:
            people[pk].add(who)
        return cls([(sources_of(other), frozenset(people[other.pk])) for other in begun])

    @property
    def busy(self) -> frozenset[Id]:
        return frozenset[Id]().union(*(people for _, people in self.stages))

    def above(self, source: StageSource) -> frozenset[Id]:
        """Who plays in those that take the better places of the source's stage."""
        taking = [
            people
            for sources, people in self.stages
            if any(
                s.stage == source.stage and not s.rest and not s.by_defeat and s.after < source.after for s in sources
            )
        ]
        return frozenset[Id]().union(*taking)


def plays_elsewhere(stage: Stage) -> frozenset[Id]:
    """Who is not free for the stage: they play in one that it does not follow, or are not out of one that goes on."""
    stages = list(stage.event.stages.all())
    return Others.of(stage, stages).busy | still_in(stage, stages, {})


def handicaps_of(stage: Stage, plan: StagePlan, groups: Sequence[Sequence[Entrant]]) -> Mapping[Id, Handicap]:
    """Of all who begin, by entrant; nothing where the plan gives none. Whoever is not settled, or wishes to be left out
    of the ranking, starts with nothing.
    """
    options = plan.options
    if not plan.gives_handicap:
        return {}
    strengths, fit = _known(stage.event)
    given: dict[Id, Handicap] = {}
    for group in groups:
        record = StageRecord(entrants=tuple(entrant.pk for entrant in group))
        given |= handicaps(
            _strengths(group, strengths),
            rounds=(round_robin_length if plan.form.scheduled else swiss_length)(record, options),
            cap=options.cap,
            win=options.points.win_over_last(options.seats),
            beta=fit.beta,
            shrink=fit.shrink,
        )
    return given


def night_handicaps(event: Event, entrants: Sequence[Entrant], *, best: int = 0) -> Mapping[Id, Handicap]:
    """Of these on a night, by entrant; nothing where it gives none. ``best`` as `handicaps` has it."""
    if (terms := event.handicap_terms) is None:
        return {}
    strengths, fit = _known(event)
    return handicaps(
        _strengths(entrants, strengths),
        beta=fit.beta,
        shrink=fit.shrink,
        rounds=terms.rounds,
        cap=terms.cap,
        win=terms.win,
        best=best,
    )


def _known(event: Event) -> tuple[dict[int, Strength], Fit]:
    """The settled strengths of players, and by what chances follow from them."""
    fits = fits_of(event.club, event.game)
    fit = fits[-1] if fits else Fit((event.date, event.pk))
    return settled(strengths_now(event.club, event.game)), fit


def _strengths(entrants: Iterable[Entrant], strengths: Mapping[int, Strength]) -> dict[Id, Strength | None]:
    return {entrant.pk: None if entrant.player.unranked else strengths.get(entrant.player_id) for entrant in entrants}


def anybody_rated(club: Club, game: str) -> bool:
    """Whether anybody's strength is known well enough that others have points given for it."""
    return bool(settled(strengths_now(club, game)))


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


def handicap_facts(entry: StageEntry | Entrant, player: Player, club: Club) -> dict[str, Any]:
    """As an event file holds it: nothing where none is given; without the expected wins where they are hidden."""
    if (given := entry.starts_with) is None:
        return {}
    hidden = () if is_explained(player, club) else ("expected", "best")
    shown = {key: value for key, value in given.stored.items() if key not in hidden}
    return {"handicap": {**shown, "points": exact_json(given.points)}}


def night_facts(event: Event, entrants: Iterable[Entrant], people: Mapping[int, int]) -> dict[str, Any]:
    """Those of a night as an event file holds them, with the terms; ``people``: numbers in the file by player."""
    if (terms := event.handicap_terms) is None:
        return {}
    given = [
        {"person": people[entrant.player_id], **handicap_facts(entrant, entrant.player, event.club)}
        for entrant in entrants
        if entrant.handicap is not None
    ]
    given.sort(key=itemgetter("person"))
    return {"handicap": {**terms.stored, "win": exact_json(terms.win), "given": given}}


def given_at_night(event: Event) -> list[tuple[Entrant, Handicap, bool]]:
    """Of those who are here, the most first; last whether it `is_explained`."""
    here = event.entrants.filter(present=True, handicap__isnull=False).select_related("player", "substitute")
    given = [(entrant, entrant.starts_with, is_explained(entrant.player, event.club)) for entrant in here]
    return sorted(
        [(entrant, handicap, explained) for entrant, handicap, explained in given if handicap],
        key=lambda each: (-each[1].points, name_order(each[0].player.name)),
    )


def usual_terms(club: Club, game: str) -> NightTerms:
    """What the club's last nights of a game propose: how many games a player plays in one, and what a win is worth.

    Who is expected to win a share of games more than another is ahead by as many times twice the mean difference of
    two at a table: so much is a win.
    """
    over = Event.objects.filter(club=club, game=game, kind__in=WITHOUT_ROUNDS, status=Event.Status.FINISHED)
    nights = list(over.order_by("-date", "-pk").values_list("pk", flat=True)[:LAST_NIGHTS])
    seats = Seat.objects.filter(table__event__in=nights, table__deal_count__gt=0, table__status__in=ENDED)
    return _terms(
        [
            (event, table, entrant, Fraction(score))
            for event, table, entrant, score in seats.values_list("table__event_id", "table_id", "entrant_id", "score")
        ]
    )


LAST_NIGHTS = 5
CAP = 2


def _terms(seats: Sequence[tuple[int, int, int, Fraction]]) -> NightTerms:
    scores: dict[int, list[Fraction]] = defaultdict(list)
    for _event, table, _entrant, score in seats:
        scores[table].append(score)
    gaps = [abs(one - other) for sheet in scores.values() for one, other in combinations(sheet, 2)]
    people = {(event, entrant) for event, _table, entrant, _score in seats}
    games = max(1, round(len(seats) / len(people))) if people else 1
    win = round(2 * sum(gaps, Fraction(0)) / len(gaps)) if gaps else 0
    return NightTerms(rounds=games, cap=CAP, win=Fraction(max(1, win)))


def event_handicaps(event: Event) -> list[StageHandicaps]:
    """Of the stages that have begun: a query for them, and one for each that gives any."""
    plans = [
        (stage, read_plan(stage.format, stage.options)) for stage in event.stages.exclude(status=Stage.Status.PLANNED)
    ]
    return [StageHandicaps(stage, plan, _given_at(stage, event.club)) for stage, plan in plans if plan.gives_handicap]


def _given_at(stage: Stage, club: Club) -> list[tuple[Person, Handicap, bool]]:
    given = ((entry.entrant, entry.starts_with) for entry in entries_of(stage))
    return [(person(entrant), handicap, is_explained(entrant.player, club)) for entrant, handicap in given if handicap]


def handicap_trial(event: Event, strengths: Mapping[int, Strength], fit: Fit) -> HandicapTrial:
    """What a handicap would have made of an event that is over, by what players' ``strengths`` were before it; of a
    night by what a win was worth at its own tables.
    """
    trial, rated = HandicapTrial(), settled(strengths)
    if not event.has_rounds:
        return _night_trial(event, rated, fit)
    for stage in event.stages.exclude(status=Stage.Status.PLANNED):
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
            trial = trial.plus(tried(points, rated, rounds=rounds, cap=options.cap, win=win, **by))
    return trial


def _night_trial(event: Event, rated: Mapping[int, Strength], fit: Fit) -> HandicapTrial:
    if len(rated) < LEAST_RATED:
        return HandicapTrial()
    seats = Seat.objects.filter(table__event=event, table__deal_count__gt=0, table__status__in=ENDED)
    sat = [
        (event.pk, table, substitute or player, Fraction(score))
        for table, substitute, player, score in seats.values_list(
            "table_id", "substitute_id", "entrant__player_id", "score"
        )
    ]
    points: dict[Id, Fraction] = defaultdict(Fraction)
    for _event, _table, player, score in sat:
        points[player] += score
    terms = _terms(sat)
    return tried(points, rated, beta=fit.beta, shrink=fit.shrink, rounds=terms.rounds, cap=terms.cap, win=terms.win)
