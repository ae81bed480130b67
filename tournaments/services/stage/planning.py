"""A tournament as it is planned: the event, its chain of stages, how each begins and ends, and byes on request."""

import datetime
import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max, Q, QuerySet

from scoring.games import GAMES
from tournaments.audit import Actor, Details, players_of, the_player
from tournaments.formats.acceleration import Handicap
from tournaments.formats.bracket.progress import LARGEST
from tournaments.formats.graph import check_graph
from tournaments.formats.plan import PlanError, StagePlan, has_next_round, is_deserted, read_plan
from tournaments.formats.qualification import groups_of
from tournaments.formats.seeds import SEED_BITS
from tournaments.formats.standings.ranking import usual_chain
from tournaments.models import ByeRequest, Club, Entrant, Event, Round, Stage, StageEntry, Table
from tournaments.models.table import ENDED
from tournaments.selectors.stage.beginning import feeders_of, followed_by, handicaps_of, sources_of, waits_for
from tournaments.selectors.stage.entrants import first_open_round, rested, stage_length, stage_with_byes
from tournaments.selectors.stage.qualification import StartList, start_list
from tournaments.selectors.stage.records import StageState, stage_state
from tournaments.selectors.stage.teams import mates_of
from tournaments.selectors.table.confirmations import is_stopped
from tournaments.selectors.tournament.desk import passed_over
from tournaments.services.change import commit_change, load, lock_event
from tournaments.services.refusals import Refused
from tournaments.services.table.confirmations import ConfirmationRule, set_confirmation
from tournaments.services.teams import keep_sides

Planned = tuple[str, Mapping[str, Any]]
"""A format and its options, as read_plan takes them."""


@transaction.atomic
def create_tournament(
    *,
    club: Club,
    name: str,
    game: str,
    rules: Mapping[str, object],
    date: datetime.date,
    stages: Sequence[Planned],
    actor: Actor,
    time_up: str = Event.TimeUp.DEAL,
    confirmation: ConfirmationRule | None = None,
) -> Event:
    """Raises ScoringError for the rules, PlanError for a stage, Refused for a size of table the game does not have."""
    event = Event.objects.create(
        club=club,
        kind=Event.Kind.TOURNAMENT,
        name=name,
        game=game,
        rules=GAMES[game].check_rules(rules),
        date=date,
        time_up=time_up,
    )
    _plan(event, stages)
    planned = [{"format": key, "options": dict(options)} for key, options in stages]
    commit_change(
        event,
        actor,
        "event-created",
        after={
            "name": name,
            "date": date.isoformat(),
            "game": game,
            "rules": event.game_rules,
            "stages": planned,
            "time_up": time_up,
        },
    )
    if confirmation:
        set_confirmation(event_id=event.pk, actor=actor, **confirmation)
    return event


@transaction.atomic
def plan_stages(*, event_id: int, stages: Sequence[Planned], actor: Actor) -> None:
    """Another plan for the stages behind the last that has begun."""
    event = lock_tournament(event_id)
    planned = _stages_to_plan(event)
    before = [{"format": stage.format, "options": stage.options} for stage in planned]
    # One that had begun and was taken back is changed and not replaced: what happened in it, or was asked for, is kept.
    begun = planned.filter(Q(rounds__isnull=False) | Q(rulings__isnull=False) | Q(bye_requests__isnull=False))
    latest = begun.order_by("number").last()
    planned.filter(number__gt=latest.number if latest else 0).delete()
    _plan(event, stages)
    after = [{"format": key, "options": dict(options)} for key, options in stages]
    commit_change(event, actor, "stages-planned", before={"stages": before}, after={"stages": after})


