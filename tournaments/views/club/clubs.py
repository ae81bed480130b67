"""The pages of a club: its front page, the search, who sees it, its permanent codes, and the installation's backups."""

from collections.abc import Callable, Set
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.addresses import phone_address, qr_code
from tournaments.audience import INSIDERS, drawn_for
from tournaments.audit import SYSTEM, Actor
from tournaments.backups.making import backup_to_send, file_name
from tournaments.backups.spare import can_keep_spare
from tournaments.backups.stored import MOST, stored_backups
from tournaments.codes import code_to_open, held_player_codes
from tournaments.forms.club import (
    ClubForm,
    ClubVisibilityForm,
    CodesForm,
    EventVisibilityForm,
    RenewForm,
    ShownNameForm,
)
from tournaments.limits import LONGEST_SEARCH, shortened
from tournaments.models import Club, ComingNight, Player
from tournaments.permissions import (
    Right,
    club_to_direct,
    clubs_to_direct,
    event_in,
    event_to_direct,
    is_keeper,
    may_open_clubs,
    player_to_edit,
    require_keeper,
    rights_in,
)
from tournaments.selectors.access import ClubCode, codes_of_players, codes_of_tables, played_at, room_size
from tournaments.selectors.club.clubs import (
    Asked,
    all_time_page,
    club_page,
    find_nearest,
    is_any_club,
    listed_clubs,
    nights_page,
    stopped_tables,
)
from tournaments.selectors.club.clubs import clubs as clubs_to_find
from tournaments.selectors.club.clubs import find as find_anything
from tournaments.selectors.club.players import is_shown, my_table, own_evenings
from tournaments.selectors.coming import events_to_enter, next_nights, nights_asked
from tournaments.selectors.head_to_head import rivals
from tournaments.selectors.ladder import own_ladders
from tournaments.selectors.league.results import leagues_on
from tournaments.selectors.printing import logo_edition
from tournaments.selectors.ratings.page import are_shown, own_rating
from tournaments.selectors.report import places_in_report
from tournaments.selectors.season.page import running_season
from tournaments.selectors.stage.stages import has_bracket
from tournaments.selectors.stage.teams import line_ups_to_name
from tournaments.selectors.tournament.page import last_podium
from tournaments.selectors.win_probability import accounts_of
from tournaments.services.club.clubs import (
    choose_shown_name,
    create_club,
    renew_player_code,
    renew_table_code,
    set_club_visibility,
    set_event_visibility,
)
from tournaments.services.refusals import Refused
from tournaments.views.requests import (
    Request,
    SignedInRequest,
    actor_of,
    give_codes,
    passes_of,
    seen_by,
    shared_page,
    visited,
)
from tournaments.visibility import clubs_known_to, with_key
from tournaments.words.charts.race import form_picture
from tournaments.words.club import KINDS, PLAYERS, TABLES
from tournaments.words.done import CODE_RENEWED, SAVED
from tournaments.words.files import backup_refusal
from tournaments.words.menu import called, club_pages, event_pages, nearly_called, own_pages
from tournaments.words.report.cards import club_text
from tournaments.words.report.sentences import first_sentence
from tournaments.words.season import headline
from tournaments.words.statistics.compared import standing_text
from tournaments.words.win_probability import shown_skill

Shown = TypeVar("Shown")


@login_not_required
@require_safe
@visited("club")
def club(request: Request, slug: str) -> HttpResponse:
    seen, now = request.seen, timezone.now()
    page = _page_of(club_page, slug, stricter=seen.stricter)
    tonight = page.open_events[0] if page.open_events else None
    address = phone_address(request, with_key(reverse("club", args=[slug]), seen.premises))
    ahead = next_nights(page.club, now=now, stricter=seen.stricter)
    last = last_podium(page.recent, page.tags)
    season = running_season(page.club, page.tags, insider=seen.inside)
    stopped = stopped_tables([event.pk for event in page.open_events]) if tonight and Right.LOOK in seen.rights else {}
    context = {
        "page": page,
        "is_new": Right.RUN in seen.rights and not (page.open_events or page.recent),
        "today": timezone.localdate(),
        "logo": logo_edition(page.club),
        "nights": [(event, stopped.get(event.pk)) for event in page.open_events],
        "leading": next(iter(stopped), tonight.pk if tonight else None),
        "ahead": ahead,
        "planned_today": next((planned.night for planned in ahead if _is_today(planned.night)), None),
        "last": last,
        "won": first_sentence(places_in_report(last.event, page.tags), last.event) if last else "",
        "running": season,
        "running_says": headline(season) if season else "",
        "address": address.removeprefix("http://").removeprefix("https://"),
        "qr": qr_code(address) if tonight else "",
        "feed": with_key(reverse("club-feed", args=[slug]), seen.premises),
        "club": page.club,
        "shared": shared_page(request, page.club, title=page.club.name, text=club_text()),
        "rights": seen.rights,
        "live_event": tonight,
        "revision": tonight.revision if tonight else 0,
    }
    return render(request, "club/club.html", context)


