from collections.abc import Sequence

from django.conf import settings
from django.utils import translation
from django.utils.translation import get_language_info
from django.utils.translation import gettext as _

in_language = translation.override


def own_names() -> dict[str, str]:
    """Each by its own name: who looks for it may not read the language of the page."""
    return {code: str(get_language_info(code)["name_local"]).capitalize() for code, _name in settings.LANGUAGES}


def listed(parts: Sequence[str]) -> str:
    """As in a sentence. Not Django's `get_text_list`: in Lithuanian that has no space after its commas."""
    *first, last = parts or [""]
    return f"{', '.join(first)} {_('and')} {last}" if first else last
