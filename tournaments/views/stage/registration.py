"""Names that come in many at a time."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.forms.stage.entrants import ListForm
from tournaments.imports.entry_lists import EntryList, read_entry_list
from tournaments.models import Event
from tournaments.permissions import tournament_to_direct
from tournaments.selectors.club.clubs import players_of
from tournaments.selectors.stage.entrants import has_begun, names_entered
from tournaments.services.refusals import Refused
from tournaments.services.stage.registration import ListedEntrant, enter
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.done import entrants_added
from tournaments.words.refusals import refusal_text


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
