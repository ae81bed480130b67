"""What is written into logs: without the secret addresses of pads, codes, invitations and sign-in links."""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime

from pyramid_site.entry.refusals import is_out_of_files

MASK = "***"
SECRETS = re.compile(
    r"((?:/|%2F)(?:pad|codes|invitations|email(?:/|%2F)confirm)(?:/|%2F)|[?&](?:key|link)=)(?!sw\.js)(?:(?!%2F)[^/\s\"'?&<>])+",
    re.I,
)
LONG = re.compile(r"[^/]{16,}")

SELDOM_SECONDS = 10.0

request_id: ContextVar[str] = ContextVar("request_id", default="")


def masked(text: str) -> str:
    return SECRETS.sub(rf"\1{MASK}", text)


def masked_path(path: str, *, is_ours: bool) -> str:
    """Where no page of ours is, it may be a secret that was mistyped."""
    return masked(path) if is_ours else LONG.sub(MASK, path)


class Seldom(logging.Filter):
    """What every request would say again in times of trouble (`seldom` of its record) is written once in a while."""

    def __init__(self) -> None:
        super().__init__()
        self._written: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if not (hasattr(record, "seldom") or (record.exc_info and is_out_of_files(record.exc_info[1]))):
            return True
        latest = self._written.get(record.msg)
        if latest is not None and record.created - latest < SELDOM_SECONDS:
            return False
        self._written[record.msg] = record.created
        return True


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return masked(super().format(record))


class JsonLines(logging.Formatter):
    """An object a line; `facts` of a record are members of it."""

    def format(self, record: logging.LogRecord) -> str:
        facts = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "id": request_id.get(),
            "message": masked(record.getMessage()),
            "error": masked(self.formatException(record.exc_info)) if record.exc_info else "",
            **getattr(record, "facts", {}),
        }
        return json.dumps({name: value for name, value in facts.items() if value != ""}, ensure_ascii=False)
