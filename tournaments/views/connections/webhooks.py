"""A club's connections: who is told of what happens in it, and who may show it."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.forms.connections.webhooks import FramesForm, WebhookForm
from tournaments.models import Club, Webhook
from tournaments.permissions import Right, club_to_direct, webhook_to_own
from tournaments.selectors.connections.embedding import frames_of
from tournaments.selectors.connections.webhooks import deliveries_of, listed_webhooks
from tournaments.services.connections.frames import set_frames
from tournaments.services.connections.webhooks import (
    add_webhook,
    change_secret,
    send_again,
    send_trial,
    switch_webhook,
    webhook_secret,
)
from tournaments.services.refusals import Refused
from tournaments.views.connections.embedding import snippet
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words import done
from tournaments.words.connections.webhooks import answer_words, state_words
from tournaments.words.refusals import refusal_text


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def connections(request: SignedInRequest, slug: str) -> HttpResponse:
    """Answers with the secret of a new webhook, which nobody is shown again."""
    club = club_to_direct(request.user, slug, right=Right.OWN)
    form = WebhookForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            made = add_webhook(club=club, **form.cleaned_data, actor=actor_of(request))
        except Refused as refused:
            form.add_error("address", refusal_text(refused))
        else:
            return _secret(request, club, made)
    return _page(request, club, form, FramesForm(initial={"framed_by": club.framed_by}))


@require_POST
def frames(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug, right=Right.OWN)
    form = FramesForm(request.POST)
    if form.is_valid():
        try:
            set_frames(club=club, **form.cleaned_data, actor=actor_of(request))
        except Refused as refused:
            form.add_error("framed_by", refusal_text(refused))
        else:
            messages.success(request, done.SAVED)
            return redirect("connections", slug)
    return _page(request, club, WebhookForm(), form)


@require_safe
@never_cache
def webhook(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    known = webhook_to_own(request.user, slug, pk)
    rows = [(each, state_words(each), answer_words(each)) for each in deliveries_of(known)]
    return render(request, "connections/webhook.html", {"club": known.club, "webhook": known, "rows": rows})


@require_POST
@never_cache
def secret(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    club = club_to_direct(request.user, slug, right=Right.OWN)
    return _secret(request, club, change_secret(club=club, webhook_id=pk, actor=actor_of(request)))


@require_POST
def switch(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    club, on = club_to_direct(request.user, slug, right=Right.OWN), request.POST.get("on") == "yes"
    act = partial(switch_webhook, club=club, webhook_id=pk, on=on, actor=actor_of(request))
    return _attempt(request, act, done.WEBHOOK_ON if on else done.WEBHOOK_OFF, slug, pk)


@require_POST
def trial(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    club = club_to_direct(request.user, slug, right=Right.OWN)
    return _attempt(request, partial(send_trial, club=club, webhook_id=pk), done.ON_ITS_WAY, slug, pk)


@require_POST
def again(request: SignedInRequest, slug: str, pk: int, delivery: int) -> HttpResponse:
    club = club_to_direct(request.user, slug, right=Right.OWN)
    act = partial(send_again, club=club, webhook_id=pk, delivery_id=delivery)
    return _attempt(request, act, done.ON_ITS_WAY, slug, pk)


def _attempt(request: HttpRequest, act: Callable[[], object], said: object, slug: str, pk: int) -> HttpResponse:
    try:
        act()
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    else:
        messages.success(request, str(said))
    return redirect("webhook", slug, pk)


def _page(request: SignedInRequest, club: Club, form: WebhookForm, frames_form: FramesForm) -> HttpResponse:
    context = {
        "club": club,
        "form": form,
        "frames_form": frames_form,
        "webhooks": [(each, [state_words(one) for one in each.latest]) for each in listed_webhooks(club)],
        "snippets": [(shown, snippet(request, shown)) for shown in frames_of(club)],
    }
    return render(request, "connections/connections.html", context)


def _secret(request: SignedInRequest, club: Club, made: Webhook) -> HttpResponse:
    context = {"club": club, "webhook": made, "text": webhook_secret(made)}
    return render(request, "connections/secret.html", context)
