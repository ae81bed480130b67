from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

SMALLEST = 2048  # bytes; a saved deal's answer is smaller


class Compression(GZipMiddleware):
    """Whole answers that are worth it; whatever is streamed goes out as it comes."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if isinstance(response, HttpResponse) and len(response.content) >= SMALLEST:
            return super().process_response(request, response)
        return response
