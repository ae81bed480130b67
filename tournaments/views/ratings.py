from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.audit import SYSTEM
from tournaments.codes import player_to_enter
from tournaments.formats.ratings import SETTLED, SURE
from tournaments.forms.club import RatingsForm
from tournaments.limits import LARGEST_ID
from tournaments.models import Club, EventRating
from tournaments.permissions import Right, club_to_direct, player_to_edit
from tournaments.selectors.ratings.page import are_shown, rating_change, ratings_page
from tournaments.services.club.clubs import set_ratings_for, set_unranked
from tournaments.views.requests import Request, SignedInRequest, actor_of
from tournaments.views.visibility import visited
from tournaments.words.done import SAVED
from tournaments.words.ratings import against_text, forecasts_text, lead_text, said_and_done, state_text


@login_not_required
@require_safe
@visited("club")
def ratings(request: Request, slug: str, game: str = "") -> HttpResponse:
    try:
        page = ratings_page(slug, game, stricter=request.seen.stricter)
    except (Club.DoesNotExist, KeyError) as error:
        raise Http404 from error
    _require_shown(request, page.club)
    context = {
        "club": page.club,
        "page": page,
        "rights": request.seen.rights,
        "rows": [(row, state_text(row)) for row in page.rows],
        "says": lead_text(page.rows),
        "foretold": forecasts_text(page.forecasts),
        "settled": {"tables": SETTLED, "band": round(2 * SURE)},
        "bins": said_and_done(page.forecasts) if page.forecasts.is_better_than_a_coin else [],
    }
    return render(request, "ratings/club.html", context)


@login_not_required
@require_safe
@visited("event")
def change(request: Request, pk: int, player: int) -> HttpResponse:
    if player > LARGEST_ID:
        raise Http404
    try:
        change = rating_change(player, pk)
    except EventRating.DoesNotExist as error:
        raise Http404 from error
    _require_shown(request, change.event.club)
    tables = [(table, [(other, against_text(other)) for other in table.others]) for table in change.tables]
    return render(request, "ratings/change.html", {"change": change, "club": change.event.club, "tables": tables})


def _require_shown(request: Request, club: Club) -> None:
    if not are_shown(club, inside=request.seen.inside):
        raise Http404


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug, right=Right.OWN)
    form = RatingsForm(request.POST if request.method == "POST" else None, club=club)
    if form.is_bound and form.is_valid():
        set_ratings_for(club=club, **form.cleaned_data, actor=actor_of(request))
        messages.success(request, SAVED)
        return redirect("club", club.slug)
    return render(request, "ratings/settings.html", {"club": club, "form": form})


@require_POST
def leave(request: SignedInRequest, pk: int) -> HttpResponse:
    """For the player, who has asked for it; the button says which, so that a second click does not do the opposite."""
    player = player_to_edit(request.user, pk)
    set_unranked(player=player, unranked="back" not in request.POST, actor=actor_of(request))
    messages.success(request, SAVED)
    return redirect("player-data", player.pk)


@login_not_required
@require_POST
def own(request: Request, code: str) -> HttpResponse:
    """By who holds the player's own code."""
    set_unranked(player=player_to_enter(code), unranked="back" not in request.POST, actor=SYSTEM)
    messages.success(request, SAVED)
    return redirect("code", code)
