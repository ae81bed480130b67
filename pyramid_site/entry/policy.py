from functools import cache

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

PERMISSIONS = "Permissions-Policy"
OWN = {f"_csp_{each}{kind}" for each in ("config", "update", "replace", "exempt") for kind in ("", "_ro")}


class Permissions(MiddlewareMixin):
    """Says with every answer, files and refusals too, what pages here never ask a browser for."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        response.headers.setdefault(PERMISSIONS, settings.PERMISSIONS_POLICY)
        return response


class SamePolicy(CSPMiddleware):
    """An answer that asks for no policy of its own has that of the settings, which is built once."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if settings.DEBUG or hasattr(request, "_csp_nonce") or not OWN.isdisjoint(vars(response)):
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, _of_settings())
        return response


_of_settings = cache(build_policy)
