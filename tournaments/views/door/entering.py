"""People enter an event by themselves: whoever comes waits for a nod, who has a code of it is in."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.codes import code_to_open, event_to_enter
from tournaments.forms.door.registrations import EnterForm, RegisterForm
from tournaments.models import Event, Player, Registration
from tournaments.selectors.door.waiting import is_open, own_registrations
from tournaments.selectors.night.page import read_event
from tournaments.selectors.stage.entrants import count_playing
from tournaments.services.door.registrations import enter_as_oneself, write_name
from tournaments.services.refusals import Missing, Refused
from tournaments.views.requests import Request
from tournaments.views.visits import give_codes, visited
from tournaments.words.door import entered_by_code, what_became
from tournaments.words.refusals import refusal_text

WRITTEN = "written"  # in the session: which names this phone has written, by event
MOST_NAMES = 10


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@visited("event")
def register(request: Request, pk: int) -> HttpResponse:
    try:
        event = read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error
    return _write(request, event, has_code=False)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def enter(request: Request, code: str) -> HttpResponse:
    """By the code of an event's door, or as the player whose own code it is."""
    if not code.startswith("d-"):
        player = code_to_open(code).player
        return _enter_as(request, code, player) if player else redirect("code", code)
    event = event_to_enter(code)
    if event is None:
        return render(request, "club/codes/outdated.html", status=410)
    return give_codes(request, _write(request, event, has_code=True), [event])


def _enter_as(request: Request, code: str, player: Player) -> HttpResponse:
    form = EnterForm(request.POST)
    if request.method == "POST" and form.is_valid():
        try:
            enter_as_oneself(event_id=form.cleaned_data["event"], player=player)
        except Missing as error:
            raise Http404 from error
        except Refused as refused:
            messages.error(request, refusal_text(refused))
        else:
            messages.success(request, entered_by_code(player.name))
    return redirect("code", code)


def _write(request: Request, event: Event, *, has_code: bool) -> HttpResponse:
    form = RegisterForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            _register(request, event, form.cleaned_data["name"], has_code=has_code)
        except Refused as refused:
            messages.error(request, refusal_text(refused))
        return redirect(request.path)
    own = own_registrations(event, _written(request, event))
    context = {
        "event": event,
        "club": event.club,
        "form": form,
        "has_code": has_code,
        "is_open": is_open(event),
        "own": [(each, what_became(each, event)) for each in own],
        "entered": count_playing(event),
        "live_event": event,
        "revision": event.revision,
    }
    return render(request, "door/register.html", context)


def _written(request: Request, event: Event) -> list[int]:
    found: list[int] = request.session.get(WRITTEN, {}).get(str(event.pk), [])
    return found


def _register(request: Request, event: Event, name: str, *, has_code: bool) -> Registration:
    ids = _written(request, event)
    if len(ids) >= MOST_NAMES:
        raise Refused("registration-often", most=MOST_NAMES)
    origin = getattr(request, "origin", "")  # set where posts are counted
    written = write_name(event_id=event.pk, name=name, origin=origin, has_code=has_code)
    if written.pk not in ids:
        request.session[WRITTEN] = request.session.get(WRITTEN, {}) | {str(event.pk): [*ids, written.pk]}
    return written
