from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from tournaments.addresses import phone_address, qr_code
from tournaments.forms.night.pad_cards import CardsForm
from tournaments.forms.stage.rounds import OneRoundForm
from tournaments.forms.table.correct_many import UndoForm
from tournaments.live.parts import table_context
from tournaments.models import Event, Table
from tournaments.permissions import Right, event_to_direct, rights_in, table_to_direct
from tournaments.selectors.revisions import table_version
from tournaments.selectors.table.later_rounds import has_later_round
from tournaments.selectors.table.pad_cards import PadCard, SeatCard, pad_cards
from tournaments.selectors.table.page import table_page, undoable
from tournaments.views.live import live_partial
from tournaments.views.requests import Request, SignedInRequest
from tournaments.views.shared import shared_page
from tournaments.views.visits import visited
from tournaments.words.report.cards import event_text
from tournaments.words.table.pad_cards import CARDS


@login_not_required
@require_safe
@visited("table")
@live_partial(table_version)
def table(request: Request, pk: int) -> HttpResponse:
    try:
        page = table_page(pk)
    except Table.DoesNotExist as error:
        raise Http404 from error
    now, rights = timezone.now(), request.seen.rights
    last = undoable(page, now=now) if Right.SCORE in rights else None
    rested_on = last is not None and has_later_round(page.table)
    if rested_on and Right.RULE not in rights:
        last = None
    context = table_context(page, now=now) | {
        "undo": UndoForm(initial={"revision": last.revision, "client_id": uuid4()}) if last else None,
        "undoes": last.numbers if last else [],
        "rested_on": rested_on,
        "club": page.event.club,
        "shared": shared_page(request, page.event.club, page.event, title=page.event.name, text=event_text(page.event)),
        "rights": rights,
        "live_event": page.event,
        "live_table": page.table,
        "revision": page.table.shown_revision,
    }
    return render(request, "table/table.html#sheets" if request.htmx else "table/table.html", context)


@require_safe
def table_card(request: SignedInRequest, pk: int) -> HttpResponse:
    table = table_to_direct(request.user, pk, right=Right.SCORE)
    return _cards(request, table.event, pad_cards(table.event, table_id=table.pk))


@require_safe
def event_cards(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk, right=Right.SCORE)
    only = OneRoundForm(request.GET)
    return _cards(request, event, pad_cards(event, round_id=only.cleaned_data["round"] if only.is_valid() else None))


@dataclass(frozen=True)
class PrintedCode:
    address: str
    qr: SafeString
    seat: SeatCard | None = None


@dataclass(frozen=True)
class PrintedCard:
    card: PadCard
    codes: list[PrintedCode]  # one for the table, or one for each of its seats


def _cards(request: SignedInRequest, event: Event, cards: list[PadCard]) -> HttpResponse:
    """Where somebody at another seat is asked to confirm, every seat gets its code; else the table one."""
    asked = CardsForm(request.GET)
    usual = "table" if event.confirmation == Event.ConfirmationMode.NONE else "seat"
    each = (asked.is_valid() and asked.cleaned_data["each"]) or usual
    context = {
        "event": event,
        "club": event.club,
        "cards": [_printed(request, card, each) for card in cards],
        "each": each,
        "rights": rights_in(request.user, event.club, event),
        "choices": [(key, text, urlencode(request.GET.dict() | {"each": key})) for key, text in CARDS],
    }
    return render(request, "table/cards.html", context)


def _printed(request: SignedInRequest, card: PadCard, each: str) -> PrintedCard:
    if each == "seat":
        return PrintedCard(card, [_code(request, seat.token, seat) for seat in card.seats])
    return PrintedCard(card, [_code(request, card.token)])


def _code(request: SignedInRequest, token: str, seat: SeatCard | None = None) -> PrintedCode:
    address = phone_address(request, reverse("pad", args=[token]))
    return PrintedCode(address, qr_code(address), seat)
