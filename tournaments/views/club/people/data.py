"""What a club keeps about a player: as a file, without the name, or not at all."""

import json
from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.codes import code_to_open
from tournaments.exports.person import everything_about
from tournaments.models import Player
from tournaments.permissions import player_to_edit
from tournaments.selectors.club.people.data import person_page
from tournaments.services.club.people.anonymising import anonymise, give_name_back
from tournaments.services.club.people.deleting import delete_player
from tournaments.services.refusals import Missing, Refused
from tournaments.views.requests import Request, SignedInRequest, actor_of
from tournaments.words.club import people as words
from tournaments.words.refusals import refusal_text


@require_safe
@never_cache
def data(request: SignedInRequest, pk: int) -> HttpResponse:
    known = player_to_edit(request.user, pk)
    if known.one != known:
        return redirect("player-data", known.one.pk)
    context = {"player": known, "club": known.club, "page": person_page(known)}
    return render(request, "club/people/data.html", context)


@require_safe
@never_cache
def file(request: SignedInRequest, pk: int) -> HttpResponse:
    return _file(player_to_edit(request.user, pk).one)


@login_not_required
@require_safe
@never_cache
def own_file(request: Request, code: str) -> HttpResponse:
    """By the player's own permanent code."""
    player = code_to_open(code).player
    if player is None:
        raise Http404
    return _file(player)


def _file(player: Player) -> HttpResponse:
    text = json.dumps(everything_about(player, now=timezone.now()), ensure_ascii=False, indent=2)
    name = slugify(player.name) or f"player-{player.pk}"
    disposition = f'attachment; filename="capstone-{name}.json"'
    return HttpResponse(text, content_type="application/json", headers={"Content-Disposition": disposition})


@require_POST
def make_anonymous(request: SignedInRequest, pk: int) -> HttpResponse:
    known = player_to_edit(request.user, pk)
    act = partial(anonymise, player=known, actor=actor_of(request), now=timezone.now())
    return attempt(request, act, words.ANONYMISED, known)


@require_POST
def name_again(request: SignedInRequest, pk: int) -> HttpResponse:
    known = player_to_edit(request.user, pk)
    return attempt(request, partial(give_name_back, player=known, actor=actor_of(request)), words.NAMED_AGAIN, known)


@require_POST
def delete(request: SignedInRequest, pk: int) -> HttpResponse:
    known = player_to_edit(request.user, pk)
    act = partial(delete_player, player=known, actor=actor_of(request))
    return attempt(request, act, words.DELETED, known, then=("roster", known.club.slug))


def attempt(
    request: SignedInRequest,
    act: Callable[[], object],
    said: object,
    player: Player,
    *,
    then: tuple[str, object] | None = None,
) -> HttpResponse:
    """Back to the page of the player, or where it went well and the player is gone, elsewhere. What a second tap asks
    for has been done.
    """
    try:
        act()
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("player-data", player.pk)
    except Missing:
        return redirect("player-data", player.pk)
    messages.success(request, str(said))
    name, argument = then or ("player-data", player.pk)
    return redirect(name, argument)
