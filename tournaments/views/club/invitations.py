"""A role by a link: made by an owner, seen by whoever has it, accepted by a tap."""

import smtplib

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.core.mail import send_mail
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.addresses import phone_address, qr_code
from tournaments.forms.club.members import HallForm, InviteForm, OwnAccountForm, WhoForm
from tournaments.models import Invitation, Member
from tournaments.permissions import Right, club_to_direct
from tournaments.selectors.club.members import free_players, host_of, invitation_of, open_events
from tournaments.services.club.invitations import accept, invite_hall, invite_person, is_good, join, revoke_invitation
from tournaments.services.refusals import Refused
from tournaments.views.club.members import show_members
from tournaments.views.requests import Request, SignedInRequest, actor_of
from tournaments.words import done
from tournaments.words.club.invitations import goes_by_mail, mail_of
from tournaments.words.refusals import refusal_text


@require_POST
@never_cache
def invite(request: SignedInRequest, slug: str) -> HttpResponse:
    """Answers with the link, which nobody can show again."""
    club = club_to_direct(request.user, slug, right=Right.OWN)
    form = InviteForm(request.POST, events=open_events(club), by_mail=goes_by_mail())
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
        try:
            send_mail(*mail_of(invitation, address), None, [to])
        except (OSError, smtplib.SMTPException):
            messages.warning(request, done.mail_not_sent(to))
        else:
            messages.success(request, done.mail_sent(to))
    context = {"club": invitation.club, "invitation": invitation, "address": address, "qr": qr_code(address)}
    return render(request, "club/members/invited.html", context)


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
    """Shows who invites into what; only its button accepts, since chats and mail scanners open links."""
    found = invitation_of(token)
    if found is None:
        raise Http404
    if not is_good(found, timezone.now()):
        return render(request, "club/members/over.html", status=410)
    data = request.POST if request.method == "POST" else None
    who = WhoForm(data, players=free_players(found.club) if found.event is None else [])
    account = None if request.user.is_authenticated else account_form(request)
    may_join = account.is_valid() if account else request.user.is_authenticated
    if who.is_bound and who.is_valid() and may_join:
        try:
            member = _join(request, token, who, account)
        except Refused as refused:
            who.add_error(None, refusal_text(refused))
        else:
            return _welcome(request, member)
    context = {
        "invitation": found,
        "host": host_of(found),
        "club": found.club,
        "who": who,
        "account": account,
        "here": request.path,
    }
    return render(request, "club/members/invitation.html", context)


def account_form(request: Request) -> OwnAccountForm | None:
    """What somebody who is not signed in fills in to have an account here and now; where accounts go by e-mail none."""
    return None if goes_by_mail() else OwnAccountForm(request.POST if request.method == "POST" else None)


def _join(request: Request, token: str, who: WhoForm, account: OwnAccountForm | None) -> Member:
    player, now = who.cleaned_data.get("player"), timezone.now()
    if account is None:
        assert isinstance(request.user, User)
        return accept(token=token, user=request.user, player=player, now=now)
    name, password = account.cleaned_data["username"], account.cleaned_data["password1"]
    member = join(token=token, name=name, password=password, player=player, now=now)
    login(request, member.user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return member


def _welcome(request: Request, member: Member) -> HttpResponse:
    messages.success(request, done.welcome(member.club.name))
    return redirect("desk", member.event_id) if member.event_id else redirect("members", member.club.slug)
