"""The teams of an event, as its director makes them."""

from collections.abc import Sequence

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.forms.teams import TeamForm, TeamsForm
from tournaments.models import Event
from tournaments.permissions import event_to_direct
from tournaments.selectors.stage.entrants import entrants_in_order
from tournaments.selectors.teams import TeamMembers, standing_of_teams, teams_of
from tournaments.services.refusals import Refused
from tournaments.services.teams import ListedTeam, TeamTerms, set_teams
from tournaments.views.desk import Done, tell
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.done import TEAMS_SAVED
from tournaments.words.refusals import refusal_text
from tournaments.words.teams import shown_teams, teams_text


@require_http_methods(["GET", "HEAD", "POST"])
def teams(request: SignedInRequest, pk: int) -> HttpResponse:
    """All as text; or one more (``add``), or one less (``dissolve``, its number)."""
    event = event_to_direct(request.user, pk)
    entrants, stored = entrants_in_order(event), teams_of(event)
    posted = request.POST if request.method == "POST" else None
    adds = posted is not None and "add" in posted
    free = [entrant for entrant in entrants if entrant.team_id is None]
    one = TeamForm(posted if adds else None, free=free)
    every = TeamsForm(
        posted if posted is not None and "text" in posted else None,
        entrants=entrants,
        stored={team.team.name.casefold(): team.team.pk for team in stored},
        initial={"text": teams_text(stored), "best": event.team_best or 0, "revision": event.revision},
    )
    now: TeamTerms = {"best": event.team_best or 0, "base_revision": event.revision}
    wanted: tuple[Sequence[ListedTeam], TeamTerms, Form | None] | None = None
    if adds and one.is_valid():
        wanted = [*map(_listed, stored), one.team], now, one
    elif every.is_bound and every.is_valid():
        wanted = every.teams, every.terms, every
    elif posted is not None and "dissolve" in posted:
        wanted = [_listed(team) for team in stored if str(team.team.pk) != posted["dissolve"]], now, None
    if wanted and _saved(request, event, *wanted):
        return redirect("teams", event.pk)
    context = {
        "event": event,
        "club": event.club,
        "one": one,
        "every": every,
        "free": free,
        "ticked": set(request.POST.getlist("entrants")),
        "teams": shown_teams(standing_of_teams(event), event),
        "by_boards": any(team.team.side_id for team in stored),
    }
    return render(request, "teams/edit.html", context)


def _listed(team: TeamMembers) -> ListedTeam:
    captain = team.captain.pk if team.captain else None
    return ListedTeam(team.team.name, tuple(entrant.pk for entrant in team.members), captain, team.team.pk)


def _saved(
    request: SignedInRequest, event: Event, teams: Sequence[ListedTeam], terms: TeamTerms, form: Form | None
) -> bool:
    """Whether they could be set; else the form says why not, and keeps what was written."""
    try:
        revision = set_teams(event_id=event.pk, teams=teams, **terms, actor=actor_of(request))
    except Refused as refused:
        if form is None:
            messages.error(request, refusal_text(refused))
        else:
            form.add_error(None, refusal_text(refused))
        return False
    tell(request, event, Done(TEAMS_SAVED, [("teams", (revision,))]))
    return True
