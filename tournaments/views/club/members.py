"""The members of a club, their roles and players, the links that give a role, and one's own sessions and account."""

from collections.abc import Callable
from functools import partial

from allauth.account.decorators import reauthentication_required
from allauth.account.utils import perform_login
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from sesame.utils import get_user

from tournaments.addresses import phone_address, qr_code
from tournaments.audience import drawn_for
from tournaments.forms.club import (
    AnswerPlayerForm,
    DeleteAccountForm,
    EndSessionForm,
    HallForm,
    InviteForm,
    OwnAccountForm,
    RoleForm,
    WhoForm,
)
from tournaments.limits import LONGEST_SEARCH, shortened
from tournaments.models import Club, Invitation, Member
from tournaments.permissions import Right, club_to_direct, member_to_change, own_membership
from tournaments.selectors.access import (
    AskedMembers,
    free_players,
    host_of,
    invitation_of,
    joinable_events,
    members_page,
    owned_alone,
    sessions_of,
)
from tournaments.services.club.members import (
    accept,
    confirm_player,
    delete_account,
    end_other_sessions,
    hand_over,
    invite_hall,
    invite_person,
    is_good,
    join,
    post_mail,
    remove_member,
    revoke_invitation,
    say_player,
    set_member,
)
from tournaments.services.refusals import Refused
from tournaments.views.requests import Request, SignedInRequest, actor_of
from tournaments.words import done
from tournaments.words.club import ACCOUNT_DELETED, mail_of, sessions_ended
from tournaments.words.refusals import refusal_text


@require_safe
def members(request: SignedInRequest, slug: str) -> HttpResponse:
    return show_members(request, club_to_direct(request.user, slug, right=Right.BELONG))


def show_members(
    request: SignedInRequest, club: Club, *, invite: InviteForm | None = None, hall: HallForm | None = None
) -> HttpResponse:
    asked = AskedMembers(
        shortened(request.GET.get("q", ""), LONGEST_SEARCH), "directors" in request.GET, request.GET.get("page", "")
    )
    page = members_page(club, request.user, now=timezone.now(), wanted=asked)
    own, asks = page.own, None
    if own and not own.player:
        asks = WhoForm(players=free_players(club), initial={"player": own.says_player_id})
    context = {
        "club": club,
        "page": page,
        "asked": asked,
        "rights": page.rights,
        "roles": RoleForm(),
        "asks": asks,
        "invite": invite
        or InviteForm(events=joinable_events(club), by_mail=settings.HAS_MAIL, role=request.GET.get("role", "")),
        "hall": hall or HallForm(),
    }
    return render(request, "club/members.html", context)


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
    return _attempt(request, slug, None, act, message=done.member_removed(member.user.get_username()))


