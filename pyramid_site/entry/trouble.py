"""What is answered where something failed that whoever asked cannot mend."""

import logging
import sys

from django.db.utils import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.defaults import server_error

from pyramid_site.entry.refusals import PROGRAMS, is_out_of_files
from tournaments.words.errors import MEDIA_TYPE, problem

logger = logging.getLogger(__name__)

RETRY_AFTER = 3  # seconds
READ_ONLY = "25006"  # PostgreSQL counts a database that takes no writes among its internal errors
BUSY = "The database is busy or away just now. Nothing was saved; please try again in a moment."
SELDOM = {"seldom": True}  # in the log
CROWDED = "This server has too much open just now. Nothing was saved; please try again in a moment."


def answer_failure(request: HttpRequest) -> HttpResponseBase:
    """503 where the database is locked, full, away or read-only, or no file can be opened, which passes; else 500."""
    error = sys.exc_info()[1]
    if is_out_of_files(error):
        logger.error("No file or connection can be opened: raise the limit (ulimit -n).", extra=SELDOM)
        return _waiting(request, CROWDED)
    if not is_trouble_of_database(error):
        return _problem("failed", status=500) if request.path.startswith(PROGRAMS) else server_error(request)
    logger.error("The database takes or tells nothing just now: %s", str(error).strip(), extra=SELDOM)
    return _waiting(request, BUSY)


def _waiting(request: HttpRequest, sentence: str) -> HttpResponse:
    answer = _busy(request, sentence)
    answer.headers["Retry-After"] = str(RETRY_AFTER)
    answer.headers["Cache-Control"] = "no-store"
    answer._has_been_logged = True  # type: ignore[attr-defined]  # in one line, without the secret address
    return answer


def is_trouble_of_database(error: BaseException | None) -> bool:
    if isinstance(error, InternalError):
        return getattr(error.__cause__, "sqlstate", "") == READ_ONLY
    return isinstance(error, OperationalError | InterfaceError)


def _busy(request: HttpRequest, sentence: str) -> HttpResponse:
    if request.path.startswith(PROGRAMS):
        return _problem("busy", status=503)
    if "json" in request.headers.get("Accept", "") + request.headers.get("Content-Type", ""):
        return JsonResponse({"error": {"code": "busy"}, "message": sentence}, status=503)
    try:
        return render(request, "500.html", {"busy": True}, status=503)
    except OSError:  # its file
        return HttpResponse(sentence, content_type="text/plain; charset=utf-8", status=503)


def _problem(code: str, *, status: int) -> JsonResponse:
    return JsonResponse(problem(status, code), status=status, content_type=MEDIA_TYPE)
