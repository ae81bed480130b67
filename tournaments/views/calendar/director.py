"""The director plans nights, answers for others, and opens what was planned."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.calendar.answers import CancelForm, ReplyForForm
from tournaments.forms.calendar.plan import ComingNightForm, ComingNightsForm
from tournaments.permissions import club_to_direct, coming_to_direct
from tournaments.services.calendar.answers import answer_night
from tournaments.services.calendar.nights import cancel_night, change_night, open_coming, plan_nights
from tournaments.services.refusals import Missing, Refused
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.calendar.nights import CANCELLED, NOT_NOTED, ON_AGAIN, planned_text
from tournaments.words.done import SAVED
from tournaments.words.refusals import refusal_text


@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug)
    form = ComingNightsForm(request.POST if request.method == "POST" else None, club=club)
    if form.is_bound and form.is_valid():
        nights = plan_nights(
            club=club,
            plan=form.plan,
            nights=form.cleaned_data["nights_count"],
            every=form.cleaned_data["every"],
            actor=actor_of(request),
        )
        messages.success(request, planned_text(len(nights)))
        return redirect("calendar", slug)
    return render(request, "calendar/plan.html", {"club": club, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def change(request: SignedInRequest, pk: int) -> HttpResponse:
    night = coming_to_direct(request.user, pk)
    form = ComingNightForm(request.POST if request.method == "POST" else None, club=night.club, night=night)
    if form.is_bound and form.is_valid():
        try:
            change_night(night_id=pk, plan=form.plan, now=timezone.now(), actor=actor_of(request))
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            messages.success(request, SAVED)
            return redirect("coming", pk)
    return render(request, "calendar/plan.html", {"club": night.club, "night": night, "form": form})


@require_POST
def cancel(request: SignedInRequest, pk: int) -> HttpResponse:
    coming_to_direct(request.user, pk)
    form = CancelForm(request.POST)
    cancelled = form.is_valid() and form.cleaned_data["cancelled"]
    try:
        cancel_night(night_id=pk, cancelled=cancelled, now=timezone.now(), actor=actor_of(request))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    else:
        messages.success(request, CANCELLED if cancelled else ON_AGAIN)
    return redirect("coming", pk)


@require_POST
def answer(request: SignedInRequest, pk: int) -> HttpResponse:
    night = coming_to_direct(request.user, pk)
    form = ReplyForForm(request.POST, club=night.club)
    if not form.is_valid():
        messages.error(request, NOT_NOTED)
        return redirect("coming", pk)
    player, given = form.known[form.cleaned_data["player"]], form.cleaned_data["reply"]
    try:
        answer_night(night_id=pk, player=player, reply=given, now=timezone.now(), actor=actor_of(request))
    except Missing:
        messages.error(request, NOT_NOTED)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    return redirect("coming", pk)


@require_POST
def open_night(request: SignedInRequest, pk: int) -> HttpResponse:
    """To its desk, where whoever comes is ready to be seated."""
    coming_to_direct(request.user, pk)
    try:
        event = open_coming(night_id=pk, now=timezone.now(), actor=actor_of(request))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("coming", pk)
    return redirect("desk", event.pk)
