"""What the director says to the tables from his desk: he answers a call, rules on a dispute, sends a message."""

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from tournaments.forms.night.desk import AnswerForm, MessageForm, StandsForm
from tournaments.permissions import Right, event_to_direct, table_to_direct
from tournaments.services.night.messages import answer_call_with, send_message
from tournaments.services.table.confirmations import rule
from tournaments.views.desk import Done
from tournaments.views.night.desk import attempt
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words.done import MESSAGE_SENT, at_table
from tournaments.words.table.calls import director_comes


@require_POST
def answer(request: SignedInRequest, pk: int) -> HttpResponse:
    """The call is over. Who is on his way says so to the table."""
    table = table_to_direct(request.user, pk, right=Right.RULE)
    form = AnswerForm(request.POST)

    def act() -> Done:
        coming = form.cleaned_data["answer"] == "coming"
        answer_call_with(table_id=table.pk, text=director_comes() if coming else "", actor=actor_of(request))
        return Done(at_table("coming" if coming else "settled", table.number))

    return attempt(request, table.event, form, act, table=pk)


@require_POST
def stands(request: SignedInRequest, pk: int) -> HttpResponse:
    """The ruling on a dispute, or on a table nobody confirms: it stands as recorded."""
    table = table_to_direct(request.user, pk, right=Right.RULE)
    form = StandsForm(request.POST)

    def act() -> Done:
        rule(table_id=table.pk, reason=form.cleaned_data["reason"], actor=actor_of(request))
        return Done(at_table("stands", table.number))

    return attempt(request, table.event, form, act, table=pk)


@require_POST
def message(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk)
    form = MessageForm(request.POST)

    def act() -> Done:
        send_message(event_id=event.pk, actor=actor_of(request), **form.said)
        return Done(MESSAGE_SENT)

    to = form.said["table_id"] if form.is_valid() else None
    return attempt(request, event, form, act, table=to)
