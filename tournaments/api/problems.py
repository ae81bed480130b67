"""Whatever is refused, as a problem document: tournaments.words.errors."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args, get_origin

from django.core.exceptions import RequestDataTooBig
from django.http import Http404
from ninja.errors import HttpError, ValidationError

from scoring.deals import BY_SEAT
from scoring.errors import Problem, ScoringError
from tournaments.api.callers import NotLetIn
from tournaments.api.seats import params_from_1
from tournaments.permissions import PadOver
from tournaments.recording import Json, Reply
from tournaments.services.refusals import Missing, Refused, Stale
from tournaments.words.errors import error_field, problem

CONFLICTS = ("client-id-taken", "stale")
PROBLEMS: dict[str, Problem] = {
    "missing": "missing",
    "extra_forbidden": "unknown",
    **dict.fromkeys(("literal_error", "string_pattern_mismatch"), "not-allowed"),
    **dict.fromkeys(("greater_than_equal", "less_than_equal"), "not-allowed"),
    **dict.fromkeys(("too_short", "too_long", "string_too_short", "string_too_long"), "not-allowed"),
}
IN_QUERY = ("path", "query")


class NotAllowed(Exception):
    """What stands at ``field`` (a JSON pointer into the body)."""

    def __init__(self, field: str, code: str = "malformed", **params: object) -> None:
        super().__init__(field, code)
        self.field = field
        self.code = code
        self.params = params or ({"problem": "not-allowed"} if code == "malformed" else {})


class OutOfDate(Exception):
    """With the deals that are new to the program."""

    def __init__(self, stale: Stale, changes: Sequence[Json]) -> None:
        super().__init__(stale)
        self.stale = stale
        self.changes = changes


def _refusal(status: int, code: str, params: Mapping[str, Any] | None = None, *, field: str = "") -> Reply:
    return Reply(status, problem(status, code, params, field=field))


def answer_to(error: Exception, *, sent: Any, entering: int | None) -> Reply | None:
    """``sent`` is the body as it was read, ``entering`` the number of its deal; None where the error is a fault of
    ours.
    """
    match error:
        case NotLetIn():
            return _refusal(error.status, error.code, error.params)
        case Missing() | Http404():
            return _refusal(404, "not-found")
        case PadOver():
            return _refusal(404, "event-over")
        case RequestDataTooBig():
            return _refusal(413, "too-big")
        case ValidationError():
            return _unreadable(error)
        case HttpError(__cause__=Exception() as unread):  # of what reads the body
            return answer_to(unread, sent=sent, entering=entering)
        case NotAllowed():
            return _refusal(422, error.code, error.params, field=error.field)
        case ScoringError():
            return _against_the_rules(error, sent, entering)
        case OutOfDate():
            facts = _refused(error.stale).facts
            return Reply(409, {**facts, "number": error.stale.number, "changes": error.changes})
        case Refused():
            return _refused(error)
    return None


def _refused(error: Refused) -> Reply:
    return _refusal(409 if error.code in CONFLICTS else 422, error.code, params_from_1(error.code, error.params))


def _against_the_rules(error: ScoringError, sent: Any, entering: int | None) -> Reply:
    """Of a deal; what another deal than the one that is entered suffers concerns no field."""
    own = entering is None or error.params.get("deal", entering) == entering
    if error.code == "malformed":
        return _malformed(error, sent, own=own)
    return _refusal(422, error.code, params_from_1(error.code, error.params), field=_in_payload(error) if own else "")


def _unreadable(error: ValidationError) -> Reply:
    """The first field or parameter that cannot be read."""
    first = error.errors[0]
    kind = PROBLEMS.get(first["type"], "wrong-kind")
    source, *path = first["loc"]
    if source in IN_QUERY:
        return _refusal(422, "malformed", {"parameter": path[-1], "problem": kind})
    return _refusal(422, "malformed", {"problem": kind}, field=_pointer(path[1:]))


def _malformed(error: ScoringError, sent: Any, *, own: bool) -> Reply:
    params = {name: value for name, value in error.params.items() if name != "field"}
    params["problem"] = error.problem or "not-allowed"
    field = str(error.params.get("field", ""))
    return _refusal(422, "malformed", params, field=_pointer(_path(field, sent)) if own and field != "body" else "")


def _path(field: str, sent: Any) -> list[str]:
    """Where the body has the field: itself, or in the one object whose fields the game knows."""
    declared = {} if sent is None else type(sent).model_fields
    fields = {field_info.alias or name: field_info.annotation for name, field_info in declared.items()}
    holders = [name for name, kind in fields.items() if dict in [get_origin(part) for part in (kind, *get_args(kind))]]
    return [field] if field in fields or not holders else [holders[0], field]


def _in_payload(error: ScoringError) -> str:
    """Of what the rules refuse, where one field of the deal is at fault."""
    name, _, of_hand = error_field(error).partition("-")
    if name == "deal":
        return ""
    if name == "hand":
        return _pointer(["payload", "hands", str(int(of_hand) + 1)])
    if name in BY_SEAT and isinstance(seat := error.params.get("seat"), int):
        return _pointer(["payload", name, str(seat + 1)])
    return _pointer(["payload", name])


def _pointer(path: Sequence[object]) -> str:
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in path)
