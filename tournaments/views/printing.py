"""What an event gives away on paper, the club's picture, and paper sheets as they are typed in."""

from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import ScoringError
from scoring.games import GAMES
from tournaments.exports.pictures import NotDrawn, drawn_anew
from tournaments.forms.printing import FirstDealerForm, LogoForm, PrintForm, TypedForm, first_dealer_form, typed_form
from tournaments.imports.logos import BadPicture
from tournaments.models import Club, Event, Table
from tournaments.permissions import Right, club_to_direct, table_to_direct
from tournaments.selectors.club.clubs import read_club
from tournaments.selectors.night.standings import event_standings, read_event
from tournaments.selectors.printing import (
    blank_levels,
    cards_of,
    certified,
    is_recorded,
    logo_edition,
    own_logo,
    people_in,
    sheets_as_they_stand,
    sittings,
)
from tournaments.selectors.prizes import everybody, given_prizes, standing_of
from tournaments.selectors.stage.history import cross_tables
from tournaments.selectors.stage.places import final_places, shown_section
from tournaments.selectors.stage.stages import has_bracket
from tournaments.selectors.table.cards import cards_at_play
from tournaments.selectors.table.page import TablePage, table_page
from tournaments.selectors.teams import night_teams, standing_of_teams, tournament_teams
from tournaments.selectors.tournament.page import states_of
from tournaments.services.club.clubs import set_logo
from tournaments.services.refusals import Refused
from tournaments.services.table.several_deals import TypedIn, record_sheet
from tournaments.views.requests import Request, SignedInRequest, actor_of, visited
from tournaments.words.bracket.view import matches_on_paper
from tournaments.words.club import Logo, logo_of
from tournaments.words.done import SAVED, SHEET_RECORDED, sheet_typed
from tournaments.words.errors import error_sentence
from tournaments.words.printing import (
    CHOICES,
    NO_CATEGORY,
    SIZES,
    WHOM,
    WHOM_OF_PRIZES,
    deal_sheets,
    sheets_for,
)
from tournaments.words.refusals import refusal_text
from tournaments.words.rulebook import hand_order, readings_of
from tournaments.words.standings import prizes_by_player, shown_prizes
from tournaments.words.teams import shown_teams, teams_by_player

YEAR = 60 * 60 * 24 * 365


@require_http_methods(["GET", "HEAD", "POST"])
def own(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug, right=Right.OWN)
    form = LogoForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and _is_set(request, club, form):
        messages.success(request, SAVED)
        return redirect("logo", slug)
    return render(request, "printing/logo.html", {"club": club, "form": form, "logo": logo_edition(club)})


def _is_set(request: SignedInRequest, club: Club, form: LogoForm) -> bool:
    try:
        if "remove" in request.POST:
            png = None
        elif form.is_valid():
            png = drawn_anew(form.cleaned_data["picture"])
        else:
            return False
    except BadPicture as bad:
        form.refuse(str(bad))
        return False
    except NotDrawn:
        form.refuse("busy")
        return False
    set_logo(club=club, png=png, actor=actor_of(request))
    return True


@login_not_required
@require_safe
@visited("club")
def picture(request: Request, slug: str) -> HttpResponse:
    """Its address names the edition, so that it may be kept."""
    try:
        logo = own_logo(read_club(slug))
    except Club.DoesNotExist as error:
        raise Http404 from error
    if not logo:
        raise Http404
    return HttpResponse(b64decode(logo), content_type="image/png", headers={"Cache-Control": f"max-age={YEAR}"})


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
    return render(request, "printing/prints.html", context)


@login_not_required
@require_safe
@visited("event")
def sheet(request: Request, pk: int, name: str) -> HttpResponse:
    event = _event(pk)
    form = PrintForm(request.GET)
    form.full_clean()
    about = _about(request, event)
    chosen = next((kind for kind in about["sheets"] if kind.name == name), None)
    if chosen is None:
        raise Http404
    drawn = DRAWN[name](event, form)
    context = about | drawn | {"sheet": chosen, "size": form.size, "choices": _choices(request, form, drawn)}
    return render(request, "printing/sheet.html", context)


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


def _choices(request: Request, form: PrintForm, drawn: Drawn) -> list[PrintChoice]:
    """How else it could be printed."""
    kinds: list[tuple[str, Any, object]] = [("paper", SIZES, form.size)]
    if rounds := drawn.get("rounds"):
        kinds.append(("round", [(round_.pk, round_.title) for round_ in rounds], drawn["round"].pk))
    if "certified" in drawn:
        whom = WHOM_OF_PRIZES if drawn["with_prizes"] else WHOM
        kinds.append(("whom", whom, "all" if form.for_all else "first"))
    if categories := drawn.get("categories"):
        named = [NO_CATEGORY, *((category.id, category.name) for category in categories)]
        kinds.append(("category", named, drawn["category"].id if drawn["category"] else NO_CATEGORY[0]))
    query = request.GET.dict()
    choices = []
    for kind, offered, shown in kinds:
        if len(offered) > 1:
            links = [(str(text), urlencode(query | {kind: value}), value == shown) for value, text in offered]
            choices.append(PrintChoice(str(CHOICES[kind]), links))
    return choices


def _seated(event: Event, form: PrintForm) -> Drawn:
    seated = sittings(event, round_id=form.round_id, now=timezone.now())
    return {**vars(seated), "match_names": matches_on_paper(seated.view) if seated.view else {}}


