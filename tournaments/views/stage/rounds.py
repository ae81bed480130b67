"""A round of a tournament: drawn, published, timed, taken back."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments.forms.stage.rounds import ClockForm, ExtraForm, ProvisionalForm, PublishForm
from tournaments.permissions import Right, round_to_direct, stage_to_direct, table_to_direct
from tournaments.services.refusals import Refused
from tournaments.services.stage import round_clock, rounds
from tournaments.views.desk import Done, tell
from tournaments.views.night.desk import attempt
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words import done
from tournaments.words.refusals import refusal_text


@require_POST
def draw(request: SignedInRequest, pk: int) -> HttpResponse:
    stage = stage_to_direct(request.user, pk)
    counted = ProvisionalForm(request.POST).counted
    try:
        round_ = rounds.draw_round(stage_id=stage.pk, actor=actor_of(request), provisional=counted)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("desk", stage.event_id)
    return redirect("round", round_.pk)


@require_POST
def publish(request: SignedInRequest, pk: int) -> HttpResponse:
    round_ = round_to_direct(request.user, pk)
    form = PublishForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors.get("minutes", ()))))
        return redirect("round", pk)
    try:
        rounds.publish_round(round_id=pk, actor=actor_of(request), **form.cleaned_data)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("round", pk)
    tell(request, round_.stage.event, Done(done.round_published(round_.number), [("unpublish", (pk,))]))
    return redirect("desk", round_.stage.event_id)


@require_POST
def undo(request: SignedInRequest, pk: int) -> HttpResponse:
    round_ = round_to_direct(request.user, pk)

    def act() -> Done:
        rounds.undo_round(round_id=pk, actor=actor_of(request))
        return Done(done.round_taken_back(round_.number))

    return attempt(request, round_.stage.event, None, act)


@require_POST
def clock(request: SignedInRequest, pk: int) -> HttpResponse:
    """Minutes written beside the buttons count whichever of them is pressed."""
    round_ = round_to_direct(request.user, pk)
    form = ClockForm(request.POST)

    def act() -> Done:
        before = round_clock.clock_marks(round_) if round_.published_at else ()
        left = round_clock.change_clock(round_id=pk, actor=actor_of(request), **form.cleaned_data)
        back = [("clock", (pk, *before, *left))] if before else []
        return Done(done.CLOCK[form.cleaned_data["action"]], back)

    return attempt(request, round_.stage.event, form, act)


@require_POST
def extra_time(request: SignedInRequest, pk: int) -> HttpResponse:
    table = table_to_direct(request.user, pk, right=Right.RULE)
    form = ExtraForm(request.POST)

    def act() -> Done:
        minutes, before = form.cleaned_data["minutes"], int(table.extra_minutes)
        round_clock.give_extra_time(table_id=pk, minutes=minutes, actor=actor_of(request))
        return Done(done.extra_time(table.number, minutes), [("extra-time", (pk, before, minutes))])

    return attempt(request, table.event, form, act, table=pk)
