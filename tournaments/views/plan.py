from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.formats.simulate import Report, simulate
from tournaments.forms.stage.plan import PlanForm
from tournaments.views.requests import SignedInRequest

FIRST = {"format": "swiss", "players": 16, "seats": 4, "remainder": "threes", "minutes": 2}
SEATINGS = 2560


@require_safe
def plan(request: SignedInRequest) -> HttpResponse:
    """Plan an event: what a format would do to this evening, played out in advance."""
    form = PlanForm(request.GET or None, initial=FIRST)
    report = _report(form) if form.is_bound and form.is_valid() else None
    return render(request, "plan/plan.html", {"form": form, "report": report})


def _report(form: PlanForm) -> Report:
    """Few events where each table's company is searched for, so that the page answers within seconds."""
    key, players, seats = (form.cleaned_data[name] for name in ("format", "players", "seats"))
    most = 3 if key == "swiss" and seats > 2 else 20
    events = max(1, min(most, SEATINGS // players))
    return simulate(key, players=players, options=form.options(), events=events, seed=1, pace=form.pace())
