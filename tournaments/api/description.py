"""What ninja leaves out of the description: problem documents, headers, and answers without a body."""

from typing import Any

from tournaments.words.problems import MEDIA_TYPE

TEXT, NUMBER = {"type": "string"}, {"type": "integer"}


def _header(says: str, schema: dict[str, str]) -> dict[str, Any]:
    return {"description": says, "schema": schema}


LIMITS = {
    "RateLimit-Policy": _header("the limit: q requests in w seconds", TEXT),
    "RateLimit": _header("r requests are left in the next t seconds", TEXT),
}
TAG = {"ETag": _header("sent as If-None-Match, answered with 304 until something changes", TEXT)}
WAIT = {"Retry-After": _header("seconds to wait", NUMBER)}
OF_STATUS: dict[int, dict[str, Any]] = {
    304: TAG,
    401: {"WWW-Authenticate": _header("Bearer", TEXT)},
    405: {"Allow": _header("the methods of this address", TEXT)},
    429: WAIT,
    503: WAIT,
}
KNOWN = {
    "in": "header",
    "name": "If-None-Match",
    "schema": TEXT,
    "required": False,
    "description": "an ETag that the program has",
}


def complete(schema: dict[str, Any]) -> None:
    for methods in schema["paths"].values():
        for method, operation in methods.items():
            if method == "get":
                operation["parameters"] = [*operation["parameters"], KNOWN]
            for status, answer in operation["responses"].items():
                _complete(answer, int(status), is_read=method == "get")


def _complete(answer: dict[str, Any], status: int, *, is_read: bool) -> None:
    headers = {} if status == 503 else dict(LIMITS)
    if is_read and status == 200:
        headers |= TAG
    answer["headers"] = headers | OF_STATUS.get(status, {})
    if status >= 400:
        (content,) = answer["content"].values()
        answer["content"] = {MEDIA_TYPE: content}
