"""The director rules: how a table ended, how a tie is settled, who is first; and another order of tie-breaks, whose
effect is shown before it counts.
"""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.formats.plan import read_plan
from tournaments.forms.stage.entrants import FirstPlaceForm
from tournaments.forms.stage.rounds import ChainForm, ForfeitForm, PlacesForm, ReasonForm, TieForm
from tournaments.permissions import Right, stage_to_direct, table_to_direct
from tournaments.selectors.stage.places import RulingPage, level_for_first_place, ruling_page, settles_ties, tie_lines
from tournaments.selectors.table.page import seat_names
from tournaments.services.desk.actions import ruled
from tournaments.services.desk.undo import Step, play_off_back
from tournaments.services.refusals import Refused
from tournaments.services.stage.rulings import (
    ChainImpact,
    decide_match,
    decide_places,
    draw_first,
    forfeit,
    lift_ruling,
    play_off_first,
    preview_chain,
    set_chain,
    settle_tie,
    share_first,
)
from tournaments.views.desk import Done, tell
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.done import FIRST_PLACE, SAVED, TIE_SETTLED, at_table
from tournaments.words.refusals import refusal_text
from tournaments.words.stage.graph import first_words
from tournaments.words.stage.rounds import place_lines, ruling_words
from tournaments.words.standings import TIE_BREAKS

Forms = dict[str, forms.Form]


@require_http_methods(["GET", "HEAD", "POST"])
def table_ruling(request: SignedInRequest, pk: int) -> HttpResponse:
    table = table_to_direct(request.user, pk, right=Right.RULE)
    if table.round_id is None:
        messages.error(request, refusal_text(Refused("no-tournament")))
        return redirect("desk", table.event_id)
    page = ruling_page(table.pk)
    kind = request.POST.get("kind")
    shown = _forms(page, request, kind)
    if kind in shown and shown[kind].is_valid():
        try:
            steps = _rule(request, page, kind, shown[kind])
        except Refused as refused:
            page = ruling_page(table.pk)
            shown[kind].add_error(None, refusal_text(refused))
        else:
            message = at_table("lift" if kind == "lift" else "ruling", table.number)
            tell(request, table.event, Done(message, steps))
            return redirect("desk", table.event_id)
    return _show(request, page, shown)


def _forms(page: RulingPage, request: SignedInRequest, kind: str | None) -> Forms:
    names = page.page.names

    def posted(form: str) -> QueryDict | None:
        return request.POST if kind == form else None

    forms: Forms = {
        "forfeit": ForfeitForm(posted("forfeit"), names=names),
        "places": PlacesForm(posted("places"), names=names, places=page.places, alone=page.alone),
    }
    if page.match:
        forms["match"] = PlacesForm(
            posted("match"), names=names, places=page.match_places, alone=page.alone_in_match, prefix="match"
        )
        forms["close"] = ReasonForm(posted("close"), prefix="close")
    if page.counts:
        forms["lift"] = ReasonForm(posted("lift"), prefix="lift")
    return forms


def _rule(request: SignedInRequest, page: RulingPage, kind: str, form: forms.Form) -> list[Step]:
    table_id, actor, data = page.page.table.pk, actor_of(request), form.cleaned_data
    acts: dict[str, Callable[[], None]] = {
        "forfeit": lambda: forfeit(table_id=table_id, seats=data["seats"], reason=data["reason"], actor=actor),
        "places": lambda: decide_places(table_id=table_id, places=data["places"], reason=data["reason"], actor=actor),
        "match": lambda: decide_match(table_id=table_id, places=data["places"], reason=data["reason"], actor=actor),
        "close": lambda: decide_match(table_id=table_id, places=None, reason=data["reason"], actor=actor),
        "lift": lambda: lift_ruling(table_id=table_id, reason=data["reason"], actor=actor),
    }
    seen = request.POST.get("seen", "")
    return ruled(table_id=table_id, rule=acts[kind], seen=int(seen) if seen.isdecimal() and len(seen) < 19 else None)


def _show(request: SignedInRequest, page: RulingPage, shown: Forms) -> HttpResponse:
    names = page.page.names
    context = {
        "ruling": page,
        "table": page.page.table,
        "event": page.page.event,
        "club": page.page.event.club,
        "forms": shown,
        "elsewhere": [(game, ruling, ruling_words(ruling, seat_names(game))) for game, ruling in page.elsewhere],
        "said": [(ruling, ruling_words(ruling, names if page.fits(ruling) else None)) for ruling in page.rulings],
    }
    return render(request, "stage/ruling.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def tie(request: SignedInRequest, pk: int) -> HttpResponse:
    stage = stage_to_direct(request.user, pk, right=Right.RULE)
    if stage.status == stage.Status.PLANNED:
        messages.error(request, refusal_text(Refused("stage-not-begun", stage=stage.number)))
        return redirect("desk", stage.event_id)
    form = TieForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        order, reason = form.cleaned_data["order"], form.cleaned_data["reason"]
        try:
            ruling = settle_tie(stage_id=stage.pk, order=order, reason=reason, actor=actor_of(request))
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            tell(request, stage.event, Done(TIE_SETTLED, [("open-tie", (ruling.pk,))]))
            return redirect("desk", stage.event_id)
    lines = tie_lines(stage)
    context = {
        "stage": stage,
        "event": stage.event,
        "club": stage.event.club,
        "form": form,
        "lines": [(line, request.POST.get(f"order-{line.entrant.pk}", "")) for line in lines],
        "tied": any(line.level for line in lines),
        "groups": stage.options.get("groups", 1) > 1,
        "counts": settles_ties(stage),
    }
    return render(request, "stage/tie.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def first_place(request: SignedInRequest, pk: int) -> HttpResponse:
    """Who are level for it once everything is played: they play it off, share it, or a lot decides."""
    stage = stage_to_direct(request.user, pk)
    form = FirstPlaceForm(request.POST)
    if request.method == "POST" and form.is_valid():
        try:
            tell(request, stage.event, _settle_first(request, stage.pk, **form.cleaned_data))
        except Refused as refused:
            messages.error(request, refusal_text(refused))
            return redirect("first-place", pk)
        return redirect("desk", stage.event_id)
    level = level_for_first_place(stage) if stage.status == stage.Status.RUNNING else []
    context = {
        "stage": stage,
        "event": stage.event,
        "club": stage.event.club,
        "level": [(person, first_words(person)) for person in level],
    }
    return render(request, "stage/first_place.html", context)


def _settle_first(request: SignedInRequest, stage_id: int, *, level: list[int], choice: str) -> Done:
    actor = actor_of(request)
    if choice == "play-off":
        tables = play_off_first(stage_id=stage_id, level=level, actor=actor)
        return Done(FIRST_PLACE[choice], play_off_back(tables))
    settle = share_first if choice == "shared" else draw_first
    return Done(FIRST_PLACE[choice], [("open-tie", (settle(stage_id=stage_id, level=level, actor=actor).pk,))])


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
        "sources": TIE_BREAKS,
    }
    return render(request, "stage/tie_breaks.html", context)
