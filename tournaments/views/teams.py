"""What entrants have before they sit down: their teams, who of them plays at which board, and what people start with by
their ratings.
"""

from collections.abc import Callable, Iterable, Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.audit import SYSTEM, Actor
from tournaments.codes import player_to_enter
from tournaments.formats.acceleration import Handicap
from tournaments.forms.night import NightHandicapForm
from tournaments.forms.stage.entrants import HandicapsForm
from tournaments.forms.teams import LineUpForm, TeamForm, TeamsForm
from tournaments.models import Entrant, Event, Round, Team
from tournaments.permissions import event_to_direct, rights_in, round_to_direct
from tournaments.selectors.night.standings import read_event
from tournaments.selectors.stage.beginning import anybody_rated, event_handicaps, given_at_night, usual_terms
from tournaments.selectors.stage.entrants import entrants_in_order
from tournaments.selectors.stage.stages import Person, person
from tournaments.selectors.stage.teams import LineUpPage, line_up_page, own_team, team_of_side
from tournaments.selectors.teams import TeamMembers, standing_of_teams, teams_of
from tournaments.services.handicaps import has_begun, set_night_handicap, set_points
from tournaments.services.refusals import Refused
from tournaments.services.stage.line_ups import set_line_up
from tournaments.services.teams import ListedTeam, TeamTerms, set_teams
from tournaments.views.desk import Done, tell
from tournaments.views.requests import Request, SignedInRequest, actor_of, event_context, visited
from tournaments.words.done import ROUND_BEGUN, SAVED, TEAMS_SAVED
from tournaments.words.refusals import refusal_text
from tournaments.words.stage.handicaps import HandicapLines, handicap_lines
from tournaments.words.teams import shown_teams, teams_text


