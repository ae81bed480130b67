"""Permanent codes: printed once, good for every evening."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.addresses import phone_address, qr_code
from tournaments.codes import code_to_open
from tournaments.forms.club.codes import CodesForm, RenewForm
from tournaments.forms.club.visibility import ShownNameForm
from tournaments.models import Club, Player
from tournaments.permissions import club_to_direct, player_to_edit
from tournaments.selectors.bend.skill import accounts_of
from tournaments.selectors.calendar.nights import nights_asked
from tournaments.selectors.club.codes import ClubCode, codes_of_players, codes_of_tables, played_at, room_size
from tournaments.selectors.club.my_table import my_table
from tournaments.selectors.club.players import is_shown, player_page
from tournaments.selectors.door.waiting import events_to_enter
from tournaments.selectors.ladder.page import own_ladders
from tournaments.selectors.league.counting import leagues_on
from tournaments.selectors.meetings.rivals import rivals
from tournaments.selectors.ratings.own import own_rating
from tournaments.selectors.ratings.page import are_shown
from tournaments.services.calendar.answers import decide_due
from tournaments.services.club.codes import renew_player_code, renew_table_code
from tournaments.views.requests import Request, SignedInRequest, actor_of
from tournaments.views.visits import give_codes, seen_by
from tournaments.words.bend.skill import shown_skill
from tournaments.words.club.codes import KINDS, PLAYERS, TABLES
from tournaments.words.club.ratings import standing_text
from tournaments.words.done import CODE_RENEWED
from tournaments.words.pictures.form import form_picture


@login_not_required
@require_safe
@never_cache
def code(request: Request, code: str) -> HttpResponse:
    holder = code_to_open(code)
    if holder.player:
        return _mine(request, code, holder.player)
    if holder.club and holder.table is not None:
        return _table(request, holder.club, holder.table)
    return render(request, "club/codes/outdated.html", status=410)


def _table(request: Request, club: Club, number: int) -> HttpResponse:
    """To the pad at once, where only one game can be meant."""
    found = played_at(club, number)
    if len(found) == 1:
        return redirect("pad", found[0].token)
    return render(request, "club/codes/table.html", {"club": club, "number": number, "found": found})


def _mine(request: Request, code: str, player: Player) -> HttpResponse:
    now = timezone.now()
    decide_due(now=now, club=player.club_id)
    # Read before the rest, so that its revision never promises too much.
    mine = my_table(player, now=now)
    to_enter = events_to_enter(player)
    page = player_page(player.pk)
    rating = own_rating(player, for_themselves=True) if are_shown(player.club, inside=True) else None
    opened = [*mine.all_events, *to_enter]
    shown = seen_by(request, player.club, codes=opened)
    context = {
        "mine": mine,
        "player": player,
        "club": player.club,
        "shown_name": ShownNameForm(initial={"shown_names": player.shown_names}),
        "page": page,
        "skill": shown_skill(accounts_of(page.player)),
        "form": form_picture(page.tables),
        "rating": rating,
        "standing": standing_text(rating) if rating else "",
        "rivals": rivals(player),
        "shown": shown,
        "shown_tables": [each.table_id for each in page.tables if shown and is_shown(each, shown.stricter)],
        "code": code,
        "to_enter": to_enter,
        "coming": nights_asked(player, now=now),
        "ladders": own_ladders(player),
        "leagues": leagues_on(player) if shown else [],
        "live_event": mine.event,
        "revision": mine.event.revision if mine.event else 0,
    }
    return give_codes(request, render(request, "club/codes/mine.html", context), opened)


@dataclass(frozen=True)
class PrintedClubCode:
    code: ClubCode
    address: str
    qr: SafeString


@require_safe
def codes(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug)
    form = CodesForm({"of": TABLES, "count": room_size(club)} | request.GET.dict())
    of, count = (form.cleaned_data["of"], form.cleaned_data["count"]) if form.is_valid() else (TABLES, 0)
    shown = codes_of_players(club) if of == PLAYERS else codes_of_tables(club, count=count)
    context = {
        "club": club,
        "form": form,
        "of": of,
        "kinds": KINDS,
        "codes": [_printed(request, each) for each in shown],
    }
    return render(request, "club/codes/codes.html", context)


def _printed(request: SignedInRequest, code: ClubCode) -> PrintedClubCode:
    address = phone_address(request, reverse("code", args=[code.code]))
    return PrintedClubCode(code, address, qr_code(address))


@require_POST
def renew_of_table(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    club = club_to_direct(request.user, slug)
    return _renew(request, club, TABLES, partial(renew_table_code, club=club, number=number))


@require_POST
def renew_of_player(request: SignedInRequest, pk: int) -> HttpResponse:
    player = player_to_edit(request.user, pk)
    return _renew(request, player.club, PLAYERS, partial(renew_player_code, player=player))


def _renew(request: SignedInRequest, club: Club, of: str, service: Callable[..., None]) -> HttpResponse:
    form = RenewForm(request.POST)
    if form.is_valid():
        service(edition=form.cleaned_data["edition"], actor=actor_of(request))
        messages.success(request, CODE_RENEWED)
    return redirect(f"{reverse('codes', args=[club.slug])}?of={of}")
