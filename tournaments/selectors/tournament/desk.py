"""Everything the director has in front of them in a tournament, and what they do next."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Literal

from tournaments.formats.bracket.progress import Bracket
from tournaments.formats.plan import has_next_round, is_deserted, rounds_of_schedule
from tournaments.models import Entrant, Event, PadLink, Round, Stage, Table
from tournaments.models.table import ENDED
from tournaments.selectors.night.overview import Overview, overview
from tournaments.selectors.night.standings import read_event
from tournaments.selectors.stage.beginning import feeders_of, followed_by, leading_stage, sources_of, waits_for
from tournaments.selectors.stage.places import LevelFirst, final_points, level_first, level_in, ranked_places
from tournaments.selectors.stage.qualification import LevelAtCut, StartList, start_list
from tournaments.selectors.stage.records import StageState, shown_state
from tournaments.selectors.stage.rounds import who_rests
from tournaments.selectors.stage.stages import Person, every_stage, match_score, newest
from tournaments.selectors.table.cards import MatchScore
from tournaments.selectors.table.confirmations import is_stopped
from tournaments.selectors.table.deals import ClockView, any_seats, clock_of, clock_view

Step = Literal["begin", "preview", "draw", "play", "next-stage", "finish", "over"]


@dataclass(frozen=True)
class DeskTable:
    id: int
    number: int
    round_number: int
    extra_minutes: int
    token: str  # of its valid pad link, or empty
    is_open: bool  # no result so far, or none that says who goes on
    undecided: bool  # it has ended, nobody has to confirm it any more, and only the director can say how
    has_later_round: bool  # later rounds rest on its result
    ruling: str  # the director's word that counts, in words
    match: int | None  # of its bracket
    score: MatchScore | None = None  # of its match


@dataclass(frozen=True)
class StageProgress:
    """The stage that is played."""

    stage: Stage
    bracket: Bracket | None
    round: Round | None  # the newest published one
    preview: Round | None
    next_number: int
    planned: int | None  # how many rounds, where the plan says so
    tables: list[DeskTable]  # of the newest round, and of earlier ones those without a result
    byes: list[Person]
    requested: list[tuple[Person, str]]  # who rests on request, and the points of that
    clock: ClockView | None
    may_undo: bool
    meets_all_in: int  # how many rounds everybody meets everybody in, as long as none is drawn; 0 in other formats
    is_deserted: bool  # rounds are to come, and fewer than two still play

    @property
    def waiting(self) -> list[DeskTable]:
        return [table for table in self.tables if table.is_open]

    @property
    def ended(self) -> int:
        return len(self.tables) - len(self.waiting)

    @property
    def play_off(self) -> bool:
        return self.round is not None and self.round.seating.play_off

    @property
    def may_draw_all_the_same(self) -> bool:
        """With provisional scores for who still plays; a bracket goes on wherever it can anyway."""
        return not (self.bracket or self.play_off) and (self.planned is None or self.next_number <= self.planned)


@dataclass(frozen=True)
class DeskStep:
    """What the director does next in one stage."""

    step: Step
    progress: StageProgress | None = None  # None before the first stage
    next_stage: Stage | None = None  # the one that comes next, and where the step is to start it, that one
    beside: bool = False  # it is started while the stage goes on from which its people come
    level: Sequence[LevelAtCut] = ()  # where only the next stage is to come, at the cut before it
    first: Sequence[LevelFirst] = ()  # where everything is played, who are level for first place
    leader: tuple[Person, Fraction | None] | None = None  # or who is first alone, with points where these say so
    settles_ties: bool = False  # some are level for a place, or the director has ruled on some

    @property
    def asks_who_is_first(self) -> bool:
        return any(tie.is_open for tie in self.first)


@dataclass(frozen=True)
class PassedOver:
    """A stage into which nobody comes, or somebody ``alone``, whose place is theirs without a game. ``tied``: several
    are level for that one place, and who of them it is moves nothing.
    """

    stage: Stage
    alone: Entrant | None = None
    tied: bool = False


@dataclass(frozen=True)
class TournamentDesk:
    event: Event
    steps: list[DeskStep]  # at least one; those first that wait for the director
    passed: Collection[PassedOver]
    overview: Overview
    entered: int
    checked_in: int

    @property
    def first_step(self) -> DeskStep:
        return self.steps[0]

    @property
    def step(self) -> Step:
        return self.first_step.step

    @property
    def progress(self) -> StageProgress | None:
        return self.first_step.progress

    @property
    def in_play(self) -> list[StageProgress]:
        """Of each stage that is shown, the progress."""
        progress = {step.progress.stage.number: step.progress for step in self.steps if step.progress}
        return [progress[number] for number in sorted(progress)]

    @property
    def tables(self) -> dict[int, DeskTable]:
        return {table.id: table for progress in self.in_play for table in progress.tables}


BUSY: tuple[Step, ...] = ("preview", "next-stage", "draw", "play")
"""The steps of a stage that has something to do, those first that wait for the director."""


def tournament_desk(event_id: int, *, now: datetime) -> TournamentDesk:
    """The desk of a tournament. Raises Event.DoesNotExist."""
    event = read_event(event_id)
    stages = every_stage(event)
    presences = event.entrants.people().filter(status=Entrant.Status.ACTIVE).values_list("present", flat=True)
    steps, passed = _steps(event, stages, now)
    tables = {table.id: table for step in steps if step.progress for table in step.progress.tables}
    return TournamentDesk(
        event=event,
        steps=steps,
        passed=passed,
        overview=overview(
            event,
            now=now,
            also=list(tables),
            undecided=[table.id for table in tables.values() if table.undecided],
        ),
        entered=len(presences),
        checked_in=sum(presences),
    )


def passed_over(event: Event) -> dict[int, PassedOver]:
    """By number, the stages that are passed over as things stand."""
    return _next_stages(every_stage(event), {})[1]


def says_who_is_first(stage: Stage) -> bool:
    """Whether it is the stage whose best is first of all."""
    passed = passed_over(stage.event)
    stages = [other for other in every_stage(stage.event) if other.number not in passed]
    return leading_stage(stages).number == stage.number


def _next_stages(
    stages: Sequence[Stage], states: dict[int, StageState]
) -> tuple[list[tuple[Stage, StartList]], dict[int, PassedOver]]:
    """Of the stages that have not begun, those of which it is told who begins them; and by number those of them that
    so few cannot play. From such a stage nobody goes on.
    """
    begin: list[tuple[Stage, StartList]] = []
    passed: dict[int, PassedOver] = {}
    for stage in stages:
        if stage.status != Stage.Status.PLANNED or not passed.keys() >= {*waits_for(stage, stages)}:
            continue
        for source in sources_of(stage):
            number = source.stage or 0
            if number not in states:
                states[number] = shown_state(next(other for other in stages if other.number == number))
        feeders = [feeder for feeder in feeders_of(stage, stages, states) if feeder.state.stage.number not in passed]
        if not all(feeder.settled_early or is_over(feeder.state) for feeder in feeders):
            continue
        start = start_list(stage, states=states)
        if len(start.lines) + sum(tie.places for tie in start.level) > 1:
            begin.append((stage, start))
        else:
            alone = next((line.entrant for line in start.lines), None)
            passed[stage.number] = PassedOver(stage, alone, tied=bool(start.level))
    return begin, passed


def _steps(event: Event, stages: Sequence[Stage], now: datetime) -> tuple[list[DeskStep], Collection[PassedOver]]:
    begun = [stage for stage in stages if stage.status != Stage.Status.PLANNED]
    if not begun:
        step: Step = "begin" if event.status == Event.Status.OPEN else "over"
        return [DeskStep(step, next_stage=next(iter(stages), None))], ()
    running = [stage for stage in begun if stage.status == Stage.Status.RUNNING] or begun[-1:]
    states = {stage.number: shown_state(stage) for stage in running}
    if event.status != Event.Status.OPEN:
        return [DeskStep("over", _progress(states[running[-1].number], now))], ()
    steps = []
    for state in states.values():
        if (step := _step(state)) != "finish":
            following = [other for other in followed_by(state.stage, stages) if other.status == Stage.Status.PLANNED]
            steps.append(DeskStep(step, _progress(state, now), next(iter(following), None)))
    shown = {step.progress.stage.number: step.progress for step in steps if step.progress}
    begin, passed = _next_stages(stages, states)
    steps += [_start_step(stage, start, shown, now) for stage, start in begin]
    if steps:
        return sorted(steps, key=lambda step: BUSY.index(step.step)), passed.values()
    leading = leading_stage(begun)
    state = states.get(leading.number) or shown_state(leading)
    first = level_first(state) if leading.status == Stage.Status.RUNNING else []
    tied = bool(state.decisions) or any(level_in(state, group) for group in range(len(state.groups)))
    return [
        DeskStep("finish", _progress(state, now), first=first, leader=_leader(state), settles_ties=tied)
    ], passed.values()


def _leader(state: StageState) -> tuple[Person, Fraction | None] | None:
    first = [row.person for row in ranked_places(state) if row.place == 1]
    if len(first) != 1:
        return None
    return first[0], final_points([state]).get(first[0].id)


def _start_step(stage: Stage, start: StartList, shown: Mapping[int, StageProgress], now: datetime) -> DeskStep:
    states = start.before
    progress = shown.get(states[0].stage.number) or _progress(states[0], now)
    return DeskStep("next-stage", progress, stage, not any(map(is_over, states)), level=start.level)


def is_over(state: StageState) -> bool:
    """Whether the stage has nothing more to be played, as it is told."""
    return state.stage.status == Stage.Status.FINISHED or _step(state) == "finish"


def _step(state: StageState) -> Step:
    if state.preview:
        return "preview"
    waiting = bool(state.open_tables)
    to_come = has_next_round(state.plan, state.groups) and not is_deserted(state.plan, state.groups)
    if (state.plan.form.bracket or not waiting) and to_come:
        return "draw"
    return "play" if waiting else "finish"


def _progress(state: StageState, now: datetime) -> StageProgress:
    latest = state.rounds[-1] if state.rounds else None
    waiting = {table.pk for table in state.waiting(state.open_tables)}
    round_tables: list[tuple[Round, Table]] = []
    for round_ in state.rounds:
        tables = state.boards(state.tables[round_.pk])
        round_tables += [(round_, table) for table in tables if round_ is latest or table.pk in waiting]
    links = PadLink.objects.filter(revoked_at=None, table__in=[table for _round, table in round_tables])
    tokens = {link.table_id: link.token for link in links}
    clock = clock_of(latest) if latest else None
    byes, requested = who_rests(state, latest) if latest else ([], [])
    return StageProgress(
        stage=state.stage,
        bracket=state.bracket,
        round=latest,
        preview=state.preview,
        next_number=len(state.rounds) + 1,
        planned=state.plan.options.rounds,
        tables=[
            _table(state, round_, table, token=tokens.get(table.pk, ""), is_open=table.pk in waiting, now=now)
            for round_, table in round_tables
        ],
        byes=byes,
        requested=requested,
        clock=clock_view(clock, now=now) if clock else None,
        may_undo=latest is not None and state.preview is None and not _has_deals(latest),
        meets_all_in=0
        if state.rounds
        else rounds_of_schedule(state.plan, (len(group.entrants) for group in state.groups)),
        is_deserted=is_deserted(state.plan, state.groups),
    )


def _has_deals(round_: Round) -> bool:
    return round_.tables.exclude(status=Table.Status.UNDONE).filter(deal_count__gt=0).exists()


def _table(state: StageState, round_: Round, table: Table, *, token: str, is_open: bool, now: datetime) -> DeskTable:
    ruling = newest(state.rulings.get(table.pk, []))
    later = [other for other in (*state.rounds, state.preview) if other and other.number > round_.number]
    by_people = state.bracket or round_.seating.play_off
    games = [table] if table.is_board else state.games.get(table.pk, [table])
    later_round = any_seats(later, {*state.sides(table)}) if by_people else bool(later)
    return DeskTable(
        id=table.pk,
        number=table.number,
        round_number=round_.number,
        extra_minutes=table.extra_minutes,
        token=token,
        is_open=is_open,
        undecided=is_open and table.status in ENDED and not any(is_stopped(game, now=now) for game in games),
        has_later_round=later_round and table.status in ENDED,
        ruling=str(ruling.get_kind_display()) if ruling and ruling.kind != ruling.Kind.LIFTED else "",
        match=table.match,
        score=match_score(table, state.match_of(table), state.entrants) if table.games > 1 else None,
    )
