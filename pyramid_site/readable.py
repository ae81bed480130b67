import re
from collections.abc import Callable

from django.http import HttpRequest, QueryDict
from django.http.response import HttpResponseBase

from pyramid_site.entry.refusals import PROGRAMS

FORMS = {"application/x-www-form-urlencoded", "multipart/form-data"}
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")  # all but tabs and the ends of lines


class ReadableText:
    """No text that somebody types or pastes into a form holds control characters: nobody sees them, no feed or picture
    can hold them. Here they are taken out of all fields there are.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        is_form = request.method == "POST" and request.content_type in FORMS
        if is_form and not request.path.startswith(PROGRAMS):  # which send none, and are told so
            sent = [value for _name, values in request.POST.lists() for value in values]
            if any(map(CONTROLS.search, sent)):
                request.POST = _readable(request.POST)  # type: ignore[assignment]
        return self.get_response(request)


def _readable(sent: QueryDict) -> QueryDict:
    readable = sent.copy()
    for name, values in sent.lists():
        readable.setlist(name, [CONTROLS.sub("", value) for value in values])
    return readable
