from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Club, EventRating
from tournaments.selectors.ratings.changes import rating_change
from tournaments.selectors.ratings.page import SETTLED, SURE, ratings_page
from tournaments.views.requests import Request
from tournaments.views.visits import visited
from tournaments.words.club.ratings import against_text, forecasts_text, said_and_done, state_text


@login_not_required
@require_safe
@visited("club")
def ratings(request: Request, slug: str, game: str = "") -> HttpResponse:
    try:
        page = ratings_page(slug, game, stricter=request.seen.stricter)
    except (Club.DoesNotExist, KeyError) as error:
        raise Http404 from error
    context = {
        "club": page.club,
        "page": page,
        "rows": [(row, state_text(row)) for row in page.rows],
        "foretold": forecasts_text(page.forecasts),
        "settled": {"tables": SETTLED, "band": round(2 * SURE)},
        "bins": said_and_done(page.forecasts) if page.forecasts.is_better_than_a_coin else [],
    }
    return render(request, "ratings/club.html", context)


@login_not_required
@require_safe
@visited("event")
def change(request: Request, pk: int, player: int) -> HttpResponse:
    try:
        found = rating_change(player, pk)
    except EventRating.DoesNotExist as error:
        raise Http404 from error
    tables = [(table, [(each, against_text(each)) for each in table.others]) for table in found.tables]
    return render(request, "ratings/change.html", {"change": found, "club": found.event.club, "tables": tables})
