"""A tournament that was played elsewhere, brought into one that is planned."""

from contextlib import ExitStack

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.games import GAMES
from tournaments.forms.files.bringing import PeopleForm
from tournaments.forms.files.lists import MOST_FILES, OF_DEALS, PlayedForm
from tournaments.imports.kept_files import drop_file, keep_file, kept_file, telling
from tournaments.imports.played import PlayedFiles, read_played
from tournaments.models import Event
from tournaments.permissions import event_to_direct
from tournaments.selectors.files.stages import is_yet_to_begin, plans_of
from tournaments.services.files.played import bring_played
from tournaments.services.refusals import Refused
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.files.played import (
    fault_rows,
    how_sheets_were_read,
    played_brought,
    played_facts,
    stand_elsewhere,
)
from tournaments.words.refusals import refusal_text


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def choose(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = PlayedForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        files = [each.file for each in form.cleaned_data["file"]]
        try:
            _read(event, [file.read() for file in files])
            keys = [keep_file(file, user=request.user.pk) for file in files]
            return redirect("played-in-kept", pk, "-".join(keys))
        except Refused as refused:
            form.add_error("file", refusal_text(refused))
    return render(request, "files/bringing/played.html", {"event": event, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def bring(request: SignedInRequest, pk: int, name: str) -> HttpResponse:
    """What is to be mended, or who is who; then all of it."""
    event, user = event_to_direct(request.user, pk), request.user.pk
    try:
        played = _kept(event, name, user)
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
        "form": form,
        "name": name.partition("-")[0],
        "faults": fault_rows(played.faults),
        "facts": played_facts(played.event),
        "read": how_sheets_were_read(played.sheets),
    }
    return render(request, "files/bringing/played_lines.html", context)


def _bring(request: SignedInRequest, event: Event, played: PlayedFiles, form: PeopleForm, name: str) -> None:
    keys, user = name.split("-"), request.user.pk
    who = {person.id: person.name for person in played.people}
    people = {who[theirs]: ours for theirs, ours in form.cleaned_data["people"].items()}
    with telling(keys[0], user=user) as tell:
        elsewhere = bring_played(
            event_id=event.pk,
            played=played.event,
            people=people,
            file=f"{user}-{keys[0]}",
            actor=actor_of(request),
            tell=tell,
        )
    for key in keys:
        drop_file(key, user=user)
    messages.success(request, played_brought(played.event))
    if elsewhere:
        messages.warning(request, stand_elsewhere(elsewhere))


def _kept(event: Event, name: str, user: int) -> PlayedFiles:
    keys = name.split("-")
    if len(keys) > MOST_FILES:
        raise Refused("file-gone")
    with ExitStack() as opened:
        files = [opened.enter_context(kept_file(key, user=user, largest=OF_DEALS)) for key in keys]
        return _read(event, [file.read() for file in files])


def _read(event: Event, files: list[bytes]) -> PlayedFiles:
    """Raises Refused, also where it has begun."""
    if not is_yet_to_begin(event):
        raise Refused("played-begun")
    return read_played(files, game=GAMES[event.game], rules=event.game_rules, plans=plans_of(event))
