"""Drawing the tables: the director looks at them, changes what he likes, and opens them."""

import secrets

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scoring.games import GAMES
from tournaments.formats.seating import NotEnoughPeople, seat_at_random, seat_in_order, seat_with_others, table_sizes
from tournaments.forms.night.seating import DrawForm, SeatingForm
from tournaments.models import Entrant, Event
from tournaments.permissions import event_to_direct
from tournaments.selectors.meetings.year import seat_by_the_year
from tournaments.selectors.night.regulars import met_lately
from tournaments.selectors.night.seating import DrawnTables, free_entrants, free_numbers, numbers_in_use
from tournaments.selectors.night.standings import standing_order
from tournaments.services.night.seating import open_tables
from tournaments.services.refusals import Refused
from tournaments.views.desk import Done, tell
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.done import tables_opened
from tournaments.words.refusals import refusal_text

BY_SEED = ("others", "year", "random")


@require_http_methods(["GET", "HEAD", "POST"])
def seating(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    free = free_entrants(event)
    if request.method == "POST":
        return _open(request, event, free)
    draw = DrawForm(request.GET)
    if not draw.is_valid():
        raise Http404
    choice = draw.cleaned_data
    if choice["how"] in BY_SEED and choice["seed"] is None:
        return redirect(_with_seed(event, request.GET))
    try:
        drawn = _draw(event, free, **choice)
    except NotEnoughPeople:
        return redirect("desk", event.pk)
    return _show(request, event, drawn)


def _open(request: SignedInRequest, event: Event, free: list[Entrant]) -> HttpResponse:
    form = SeatingForm(request.POST, free=free, taken=numbers_in_use(event))
    if form.is_valid():
        data = form.cleaned_data
        how = {"how": data["how"], "seed": data["seed"]}
        given = {"groups": data["groups"], "numbers": data["numbers"], "how": how}
        try:
            tables = open_tables(event_id=event.pk, actor=actor_of(request), **given)
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            tell(request, event, Done(tables_opened(len(tables)), [("take-back", (table.pk,)) for table in tables]))
            return redirect("desk", event.pk)
    if len(free) < GAMES[event.game].min_seats:  # another director, or a second click, was quicker
        messages.error(request, " ".join(map(str, form.non_field_errors())))
        return redirect("desk", event.pk)
    return _show(request, event, form.drawn(), errors=form.non_field_errors())


def _show(request: SignedInRequest, event: Event, drawn: DrawnTables, errors: object = ()) -> HttpResponse:
    game = GAMES[event.game]
    context = {
        "event": event,
        "club": event.club,
        "drawn": drawn,
        "size": request.GET.get("size", game.max_seats),
        "game": game,
        "errors": errors,
    }
    return render(request, "night/desk/seating.html", context)


def _draw(event: Event, free: list[Entrant], *, how: str, size: int, seed: int | None) -> DrawnTables:
    game = GAMES[event.game]
    sizes = table_sizes(len(free), smallest=game.min_seats, largest=game.max_seats, preferred=min(size, game.max_seats))
    numbers = free_numbers(numbers_in_use(event), wanted=len(sizes) + 1)
    if how == "by-hand":
        return DrawnTables(how, None, numbers, [[] for _size in sizes], free)
    if how == "standings":
        order = {player: place for place, player in enumerate(standing_order(event))}
        ranked = sorted(free, key=lambda entrant: order.get(entrant.player_id, len(order)))
        return DrawnTables(how, None, numbers, seat_in_order(ranked, sizes), [])
    if how == "others":
        met = met_lately(event)
        seated = seat_with_others(
            free, sizes, met=lambda one, other: met[frozenset((one.player_id, other.player_id))], seed=seed or 0
        )
        return DrawnTables(how, seed, numbers, seated, [])
    if how == "year":
        return DrawnTables(how, seed, numbers, seat_by_the_year(event, free, sizes, seed=seed or 0), [])
    return DrawnTables(how, seed, numbers, seat_at_random(free, sizes, seed=seed or 0), [])


def _with_seed(event: Event, asked: QueryDict) -> str:
    wanted = asked.copy()
    wanted["seed"] = str(secrets.randbelow(2**31))
    return f"{reverse('desk-seating', args=[event.pk])}?{wanted.urlencode()}"