@require_http_methods(["GET", "HEAD", "POST"])
def teams(request: SignedInRequest, pk: int) -> HttpResponse:
    """All as text; or one more (``add``), or one less (``dissolve``, its number)."""
    event = event_to_direct(request.user, pk)
    entrants, stored = entrants_in_order(event), teams_of(event)
    posted = request.POST if request.method == "POST" else None
    adds = posted is not None and "add" in posted
    free = [entrant for entrant in entrants if entrant.team_id is None]
    by_boards = any(team.team.side_id for team in stored)
    one = TeamForm(posted if adds else None, free=free)
    every = TeamsForm(
        posted if posted is not None and "text" in posted else None,
        entrants=entrants,
        stored={team.team.name.casefold(): team.team.pk for team in stored},
        by_boards=by_boards,
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
        "by_boards": by_boards,
        "rights": rights_in(request.user, event.club),
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


@require_http_methods(["GET", "HEAD", "POST"])
def line_up(request: SignedInRequest, pk: int, side: int) -> HttpResponse:
    """By the director, of the team that ``side`` stands for."""
    round_ = round_to_direct(request.user, pk)

    def page() -> LineUpPage:
        return line_up_page(pk, team_of_side(round_.stage.event, side))

    return _answer(request, page, actor_of(request), lambda: redirect("round", pk), code="")


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def own_line_up(request: Request, code: str, pk: int) -> HttpResponse:
    """By the captain, whose code this is."""
    player = player_to_enter(code)

    def page() -> LineUpPage:
        return line_up_page(pk, own_team(player, pk))

    return _answer(request, page, SYSTEM, lambda: redirect("own-line-up", code, pk), code=code)


def _answer(
    request: Request, read: Callable[[], LineUpPage], actor: Actor, back: Callable[[], HttpResponse], *, code: str
) -> HttpResponse:
    try:
        page = read()
    except (Round.DoesNotExist, Team.DoesNotExist) as error:
        if code and request.method == "POST" and isinstance(error, Round.DoesNotExist):
            return _too_late(request, code)
        raise Http404 from error
    members = [(one.pk, (one.substitute or one.player).name) for one in page.here]
    posted = request.POST if request.method == "POST" else None
    fixed = page.options.line_up == "fixed"
    form = LineUpForm(posted, boards=page.options.boards, members=members, named=page.sitting, fixed=fixed)
    if form.is_bound and form.is_valid():
        try:
            set_line_up(round_id=page.round.pk, side=page.team.side_id or 0, members=form.members, actor=actor)
        except Refused as refused:
            if code and refused.code == "no-preview":  # since the page was read
                return _too_late(request, code)
            form.add_error(None, refusal_text(refused))
        else:
            messages.success(request, SAVED)
            return back()
    context = {
        "page": page,
        "form": form,
        "club": page.event.club,
        "event": page.event,
        "code": code,
        "rights": rights_in(request.user, page.event.club),
    }
    return render(request, "stage/line_up.html", context)


def _too_late(request: HttpRequest, code: str) -> HttpResponse:
    messages.error(request, ROUND_BEGUN)
    return redirect("code", code)


@login_not_required
@require_safe
@visited("event")
def handicaps(request: Request, pk: int) -> HttpResponse:
    """Who starts with how many points, and why; made anew each time, since no revision tells who sees ratings."""
    try:
        event = read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error
    context = event_context(request, event) | {"stages": _stages(event)}
    return render(request, "stage/handicaps.html#stages" if request.htmx else "stage/handicaps.html", context)


def _stages(event: Event) -> list[tuple[object, HandicapLines]]:
    if event.has_rounds:
        return [(of.stage, handicap_lines(of.given, of.plan)) for of in event_handicaps(event)]
    terms = event.handicap_terms
    return [(None, handicap_lines(_people(given_at_night(event)), terms))] if terms else []


def _people(given: Iterable[tuple[Entrant, Handicap, bool]]) -> list[tuple[Person, Handicap, bool]]:
    return [(person(entrant), handicap, explained) for entrant, handicap, explained in given]


@require_http_methods(["GET", "HEAD", "POST"])
def night_handicap(request: SignedInRequest, pk: int) -> HttpResponse:
    """Whether a night gives handicaps, by what they are reckoned, and everybody's."""
    event = _night(request, pk)
    form = _terms_form(event, request.POST or None)
    if form.is_bound and form.is_valid():
        try:
            set_night_handicap(event_id=event.pk, terms=form.terms, actor=actor_of(request))
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            messages.success(request, SAVED)
            return redirect("night-handicap", event.pk)
    return _page(request, event, form=form)


@require_POST
def night_points(request: SignedInRequest, pk: int) -> HttpResponse:
    event = _night(request, pk)
    entrants = [entrant for entrant, _handicap, _explained in given_at_night(event)]
    changed = HandicapsForm(request.POST, entries=entrants, open_=True)
    if changed.is_valid():
        try:
            set_points(event_id=event.pk, points=changed.points, actor=actor_of(request))
        except Refused as refused:
            changed.add_error(None, refusal_text(refused))
        else:
            messages.success(request, SAVED)
            return redirect("night-handicap", event.pk)
    return _page(request, event, changed=changed)


def _page(
    request: SignedInRequest,
    event: Event,
    *,
    form: NightHandicapForm | None = None,
    changed: HandicapsForm | None = None,
) -> HttpResponse:
    terms, begun = event.handicap_terms, has_begun(event)
    given = given_at_night(event) if terms else []
    entrants = [entrant for entrant, _handicap, _explained in given]
    changed = changed or HandicapsForm(entries=entrants, open_=not begun)
    lines = handicap_lines(_people(given), terms) if terms else None
    context = {
        "event": event,
        "club": event.club,
        "form": form or _terms_form(event),
        "begun": begun,
        "changed": changed,
        "rule": lines.rule if lines else "",
        "lines": [(line, changed.field_of(line.person.id)) for line in lines.given] if lines else [],
        "unrated": [(line, changed.field_of(line.person.id)) for line in lines.unrated] if lines else [],
    }
    return render(request, "night/handicap.html", context)


def _terms_form(event: Event, data: QueryDict | None = None) -> NightHandicapForm:
    terms = event.handicap_terms or usual_terms(event.club, event.game)
    rated = anybody_rated(event.club, event.game)
    return NightHandicapForm(data, terms=terms, given=event.handicap is not None, rated=rated)


def _night(request: SignedInRequest, pk: int) -> Event:
    event = event_to_direct(request.user, pk)
    if event.has_rounds:
        raise Http404
    return event
