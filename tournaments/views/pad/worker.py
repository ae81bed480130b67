"""The pad's service worker: a few lines that name the files of this release."""

import hashlib
import json
from functools import cache

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from tournaments.views.pad.files import BUNDLE

PICTURES = ["img/cards.svg", "img/favicon.svg"]


@login_not_required
@require_safe
def pad_worker(request: HttpRequest) -> HttpResponse:
    files = [static(name) for name in kept_files()]
    release = hashlib.sha256(" ".join(files).encode()).hexdigest()[:12]
    begins = f'import {{ serve }} from "{static(BUNDLE.worker)}";'
    script = f'{begins}\n\nserve("{release}", {json.dumps(files, indent=2)});\n'
    return HttpResponse(script, content_type="text/javascript", headers={"Cache-Control": "no-cache"})


@cache
def kept_files() -> list[str]:
    """Whatever a pad's page may show."""
    root = settings.BASE_DIR / "static"
    return [*BUNDLE, *PICTURES, *(path.relative_to(root).as_posix() for path in sorted(root.glob("vendor/**/*.woff2")))]
