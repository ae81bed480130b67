"""How far it is with what somebody brings in, and how it is stopped."""

from django.http import JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.imports.kept_files import progress, stop
from tournaments.views.requests import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def how_far(request: SignedInRequest, name: str) -> JsonResponse:
    """Of one's own; nothing where nothing is under way. A POST stops it."""
    if request.method == "POST":
        stop(name, user=request.user.pk)
    found = progress(name, user=request.user.pk)
    return JsonResponse(found._asdict() if found else {})
