"""Who sits at a team's boards in the next round: its captain says so, or the director."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.audit import SYSTEM, Actor
from tournaments.codes import player_to_enter
from tournaments.forms.stage.line_ups import LineUpForm
from tournaments.models import Round, Team
from tournaments.permissions import round_to_direct
from tournaments.selectors.stage.line_ups import LineUpPage, line_up_page, own_team, team_of_side
from tournaments.services.refusals import Refused
from tournaments.services.stage.line_ups import set_line_up
from tournaments.views.requests import Request, SignedInRequest, actor_of
from tournaments.words.done import SAVED
from tournaments.words.refusals import refusal_text


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
        raise Http404 from error
    members = [(one.pk, (one.substitute or one.player).name) for one in page.here]
    posted = request.POST if request.method == "POST" else None
    form = LineUpForm(posted, boards=page.options.boards, members=members, named=page.named)
    if form.is_bound and form.is_valid():
        try:
            set_line_up(round_id=page.round.pk, side=page.team.side_id or 0, members=form.members, actor=actor)
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            messages.success(request, SAVED)
            return back()
    context = {"page": page, "form": form, "club": page.event.club, "event": page.event, "code": code}
    return render(request, "stage/line_up.html", context)
