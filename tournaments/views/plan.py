from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.formats.simulation.evenings import Simulation
from tournaments.forms.stage.plan import PlanForm
from tournaments.simulations import simulations
from tournaments.views.requests import SignedInRequest
from tournaments.words.stage.plans import SIMULATED

FIRST = {"format": "swiss", "players": 16, "seats": 4, "remainder": "threes", "minutes": 2}
SEATINGS = 2560
MOMENT = 0.5  # seconds that the page waits for a simulation, so that a short one comes with it


@require_safe
def plan(request: SignedInRequest) -> HttpResponse:
    """Plan an event: what a format would do to this evening, played out in advance."""
    form = PlanForm(request.GET or None, initial=FIRST)
    context = {"form": form} | (_played(request, _simulation(form)) if form.is_bound and form.is_valid() else {})
    return render(request, "plan/plan.html#played" if request.htmx else "plan/plan.html", context)


def _played(request: SignedInRequest, simulation: Simulation) -> dict[str, Any]:
    wanted = (request.user.pk, simulation)
    if "stop" in request.GET:
        simulated = simulations.stop(wanted)
    elif request.htmx:
        simulated = simulations.ask(wanted)
    else:
        simulated = simulations.want(wanted, moment=MOMENT)
    return {"simulated": simulated, "sentence": SIMULATED.get(simulated.state), "evenings": simulation.events}


def _simulation(form: PlanForm) -> Simulation:
    """Few events where each table's company is searched for: they take longest."""
    key, players, seats = (form.cleaned_data[name] for name in ("format", "players", "seats"))
    most = 3 if key == "swiss" and seats > 2 else 20
    events = max(1, min(most, SEATINGS // players))
    return Simulation(format=key, players=players, options=form.options(), events=events, seed=1, pace=form.pace())
