"""A stage begins: who goes on and why is shown first, and the director may put others in."""

from collections.abc import Callable, Collection, Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.stage.starting import LevelForm, StartForm
from tournaments.models import Stage
from tournaments.permissions import stage_to_direct
from tournaments.selectors.stage.chain import entries_of, has_rounds, stage_before
from tournaments.selectors.stage.qualification import StartList, start_list
from tournaments.services.desk.undo import play_off_back
from tournaments.services.refusals import Refused
from tournaments.services.stage.planning import require_over, start_stage, undo_start
from tournaments.services.stage.ties import draw_lots, play_off
from tournaments.views.desk import Done, tell
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words import done
from tournaments.words.refusals import refusal_text
from tournaments.words.stage.qualification import level_words, reason_words


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: SignedInRequest, pk: int) -> HttpResponse:
    stage = stage_to_direct(request.user, pk)
    if stage.status != Stage.Status.PLANNED and request.method != "POST":
        return _begun(request, stage)
    try:
        _require_turn(stage)
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

    _attempt(request, stage, act)
    return redirect("desk", stage.event_id)


@require_POST
def lots(request: SignedInRequest, pk: int) -> HttpResponse:
    """For those who are level at the cut before this stage."""
    stage = stage_to_direct(request.user, pk)

    def act() -> Done:
        ruling = draw_lots(stage_id=stage.pk, level=_level(request), actor=actor_of(request))
        return Done(done.LOTS_DRAWN, [("open-tie", (ruling.pk,))])

    _attempt(request, stage, act)
    return redirect("stage-start", stage.pk)


@require_POST
def played_off(request: SignedInRequest, pk: int) -> HttpResponse:
    stage = stage_to_direct(request.user, pk)

    def act() -> Done:
        tables = play_off(stage_id=stage.pk, level=_level(request), actor=actor_of(request))
        return Done(done.PLAYED_OFF, play_off_back(tables))

    if _attempt(request, stage, act):
        return redirect("desk", stage.event_id)
    return redirect("stage-start", stage.pk)


def _attempt(request: SignedInRequest, stage: Stage, act: Callable[[], Done]) -> bool:
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


def _begun(request: SignedInRequest, stage: Stage) -> HttpResponse:
    """Who plays in it; until a round is drawn, that can be taken back."""
    context = {
        "stage": stage,
        "event": stage.event,
        "club": stage.event.club,
        "entries": entries_of(stage),
        "grouped": stage.options.get("groups", 1) > 1,
        "may_undo": stage.status == Stage.Status.RUNNING and not has_rounds(stage),
    }
    return render(request, "stage/plan/started.html", context)


def _require_turn(stage: Stage) -> None:
    if stage.status != Stage.Status.PLANNED:
        raise Refused("stage-begun")
    before = stage_before(stage)
    if before is not None and before.status == Stage.Status.PLANNED:
        raise Refused("stage-not-begun", stage=before.number)


def _still_to_do(start: StartList, *, people: Collection[int] | None = None) -> str:
    """What has to happen before the stage can begin, in words; empty if nothing. ``people`` as in ``require_over``."""
    if start.before is None or start.before.stage.status == Stage.Status.FINISHED:
        return ""
    try:
        require_over(start.before, people=people)
    except Refused as refused:
        return refusal_text(refused)
    return ""


def _show(
    request: SignedInRequest, stage: Stage, *, edited: Sequence[int] | None = None, errors: object = ()
) -> HttpResponse:
    start = start_list(stage, edited=edited)
    context = {
        "stage": stage,
        "event": stage.event,
        "club": stage.event.club,
        "start": start,
        "lines": [(line, reason_words(line)) for line in start.lines],
        "level": [(each, level_words(each)) for each in start.level],
        "beginning": len(start.lines),
        "before": start.before.stage if start.before else None,
        "edited": edited is not None,
        "still_to_do": _still_to_do(start),
        "settles": not _still_to_do(start, people=()),
        "errors": errors,
    }
    return render(request, "stage/plan/start.html", context)
