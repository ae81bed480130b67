from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django_htmx.http import HttpResponseClientRedirect

SECRETS = {"token", "code", "key"}  # in addresses


class SignInFirst(LoginRequiredMiddleware):
    """Comes back to the page somebody was on, not to the part of it or the action that found him signed out.
    Whatever is behind this door or a secret address is kept by no browser and no proxy, and found by no search; and a
    secret address is not told to what is opened from it.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        found = request.resolver_match
        is_secret = bool(found and SECRETS & found.kwargs.keys()) or settings.SESAME_TOKEN_NAME in request.GET
        if is_secret or (found and getattr(found.func, "login_required", True)):
            patch_cache_control(response, no_store=True, private=True)
            response.headers["X-Robots-Tag"] = "noindex"
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
