"""Head to head: two players, a group, all whom somebody has met."""

from contextlib import suppress

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scoring.games import GAMES
from tournaments.forms.club import GroupForm
from tournaments.limits import LONGEST_SEARCH, MOST_COMPARED, shortened
from tournaments.models import Club, Player
from tournaments.permissions import NUMBER
from tournaments.selectors.club.players import named_player
from tournaments.selectors.head_to_head import GroupPage, comparison, group_page, matrix, rivals, sought
from tournaments.views.requests import Request, visited
from tournaments.words.head_to_head import balance, course, matrix_text, met_text, sides_text


@login_not_required
@require_safe
@visited("club")
def group(request: Request, slug: str) -> HttpResponse:
    try:
        page = group_page(slug)
    except Club.DoesNotExist as error:
        raise Http404 from error
    chooses = "find" in request.GET or not request.GET
    form = GroupForm(request.GET, people=page.people)
    if chooses or not form.is_valid():
        return _choose(request, page, [] if chooses else form.errors.get("who", []))
    chosen: list[int] = form.cleaned_data["who"]
    if len(chosen) == 2:
        return redirect("compare", *chosen)
    return _matrix(request, page, chosen)


def _choose(request: Request, page: GroupPage, errors: object) -> HttpResponse:
    chosen = [int(pk) for pk in request.GET.getlist("who") if NUMBER.fullmatch(pk)]
    text = shortened(request.GET.get("q", ""), LONGEST_SEARCH)
    context = {
        "club": page.club,
        "people": sought(page.people, text, chosen=chosen),
        "chosen": chosen,
        "text": text,
        "errors": errors,
        "most": MOST_COMPARED,
        "player": _only_one(page.club, chosen),
        "rights": request.seen.rights,
        "tab": "compare",
    }
    return render(request, "head_to_head/choose.html", context)


def _only_one(club: Club, chosen: list[int]) -> Player | None:
    """Whose page this is a tab of."""
    with suppress(Player.DoesNotExist):
        player = named_player(chosen[0]) if len(chosen) == 1 else None
        return player if player and player.club == club else None
    return None


def _matrix(request: Request, page: GroupPage, chosen: list[int]) -> HttpResponse:
    players = [person for person in page.people if person.id in chosen]
    try:
        matrix_page = matrix(page.club, players, request.GET.get("game", ""))
    except KeyError as error:
        raise Http404 from error
    context = {"club": page.club, "matrix": matrix_page, "says": matrix_text(matrix_page)}
    return render(request, "head_to_head/matrix.html", context)


@login_not_required
@require_safe
@visited("player")
def compare(request: Request, pk: int, other: int) -> HttpResponse:
    try:
        page = comparison(pk, other, request.GET.get("game", ""), stricter=request.seen.stricter)
    except (Player.DoesNotExist, KeyError) as error:
        raise Http404 from error
    one, another = page.one.short_name, page.other.short_name
    context = {
        "club": page.club,
        "found": page,
        "games": [
            (game, met, met_text(one, another, met), sides_text(one, another, met), balance(met))
            for game, met in page.games.items()
        ],
        "course": course(page.evenings, name=one, other=another, colour=page.one.colour),
    }
    return render(request, "head_to_head/compare.html", context)


@login_not_required
@require_safe
@visited("player")
def of_player(request: Request, pk: int) -> HttpResponse:
    try:
        player, game = named_player(pk), request.GET.get("game", "")
        page = rivals(player, GAMES[game].key if game else "")
    except (Player.DoesNotExist, KeyError) as error:
        raise Http404 from error
    context = {
        "club": player.club,
        "player": player,
        "rights": request.seen.rights,
        "tab": "rivals",
        "game": page.game if page else game,
        "games": page.games if page else [],
        "found": page,
        "lines": [(other, balance(other.met)) for other in page.others] if page else [],
    }
    return render(request, "head_to_head/rivals.html", context)
