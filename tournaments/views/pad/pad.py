"""The pad of a table, the phone's page for scoring: whoever has the secret link may score. Also what a phone needs to
open it again without the network; how one phone is told from another, by a random name in a signed cookie, which says
nothing of who holds it; what is answered where nothing is any more; and the rules of the games.
"""

import hashlib
import json
from collections.abc import Callable, Iterable
from functools import cache, lru_cache, wraps
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.request import RawPostDataException
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.crypto import get_random_string
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.errors import ScoringError, malformed
from scoring.game import Rules
from scoring.games import GAMES
from tournaments.audit import Actor
from tournaments.codes import held_pad_code
from tournaments.models import Event
from tournaments.permissions import PadHolder, PadOver, pad_to_score, sees_desk
from tournaments.recording import Json, Reply, against_the_rules, overtaken, read_object, refused
from tournaments.selectors.pad.state import next_pad, pad_state
from tournaments.selectors.table.page import DealLine, TablePage, open_claim, table_page
from tournaments.services.pad import ask_for_all
from tournaments.services.refusals import Missing, PlayersAsked, Refused, Stale
from tournaments.templatetags.capstone import drawn_cards
from tournaments.views.requests import Request, give_codes, seen_by
from tournaments.words.errors import FIELDS
from tournaments.words.games import game_choices, game_name
from tournaments.words.languages import own_names
from tournaments.words.pad import sentences
from tournaments.words.pad.offline import words_to_tell
from tournaments.words.pad.sentences import app_names, card_names, category_names, pad_words, unsent_words
from tournaments.words.rulebook import hand_order, pad_guide, readings_of
from tournaments.words.table.corrections import claim_words, proposed_correction_words
from tournaments.words.table.deals import author_words


@login_not_required
@require_safe
@never_cache
def pad(request: Request, token: str) -> HttpResponse:
    phone = phone_of(request)
    holder = pad_to_score(token, phone=phone)
    if holder.is_outdated:
        return render(request, "club/outdated_code.html", status=404)  # to the pad's own code it is gone
    page = table_page(holder.link.table_id)
    if "stay" not in request.GET and (address := next_pad(page.table, holder.actor)):
        return redirect(address)
    game = GAMES[page.event.game]
    rules = page.event.game_rules
    described, deck, words = game.descriptor(rules), game.deck_by(rules), pad_words(game.sheet)
    boot = {
        "base": reverse("pad", args=[token]),
        "csrf": get_token(request),
        "results": reverse("event", args=[page.event.pk]),
        "desk": reverse("desk", args=[page.event.pk]) if sees_desk(request.user, page.event) else None,
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
        "rules": rules_text(game.key, rules, of_teams=page.table.is_board),
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

    state = pad_state(page, actor=actor, words=words, by=author_words, now=timezone.now())
    if state["claim"] and (claim := open_claim(page.table.pk)):
        state["claim"].update(claim_words(page, claim))
    for proposed in state["proposals"]:
        proposed.update(proposed_correction_words(page, proposed["change"]))
    return state


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


COOKIE = SALT = "pad-phone"
LETTERS = 16
YEAR = 60 * 60 * 24 * 365


def phone_of(request: HttpRequest) -> str:
    """The phone's name; a new one where it has none, or one that we have not given."""
    return _kept(request) or get_random_string(LETTERS)


def has_been_here(request: HttpRequest) -> bool:
    return bool(_kept(request))


def knowing_phone(request: HttpRequest, response: HttpResponse, phone: str) -> HttpResponse:
    """The answer by which a phone learns its name. Where its cookie bears `phone`, `phone_of` has verified it."""
    if request.COOKIES.get(COOKIE, "").partition(":")[0] != phone:
        response.set_signed_cookie(
            COOKIE,
            phone,
            salt=SALT,
            max_age=YEAR,
            path="/pad/",
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )
    return response


def _kept(request: HttpRequest) -> str:
    return str(request.get_signed_cookie(COOKIE, default="", salt=SALT))


class PadFiles(NamedTuple):
    style: str
    script: str
    over: str
    worker: str  # "" where none is to stand between the page and a source that has just been changed


BUNDLE = PadFiles("bundle/pad.css", "bundle/pad.js", "bundle/pad-over.js", "bundle/pad-worker.js")
SOURCES = PadFiles("css/pad/all.css", "js/pad/main.js", "js/pad/over.js", "")
FONT = "vendor/{name}/{name}-{letters}.woff2"
FONTS = ("hanken-grotesk", "source-serif-4")


def pad_files() -> PadFiles:
    return SOURCES if settings.DEBUG else BUNDLE


def fonts_to_load_first(words: Iterable[str]) -> list[str]:
    """The typefaces a page in these words shows, so that a phone that has them need not lay it out twice."""
    beyond_latin_1 = any(letter > "\xff" and letter.isalpha() for letter in "".join(words))
    letters = ["latin", "european"] if beyond_latin_1 else ["latin"]
    return [FONT.format(name=name, letters=letter) for letter in letters for name in FONTS]


def rules_text(game: str, rules: Rules, *, of_teams: bool) -> str:
    """The rules that a phone has at hand, drawn once for all tables that play by them."""
    return _drawn(game, json.dumps(rules, sort_keys=True), get_language() or "", of_teams=of_teams)


@lru_cache(maxsize=64)
def _drawn(game: str, rules: str, _language: str, *, of_teams: bool) -> str:
    context = {"guide": pad_guide(game, json.loads(rules)), "of_teams": of_teams}
    return render_to_string("pad/_rules.html", context)


class MissingIsNotFound(MiddlewareMixin):
    """Services know nothing of HTTP: what they miss is a page that is not there, or not any more."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, Missing):
            raise Http404 from exception
        return answer_over(request, exception.event) if isinstance(exception, PadOver) else None


@login_not_required
@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/rules.html", {"games": game_choices()})


@login_not_required
@require_safe
def game_rules(request: HttpRequest, game: str) -> HttpResponse:
    if game not in GAMES:
        raise Http404
    order = hand_order(GAMES[game], GAMES[game].check_rules({}))
    context = {"name": game_name(game), "page": f"rules/_{game}.html", "marks": readings_of(game), "order": order}
    return render(request, "rules/game.html", context)
