"""The nights a club has planned, for everybody who may see them."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.addresses import phone_address
from tournaments.exports.calendar import Address, club_calendar
from tournaments.forms.calendar.answers import ReplyForForm
from tournaments.models import Club, ComingNight
from tournaments.permissions import Right
from tournaments.selectors.calendar.nights import calendar_page, nights_in_calendars, planned_night
from tournaments.selectors.club.people.memberships import player_of
from tournaments.services.calendar.answers import decide_due
from tournaments.views.requests import Request
from tournaments.views.visits import visited
from tournaments.visits import premises_of_night, with_key

CALENDAR = "text/calendar; charset=utf-8"


@login_not_required
@require_safe
@visited("club")
def calendar(request: Request, slug: str) -> HttpResponse:
    now = timezone.now()
    decide_due(now=now, club=request.seen.premises.club)
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
    decide_due(now=timezone.now(), club=seen.premises.club)
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
