"""The list of a club's players from another program."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.forms.files.lists import PlayerListForm
from tournaments.imports.kept_files import drop_file, keep_file, kept_file
from tournaments.imports.player_lists import read_players
from tournaments.permissions import club_to_direct
from tournaments.selectors.files.people import listed_people
from tournaments.services.files.players import bring_players
from tournaments.services.refusals import Refused
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.files.lists import how_it_was_read, players_brought
from tournaments.words.refusals import refusal_text


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def choose(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug)
    form = PlayerListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"].file
        try:
            read_players(file.read(), known={})
            return redirect("players-in-kept", slug, keep_file(file, user=request.user.pk))
        except Refused as refused:
            form.add_error("file", refusal_text(refused))
    return render(request, "files/bringing/players.html", {"club": club, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def bring(request: SignedInRequest, slug: str, name: str) -> HttpResponse:
    """Line by line what it would bring; once nothing is to be mended, all of it."""
    club, user = club_to_direct(request.user, slug), request.user.pk
    try:
        with kept_file(name, user=user, largest=PlayerListForm.largest) as file:
            listed = read_players(file.read(), known=listed_people(club))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("players-in", slug)
    if request.method == "POST" and not listed.bad:
        count = bring_players(club=club, listed=listed.new, actor=actor_of(request))
        drop_file(name, user=user)
        messages.success(request, players_brought(count))
        return redirect("roster", slug)
    context = {"club": club, "listed": listed, "read": how_it_was_read(listed.sheet)}
    return render(request, "files/bringing/players_lines.html", context)
