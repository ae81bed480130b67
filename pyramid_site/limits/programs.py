"""How fast programs may ask, each token and, without one, each address: counted in the process, since reading writes
nothing.
"""

import time
from math import ceil

from django.conf import settings
from django.http import HttpRequest

from pyramid_site.limits.attempts import MOST_REMEMBERED, hidden
from pyramid_site.limits.visitors import visitor

NAMESPACE = "api-1"

_counted: dict[str, tuple[int, float]] = {}
"""How many since its window began, and until when that is."""


def is_of_programs(request: HttpRequest) -> bool:
    found = request.resolver_match
    return found is not None and NAMESPACE in found.namespaces


def wait_of_program(request: HttpRequest) -> int:
    """In seconds, until it may ask again; 0 where it may now, which is counted."""
    token, now = request.headers.get("Authorization"), time.time()
    by, whose = ("token", token) if token else ("address", visitor(request.META.get("REMOTE_ADDR", "")))
    limit, key = settings.PROGRAMS[by], f"{by}-{hidden(whose)}"
    so_far, until = _counted.get(key, (0, 0.0))
    if until <= now:
        so_far, until = 0, now + limit.seconds
        _make_room(now)
    if so_far >= limit.most:
        return ceil(until - now)
    _counted[key] = (so_far + 1, until)
    return 0


def forget_programs() -> None:
    _counted.clear()


def _make_room(now: float) -> None:
    if len(_counted) >= MOST_REMEMBERED:
        for key in [key for key, (_so_far, until) in [*_counted.items()] if until <= now] or [*_counted]:
            _counted.pop(key, None)