@transaction.atomic
def start_stage(*, stage_id: int, entrants: Sequence[int], actor: Actor) -> Stage:
    """The stage begins with these entrants (ids), the strongest first. Those from which they come are over by that,
    but for brackets that go on and have told already who is out.
    """
    stage = lock_stage(stage_id)
    event = stage.event
    require_turn(stage)
    proposed = start_list(stage)
    over = _finish_before(proposed)
    plan = read_plan(stage.format, stage.options)
    active = event.entrants.filter(pk__in=entrants, status=Entrant.Status.ACTIVE).select_related("player")
    entrants_by_id = {entrant.pk: entrant for entrant in active}
    is_changed = len(set(entrants)) != len(entrants) or len(entrants_by_id) != len(entrants)
    if is_changed or not proposed.busy.isdisjoint(entrants):
        raise Refused("list-changed")
    by_word = _chosen_of_the_level(proposed, entrants)
    _require_enough(plan, len(entrants))
    groups = groups_of(entrants, groups=plan.groups, kinds=mates_of(event, entrants_by_id.values()))
    group = {pk: number for number, pks in enumerate(groups, start=1) for pk in pks}
    handicaps = handicaps_of(stage, plan, [[entrants_by_id[pk] for pk in pks] for pks in groups])
    entries = [
        StageEntry(
            stage=stage,
            entrant=entrants_by_id[pk],
            seed=seed,
            group=group[pk],
            handicap=handicaps[pk].stored if pk in handicaps else None,
        )
        for seed, pk in enumerate(entrants, 1)
    ]
    StageEntry.objects.bulk_create(entries)
    stage.status = Stage.Status.RUNNING
    stage.save(update_fields=["status"])
    before: Details = {"stage": stage.number, "status": "planned", "players": []}
    players = [the_player(entrants_by_id[pk].player_id) for pk in entrants]
    after: Details = {"stage": stage.number, "status": stage.status, "players": players, "stages_over": over, **by_word}
    if handicaps:
        after["handicaps"] = [handicap_facts(entry, handicaps[entry.entrant_id]) for entry in entries]
    commit_change(event, actor, "stage-started", before=before, after=after)
    return stage


def handicap_facts(entry: StageEntry, handicap: Handicap) -> dict[str, object]:
    """As the log has it."""
    return {"player": the_player(entry.entrant.player_id), "points": str(handicap.points)}


@transaction.atomic
def undo_start(*, stage_id: int, actor: Actor) -> None:
    """The stage has not begun after all: its entrants can be chosen again, as long as no round is drawn."""
    stage = lock_stage(stage_id)
    if stage.status != Stage.Status.RUNNING:
        raise Refused("stage-not-running")
    if stage.rounds.exclude(status=Round.Status.UNDONE).exists():
        raise Refused("stage-played")
    players = players_of(stage.entries.values_list("entrant_id", flat=True))
    before: Details = {"stage": stage.number, "status": stage.status, "players": players}
    stage.entries.all().delete()
    stage.status = Stage.Status.PLANNED
    stage.save(update_fields=["status"])
    stages = list(stage.event.stages.all())
    begun = [other for other in stages if other.status != Stage.Status.PLANNED]
    for source in sources_of(stage):
        feeding = next(other for other in stages if other.number == source.stage)
        if feeding.status == Stage.Status.FINISHED and not _is_over_for(feeding, followed_by(feeding, begun)):
            feeding.status = Stage.Status.RUNNING
            feeding.save(update_fields=["status"])
    after: Details = {"stage": stage.number, "status": stage.status, "players": []}
    commit_change(stage.event, actor, "stage-start-undone", before=before, after=after)


def _is_over_for(stage: Stage, following: Sequence[Stage]) -> bool:
    """Whether one of those that follow could begin only after all of the stage."""
    if not following:
        return False
    stages = list(stage.event.stages.all())
    sources = {source.stage for other in following for source in sources_of(other)}
    states = {other.number: stage_state(other) for other in stages if other.number in sources}
    feeders = [feeder for other in following for feeder in feeders_of(other, stages, states)]
    return not all(feeder.settled_early for feeder in feeders if feeder.state.stage.number == stage.number)


def lock_tournament(event_id: int) -> Event:
    event = lock_event(event_id)
    if not event.has_rounds:
        raise Refused("no-tournament")
    if event.status != Event.Status.OPEN:
        raise Refused("tournament-over")
    return event


def lock_stage(stage_id: int) -> Stage:
    """The stage, read after its event has been locked."""
    event = lock_tournament(Stage.objects.values_list("event_id", flat=True).get(pk=stage_id))
    stage = Stage.objects.get(pk=stage_id)
    stage.event = event
    return stage


def _stages_to_plan(event: Event) -> QuerySet[Stage]:
    begun = event.stages.exclude(status=Stage.Status.PLANNED).aggregate(last=Max("number"))["last"]
    return event.stages.filter(number__gt=begun or 0)


