"""The director opens an event's door, sees who has written his name there, nods or removes it."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.addresses import phone_address, qr_code
from tournaments.codes import door_code
from tournaments.forms.club.codes import RenewForm
from tournaments.forms.door.registrations import FromPageForm, RegistrationForm, WrittenNamesForm
from tournaments.models import Event
from tournaments.permissions import event_to_direct
from tournaments.selectors.door.waiting import at_the_door, came_in
from tournaments.services.desk.undo import Step
from tournaments.services.door import registrations
from tournaments.services.refusals import Missing
from tournaments.views.desk import Done
from tournaments.views.night.desk import attempt
from tournaments.views.requests import Request, SignedInRequest, actor_of
from tournaments.words import door as words
from tournaments.words.done import DOOR


@require_safe
@never_cache
def door(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    address = door_address(request, event)
    context = {
        "event": event,
        "club": event.club,
        "door": at_the_door(event, everything=True),
        "address_of_door": address,
        "key": door_code(event),
        "qr": qr_code(address),
        "live_event": event,
        "revision": event.revision,
    }
    return render(request, "door/door.html#door" if request.htmx else "door/door.html", context)


def door_address(request: Request, event: Event) -> str:
    return phone_address(request, reverse("enter", args=[door_code(event)]))


@require_POST
def switch(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = RegistrationForm(request.POST)

    def act() -> Done:
        is_open, before = form.cleaned_data["is_open"], event.registration_open
        registrations.set_registration(event_id=event.pk, is_open=is_open, actor=actor_of(request))
        return Done(DOOR[is_open], [("door", (int(before),))])

    return _back(request, event, form, act)


@require_POST
def renew(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = RenewForm(request.POST)
    if form.is_valid():
        registrations.renew_door(event_id=event.pk, edition=form.cleaned_data["edition"], actor=actor_of(request))
        messages.success(request, words.RENEWED)
    return redirect("door", event.pk)


@require_POST
def let_in(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = WrittenNamesForm(request.POST)

    def act() -> Done:
        names, player = form.cleaned_data["names"]
        new = registrations.let_in(event_id=event.pk, registrations=names, player=player, actor=actor_of(request))
        return Done(words.let_in(len(new)), [("wait-again", tuple(new))] if new else [])

    return _back(request, event, form, act)


@require_POST
def remove(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = WrittenNamesForm(request.POST)

    def act() -> Done:
        names, _player = form.cleaned_data["names"]
        came = came_in(event, names)
        gone = registrations.remove(event_id=event.pk, registrations=names, actor=actor_of(request))
        return Done(words.removed(len(gone)), _steps_back(gone, came))

    return _back(request, event, form, act)


def _steps_back(gone: list[int], came: dict[int, int | None]) -> list[Step]:
    waited = tuple(pk for pk in gone if pk not in came)
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
