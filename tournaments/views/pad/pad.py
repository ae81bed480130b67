"""The pad of a table, the phone's page for scoring: whoever has the secret link may score. Also what its code asks for,
and what a phone needs to open it again without the network.
"""

import hashlib
import json
from collections.abc import Callable
from functools import cache, wraps

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.request import RawPostDataException
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring import fields
from scoring.errors import ScoringError, malformed
from scoring.games import GAMES
from tournaments.audit import Actor
from tournaments.codes import held_pad_code
from tournaments.models import Event, ProposedCorrection
from tournaments.permissions import PadHolder, pad_to_score
from tournaments.recording import (
    Json,
    Outcome,
    Reply,
    against_the_rules,
    correct,
    number_of,
    overtaken,
    payload_of,
    read_object,
    record,
    recorded_facts,
    refused,
)
from tournaments.recording import void as void_deal
from tournaments.selectors.pad.state import deal_result, pad_news, pad_state, preview
from tournaments.selectors.table.page import (
    DealLine,
    TablePage,
    open_claim,
    proposed_correction_facts,
    seat_names,
    table_page,
)
from tournaments.services.pad import ask_for_all
from tournaments.services.refusals import PlayersAsked, Refused, Stale
from tournaments.services.table.deals import Recorded, set_first_dealer
from tournaments.templatetags.capstone import drawn_cards
from tournaments.views.pad.phones import (
    BUNDLE,
    fonts_to_load_first,
    has_been_here,
    knowing_phone,
    pad_files,
    phone_of,
    rules_text,
)
from tournaments.views.requests import Request, give_codes, seen_by
from tournaments.words.games import category_name
from tournaments.words.languages import own_names
from tournaments.words.pad import sentences
from tournaments.words.pad.offline import words_to_tell
from tournaments.words.pad.sentences import app_names, capitalised, card_names, category_names, pad_words, unsent_words
from tournaments.words.scoring_errors import FIELDS
from tournaments.words.table.corrections import claim_words, proposed_correction_words
from tournaments.words.table.deals import author_words, deal_words


@login_not_required
@require_safe
@never_cache
def pad(request: Request, token: str) -> HttpResponse:
    phone = phone_of(request)
    holder = pad_to_score(token, phone=phone)
    if holder.is_outdated:
        return render(request, "club/outdated_code.html", status=404)  # to the pad's own code it is gone
    page = table_page(holder.link.table_id)
    game = GAMES[page.event.game]
    rules = page.event.game_rules
    described, deck, words = game.descriptor(rules), game.deck_by(rules), pad_words(game.sheet)
    boot = {
        "base": reverse("pad", args=[token]),
        "csrf": get_token(request),
        "results": reverse("event", args=[page.event.pk]),
        "sprite": static("img/cards.svg"),
        "state": state_of(page, holder.actor),
        "strings": words,
        "fields": FIELDS,
        "unsent": unsent_words(),
        "game": described,
        "categories": category_names(described["categories"]),
        "cards": card_names(deck),
        "undrawn": [code for code in deck.copies if code not in drawn_cards()],
        "languages": own_names(),
        "speak": reverse("set-language"),
    }
    context = {
        "table": page.table,
        "event": page.event,
        "token": token,
        "boot": boot,
        "files": pad_files(),
        # The first time they would only be in the way of the script.
        "fonts": fonts_to_load_first(words.values()) if has_been_here(request) else [],
        "rules": rules_text(game.key, rules),
    }
    request.held = held_pad_code(holder.link, page.event)
    answer = give_codes(request, render(request, "pad/pad.html", context), [request.held])
    return knowing_phone(request, answer, phone)


@login_not_required
@require_safe
@never_cache
def state(request: HttpRequest, token: str) -> JsonResponse:
    return JsonResponse(fresh_state(pad_to_score(token, phone=phone_of(request))))


def fresh_state(holder: PadHolder) -> Json:
    return state_of(table_page(holder.link.table_id), holder.actor)


def state_of(page: TablePage, actor: Actor) -> Json:
    def words(line: DealLine) -> str:
        return words_to_tell(line.deal, line.result, page.names)

    shown = pad_state(page, actor=actor, words=words, by=author_words, now=timezone.now())
    if shown["claim"] and (claim := open_claim(page.table.pk)):
        shown["claim"].update(claim_words(page, claim))
    for proposed in shown["proposals"]:
        proposed.update(proposed_correction_words(page, proposed["change"]))
    return shown


def asked(view: Callable[..., Json | HttpResponse]) -> Callable[..., HttpResponse]:
    """A request in JSON from the pad: what the person can mend is answered in words, nothing is half-saved."""

    @login_not_required
    @require_POST
    @wraps(view)
    def answer(request: Request, token: str, **kwargs: int) -> HttpResponse:
        phone, data = phone_of(request), Json()
        holder = pad_to_score(token, phone=phone)
        try:
            data = read_json(request)
            answered = view(holder, data, **kwargs)
            request.event = holder.event
            response = answered if isinstance(answered, HttpResponse) else JsonResponse(answered)
            return knowing_phone(request, response, phone)
        except RequestDataTooBig:
            return json_of(refused(Refused("too-big"), status=413))
        except ScoringError as error:
            entering = kwargs.get("number", data.get("number"))
            return json_of(against_the_rules(error, holder.link.table, entering=entering))
        except Stale as stale:
            return conflict(holder, stale)
        except PlayersAsked as error:
            ask_for_all(table_id=holder.link.table_id, seats=error.seats, actor=holder.actor)
            return json_of(refused(error))
        except Refused as error:
            return json_of(refused(error))

    return answer


