"""What every request and every answer passes."""

import re
from collections.abc import Callable
from functools import cache

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.deprecation import MiddlewareMixin

from pyramid_site.entry.refusals import PROGRAMS

PERMISSIONS = "Permissions-Policy"
OWN = {f"_csp_{each}{kind}" for each in ("config", "update", "replace", "exempt") for kind in ("", "_ro")}
SMALLEST = 2048  # bytes; a saved deal's answer is smaller
FORMS = {"application/x-www-form-urlencoded", "multipart/form-data"}
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")  # all but tabs and the ends of lines


class Permissions(MiddlewareMixin):
    """Says with every answer, files and refusals too, what pages here never ask a browser for."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        response.headers.setdefault(PERMISSIONS, settings.PERMISSIONS_POLICY)
        return response


class Compression(GZipMiddleware):
    """Whole answers that are worth it; whatever is streamed goes out as it comes."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if isinstance(response, HttpResponse) and len(response.content) >= SMALLEST:
            return super().process_response(request, response)
        return response


class SamePolicy(CSPMiddleware):
    """An answer that asks for no policy of its own has that of the settings, which is built once."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if settings.DEBUG or hasattr(request, "_csp_nonce") or not OWN.isdisjoint(vars(response)):
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, _of_settings())
        return response


class ReadableText:
    """No text that somebody types or pastes into a form holds control characters: nobody sees them, no feed or picture
    can hold them. Here they are taken out of all fields there are.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        is_form = request.method == "POST" and request.content_type in FORMS
        if is_form and not request.path.startswith(PROGRAMS):  # which send none, and are told so
            sent = [value for _name, values in request.POST.lists() for value in values]
            if any(map(CONTROLS.search, sent)):
                request.POST = _readable(request.POST)  # type: ignore[assignment]
        return self.get_response(request)


_of_settings = cache(build_policy)


def _readable(sent: QueryDict) -> QueryDict:
    readable = sent.copy()
    for name, values in sent.lists():
        readable.setlist(name, [CONTROLS.sub("", value) for value in values])
    return readable
