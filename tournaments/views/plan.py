"""Plans that are tried out before anybody has come."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.forms import Form
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.game import Game
from scoring.games import GAMES
from tournaments.formats.plan import chain_from
from tournaments.formats.simulation.evenings import Report, Simulation
from tournaments.formats.stages import FORMATS
from tournaments.forms.night import NightForm
from tournaments.forms.planning import CompareForm, EveningForm, PlanForm
from tournaments.forms.stage.stages import PlanForms
from tournaments.models import Club
from tournaments.permissions import club_to_direct, clubs_to_direct, rights_in
from tournaments.selectors.coming import likely_players
from tournaments.simulations import Playable, simulations
from tournaments.views.night.event import wanted_game
from tournaments.views.requests import SignedInRequest
from tournaments.words.games import cards_note
from tournaments.words.stage.graph import graph_picture
from tournaments.words.stage.plans import SIMULATED, TOO_LONG, plan_in_short, stage_in_short

PACE = {"minutes": 2, "slow": 2.5, "pause": 5}
FIRST = {"format": "swiss", "seats": 4, "remainder": "threes", **PACE}
FIRST_COMPARED = {"hours": 3, **PACE}
SEATINGS = 2560
MOMENT = 0.5  # seconds that the page waits for a simulation, so that a short one comes with it


@dataclass(frozen=True)
class Offer:
    """A plan that fits: its stages in words, where it is looked at closer, where a tournament begins with it."""

    report: Report
    stages: list[str]
    closer: str
    begin: str | None


@dataclass(frozen=True)
class Proposal:
    """``taken`` is what the form of the tournament is asked for with it."""

    report: Report
    stages: list[str]
    usual: datetime  # when it is over
    late: datetime
    taken: str


@require_safe
def proposals(request: SignedInRequest, slug: str) -> HttpResponse:
    """Two or three plans for a new tournament, from how many come and how long they have."""
    club = club_to_direct(request.user, slug)
    game = GAMES[wanted_game(request, club)]
    form = EveningForm(request.GET, game=game)
    context: dict[str, Any] = {"evening": form}
    if form.is_valid():
        simulated = simulations.ask((request.user.pk, form.proposals()), moment=MOMENT)
        plans = sorted(
            simulated.offers, key=lambda report: (not FORMATS[report.format].standings, report.plan.count(","))
        )
        offered = [_proposal(form, report) for report in plans]
        context |= {"simulated": simulated, "sentence": SIMULATED.get(simulated.state), "proposals": offered}
    return render(request, "stage/_proposals.html", context)


def _proposal(form: EveningForm, report: Report) -> Proposal:
    taken: dict[str, object] = {"game": form.game.key, "preset": report.plan}
    if "deals" in form.game.lengths:
        taken |= {"length": "deals", "length_count": form.deals()}
    return Proposal(
        report=report,
        stages=plan_in_short(report.plan),
        usual=form.over(report.length["median"]),
        late=form.over(report.length["late"]),
        taken=urlencode(taken),
    )


@require_safe
def summary(request: SignedInRequest, slug: str) -> HttpResponse:
    """What the plan of a new tournament comes to as it stands in the form."""
    club = club_to_direct(request.user, slug)
    game = GAMES[wanted_game(request, club)]
    form = EveningForm(request.GET, game=game)
    stages = PlanForms.read(request.GET, first=1, game=game)
    context: dict[str, Any] = {"evening": form}
    if form.is_valid() and stages.are_valid():
        simulated = simulations.ask((request.user.pk, form.evening(stages.planned)), moment=MOMENT)
        context |= {
            "stages": [stage_in_short(key, options) for key, options in stages.planned],
            "graph": graph_picture(stages.planned),
            "notes": _notes(request, game, stages),
            "simulated": simulated,
            "sentence": SIMULATED.get(simulated.state),
            "deals": form.deals(),
        }
        if report := simulated.report:
            context |= {"usual": form.over(report.length["median"]), "late": form.over(report.length["late"])}
            context["too_long"] = TOO_LONG if form.is_too_long(report.length["median"]) else ""
    return render(request, "stage/_summary.html", context)


def _notes(request: SignedInRequest, game: Game, stages: PlanForms) -> list[str]:
    """A note for each size of table in the plan at which the cards may run out."""
    night = NightForm(request.GET, game=game.key)
    rules = game.check_rules(night.rules() if night.is_valid() else {})
    notes = [cards_note(game, rules, seats=seats) for seats in sorted({stage.largest for stage in stages})]
    return [note for note in notes if note]


@require_safe
def plan(request: SignedInRequest) -> HttpResponse:
    """Plan an event: what a plan would do to this evening, played out in advance."""
    club = _club(request)
    form = PlanForm(_asked(request), initial=FIRST | {"players": likely_players(club)})
    context = _head(request, club, form) | (
        _played(request, _simulation(form)) if form.is_bound and form.is_valid() else {}
    )
    return render(request, "plan/plan.html#played" if request.htmx else "plan/plan.html", context)


@require_safe
def compare(request: SignedInRequest) -> HttpResponse:
    """Which plans fit into the time there is."""
    club = _club(request)
    initial = FIRST_COMPARED | {"players": likely_players(club), "club": club and club.slug}
    form = CompareForm(_asked(request), initial=initial, clubs=clubs_to_direct(request.user))
    context = _head(request, club, form)
    if form.is_bound and form.is_valid():
        context |= _played(request, form.comparison())
        context["offers"] = list(_offers(form, context["simulated"].offers))
    return render(request, "plan/compare.html#played" if request.htmx else "plan/compare.html", context)


def _head(request: SignedInRequest, club: Club | None, form: Form) -> dict[str, Any]:
    if club is None:
        return {"form": form, "of_club": ""}
    rights = rights_in(request.user, club)
    return {"form": form, "of_club": f"?{urlencode({'club': club.slug})}", "club": club, "rights": rights}


def _asked(request: SignedInRequest) -> QueryDict | None:
    """None where only the club is named that plans."""
    return request.GET if "players" in request.GET else None


def _club(request: SignedInRequest) -> Club | None:
    """Who plans: the club from whose menu this was opened, or the only one that the reader directs."""
    clubs = clubs_to_direct(request.user)
    named = [club for club in clubs if club.slug == request.GET.get("club")] or clubs
    return named[0] if len(named) == 1 else None


def _offers(form: CompareForm, reports: tuple[Report, ...]) -> Iterator[Offer]:
    pace = {name: form.cleaned_data[name] for name in ("deals", "minutes", "slow", "pause")}
    for report in reports:
        (key, options), *_later = chain_from(report.plan)
        later_stages = report.plan.partition(",")[2]
        wishes = {"format": key, "players": report.players, "seats": report.tables_of, "then": later_stages, **pace}
        wishes |= {"club": form.whose and form.whose.slug}
        wishes |= {"remainder": "threes"} | {name: options.get(name) for name in ("rounds", "groups")}
        filled = {name: value for name, value in wishes.items() if value not in (None, "")}
        begin = reverse("tournament-new", args=[form.whose.slug]) if form.whose else None
        yield Offer(
            report=report,
            stages=plan_in_short(report.plan),
            closer=f"{reverse('plan')}?{urlencode(filled)}",
            begin=f"{begin}?{urlencode({'preset': report.plan})}" if begin else None,
        )


def _played(request: SignedInRequest, simulation: Playable) -> dict[str, Any]:
    key = (request.user.pk, simulation)
    if "stop" in request.GET:
        simulated = simulations.stop(key)
    elif request.htmx:
        simulated = simulations.ask(key)
    else:
        simulated = simulations.want(key, moment=MOMENT)
    return {"simulated": simulated, "sentence": SIMULATED.get(simulated.state), "evenings": simulation.events}


def _simulation(form: PlanForm) -> Simulation:
    """Few events where each table's company is searched for: they take longest."""
    data = form.cleaned_data
    key, players, seats = data["format"], data["players"], data["seats"]
    most = 3 if key == "swiss" and seats > 2 else 20
    return Simulation(
        format=key,
        players=players,
        options=form.options(),
        groups=data["groups"] or 1,
        then=data["then"],
        events=max(1, min(most, SEATINGS // players)),
        seed=1,
        pace=form.pace(),
    )
