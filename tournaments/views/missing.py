from django.http import Http404, HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from tournaments.permissions import PadOver
from tournaments.services.refusals import Missing
from tournaments.views.pad.pad import answer_over


class MissingIsNotFound(MiddlewareMixin):
    """Services know nothing of HTTP: what they miss is a page that is not there, or not any more."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, Missing):
            raise Http404 from exception
        return answer_over(request, exception.event) if isinstance(exception, PadOver) else None
