"""The nights a club has planned: for everybody who may see them, for replies by code or account, and for the director
who plans and opens them.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.addresses import phone_address
from tournaments.audit import SYSTEM, Actor
from tournaments.codes import player_to_enter
from tournaments.exports.calendar import Address, club_calendar, own_calendar
from tournaments.forms.planning import CancelForm, ComingNightForm, ComingNightsForm, ReplyForForm, ReplyForm
from tournaments.models import Club, ComingNight, Player
from tournaments.permissions import Right, club_to_direct, coming_to_direct
from tournaments.selectors.club.people import player_of
from tournaments.selectors.coming import calendar_page, nights_in_calendars, own_nights, planned_night
from tournaments.services.calendar import (
    answer_for_players,
    answer_night,
    cancel_night,
    change_night,
    open_coming,
    plan_nights,
)
from tournaments.services.refusals import Missing, Refused
from tournaments.views.requests import Request, SignedInRequest, actor_of, visited
from tournaments.visibility import premises_of_night, with_key
from tournaments.words.calendar import CANCELLED, NO_PLAYER, NOT_NOTED, ON_AGAIN, planned_text
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
    try:
        answer_for_players(night_id=pk, now=timezone.now(), actor=actor_of(request), **form.cleaned_data)
    except Missing:
        messages.error(request, NOT_NOTED)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    else:
        messages.success(request, SAVED)
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


CALENDAR = "text/calendar; charset=utf-8"


@login_not_required
@require_safe
@visited("club")
def calendar(request: Request, slug: str) -> HttpResponse:
    now = timezone.now()
    page = calendar_page(slug, now=now, stricter=request.seen.stricter)
    context = {
        "club": page.club,
        "nights": page.nights,
        "rights": request.seen.rights,
        "file": phone_address(request, with_key(reverse("calendar-file", args=[slug]), request.seen.premises)),
    }
    return render(request, "calendar/calendar.html", context)


@login_not_required
@require_safe
@visited("club")
def calendar_file(request: Request, slug: str) -> HttpResponse:
    club, nights = nights_in_calendars(slug, now=timezone.now(), stricter=request.seen.stricter)
    return HttpResponse(club_calendar(club, nights, address=night_address(request)), content_type=CALENDAR)


@login_not_required
@require_safe
@visited("coming")
def coming(request: Request, pk: int) -> HttpResponse:
    seen, user = request.seen, request.user
    club = Club(pk=seen.premises.club)
    player = player_of(user, club) if user.is_authenticated and Right.BELONG in seen.rights else None
    try:
        planned = planned_night(pk, stricter=seen.stricter, player=player)
    except ComingNight.DoesNotExist as error:
        raise Http404 from error
    night = planned.night
    context = {
        "club": night.club,
        "planned": planned,
        "night": night,
        "player": player,
        "answer_address": reverse("coming-reply", args=[pk]),
        "takes_answers": night.takes_answers(timezone.now()),
        "is_today": timezone.localdate(night.starts_at) == timezone.localdate(),
        "rights": seen.rights,
        "hides": seen.premises.hides,
        "link": with_key(reverse("coming", args=[pk]), seen.premises),
        "form": ReplyForForm(club=night.club) if Right.RUN in seen.rights else None,
    }
    return render(request, "calendar/night.html", context)


def night_address(request: Request) -> Address:
    def address(night: ComingNight) -> str:
        return phone_address(request, with_key(reverse("coming", args=[night.pk]), premises_of_night(night)))

    return address


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def own_night(request: Request, code: str, pk: int) -> HttpResponse:
    player = player_to_enter(code)
    form = ReplyForm(request.POST if request.method == "POST" else None)
    if form.is_bound:
        _answer(request, form, pk, player, SYSTEM)
        return redirect("own-night", code, pk) if form.data.get("page") == "night" else _back(code)
    try:
        planned = planned_night(pk, player=player)
    except ComingNight.DoesNotExist as error:
        raise Http404 from error
    if planned.night.club_id != player.club_id:
        raise Http404
    if planned.night.opened:  # which has its place there
        return redirect("code", code)
    context = {
        "club": player.club,
        "planned": planned,
        "night": planned.night,
        "player": player,
        "answer_address": request.path,
        "takes_answers": planned.night.takes_answers(timezone.now()),
        "code": code,
    }
    return render(request, "calendar/night.html", context)


@login_not_required
@require_safe
@never_cache
def own_file(request: Request, code: str) -> HttpResponse:
    player = player_to_enter(code)

    def address(night: ComingNight) -> str:
        return phone_address(request, reverse("own-night", args=[code, night.pk]))

    nights = own_nights(player, now=timezone.now())
    return HttpResponse(own_calendar(player.club, nights, address=address), content_type=CALENDAR)


@require_POST
def reply(request: SignedInRequest, pk: int) -> HttpResponse:
    """Of a member, who is somebody of the list."""
    night = coming_to_direct(request.user, pk, right=Right.BELONG)
    player = player_of(request.user, night.club)
    if player is None:
        messages.error(request, NO_PLAYER)
    else:
        _answer(request, ReplyForm(request.POST), pk, player, actor_of(request))
    return redirect("coming", pk)


def _answer(request: Request, form: ReplyForm, pk: int, player: Player, actor: Actor) -> None:
    if not form.is_valid():
        raise Http404
    reply = form.cleaned_data["reply"]
    try:
        answer_night(night_id=pk, player=player, reply=reply, now=timezone.now(), actor=actor)
    except Missing as error:
        raise Http404 from error
    except Refused as refused:
        messages.error(request, refusal_text(refused))


def _back(code: str) -> HttpResponse:
    return redirect(f"{reverse('code', args=[code])}#coming")
