"""The plan of a tournament and its stages as long as they have not begun, and how one begins: who goes on and why is
shown first, and the director may change it.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.views.decorators.http import require_http_methods, require_POST

from scoring.game import Game
from scoring.games import GAMES
from tournaments.formats.plan import PlanError, read_plan, rounds_of_schedule
from tournaments.formats.stages import FORMATS
from tournaments.forms.night import ConfirmationForm, NightForm
from tournaments.forms.planning import EveningForm
from tournaments.forms.stage.entrants import HandicapsForm, LevelForm, StartForm
from tournaments.forms.stage.rounds import MatchForm, RoundsForm, TimeUpForm
from tournaments.forms.stage.stages import PlanForms
from tournaments.models import Club, Event, Stage
from tournaments.permissions import club_to_direct, stage_to_direct, tournament_to_direct
from tournaments.selectors.stage.qualification import StartList, start_list
from tournaments.selectors.stage.stages import entries_of, has_rounds, stages_of
from tournaments.services.desk import actions
from tournaments.services.desk.actions import set_handicaps
from tournaments.services.desk.undo import play_off_back
from tournaments.services.refusals import Refused
from tournaments.services.stage import planning as tournaments
from tournaments.services.stage.planning import plan_stages, require_decided, require_turn, start_stage, undo_start
from tournaments.services.stage.rulings import draw_lots, play_off
from tournaments.views.desk import Done, tell
from tournaments.views.night.event import new_night_form, wanted_game
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words import done
from tournaments.words.done import SAVED
from tournaments.words.games import cards_note, game_choices
from tournaments.words.refusals import refusal_text
from tournaments.words.stage.graph import graph_picture, level_words, out_lines, reason_words
from tournaments.words.stage.plans import (
    PRESETS,
    USUAL,
    chain_in_words,
    many_rounds_note,
    plan_in_short,
    plan_sentence,
    preset_stages,
    stage_in_short,
    stage_in_words,
)
from tournaments.words.standings import TIE_BREAKS


@dataclass(frozen=True)
class BegunStage:
    stage: Stage
    phrases: list[str]
    chain: list[str | Promise]
    rounds: RoundsForm | None  # where their number can still be changed
    match: MatchForm | None  # as long as rounds may come


@require_http_methods(["GET", "HEAD", "POST"])
def new_tournament(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug)
    game = wanted_game(request, club)
    preset = request.GET.get("preset", USUAL)
    try:
        usual = preset_stages(preset)
    except PlanError as error:
        raise Http404 from error
    shown = request.GET.dict() | request.POST.dict()
    plan = _plan_shown(request, shown, usual, game=GAMES[game])
    posted = request.POST if plan.settled else None
    form = new_night_form(posted, shown, game=game, kind=Event.Kind.TOURNAMENT)
    time_up = TimeUpForm(posted, initial=shown)
    confirmation = ConfirmationForm(posted, initial=shown)
    evening = EveningForm(game=GAMES[game], club=club, shown=shown)
    valid = [form.is_valid(), time_up.is_valid(), confirmation.is_valid(), plan.are_valid()]
    if all(valid) and (event := _create(request, club, form, time_up, confirmation, plan)):
        for players in sorted({stage.largest for stage in plan}):
            if note := cards_note(GAMES[game], event.game_rules, seats=players):
                messages.warning(request, note)
        return redirect("desk", event.pk)
    context = {
        "club": club,
        "form": form,
        "time_up": time_up,
        "confirmation": confirmation,
        "evening": evening,
        "plan": plan,
        "game": game,
        "games": game_choices(),
        "preset": preset,
        "preset_name": PRESETS[preset][0] if preset in PRESETS else " · ".join(plan_in_short(preset)),
        "presets": [(key, name) for key, (name, _stages) in PRESETS.items()],
        "sources": TIE_BREAKS,
    }
    return render(request, "stage/new.html#form" if request.htmx else "stage/new.html", context)


def _plan_shown(
    request: SignedInRequest, shown: Mapping[str, str], usual: Sequence[tuple[str, Mapping[str, Any]]], *, game: Game
) -> PlanForms:
    """As it was posted, to be opened; as it was filled in, to be shown with other fields; or a usual one."""
    if request.method == "POST":
        return PlanForms.read(request.POST, first=1, game=game)
    if "stages" in shown:
        return PlanForms.anew(shown, first=1, game=game)
    return PlanForms.of(usual, first=1, game=game)


def _create(
    request: SignedInRequest,
    club: Club,
    form: NightForm,
    time_up: TimeUpForm,
    confirmation: ConfirmationForm,
    plan: PlanForms,
) -> Event | None:
    """The tournament; None where the service refuses it, which is said above the page."""
    try:
        return tournaments.create_tournament(
            club=club,
            name=form.cleaned_data["name"],
            date=form.cleaned_data["date"],
            game=form.game.key,
            rules=form.rules(),
            stages=plan.planned,
            time_up=time_up.cleaned_data["time_up"],
            confirmation=confirmation.unusual,
            actor=actor_of(request),
        )
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return None


@require_http_methods(["GET", "HEAD", "POST"])
def stages(request: SignedInRequest, pk: int) -> HttpResponse:
    """The chain of stages: those that have not begun can be planned anew."""
    event = tournament_to_direct(request.user, pk)
    match request.POST.get("do"):
        case "rounds":
            return _set_rounds(request, event)
        case "match":
            return _set_match(request, event)
        case "time-up":
            return _set_time_up(request, event)
    every = list(stages_of(event))
    last = max((stage.number for stage in every if stage.status != Stage.Status.PLANNED), default=0)
    begun = [stage for stage in every if stage.number <= last]
    planned = [(stage.format, stage.options) for stage in every[len(begun) :]]
    first, game = len(begun) + 1, GAMES[event.game]
    plan = PlanForms.of(planned, first=first, game=game)
    in_short = {number: stage_in_short(key, options) for number, (key, options) in enumerate(planned, first)}
    if request.method == "POST" or request.GET.get("first") == str(first):
        in_short = {}  # what is filled in may say something else
    if request.GET.get("first") == str(first):
        plan = PlanForms.anew(request.GET.dict(), first=first, game=game)
    if request.method == "POST":
        if request.POST.get("first") != str(first):
            messages.error(request, refusal_text(Refused("plan-changed")))
            return redirect("stages", event.pk)
        plan = PlanForms.read(request.POST, first=first, game=game)
        if plan.are_valid():
            anew, actor = plan.planned, actor_of(request)
            return _attempt(request, event, lambda: plan_stages(event_id=event.pk, stages=anew, actor=actor))
    context = {
        "event": event,
        "club": event.club,
        "begun": [_begun(stage) for stage in begun],
        "plan": plan,
        "in_short": in_short,
        "graph": graph_picture([(stage.format, stage.options) for stage in every]),
        "first": first,
        "time_up": TimeUpForm(initial={"time_up": event.time_up}),
        "sources": TIE_BREAKS,
    }
    return render(request, "stage/stages.html", context)


def _begun(stage: Stage) -> BegunStage:
    is_running = stage.status == Stage.Status.RUNNING
    changes = is_running and FORMATS[stage.format].standings
    return BegunStage(
        stage=stage,
        phrases=stage_in_words(stage.format, stage.options),
        chain=chain_in_words(stage.format, stage.options),
        rounds=RoundsForm(initial={"rounds": stage.options.get("rounds")}) if changes else None,
        match=MatchForm(stage=stage) if is_running and not stage.options.get("boards") else None,
    )


def _posted_stage(request: SignedInRequest, event: Event) -> Stage:
    stage = next((stage for stage in stages_of(event) if str(stage.number) == request.POST.get("stage")), None)
    if stage is None:
        raise Http404
    return stage


def _set_match(request: SignedInRequest, event: Event) -> HttpResponse:
    stage = _posted_stage(request, event)
    form = MatchForm(request.POST, stage=stage)
    if not form.is_valid():
        messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
        return redirect("stages", event.pk)
    terms, actor = form.terms, actor_of(request)
    return _attempt(request, event, lambda: actions.set_match(stage_id=stage.pk, terms=terms, actor=actor))


def _set_rounds(request: SignedInRequest, event: Event) -> HttpResponse:
    stage = _posted_stage(request, event)
    form = RoundsForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["rounds"])))
        return redirect("stages", event.pk)
    rounds, actor = form.cleaned_data["rounds"], actor_of(request)
    return _attempt(request, event, lambda: actions.set_rounds(stage_id=stage.pk, rounds=rounds, actor=actor))


def _set_time_up(request: SignedInRequest, event: Event) -> HttpResponse:
    form = TimeUpForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["time_up"])))
        return redirect("stages", event.pk)
    time_up, actor = form.cleaned_data["time_up"], actor_of(request)
    return _attempt(request, event, lambda: actions.set_time_up(event_id=event.pk, time_up=time_up, actor=actor))


def _attempt(request: SignedInRequest, event: Event, act: Callable[[], object]) -> HttpResponse:
    try:
        act()
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    except PlanError as error:
        messages.error(request, plan_sentence(error))
    else:
        messages.success(request, SAVED)
    return redirect("stages", event.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: SignedInRequest, pk: int) -> HttpResponse:
    stage = stage_to_direct(request.user, pk)
    if stage.status != Stage.Status.PLANNED and request.method != "POST":
        return _begun_stage(request, stage)
    try:
        require_turn(stage)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("desk", stage.event_id)
    if request.method != "POST":
        return _show(request, stage)
    form = StartForm(request.POST)
    if form.is_valid() and form.cleaned_data["action"] == "start":
        try:
            start_stage(stage_id=stage.pk, entrants=form.cleaned_data["entrants"], actor=actor_of(request))
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            tell(request, stage.event, Done(done.STAGE_BEGUN, [("undo-start", (pk,))]))
            return redirect("desk", stage.event_id)
    return _show(request, stage, edited=form.cleaned_data["entrants"], errors=form.non_field_errors())


@require_POST
def undo(request: SignedInRequest, pk: int) -> HttpResponse:
    stage = stage_to_direct(request.user, pk)

    def act() -> Done:
        entrants = [entry.entrant_id for entry in entries_of(stage)]
        undo_start(stage_id=stage.pk, actor=actor_of(request))
        return Done(done.STAGE_NOT_BEGUN, [("start", (pk, *entrants))])

    _attempt_start(request, stage, act)
    return redirect("desk", stage.event_id)


@require_POST
def lots(request: SignedInRequest, pk: int) -> HttpResponse:
    """For those who are level at the cut before this stage."""
    stage = stage_to_direct(request.user, pk)

    def act() -> Done:
        ruling = draw_lots(stage_id=stage.pk, level=_level(request), actor=actor_of(request))
        return Done(done.LOTS_DRAWN, [("open-tie", (ruling.pk,))])

    _attempt_start(request, stage, act)
    return redirect("stage-start", stage.pk)


@require_POST
def played_off(request: SignedInRequest, pk: int) -> HttpResponse:
    stage = stage_to_direct(request.user, pk)

    def act() -> Done:
        tables = play_off(stage_id=stage.pk, level=_level(request), actor=actor_of(request))
        return Done(done.PLAYED_OFF, play_off_back(tables))

    if _attempt_start(request, stage, act):
        return redirect("desk", stage.event_id)
    return redirect("stage-start", stage.pk)


def _attempt_start(request: SignedInRequest, stage: Stage, act: Callable[[], Done]) -> bool:
    """Whether it was done; else why not is told."""
    try:
        tell(request, stage.event, act())
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return False
    return True


def _level(request: SignedInRequest) -> list[int]:
    form = LevelForm(request.POST)
    form.is_valid()
    level: list[int] = form.cleaned_data["level"]
    return level


@require_POST
def handicaps(request: SignedInRequest, pk: int) -> HttpResponse:
    stage = stage_to_direct(request.user, pk)
    form = HandicapsForm(request.POST, entries=entries_of(stage), open_=True)
    if form.is_valid():
        try:
            set_handicaps(stage_id=stage.pk, points=form.points, actor=actor_of(request))
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            messages.success(request, SAVED)
            return redirect("stage-start", stage.pk)
    return _begun_stage(request, stage, form)


def _begun_stage(request: SignedInRequest, stage: Stage, form: HandicapsForm | None = None) -> HttpResponse:
    """Who plays in it; until a round is drawn, that can be taken back."""
    may_undo = stage.status == Stage.Status.RUNNING and not has_rounds(stage)
    entries = list(entries_of(stage))
    form = form or HandicapsForm(entries=entries, open_=may_undo)
    context = {
        "stage": stage,
        "event": stage.event,
        "club": stage.event.club,
        "entries": [(entry, form.field_of(entry.entrant_id)) for entry in entries],
        "handicaps": form if form.fields else None,
        "grouped": stage.options.get("groups", 1) > 1,
        "may_undo": may_undo,
    }
    return render(request, "stage/started.html", context)


def _still_to_do(start: StartList, *, people: Collection[int] | None = None) -> str:
    """What has to happen before the stage can begin, in words; empty if nothing. ``people`` as in ``require_over``."""
    try:
        require_decided(start, people=people)
    except Refused as refused:
        return refusal_text(refused)
    return ""


def _rounds(stage: Stage, entrants: int) -> int:
    plan = read_plan(stage.format, stage.options)
    return rounds_of_schedule(plan, [-(-entrants // plan.groups)])


def _show(
    request: SignedInRequest, stage: Stage, *, edited: Sequence[int] | None = None, errors: object = ()
) -> HttpResponse:
    start = start_list(stage, edited=edited)
    context = {
        "stage": stage,
        "event": stage.event,
        "club": stage.event.club,
        "start": start,
        "out": out_lines(start),
        "lines": [(line, reason_words(line)) for line in start.lines],
        "level": [(tie, level_words(tie)) for tie in start.level],
        "before": [state.stage for state in start.before],
        "edited": edited is not None,
        "still_to_do": _still_to_do(start),
        "settles": not _still_to_do(start, people=()),
        "many_rounds": many_rounds_note(_rounds(stage, len(start.lines))),
        "errors": errors,
    }
    return render(request, "stage/start.html", context)
