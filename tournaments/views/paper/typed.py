"""What was written on paper at a table, typed in by keyboard and checked meanwhile."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from tournaments.forms.paper.sheets import first_dealer_form, typed_form
from tournaments.forms.paper.typed import FirstDealerForm, TypedForm
from tournaments.models import Table
from tournaments.permissions import Right, table_to_direct
from tournaments.selectors.paper.typed import is_recorded
from tournaments.selectors.table.page import TablePage, table_page
from tournaments.services.paper.typed import TypedIn, record_sheet
from tournaments.services.refusals import Refused
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.done import SHEET_RECORDED, sheet_typed
from tournaments.words.refusals import refusal_text
from tournaments.words.scoring_errors import error_sentence


@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: SignedInRequest, pk: int) -> HttpResponse:
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
    given = form.cleaned_data
    chosen = dealer.cleaned_data["dealer"] if dealer else None
    try:
        typed = TypedIn(form.payloads, given["client_id"], given["base_revision"], chosen)
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
    return render(request, "paper/typed/sheet.html#sheet" if request.htmx else "paper/typed/sheet.html", context)
