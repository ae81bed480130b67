"""A tournament's entrants, one by one and many at a time. Every action answers with the list as it is afterwards."""

import secrets
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.audit import Actor
from tournaments.forms.stage import entrants as entrant_forms
from tournaments.forms.stage.entrants import ListForm
from tournaments.imports.entry_lists import EntryList, read_entry_list
from tournaments.models import Entrant, Event
from tournaments.permissions import tournament_to_direct
from tournaments.selectors.club.clubs import players_of
from tournaments.selectors.coming import lookalikes, registration_list
from tournaments.selectors.stage.entrants import (
    club_strengths,
    entrant_of,
    entrants_in_order,
    entrants_page,
    has_begun,
    names_entered,
    still_sits_at,
)
from tournaments.services.desk.undo import Step, status_back
from tournaments.services.refusals import Refused
from tournaments.services.stage import entrants
from tournaments.services.stage.entrants import ListedEntrant, enter
from tournaments.views.desk import Done, tell
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words import done
from tournaments.words.done import checked_in, checked_out, entrants_added, plays, plays_no_more
from tournaments.words.refusals import refusal_text


@require_safe
def entrant_list(request: SignedInRequest, pk: int) -> HttpResponse:
    """A page of them: ?page=<number>, or that of whom ?q= names; ?missing: of those who are not checked in. ?open=<id>
    unfolds the menu of that entrant, ?apart the list of those who could be kept apart. Actions have page and search in
    their address.
    """
    return _page(request, tournament_to_direct(request.user, pk))


@require_POST
def add(request: SignedInRequest, pk: int) -> HttpResponse:
    event = tournament_to_direct(request.user, pk)
    form = entrant_forms.AddForm(request.POST, roster=players_of(event.club), begun=has_begun(event))

    def act() -> Done:
        data, before = form.cleaned_data, _ids(event)
        names = [player.name for player in data["players"]] + data["names"]
        entrants.enter(
            event_id=event.pk,
            entries=[entrants.ListedEntrant(name=name) for name in names],
            checked_in=data["checked_in"],
            actor=actor_of(request),
        )
        return _entered(event, before)

    return _attempt(request, event, form, act)


@require_POST
def check_in(request: SignedInRequest, pk: int) -> HttpResponse:
    event = tournament_to_direct(request.user, pk)
    form = entrant_forms.CheckInForm(request.POST)

    def act() -> Done:
        one, present = form.cleaned_data["entrant"], form.cleaned_data["present"]
        ids = [one] if one else None
        changed = entrants.check_in(event_id=event.pk, entrants=ids, present=present, actor=actor_of(request))
        back: Step = ("check-out" if present else "check-in", tuple(changed))
        return Done(checked_in(len(changed)) if present else checked_out(len(changed)), [back] if changed else [])

    return _attempt(request, event, form, act)


@require_POST
def status(request: SignedInRequest, pk: int) -> HttpResponse:
    def act(actor: Actor, entrant: Entrant, data: dict[str, Any]) -> Done:
        before, back = entrant.status, [status_back(entrant)]
        given: dict[str, Any] = {"event_id": entrant.event_id, "entrant_id": entrant.pk, "actor": actor}
        if data["status"] == Entrant.Status.EXPELLED:
            entrants.expel(**given, reason=data["reason"])
        elif data["status"] == Entrant.Status.WITHDRAWN:
            entrants.withdraw(**given)
        else:
            entrants.reinstate(**given)
        name, active = entrant.player.name, data["status"] == Entrant.Status.ACTIVE
        message = plays(name) if active else plays_no_more(name, table=still_sits_at(entrant))
        return Done(message, back if before != data["status"] else [])

    return _with_entrant(request, pk, entrant_forms.StatusForm(request.POST), act)


@require_POST
def substitute(request: SignedInRequest, pk: int) -> HttpResponse:
    def act(actor: Actor, entrant: Entrant, data: dict[str, Any]) -> Done:
        ids = {"event_id": entrant.event_id, "entrant_id": entrant.pk}
        entrants.substitute(**ids, name=data["name"], actor=actor)
        message = done.substitute_plays(entrant.player.name, data["name"])
        return Done(message, [("substitute", (entrant.pk, entrant.substitute_id or 0))])

    return _with_entrant(request, pk, entrant_forms.SubstituteForm(request.POST), act)