def _pyramids(event: Event, form: PrintForm) -> Drawn:
    seated = _seated(event, form)
    return {**seated, "pyramids": sheets_as_they_stand(event, seated["tables"])}


def _blank(event: Event, form: PrintForm) -> Drawn:
    return {"blanks": range(ON_A_SHEET), "levels": blank_levels(event)}


def _deals(event: Event, form: PrintForm) -> Drawn:
    seated = _seated(event, form)
    return {**seated, "deal_sheets": deal_sheets(event, seated["tables"]), "quarry": GAMES[event.game].quarry}


def _place_cards(event: Event, form: PrintForm) -> Drawn:
    return {"people": people_in(event), "logo": _logo(event)}


def _standings(event: Event, form: PrintForm) -> Drawn:
    if event.prizes is None or not (given := given_prizes(event)):
        return _of_all(event)
    category = given.categories.get(form.category_id or 0)
    drawn = {"rows": standing_of(category, everybody(event))} if category else _of_all(event)
    return drawn | {"category": category, "categories": list(given.categories.values())}


def _of_all(event: Event) -> Drawn:
    if not event.has_rounds:
        rows = event_standings(event)
        return {"standings": rows, "teams": shown_teams(night_teams(event, rows), event)}
    states = states_of(event)
    teams = shown_teams(tournament_teams(event, states), event)
    over = event.status == Event.Status.FINISHED and len(states) > 1
    sections = [shown_section(state) for state in reversed(states)]
    return {"sections": sections, "final": final_places(states) if over else [], "teams": teams}


def _cross_table(event: Event, form: PrintForm) -> Drawn:
    return {"crossed": cross_tables(states_of(event))}


def _certificates(event: Event, form: PrintForm) -> Drawn:
    given = given_prizes(event) if event.prizes is not None else None
    won = prizes_by_player(given) if given else {}
    people = certified(event, most=None if form.for_all else FIRST, winners=won)
    teams = teams_by_player(standing_of_teams(event))
    certificates = [(person, [*teams.get(person.player.id, []), *won.get(person.player.id, [])]) for person in people]
    return {"certified": certificates, "with_prizes": bool(given and given.awards), "logo": _logo(event)}


def _prizes(event: Event, form: PrintForm) -> Drawn:
    given = given_prizes(event)
    return {"prizes": shown_prizes(given, over=event.status == Event.Status.FINISHED) if given else None}


def _logo(event: Event) -> Logo:
    return logo_of(event.club, own_logo(event.club))


def _rules(event: Event, form: PrintForm) -> Drawn:
    order = hand_order(GAMES[event.game], event.game_rules)
    return {"page": f"rules/_{event.game}.html", "marks": readings_of(event.game), "order": order}


def _cards(event: Event, form: PrintForm) -> Drawn:
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
    "prizes": _prizes,
    "rules": _rules,
    "cards": _cards,
}


@require_http_methods(["GET", "HEAD", "POST"])
def typed_sheet(request: SignedInRequest, pk: int) -> HttpResponse:
    """Only its one button saves; everything else is told what is wrong so far."""
    table = table_to_direct(request.user, pk, right=Right.SCORE)
    page = table_page(table.pk)
    if request.method != "POST" and not page.card.playing:
        return _over(request, page)
    first = {"client_id": uuid4(), "base_revision": page.table.revision}
    data = request.POST if request.method == "POST" else None
    dealer = first_dealer_form(page, data)
    form = typed_form(dealer.as_dealt() if dealer else page, data, initial=first)
    if form.is_bound:
        form.full_clean()
        if (client_id := form.cleaned_data.get("client_id")) and is_recorded(page, client_id):
            messages.info(request, SHEET_RECORDED)
            return redirect("table", table.pk)
        if request.POST.get("save") and _is_saved(request, form, dealer, table.pk):
            messages.success(request, sheet_typed(len(form.payloads)))
            return redirect("table", table.pk)
    return _show(request, page, form, dealer)


def _over(request: SignedInRequest, page: TablePage) -> HttpResponse:
    adjourned = page.table.status == Table.Status.ADJOURNED
    messages.error(request, refusal_text(Refused("table-adjourned" if adjourned else "table-over")))
    return redirect("table", page.table.pk)


def _is_saved(request: SignedInRequest, form: TypedForm, dealer: FirstDealerForm | None, table: int) -> bool:
    form.require_whole()
    if form.errors or (dealer and dealer.errors):
        return False
    data = form.cleaned_data
    chosen = dealer.cleaned_data["dealer"] if dealer else None
    try:
        typed = TypedIn(form.payloads, data["client_id"], data["base_revision"], chosen)
        record_sheet(table_id=table, typed=typed, actor=actor_of(request))
    except ScoringError as error:
        form.add_error(None, error_sentence(error, form.page.names))
    except Refused as refused:
        form.add_error(None, refusal_text(refused))
    return not form.errors


def _show(request: SignedInRequest, page: TablePage, form: TypedForm, dealer: FirstDealerForm | None) -> HttpResponse:
    context = {
        "page": page,
        "table": page.table,
        "event": page.event,
        "club": page.event.club,
        "form": form,
        "dealer": dealer,
        "revision": page.table.revision,
    }
    return render(request, "printing/typed_sheet.html#sheet" if request.htmx else "printing/typed_sheet.html", context)
