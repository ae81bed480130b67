"""Which program asks, and what of what it names it may see and do."""

import json
from contextlib import suppress
from hashlib import sha256
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.http import parse_etags
from ninja.security import HttpBearer
from pydantic import TypeAdapter, ValidationError

from scoring.errors import ScoringError
from tournaments.audit import Actor
from tournaments.models import ApiToken
from tournaments.permissions import Right
from tournaments.recording import read_object
from tournaments.selectors.following import event_version, table_version
from tournaments.selectors.integrations import token_of, was_answered
from tournaments.services.integrations.trusted import note_use
from tournaments.visibility import Kind, Premises, Seen, look_by, premises_of

VERSIONS = {"event": event_version, "table": table_version}
NUMBER = TypeAdapter(int)


class Call(HttpRequest):
    """A request as the operations get it."""

    auth: "Caller"
    seen: Seen  # where an operation looks at something
    tag: str  # of what it is answered
    sent: Any  # the body as it was read; None where there is none
    entering: int | None  # number of the deal that is sent, where it is known


class Caller:
    def __init__(self, token: ApiToken | None) -> None:
        self.token = token

    @property
    def actor(self) -> Actor:
        """Whoever made the token, by this program."""
        assert self.token  # a right was asked for
        return Actor(user=self.token.made_by, program=self.token)


class NotLetIn(Exception):
    def __init__(self, status: int, code: str, **params: object) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.params = params


class NotModified(Exception):
    """The program has it already."""


class Token(HttpBearer):
    """Without one a program is a stranger. Whoever is signed in with a browser is one too: cookies count nothing.

    ``kind`` is what the operation looks at, and the name of its parameter; with a ``right``, only who has it there is
    let in, before what was sent is read. The operation finds `request.seen`. Who has the answer already is told so.
    """

    def __init__(self, kind: Kind | None = None, right: Right | None = None) -> None:
        super().__init__()
        self.kind = kind
        self.right = right

    def __call__(self, request: Any) -> Caller:
        request.auth = caller = self._caller(request)
        if self.kind and (key := _key(request, self.kind)) is not None:
            request.seen = look_by(caller.token, _premises(request, self.kind, key))
            if self.right:
                require(self.right, request)
            if request.method == "GET" and self.kind in VERSIONS:
                _compare(request, VERSIONS[self.kind](key))
        return caller

    def _caller(self, request: HttpRequest) -> Caller:
        header = request.headers.get("Authorization")
        if header is None:
            return Caller(None)
        scheme, _space, text = header.partition(" ")
        if scheme.lower() != self.openapi_scheme:
            raise NotLetIn(401, "token-unknown")
        return self.authenticate(request, text.strip())

    def authenticate(self, request: HttpRequest, token: str) -> Caller:
        now = timezone.now()
        api_token = token_of(token, now=now)
        if api_token is None:
            raise NotLetIn(401, "token-unknown")
        note_use(api_token, now=now)
        return Caller(api_token)


def _key(request: HttpRequest, kind: Kind) -> Any:
    """What the address names; None where it is no number, which is refused when it is read."""
    assert request.resolver_match
    text = request.resolver_match.kwargs[kind]
    try:
        return text if kind == "club" else NUMBER.validate_python(text)
    except ValidationError:
        return None


def _premises(request: Any, kind: Kind, key: Any) -> Premises:
    """Of what the address names; where it is gone by what is sent again, of the program's club."""
    token: ApiToken | None = request.auth.token
    try:
        return premises_of(kind, key)
    except Http404:
        with suppress(ScoringError):
            if token and request.method == "POST" and was_answered(token.club_id, request_hash(request)):
                return premises_of("club", token.club.slug)
        raise


def request_hash(request: HttpRequest) -> str:
    """Of the address and what was sent to it, however its JSON was written."""
    sent = json.dumps(read_object(request.body), sort_keys=True)
    return sha256(f"{request.path}\n{sent}".encode()).hexdigest()


def require(right: Right, request: Call) -> None:
    if right in request.seen.rights:
        return
    token = request.auth.token
    if token is None:
        raise NotLetIn(401, "token-needed")
    if not request.seen.inside:
        raise Http404
    raise NotLetIn(403, "scope-too-small", scope=token.scope)


def _compare(request: Call, version: str | None) -> None:
    if version is None:
        return
    # Addresses of streams are good for a day, and for this program.
    rights, day = len(request.seen.rights), timezone.now().toordinal()
    request.tag = f'"{version}-{request.seen.shown_names}-{rights}-{day}-{request.seen.by}"'
    if _is_known(request, request.tag):
        raise NotModified


def _tag_of(request: HttpRequest, response: HttpResponse) -> str:
    """Of what no revision tells."""
    is_answer = request.method == "GET" and response.status_code == 200
    return f'"{sha256(response.content).hexdigest()[:32]}"' if is_answer else ""


def _is_known(request: HttpRequest, tag: str) -> bool:
    etags = parse_etags(request.headers.get("If-None-Match", ""))
    return bool(tag) and tag in (etag.removeprefix("W/") for etag in etags)


def marked(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """What is answered is for this program alone, which asks whether it has changed."""
    tag = getattr(request, "tag", "") or _tag_of(request, response)
    if tag:
        response.headers["ETag"] = tag
    if response.status_code == 200 and _is_known(request, tag):
        response.status_code, response.content = 304, b""
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization, Accept-Language"
    return response