@require_POST
def fixed_table(request: SignedInRequest, pk: int) -> HttpResponse:
    def act(actor: Actor, entrant: Entrant, data: dict[str, Any]) -> Done:
        ids = {"event_id": entrant.event_id, "entrant_id": entrant.pk}
        entrants.fix_table(**ids, table=data["table"], actor=actor)
        message = done.table_fixed(entrant.player.name, data["table"])
        return Done(message, [("fix-table", (entrant.pk, entrant.fixed_table or 0))])

    return _with_entrant(request, pk, entrant_forms.FixedTableForm(request.POST), act)


@require_POST
def seed(request: SignedInRequest, pk: int) -> HttpResponse:
    event = tournament_to_direct(request.user, pk)
    form = entrant_forms.SeedForm(request.POST)

    def act() -> Done:
        actor, before = actor_of(request), _seeded(event)
        if form.cleaned_data["how"] == "rating":
            entrants.seed_by_rating(event_id=event.pk, ratings=club_strengths(event), actor=actor)
        else:
            number = form.cleaned_data["seed"]
            chosen = secrets.randbelow(10_000) if number is None else number
            entrants.seed_at_random(event_id=event.pk, seed=chosen, actor=actor)
        return Done(done.SEEDED, [before])

    answer = _attempt(request, event, form, act)
    stage = form.cleaned_data.get("stage")
    return redirect("stage-start", stage) if stage else answer


@require_http_methods(["GET", "HEAD", "POST"])
def order(request: SignedInRequest, pk: int) -> HttpResponse:
    """Seeding by hand: numbers beside the names, or up and down a place."""
    event = tournament_to_direct(request.user, pk)
    listed, before = entrants_in_order(event), _seeded(event)
    if request.method != "POST":
        return render(request, "stage/entrants_order.html", _head(event) | {"entrants": listed})
    form = entrant_forms.OrderForm(request.POST, entrants=[entrant.pk for entrant in listed])
    try:
        entrants.seed_by_hand(event_id=event.pk, entrants=form.order, actor=actor_of(request))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("entrants-order", event.pk)
    if form.moved:
        return redirect(f"{reverse('entrants-order', args=[event.pk])}#entrant-{form.moved}")
    tell(request, event, Done(done.SEEDED, [before]))
    return redirect("entrants", event.pk)


@require_POST
def late(request: SignedInRequest, pk: int) -> HttpResponse:
    event = tournament_to_direct(request.user, pk)
    form = entrant_forms.LateForm(request.POST)

    def act() -> Done:
        points, before = Fraction(form.cleaned_data["points"]), _ids(event)
        name = form.cleaned_data["name"]
        entrants.enter_late(event_id=event.pk, name=name, late_points=points, actor=actor_of(request))
        return _entered(event, before)

    return _attempt(request, event, form, act)


@require_POST
def apart(request: SignedInRequest, pk: int) -> HttpResponse:
    event = tournament_to_direct(request.user, pk)
    form = entrant_forms.ApartForm(request.POST, entrants=entrants_in_order(event))

    def act() -> Done:
        group = form.cleaned_data["entrants"]
        entrants.keep_apart(event_id=event.pk, groups=[*event.keep_apart, group], actor=actor_of(request))
        return Done(done.APART, [("together", tuple(group))])

    return _attempt(request, event, form, act)


@require_POST
def together(request: SignedInRequest, pk: int) -> HttpResponse:
    event = tournament_to_direct(request.user, pk)
    form = entrant_forms.TogetherForm(request.POST)

    def act() -> Done:
        groups = [group for group in event.keep_apart if group != form.cleaned_data["group"]]
        entrants.keep_apart(event_id=event.pk, groups=groups, actor=actor_of(request))
        return Done(done.TOGETHER, [("apart", tuple(form.cleaned_data["group"]))])

    return _attempt(request, event, form, act)


def _with_entrant(
    request: SignedInRequest, pk: int, form: forms.Form, act: Callable[[Actor, Entrant, dict[str, Any]], Done]
) -> HttpResponse:
    event = tournament_to_direct(request.user, pk)

    entrant = entrant_of(event, form.cleaned_data["entrant"]) if form.is_valid() else None

    def on_entrant() -> Done:
        if entrant is None:
            raise Http404
        return act(actor_of(request), entrant, form.cleaned_data)

    page = "teams" if entrant and entrant.player.is_team else "entrants"
    return _attempt(request, event, form, on_entrant, page=page)


