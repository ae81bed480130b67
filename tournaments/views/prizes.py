"""Categories of a club, and the prizes of an event: their set-up, and what pages of results say of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import localdate
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.prizes import CategoryForm, CategoryPlayersForm, PlayerCategoriesForm, PrizesForm
from tournaments.models import Event, Season
from tournaments.permissions import (
    category_to_fill,
    club_to_direct,
    event_to_direct,
    player_to_edit,
    rights_in,
    season_to_run,
)
from tournaments.selectors.night.wall import ROWS_A_COLUMN, parts
from tournaments.selectors.prizes import (
    CategoryOn,
    CategoryRow,
    GivenPrizes,
    PlacedEntrant,
    categories_of,
    categories_on,
    categories_revision,
    category_players,
    given_prizes,
    places_by_points,
    prize_list,
    prizes_revision,
    season_places,
    season_prizes,
    standing_of,
    stays_in,
)
from tournaments.selectors.season.page import SeasonPage, season_page
from tournaments.services.prizes import (
    add_category,
    change_category,
    remove_category,
    rename_category,
    set_categories,
    set_prizes,
    set_season_prizes,
)
from tournaments.services.refusals import Refused, Stale
from tournaments.views.requests import Request, SignedInRequest, actor_of
from tournaments.words.done import SAVED
from tournaments.words.refusals import refusal_text
from tournaments.words.standings import ShownAward, ShownPrizes, shown_prizes


@require_http_methods(["GET", "HEAD", "POST"])
def categories(request: SignedInRequest, slug: str) -> HttpResponse:
    """A form for a new one, and one for each that there is: its number is sent along."""
    club = club_to_direct(request.user, slug)
    form = CategoryForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            _save(request, form.cleaned_data["name"], club=club)
        except Refused as refused:
            form.add_error("name", refusal_text(refused))
        else:
            messages.success(request, SAVED)
            return redirect("categories", club.slug)
    context = {
        "club": club,
        "form": form,
        "categories": categories_of(club),
        "edited": request.POST.get("category", ""),
    }
    return render(request, "prizes/categories.html", context)


def _save(request: SignedInRequest, name: str, *, club: Any) -> None:
    category = request.POST.get("category", "")
    if category.isdecimal() and len(category) < 10:
        rename_category(club=club, category_id=int(category), name=name, actor=actor_of(request))
    else:
        add_category(club=club, name=name, actor=actor_of(request))


@require_POST
def category_remove(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    club = club_to_direct(request.user, slug)
    try:
        remove_category(club=club, category_id=pk, actor=actor_of(request))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    else:
        messages.success(request, SAVED)
    return redirect("categories", club.slug)


@require_http_methods(["GET", "HEAD", "POST"])
def category(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Ticks for who is in it."""
    to_fill = category_to_fill(request.user, slug, pk)
    today = localdate()
    posted = request.POST if request.method == "POST" else None
    form = CategoryPlayersForm(posted, listed=category_players(to_fill), last_day=today - timedelta(days=1))
    if form.is_bound and form.is_valid():
        try:
            change_category(
                category=to_fill,
                joining=form.joining,
                leaving=form.leaving,
                days=form.days,
                last_day=form.cleaned_data["last_day"],
                today=today,
                actor=actor_of(request),
            )
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            messages.success(request, SAVED)
            return redirect("category", slug, pk)
    return render(request, "prizes/category.html", {"form": form, "category": to_fill, "club": to_fill.club})


