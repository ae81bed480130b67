"""Pages as somebody reads them, asked for within this process: no server runs, and nothing is sent."""

from http.cookies import SimpleCookie
from io import BytesIO
from typing import Any, NamedTuple

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest
from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.urls import ResolverMatch
from django.utils.translation import override

from tournaments.permissions import Visitor
from tournaments.visibility import Premises, Seen

NO_HOST = "archive.invalid"  # where any is answered


class ReadAnswer(NamedTuple):
    """``premises``: what the page shows something of; None where that is open to everybody."""

    status: int
    media: str
    body: bytes
    location: str
    premises: Premises | None


class PageReader(BaseHandler):
    """Reads in the installation's own language, and remembers the links that let it in."""

    def __init__(self, user: Visitor) -> None:
        super().__init__()
        self._user = user
        self._cookies = SimpleCookie()
        self.load_middleware()

    def ask(self, address: str, *, part: bool = False) -> ReadAnswer:
        """A ``part`` is what the page's script would ask for."""
        request = WSGIRequest(self._environ(address, part=part))
        with override(settings.LANGUAGE_CODE):
            response = self.get_response(request)
            body = _body(response)
            request.close()  # to close the response would end the caller's request too
        self._cookies.update(response.cookies)
        seen: Seen | None = getattr(request, "seen", None)
        media = response.headers.get("Content-Type", "").partition(";")[0]
        location = response.headers.get("Location", "")
        return ReadAnswer(response.status_code, media, body, location, seen.premises if seen else None)

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        request.user = self._user
        return super().resolve_request(request)

    def _environ(self, address: str, *, part: bool) -> dict[str, Any]:
        path, _, query = address.partition("?")
        cookies = [f"{name}={morsel.coded_value}" for name, morsel in self._cookies.items()]
        return {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": own_host(),
            "SERVER_PORT": "443",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_ACCEPT_LANGUAGE": settings.LANGUAGE_CODE,
            "HTTP_COOKIE": "; ".join(cookies),
            "wsgi.url_scheme": "https",
            "wsgi.input": BytesIO(),
            **({"HTTP_HX_REQUEST": "true"} if part else {}),
        }


def own_host() -> str:
    """What whole addresses of the installation itself begin with."""
    return next((name.lstrip(".") for name in settings.ALLOWED_HOSTS if name != "*"), NO_HOST)


def _body(response: HttpResponseBase) -> bytes:
    if isinstance(response, StreamingHttpResponse):
        return b"".join(response)
    return response.content  # type: ignore[attr-defined, no-any-return]
