"""How operations are let in, answered and described: in one place, for all of them.

An operation is a function of the request, of what its address names, and of the ``body`` that was sent. The one router
has all, as an address that is read and written is one to Django.
"""

import json
from collections.abc import Callable, Mapping
from functools import partial, wraps
from inspect import signature
from typing import Any, get_args

from ninja import Router, Schema, Status
from ninja.responses import NinjaJSONEncoder

from tournaments.api import schemas
from tournaments.api.callers import Call, NotLetIn, Token, request_hash
from tournaments.audience import drawn_for
from tournaments.permissions import Right
from tournaments.services.integrations.trusted import answered_once
from tournaments.visibility import Kind

router = Router()
View = Callable[..., Any]

FAULTS = (401, 404, 422, 429, 503)
FORBIDDEN = (403,)
OF_WRITES = (409, 413, 415)


def _refusals(*statuses: int) -> dict[int, Any]:
    return dict.fromkeys(sorted({405, *FAULTS, *statuses}), schemas.Problem)


def reads(
    path: str, summary: str, row: Any, *, of: Kind | None = None, right: Right | None = None
) -> Callable[[View], View]:
    """An operation that tells of what its parameter ``of`` names; with a ``right`` only to who has it."""
    options: dict[str, Any] = {} if right else {"openapi_extra": {"security": [{}]}}
    add = partial(
        router.get,
        path,
        summary=summary,
        auth=Token(of, right),
        tags=["Read"],
        response={200: row, 304: None, **_refusals(*(FORBIDDEN if right else ()))},
        **options,
    )
    return lambda view: add(operation_id=view.__name__)(_strict(_drawn(view) if of else view))


def writes(
    path: str,
    summary: str,
    row: Any,
    *,
    of: Kind,
    right: Right,
    tag: str = "Direct",
    more: Mapping[int, Any] | None = None,
) -> Callable[[View], View]:
    """An operation that changes what its parameter ``of`` names, for who has the ``right``. ``more`` are other answers,
    by status.
    """
    add = partial(
        router.post,
        path,
        summary=summary,
        auth=Token(of, right),
        tags=[tag],
        response={200: row, **_refusals(*FORBIDDEN, *OF_WRITES), **(more or {})},
    )
    return lambda view: add(operation_id=view.__name__)(_strict(_once(_drawn(view))))


directs = partial(writes, right=Right.DIRECT)


def _strict(view: View) -> View:
    """Refuses a parameter that the operation does not take."""
    parameters = signature(view).parameters.values()
    allowed: set[str] = set()
    for parameter in parameters:
        kind, *marks = get_args(parameter.annotation) or (None,)
        if marks and isinstance(kind, type) and issubclass(kind, Schema):
            allowed.update(kind.model_fields)

    @wraps(view)
    def answer(request: Call, **arguments: Any) -> Any:
        for name in request.GET.keys() - allowed:
            raise NotLetIn(422, "malformed", parameter=name, problem="unknown")
        request.sent = arguments.get("body")
        return view(request, **arguments)

    return answer


def _drawn(view: View) -> View:
    """With names as they are told to who asks."""

    @wraps(view)
    def answer(request: Call, **arguments: Any) -> Any:
        with drawn_for(request.seen.shown_names):
            return view(request, **arguments)

    return answer


def _once(view: View) -> View:
    """What is sent again with the same ``client_id`` is answered as the first time."""

    @wraps(view)
    def answer(request: Call, **arguments: Any) -> Any:
        client_id, token = getattr(arguments["body"], "client_id", None), request.auth.token
        if client_id is None or token is None:
            return view(request, **arguments)

        def act() -> tuple[int, str]:
            result = view(request, **arguments)
            status, facts = (result.status_code, result.value) if isinstance(result, Status) else (200, result)
            return status, json.dumps(facts, cls=NinjaJSONEncoder)

        status, text, is_again = answered_once(
            club_id=token.club_id, client_id=client_id, request_hash=request_hash(request), act=act
        )
        facts = json.loads(text)
        if is_again and "repeated" in facts:
            facts["repeated"] = True
        return Status(status, facts)

    return answer
