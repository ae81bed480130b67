"""What an event or a club gives away to other programs."""

from collections.abc import Iterator
from itertools import islice

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.audience import INSIDERS, lines_for
from tournaments.exports.files.catalogue import (
    CLUB_FILES,
    LEAGUE_FILES,
    SCORE_LINES,
    SEASON_FILES,
    club_lines,
    event_files,
    event_lines,
    league_lines,
    season_lines,
)
from tournaments.exports.files.of_event import reports, score_lines
from tournaments.exports.files.proved import PROVED
from tournaments.exports.files.proved import event_file as event_file_of
from tournaments.exports.files.sheet import Kind
from tournaments.exports.files.verifier import VERIFIER, verifier_file
from tournaments.models import Club, Event
from tournaments.permissions import Right, club_to_direct, event_to_direct, season_to_see
from tournaments.selectors.club.clubs import read_club
from tournaments.selectors.files import is_yet_to_begin
from tournaments.selectors.night.standings import read_event
from tournaments.selectors.ratings.page import are_shown
from tournaments.selectors.season.page import season_page
from tournaments.views.league import league_or_404
from tournaments.views.requests import Request, SignedInRequest, visited
from tournaments.words.files import listed_files

LINES_AT_ONCE = 500
MEDIA: dict[str, str] = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "trf": "text/plain; charset=utf-8",
    "jsonl": "application/x-ndjson; charset=utf-8",
}


@login_not_required
@require_safe
@visited("event")
def of_event(request: Request, pk: int) -> HttpResponse:
    event = _event(pk)
    files = listed_files("event", event_files(event), also_closed=Right.DIRECT in request.seen.rights)
    takes_paper = Right.DIRECT in request.seen.rights and not event.has_rounds and event.status == Event.Status.OPEN
    context = {
        "event": event,
        "files": files,
        "reports": list(reports(event)),
        "takes_paper": takes_paper,
        "takes_played": Right.DIRECT in request.seen.rights and is_yet_to_begin(event),
    }
    return render(request, "files/event.html", context)


@login_not_required
@require_safe
@visited("event")
def event_file(request: Request, pk: int, name: str, kind: Kind) -> StreamingHttpResponse:
    event = _event(pk)
    files = event_files(event)
    if name not in files or files[name].closed:
        raise Http404
    lines = event_lines(event, name, kind, language=get_language())
    return _answer(request.seen.told, lines, f"{name}-{pk}.{kind}")


@login_not_required
@require_safe
@visited("event")
def score_file(request: Request, pk: int) -> StreamingHttpResponse:
    return _answer(request.seen.told, score_lines(_event(pk)), f"{SCORE_LINES}-{pk}.jsonl")


@login_not_required
@require_safe
@visited("event")
def report_file(request: Request, pk: int, number: str) -> StreamingHttpResponse:
    event, seen = _event(pk), request.seen
    sheets = reports(event, tells_ratings=Right.DIRECT in seen.rights or are_shown(event.club, inside=seen.inside))
    if number not in sheets:
        raise Http404
    return _answer(request.seen.told, iter([sheets[number]]), f"report-{pk}-{number}.trf")


@login_not_required
@require_safe
@visited("event")
def proved_file(request: Request, pk: int) -> HttpResponse:
    """As whoever asks may read names: two readers may have two files, both signed."""
    headers = {
        "Content-Disposition": f'attachment; filename="{PROVED}-{pk}.json"',
        "Cache-Control": "private, no-store",
    }
    return HttpResponse(event_file_of(_event(pk)), content_type=MEDIA["json"], headers=headers)


@login_not_required
@require_safe
def verifier(request: Request) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{VERIFIER}"'}
    return HttpResponse(verifier_file(), content_type="application/zip", headers=headers)


@require_safe
def entrants_file(request: SignedInRequest, pk: int, kind: Kind) -> StreamingHttpResponse:
    event = event_to_direct(request.user, pk)
    return _answer(INSIDERS, event_lines(event, "entrants", kind, language=get_language()), f"entrants-{pk}.{kind}")


@login_not_required
@require_safe
@visited("club")
def of_club(request: Request, slug: str) -> HttpResponse:
    club = _club(slug)
    open_files = {name: file for name, file in CLUB_FILES.items() if _is_told(request, club, name)}
    files = listed_files("club", open_files, also_closed=Right.RUN in request.seen.rights)
    context = {"club": club, "files": files, "owns": Right.OWN in request.seen.rights}
    return render(request, "files/club.html", context)


@login_not_required
@require_safe
@visited("club")
def club_file(request: Request, slug: str, name: str, kind: Kind) -> StreamingHttpResponse:
    club = _club(slug)
    if name not in CLUB_FILES or CLUB_FILES[name].closed or not _is_told(request, club, name):
        raise Http404
    lines = club_lines(club, name, kind, language=get_language())
    return _answer(request.seen.told, lines, f"{name}-{slug}.{kind}")


def _is_told(request: Request, club: Club, name: str) -> bool:
    """Ratings as the club wishes."""
    return name != "ratings" or are_shown(club, inside=request.seen.inside)


@require_safe
def players_file(request: SignedInRequest, slug: str, kind: Kind) -> StreamingHttpResponse:
    club = club_to_direct(request.user, slug)
    return _answer(INSIDERS, club_lines(club, "players", kind, language=get_language()), f"players-{slug}.{kind}")


@login_not_required
@require_safe
@visited("season")
def season_file(request: Request, pk: int, name: str, kind: Kind) -> StreamingHttpResponse:
    """By what is over; of the league that is played in it too."""
    if name in LEAGUE_FILES:
        lines = league_lines(league_or_404(request, pk), name, kind, language=get_language())
    elif name in SEASON_FILES:
        page = season_page(season_to_see(request.seen.rights, pk), stricter=request.seen.stricter, tonight_counts=False)
        lines = season_lines(page, name, kind, language=get_language())
    else:
        raise Http404
    return _answer(request.seen.told, lines, f"{name}-{pk}.{kind}")


def _event(pk: int) -> Event:
    try:
        return read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error


def _club(slug: str) -> Club:
    try:
        return read_club(slug)
    except Club.DoesNotExist as error:
        raise Http404 from error


def _answer(told: str, lines: Iterator[str], name: str) -> StreamingHttpResponse:
    """Names as whoever asks may read them, also in what is read after this has been returned."""
    drawn = lines_for(told, lines)
    parts = iter(lambda: "".join(islice(drawn, LINES_AT_ONCE)).encode(), b"")
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return StreamingHttpResponse(parts, content_type=MEDIA[name.rpartition(".")[2]], headers=headers)
