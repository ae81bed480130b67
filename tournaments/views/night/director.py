"""What the director does in one step for a whole evening, and what undoes his latest one."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from tournaments.forms.night.again import AgainForm
from tournaments.forms.night.closing import ClosingForm
from tournaments.forms.night.undo import StepsForm
from tournaments.models import Event
from tournaments.permissions import Right, event_to_direct, require, seat_to_direct
from tournaments.selectors.night.closing import closing
from tournaments.services.desk.again import open_again
from tournaments.services.desk.closing import close_tables
from tournaments.services.desk.no_show import no_show as mark_no_show
from tournaments.services.desk.undo import SHOWN_FIRST, Step, changes_event
from tournaments.services.desk.undo import undo as undo_steps
from tournaments.services.night.nights import discard_event
from tournaments.services.refusals import Refused
from tournaments.views.desk import Done, tell
from tournaments.views.night.desk import attempt
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words import done
from tournaments.words.refusals import refusal_text


@require_POST
def undo(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = StepsForm(request.POST, event_id=pk)
    if not form.is_valid():
        raise Http404
    steps = form.cleaned_data["steps"]
    if steps[0][0] == SHOWN_FIRST:
        return _shown_first(request, steps[0][1][0])
    if changes_event(steps):
        require(Right.RUN, request.user, event.club, event)

    def act() -> Done:
        undo_steps(event_id=event.pk, steps=steps, actor=actor_of(request))
        return Done(done.UNDONE_AT_DESK)

    answer = attempt(request, event, None, act, anew=changes_event(steps))
    page = form.cleaned_data["page"]
    return redirect(page, event.pk) if page in ("entrants", "door") else answer


def _shown_first(request: SignedInRequest, table: int) -> HttpResponse:
    page = f"{reverse('table-correct', args=[table])}?undo=1"
    return HttpResponseClientRedirect(page) if request.htmx else redirect(page)


@require_POST
def no_show(request: SignedInRequest, pk: int) -> HttpResponse:
    seat = seat_to_direct(request.user, pk)

    def act() -> Done:
        steps = mark_no_show(seat_id=pk, reason=str(done.NO_SHOW), actor=actor_of(request))
        return Done(done.no_show_told(seat.player.name), steps)

    return attempt(request, seat.table.event, None, act, table=seat.table_id)


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: SignedInRequest, pk: int) -> HttpResponse:
    """All tables at once, and with them the night; where something is open it is decided here table by table."""
    event = event_to_direct(request.user, pk)
    found = closing(event, now=timezone.now())
    over = event.kind == Event.Kind.CLUB_NIGHT
    if event.status != Event.Status.OPEN or not (over or found.is_something):  # a second click, or another director
        return redirect("desk", event.pk)
    form = ClosingForm(request.POST if request.method == "POST" else None, playing=found.playing, stopped=found.stopped)
    if form.is_bound and form.is_valid():
        try:
            steps = close_tables(
                event_id=event.pk,
                tables=form.tables,
                stand=form.stand,
                finish=over,
                actor=actor_of(request),
            )
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            tell(request, event, Done(done.tables_closed(len(form.tables), over=over), steps))
            return redirect("desk", event.pk)
    context = {"event": event, "club": event.club, "form": form, "closing": found}
    return render(request, "night/director/closing.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def again(request: SignedInRequest, pk: int) -> HttpResponse:
    """The same once more: posted without a word, under the same name and today."""
    like = event_to_direct(request.user, pk, right=Right.RUN)
    first = {"name": like.name, "date": timezone.localdate()}
    form = AgainForm(request.POST if request.method == "POST" else None, initial=first)
    if form.is_bound and form.is_valid():
        return redirect("desk", open_again(event_id=pk, actor=actor_of(request), **form.cleaned_data).pk)
    return render(request, "night/director/again.html", {"event": like, "club": like.club, "form": form})


@require_POST
def discard(request: SignedInRequest, pk: int) -> HttpResponse:
    """Opened by mistake."""
    event = event_to_direct(request.user, pk, right=Right.RUN)
    try:
        tables = discard_event(event_id=event.pk, actor=actor_of(request))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    else:
        back: list[Step] = [("reopen-event", ()), *(("reopen", (each,)) for each in tables)]
        tell(request, event, Done(done.EVENT_DISCARDED, back))
    return redirect("desk", event.pk)