def _plan(event: Event, stages: Sequence[Planned]) -> None:
    again = {stage.number: stage for stage in _stages_to_plan(event)}
    first = event.stages.count() - len(again) + 1
    if not stages and first == 1:
        raise Refused("no-stages")
    if again and first + len(stages) <= max(again):
        raise Refused("stage-kept", stage=max(again))
    game = GAMES[event.game]
    for number, (key, options) in enumerate(stages, start=first):
        plan = read_plan(key, options)
        if not game.min_seats <= plan.options.seats <= game.max_seats:
            raise Refused("table-size", smallest=game.min_seats, largest=game.max_seats, got=plan.options.seats)
        stage = again.get(number) or Stage(event=event, number=number, seed=secrets.randbits(SEED_BITS))
        if number in again:
            _require_byes_allowed(stage, plan if key == Stage.Format.SWISS else None)
        stage.format, stage.options = key, dict(options)
        if plan.form.standings:
            announces, boards = game.sheet == "announcements", plan.options.boards > 0
            stage.options.setdefault("chain", list(usual_chain(announces=announces, boards=boards)))
        stage.save()
    plans = [read_plan(stage.format, stage.options) for stage in event.stages.order_by("number")]
    if fault := next(iter(check_graph(plans)), None):
        raise PlanError(fault.code, "qualify")
    if len({plan.options.boards > 0 for plan in plans}) > 1:
        raise Refused("boards-differ")
    keep_sides(event)


def _require_byes_allowed(stage: Stage, plan: StagePlan | None) -> None:
    """Whoever said that they do not come is not passed over, and has no more of it than the plan gives."""
    allowed = plan.options.worths if plan else ()
    requests = stage.bye_requests.filter(entrant__status=Entrant.Status.ACTIVE).exclude(worth__in=allowed)
    barred = Entrant.objects.filter(bye_requests__in=requests).order_by("pk").distinct()
    if names := list(barred.values_list("player__name", flat=True)):
        raise Refused("byes-asked", names=names)


def _chosen_of_the_level(proposed: StartList, entrants: Sequence[int]) -> Details:
    """Who was level at the cut, and whom of them the director put in by a ruling. Raises Refused without one."""
    chosen = {who for who in entrants if any(who in tie.ids for tie in proposed.level)}
    for tie in proposed.level:
        if chosen.isdisjoint(tie.ids):
            raise Refused("level-at-cut", count=len(tie.ids), places=tie.places)
    level = [who for tie in proposed.level for who in tie.ids]
    return {"level": players_of(level), "level_in": players_of(who for who in level if who in chosen)} if level else {}


def require_turn(stage: Stage) -> None:
    """Every stage that has to begin before this one has begun, or is passed over."""
    if stage.status != Stage.Status.PLANNED:
        raise Refused("stage-begun")
    if waiting := waits_for(stage, list(stage.event.stages.all())):
        passed = passed_over(stage.event)
        if missing := [number for number in waiting if number not in passed]:
            raise Refused("stage-not-begun", stage=missing[0])


def require_decided(proposed: StartList, *, people: Collection[int] | None = None) -> list[Stage]:
    """It is told who comes into the stage. The stages, not finished so far, that are over by that; ``people`` as in
    ``require_over``.
    """
    over: dict[int, Stage] = {}
    for feeder in proposed.feeders:
        stage = feeder.state.stage
        if stage.status == Stage.Status.RUNNING and not feeder.settled_early:
            require_over(feeder.state, people=people)
            over[stage.number] = stage
    return list(over.values())


def _finish_before(proposed: StartList) -> list[int]:
    """The numbers of the stages that are over by this one's beginning."""
    finished = require_decided(proposed)
    for stage in finished:
        stage.status = Stage.Status.FINISHED
        stage.save(update_fields=["status"])
    return [stage.number for stage in finished]


def require_over(state: StageState, *, people: Collection[int] | None = None) -> None:
    """Nothing of the stage is still to be played; of play-offs those of the ``people`` (ids) where any are named."""
    if state.preview:
        raise Refused("preview-waiting")
    if disputed := [table.number for table in state.boards(state.all_tables) if is_disputed(table)]:
        raise Refused("tables-disputed", tables=disputed)
    elsewhere = [] if people is None else [t for t in state.open_play_offs() if not _anybody_of(people, t)]
    if tables := [table for table in state.open_tables if table not in elsewhere]:
        raise results_missing(state.waiting(tables))
    to_come = has_next_round(state.plan, state.groups) and not is_deserted(state.plan, state.groups)
    if not state.rounds or to_come:
        raise Refused("rounds-left", stage=state.stage.number)