@require_http_methods(["GET", "HEAD", "POST"])
def player_categories(request: SignedInRequest, pk: int) -> HttpResponse:
    player = player_to_edit(request.user, pk)
    if player.anonymised_at or player.one != player:
        return redirect("player-data", player.pk)
    back = reverse("player-edit", args=[player.pk], query=request.GET)
    posted = request.POST if request.method == "POST" else None
    revision = categories_revision(player)  # before what it is the revision of
    form = PlayerCategoriesForm(
        posted, categories=categories_of(player.club), stays=stays_in([player]), revision=revision
    )
    if form.is_bound and form.is_valid():
        try:
            seen = form.cleaned_data["revision"]
            set_categories(player=player, days=form.days, actor=actor_of(request), base_revision=seen)
        except Stale:
            form.add_error(None, refusal_text(Refused("list-changed")))
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            messages.success(request, SAVED)
            return redirect(back)
    context = {"form": form, "player": player, "club": player.club, "back": back}
    return render(request, "prizes/player.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def prizes(request: SignedInRequest, pk: int) -> HttpResponse:
    """``?back=``: the page from which one came, where that is not the desk."""
    event = event_to_direct(request.user, pk)
    page = request.GET.get("back", "")
    came_from = {"back": page} if page in ("event", "report", "event-settings") else {}
    given = given_prizes(event)
    by_points = given.by_points if given else places_by_points(event)
    form = _form(request, event, event.date, by_points=by_points)
    if part := _another_line(request, form):
        return part
    if _set(request, form, partial(set_prizes, event_id=event.pk)):
        return redirect(reverse("prizes", args=[event.pk], query=came_from))
    context = {
        "event": event,
        "club": event.club,
        "rights": rights_in(request.user, event.club),
        "form": form,
        "listed": event.prizes is not None,
        "back": reverse(came_from.get("back", "desk"), args=[event.pk]),
        "is_open": event.status == Event.Status.OPEN,
        "prizes": _as_it_stands(given),
    }
    return render(request, "prizes/edit.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def prizes_of_season(request: SignedInRequest, pk: int) -> HttpResponse:
    season = season_to_run(request.user, pk)
    form = _form(request, season, season.ends)
    if part := _another_line(request, form):
        return part
    if _set(request, form, partial(set_season_prizes, pk=season.pk)):
        return redirect("season-prizes", season.pk)
    page = season_page(season)
    context = {
        "season": season,
        "club": season.club,
        "rights": rights_in(request.user, season.club),
        "form": form,
        "listed": season.prizes is not None,
        "back": reverse("season", args=[season.pk]),
        "is_open": not (season.archived_at or page.is_decided),
        "prizes": _as_it_stands(season_prizes(season, page)),
    }
    return render(request, "prizes/edit.html", context)


def _as_it_stands(given: GivenPrizes | None) -> ShownPrizes | None:
    """Who gets which prize, or would now; None where there is none, or nobody has a place."""
    return shown_prizes(given, over=True) if given and given.awards and given.people else None


def _form(request: SignedInRequest, of: Event | Season, day: date, *, by_points: bool = True) -> PrizesForm:
    lines = request.GET.get("lines", "")
    return PrizesForm(
        request.POST if request.method == "POST" else None,
        prizes=prize_list(of),
        categories=categories_on(of.club_id, day),
        lines=int(lines) if lines.isdecimal() and len(lines) < 3 else 0,
        of_season=isinstance(of, Season),
        by_points=by_points,
        revision=of.revision if isinstance(of, Event) else prizes_revision(of),
    )


def _another_line(request: SignedInRequest, form: PrizesForm) -> HttpResponse | None:
    if request.htmx and not form.is_bound:
        return render(request, "prizes/_lines.html", {"form": form, "rows": form.rows[-1:]})
    return None


def _set(request: SignedInRequest, form: PrizesForm, act: Callable[..., None]) -> bool:
    """Whether the list was set or taken away; else the form says why not."""
    remove = "remove" in request.POST
    if not form.is_bound or not (form.is_valid() or remove):
        return False
    seen = form.cleaned_data.get("revision")
    try:
        act(prizes=None if remove else form.prizes, base_revision=seen, actor=actor_of(request))
    except Stale:
        form.add_error(None, refusal_text(Refused("list-changed")))
        return False
    except Refused as refused:
        form.add_error(None, refusal_text(refused))
        return False
    messages.success(request, SAVED)
    return True


AWARDS_A_SHEET = 6  # of the wall


@dataclass(frozen=True)
class CategorySheet:
    """The first of a category of ``count``, in one or two columns."""

    category: CategoryOn
    columns: list[list[CategoryRow]]
    count: int

    @property
    def shown(self) -> int:
        return sum(map(len, self.columns))


@dataclass(frozen=True)
class PrizeSheets:
    """Of the wall: the prizes that somebody gets, once the event is over, and each category in which somebody has a
    place.
    """

    awards: Sequence[list[ShownAward]] = ()
    categories: Sequence[CategorySheet] = ()


def prize_sheets(event: Event) -> PrizeSheets:
    """Nothing, and no query, for an event without a list."""
    given = given_prizes(event)
    if given is None:
        return PrizeSheets()
    over = event.status == Event.Status.FINISHED
    awards = [award for award in shown_prizes(given, over=True).given if award.holders] if over else []
    standings = [(category, standing_of(category, given.people.values())) for category in given.categories.values()]
    return PrizeSheets(
        parts(awards, AWARDS_A_SHEET),
        [
            CategorySheet(category, parts(rows[: 2 * ROWS_A_COLUMN], ROWS_A_COLUMN), len(rows))
            for category, rows in standings
            if rows
        ],
    )


@dataclass(frozen=True)
class ShownCategory:
    """Its standing, where the page shows that of one category."""

    category: CategoryOn
    rows: list[CategoryRow]


def prizes_context(request: Request, event: Event, people: Callable[[], Sequence[PlacedEntrant]]) -> dict[str, Any]:
    """Nothing, and no query, for an event without a list; else one query. ``people``: whoever has a place."""
    if event.prizes is None:
        return {}
    placed = people()
    given = given_prizes(event, placed)
    if given is None:
        return {}
    return _shown(request, given, placed, over=event.status == Event.Status.FINISHED)


def season_prizes_context(request: Request, page: SeasonPage) -> dict[str, Any]:
    """As `prizes_context`, of a season."""
    season = page.season
    given = season_prizes(season, page)
    if given is None:
        return {}
    return _shown(request, given, season_places(page), over=bool(season.archived_at or page.is_decided))


def _shown(request: Request, given: GivenPrizes, placed: Sequence[PlacedEntrant], *, over: bool) -> dict[str, Any]:
    asked = request.GET.get("category")
    chosen = next((category for category in given.categories.values() if str(category.id) == asked), None)
    return {
        "prizes": shown_prizes(given, over=over),
        "categories": list(given.categories.values()),
        "by_category": ShownCategory(chosen, standing_of(chosen, placed)) if chosen else None,
    }
