from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Entrant, Event
from tournaments.selectors.stage.why import why_page
from tournaments.views.requests import Request
from tournaments.views.visits import visited
from tournaments.words.stage.why_figures import stage_words


@login_not_required
@require_safe
@visited("event")
def why(request: Request, event: int, pk: int) -> HttpResponse:
    try:
        page = why_page(event, pk)
    except (Event.DoesNotExist, Entrant.DoesNotExist) as error:
        raise Http404 from error
    context = {
        "event": page.event,
        "club": page.event.club,
        "rights": request.seen.rights,
        "entrant": page.entrant,
        "stages": [stage_words(stage) for stage in page.stages],
        "live_event": page.event,
        "revision": page.revision,
    }
    return render(request, "stage/standings/why.html#stages" if request.htmx else "stage/standings/why.html", context)
