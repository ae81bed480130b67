"""Another order of tie-breaks for a stage that is played: what it moves is shown before it counts."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.formats.plan import read_plan
from tournaments.forms.stage.chains import ChainForm
from tournaments.permissions import stage_to_direct
from tournaments.services.refusals import Refused
from tournaments.services.stage.ties import ChainImpact, preview_chain, set_chain
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.views.stage.stages import SOURCES
from tournaments.words.done import SAVED
from tournaments.words.refusals import refusal_text
from tournaments.words.stage.moves import place_lines


@require_http_methods(["GET", "HEAD", "POST"])
def tie_breaks(request: SignedInRequest, pk: int) -> HttpResponse:
    stage = stage_to_direct(request.user, pk)
    chain = read_plan(stage.format, stage.options).options.chain
    form = ChainForm(request.POST if request.method == "POST" else None, chain=chain)
    impact: ChainImpact | None = None
    try:
        if not form.is_bound:
            preview_chain(stage_id=stage.pk, chain=chain)
        elif form.is_valid() and (seen := form.cleaned_data["seen"]):
            set_chain(stage_id=stage.pk, chain=form.chosen, seen=seen, actor=actor_of(request))
            messages.success(request, SAVED)
            return redirect("stages", stage.event_id)
        elif form.is_valid():
            impact = preview_chain(stage_id=stage.pk, chain=form.chosen)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("stages", stage.event_id)
    context = {
        "stage": stage,
        "event": stage.event,
        "club": stage.event.club,
        "form": form,
        "impact": impact,
        "places": place_lines(impact.state, impact.moves) if impact else [],
        "sources": SOURCES,
    }
    return render(request, "stage/plan/tie_breaks.html", context)
