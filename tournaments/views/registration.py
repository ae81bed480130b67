"""Registration for an event: people enter themselves and wait for the director, or have a code of the event."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.addresses import phone_address, qr_code
from tournaments.codes import code_to_open, event_to_enter, held_registration_code, registration_code
from tournaments.forms.club import RenewForm
from tournaments.forms.night import EnterForm, FromPageForm, RegisterForm, RegistrationForm, WrittenNamesForm
from tournaments.limits import MOST_NAMES_A_PHONE
from tournaments.models import Event, Player, Registration
from tournaments.permissions import event_to_direct
from tournaments.selectors.coming import came_in, is_open, own_registrations, registration_list
from tournaments.selectors.night.standings import read_event
from tournaments.selectors.stage.entrants import count_playing
from tournaments.services import registration
from tournaments.services.desk.undo import Step
from tournaments.services.refusals import Missing, Refused
from tournaments.services.registration import enter_as_oneself, write_name
from tournaments.views.desk import Done, attempt
from tournaments.views.requests import Request, SignedInRequest, actor_of, give_codes, visited
from tournaments.words.done import REGISTRATION
from tournaments.words.night import CODE_RENEWED, entered_by_code, names_let_in, names_removed, what_became
from tournaments.words.refusals import refusal_text


@require_safe
@never_cache
def registrations(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    address = registration_address(request, event)
    context = {
        "event": event,
        "club": event.club,
        "registration": registration_list(event, everything=True),
        "registration_address": address,
        "key": registration_code(event),
        "qr": qr_code(address),
        "live_event": event,
        "revision": event.revision,
    }
    page = "registration/registration.html"
    return render(request, "registration/registration.html#registration" if request.htmx else page, context)


def registration_address(request: Request, event: Event) -> str:
    return phone_address(request, reverse("enter", args=[registration_code(event)]))


@require_POST
def switch(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = RegistrationForm(request.POST)

    def act() -> Done:
        is_open, was_open = form.cleaned_data["is_open"], event.registration_open
        registration.set_registration(event_id=event.pk, is_open=is_open, actor=actor_of(request))
        return Done(REGISTRATION[is_open], [("registration", (int(was_open),))])

    return _back(request, event, form, act)


@require_POST
def renew(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = RenewForm(request.POST)
    if form.is_valid():
        registration.renew_code(event_id=event.pk, edition=form.cleaned_data["edition"], actor=actor_of(request))
        messages.success(request, CODE_RENEWED)
    return redirect("registration", event.pk)


@require_POST
def let_in(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = WrittenNamesForm(request.POST)

    def act() -> Done:
        names, player = form.cleaned_data["names"]
        new = registration.let_in(event_id=event.pk, registrations=names, player=player, actor=actor_of(request))
        return Done(names_let_in(len(new)), [("wait-again", tuple(new))] if new else [])

    return _back(request, event, form, act)


@require_POST
def remove(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = WrittenNamesForm(request.POST)

    def act() -> Done:
        names, _player = form.cleaned_data["names"]
        came = came_in(event, names)
        removed = registration.remove(event_id=event.pk, registrations=names, actor=actor_of(request))
        return Done(names_removed(len(removed)), _steps_back(removed, came))

    return _back(request, event, form, act)


def _steps_back(removed: list[int], came: dict[int, int | None]) -> list[Step]:
    waited = tuple(pk for pk in removed if pk not in came)
    by_name = tuple(pk for pk, player in came.items() if player is None)
    steps: list[Step] = [("let-in-as", (pk, player)) for pk, player in came.items() if player is not None]
    return steps + [(key, ids) for key, ids in (("let-in", by_name), ("wait-again", waited)) if ids]


def _back(request: SignedInRequest, event: Event, form: FromPageForm, act: Callable[[], object]) -> HttpResponse:
    """To the page on which it was asked; the desk exchanges its part."""
    try:
        answer = attempt(request, event, form, act)
    except Missing as error:
        raise Http404 from error
    leads_to = form.leads_to if form.is_valid() else "desk"
    return answer if request.htmx or leads_to == "desk" else redirect(leads_to, event.pk)


WRITTEN = "written"  # in the session: which names this phone has written, by event


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
    """By the code of an event's registration, or as the player whose own code it is."""
    if not code.startswith("d-"):
        player = code_to_open(code).player
        return _enter_as(request, code, player) if player else redirect("code", code)
    event = event_to_enter(code)
    if event is None:
        return render(request, "club/outdated_code.html", status=410)
    request.held = held_registration_code(event)
    return give_codes(request, _write(request, event, has_code=True), [request.held])


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
        "own": [(registration, what_became(registration, event)) for registration in own],
        "entered": count_playing(event),
        "live_event": event,
        "revision": event.revision,
    }
    return render(request, "registration/register.html", context)


def _written(request: Request, event: Event) -> list[int]:
    ids: list[int] = request.session.get(WRITTEN, {}).get(str(event.pk), [])
    return ids


def _register(request: Request, event: Event, name: str, *, has_code: bool) -> Registration:
    ids = _written(request, event)
    if len(ids) >= MOST_NAMES_A_PHONE:
        raise Refused("registration-often", most=MOST_NAMES_A_PHONE)
    origin = getattr(request, "origin", "")  # set where posts are counted
    written = write_name(event_id=event.pk, name=name, origin=origin, has_code=has_code)
    if written.pk not in ids:
        request.session[WRITTEN] = request.session.get(WRITTEN, {}) | {str(event.pk): [*ids, written.pk]}
    return written
