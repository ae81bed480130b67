"""The phone's scoring page of a table, and what its code asks for. Whoever has the secret link may score."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.request import RawPostDataException
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring import fields
from scoring.deals import check_reason
from scoring.errors import ScoringError, malformed
from scoring.games import GAMES
from tournaments.audit import Actor
from tournaments.models import PadLink, ProposedCorrection
from tournaments.permissions import PadHolder, pad_to_score
from tournaments.selectors.pad.news import pad_news
from tournaments.selectors.pad.state import deal_facts, deal_result, pad_state, preview
from tournaments.selectors.table.deal_history import current_deals
from tournaments.selectors.table.messages import open_claim
from tournaments.selectors.table.page import DealLine, TablePage, changed_since, seat_names, table_page
from tournaments.selectors.table.proposed_corrections import proposed_correction_facts
from tournaments.services.refusals import Refused, Stale
from tournaments.services.table.deals import Recorded, Sent, record_on_pad, set_first_dealer
from tournaments.services.table.proposed_corrections import correct_or_propose
from tournaments.templatetags.capstone import drawn_cards
from tournaments.views.pad.files import pad_files, rules_text
from tournaments.views.pad.phones import knowing_phone, phone_of
from tournaments.views.visits import give_codes
from tournaments.words.games import category_name
from tournaments.words.languages import own_names
from tournaments.words.pad.offline import words_to_tell
from tournaments.words.pad.sentences import capitalised, card_names, category_names, pad_words, unsent_words
from tournaments.words.refusals import refusal_text
from tournaments.words.scoring_errors import FIELDS, collision_sentence, error_field, error_sentence
from tournaments.words.table.claims import claim_words
from tournaments.words.table.deals import author_words, entered_words
from tournaments.words.table.proposed_corrections import proposed_correction_words
from tournaments.words.table.verdicts import deal_words

Json = dict[str, Any]
LONGEST_REASON = 200
DEEPEST = 8  # objects and lists within each other; a deal has three


@login_not_required
@require_safe
@never_cache
def pad(request: HttpRequest, token: str) -> HttpResponse:
    phone = phone_of(request)
    holder = pad_to_score(token, phone=phone)
    if holder.is_outdated:
        return render(request, "club/codes/outdated.html", status=404)  # to the pad's own code it is gone
    page = table_page(holder.link.table_id)
    game = GAMES[page.event.game]
    rules = page.event.game_rules
    described, deck = game.descriptor(rules), game.deck_by(rules)
    boot = {
        "base": reverse("pad", args=[token]),
        "csrf": get_token(request),
        "results": reverse("event", args=[page.event.pk]),
        "sprite": static("img/cards.svg"),
        "state": state_of(page, holder.actor),
        "strings": pad_words(game.sheet),
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
        "rules": rules_text(game.key, rules),
    }
    answer = give_codes(request, render(request, "pad/pad.html", context), [page.event])
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
    def answer(request: HttpRequest, token: str, **kwargs: int) -> HttpResponse:
        phone, data = phone_of(request), Json()
        holder = pad_to_score(token, phone=phone)
        try:
            data = read_json(request)
            answered = view(holder, data, **kwargs)
            response = answered if isinstance(answered, HttpResponse) else JsonResponse(answered)
            return knowing_phone(request, response, phone)
        except RequestDataTooBig:
            refused = Refused("too-big")
            return refusal(refused.as_dict(), refusal_text(refused), status=413)
        except ScoringError as error:
            return scoring_refusal(error, holder.link, entering=kwargs.get("number", data.get("number")))
        except Stale as stale:
            return conflict(holder, stale)
        except Refused as refused:
            return refusal(refused.as_dict(), refusal_text(refused))

    return answer


def read_json(request: HttpRequest) -> Json:
    """The body as an object; `malformed` where it is none, or holds what no database can keep or nobody compare."""
    try:
        data = json.loads(request.body)
        text = json.dumps(data, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (ValueError, RecursionError, RawPostDataException) as error:
        raise malformed("body") from error
    if not isinstance(data, dict) or "\\u0000" in text or not _is_shallow(data, DEEPEST):
        raise malformed("body")
    return data


def _is_shallow(value: object, levels: int) -> bool:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not parts or (levels > 0 and all(_is_shallow(each, levels - 1) for each in parts))


@asked
def deals(holder: PadHolder, data: Json) -> Json:
    sent = Sent(
        payload=payload_of(data),
        client_id=client_id_of(data),
        base_revision=fields.integer(data, "base_revision"),
        number=number_of(data),
        after=after_of(data),
    )
    recorded = record_on_pad(holder.key, sent, holder.phone)
    made = recorded.made
    if made is None:
        return saved(holder, recorded)
    asks = Actor(seat=made.row.seat, phone=holder.phone)
    return recorded_facts(recorded) | {"news": pad_news(made, words=words_to_tell, now=timezone.now(), actor=asks)}


@asked
def deal(holder: PadHolder, data: Json, number: int) -> Json | HttpResponse:
    return new_version(holder, data, seen_in(data) | {"kind": "deal", "number": number, "payload": payload_of(data)})


@asked
def void(holder: PadHolder, data: Json, number: int) -> Json | HttpResponse:
    return new_version(holder, data, seen_in(data) | {"kind": "void", "number": number})


def new_version(holder: PadHolder, data: Json, change: Json) -> Json | HttpResponse:
    """As a correction that is made, or (202) as one that waits for another seat."""
    outcome = correct_or_propose(
        table_id=holder.link.table_id,
        change=change,
        client_id=client_id_of(data),
        base_revision=fields.integer(data, "base_revision"),
        actor=holder.actor,
        reason=reason_of(data),
        after=after_of(data),
    )
    return waits_for_consent(holder, outcome) if isinstance(outcome, ProposedCorrection) else saved(holder, outcome)


def waits_for_consent(holder: PadHolder, proposed: ProposedCorrection) -> JsonResponse:
    page = table_page(holder.link.table_id)
    facts = proposed_correction_facts(proposed, page, actor=holder.actor) | proposed_correction_words(
        page, proposed.change
    )
    return JsonResponse({"proposal": facts, "state": state_of(page, holder.actor)}, status=202)


def saved(holder: PadHolder, recorded: Recorded) -> Json:
    return recorded_facts(recorded) | {"state": fresh_state(holder)}


def recorded_facts(recorded: Recorded) -> Json:
    return {"deal": {"number": recorded.number, "version": recorded.version, "revision": recorded.revision}}


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


def number_of(data: Json, name: str = "number") -> int | None:
    number = data.get(name)
    if number is not None and not fields.is_integer(number):
        raise malformed(name)
    return number


def seen_in(data: Json) -> Json:
    """The version that was corrected, where the phone names it."""
    version = number_of(data, "version")
    return {} if version is None else {"seen": version}


def payload_of(data: Json) -> Json:
    payload = data.get("payload")
    if not isinstance(payload, dict):
        raise malformed("payload")
    check_reason(payload, longest=LONGEST_REASON)
    return payload


def reason_of(data: Json) -> str:
    reason = data.get("reason") or ""
    if not isinstance(reason, str):
        raise malformed("reason")
    return reason.strip()[:LONGEST_REASON]


def client_id_of(data: Json, name: str = "client_id") -> UUID:
    try:
        return UUID(str(data.get(name)))
    except ValueError as error:
        raise malformed(name) from error


def after_of(data: Json) -> UUID | None:
    """What the phone sent before this, and knew when this was entered."""
    return None if data.get("after") is None else client_id_of(data, "after")


def refusal(error: Json, message: str, *, field: str = "deal", status: int = 422) -> JsonResponse:
    return JsonResponse({"error": error, "message": message, "field": field}, status=status)


def scoring_refusal(error: ScoringError, link: PadLink, *, entering: object) -> JsonResponse:
    """A correction may break another deal than the one that is being entered; then that one is named."""
    names, collided = seat_names(link.table), error.params.get("deal")
    corrects = entering is not None and collided != entering
    sheet = current_deals(link.table, seats=len(names)) if corrects else {}
    other = sheet.get(collided) if isinstance(collided, int) else None
    if other is None:
        return refusal(error.as_dict(), error_sentence(error, names), field=error_field(error))
    return refusal(error.as_dict(), collision_sentence(error, names, words=entered_words(other, names)))


def conflict(holder: PadHolder, stale: Stale) -> JsonResponse:
    page = table_page(holder.link.table_id)
    changed = {deal.number for deal in changed_since(page.table, stale.base_revision)} | {stale.number}
    lines = [line for line in page.deals if line.number in changed]
    changes = [deal_facts(line, deal_words(line.deal, line.result, page.names)) for line in lines]
    return JsonResponse(
        {
            "message": refusal_text(stale),
            "changes": changes,
            "number": stale.number,
            "state": state_of(page, holder.actor),
        },
        status=409,
    )
