"""Counts how often sign-ins, links and requests of programs are tried, and shuts out who tries too often.

Sign-ins and links are counted in the database's cache, the same in every process. A browser in which somebody has
signed in is known by a signed cookie: attempts with that name elsewhere do not shut this browser out. Programs are
counted in the process, by token or by address, since reading writes nothing.
"""

import logging
import time
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.core.cache import cache
from django.core.handlers.asgi import ASGIRequest
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import get_language_from_request, override

from pyramid_site.limits.limit import Limit
from tournaments.words.refusals import MINUTE, too_often

MOST_REMEMBERED = 10_000

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Attempts:
    """Of one address, name, device or pad."""

    limit: Limit
    whose: str

    @property
    def key(self) -> str:
        return f"{self.limit.of}-{self.limit.by}-{hidden(self.whose)}"

    def known_wait(self) -> int:
        """In seconds, as far as this process knows, without asking the database."""
        return max(0, ceil(_shut.get(self.key, 0.0) - time.time()))

    def wait(self) -> int:
        """In seconds, until there may be more; 0 where there may now."""
        if wait := self.known_wait():
            return wait
        so_far, until = cache.get(self.key, (0, 0.0))
        if so_far >= self.limit.most:
            _remember(self.key, until)
        return self.known_wait()

    def add(self) -> None:
        now = time.time()
        with transaction.atomic():  # on SQLite one after the other; on PostgreSQL two at once may count as one
            so_far, until = cache.get(self.key, (0, now + self.limit.seconds))
            cache.set(self.key, (so_far + 1, until), timeout=max(1, until - now))
        if so_far + 1 == self.limit.most:
            self._tell(ceil((until - now) / 60))

    def _tell(self, minutes: int) -> None:
        subject = self.whose if self.limit.by == "address" else "one"
        logger.warning("Limit of %s by %s reached: %s, for %d minutes", self.limit.of, self.limit.by, subject, minutes)


_shut: dict[str, float] = {}
"""Until when, by key: who goes on nevertheless costs no question to the database."""


def forget() -> None:
    _shut.clear()
    cache.clear()


def hidden(text: str) -> str:
    """People type passwords where a name is asked for, and addresses of pads are secret."""
    return salted_hmac("limits", text, algorithm="sha256").hexdigest()[:32]


def _remember(key: str, until: float) -> None:
    if len(_shut) >= MOST_REMEMBERED:
        _shut.clear()
    _shut[key] = until


COOKIE = SALT = "known-device"
YEAR = 60 * 60 * 24 * 365
MOST_NAMES = 12  # of the people who share a browser


@receiver(user_logged_in)
def note_success(sender: object, request: HttpRequest | None, user: AbstractUser, **more: Any) -> None:
    if request is not None:
        request.signed_in = user  # type: ignore[attr-defined]  # for the middleware, whose answer can tell the browser


@receiver(user_login_failed)
def note_failure(sender: object, request: HttpRequest | None = None, **more: Any) -> None:
    if request is not None:
        request.failed_to_sign_in = True  # type: ignore[attr-defined]


def plain_name(typed: str) -> str:
    return typed.strip().casefold()


def device_of(request: HttpRequest, typed: str) -> str | None:
    """Where this name has been signed in with before."""
    device, *names = _device_sentence(request)
    return device if hidden(plain_name(typed)) in names else None


def _device_sentence(request: HttpRequest) -> list[str]:
    return str(request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=YEAR)).split(":")


def know_device(request: HttpRequest, response: HttpResponseBase) -> None:
    user: AbstractUser | None = getattr(request, "signed_in", None)
    if user is None:
        return
    names = [hidden(plain_name(name)) for name in (user.get_username(), user.email) if name]
    _device, *others = _device_sentence(request)
    response.set_signed_cookie(
        COOKIE,
        ":".join([get_random_string(16), *dict.fromkeys([*names, *others][:MOST_NAMES])]),
        salt=SALT,
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


HOUSEHOLD = 64  # bits: a network of IPv6 whose addresses are one customer's, to change as they like


def visitor(address: str) -> str:
    """Whom the address stands for."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return str(ip)
    if ip.ipv4_mapped:
        return str(ip.ipv4_mapped)
    return str(ip_network((ip, HOUSEHOLD), strict=False))


def attempts_from(address: str, asked: str) -> Attempts | None:
    """What is counted by the address, of those who ask this."""
    limit = settings.FAILED_SIGN_INS["address"] if asked in settings.SIGN_INS else settings.TRIES.get(asked)
    return Attempts(limit, visitor(address)) if limit and limit.by == "address" else None


@dataclass(frozen=True)
class KnownRefusal:
    wait: int  # seconds
    sentence: str
    page: str


def known_refusal(asked: str, scope: dict[str, Any]) -> KnownRefusal | None:
    """For whom this process knows to be shut out. A browser that may be known to us is let by."""
    client = scope.get("client")
    attempts = attempts_from(client[0], asked) if client else None
    if attempts is None or not (wait := attempts.known_wait()):
        return None
    request = ASGIRequest(scope, BytesIO())
    if asked in settings.SIGN_INS and COOKIE in request.COOKIES:
        return None
    return KnownRefusal(
        wait, *_address_sentence(attempts.limit.of, ceil(wait / MINUTE) * MINUTE, get_language_from_request(request))
    )


@lru_cache(maxsize=256)
def _address_sentence(of: str, seconds: int, language: str) -> tuple[str, str]:
    """In a sentence, and as a page."""
    with override(language):
        return too_often(of, seconds), refusal_page(of, seconds)


def refusal_page(of: str, seconds: int) -> str:
    context = {"advice": too_often(of, seconds), "signs_in": of == settings.FAILED_SIGN_INS["address"].of}
    return render_to_string("too_often.html", context)


NAMESPACE = "api-1"

_counted: dict[str, tuple[int, float]] = {}
"""How many since its window began, and until when that is."""


def is_of_programs(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and NAMESPACE in match.namespaces


@dataclass(frozen=True)
class Allowance:
    """What one program may still ask: ``left`` more in the next ``seconds``, after which it may ask as often as the
    limit says; ``refused`` where it has asked too often.
    """

    limit: Limit
    left: int
    seconds: int
    refused: bool = False

    @property
    def headers(self) -> dict[str, str]:
        """As draft-ietf-httpapi-ratelimit-headers names them."""
        policy = f'"{self.limit.by}";q={self.limit.most};w={self.limit.seconds}'
        return {"RateLimit-Policy": policy, "RateLimit": f'"{self.limit.by}";r={self.left};t={self.seconds}'}


def count_program(request: HttpRequest) -> Allowance:
    """Counts the request of a program, unless it is refused."""
    token, now = request.headers.get("Authorization"), time.time()
    by, counted_by = ("token", token) if token else ("address", visitor(request.META.get("REMOTE_ADDR", "")))
    limit, key = settings.PROGRAMS[by], f"{by}-{hidden(counted_by)}"
    so_far, until = _counted.get(key, (0, 0.0))
    if until <= now:
        so_far, until = 0, now + limit.seconds
        _make_room(now)
    if so_far >= limit.most:
        return Allowance(limit, 0, ceil(until - now), refused=True)
    _counted[key] = (so_far + 1, until)
    return Allowance(limit, limit.most - so_far - 1, ceil(until - now))


def _make_room(now: float) -> None:
    if len(_counted) >= MOST_REMEMBERED:
        over = [key for key, (_so_far, until) in [*_counted.items()] if until <= now]
        for key in over or [*_counted]:
            _counted.pop(key, None)
