"""What is answered where something failed that whoever asked cannot mend."""

import logging
import sys

from django.db.utils import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.defaults import server_error

from pyramid_site.entry.refusals import PROGRAMS

logger = logging.getLogger(__name__)

RETRY_AFTER = 3  # seconds
READ_ONLY = "25006"  # PostgreSQL counts a database that takes no writes among its internal errors
FAILED = "Something failed here. Nothing was saved; whoever keeps this server finds it in its log."
BUSY = "The database is busy or away just now. Nothing was saved; please try again in a moment."


def answer_failure(request: HttpRequest) -> HttpResponseBase:
    """503 where the database is locked, full, away or read-only, which passes; else 500."""
    error = sys.exc_info()[1]
    if not is_trouble_of_database(error):
        return _told("failed", FAILED, status=500) if request.path.startswith(PROGRAMS) else server_error(request)
    logger.error("The database takes or tells nothing just now: %s", str(error).strip())
    answer = _busy(request)
    answer.headers["Retry-After"] = str(RETRY_AFTER)
    answer.headers["Cache-Control"] = "no-store"
    answer._has_been_logged = True  # type: ignore[attr-defined]  # in one line, without the secret address
    return answer


def is_trouble_of_database(error: BaseException | None) -> bool:
    if isinstance(error, InternalError):
        return getattr(error.__cause__, "sqlstate", "") == READ_ONLY
    return isinstance(error, OperationalError | InterfaceError)


def _busy(request: HttpRequest) -> HttpResponse:
    asked = request.headers.get("Accept", "") + request.headers.get("Content-Type", "")
    if "json" in asked or request.path.startswith(PROGRAMS):
        return _told("busy", BUSY, status=503)
    return render(request, "500.html", {"busy": True}, status=503)


def _told(code: str, sentence: str, *, status: int) -> JsonResponse:
    return JsonResponse({"error": {"code": code}, "message": sentence}, status=status)
