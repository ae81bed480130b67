"""What an event or a club gives away: files for other programs, and a static copy of a club's pages.

The copy is made while the page waits for it, and can be downloaded for an hour.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from tempfile import TemporaryFile
from threading import Lock

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import FileResponse, Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.audience import INSIDERS, lines_for
from tournaments.exports.archive.kept import write_zip
from tournaments.exports.archive.making import archive_of
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
from tournaments.exports.files.fide_reports import reports
from tournaments.exports.files.of_event import score_lines
from tournaments.exports.files.proved import PROVED
from tournaments.exports.files.proved import event_file as event_file_of
from tournaments.exports.files.sheet import Kind
from tournaments.exports.files.verifier import VERIFIER, verifier_file
from tournaments.forms.exchange import ArchiveForm
from tournaments.imports.stored_files import new_key, reporting_progress, store_file, stored_file
from tournaments.limits import LARGEST_ARCHIVE, MOST_ARCHIVED
from tournaments.models import Club, Event
from tournaments.permissions import Right, club_to_direct, event_to_direct, season_to_see
from tournaments.selectors.club.clubs import read_club
from tournaments.selectors.files import is_yet_to_begin
from tournaments.selectors.night.standings import read_event
from tournaments.selectors.ratings.page import are_shown
from tournaments.selectors.season.page import season_page
from tournaments.services.refusals import Refused
from tournaments.views.league import league_or_404
from tournaments.views.requests import Request, SignedInRequest, visited
from tournaments.words.files import listed_files
from tournaments.words.refusals import refusal_text

LINES_AT_ONCE = 500
MEDIA: dict[str, str] = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "trf": "text/plain; charset=utf-8",
    "jsonl": "application/x-ndjson; charset=utf-8",
}
ARCHIVE_REFUSALS = {"stopped": "archive-stopped", "file-gone": "archive-gone"}

_one_archive_at_a_time = Lock()


@login_not_required
@require_safe
@visited("event")
def of_event(request: Request, pk: int) -> HttpResponse:
    event = _event(pk)
    files = listed_files("event", event_files(event), also_closed=Right.DIRECT in request.seen.rights)
    takes_paper = Right.DIRECT in request.seen.rights and not event.has_rounds and event.status == Event.Status.OPEN
    context = {
        "event": event,
        "club": event.club,
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
    lines = event_lines(event, name, kind, language=get_language(), category=request.GET.get("category"))
    return _answer(request.seen.shown_names, lines, f"{name}-{pk}.{kind}")


@login_not_required
@require_safe
@visited("event")
def score_file(request: Request, pk: int) -> StreamingHttpResponse:
    return _answer(request.seen.shown_names, score_lines(_event(pk)), f"{SCORE_LINES}-{pk}.jsonl")


@login_not_required
@require_safe
@visited("event")
def report_file(request: Request, pk: int, number: str) -> StreamingHttpResponse:
    event, seen = _event(pk), request.seen
    sheets = reports(event, tells_ratings=Right.DIRECT in seen.rights or are_shown(event.club, inside=seen.inside))
    if number not in sheets:
        raise Http404
    return _answer(request.seen.shown_names, iter([sheets[number]]), f"report-{pk}-{number}.trf")


@login_not_required
@require_safe
@visited("event")
def proved_file(request: Request, pk: int) -> HttpResponse:
    """The event proved, with names as whoever asks may read them: two readers may have two files, both signed."""
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
    open_files = {name: file for name, file in CLUB_FILES.items() if _is_offered(request, club, name)}
    files = listed_files("club", open_files, also_closed=Right.RUN in request.seen.rights)
    context = {"club": club, "files": files, "owns": Right.OWN in request.seen.rights}
    context["directs"] = Right.DIRECT in request.seen.rights
    return render(request, "files/club.html", context)


@login_not_required
@require_safe
@visited("club")
def club_file(request: Request, slug: str, name: str, kind: Kind) -> StreamingHttpResponse:
    club = _club(slug)
    if name not in CLUB_FILES or CLUB_FILES[name].closed or not _is_offered(request, club, name):
        raise Http404
    lines = club_lines(club, name, kind, language=get_language())
    return _answer(request.seen.shown_names, lines, f"{name}-{slug}.{kind}")


def _is_offered(request: Request, club: Club, name: str) -> bool:
    """Whether the club's page offers the file: ratings only to those to whom the club shows them."""
    return name != "ratings" or are_shown(club, inside=request.seen.inside)


