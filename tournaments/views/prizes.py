"""Categories of a club, and the prizes of an event: their set-up, and what pages of results say of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.prizes import CategoryForm, PlayerCategoriesForm, PrizesForm
from tournaments.models import Event
from tournaments.permissions import club_to_direct, event_to_direct, player_to_edit, rights_in
from tournaments.selectors.night.wall import parts
from tournaments.selectors.prizes import (
    CategoryOn,
    CategoryRow,
    PlacedEntrant,
    categories_of,
    categories_on,
    given_prizes,
    prize_list,
    standing_of,
    stays_in,
)
from tournaments.services.prizes import add_category, remove_category, rename_category, set_categories, set_prizes
from tournaments.services.refusals import Refused
from tournaments.views.requests import Request, SignedInRequest, actor_of
from tournaments.words.done import SAVED
from tournaments.words.prizes import ShownAward, shown_prizes
from tournaments.words.refusals import refusal_text


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
def player_categories(request: SignedInRequest, pk: int) -> HttpResponse:
    player = player_to_edit(request.user, pk)
    if player.anonymised_at or player.one != player:
        return redirect("player-data", player.pk)
    posted = request.POST if request.method == "POST" else None
    form = PlayerCategoriesForm(posted, categories=categories_of(player.club), stays=stays_in([player]))
    if form.is_bound and form.is_valid():
        try:
            set_categories(player=player, days=form.days, actor=actor_of(request))
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            messages.success(request, SAVED)
            return redirect("player-edit", player.pk)
    return render(request, "prizes/player.html", {"form": form, "player": player, "club": player.club})


@require_http_methods(["GET", "HEAD", "POST"])
def prizes(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    posted = request.POST if request.method == "POST" else None
    categories = categories_on(event.club_id, event.date)
    lines = request.GET.get("lines", "")
    form = PrizesForm(
        posted,
        prizes=prize_list(event),
        categories=categories,
        lines=int(lines) if lines.isdecimal() and len(lines) < 3 else 0,
    )
    if request.htmx and form.lines:
        return render(request, "prizes/_lines.html", {"form": form, "rows": form.rows[-1:]})
    remove = "remove" in request.POST
    if remove or (form.is_bound and form.is_valid()):
        try:
            set_prizes(event_id=event.pk, prizes=None if remove else form.prizes, actor=actor_of(request))
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            messages.success(request, SAVED)
            return redirect("prizes", event.pk)
    given = given_prizes(event)
    context = {
        "event": event,
        "club": event.club,
        "rights": rights_in(request.user, event.club),
        "form": form,
        "has_categories": bool(categories),
        "prizes": shown_prizes(given, over=True) if given and given.people else None,
    }
    return render(request, "prizes/edit.html", context)


PrizeSheets = list[list[ShownAward]]
AWARDS_A_SHEET = 6  # of the wall


def prize_sheets(event: Event) -> PrizeSheets:
    """What the wall shows of them: those that somebody gets, once the event is over."""
    if event.prizes is None or event.status != Event.Status.FINISHED:
        return []
    given = given_prizes(event)
    awards = shown_prizes(given, over=True).given if given else []
    return parts([award for award in awards if award.holders], AWARDS_A_SHEET)


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
    asked = request.GET.get("category")
    chosen = next((category for category in given.categories.values() if str(category.id) == asked), None)
    return {
        "prizes": shown_prizes(given, over=event.status == Event.Status.FINISHED),
        "categories": list(given.categories.values()),
        "by_category": ShownCategory(chosen, standing_of(chosen, placed)) if chosen else None,
    }
