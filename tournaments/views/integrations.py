"""A club's integrations: API tokens, webhooks, passports, and embeds in other pages, which come without scripts and
whose reader is a stranger.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from csp.constants import NONE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.html import escape
from django.utils.text import slugify
from django.utils.translation import get_language, override
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.addresses import phone_address
from tournaments.audience import drawn_for
from tournaments.codes import code_to_open
from tournaments.exports.person import passport_of
from tournaments.forms.exchange import FramesForm, PassportForm, TokenForm, WebhookForm
from tournaments.imports.passports import Passport, own_fingerprints
from tournaments.models import Club, Event, Player, Webhook
from tournaments.permissions import Right, club_to_direct, player_to_edit, webhook_to_own
from tournaments.selectors.bracket import stage_brackets
from tournaments.selectors.club.clubs import read_club
from tournaments.selectors.following import event_version
from tournaments.selectors.integrations import (
    FramedPart,
    claimed_of,
    deliveries_of,
    framed_standing,
    frames_of,
    listed_webhooks,
    newest_event,
    open_tokens,
)
from tournaments.selectors.night.standings import read_event
from tournaments.selectors.tournament.page import states_of
from tournaments.services.integrations.trusted import (
    claim_history,
    make_token,
    revoke_token,
    set_frames,
    take_history_away,
)
from tournaments.services.integrations.webhooks import (
    add_webhook,
    change_secret,
    send_again,
    send_trial,
    switch_webhook,
    webhook_secret,
)
from tournaments.services.refusals import Refused
from tournaments.views.requests import Request, SignedInRequest, actor_of, rendering, visited, whole_address
from tournaments.visibility import premises_at, with_key
from tournaments.words import done
from tournaments.words.bracket.view import shown_brackets
from tournaments.words.club import answer_words, claimed_game, framed_words, grouped_fingerprint, state_words
from tournaments.words.refusals import refusal_text

AGAIN = {True: 60, False: 900}  # seconds until it asks again, where something is played and where not
LANGUAGES = dict(settings.LANGUAGES)


@login_not_required
@require_safe
@visited("club")
def of_club(request: Request, slug: str) -> HttpResponseBase:
    try:
        club = read_club(slug)
    except Club.DoesNotExist as error:
        raise Http404 from error
    event = newest_event(club)
    return _frame(request, club, event, lambda: _standing(request, club, event))


@login_not_required
@require_safe
@visited("event")
def standing(request: Request, pk: int) -> HttpResponseBase:
    event = _event_or_404(pk)
    return _frame(request, event.club, event, lambda: _standing(request, event.club, event))


@login_not_required
@require_safe
@visited("event")
def bracket(request: Request, pk: int) -> HttpResponseBase:
    event = _event_or_404(pk)
    if not event.has_rounds:
        raise Http404

    def draw() -> HttpResponse:
        context = _frame_context(request, event.club, event) | {
            "brackets": shown_brackets(stage_brackets(states_of(event)))
        }
        return render(request, "integrations/frame_bracket.html", context)

    return _frame(request, event.club, event, draw)


def snippet(request: HttpRequest, frame: FramedPart) -> str:
    """What the club's own page takes in, in the language of who asks."""
    address = phone_address(request, with_key(_path(frame), premises_at(frame.club, frame.event)))
    source = escape(f"{address}{'&' if '?' in address else '?'}lang={get_language()}")
    title = escape(framed_words(frame) if frame.event else frame.club.name)
    return f'<iframe src="{source}" title="{title}" width="100%" height="480" loading="lazy" style="border:0"></iframe>'


def _path(frame: FramedPart) -> str:
    if frame.event is None:
        return reverse("club-frame", args=[frame.club.slug])
    return reverse("bracket-frame" if frame.bracket else "standing-frame", args=[frame.event.pk])


