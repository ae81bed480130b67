from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe

from tournaments.addresses import phone_address, qr_code
from tournaments.codes import door_code
from tournaments.models import Event, Season
from tournaments.permissions import Right
from tournaments.selectors.door.waiting import is_open
from tournaments.selectors.night.page import read_event
from tournaments.selectors.night.wall import night_wall, opened_deal
from tournaments.selectors.report.page import read_report
from tournaments.selectors.revisions import event_version, opened_version
from tournaments.selectors.season.page import season_page, shown_for
from tournaments.selectors.tournament.wall import TournamentWall, tournament_wall
from tournaments.views.live import live_partial
from tournaments.views.requests import Request
from tournaments.views.visits import visited
from tournaments.visits import with_key
from tournaments.words.bracket.view import shown_brackets
from tournaments.words.pictures.lines import WALL
from tournaments.words.pictures.race import night_picture
from tournaments.words.report.sentences import ToldMoment, from_afar, told_moments
from tournaments.words.season.standing import needed_notes, needed_texts
from tournaments.words.table.verdicts import deal_words


@login_not_required
@require_safe
@visited("event")
@live_partial(event_version)
def wall(request: Request, pk: int) -> HttpResponse:
    try:
        event = read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error
    reel = request.GET.get("reel", "")
    tournament = event.kind == Event.Kind.TOURNAMENT
    story = _story(event)
    page = tournament_wall(event, now=timezone.now()) if tournament else night_wall(event, reel=reel, tells=bool(story))
    address = phone_address(request, with_key(reverse("event", args=[pk]), request.seen.premises))
    key = _key(request, event)
    sheets = "tournament/_wall.html" if tournament else "night/wall/_sheets.html"
    context = {
        "wall": page,
        "sheets": sheets,
        "brackets": shown_brackets(page.brackets) if isinstance(page, TournamentWall) else [],
        "decided": _decided(event),
        "race": None if isinstance(page, TournamentWall) else night_picture(page.race, WALL, game=event.game),
        "story": story if isinstance(page, TournamentWall) or page.tells else [],
        "event": event,
        "club": event.club,
        "address": address.removeprefix("http://").removeprefix("https://"),
        "qr": qr_code(address),
        "key": key,
        "door_qr": qr_code(phone_address(request, reverse("enter", args=[key]))) if key else "",
        "live_event": event,
        "revision": page.revision,
    }
    return render(request, sheets if request.htmx else "night/wall/wall.html", context)


def _story(event: Event) -> list[ToldMoment]:
    report = read_report(event) if event.status == Event.Status.FINISHED else None
    return from_afar(told_moments(report.moments, event)) if report else []


def _decided(event: Event) -> list[tuple[Season, list[str], list[str]]]:
    """What the event can decide in the seasons it counts for, and how that is to be read: in a hall everybody reads it,
    whoever has signed in.
    """
    if event.status != Event.Status.OPEN:
        return []
    seasons = shown_for(event, insider=False)
    pages = [season_page(season, tonight_counts=False) for season in seasons]
    tonight = [page for page in pages if page.can_be_decided and event in page.playing]
    return [(page.season, needed_texts(page), needed_notes(page)) for page in tonight]


def _key(request: Request, event: Event) -> str:
    """The door's code, where a director looks or somebody who has it: the wall itself is open to everybody."""
    if not is_open(event):
        return ""
    code = door_code(event)
    if Right.DIRECT in request.seen.rights:
        return code
    return code if constant_time_compare(request.GET.get("key", ""), code) else ""


@login_not_required
@require_safe
@visited("event")
@live_partial(opened_version)
def opened(request: Request, pk: int) -> HttpResponse:
    """What the phones of a table have opened together; nothing most of the time."""
    found = opened_deal(pk, now=timezone.now())
    words = deal_words(found.line.deal, found.line.result, found.names) if found else ""
    return render(request, "night/wall/_opened.html", {"opened": found, "words": words})
