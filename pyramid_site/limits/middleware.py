"""How often something may be tried, for what stands in the settings; beyond that 429, and for how long."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase

from pyramid_site.limits.attempts import (
    Attempts,
    attempts_from,
    count_program,
    device_of,
    hidden,
    is_of_programs,
    know_device,
    plain_name,
    refusal_page,
    visitor,
)
from tournaments.words.errors import MEDIA_TYPE, problem
from tournaments.words.refusals import too_often

SECRETS = {"token", "code"}  # in addresses


class Limits:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._next = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._next(request)
        if is_of_programs(request):
            return _answer_program(request, response)
        if request.resolver_match and response.status_code not in (404, 429):
            for attempts in _tries(request):
                attempts.add()
            if hasattr(request, "failed_to_sign_in"):
                response = _failed(request) or response
        if hasattr(request, "tried_too_often"):
            response = answer_too_often(request)
        know_device(request, response)
        return response

    def process_view(self, request: HttpRequest, view: Any, given: Any, named: Any) -> HttpResponse | None:
        if is_of_programs(request):
            request.allowance = allowance = count_program(request)  # type: ignore[attr-defined]
            return _refused(request, allowance.limit.of, allowance.seconds) if allowance.refused else None
        counted = [*_sign_ins(request), *_tries(request)]
        if counted:
            request.origin = hidden(counted[0].whose)  # type: ignore[attr-defined]  # for who is told what came together
        refusal = _refusal(request, counted)
        for attempts in counted if refusal else ():
            if attempts.limit.by == "address" and not attempts.known_wait():
                attempts.add()  # going on with a name that is shut soon shuts out the address too
        return refusal

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        match = request.resolver_match
        if isinstance(exception, Http404) and match and SECRETS & match.kwargs.keys():
            return _missed(request)
        return None


def _answer_program(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Tells how often it may still ask. Whoever guesses tokens is shut out."""
    answer = (response.status_code == 401 and _missed(request)) or response
    for name, value in request.allowance.headers.items():  # type: ignore[attr-defined]
        answer.headers[name] = value
    return answer


def answer_too_often(request: HttpRequest) -> HttpResponse:
    """For allauth, which counts codes, mails and passkeys."""
    return _refused(request, "codes", settings.CODES_AGAIN)


def _failed(request: HttpRequest) -> HttpResponse | None:
    counted = _sign_ins(request)
    for attempts in counted:
        attempts.add()
    if counted or request.user.is_authenticated:  # allauth counts who types their own password once more
        return None
    return _missed(request)


def _missed(request: HttpRequest) -> HttpResponse | None:
    """A good link lets in, whatever others at the same address try."""
    attempts = Attempts(settings.MISSED_LINKS, visitor(request.META.get("REMOTE_ADDR", "")))
    if refusal := _refusal(request, [attempts]):
        return refusal
    attempts.add()
    return None


def _sign_ins(request: HttpRequest) -> list[Attempts]:
    """Where this browser has signed in with the name, it alone is counted: nobody else shuts it out."""
    field = settings.SIGN_INS.get(_asked(request))
    if field is None:
        return []
    limits, typed = settings.FAILED_SIGN_INS, request.POST.get(field, "")
    if device := device_of(request, typed):
        return [Attempts(limits["device"], device)]
    return [*_of_address(request), Attempts(limits["name"], plain_name(typed))]


def _tries(request: HttpRequest) -> list[Attempts]:
    limit, match = settings.TRIES.get(_asked(request)), request.resolver_match
    if limit and match and limit.by == "pad":
        return [Attempts(limit, match.kwargs["token"])]
    return _of_address(request) if limit else []


def _of_address(request: HttpRequest) -> list[Attempts]:
    attempts = attempts_from(request.META.get("REMOTE_ADDR", ""), _asked(request))
    return [attempts] if attempts else []


def _asked(request: HttpRequest) -> str:
    assert request.resolver_match is not None
    return f"{request.method} {request.resolver_match.view_name}"


def _refusal(request: HttpRequest, counted: list[Attempts]) -> HttpResponse | None:
    """For the longest that one of them lasts."""
    return _until(request, *max(((attempts.wait(), attempts.limit.of) for attempts in counted), default=(0, "")))


def _until(request: HttpRequest, wait: int, of: str) -> HttpResponse | None:
    return _refused(request, of, wait) if wait else None


def _refused(request: HttpRequest, of: str, wait: int) -> HttpResponse:
    answer = _in_words(request, of, wait)
    answer.headers["Retry-After"] = str(wait)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _in_words(request: HttpRequest, of: str, wait: int) -> HttpResponse:
    if is_of_programs(request):
        return JsonResponse(problem(429, "too-often", {"seconds": wait}), status=429, content_type=MEDIA_TYPE)
    if "json" in request.headers.get("Accept", "") + request.headers.get("Content-Type", ""):
        error = {"code": "too-often", "seconds": wait}
        return JsonResponse({"error": error, "message": too_often(of, wait), "field": "deal"}, status=429)
    return HttpResponse(refusal_page(of, wait), status=429)