def _frame(request: Request, club: Club, event: Event | None, draw: Callable[[], HttpResponse]) -> HttpResponseBase:
    """Drawn once for all who follow what is played, and let into the pages that the club has named alone."""
    if not club.framed_by:
        raise Http404
    language = request.GET.get("lang", "")
    with override(language if language in LANGUAGES else get_language()), drawn_for(club.shown_names):
        version = event_version(event.pk) if event else None
        tag = f'"{version}-{get_language()}-{club.shown_names}"' if version else None
        unchanged = get_conditional_response(request, etag=tag) if tag else None
        drawn = rendering(tag, request.build_absolute_uri()).answer if tag else None
        response: HttpResponseBase = unchanged or (drawn(draw) if drawn else draw())
        response.headers["Content-Language"] = get_language()
    if tag:
        response.headers["ETag"] = tag
    response.headers["Refresh"] = str(AGAIN[event is not None and event.status == Event.Status.OPEN])
    patch_cache_control(response, no_cache=True)
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return _let_in(request, response, club.framed_by.split())


def _let_in(request: HttpRequest, response: HttpResponseBase, origins: list[str]) -> HttpResponseBase:
    policy = {"frame-ancestors": origins, "script-src": [NONE]}
    return csp_replace(policy)(xframe_options_exempt(lambda _request: response))(request)


def _standing(request: Request, club: Club, event: Event | None) -> HttpResponse:
    context = _frame_context(request, club, event) | {"tables": framed_standing(event) if event else []}
    return render(request, "integrations/frame_standing.html", context)


def _frame_context(request: Request, club: Club, event: Event | None) -> dict[str, object]:
    address = phone_address(request, reverse("club", args=[club.slug]))
    if event:
        address = whole_address(request, reverse("event", args=[event.pk]), event)
    return {"club": club, "event": event, "address": address}


def _event_or_404(pk: int) -> Event:
    try:
        return read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error


@require_safe
@never_cache
def made(request: SignedInRequest, pk: int) -> HttpResponse:
    return _file(player_to_edit(request.user, pk).one)


@login_not_required
@require_safe
@never_cache
def own(request: Request, code: str) -> HttpResponse:
    """By the player's own permanent code."""
    player = code_to_open(code).player
    if player is None:
        raise Http404
    return _file(player)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def passports(request: SignedInRequest, pk: int) -> HttpResponse:
    """Shows first what a file says, and takes it in when that was looked at."""
    player = player_to_edit(request.user, pk).one
    if player.anonymised_at:
        raise Http404
    form = PassportForm(request.POST or None, request.FILES or None)
    if form.is_valid() and form.passport and request.POST.get("seen"):
        try:
            _take_in(request, player, form.passport)
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            messages.success(request, done.TAKEN_IN)
            return redirect("passports", player.pk)
    return render(request, "integrations/passports.html", _context(player, form))


@require_POST
def away(request: SignedInRequest, pk: int, claimed: int) -> HttpResponse:
    player = player_to_edit(request.user, pk).one
    take_history_away(player=player, claimed_id=claimed, actor=actor_of(request))
    messages.success(request, done.TAKEN_AWAY)
    return redirect("passports", player.pk)


@login_not_required
@require_safe
def issuer(request: Request) -> HttpResponse:
    """By what passports of this installation are known."""
    fingerprints = [grouped_fingerprint(fingerprint) for fingerprint in own_fingerprints()]
    return render(request, "integrations/issuer.html", {"fingerprint": fingerprints[0], "earlier": fingerprints[1:]})


@login_not_required
@require_safe
def issuer_file(request: Request) -> JsonResponse:
    return JsonResponse({"fingerprints": own_fingerprints()})


def claimed_context(player: Player) -> list[dict[str, Any]]:
    if player.anonymised_at:
        return []
    context = []
    for passport in claimed_of(player):
        issuer, lines = grouped_fingerprint(passport.issuer), [claimed_game(game) for game in passport.games]
        context.append({"history": passport, "issuer": issuer, "lines": lines})
    return context