@require_safe
def players_file(request: SignedInRequest, slug: str, kind: Kind) -> StreamingHttpResponse:
    club = club_to_direct(request.user, slug)
    return _answer(INSIDERS, club_lines(club, "players", kind, language=get_language()), f"players-{slug}.{kind}")


@login_not_required
@require_safe
@visited("season")
def season_file(request: Request, pk: int, name: str, kind: Kind) -> StreamingHttpResponse:
    """A sheet of a season, from its events that are over, or of the league that is played in it."""
    if name in LEAGUE_FILES:
        lines = league_lines(league_or_404(request, pk), name, kind, language=get_language())
    elif name in SEASON_FILES:
        page = season_page(season_to_see(request.seen.rights, pk), stricter=request.seen.stricter, tonight_counts=False)
        lines = season_lines(page, name, kind, language=get_language(), category=request.GET.get("category"))
    else:
        raise Http404
    return _answer(request.seen.shown_names, lines, f"{name}-{pk}.{kind}")


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


def _answer(shown_names: str, lines: Iterator[str], name: str) -> StreamingHttpResponse:
    """The lines as a file, with names as whoever asks may read them, also in lines made after this has returned."""
    drawn = lines_for(shown_names, lines)
    parts = iter(lambda: "".join(islice(drawn, LINES_AT_ONCE)).encode(), b"")
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return StreamingHttpResponse(parts, content_type=MEDIA[name.rpartition(".")[2]], headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def archive(request: SignedInRequest, slug: str) -> HttpResponse:
    club, key = club_to_direct(request.user, slug, right=Right.OWN), new_key()
    form = ArchiveForm(request.POST or None, initial={"name": key, "whole": ""})
    if request.method == "POST" and form.is_valid():
        try:
            stored = _archive(
                club, whole=bool(form.cleaned_data["whole"]), name=form.cleaned_data["name"], user=request.user.pk
            )
            return redirect(f"{reverse('club-archive', args=[slug])}?made={stored}")
        except Refused as refused:
            messages.error(request, _sentence(refused))
            return redirect("club-archive", slug)
    stored = request.GET.get("made", "")
    size = _size(stored, request.user.pk)
    context = {"club": club, "form": form, "name": form["name"].value(), "stored": stored, "size": size}
    return render(request, "files/archive.html", context)


def _archive(club: Club, *, whole: bool, name: str, user: int) -> str:
    if not _one_archive_at_a_time.acquire(blocking=False):
        raise Refused("archive-busy")
    try:
        with TemporaryFile() as file, reporting_progress(name, user=user) as report:
            copy = archive_of(club, None, whole=whole, most=MOST_ARCHIVED)
            write_zip(file, copy.files(report), largest=LARGEST_ARCHIVE)
            file.seek(0)
            return store_file(file, user=user)
    finally:
        _one_archive_at_a_time.release()


@require_safe
@never_cache
def archive_file(request: SignedInRequest, slug: str, name: str) -> HttpResponse | FileResponse:
    club = club_to_direct(request.user, slug, right=Right.OWN)
    try:
        stored = stored_file(name, user=request.user.pk)
    except Refused as refused:
        messages.error(request, _sentence(refused))
        return redirect("club-archive", slug)
    filename = f"{club.slug}-archive.zip"
    return FileResponse(stored, as_attachment=True, filename=filename, content_type="application/zip")


def _size(name: str, user: int) -> int:
    """How many bytes wait to be downloaded; 0 where nothing does."""
    with suppress(Refused), stored_file(name, user=user) as stored:
        return stored.size
    return 0


def _sentence(refused: Refused) -> str:
    return refusal_text(Refused(ARCHIVE_REFUSALS.get(refused.code, refused.code), **refused.params))
