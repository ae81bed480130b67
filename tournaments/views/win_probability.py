from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.selectors.night.standings import read_event
from tournaments.selectors.win_probability import MOST, told_tables
from tournaments.views.requests import Request
from tournaments.views.shared import event_context
from tournaments.views.visibility import visited
from tournaments.words.win_probability import evening_text, shown_tables


@login_not_required
@require_safe
@visited("event")
def event_bend(request: Request, pk: int) -> HttpResponse:
    try:
        event = read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error
    tables = told_tables(event)
    context = {"evening": evening_text(tables), "tables": shown_tables(tables), "most": MOST}
    return render(request, "win_probability/event.html", event_context(request, event) | context)