def _take_in(request: SignedInRequest, player: Player, passport: Passport) -> None:
    claim_history(
        player=player,
        club=passport.club,
        issuer=passport.issuer,
        issued_at=passport.issued_at,
        games=passport.games,
        number=passport.number,
        own_issuers=own_fingerprints(),
        actor=actor_of(request),
    )


def _context(player: Player, form: PassportForm) -> dict[str, Any]:
    context: dict[str, Any] = {"player": player, "club": player.club, "elsewhere": claimed_context(player)}
    if form.is_bound and form.is_valid() and form.passport:
        lines = [claimed_game(game) for game in form.passport.games]
        issuer = grouped_fingerprint(form.passport.issuer)
        context |= {"shown": form.passport, "issuer": issuer, "lines": lines, "text": form.cleaned_data["text"]}
        form = PassportForm()
    return context | {"form": form}


def _file(player: Player) -> HttpResponse:
    if player.anonymised_at:
        raise Http404
    text = passport_of(player, now=timezone.now())
    name = slugify(player.name) or f"player-{player.pk}"
    disposition = f'attachment; filename="passport-{name}.json"'
    return HttpResponse(text, content_type="application/json", headers={"Content-Disposition": disposition})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def connections(request: SignedInRequest, slug: str) -> HttpResponse:
    """Answers with the secret of a new webhook, which nobody is shown again."""
    club = club_to_direct(request.user, slug, right=Right.OWN)
    form = WebhookForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            webhook = add_webhook(club=club, **form.cleaned_data, actor=actor_of(request))
        except Refused as refused:
            form.add_error("address", refusal_text(refused))
        else:
            return _secret(request, club, webhook)
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
    webhook = webhook_to_own(request.user, slug, pk)
    rows = [(delivery, state_words(delivery), answer_words(delivery)) for delivery in deliveries_of(webhook)]
    return render(request, "integrations/webhook.html", {"club": webhook.club, "webhook": webhook, "rows": rows})


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


def _attempt(request: HttpRequest, act: Callable[[], object], message: object, slug: str, pk: int) -> HttpResponse:
    try:
        act()
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    else:
        messages.success(request, str(message))
    return redirect("webhook", slug, pk)


def _page(request: SignedInRequest, club: Club, form: WebhookForm, frames_form: FramesForm) -> HttpResponse:
    context = {
        "club": club,
        "form": form,
        "frames_form": frames_form,
        "webhooks": [(webhook, [state_words(one) for one in webhook.latest]) for webhook in listed_webhooks(club)],
        "snippets": [(frame, snippet(request, frame)) for frame in frames_of(club)],
    }
    return render(request, "integrations/integrations.html", context)


def _secret(request: SignedInRequest, club: Club, webhook: Webhook) -> HttpResponse:
    context = {"club": club, "webhook": webhook, "text": webhook_secret(webhook)}
    return render(request, "integrations/secret.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def tokens(request: SignedInRequest, slug: str) -> HttpResponse:
    """Answers with a new token, which nobody can show again."""
    club = club_to_direct(request.user, slug, right=Right.OWN)
    form = TokenForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        name, scope = form.cleaned_data["name"], form.cleaned_data["scope"]
        token, text = make_token(club=club, name=name, scope=scope, good_for=form.good_for, user=request.user)
        context = {"club": club, "token": token, "text": text, "address": phone_address(request, "/api/1/")}
        return render(request, "integrations/token.html", context)
    context = {"club": club, "form": form, "tokens": open_tokens(club, now=timezone.now())}
    return render(request, "integrations/tokens.html", context)


@require_POST
def revoke(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    club = club_to_direct(request.user, slug, right=Right.OWN)
    revoke_token(club=club, token_id=pk, actor=actor_of(request))
    messages.success(request, done.TOKEN_REVOKED)
    return redirect("tokens", slug)
