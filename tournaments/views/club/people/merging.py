"""Two rows of the list that are one person."""

from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.club.people import MergeForm
from tournaments.permissions import player_to_edit
from tournaments.selectors.club.people.merging import may_be, merge_preview
from tournaments.services.club.people.merging import merge as merge_players
from tournaments.services.club.people.merging import part as part_players
from tournaments.views.club.people.data import attempt
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.club import people as words


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def merge(request: SignedInRequest, pk: int) -> HttpResponse:
    """?gone= shows what would move; only a POST moves it."""
    into = player_to_edit(request.user, pk)
    if into.one != into:
        return redirect("player-merge", into.one.pk)
    asked = request.POST if request.method == "POST" else request.GET
    form = MergeForm(asked if "gone" in asked else None, players=may_be(into))
    if not form.is_valid():
        return render(request, "club/people/merge.html", {"form": form, "player": into, "club": into.club})
    gone = form.cleaned_data["gone"]
    if request.method == "POST":
        act = partial(merge_players, into=into, gone=gone, actor=actor_of(request))
        return attempt(request, act, words.merged(gone.name, into.name), into)
    preview = merge_preview(into, gone)
    context = {
        "form": form,
        "player": into,
        "club": into.club,
        "preview": preview,
        "against": words.against(preview),
    }
    return render(request, "club/people/merge.html", context)


@require_POST
def part(request: SignedInRequest, pk: int) -> HttpResponse:
    """`pk`: of the row that is gone."""
    gone = player_to_edit(request.user, pk)
    return attempt(request, partial(part_players, gone=gone, actor=actor_of(request)), words.PARTED, gone)