@login_not_required
@require_safe
@visited("club")
def nights(request: Request, slug: str) -> HttpResponse:
    page = _page_of(nights_page, slug, request.GET.get("page", ""), stricter=request.seen.stricter)
    feed = with_key(reverse("club-feed", args=[slug]), request.seen.premises)
    return render(request, "club/nights.html", {"page": page, "club": page.club, "feed": feed})


@login_not_required
@require_safe
@visited("club")
def all_time(request: Request, slug: str) -> HttpResponse:
    asked = Asked(
        contest=request.GET.get("contest", ""), page=request.GET.get("page", ""), name=request.GET.get("q", "")
    )
    page = _page_of(all_time_page, slug, asked, stricter=request.seen.stricter)
    context = {
        "page": page,
        "club": page.club,
        "asked": asked,
        "live_event": page.open_event,
        "revision": page.open_event.revision if page.open_event else 0,
    }
    return render(request, "club/all_time.html", context)


def _is_today(night: ComingNight) -> bool:
    return timezone.localdate(night.starts_at) == timezone.localdate()


def _page_of(selector: Callable[..., Shown], *arguments: object, stricter: Set[int] | None) -> Shown:
    try:
        return selector(*arguments, stricter=stricter)
    except Club.DoesNotExist as error:
        raise Http404 from error


@login_not_required
@require_safe
def home(request: Request) -> HttpResponse:
    """Where there is one club only, its page is the front page."""
    clubs_listed = clubs_to_find(ids=_known(request))
    return redirect("club", clubs_listed[0].slug) if len(clubs_listed) == 1 else redirect("clubs")


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def clubs(request: Request) -> HttpResponse:
    form = ClubForm(request.POST if request.method == "POST" else None)
    user = request.user
    if request.method == "POST":
        if not (user.is_authenticated and may_open_clubs(user)):
            raise PermissionDenied
        if form.is_valid():
            club = create_club(name=form.cleaned_data["name"], owner=user, actor=Actor(user=user))
            return redirect("club", club.slug)
    directed = clubs_to_direct(user) if user.is_authenticated else []
    clubs_listed, keeps = listed_clubs(ids=_known(request), directed=directed), is_keeper(user)
    context = {
        "directed": {club.pk for club in directed},
        "clubs": clubs_listed,
        "begins": not clubs_listed and not is_any_club(),
        "form": form if keeps or may_open_clubs(user) else None,
        "keeps": keeps,
    }
    return render(request, "club/clubs.html", context)


def _known(request: Request) -> set[int]:
    return clubs_known_to(request.user, passes_of(request))


@require_safe
@drawn_for(INSIDERS)  # of clubs that whoever asks runs, and no others
def find(request: SignedInRequest) -> HttpResponse:
    """?q= is sought; ?event= or ?club= is looked at: its tables and pages come first."""
    user, clubs = request.user, clubs_to_direct(request.user)
    event = event_in(clubs, request.GET.get("event", ""))
    looked_at = next((club for club in clubs if club.slug == request.GET.get("club")), clubs[0] if clubs else None)
    club = event.club if event else looked_at
    rights = rights_in(user, club) if club else set()
    text = shortened(request.GET.get("q", ""), LONGEST_SEARCH)
    pages = {
        "event_pages": event_pages(event, rights, has_bracket=has_bracket(event)) if event else [],
        "club_pages": club_pages(club, rights) if club else [],
        "own_pages": own_pages(may_found=may_open_clubs(user), keeps=is_keeper(user)),
    }
    hits = find_anything(text, clubs=clubs, event=event)
    places = {name: called(links, text) for name, links in pages.items()}
    missed = bool(text.strip()) and not (hits or any(places.values()))
    if missed:
        hits = find_nearest(text, clubs=clubs)
        places = {name: nearly_called(links, text) for name, links in pages.items()}
    context = {"text": text, "event": event, "club": club, "rights": rights, "found": hits, "missed": missed}
    return render(request, _template(request), context | places)


def _template(request: SignedInRequest) -> str:
    """The page, what a window over another page holds of it, or what was found."""
    if not request.htmx:
        return "club/find.html"
    return "club/find.html#found" if "q" in request.GET else "club/find.html#find"


@require_http_methods(["GET", "HEAD", "POST"])
def of_club(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug, right=Right.OWN)
    form = ClubVisibilityForm(request.POST if request.method == "POST" else None, club=club)
    if form.is_bound and form.is_valid():
        set_club_visibility(club=club, **form.cleaned_data, actor=actor_of(request))
        messages.success(request, SAVED)
        return redirect("club", club.slug)
    return render(request, "club/visibility.html", {"club": club, "form": form})