def _anybody_of(people: Collection[int], table: Table) -> bool:
    return any(seat.entrant_id in people for seat in table.seats.all())


def results_missing(tables: Sequence[Table]) -> Refused:
    """Which tables have no result yet, and of those that have ended what they wait for."""
    stopped = [table for table in tables if table.status in ENDED and is_stopped(table)]
    disputed = [table.number for table in stopped if is_disputed(table)]
    waiting = [table.number for table in stopped if not is_disputed(table)]
    why = {name: numbers for name, numbers in (("disputed", disputed), ("waiting", waiting)) if numbers}
    return Refused("results-missing", tables=[table.number for table in tables], **why)


def is_disputed(table: Table) -> bool:
    return table.status in ENDED and table.confirmation == Table.ConfirmationState.DISPUTED


def _require_enough(plan: StagePlan, count: int) -> None:
    if count < max(2, 2 * plan.groups):
        raise Refused("too-few-entrants", needed=max(2, 2 * plan.groups), got=count)
    if count > LARGEST:
        raise Refused("too-many-entrants", most=LARGEST, got=count)


@transaction.atomic
def request_byes(*, event_id: int, entrant_id: int, byes: Mapping[int, str], actor: Actor) -> None:
    """The entrant's byes of all rounds to come (number of the round -> what it is worth); those not named are none."""
    event = lock_tournament(event_id)
    entrant = load(event.entrants.select_related("player"), pk=entrant_id)
    if entrant.status != Entrant.Status.ACTIVE:
        raise Refused("plays-no-more", name=entrant.player.name)
    stage = stage_with_byes(event, entrant)
    if stage is None:
        raise Refused("no-byes-here")
    _require_open(stage, entrant, byes)
    requests = stage.bye_requests.filter(entrant=entrant, round__gte=first_open_round(stage))
    old_worths = dict(requests.values_list("round", "worth"))
    _require_within_limits(stage, entrant, old_worths, byes)
    if old_worths == dict(byes):
        return
    requests.delete()
    ByeRequest.objects.bulk_create(
        ByeRequest(stage=stage, entrant=entrant, round=number, worth=worth) for number, worth in sorted(byes.items())
    )
    subject: Details = {"player": the_player(entrant.player_id), "stage": stage.number}
    was: Details = {**subject, "requests": _listed(old_worths)}
    commit_change(event, actor, "byes-requested", before=was, after={**subject, "requests": _listed(byes)})


def _require_open(stage: Stage, entrant: Entrant, byes: Mapping[int, str]) -> None:
    first = first_open_round(stage)
    if drawn := sorted(number for number in byes if number < first):
        raise Refused("bye-drawn", rounds=drawn)
    worths = read_plan(stage.format, stage.options).options.worths
    if not set(byes.values()) <= set(worths):
        raise Refused("bye-too-much")
    entry = stage.entries.filter(entrant=entrant).first()
    if stage.status == Stage.Status.RUNNING and entry is None:
        raise Refused("not-in-stage", name=entrant.player.name)
    if entry and min(byes, default=entry.from_round) < entry.from_round:
        raise Refused("bye-before-entry", name=entrant.player.name, round=entry.from_round)


def _require_within_limits(stage: Stage, entrant: Entrant, before: Mapping[int, str], byes: Mapping[int, str]) -> None:
    """For what is asked for anew: what was granted before stays."""
    options = read_plan(stage.format, stage.options).options
    added = {number: worth for number, worth in byes.items() if before.get(number) != worth}
    last = stage_length(stage, stage.entries.filter(entrant=entrant).first()) - options.byes_end
    if options.byes_end and (late := sorted(number for number in added if number > last)):
        raise Refused("bye-last", rounds=late)
    had = [worth for number, worth in rested(stage, entrant) if number not in byes]
    for code, most, worths in (
        ("byes-scored", options.scored_byes, ("half", "full")),
        ("byes-zero", options.zero_byes, ("zero",)),
    ):
        wanted = sum(worth in worths for worth in [*had, *byes.values()])
        if most is not None and wanted > most and any(worth in worths for worth in added.values()):
            raise Refused(code, name=entrant.player.name, most=most, wanted=wanted)


def _listed(byes: Mapping[int, str]) -> list[dict[str, object]]:
    return [{"round": number, "worth": worth} for number, worth in sorted(byes.items())]
