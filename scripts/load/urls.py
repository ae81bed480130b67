from uuid import uuid4

from django.contrib.auth.decorators import login_not_required
from django.contrib.sessions.models import Session
from django.http import HttpRequest, JsonResponse
from django.urls import include, path
from django.utils import timezone
from django.views.decorators.http import require_POST

from pyramid_site.urls import handler429, handler500

__all__ = ["handler429", "handler500", "urlpatterns"]


@login_not_required
@require_POST
def bare_insert(request: HttpRequest) -> JsonResponse:
    """The floor: one row, of whatever table is there, through the same middleware as every other request."""
    Session.objects.create(session_key=uuid4().hex, session_data="", expire_date=timezone.now())
    return JsonResponse({})


urlpatterns = [path("load/floor/", bare_insert), path("", include("pyramid_site.urls"))]
