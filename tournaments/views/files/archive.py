"""A static copy of a club's pages: made while the page waits, then taken along within the hour."""

from contextlib import suppress
from tempfile import TemporaryFile
from threading import Lock

from django.contrib import messages
from django.http import FileResponse, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.exports.archive.kept import write_zip
from tournaments.exports.archive.making import archive_of
from tournaments.forms.files import ArchiveForm
from tournaments.imports.stored_files import new_key, reporting_progress, store_file, stored_file
from tournaments.limits import LARGEST_ARCHIVE, MOST_ARCHIVED
from tournaments.models import Club
from tournaments.permissions import Right, club_to_direct
from tournaments.services.refusals import Refused
from tournaments.views.requests import SignedInRequest
from tournaments.words.refusals import refusal_text

OTHERWISE = {"stopped": "archive-stopped", "file-gone": "archive-gone"}

_one_at_a_time = Lock()


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def made(request: SignedInRequest, slug: str) -> HttpResponse:
    club, key = club_to_direct(request.user, slug, right=Right.OWN), new_key()
    form = ArchiveForm(request.POST or None, initial={"name": key, "whole": ""})
    if request.method == "POST" and form.is_valid():
        try:
            stored = _make(
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


def _make(club: Club, *, whole: bool, name: str, user: int) -> str:
    if not _one_at_a_time.acquire(blocking=False):
        raise Refused("archive-busy")
    try:
        with TemporaryFile() as file, reporting_progress(name, user=user) as report:
            archive = archive_of(club, None, whole=whole, most=MOST_ARCHIVED)
            write_zip(file, archive.files(report), largest=LARGEST_ARCHIVE)
            file.seek(0)
            return store_file(file, user=user)
    finally:
        _one_at_a_time.release()


@require_safe
@never_cache
def file(request: SignedInRequest, slug: str, name: str) -> HttpResponse | FileResponse:
    club = club_to_direct(request.user, slug, right=Right.OWN)
    try:
        stored = stored_file(name, user=request.user.pk)
    except Refused as refused:
        messages.error(request, _sentence(refused))
        return redirect("club-archive", slug)
    filename = f"{club.slug}-archive.zip"
    return FileResponse(stored, as_attachment=True, filename=filename, content_type="application/zip")


def _size(name: str, user: int) -> int:
    """Of what waits; 0 where nothing does."""
    with suppress(Refused), stored_file(name, user=user) as stored:
        return stored.size
    return 0


def _sentence(refused: Refused) -> str:
    return refusal_text(Refused(OTHERWISE.get(refused.code, refused.code), **refused.params))
