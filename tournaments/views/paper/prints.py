"""What an event gives away on paper."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.games import GAMES
from tournaments.forms.paper.prints import PrintForm
from tournaments.models import Event
from tournaments.permissions import Right
from tournaments.selectors.night.page import read_event
from tournaments.selectors.night.standings import event_standings
from tournaments.selectors.paper.certified import certified
from tournaments.selectors.paper.crests import own_crest
from tournaments.selectors.paper.deck import cards_of
from tournaments.selectors.paper.pyramids import blank_levels, sheets_as_they_stand
from tournaments.selectors.paper.sittings import people_in, sittings
from tournaments.selectors.stage.chain import has_bracket
from tournaments.selectors.stage.cross_table import cross_tables
from tournaments.selectors.stage.places import final_places, shown_section
from tournaments.selectors.table.cards import cards_at_play
from tournaments.selectors.tournament.page import states_of
from tournaments.views.requests import Request
from tournaments.views.visits import visited
from tournaments.words.pad.guide import hand_order
from tournaments.words.paper.crest import Crest, crest_of
from tournaments.words.paper.deals import deal_sheets
from tournaments.words.paper.sheets import CHOICES, SIZES, WHOM, sheets_for
from tournaments.words.readings import readings_of

FIRST = 3
ON_A_SHEET = 4  # A6 on A4

Drawn = dict[str, Any]


@login_not_required
@require_safe
@visited("event")
def of_event(request: Request, pk: int) -> HttpResponse:
    event = _event(pk)
    may_type = Right.SCORE in request.seen.rights
    playing = list(cards_at_play(event).values()) if may_type else []
    context = _about(request, event) | {"has_bracket": has_bracket(event), "playing": playing}
    return render(request, "paper/prints.html", context)


@login_not_required
@require_safe
@visited("event")
def sheet(request: Request, pk: int, name: str) -> HttpResponse:
    event = _event(pk)
    asked = PrintForm(request.GET)
    asked.full_clean()
    about = _about(request, event)
    chosen = next((each for each in about["sheets"] if each.name == name), None)
    if chosen is None:
        raise Http404
    drawn = DRAWN[name](event, asked)
    context = about | drawn | {"sheet": chosen, "size": asked.size, "choices": _choices(request, asked, drawn)}
    return render(request, "paper/sheet.html", context)


def _event(pk: int) -> Event:
    try:
        return read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error


def _about(request: Request, event: Event) -> dict[str, Any]:
    return {"event": event, "club": event.club, "rights": request.seen.rights, "sheets": sheets_for(event)}


@dataclass(frozen=True)
class PrintChoice:
    """``links``: what it is called, the end of its address, and whether it is what is shown."""

    label: str
    links: list[tuple[str, str, bool]]


def _choices(request: Request, asked: PrintForm, drawn: Drawn) -> list[PrintChoice]:
    """How else it could be printed."""
    kinds: list[tuple[str, Any, object]] = [("paper", SIZES, asked.size)]
    if rounds := drawn.get("rounds"):
        kinds.append(("round", [(each.pk, each.title) for each in rounds], drawn["round"].pk))
    if "certified" in drawn:
        kinds.append(("whom", WHOM, "all" if asked.for_all else "first"))
    given = request.GET.dict()
    return [
        PrintChoice(
            str(CHOICES[kind]),
            [(str(text), urlencode(given | {kind: value}), value == shown) for value, text in offered],
        )
        for kind, offered, shown in kinds
        if len(offered) > 1
    ]


def _seated(event: Event, asked: PrintForm) -> Drawn:
    return vars(sittings(event, round_id=asked.round_id, now=timezone.now()))


def _pyramids(event: Event, asked: PrintForm) -> Drawn:
    seated = _seated(event, asked)
    return {**seated, "pyramids": sheets_as_they_stand(event, seated["tables"])}


def _blank(event: Event, asked: PrintForm) -> Drawn:
    return {"blanks": range(ON_A_SHEET), "levels": blank_levels(event)}


def _deals(event: Event, asked: PrintForm) -> Drawn:
    seated = _seated(event, asked)
    return {**seated, "deal_sheets": deal_sheets(event, seated["tables"]), "quarry": GAMES[event.game].quarry}


def _place_cards(event: Event, asked: PrintForm) -> Drawn:
    return {"people": people_in(event), "crest": _crest(event)}


def _standings(event: Event, asked: PrintForm) -> Drawn:
    if event.kind == Event.Kind.CLUB_NIGHT:
        return {"standings": event_standings(event)}
    states = states_of(event)
    over = event.status == Event.Status.FINISHED and len(states) > 1
    sections = [shown_section(state) for state in reversed(states)]
    return {"sections": sections, "final": final_places(states) if over else []}


def _cross_table(event: Event, asked: PrintForm) -> Drawn:
    return {"crossed": cross_tables(states_of(event))}


def _certificates(event: Event, asked: PrintForm) -> Drawn:
    return {"certified": certified(event, most=None if asked.for_all else FIRST), "crest": _crest(event)}


def _crest(event: Event) -> Crest:
    return crest_of(event.club, own_crest(event.club))


def _rules(event: Event, asked: PrintForm) -> Drawn:
    order = hand_order(GAMES[event.game], event.game_rules)
    return {"page": f"rules/_{event.game}.html", "marks": readings_of(event.game), "order": order}


def _cards(event: Event, asked: PrintForm) -> Drawn:
    return {"cards": cards_of(event)}


DRAWN: dict[str, Callable[[Event, PrintForm], Drawn]] = {
    "pairings": _seated,
    "names": _seated,
    "place-cards": _place_cards,
    "slips": _seated,
    "pyramids": _pyramids,
    "blank-pyramids": _blank,
    "deals": _deals,
    "standings": _standings,
    "cross-table": _cross_table,
    "certificates": _certificates,
    "rules": _rules,
    "cards": _cards,
}
