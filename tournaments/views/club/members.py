"""The members of a club: who they are, what they may, and which player of the list is whose."""

from collections.abc import Callable
from functools import partial

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.club.members import AnswerPlayerForm, HallForm, InviteForm, RoleForm, WhoForm
from tournaments.models import Club
from tournaments.permissions import Right, club_to_direct, member_to_change, own_membership
from tournaments.selectors.club.members import free_players, members_page, open_events
from tournaments.services.club.members import confirm_player, hand_over, remove_member, say_player, set_member
from tournaments.services.refusals import Refused
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words import done
from tournaments.words.refusals import refusal_text


@require_safe
def members(request: SignedInRequest, slug: str) -> HttpResponse:
    return show_members(request, club_to_direct(request.user, slug, right=Right.BELONG))


def show_members(
    request: SignedInRequest, club: Club, *, invite: InviteForm | None = None, hall: HallForm | None = None
) -> HttpResponse:
    page = members_page(club, request.user, now=timezone.now())
    own, asks = page.own, None
    if own and not own.player:
        asks = WhoForm(players=free_players(club), initial={"player": own.says_player_id})
    context = {
        "club": club,
        "page": page,
        "rights": page.rights,
        "roles": RoleForm(),
        "asks": asks,
        "invite": invite or InviteForm(events=open_events(club), by_mail=settings.HAS_MAIL),
        "hall": hall or HallForm(),
    }
    return render(request, "club/members/members.html", context)


@require_POST
def role(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    member = member_to_change(request.user, slug, pk, right=Right.OWN)
    if member.event_id:
        raise Http404
    form = RoleForm(request.POST)

    def act() -> None:
        set_member(club=member.club, user=member.user, role=form.cleaned_data["role"], actor=actor_of(request))

    return _attempt(request, slug, form, act)


@require_POST
def remove(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    member = member_to_change(request.user, slug, pk, right=Right.OWN)
    act = partial(remove_member, member=member, actor=actor_of(request))
    return _attempt(request, slug, None, act, said=done.member_removed(member.user.get_username()))


@require_POST
def give_club(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    member = member_to_change(request.user, slug, pk, right=Right.OWN)
    said = done.handed_over(member.user.get_username())
    return _attempt(request, slug, None, partial(hand_over, to=member, actor=actor_of(request)), said=said)


@require_POST
def leave(request: SignedInRequest, slug: str) -> HttpResponse:
    own = own_membership(request.user, slug)
    try:
        remove_member(member=own, actor=actor_of(request))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("members", slug)
    messages.success(request, done.left_club(own.club.name))
    return redirect("club", slug)


@require_POST
def says(request: SignedInRequest, slug: str) -> HttpResponse:
    """Which player of the list he is."""
    own = own_membership(request.user, slug)
    form = WhoForm(request.POST, players=free_players(own.club))

    def act() -> None:
        say_player(member=own, player=form.cleaned_data["player"], actor=actor_of(request))

    return _attempt(request, slug, form, act)


@require_POST
def answer(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    member = member_to_change(request.user, slug, pk, right=Right.RUN)
    form = AnswerPlayerForm(request.POST)

    def act() -> None:
        confirmed = form.cleaned_data["answer"] == "yes"
        confirm_player(member=member, player=form.cleaned_data["player"], confirmed=confirmed, actor=actor_of(request))

    return _attempt(request, slug, form, act)


def _attempt(
    request: SignedInRequest,
    slug: str,
    form: forms.Form | None,
    act: Callable[[], object],
    *,
    said: str = "",
) -> HttpResponse:
    if form is not None and not form.is_valid():
        for errors in form.errors.values():
            messages.error(request, " ".join(map(str, errors)))
        return redirect("members", slug)
    try:
        act()
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    else:
        messages.success(request, said or str(done.SAVED))
    return redirect("members", slug)
