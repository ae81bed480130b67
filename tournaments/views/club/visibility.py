"""Where it is chosen who sees a club or an event, and what strangers read of a name."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.audit import SYSTEM
from tournaments.codes import code_to_open
from tournaments.forms.club.visibility import ClubVisibilityForm, EventVisibilityForm, ShownNameForm
from tournaments.permissions import Right, club_to_direct, event_to_direct
from tournaments.services.club.visibility import choose_shown_name, set_club_visibility, set_event_visibility
from tournaments.views.requests import Request, SignedInRequest, actor_of
from tournaments.words.done import SAVED


@require_http_methods(["GET", "HEAD", "POST"])
def of_club(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug, right=Right.OWN)
    form = ClubVisibilityForm(request.POST if request.method == "POST" else None, club=club)
    if form.is_bound and form.is_valid():
        set_club_visibility(club=club, **form.cleaned_data, actor=actor_of(request))
        messages.success(request, SAVED)
        return redirect("club", club.slug)
    return render(request, "club/visibility/settings.html", {"club": club, "form": form})


@require_POST
def of_event(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = EventVisibilityForm(request.POST, event=event)
    if form.is_valid():
        set_event_visibility(event_id=event.pk, **form.cleaned_data, actor=actor_of(request))
        messages.success(request, SAVED)
    return redirect("event-settings", event.pk)


@login_not_required
@require_POST
def of_name(request: Request, code: str) -> HttpResponse:
    """By who holds the player's own code."""
    player = code_to_open(code).player
    if player is None:
        raise Http404
    form = ShownNameForm(request.POST)
    if form.is_valid():
        choose_shown_name(player=player, **form.cleaned_data, actor=SYSTEM)
        messages.success(request, SAVED)
    return redirect("code", code)