@require_POST
def of_event(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = EventVisibilityForm(request.POST, event=event)
    if form.is_valid():
        set_event_visibility(event_id=event.pk, **form.cleaned_data, actor=actor_of(request))
        messages.success(request, SAVED)
    return redirect("event-settings", event.pk)


@login_not_required
@require_POST
def of_name(request: Request, code: str) -> HttpResponse:
    """By who holds the player's own code."""
    player = code_to_open(code).player
    if player is None:
        raise Http404
    form = ShownNameForm(request.POST)
    if form.is_valid():
        choose_shown_name(player=player, **form.cleaned_data, actor=SYSTEM)
        messages.success(request, SAVED)
    return redirect("code", code)


@require_http_methods(["GET", "HEAD", "POST"])
def backups(request: SignedInRequest) -> HttpResponseBase:
    require_keeper(request.user)
    if request.method == "POST":
        try:
            return FileResponse(
                backup_to_send(),
                as_attachment=True,
                filename=file_name(),
                content_type="application/zip",
                headers={"Cache-Control": "private, no-store"},
            )
        except Refused as refused:
            messages.error(request, backup_refusal(refused))
            return redirect("backups")
    kept = {"kept": stored_backups(), "most": MOST, "folder": settings.BACKUPS}
    return render(request, "club/backups.html", kept | {"can_keep_spare": can_keep_spare()})


@login_not_required
@require_safe
@never_cache
def code(request: Request, code: str) -> HttpResponse:
    holder = code_to_open(code)
    if holder.player:
        return _mine(request, code, holder.player)
    if holder.club and holder.table is not None:
        return _table(request, holder.club, holder.table)
    return render(request, "club/outdated_code.html", status=410)


def _table(request: Request, club: Club, number: int) -> HttpResponse:
    """To the pad at once, where only one game can be meant."""
    table = played_at(club, number)
    if len(table) == 1:
        return redirect("pad", table[0].token)
    return render(request, "club/code_table.html", {"club": club, "number": number, "found": table})


def _mine(request: Request, code: str, player: Player) -> HttpResponse:
    now = timezone.now()
    # Read before the rest, so that its revision never promises too much.
    mine = my_table(player, now=now)
    to_enter = events_to_enter(player)
    evenings = own_evenings(player)
    tables = [table for evening in evenings for table in evening.tables]
    rating = own_rating(player, for_themselves=True) if are_shown(player.club, inside=True) else None
    opened = held_player_codes(code, [*mine.all_events, *to_enter])
    request.held = next((code for code in opened if mine.event and code.event == mine.event.pk), None)
    shown = seen_by(request, player.club, codes=opened)
    context = {
        "mine": mine,
        "player": player,
        "club": player.club,
        "shown_name": ShownNameForm(initial={"shown_names": player.shown_names}),
        "evenings": evenings,
        "skill": shown_skill(accounts_of(player)),
        "form": form_picture(tables),
        "rating": rating,
        "standing": standing_text(rating) if rating else "",
        "rivals": rivals(player),
        "shown": shown,
        "shown_tables": [table.table_id for table in tables if shown and is_shown(table, shown.stricter)],
        "code": code,
        "to_enter": to_enter,
        "coming": nights_asked(player, now=now),
        "ladders": own_ladders(player),
        "line_ups": line_ups_to_name(player, mine.all_events),
        "leagues": leagues_on(player) if shown else [],
        "live_event": mine.event,
        "revision": mine.event.revision if mine.event else 0,
    }
    return give_codes(request, render(request, "club/my_code.html", context), opened)


@dataclass(frozen=True)
class PrintedClubCode:
    code: ClubCode
    address: str
    qr: SafeString


@require_safe
def codes(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug)
    form = CodesForm({"of": TABLES, "count": room_size(club)} | request.GET.dict())
    kind, count = (form.cleaned_data["of"], form.cleaned_data["count"]) if form.is_valid() else (TABLES, 0)
    shown = codes_of_players(club) if kind == PLAYERS else codes_of_tables(club, count=count)
    printed = {"codes": [_printed(request, code) for code in shown]}
    return render(request, "club/codes.html", printed | {"club": club, "form": form, "of": kind, "kinds": KINDS})


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


def _renew(request: SignedInRequest, club: Club, kind: str, service: Callable[..., None]) -> HttpResponse:
    form = RenewForm(request.POST)
    if form.is_valid():
        service(edition=form.cleaned_data["edition"], actor=actor_of(request))
        messages.success(request, CODE_RENEWED)
    return redirect(f"{reverse('codes', args=[club.slug])}?of={kind}")
