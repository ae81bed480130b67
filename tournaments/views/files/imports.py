"""Files brought in: a tournament played elsewhere, an evening on paper, a list of players, and a whole club, with how
far that is.
"""

from contextlib import ExitStack
from tempfile import TemporaryFile
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import ScoringError
from scoring.games import GAMES
from tournaments.exports.files.of_club import write_club
from tournaments.forms.exchange import ClubFileForm, PaperForm, PeopleForm, PlayedForm, PlayerListForm, SittersForm
from tournaments.imports.club_file import ClubFile, open_club_file
from tournaments.imports.paper import Paper, read_paper
from tournaments.imports.played import PlayedFiles, read_played
from tournaments.imports.player_lists import read_players
from tournaments.imports.score_lines import ScoreLines, are_score_lines, read_score_lines
from tournaments.imports.stored_files import delete_file, progress, reporting_progress, stop, store_file, stored_file
from tournaments.imports.team_matches import match_rows
from tournaments.limits import LARGEST_SHEET, MOST_SHEETS
from tournaments.models import Club, Event
from tournaments.permissions import Right, club_to_direct, event_to_direct, may_open_clubs
from tournaments.selectors.files import is_yet_to_begin, listed_people, plans_of
from tournaments.selectors.prizes import categories_of
from tournaments.services.files.club import bring_club
from tournaments.services.files.imports import bring_paper, bring_played, bring_players
from tournaments.services.refusals import Refused
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.errors import line_sentence
from tournaments.words.files import (
    deals_brought,
    fault_rows,
    file_facts,
    how_it_was_read,
    how_sheets_were_read,
    played_brought,
    played_facts,
    players_brought,
    stand_elsewhere,
)
from tournaments.words.refusals import refusal_text


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def choose_played(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = PlayedForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        files = [chosen.file for chosen in form.cleaned_data["file"]]
        try:
            _read_played(event, [file.read() for file in files])
            keys = [store_file(file, user=request.user.pk) for file in files]
            return redirect("played-in-stored", pk, "-".join(keys))
        except Refused as refused:
            form.add_error("file", refusal_text(refused))
    return render(request, "files/import_results.html", {"event": event, "club": event.club, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def import_played(request: SignedInRequest, pk: int, name: str) -> HttpResponse:
    """What is to be mended, or who is who; then all of it."""
    event, user = event_to_direct(request.user, pk), request.user.pk
    try:
        played = _stored(event, name, user)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("played-in", pk)
    is_sure = request.method == "POST" and not played.faults
    form = PeopleForm(request.POST if is_sure else None, people=played.people, club=event.club)
    if is_sure and form.is_valid():
        try:
            _bring(request, event, played, form, name)
            return redirect("event", pk)
        except Refused as refused:
            messages.error(request, refusal_text(refused))
    context = {
        "event": event,
        "club": event.club,
        "form": form,
        "name": name.partition("-")[0],
        "faults": fault_rows(played.faults),
        "facts": played_facts(played.event),
        "teams": played.event.rosters.items(),
        "matches": match_rows(played.event),
        "read": how_sheets_were_read(played.sheets),
    }
    return render(request, "files/import_results_lines.html", context)


def _bring(request: SignedInRequest, event: Event, played: PlayedFiles, form: PeopleForm, name: str) -> None:
    keys, user = name.split("-"), request.user.pk
    who = {person.id: person.name for person in played.people}
    people = {who[theirs]: ours for theirs, ours in form.cleaned_data["people"].items()}
    with reporting_progress(keys[0], user=user) as report:
        elsewhere = bring_played(
            event_id=event.pk,
            played=played.event,
            people=people,
            file=f"{user}-{keys[0]}",
            actor=actor_of(request),
            report=report,
        )
    for key in keys:
        delete_file(key, user=user)
    messages.success(request, played_brought(played.event))
    if elsewhere:
        messages.warning(request, stand_elsewhere(elsewhere))


def _stored(event: Event, name: str, user: int) -> PlayedFiles:
    keys = name.split("-")
    if len(keys) > MOST_SHEETS:
        raise Refused("file-gone")
    with ExitStack() as opened:
        files = [opened.enter_context(stored_file(key, user=user, largest=LARGEST_SHEET)) for key in keys]
        return _read_played(event, [file.read() for file in files])


def _read_played(event: Event, files: list[bytes]) -> PlayedFiles:
    """Raises Refused, also where it has begun."""
    if not is_yet_to_begin(event):
        raise Refused("played-begun")
    return read_played(files, game=GAMES[event.game], rules=event.game_rules, plans=plans_of(event))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def choose_players(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug)
    form = PlayerListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"].file
        try:
            read_players(file.read(), players={})
            return redirect("players-in-stored", slug, store_file(file, user=request.user.pk))
        except Refused as refused:
            form.add_error("file", refusal_text(refused))
    return render(request, "files/import_players.html", {"club": club, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def import_players(request: SignedInRequest, slug: str, name: str) -> HttpResponse:
    """Line by line what it would bring; once nothing is to be mended, all of it."""
    club, user = club_to_direct(request.user, slug), request.user.pk
    try:
        with stored_file(name, user=user, largest=PlayerListForm.largest) as file:
            categories = [category.name for category in categories_of(club)]
            listed = read_players(file.read(), players=listed_people(club), categories=categories)
        if request.method == "POST" and not listed.bad:
            count = bring_players(club=club, listed=listed.new, categories=listed.categories, actor=actor_of(request))
            delete_file(name, user=user)
            messages.success(request, players_brought(count))
            return redirect("roster", slug)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("players-in", slug)
    context = {"club": club, "listed": listed, "read": how_it_was_read(listed.sheet)}
    return render(request, "files/import_players_lines.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def how_far(request: SignedInRequest, name: str) -> JsonResponse:
    """Of one's own; nothing where nothing is under way. A POST stops it."""
    if request.method == "POST":
        stop(name, user=request.user.pk)
    state = progress(name, user=request.user.pk)
    return JsonResponse(state._asdict() if state else {})


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
def import_club(request: SignedInRequest, slug: str = "") -> HttpResponse:
    """First the file; what is in it is shown before anything is done."""
    club = _into(request, slug)
    form = ClubFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"].file
        try:
            open_club_file(file)
            return redirect(_stored_address(slug, store_file(file, user=request.user.pk)))
        except Refused as refused:
            form.add_error("file", refusal_text(refused))
    return render(request, "files/import_club.html", {"club": club, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def bring_stored(request: SignedInRequest, name: str, slug: str = "") -> HttpResponseBase:
    club, is_sure = _into(request, slug), request.method == "POST"
    try:
        with stored_file(name, user=request.user.pk) as file:
            club_file = open_club_file(file)
            form = PeopleForm(request.POST if is_sure else None, people=club_file.people, club=club) if club else None
            if is_sure and (form is None or form.is_valid()):
                brought = _brought(request, club_file, club, form)
                delete_file(name, user=request.user.pk)
                messages.success(request, file_facts(club_file).done)
                return redirect("club", brought.slug)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect(reverse("bring-in-here", args=[slug]) if slug else reverse("bring-in"))
    context: dict[str, Any] = {"club": club, "found": club_file, "facts": file_facts(club_file), "form": form}
    return render(request, "files/import_people.html", context)


def _brought(request: SignedInRequest, club_file: ClubFile, club: Club | None, form: PeopleForm | None) -> Club:
    return bring_club(
        rows=club_file.rows(),
        sizes=club_file.sizes,
        name=club_file.name,
        slug=club_file.slug,
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


def _stored_address(slug: str, key: str) -> str:
    return reverse("bring-in-here-stored", args=[slug, key]) if slug else reverse("bring-in-stored", args=[key])


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def choose_paper(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = PaperForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"].file
        try:
            _read_paper(event, file.read())
            return redirect("paper-in-stored", pk, store_file(file, user=request.user.pk))
        except Refused as refused:
            form.add_error("file", refusal_text(refused))
    return render(request, "files/import_paper.html", {"event": event, "club": event.club, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def import_paper(request: SignedInRequest, pk: int, name: str) -> HttpResponse:
    """Table by table what it would bring; once nothing is to be mended, all of it."""
    event, user = event_to_direct(request.user, pk), request.user.pk
    try:
        with stored_file(name, user=user, largest=PaperForm.largest) as file:
            paper = _read_paper(event, file.read())
        form = None
        if isinstance(paper, ScoreLines):
            form = SittersForm(request.POST if request.method == "POST" else None, tables=paper.tables)
        if request.method == "POST" and not paper.faults and (form is None or form.is_valid()):
            tables = form.cleaned_data["tables"] if form else paper.tables
            with reporting_progress(name, user=user) as report:
                count = bring_paper(event_id=pk, tables=tables, actor=actor_of(request), report=report)
            delete_file(name, user=user)
            messages.success(request, deals_brought(count))
            return redirect("desk", pk)
    except ScoringError as error:
        messages.error(request, line_sentence(error))
        return redirect("paper-in", pk)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("paper-in", pk)
    read = how_it_was_read(paper.sheet) if isinstance(paper, Paper) else ""
    context = {"event": event, "club": event.club, "paper": paper, "read": read, "form": form, "name": name}
    return render(request, "files/import_paper_lines.html", context)


def _read_paper(event: Event, file: bytes) -> Paper | ScoreLines:
    read = read_score_lines if are_score_lines(file) else read_paper
    return read(file, game=GAMES[event.game], rules=event.game_rules)
