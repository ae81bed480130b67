from django.http import Http404, HttpRequest
from django.utils.deprecation import MiddlewareMixin

from tournaments.services.refusals import Missing


class MissingIsNotFound(MiddlewareMixin):
    """Services know nothing of HTTP: what they miss is a page that is not there."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> None:
        if isinstance(exception, Missing):
            raise Http404 from exception
