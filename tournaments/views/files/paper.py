"""An evening on paper, brought into its night."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from scoring.games import GAMES
from tournaments.forms.files.lists import PaperForm, SittersForm
from tournaments.imports.kept_files import drop_file, keep_file, kept_file, telling
from tournaments.imports.paper import Paper, read_paper
from tournaments.imports.score_lines import ScoreLines, are_score_lines, read_score_lines
from tournaments.models import Event
from tournaments.permissions import event_to_direct
from tournaments.services.files.paper import bring_paper
from tournaments.services.refusals import Refused
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.files.lists import deals_brought, how_it_was_read
from tournaments.words.refusals import refusal_text
from tournaments.words.scoring_errors import line_sentence


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def choose(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = PaperForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"].file
        try:
            _read(event, file.read())
            return redirect("paper-in-kept", pk, keep_file(file, user=request.user.pk))
        except Refused as refused:
            form.add_error("file", refusal_text(refused))
    return render(request, "files/bringing/paper.html", {"event": event, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def bring(request: SignedInRequest, pk: int, name: str) -> HttpResponse:
    """Table by table what it would bring; once nothing is to be mended, all of it."""
    event, user = event_to_direct(request.user, pk), request.user.pk
    try:
        with kept_file(name, user=user, largest=PaperForm.largest) as file:
            found = _read(event, file.read())
        form = None
        if isinstance(found, ScoreLines):
            form = SittersForm(request.POST if request.method == "POST" else None, tables=found.tables)
        if request.method == "POST" and not found.faults and (form is None or form.is_valid()):
            tables = form.cleaned_data["tables"] if form else found.tables
            with telling(name, user=user) as tell:
                count = bring_paper(
                    event_id=pk, tables=tables, file=f"{user}-{name}", actor=actor_of(request), tell=tell
                )
            drop_file(name, user=user)
            messages.success(request, deals_brought(count))
            return redirect("desk", pk)
    except ScoringError as error:
        messages.error(request, line_sentence(error))
        return redirect("paper-in", pk)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("paper-in", pk)
    read = how_it_was_read(found.sheet) if isinstance(found, Paper) else ""
    context = {"event": event, "paper": found, "read": read, "form": form, "name": name}
    return render(request, "files/bringing/paper_lines.html", context)


def _read(event: Event, file: bytes) -> Paper | ScoreLines:
    read = read_score_lines if are_score_lines(file) else read_paper
    return read(file, game=GAMES[event.game], rules=event.game_rules)
