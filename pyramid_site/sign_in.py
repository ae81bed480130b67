"""Pages are for people who have signed in, unless a view says otherwise."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django_htmx.http import HttpResponseClientRedirect

from tournaments.views.requests import COOKIE as PASSES

HELD = {settings.SESSION_COOKIE_NAME, PASSES}  # cookies of whoever may read more than others
SECRETS = {"token", "code", "key"}  # in addresses


class SignInFirst(LoginRequiredMiddleware):
    """Comes back to the page somebody was on, not to the part of it or the action that found them signed out.
    Whatever is behind this door or a secret address is kept by no browser and no proxy, and found by no search; and a
    secret address is not told to what is opened from it. Nor is an open page kept that is drawn for who is signed in or
    holds a code or a link, unless its view says for how long.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        match = request.resolver_match
        is_secret = bool(match and SECRETS & match.kwargs.keys()) or settings.SESAME_TOKEN_NAME in request.GET
        if is_secret or (match and getattr(match.func, "login_required", True)):
            patch_cache_control(response, no_store=True, private=True)
            response.headers["X-Robots-Tag"] = "noindex"
        elif not response.has_header("Cache-Control") and (HELD & request.COOKIES.keys() or response.cookies):
            patch_cache_control(response, no_store=True, private=True)
        if is_secret:  # with no-referrer its forms would be refused as another site's
            response.headers["Referrer-Policy"] = "strict-origin"
        return response

    def handle_no_permission(self, request: HttpRequest, view_func: Any) -> Any:
        answer = redirect_to_login(_page(request))
        return HttpResponseClientRedirect(answer.url) if request.headers.get("HX-Request") else answer


def _page(request: HttpRequest) -> str:
    if request.headers.get("HX-Request"):
        return urlsplit(request.headers.get("HX-Current-URL", "")).path
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    return urlsplit(request.headers.get("Referer", "")).path
