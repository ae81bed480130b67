"""One's own answers: by the own code, or signed in as somebody of the club's list."""

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
from tournaments.exports.calendar import own_calendar
from tournaments.forms.calendar.answers import ReplyForm
from tournaments.models import ComingNight, Player
from tournaments.permissions import Right, coming_to_direct
from tournaments.selectors.calendar.nights import own_nights, planned_night
from tournaments.selectors.club.people.memberships import player_of
from tournaments.services.calendar.answers import answer_night, decide_due
from tournaments.services.refusals import Missing, Refused
from tournaments.views.calendar.pages import CALENDAR
from tournaments.views.requests import Request, SignedInRequest, actor_of
from tournaments.words.calendar.nights import NO_PLAYER
from tournaments.words.refusals import refusal_text


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def own_night(request: Request, code: str, pk: int) -> HttpResponse:
    player = player_to_enter(code)
    form = ReplyForm(request.POST if request.method == "POST" else None)
    if form.is_bound:
        _answer(request, form, pk, player, SYSTEM)
        return redirect("own-night", code, pk) if form.data.get("page") == "night" else _back(code)
    decide_due(now=timezone.now(), club=player.club_id)
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
    given = form.cleaned_data["reply"]
    try:
        answer_night(night_id=pk, player=player, reply=given, now=timezone.now(), actor=actor)
    except Missing as error:
        raise Http404 from error
    except Refused as refused:
        messages.error(request, refusal_text(refused))


def _back(code: str) -> HttpResponse:
    return redirect(f"{reverse('code', args=[code])}#coming")
