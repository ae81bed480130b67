"""What the desks of a night and of a tournament have in common: all tables at a glance, one of them open."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise

from tournaments.backups.kept import latest_backup
from tournaments.models import Event
from tournaments.permissions import Right, rights_in, rights_of, roles_in
from tournaments.selectors.door.waiting import at_the_door
from tournaments.selectors.night.overview import Overview
from tournaments.services.desk.undo import Step, changes_event
from tournaments.views.requests import SignedInRequest
from tournaments.words.club.roles import closed_to
from tournaments.words.night.overview import overview_tiles


class Done(NamedTuple):
    """What an action of the director says of itself, and what undoes it."""

    text: str | Promise
    steps: Sequence[Step] = ()


def tell(request: SignedInRequest, event: Event, done: object) -> None:
    """The next page says it, with a button that undoes it in this event, whichever page that is, for who may."""
    if isinstance(done, Done):
        needed = Right.RUN if changes_event(done.steps) else Right.DIRECT
        may_undo = done.steps and needed in rights_in(request.user, event.club, event)
        steps = [":".join([key, *map(str, given)]) for key, given in done.steps if may_undo]
        messages.success(request, str(done.text), extra_tags=" ".join([str(event.pk), *steps]) if steps else "")


def show_desk(
    request: SignedInRequest,
    part: str,
    event: Event,
    overview: Overview,
    context: dict[str, Any],
    *,
    table: int | None,
    round_id: int | None = None,
) -> HttpResponse:
    """The page of this part, the part alone for htmx, or what can be done at one table. Tables of another round than
    this step back.
    """
    if table is not None:
        return _show_panel(request, overview, context | _allowed(request, event), table)
    opened = asked(request, "open")
    line = overview.line_of(int(opened)) if opened.isdecimal() and len(opened) < 10 else None
    common = {
        "club": event.club,
        "overview": overview,
        "tiles": overview_tiles(overview, opened=opened, round_id=round_id),
        "line": line,
        "card": line.card if line else None,
        "backup": latest_backup(),
        "door": at_the_door(event),
        "live_event": event,
        "revision": event.revision,
    }
    return render(
        request, part if request.htmx else part.partition("#")[0], context | common | _allowed(request, event)
    )


def _allowed(request: SignedInRequest, event: Event) -> dict[str, Any]:
    """What the desk's reader may do; and why most is closed to whoever does not direct."""
    roles = roles_in(request.user, event.club, event)
    rights = rights_of(roles)
    return {
        "event": event,
        "rights": rights,
        "closed": "" if Right.DIRECT in rights else closed_to(roles, Right.DIRECT),
    }


def _show_panel(request: SignedInRequest, overview: Overview, context: dict[str, Any], table: int) -> HttpResponse:
    line = overview.line_of(table)
    if line is None:
        raise Http404
    return render(request, "night/desk/overview/_panel.html", context | {"line": line, "card": line.card})


def asked(request: SignedInRequest, name: str) -> str:
    """What the page says of itself with whatever it asks."""
    return request.POST.get(name) or request.GET.get(name, "")