@require_POST
def give_club(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    member = member_to_change(request.user, slug, pk, right=Right.OWN)
    message = done.handed_over(member.user.get_username())
    return _attempt(request, slug, None, partial(hand_over, to=member, actor=actor_of(request)), message=message)


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
    """Which player of the list they are."""
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
    message: str = "",
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
        messages.success(request, message or str(done.SAVED))
    return redirect("members", slug)


@require_POST
@never_cache
def invite(request: SignedInRequest, slug: str) -> HttpResponse:
    """Answers with the link, which nobody can show again."""
    club = club_to_direct(request.user, slug, right=Right.OWN)
    form = InviteForm(request.POST, events=joinable_events(club), by_mail=settings.HAS_MAIL)
    if not form.is_valid():
        return show_members(request, club, invite=form)
    role, event = form.invited
    invitation, token = invite_person(club=club, role=role, event=event, actor=actor_of(request))
    return _show_link(request, invitation, token, to=form.cleaned_data.get("email", ""))


@require_POST
@never_cache
def hall(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug, right=Right.OWN)
    form = HallForm(request.POST)
    if not form.is_valid():
        return show_members(request, club, hall=form)
    uses = form.cleaned_data["uses"]
    return _show_link(request, *invite_hall(club=club, until=form.until, uses=uses, actor=actor_of(request)))


def _show_link(request: SignedInRequest, invitation: Invitation, token: str, *, to: str = "") -> HttpResponse:
    address = phone_address(request, reverse("invitation", args=[token]))
    if to:
        subject, text = mail_of(invitation, address)
        post_mail(to=to, subject=subject, text=text)
        messages.success(request, done.mail_sent(to))
    context = {"club": invitation.club, "invitation": invitation, "address": address, "qr": qr_code(address)}
    return render(request, "club/invited.html", context)


@require_POST
def revoke(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    club = club_to_direct(request.user, slug, right=Right.OWN)
    revoke_invitation(club=club, invitation_id=pk, actor=actor_of(request))
    messages.success(request, done.INVITATION_REVOKED)
    return redirect("members", slug)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password1", "password2")
@never_cache
def invitation(request: Request, token: str) -> HttpResponse:
    """Shows who invites into what; only its button accepts, since chats and mail scanners open links. Nobody of the
    club's list is named: whoever has joined says there who they are.
    """
    invitation = invitation_of(token)
    if invitation is None:
        raise Http404
    if not is_good(invitation, timezone.now()):
        return render(request, "club/invitation_over.html", status=410)
    posted = request.POST if request.method == "POST" else None
    account = None if request.user.is_authenticated else OwnAccountForm(posted)
    if posted is not None and (account is None or account.is_valid()):
        try:
            return _welcome(request, _join(request, token, account))
        except Refused as refused:
            messages.error(request, refusal_text(refused))
    with drawn_for(invitation.club.shown_names):
        host = host_of(invitation)
    context = {
        "invitation": invitation,
        "host": host,
        "club": invitation.club,
        "account": account,
        "here": request.path,
    }
    return render(request, "club/invitation.html", context)


def _join(request: Request, token: str, account: OwnAccountForm | None) -> Member:
    now = timezone.now()
    if account is None:
        assert isinstance(request.user, User)
        return accept(token=token, user=request.user, now=now)
    name, password = account.cleaned_data["username"], account.cleaned_data["password1"]
    member = join(token=token, name=name, password=password, now=now)
    perform_login(request, member.user)
    return member


def _welcome(request: Request, member: Member) -> HttpResponse:
    messages.success(request, done.welcome(member.club.name))
    if member.event_id is None and free_players(member.club):
        messages.info(request, done.SAY_WHO)
    if settings.HAS_MAIL and not member.user.email:
        messages.info(request, done.ADD_ADDRESS)
    return redirect("desk", member.event_id) if member.event_id else redirect("members", member.club.slug)


View = Callable[..., HttpResponseBase]
with_password_of_late: Callable[[View], View] = reauthentication_required(allow_get=True)


@login_not_required
@require_http_methods(["GET", "POST"])
@never_cache
def sign_in_link(request: Request) -> HttpResponseBase:
    """A chat that looks at the link for its preview sees a button; only the tap on it uses the link up."""
    user = get_user(request, update_last_login=False)
    if user is None:
        return render(request, "account/link_used.html", status=403)
    if request.method == "GET":
        return render(request, "account/link.html", {"name": user.get_username()})
    answer: HttpResponseBase = perform_login(request, user)
    return answer


@require_safe
def sessions(request: SignedInRequest) -> HttpResponse:
    signed_in = sessions_of(request.user, session_key=request.session.session_key)
    return render(request, "account/sessions.html", {"sessions": signed_in})


@require_POST
def end_sessions(request: SignedInRequest) -> HttpResponse:
    form = EndSessionForm(request.POST)
    if form.is_valid():
        only, session_key = form.cleaned_data["session"], request.session.session_key
        messages.success(
            request, sessions_ended(end_other_sessions(user=request.user, session_key=session_key, only=only))
        )
    return redirect("sessions")


@require_http_methods(["GET", "HEAD", "POST"])
@with_password_of_late
def delete(request: SignedInRequest) -> HttpResponse:
    """Says first what goes and what stays; whoever has a password types it, and everybody their name."""
    user = request.user
    form = DeleteAccountForm(request.POST if request.method == "POST" else None, name=user.get_username())
    if form.is_bound and form.is_valid():
        try:
            delete_account(user=user)
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            logout(request)
            messages.success(request, ACCOUNT_DELETED)
            return redirect("clubs")
    return render(request, "account/delete.html", {"form": form, "alone": owned_alone(user)})
