"""A whole club as one file: taken along, and brought in."""

from tempfile import TemporaryFile
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.exports.files.club_file import write_club
from tournaments.forms.files.bringing import ClubFileForm, PeopleForm
from tournaments.imports.club_file import ClubFile, open_club_file
from tournaments.imports.kept_files import drop_file, keep_file, kept_file
from tournaments.models import Club
from tournaments.permissions import Right, club_to_direct, may_open_clubs
from tournaments.services.files.bringing import bring_club
from tournaments.services.refusals import Refused
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.files.club import file_facts
from tournaments.words.refusals import refusal_text


@require_safe
@never_cache
def whole(request: SignedInRequest, slug: str) -> FileResponse:
    club = club_to_direct(request.user, slug, right=Right.OWN)
    file = TemporaryFile()  # noqa: SIM115  (closed when it has been sent)
    write_club(club, file)
    file.seek(0)
    return FileResponse(file, as_attachment=True, filename=f"{slug}.zip", content_type="application/zip")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def bring(request: SignedInRequest, slug: str = "") -> HttpResponse:
    """First the file; what is in it is shown before anything is done."""
    club = _into(request, slug)
    form = ClubFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"].file
        try:
            open_club_file(file)
            return redirect(_kept_address(slug, keep_file(file, user=request.user.pk)))
        except Refused as refused:
            form.add_error("file", refusal_text(refused))
    return render(request, "files/bringing/bring.html", {"club": club, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def bring_kept(request: SignedInRequest, name: str, slug: str = "") -> HttpResponseBase:
    club, is_sure = _into(request, slug), request.method == "POST"
    try:
        with kept_file(name, user=request.user.pk) as file:
            found = open_club_file(file)
            form = PeopleForm(request.POST if is_sure else None, people=found.people, club=club) if club else None
            if is_sure and (form is None or form.is_valid()):
                brought = _brought(request, found, club, form)
                drop_file(name, user=request.user.pk)
                messages.success(request, file_facts(found).done)
                return redirect("club", brought.slug)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect(reverse("bring-in-here", args=[slug]) if slug else reverse("bring-in"))
    context: dict[str, Any] = {"club": club, "found": found, "facts": file_facts(found), "form": form}
    return render(request, "files/bringing/bring_people.html", context)


def _brought(request: SignedInRequest, found: ClubFile, club: Club | None, form: PeopleForm | None) -> Club:
    return bring_club(
        rows=found.rows(),
        sizes=found.sizes,
        name=found.name,
        slug=found.slug,
        into=club,
        people=form.cleaned_data["people"] if form else {},
        owner=request.user,
        actor=actor_of(request),
    )


def _into(request: SignedInRequest, slug: str) -> Club | None:
    if slug:
        return club_to_direct(request.user, slug, right=Right.OWN)
    if not may_open_clubs(request.user):
        raise PermissionDenied
    return None


def _kept_address(slug: str, key: str) -> str:
    return reverse("bring-in-here-kept", args=[slug, key]) if slug else reverse("bring-in-kept", args=[key])
