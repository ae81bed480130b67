"""What a phone needs to know to put the pad on its home screen, where it opens this table again."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.permissions import pad_to_score
from tournaments.words.pad.sentences import app_names

GROUND, BAR = "#f8f1e3", "#15110b"


@login_not_required
@require_safe
@never_cache
def pad_manifest(request: HttpRequest, token: str) -> JsonResponse:
    table, address = pad_to_score(token).link.table, reverse("pad", args=[token])
    icons = [
        {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in (192, 512)
        for purpose in ("any", "maskable")
    ]
    described = app_names(table.number, table.event.name) | {
        "id": address,
        "start_url": address,
        "scope": "/pad/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": BAR,
        "icons": icons,
    }
    return JsonResponse(described, content_type="application/manifest+json")
