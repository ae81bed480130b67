from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.forms.why_figures import stage_words
from tournaments.models import Entrant, Event
from tournaments.selectors.why import why_page
from tournaments.views.requests import Request


@login_not_required
@require_safe
def why(request: Request, event: int, pk: int) -> HttpResponse:
    try:
        page = why_page(event, pk)
    except (Event.DoesNotExist, Entrant.DoesNotExist) as error:
        raise Http404 from error
    context = {
        "event": page.event,
        "club": page.event.club,
        "entrant": page.entrant,
        "stages": [stage_words(stage) for stage in page.stages],
        "followed": page.event,
        "revision": page.revision,
    }
    return render(request, "tournament/_why.html" if request.htmx else "tournament/why.html", context)