def _attempt(
    request: SignedInRequest, event: Event, form: forms.Form, act: Callable[[], object], *, page: str = "entrants"
) -> HttpResponse:
    """Do it if the form allows; what stands against it is said above the list."""
    if form.is_valid():
        try:
            tell(request, event, act())
        except Refused as refused:
            messages.error(request, refusal_text(refused))
    else:
        for errors in form.errors.values():
            messages.error(request, " ".join(map(str, errors)))
    if not request.htmx:
        return redirect(reverse(page, args=[event.pk], query=request.GET))
    return _page(request, tournament_to_direct(request.user, event.pk))


def _ids(event: Event) -> set[int]:
    return {entrant.pk for entrant in entrants_in_order(event)}


def _entered(event: Event, before: set[int]) -> Done:
    new = tuple(sorted(_ids(event) - before))
    return Done(entrants_added(len(new)), [("not-entered", new)] if new else [])


def _seeded(event: Event) -> Step:
    """What seeds them as they are."""
    return ("seed", tuple(entrant.pk for entrant in entrants_in_order(event) if entrant.seed))


def _head(event: Event) -> dict[str, Any]:
    return {"event": event, "club": event.club, "begins": event.date <= timezone.localdate()}


def _page(request: SignedInRequest, event: Event) -> HttpResponse:
    asked = {name: request.GET.get(name, "") for name in ("page", "missing")}
    context = _head(event) | {
        "page": entrants_page(event, page=asked["page"], text=request.GET.get("q", ""), missing=bool(asked["missing"])),
        "unfolded": request.GET.get("open"),
        "apart": "apart" in request.GET,
        "editable": event.status == Event.Status.OPEN,
        "waiting": registration_list(event),
        "live_event": event,
        "revision": event.revision,
    }
    template = "stage/entrants.html#entrants" if request.htmx else "stage/entrants.html"
    return render(request, template, context)


@require_http_methods(["GET", "HEAD", "POST"])
def entry_list(request: SignedInRequest, pk: int) -> HttpResponse:
    """A list is shown line by line as it was understood; only what has been seen is entered."""
    event = tournament_to_direct(request.user, pk)
    if has_begun(event):
        messages.error(request, refusal_text(Refused("tournament-begun")))
        return redirect("entrants", event.pk)
    form = ListForm(request.POST or None, request.FILES or None)
    listed = _read(event, form) if form.is_bound and form.is_valid() else None
    if listed and listed.good and "sure" in request.POST and _entered_list(request, event, listed):
        return redirect("entrants", event.pk)
    context = _head(event) | {
        "form": ListForm(initial={"text": form.cleaned_data["text"]}) if listed else form,
        "listed": listed,
        "text": form.cleaned_data["text"] if listed else "",
        "entered": _entered_already(event, listed) if listed else set(),
        "alike": _alike(event, listed) if listed else {},
    }
    return render(request, "stage/entrants_list.html", context)


def _read(event: Event, form: ListForm) -> EntryList:
    names = [player.name for player in players_of(event.club)]
    return read_entry_list(form.cleaned_data["text"], names=names)


def _entered_already(event: Event, listed: EntryList) -> set[int]:
    """The numbers of the lines that tell more about somebody who is entered."""
    names = {name.casefold() for name in names_entered(event)}
    return {line.number for line in listed.good if line.name.casefold() in names}


def _alike(event: Event, listed: EntryList) -> dict[int, str]:
    """By the number of the line, whom of the club a new name may be a slip for."""
    roster = players_of(event.club)
    alike = {line.number: lookalikes(line.name, roster) for line in listed.good if line.new}
    return {number: ", ".join(player.name for player in players) for number, players in alike.items() if players}


def _entered_list(request: SignedInRequest, event: Event, listed: EntryList) -> bool:
    entries = [
        ListedEntrant(name=line.name, rating=line.rating, seed=line.seed, table=line.table, team=line.team)
        for line in listed.good
    ]
    try:
        present = "checked_in" in request.POST
        enter(event_id=event.pk, entries=entries, checked_in=present, actor=actor_of(request))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return False
    messages.success(request, entrants_added(len(entries)))
    return True