def read_json(request: HttpRequest) -> Json:
    try:
        return read_object(request.body)
    except RawPostDataException as error:
        raise malformed("body") from error


@asked
def deals(holder: PadHolder, data: Json) -> Json:
    recorded = record(holder, data)
    after = recorded.after
    if after is None:
        return saved(holder, recorded)
    holder.event = after.table.event_id
    asks = Actor(seat=after.row.seat, phone=holder.by.phone)
    return recorded_facts(recorded) | {"news": pad_news(after, words=words_to_tell, now=timezone.now(), actor=asks)}


@asked
def deal(holder: PadHolder, data: Json, number: int) -> Json | HttpResponse:
    return told(holder, correct(holder, data, number))


@asked
def void(holder: PadHolder, data: Json, number: int) -> Json | HttpResponse:
    return told(holder, void_deal(holder, data, number))


def told(holder: PadHolder, outcome: Outcome) -> Json | HttpResponse:
    """A correction that is made, or (202) one that waits for another seat."""
    return waits_for_consent(holder, outcome) if isinstance(outcome, ProposedCorrection) else saved(holder, outcome)


def waits_for_consent(holder: PadHolder, proposed: ProposedCorrection) -> JsonResponse:
    page = table_page(holder.link.table_id)
    facts = proposed_correction_facts(proposed, page, actor=holder.actor) | proposed_correction_words(
        page, proposed.change
    )
    return JsonResponse({"proposal": facts, "state": state_of(page, holder.actor)}, status=202)


def saved(holder: PadHolder, recorded: Recorded) -> Json:
    return recorded_facts(recorded) | {"state": fresh_state(holder)}


@asked
def dealer(holder: PadHolder, data: Json) -> Json:
    set_first_dealer(
        table_id=holder.link.table_id,
        seat=fields.integer(data, "seat"),
        base_revision=fields.integer(data, "base_revision"),
        actor=holder.actor,
    )
    return {"state": fresh_state(holder)}


@asked
def hand(holder: PadHolder, data: Json) -> Json:
    event = holder.link.table.event
    cards, quarry = fields.cards(data.get("hand"), "hand"), fields.cards(data.get("quarry") or [], "quarry")
    reading = GAMES[event.game].read_hand(cards, rules=event.game_rules, quarry=quarry)
    if reading is None:
        raise Http404
    return reading.as_dict() | {"name": capitalised(category_name(reading.category))}


@asked
def verdict(holder: PadHolder, data: Json) -> Json:
    played, result = preview(holder.link.table, payload_of(data), number=number_of(data))
    return {"deal": deal_result(result), "words": deal_words(played, result, seat_names(holder.link.table))}


def json_of(answer: Reply) -> JsonResponse:
    return JsonResponse(answer.facts, status=answer.status)


def conflict(holder: PadHolder, stale: Stale) -> JsonResponse:
    page = table_page(holder.link.table_id)
    answer = overtaken(stale, page)
    return JsonResponse(answer.facts | {"state": state_of(page, holder.actor)}, status=answer.status)


def answer_over(request: HttpRequest, event: Event) -> HttpResponse:
    """To the pad's own code it is gone, as with an address that was renewed."""
    if "json" in request.headers.get("Accept", "") + request.headers.get("Content-Type", ""):
        error = {"error": {"code": "event-over"}, "message": str(sentences.OVER), "field": "deal"}
        answer: HttpResponse = JsonResponse(error, status=404)
    else:
        context = {
            "event": event,
            "shown": seen_by(request, event.club, event),
            "words": sentences,
            "unsent": unsent_words(),
            "script": pad_files().over,
        }
        answer = render(request, "pad/over.html", context, status=404)
    add_never_cache_headers(answer)
    return answer


PICTURES = ["img/cards.svg", "img/favicon.svg"]


@login_not_required
@require_safe
def pad_worker(request: HttpRequest) -> HttpResponse:
    files = [static(name) for name in page_files()]
    release = hashlib.sha256(" ".join(files).encode()).hexdigest()[:12]
    begins = f'import {{ serve }} from "{static(BUNDLE.worker)}";'
    script = f'{begins}\n\nserve("{release}", {json.dumps(files, indent=2)});\n'
    return HttpResponse(script, content_type="text/javascript", headers={"Cache-Control": "no-cache"})


@cache
def page_files() -> list[str]:
    """Whatever a pad's page may show."""
    root = settings.BASE_DIR / "static"
    return [*BUNDLE, *PICTURES, *(path.relative_to(root).as_posix() for path in sorted(root.glob("vendor/**/*.woff2")))]


GROUND, BAR = "#f8f1e3", "#15110b"


@login_not_required
@require_safe
@never_cache
def pad_manifest(request: HttpRequest, token: str) -> JsonResponse:
    table, address = pad_to_score(token).link.table, reverse("pad", args=[token])
    icons = [
        {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in (192, 512)
        for purpose in ("any", "maskable")
    ]
    described = app_names(table.number, table.event.name) | {
        "id": address,
        "start_url": address,
        "scope": "/pad/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": BAR,
        "icons": icons,
    }
    return JsonResponse(described, content_type="application/manifest+json")
