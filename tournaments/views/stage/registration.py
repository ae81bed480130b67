"""Names that come in many at a time, and players who enter themselves."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.audit import SYSTEM
from tournaments.forms.stage.entrants import ListForm, RegisterForm
from tournaments.imports.entry_lists import EntryList, read_entry_list
from tournaments.models import Entrant, Event
from tournaments.permissions import tournament_to_direct
from tournaments.selectors.club.clubs import players_of
from tournaments.selectors.stage.entrants import count_playing, has_begun, names_entered, takes_registrations
from tournaments.services.refusals import Refused
from tournaments.services.stage.registration import ListedEntrant, enter, enter_oneself
from tournaments.views.requests import Request, SignedInRequest, actor_of
from tournaments.views.tournament.page import tournament_or_404
from tournaments.views.visits import visited
from tournaments.words.done import entrants_added, registered
from tournaments.words.refusals import refusal_text

REGISTERED = "registered"  # in the session: how many names were entered from this phone, by event
MOST_NAMES = 10


@require_http_methods(["GET", "HEAD", "POST"])
def entry_list(request: SignedInRequest, pk: int) -> HttpResponse:
    """A list is shown line by line as it was understood; only what has been seen is entered."""
    event = tournament_to_direct(request.user, pk)
    if has_begun(event):
        messages.error(request, refusal_text(Refused("tournament-begun")))
        return redirect("entrants", event.pk)
    form = ListForm(request.POST or None, request.FILES or None)
    listed = _read(event, form) if form.is_bound and form.is_valid() else None
    if listed and listed.good and "sure" in request.POST and _entered(request, event, listed):
        return redirect("entrants", event.pk)
    context = {
        "event": event,
        "club": event.club,
        "form": ListForm(initial={"text": form.cleaned_data["text"]}) if listed else form,
        "listed": listed,
        "text": form.cleaned_data["text"] if listed else "",
        "entered": _entered_already(event, listed) if listed else set(),
    }
    return render(request, "stage/entrants/entrants_list.html", context)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@visited("event")
def register(request: Request, pk: int) -> HttpResponse:
    event = tournament_or_404(pk)
    form = RegisterForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            entrant = _register(request, event, form.cleaned_data["name"])
        except Refused as refused:
            messages.error(request, refusal_text(refused))
        else:
            messages.success(request, registered(entrant.player.name))
        return redirect("register", event.pk)
    context = {
        "event": event,
        "club": event.club,
        "rights": request.seen.rights,
        "form": form,
        "is_open": takes_registrations(event),
        "entered": count_playing(event),
    }
    return render(request, "stage/entrants/register.html", context)


def _register(request: Request, event: Event, name: str) -> Entrant:
    entered = request.session.get(REGISTERED, {})
    names = entered.get(str(event.pk), 0)
    if names >= MOST_NAMES:
        raise Refused("registration-often", most=MOST_NAMES)
    entrant = enter_oneself(event_id=event.pk, name=name, actor=SYSTEM)
    request.session[REGISTERED] = entered | {str(event.pk): names + 1}
    return entrant


def _read(event: Event, form: ListForm) -> EntryList:
    known = [player.name for player in players_of(event.club)]
    return read_entry_list(form.cleaned_data["text"], known=known)


def _entered_already(event: Event, listed: EntryList) -> set[int]:
    """The numbers of the lines that tell more about somebody who is entered."""
    names = {name.casefold() for name in names_entered(event)}
    return {line.number for line in listed.good if line.name.casefold() in names}


def _entered(request: SignedInRequest, event: Event, listed: EntryList) -> bool:
    entries = [
        ListedEntrant(name=line.name, rating=line.rating, seed=line.seed, table=line.table) for line in listed.good
    ]
    try:
        enter(event_id=event.pk, entries=entries, actor=actor_of(request))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return False
    messages.success(request, entrants_added(len(entries)))
    return True
