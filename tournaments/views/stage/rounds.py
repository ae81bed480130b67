"""A round of a tournament: drawn, looked at and changed as a preview, published, timed, taken back."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from tournaments.forms.stage.rounds import (
    ClockForm,
    ExchangeForm,
    ExtraForm,
    PickForm,
    ProvisionalForm,
    PublishForm,
)
from tournaments.models import Round
from tournaments.permissions import round_to_direct, stage_to_direct, table_to_direct
from tournaments.selectors.stage.round_preview import PreviewSeat, RoundPreview, round_preview
from tournaments.services.refusals import Refused
from tournaments.services.stage import round_clock, rounds
from tournaments.views.night.desk import attempt
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.refusals import refusal_text
from tournaments.words.stage.rounds import fault_words


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


@require_safe
def preview(request: SignedInRequest, pk: int) -> HttpResponse:
    return _show(request, round_to_direct(request.user, pk))


@require_POST
def exchange(request: SignedInRequest, pk: int) -> HttpResponse:
    round_to_direct(request.user, pk)
    form = ExchangeForm(request.POST)
    if not form.is_valid():
        messages.error(request, refusal_text(Refused("list-changed")))
    else:
        try:
            rounds.exchange_in_preview(round_id=pk, actor=actor_of(request), **form.cleaned_data)
        except Refused as refused:
            messages.error(request, refusal_text(refused))
    if request.htmx:
        return _show(request, round_to_direct(request.user, pk))
    return redirect("round", pk)


@require_POST
def publish(request: SignedInRequest, pk: int) -> HttpResponse:
    round_ = round_to_direct(request.user, pk)
    form = PublishForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["minutes"])))
        return redirect("round", pk)
    try:
        rounds.publish_round(round_id=pk, actor=actor_of(request), minutes=form.cleaned_data["minutes"])
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("round", pk)
    return redirect("desk", round_.stage.event_id)


@require_POST
def discard(request: SignedInRequest, pk: int) -> HttpResponse:
    """Away with the preview; with ``again`` another one is drawn at once, from the facts as they are now."""
    round_ = round_to_direct(request.user, pk)
    actor = actor_of(request)
    try:
        if "again" in request.POST:
            return redirect("round", rounds.redraw_round(round_id=pk, actor=actor).pk)
        rounds.discard_preview(round_id=pk, actor=actor)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("round", pk)
    return redirect("desk", round_.stage.event_id)


@require_POST
def undo(request: SignedInRequest, pk: int) -> HttpResponse:
    event = round_to_direct(request.user, pk).stage.event
    return attempt(request, event, None, lambda: rounds.undo_round(round_id=pk, actor=actor_of(request)))


@require_POST
def clock(request: SignedInRequest, pk: int) -> HttpResponse:
    """Minutes written beside the buttons count whichever of them is pressed."""
    round_ = round_to_direct(request.user, pk)
    form = ClockForm(request.POST)

    def act() -> None:
        round_clock.change_clock(round_id=pk, actor=actor_of(request), **form.cleaned_data)

    return attempt(request, round_.stage.event, form, act)


@require_POST
def extra_time(request: SignedInRequest, pk: int) -> HttpResponse:
    table = table_to_direct(request.user, pk)
    form = ExtraForm(request.POST)

    def act() -> None:
        minutes = form.cleaned_data["minutes"]
        round_clock.give_extra_time(table_id=pk, minutes=minutes, actor=actor_of(request))

    return attempt(request, table.event, form, act, table=pk)


def _show(request: SignedInRequest, round_: Round) -> HttpResponse:
    event = round_.stage.event
    if round_.status != Round.Status.PREVIEW:
        desk = resolve_url("desk", event.pk)
        return HttpResponseClientRedirect(desk) if request.htmx else redirect(desk)
    page = round_preview(round_)
    context = {
        "page": page,
        "round": round_,
        "picked": _picked(request, page),
        "tables": [(table, [fault_words(fault, page.names) for fault in table.faults]) for table in page.tables],
        "bye_faults": [fault_words(fault, page.names) for fault in page.bye_faults],
        "event": event,
        "club": event.club,
        "live_event": event,
        "revision": event.revision,
    }
    return render(
        request, "stage/round/round_preview.html#preview" if request.htmx else "stage/round/round_preview.html", context
    )


def _picked(request: SignedInRequest, page: RoundPreview) -> tuple[int | None, PreviewSeat] | None:
    """Who is to change places with somebody: the number of the table and the seat."""
    form = PickForm(request.GET)
    return page.seat_of(form.cleaned_data["first"]) if form.is_valid() else None
